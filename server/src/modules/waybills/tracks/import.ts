import { codes } from '@xunyun/contract/dictionary'
import { flag, moment, oneOf, optional, text } from '@xunyun/contract/kernel/wire'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Actor } from '../../../platform/actor.ts'
import { BatchReport } from '../../../platform/batch.ts'
import { anyId, type Tx } from '../../../platform/db.ts'
import { titled } from '../../../platform/excel/list.ts'
import { fieldWord } from '../../../platform/fieldWords.ts'
import type { Files } from '../../../platform/files.ts'
import { flag as flagCell } from '../../../platform/import/cells.ts'
import { importColumn } from '../../../platform/import/columns.ts'
import type { ImportKind } from '../../../platform/import/kind.ts'
import { masters } from '../../../platform/import/masters.ts'
import { momentText } from '../../../platform/import/words.ts'
import { notFound, Refusal } from '../../../platform/refusal.ts'
import { inScope } from '../../../platform/scope.ts'
import { recordEvents } from '../events.ts'
import { writeTracks } from './add.ts'
import { rereadLast } from './last.ts'

const notes = {
  zh: [
    '单号可以是运单号，一行一条跟踪',
    '早于最近跟踪的也会存：文件里常有补登的',
    '已签收的运单只能登记签收、拒收、回单',
  ],
  en: [
    'A row is a track of one waybill',
    'Tracks before the last one are taken: files often bring what was missed',
    'Of what is signed only signing, refusal and receipt are taken',
  ],
  es: [
    'Cada fila es un evento de una guía',
    'Se aceptan eventos anteriores al último: el archivo suele completar lo que faltaba',
    'De lo firmado solo se aceptan firma, rechazo y comprobante',
  ],
  ja: [
    '1 行が送り状 1 件の追跡です',
    '最新の追跡より前の時刻も取り込みます（後からの登録のため）',
    '受領済みの送り状は受領・受取拒否・受領書のみ登録できます',
  ],
} as const

/** Tracks from a file; taken back as if the act behind them were undone. */
export const trackImport = (files: Files): ImportKind =>
  masters({
    entity: 'track',
    sheet: titled('跟踪', 'Tracks', 'Seguimiento', '追跡'),
    columns: [
      importColumn('number', 18, fieldWord('waybills:column.waybillNo'), { required: true, path: 'numbers' }),
      importColumn('node', 10, fieldWord('waybills:track.node'), { required: true, choices: 'trackNode' }),
      importColumn('at', 18, fieldWord('waybills:track.at'), { required: true }),
      importColumn('place', 18, fieldWord('waybills:track.place')),
      importColumn('text', 36, fieldWord('waybills:track.text')),
      importColumn('visible', 10, fieldWord('waybills:track.visible')),
    ],
    notes: (language) => notes[language],
    schema: z.object({
      numbers: z.array(text(40)).check(z.minLength(1)),
      node: oneOf(codes('trackNode')),
      at: moment,
      place: optional(text(100)),
      text: optional(text(300)),
      visible: optional(flag),
    }),
    name: (cell) => cell('number'),
    read: async (_tx, _actor, row) => ({
      numbers: row.given('number') === undefined ? undefined : [row.cell('number')],
      node: row.word('node', 'trackNode'),
      at: row.given('at') === undefined ? undefined : momentText(row.cell('at')),
      place: row.given('place'),
      text: row.given('text'),
      visible: flagCell(row, 'visible', true),
    }),
    async add(tx, actor, input) {
      const [id] = await writeTracks(tx, actor, files, input, true)
      if (id === undefined) throw notFound()
      return { id }
    },
    undo: takeTracksBack,
  })

async function takeTracksBack(tx: Tx, actor: Actor, ids: readonly number[]) {
  const report = new BatchReport(actor)
  const { rows } = await sql<{ id: number; waybillId: number; no: string; struck: boolean; node: string; at: string }>`
    select t.id, t.waybill_id as "waybillId", w.waybill_no as no, t.undone or t.corrected_by is not null as struck, t.node, t.at
    from track t join waybill w on w.id = t.waybill_id and ${inScope(actor, 'waybill', 'w')} where t.id = ${anyId(ids)} order by w.id, t.id`.execute(
    tx,
  )
  const found = new Map(rows.map((row) => [row.id, row]))
  const stands = rows.filter(({ struck }) => !struck)
  for (const id of ids) {
    const row = found.get(id)
    if (row === undefined) report.refuse(id, String(id), notFound())
    else if (row.struck) report.refuse(id, row.no, new Refusal('waybills.trackNotYours'))
  }
  await recordEvents(
    tx,
    actor,
    stands.map(({ id, waybillId, node, at }) => ({
      waybillId,
      event: { type: 'trackHidden', params: { trackId: id, node, at } },
    })),
  )
  await sql`update track set undone = true where id = ${anyId(stands.map(({ id }) => id))}`.execute(tx)
  await rereadLast(tx, [...new Set(stands.map(({ waybillId }) => waybillId))])
  report.done(stands.length)
  return report.outcomes()
}
