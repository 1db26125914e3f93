import { id, text } from '@xunyun/contract/kernel/wire'
import * as z from 'zod/mini'
import type { Actor } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/db.ts'
import { titled } from '../../../platform/excel/list.ts'
import { fieldWord } from '../../../platform/fieldWords.ts'
import { importColumn } from '../../../platform/import/columns.ts'
import type { ImportKind } from '../../../platform/import/kind.ts'
import { masters } from '../../../platform/import/masters.ts'
import type { RowReader } from '../../../platform/import/rows.ts'
import { badField } from '../../../platform/refusal.ts'
import { scoped } from '../../../platform/scope.ts'
import { specialColumns } from '../export.handedOut.ts'
import { takeNumber, takeNumbersBack } from './carrierNo.ts'

/** What was read of one file: the row of each shipment, and the number it had. */
type Read = { readonly rowOf: Map<string, number>; readonly numberOf: Map<number, string | null> }

/** The carriers' numbers of line shipments, as a carrier's list or the export of ours has them: one row one shipment. */
const ofOneFile = (): ImportKind => {
  const read: Read = { rowOf: new Map(), numberOf: new Map() }
  return masters({
    entity: 'carrierNo',
    sheet: titled('承运商单号', "Carriers' numbers", 'Números de transportistas', '運送会社番号'),
    ignored: specialColumns.map(({ titles }) => titles),
    columns: [
      importColumn('specialNo', 16, fieldWord('handedOut:column.specialNo'), { required: true, path: 'id' }),
      importColumn('carrierNo', 24, fieldWord('handedOut:column.carrierNo'), { required: true }),
    ],
    notes: (language) =>
      ({
        zh: ['一行一单；新建、已交接、已到达的可填', '导出的专线列表填好承运商单号后可直接导入'],
        en: [
          'One row a shipment; possible while it is new, handed over or arrived',
          'The exported list of line shipments can be filled in and imported as it is',
        ],
        es: [
          'Una fila por envío; posible mientras es nuevo, entregado o llegado',
          'La lista exportada se puede completar e importar tal cual',
        ],
        ja: [
          '1 行に 1 件。新規・引渡済・到着済のものに入力できます',
          'エクスポートした一覧に記入してそのまま取り込めます',
        ],
      })[language],
    schema: z.object({ id, carrierNo: text(40) }),
    name: (cell) => cell('specialNo'),
    read: async (tx, actor, row) => ({
      id: await specialNamed(tx, actor, row, read),
      carrierNo: row.given('carrierNo'),
    }),
    add: takeNumber,
    // A carrier corrects itself; that we had another number is said before it goes.
    warn: ({ id, carrierNo }) => {
      const before = read.numberOf.get(id) ?? null
      return before === null || before === carrierNo
        ? []
        : [{ key: 'carrierNo', reason: 'dispatch.carrierNoReplaces', params: { no: before } }]
    },
    constraints: { arrangement__carrier_no: () => badField('carrierNo', 'dispatch.carrierNoJustTaken') },
    undo: takeNumbersBack,
  })
}

/** What was read of one file is forgotten with it. */
export const carrierNoImport: ImportKind = {
  ...ofOneFile(),
  check: (tx, actor, rows) => ofOneFile().check(tx, actor, rows),
}

async function specialNamed(
  tx: Tx,
  actor: Actor,
  row: RowReader,
  { rowOf, numberOf }: Read,
): Promise<number | undefined> {
  const no = row.given('specialNo')?.toUpperCase()
  if (no === undefined) return undefined
  const earlier = rowOf.get(no)
  if (earlier !== undefined) row.refuse('specialNo', 'imports.duplicateInFile', { row: earlier })
  else rowOf.set(no, row.row)
  const found = await scoped(tx, actor, 'arrangement')
    .select(['id', 'carrier_no'])
    .where('kind', '=', 'line')
    .where('arrangement_no', '=', no)
    .executeTakeFirst()
  if (found === undefined) row.refuse('specialNo', 'kernel.notFound')
  else numberOf.set(found.id, found.carrier_no)
  return found?.id
}
