import { Exact, negated, sumDecimals } from '@xunyun/contract/kernel/decimal'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import { clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db.ts'
import { postCharges } from '../charges/index.ts'
import { type Posting, postMoney, receivable } from '../money/index.ts'
import { adjustedWaybills, type Head } from './events.ts'

/** What is written off of a charge, yuan. */
export type Rest = { readonly chargeId: number; readonly rest: string }
type Doc = Pick<Posting, 'doc' | 'key' | 'outletId'>

/** What a write-off is called: its fee item. */
type WriteOffItem = 'roundOff' | 'badDebt' | 'advance'
const stepOf = { roundOff: 'roundedOff', badDebt: 'writtenOff', advance: 'advanced' } as const

/**
 * 抹零, 减免, 坏账, and 垫付 by the waybill that goes on (T11): what is open of charges is written off by charges of less than nothing, and set off against the debts. Their
 * waybills' chains are told.
 */
export async function writeOff(
  tx: Tx,
  actor: Actor,
  doc: Doc,
  rests: readonly Rest[],
  feeItem: WriteOffItem = 'roundOff',
): Promise<void> {
  const written = await contraries(tx, actor, doc.doc.no, rests, feeItem)
  await postMoney(tx, actor, {
    ...doc,
    act: 'offset',
    day: clock.today(),
    entries: rests.flatMap(({ chargeId, rest }) => [
      receivable(written.get(chargeId) as number, negated(rest)),
      receivable(chargeId, rest),
    ]),
  })
}

/**
 * Takes back what a document wrote off and did not take back before, all of it or what was of some charges: the debts are open again;
 * charges of the contrary settle what wrote them off, which stays as it is, be it stated, invoiced or of a closed month (M3).
 */
export async function undoWriteOff(
  tx: Tx,
  actor: Actor,
  { doc, key, outletId }: Doc,
  ofCharges?: readonly number[],
  feeItem: WriteOffItem = 'roundOff',
): Promise<number[]> {
  const found = await sql<{ chargeId: number; offId: number; rest: string }>`
    select h.adjusts_id as "chargeId", h.id as "offId", e.amount::text as rest
    from money_posting p join money_entry e on e.posting_id = p.id and e.account = 'receivable'
      join charge h on h.id = e.owner_id and h.source = 'writeOff'
    where p.doc_type = ${doc.type} and p.doc_id = ${doc.id} and p.act = 'offset'
      and not exists (select from charge z where z.adjusts_id = h.id and z.source = 'writeOff')
      ${ofCharges === undefined ? sql`` : sql`and h.adjusts_id = any(${[...ofCharges]}::bigint[])`} order by h.id`.execute(
    tx,
  )
  if (found.rows.length === 0) return []
  const written = await contraries(
    tx,
    actor,
    doc.no,
    found.rows.map(({ offId, rest }) => ({ chargeId: offId, rest: negated(rest) })),
    feeItem,
  )
  await postMoney(tx, actor, {
    doc,
    outletId,
    act: 'reversal',
    key: `${key} undone`,
    day: clock.today(),
    frees: true,
    entries: found.rows.flatMap(({ chargeId, offId, rest }) => [
      receivable(chargeId, negated(rest)),
      receivable(written.get(offId) as number, rest),
    ]),
  })
  return found.rows.map(({ chargeId }) => chargeId)
}

type Base = {
  id: number
  waybill_id: number | null
  outlet_id: number
  company_id: number | null
  driver_id: number | null
}

/** Charges of the contrary of what is open, by the charge that each adjusts. */
async function contraries(
  tx: Tx,
  actor: Actor,
  no: string,
  rests: readonly Rest[],
  feeItem: WriteOffItem,
): Promise<Map<number, number>> {
  const ids = rests.map(({ chargeId }) => chargeId)
  const bases =
    await sql<Base>`select id, waybill_id, outlet_id, company_id, driver_id from charge where id = any(${ids}::bigint[])`.execute(
      tx,
    )
  const known = new Map(bases.rows.map((row) => [row.id, row]))
  const waybillIds = [...new Set(bases.rows.flatMap(({ waybill_id }) => waybill_id ?? []))]
  const heads = await sql<Head & { receivable: string }>`
    -- unscoped: of charges that were found in scope
    select id, chain_seq as seq, chain_hash as hash, receivable from waybill where id = any(${waybillIds}::bigint[]) order by id for no key update`.execute(
    tx,
  )
  const told = adjustedWaybills(
    actor,
    heads.rows.map(({ receivable: before, ...head }) => {
      const off = sumDecimals(
        rests.filter(({ chargeId }) => known.get(chargeId)?.waybill_id === head.id).map(({ rest }) => rest),
        2,
      )
      return {
        head,
        payments: null,
        params: { amount: negated(off), receivable: new Exact(before).minus(off).toFixed(2) },
      }
    }),
  )
  await postCharges(
    tx,
    actor.userId,
    rests.map(({ chargeId, rest }) => {
      const base = known.get(chargeId) as Base
      return {
        direction: 'receivable',
        source: 'writeOff',
        outletId: base.outlet_id,
        waybillId: base.waybill_id,
        feeItem,
        companyId: base.company_id,
        driverId: base.driver_id,
        amount: negated(rest),
        taxRate: null,
        day: clock.today(),
        adjustsId: base.id,
        applicationId: null,
        costLineId: null,
        steps: [{ step: stepOf[feeItem], params: { no } }],
        shares: [],
      }
    }),
    told.parts,
    told,
  )
  const made = await sql<{ id: number; of: number }>`select max(id) as id, adjusts_id as of from charge
    where adjusts_id = any(${ids}::bigint[]) and source = 'writeOff' group by 2`.execute(tx)
  return new Map(made.rows.map(({ id, of }) => [of, id]))
}
