import { Exact } from '@xunyun/contract/kernel/decimal'
import type * as calls from '@xunyun/contract/prices/calls'
import { type PriceAction, type PriceStatus, transportPriceLifecycle } from '@xunyun/contract/prices/states'
import { sql } from 'kysely'
import type { Act } from '../../platform/act.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Approvals, Verdict } from '../../platform/approvals.ts'
import { eachRecord, type Records } from '../../platform/batch.ts'
import { clock, dayBefore, nextDay } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db.ts'
import { differences, recordHistory } from '../../platform/history.ts'
import { Refusal } from '../../platform/refusal.ts'
import { changed, created, refuseStale } from '../../platform/version.ts'
import { bandText } from './band.ts'
import { columnsOf, historyValues, lockPrice, lockPrices, type PriceRecord } from './store.ts'

/** Acts on transport prices: written, sent to review, in force, superseded by the next version (domain §1). */

const entity = 'transportPrice'

function check(action: PriceAction, price: PriceRecord): void {
  if (!transportPriceLifecycle[action].from.includes(price.status as PriceStatus))
    throw new Refusal('prices.wrongState', { priceStatus: price.status })
}

export const addTransportPrice: Act<typeof calls.addTransportPrice> = async ({ tx, actor }, input) => {
  const columns = await columnsOf(tx, actor, input)
  const { id } = await tx
    .insertInto('transport_price')
    .values({ ...columns, version_no: 1, status: 'draft', ...created(actor.userId) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx.updateTable('transport_price').set({ line_id: id }).where('id', '=', id).execute()
  await recordHistory(tx, actor, entity, id, 'created', differences({}, historyValues(columns)))
  return { id }
}

export const changeTransportPrice: Act<typeof calls.changeTransportPrice> = async ({ tx, actor }, input) => {
  const before = await lockPrice(tx, actor, input.id)
  await refuseStale(tx, before, input.version)
  check('edit', before)
  const columns = await columnsOf(tx, actor, input)
  // Whose price it is holds for all its versions: otherwise the one before would never end.
  const kept =
    before.version_no === 1 ? columns : { ...columns, company_id: before.company_id, direction: before.direction }
  await tx
    .updateTable('transport_price')
    .set({ ...kept, ...changed(actor.userId, before.version) })
    .where('id', '=', before.id)
    .execute()
  await recordHistory(tx, actor, entity, before.id, 'changed', differences(historyValues(before), historyValues(kept)))
  return { version: before.version + 1 }
}

const latestOfLine = (tx: Tx, lineId: number) =>
  tx
    .selectFrom('transport_price')
    .selectAll()
    .where('line_id', '=', lineId)
    .where('is_deleted', '=', false)
    .orderBy('version_no', 'desc')
    .executeTakeFirstOrThrow()

/** A draft that will take the place of the version in force; the one that is being written already, if there is one. */
export const newPriceVersion: Act<typeof calls.newPriceVersion> = async ({ tx, actor }, input) => {
  const { id } = await writeVersion(tx, actor, input.id)
  return { id }
}

/** `over`: what is other than in the version in force; `fresh`: there was none being written. */
async function writeVersion(
  tx: Tx,
  actor: Actor,
  id: number,
  over: Partial<Pick<PriceRecord, 'unit_price' | 'valid_from' | 'valid_to'>> & Record<string, unknown> = {},
): Promise<{ id: number; fresh: boolean }> {
  const price = await lockPrice(tx, actor, id)
  const last = await latestOfLine(tx, price.line_id ?? price.id)
  // One is under way already: that one it is.
  const isUnderWay = last.status === 'draft' || last.status === 'pending'
  if (isUnderWay && last.id !== price.id) return { id: last.id, fresh: false }
  check('newVersion', price)
  const {
    id: _,
    created_at,
    created_by,
    updated_at,
    updated_by,
    version,
    is_deleted,
    active_at,
    tiers,
    ...columns
  } = price
  const today = clock.today()
  const validFrom = price.valid_from < today ? nextDay(today) : nextDay(price.valid_from)
  const added = await tx
    .insertInto('transport_price')
    .values({
      ...columns,
      tiers: JSON.stringify(tiers),
      valid_from: validFrom,
      valid_to: price.valid_to !== null && price.valid_to < validFrom ? null : price.valid_to,
      ...over,
      line_id: price.line_id ?? price.id,
      version_no: last.version_no + 1,
      status: 'draft',
      ...created(actor.userId),
    } as never)
    .returning('id')
    .executeTakeFirstOrThrow()
  await recordHistory(tx, actor, entity, added.id, 'newVersion', [
    { field: 'version_no', from: String(price.version_no), to: String(last.version_no + 1) },
  ])
  return { id: added.id, fresh: true }
}

const prices: Records<PriceRecord> = { lock: lockPrices, no: (price) => price.name }

const setStatus = async (tx: Tx, actor: Actor, price: PriceRecord, set: Record<string, unknown>, action: string) => {
  await tx
    .updateTable('transport_price')
    .set({ ...set, ...changed(actor.userId, price.version) } as never)
    .where('id', '=', price.id)
    .execute()
  await recordHistory(
    tx,
    actor,
    entity,
    price.id,
    action,
    differences(historyValues(price), { ...historyValues(price), ...set }),
  )
}

export const submitTransportPrices =
  (approvals: Approvals): Act<typeof calls.submitTransportPrices> =>
  (asked, { ids }) => {
    const { tx, actor } = asked
    return eachRecord(asked, ids, prices, async (price) => {
      check('submit', price)
      refuseNoDay(price.valid_from, price.valid_to)
      await refuseOverlap(tx, price)
      await setStatus(tx, actor, price, { status: 'pending' }, 'submitted')
      const company =
        price.company_id === null
          ? null
          : // unscoped: the name of the price's own partner
            await sql<{ name: string }>`select name from company where id = ${price.company_id}`.execute(tx)
      await approvals.submit(tx, actor, 'transportPrice', [
        {
          id: price.id,
          no: `${price.name} v${price.version_no}`,
          reason: price.version_no === 1 ? 'newPrice' : 'newVersion',
          // A price has no amount of its own; bands of this type begin at 0.
          amount: '0',
          companyId: price.company_id,
          outletId: null,
          facts: {
            customer: company?.rows[0]?.name ?? null,
            from: price.from_region_name,
            to: price.to_region_name,
            basis: price.basis,
            unitPrice: price.unit_price,
            tiers: price.tiers.map((tier) => `${bandText(tier)}: ${tier.price}`).join('  '),
            minCharge: price.min_charge,
            maxCharge: price.max_charge,
            validFrom: price.valid_from,
            validTo: price.valid_to,
          },
        },
      ])
    })
  }

export const withdrawTransportPrices =
  (approvals: Approvals): Act<typeof calls.withdrawTransportPrices> =>
  (asked, { ids }) => {
    const { tx, actor } = asked
    return eachRecord(asked, ids, prices, async (price) => {
      check('withdraw', price)
      await approvals.withdrawDocument(tx, actor, 'transportPrice', price.id)
    })
  }

/** A version without a day of its own would end the one in force and put nothing in its place. */
function refuseNoDay(from: string, to: string | null): void {
  if (to !== null && to < from) throw new Refusal('prices.endsBefore', { from, to })
}

/** From its first day on the new version holds and the one before does not: no day has two, none had its price changed. */
async function refuseOverlap(tx: Tx, price: PriceRecord): Promise<PriceRecord | undefined> {
  const now = await tx
    .selectFrom('transport_price')
    .selectAll()
    .where('line_id', '=', price.line_id)
    .where('id', '<>', price.id)
    .where('status', 'in', ['active', 'ended'])
    .where('is_deleted', '=', false)
    .orderBy('version_no', 'desc')
    .executeTakeFirst()
  if (now !== undefined && price.valid_from <= now.valid_from)
    throw new Refusal('prices.tooOld', { from: price.valid_from, now: now.valid_from })
  return now
}

export async function approved(tx: Tx, actor: Actor, id: number, verdict: Verdict): Promise<void> {
  const price = await lockPrice(tx, actor, id)
  const before = await refuseOverlap(tx, price)
  if (before !== undefined && before.status === 'active') {
    const last = dayBefore(price.valid_from)
    const validTo = before.valid_to !== null && before.valid_to < last ? before.valid_to : last
    await setStatus(tx, actor, before, { status: 'ended', valid_to: validTo }, 'superseded')
  }
  await setStatus(tx, actor, price, { status: 'active', active_at: clock.now() }, 'approved')
  if (verdict.opinion !== null) await said(tx, actor, id, verdict.opinion)
}

export async function rejected(tx: Tx, actor: Actor, id: number, verdict: Verdict): Promise<void> {
  const price = await lockPrice(tx, actor, id)
  await setStatus(tx, actor, price, { status: 'draft' }, 'rejected')
  if (verdict.opinion !== null) await said(tx, actor, id, verdict.opinion)
}

export async function withdrawn(tx: Tx, actor: Actor, id: number): Promise<void> {
  await setStatus(tx, actor, await lockPrice(tx, actor, id), { status: 'draft' }, 'withdrawn')
}

const said = (tx: Tx, actor: Actor, id: number, opinion: string) =>
  recordHistory(tx, actor, entity, id, 'opinion', [{ field: 'opinion', from: null, to: opinion }])

/** 停用: from today on it no longer holds; for the days before it does. */
export const stopTransportPrices: Act<typeof calls.stopTransportPrices> = (asked, { ids, reason }) => {
  const { tx, actor } = asked
  return eachRecord(asked, ids, prices, async (price) => {
    check('stop', price)
    const yesterday = dayBefore(clock.today())
    const validTo = price.valid_to !== null && price.valid_to < yesterday ? price.valid_to : yesterday
    await setStatus(tx, actor, price, { status: 'ended', valid_to: validTo }, 'stopped')
    await said(tx, actor, price.id, reason)
  })
}

export const deleteTransportPrices: Act<typeof calls.deleteTransportPrices> = (asked, { ids }) => {
  const { tx, actor } = asked
  return eachRecord(asked, ids, prices, async (price) => {
    check('delete', price)
    await setStatus(tx, actor, price, { is_deleted: true }, 'deleted')
  })
}

const scaled = (value: string | null, percent: string, places: number): string | null =>
  value === null ? null : new Exact(value).times(new Exact(percent).div(100).plus(1)).toFixed(places)

/** 调价 and 延期: new versions as drafts. */
export const adjustTransportPrices: Act<typeof calls.adjustTransportPrices> = (
  asked,
  { ids, percent = '0', validFrom, validTo },
) => {
  const { tx, actor } = asked
  return eachRecord(asked, ids, prices, async (price) => {
    check('extend', price)
    const lastDay = validTo ?? price.valid_to
    refuseNoDay(validFrom, lastDay)
    if (validFrom <= price.valid_from) throw new Refusal('prices.tooOld', { from: validFrom, now: price.valid_from })
    const { fresh, id } = await writeVersion(tx, actor, price.id, {
      unit_price: scaled(price.unit_price, percent, 4),
      volume_price: scaled(price.volume_price, percent, 4),
      first_price: scaled(price.first_price, percent, 4),
      step_price: scaled(price.step_price, percent, 4),
      min_charge: scaled(price.min_charge, percent, 2),
      max_charge: scaled(price.max_charge, percent, 2),
      tiers: JSON.stringify(price.tiers.map((tier) => ({ ...tier, price: scaled(tier.price, percent, 4) }))),
      valid_from: validFrom,
      valid_to: lastDay,
    })
    if (!fresh) {
      const next = await lockPrice(tx, actor, id)
      throw new Refusal('prices.nextExists', { name: next.name, no: next.version_no })
    }
  })
}
