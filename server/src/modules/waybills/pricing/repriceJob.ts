import { subtractDecimal } from '@xunyun/contract/kernel/decimal'
import { sql } from 'kysely'
import type { Actor } from '../../../platform/actor.ts'
import type { Approvals } from '../../../platform/approvals.ts'
import type { Db } from '../../../platform/db.ts'
import { cellsOf, type ListColumn, sheetOf, titled } from '../../../platform/excel/list.ts'
import type { Files } from '../../../platform/files.ts'
import type { JobKind } from '../../../platform/longWork.ts'
import { lockPriced, repriceWaybills } from './acts.ts'
import { readPriced } from './read.ts'

const chunk = 500

type Line = { no: string; before: string; after: string; difference: string; reason: string }
const columns: readonly ListColumn<Line>[] = [
  { key: 'no', type: 'text', width: 18, titles: titled('运单号', 'Waybill no.', 'N.º de guía', '送り状番号') },
  { key: 'before', type: 'money', width: 14, titles: titled('原应收 元', 'Old CNY', 'Anterior CNY', '旧 元') },
  { key: 'after', type: 'money', width: 14, titles: titled('新应收 元', 'New CNY', 'Nuevo CNY', '新 元') },
  {
    key: 'difference',
    type: 'money',
    width: 14,
    titles: titled('差额 元', 'Difference CNY', 'Diferencia CNY', '差額 元'),
  },
  { key: 'reason', type: 'text', width: 40, titles: titled('没有改的原因', 'Why not', 'Por qué no', '変更しない理由') },
]

type Cursor = { readonly at: number }

/**
 * 重新计价 of many waybills: five hundred a transaction, watched and stopped like any job; stopped, it goes on where it
 * was. The result is a sheet with old against new, and why some stayed as they were.
 */
export const repriceJob =
  (deps: { approvals: Approvals; files: Files }): JobKind =>
  async ({ db, actor, cursor, input, jobId, report }) => {
    const ids = [...new Set((input as { ids: number[] }).ids)].sort((a, b) => a - b)
    let { at } = (cursor as Cursor | null) ?? { at: 0 }
    while (at < ids.length) {
      const part = ids.slice(at, at + chunk)
      await repriceChunk(db, actor, deps.approvals, jobId, at, part)
      at += part.length
      await report({ done: at, total: ids.length, cursor: { at } satisfies Cursor })
    }
    const name = titled('重新计价', 'Repricing', 'Recálculo', '再計算')[actor.language]
    const stored = await deps.files.storeStream(
      db,
      actor,
      `${name}.xlsx`,
      sheetOf(name, columns, actor, rowsOf(db, jobId, actor)),
    )
    await db.deleteFrom('job_row').where('job_id', '=', jobId).execute()
    return { fileId: stored.FileID, link: stored.Url }
  }

/** One part: its waybills and its lines of the report, both or neither. Of one that is not the actor's: the id as sent. */
const repriceChunk = (db: Db, actor: Actor, approvals: Approvals, jobId: number, at: number, part: number[]) =>
  db.transaction().execute(async (tx) => {
    const mine = await lockPriced(tx, actor, part)
    const inScope = [...mine.values()].map(({ id }) => id)
    const pricesNow = async () => new Map((await readPriced(tx, inScope, false)).map((one) => [one.id, one.receivable]))
    const before = await pricesNow()
    const outcomes = await repriceWaybills(approvals)({ tx, actor }, { ids: part })
    const after = await pricesNow()
    const refused = new Map(outcomes.refused.map((one) => [one.id, one.msg]))
    const lines = part.map((id, index) => {
      const [was, now] = [before.get(id) ?? '', after.get(id) ?? '']
      const difference = was === '' || now === '' ? '' : subtractDecimal(now, was, 2)
      return {
        job_id: jobId,
        seq: at + index,
        data: {
          no: mine.get(id)?.waybill_no ?? String(id),
          before: was,
          after: now,
          difference,
          reason: refused.get(id) ?? '',
        },
      }
    })
    await sql`
      insert into job_row (job_id, seq, data)
      select * from json_to_recordset(${JSON.stringify(lines)}::json) as r(job_id bigint, seq int, data jsonb)
      on conflict (job_id, seq) do update set data = excluded.data`.execute(tx)
  })

async function* rowsOf(db: Db, jobId: number, actor: Actor): AsyncGenerator<unknown[][]> {
  for (let after = -1; ; ) {
    const rows = await db
      .selectFrom('job_row')
      .select(['seq', 'data'])
      .where('job_id', '=', jobId)
      .where('seq', '>', after)
      .orderBy('seq')
      .limit(1000)
      .execute()
    if (rows.length === 0) return
    yield rows.map(({ data }) => cellsOf(columns, data as unknown as Line, actor))
    after = rows.at(-1)?.seq ?? after
  }
}
