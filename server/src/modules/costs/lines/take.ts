import type { ShareMethod } from '@xunyun/contract/costs/lines'
import { sql } from 'kysely'
import type { Actor } from '../../../platform/actor.ts'
import { clock } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/db.ts'
import { historyPart } from '../../../platform/history.ts'
import { insertion, writeTogether } from '../../../platform/rows.ts'
import { carrying, ofOwnArrangements } from './carried.ts'
import { wayOf } from './means.ts'
import { quotedItem, quotesOf } from './quote.ts'
import { costKindOf, lineKindOf, mayEnterCosts } from './set.ts'
import { defaultMethod } from './store.ts'

/**
 * The price that was taken by 比价 as shipments or parcels were handed over is entered as their cost, so that nobody types it again
 * (T23): as the carrier's rate in force makes it out of what they carry. Nothing is entered for whoever may not enter costs.
 */
export async function takeQuotes(tx: Tx, actor: Actor, arrangementIds: readonly number[]): Promise<void> {
  if (arrangementIds.length === 0) return
  const found = await carrying(tx, sql`a.id = any(${[...arrangementIds]}::bigint[]) and ${ofOwnArrangements(actor)}`)
  const all = [...found.values()].filter(({ kind }) => mayEnterCosts(actor, costKindOf[kind]))
  const quotes = await quotesOf(tx, all)
  const entered = await alreadyEntered(tx, arrangementIds)
  const taken = all.flatMap((one, at) => {
    const quote = quotes[at]?.quote
    return quote === undefined || entered.has(one.id) ? [] : [{ one, quote }]
  })
  if (taken.length === 0) return
  const methods = new Map<number, ShareMethod>()
  for (const { one } of taken)
    if (!methods.has(one.outletId)) methods.set(one.outletId, await defaultMethod(tx, one.outletId, one.kind))
  const by = { updated_at: clock.iso(), updated_by: actor.userId }
  const lines = taken.map(({ one, quote }) => ({
    ...by,
    kind: lineKindOf[one.kind],
    arrangement_id: one.id,
    outlet_id: one.outletId,
    seq: 1,
    fee_item: quotedItem[one.kind],
    company_id: one.companyId,
    amount: quote.amount,
    tax_rate: quote.taxRate,
    quoted: quote.amount,
    price_id: quote.priceId,
    explanation: quote.steps,
    created_at: by.updated_at,
    created_by: actor.userId,
  }))
  const heads = taken.map(({ one }) => ({
    ...by,
    arrangement_id: one.id,
    share_method: one.method ?? methods.get(one.outletId),
    way: wayOf(one),
  }))
  const history = taken.map(({ one, quote }) => ({
    entity: 'arrangement',
    id: one.id,
    action: 'costsSet',
    changes: [{ field: 'cost', from: '0.00', to: quote.amount }],
  }))
  await writeTogether(
    tx,
    [sql`new_line as (${insertion('cost_line', lines as never)})`, ...historyPart(actor, history)],
    sql`insert into arrangement_cost as c (arrangement_id, share_method, way, updated_at, updated_by)
      select arrangement_id, share_method, way, updated_at, updated_by
      from json_populate_recordset(null::arrangement_cost, ${JSON.stringify(heads)}::json)
      on conflict (arrangement_id) do update set way = excluded.way, version = c.version + 1, updated_at = excluded.updated_at,
        updated_by = excluded.updated_by`,
  )
}

/** Those of them whose freight somebody has entered. */
async function alreadyEntered(tx: Tx, arrangementIds: readonly number[]): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`select arrangement_id as id from cost_line
    where arrangement_id = any(${[...arrangementIds]}::bigint[]) and fee_item = any(${Object.values(quotedItem)}::text[])`.execute(
    tx,
  )
  return new Set(rows.map(({ id }) => id))
}

/** Another carrier takes it: what the rate of the former one made of it goes, unless an application holds it. */
export async function dropQuotes(tx: Tx, arrangementId: number, carrierId: number): Promise<void> {
  await sql`delete from cost_line where arrangement_id = ${arrangementId} and company_id = ${carrierId} and quoted = amount
    and application_id is null`.execute(tx)
}
