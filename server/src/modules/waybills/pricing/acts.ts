import { canStart } from '@xunyun/contract/kernel/lifecycle'
import type { Outcomes } from '@xunyun/contract/kernel/list'
import type * as calls from '@xunyun/contract/waybills/charges'
import { type PriceAction, type PriceState, pricedStates, priceLifecycle } from '@xunyun/contract/waybills/priceStates'
import type { WaybillState } from '@xunyun/contract/waybills/states'
import { type RawBuilder, sql } from 'kysely'
import type { Act, Asked } from '../../../platform/act.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { Approvals, Verdict } from '../../../platform/approvals.ts'
import { BatchReport, eachRecord, type Records, refusedOf } from '../../../platform/batch.ts'
import { clock } from '../../../platform/clock.ts'
import { owned, type Tx } from '../../../platform/db.ts'
import { notFound, Refusal } from '../../../platform/refusal.ts'
import { markSeen, ofOwnOutlet, type SeenId, scoped } from '../../../platform/scope.ts'
import { refuseStale } from '../../../platform/version.ts'
import { agreeCharges, approvePriced, heldBy, whyHeld } from '../../charges/index.ts'
import { recordEvents } from '../events.ts'
import { excess, ownTotal } from '../payments.ts'
import type { Objection } from '../rules.ts'
import { checkRise, ownParts } from './credit.ts'
import { settle } from './settle.ts'
import type { Settled } from './write.ts'

/** Acts on a waybill's price (domain §2): set, priced anew, taken back, confirmed with the customer. */

type Locked = {
  id: SeenId
  waybill_no: string
  state: string
  price_state: string
  price_note: string | null
  payments: string | null
  own: string
  receivable: string
  version: number
  updated_at: string
  updated_by: number | null
  /** An adjustment of it that is under review. */
  open_adjustment: string | null
  /** What holds its charges. */
  held_by: string | null
}

/** What decides whether a price act is possible; `payments` as the table keeps them, and what they are of. */
export type PriceFacts = {
  priceState: PriceState
  payments: string | null
  own: string
  openAdjustment: string | null
  /** What holds its charges (M3). */
  heldBy: string | null
}

/** Why a price act is not possible; undefined when it is. */
export function priceObjection(action: PriceAction, state: WaybillState, price: PriceFacts): Objection {
  if (!pricedStates(state)) return { reason: 'waybills.notPlacedYet' }
  if (!canStart(priceLifecycle, action, price.priceState))
    return { reason: 'waybills.wrongPriceState', params: { priceState: price.priceState } }
  if (action === 'unconfirm' && price.openAdjustment !== null)
    return { reason: 'waybills.adjustmentOpen', params: { adjustment: price.openAdjustment } }
  if (action === 'unconfirm' && price.heldBy !== null) return whyHeld(price.heldBy)
  return action === 'confirm' ? excess({ payments: price.payments, receivable: price.own }) : undefined
}

export const objectionTo = (
  action: PriceAction,
  { state, price_state, payments, own, open_adjustment, held_by }: Locked,
): Objection =>
  priceObjection(action, state as WaybillState, {
    priceState: price_state as PriceState,
    payments,
    own,
    openAdjustment: open_adjustment,
    heldBy: held_by,
  })

/** The adjustment of a waybill that is under review, by its number. */
export const openAdjustment = (waybillId: RawBuilder<unknown>): RawBuilder<string | null> =>
  // unscoped: what is under review lends its number
  sql`(select p.no from adjustment d join application p on p.id = d.id where d.open and d.waybill_id = ${waybillId} limit 1)`

export async function lockPriced(tx: Tx, actor: Actor, ids: readonly number[]): Promise<Map<number, Locked>> {
  const rows = await scoped(tx, actor, 'waybill')
    .select([
      'id',
      'waybill_no',
      'state',
      'price_state',
      'price_note',
      'payments',
      'receivable',
      ownTotal('waybill').as('own'),
      'version',
      'updated_at',
      'updated_by',
      openAdjustment(sql.ref('waybill.id')).as('open_adjustment'),
      heldBy(sql`waybill`).as('held_by'),
    ])
    .where(ofOwnOutlet(actor))
    .where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
    .orderBy('id')
    .forUpdate()
    .execute()
  return new Map(rows.map((row) => [row.id, markSeen(row)]))
}

/** Waybills in scope, of whose prices their states say what may be done. */
const pricesTo = (action: PriceAction): Records<Locked> => ({
  lock: lockPriced,
  no: (waybill) => waybill.waybill_no,
  may: (waybill) => {
    const no = objectionTo(action, waybill)
    return no === undefined ? undefined : new Refusal(no.reason, no.params ?? {})
  },
})

/** Runs an act on those that allow it, together: one statement for up to ten thousand of them, so no `eachRecord`. */
export async function actOnPrices(
  { tx, actor }: Asked,
  action: PriceAction,
  ids: readonly number[],
  act: (allowed: Locked[], report: BatchReport) => Promise<number>,
): Promise<Outcomes> {
  const report = new BatchReport(actor)
  const found = await lockPriced(tx, actor, ids)
  const allowed: Locked[] = []
  for (const id of new Set(ids)) {
    const row = found.get(id)
    if (row === undefined) {
      report.refuse(id, String(id), notFound())
      continue
    }
    const no = objectionTo(action, row)
    if (no === undefined) allowed.push(row)
    else report.refuse(id, row.waybill_no, new Refusal(no.reason, no.params ?? {}))
  }
  if (allowed.length > 0) report.done(await act(allowed, report))
  return report.outcomes()
}

/** 定价, 改价: the fees as typed. Without any: what the price in force makes of it. */
export const priceWaybill =
  (approvals: Approvals): Act<typeof calls.priceWaybill> =>
  async ({ tx, actor }, input) => {
    const waybill = (await lockPriced(tx, actor, [input.id])).get(input.id)
    if (waybill === undefined) throw notFound()
    await refuseStale(tx, waybill, input.version)
    const no = objectionTo('price', waybill)
    if (no !== undefined) throw new Refusal(no.reason, no.params ?? {})
    const before = await ownParts(tx, [waybill.id])
    const [settled] = await settle(tx, actor, approvals, [waybill.id], {
      typed: new Map([[input.id, { charges: input.charges }]]),
      note: input.reason,
      bump: true,
    })
    if (settled === undefined || settled.priceState === 'unpriced') throw new Refusal('waybills.nothingCharged')
    await checkRise(tx, actor, before, 'charges')
    return { version: waybill.version + 1, priceState: settled.priceState, receivable: settled.receivable }
  }

/** 重新计价: what the prices in force make of them now; a freight set by hand is forgotten. */
export const repriceWaybills =
  (approvals: Approvals): Act<typeof calls.repriceWaybills> =>
  (asked, { ids }) => {
    const { tx, actor } = asked
    return actOnPrices(asked, 'reprice', ids, async (allowed, report) => {
      const without = new Set<number>()
      const over = await refusedOf(
        tx,
        allowed.map((row) => [row.id, row] as const),
        async (some) => {
          const ids = some.map(({ id }) => id)
          const before = await ownParts(tx, ids)
          for (const { waybill, priceState } of await settle(tx, actor, approvals, ids, { anew: true, bump: true }))
            if (priceState === 'unpriced') without.add(waybill.id)
          await checkRise(tx, actor, before)
        },
      )
      for (const { id, waybill_no: no } of allowed)
        if (over.has(id)) report.refuse(id, no, over.get(id) as Refusal)
        else if (without.has(id)) report.refuse(id, no, new Refusal('waybills.nothingCharged'))
      return allowed.filter(({ id }) => !over.has(id) && !without.has(id)).length
    })
  }

export const confirmPrices: Act<typeof calls.confirmPrices> = (asked, { ids }) => {
  const { tx, actor } = asked
  return actOnPrices(asked, 'confirm', ids, async (allowed) => {
    await confirmLocked(tx, actor, allowed)
    return allowed.length
  })
}

/** The caller has locked them and asked whether they may be confirmed. */
export async function confirmLocked(tx: Tx, actor: Actor, rows: readonly Locked[]): Promise<void> {
  await move(
    tx,
    actor,
    rows,
    sql`price_state = 'confirmed', price_note = null, confirmed_at = ${clock.iso()}, confirmed_by = ${actor.userId}`,
  )
  await agreeCharges(
    tx,
    rows.map(({ id }) => id),
    true,
  )
  await tell(tx, actor, rows, 'priceConfirmed', {})
}

export const unconfirmPrices: Act<typeof calls.unconfirmPrices> = (asked, { ids, reason }) => {
  const { tx, actor } = asked
  return actOnPrices(asked, 'unconfirm', ids, async (allowed) => {
    await move(tx, actor, allowed, sql`price_state = 'reviewed', confirmed_at = null, confirmed_by = null`)
    await agreeCharges(
      tx,
      allowed.map(({ id }) => id),
      false,
    )
    await tell(tx, actor, allowed, 'priceUnconfirmed', { reason })
    return allowed.length
  })
}

/** Only whoever sent a price in takes it back, before the first decision; that is the review's to say. */
export const withdrawPrices =
  (approvals: Approvals): Act<typeof calls.withdrawPrices> =>
  (asked, { ids }) =>
    eachRecord(asked, ids, pricesTo('withdrawPrice'), (waybill) =>
      approvals.withdrawDocument(asked.tx, asked.actor, 'price', waybill.id),
    )

export async function move(tx: Tx, actor: Actor, rows: readonly Locked[], set: ReturnType<typeof sql>): Promise<void> {
  // unscoped: locked in scope above
  await sql`update waybill set ${set}, version = version + 1, updated_at = ${clock.iso()}, updated_by = ${actor.userId}
    where id = any(${rows.map(({ id }) => id)}::bigint[])`.execute(tx)
}

export const tell = (
  tx: Tx,
  actor: Actor,
  rows: readonly { id: number }[],
  type: string,
  params: Record<string, string>,
) =>
  recordEvents(
    tx,
    actor,
    rows.map(({ id }) => ({ waybillId: id, event: { type, params } })),
  )

/** What a review of a price leads to. */
export const priceReview = {
  async approved(tx: Tx, actor: Actor, id: number, { opinion }: Verdict): Promise<void> {
    await setPriceState(tx, actor, id, { price_state: 'reviewed', price_note: null })
    await approvePriced(tx, id)
    await tell(tx, actor, [{ id }], 'priceApproved', { opinion: opinion ?? '' })
  },
  async rejected(tx: Tx, actor: Actor, id: number, { opinion }: Verdict): Promise<void> {
    await setPriceState(tx, actor, id, { price_state: 'unpriced', price_note: opinion })
    await tell(tx, actor, [{ id }], 'priceRejected', { opinion: opinion ?? '' })
  },
  async withdrawn(tx: Tx, actor: Actor, id: number): Promise<void> {
    await setPriceState(tx, actor, id, { price_state: 'unpriced', price_note: null })
    await tell(tx, actor, [{ id }], 'priceWithdrawn', {})
  },
}

async function setPriceState(
  tx: Tx,
  actor: Actor,
  id: number,
  set: { price_state: PriceState; price_note: string | null },
): Promise<void> {
  // unscoped: whoever is asked to review a price decides it, whatever their scope
  const found = await owned(tx)
    .updateTable('waybill')
    .set({ ...set, version: sql`version + 1`, updated_at: clock.iso(), updated_by: actor.userId })
    .where('id', '=', id)
    .where('price_state', '=', 'pending')
    .executeTakeFirst()
  if (found.numUpdatedRows === 0n) throw new Refusal('approvals.decided')
}

export type { Settled }
