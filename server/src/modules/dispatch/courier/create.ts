import type * as calls from '@xunyun/contract/dispatch/courier'
import { isOurNumber } from '@xunyun/contract/dispatch/courier'
import type { Reason } from '@xunyun/contract/errors'
import type { Input, Params } from '@xunyun/contract/kernel/call'
import { compareDecimal, Exact } from '@xunyun/contract/kernel/decimal'
import { sql } from 'kysely'
import { refuseFor } from '../../../platform/abilities.ts'
import type { Act } from '../../../platform/act.ts'
import { clock } from '../../../platform/clock.ts'
import { owned, type Tx } from '../../../platform/db.ts'
import { differences, recordHistory } from '../../../platform/history.ts'
import type { Numbering } from '../../../platform/numbering.ts'
import { refuseFields } from '../../../platform/refusal.ts'
import type { SeenId } from '../../../platform/scope.ts'
import { searchText } from '../../../platform/search.ts'
import { refuseStale } from '../../../platform/version.ts'
import { dropQuotes, takeQuotes } from '../../costs/index.ts'
import type { LockedWaybill } from '../../waybills/index.ts'
import { cargoChange, checkCargo, giveBack, lockCargo, outletOf, planLines, writeLines } from '../cargo.ts'
import { carriersWith, mayBeHanded, numberKey, takenNumbers } from '../carriers.ts'
import { lockCourier, lockCouriersWithCargo } from '../facts.ts'
import { courierAllows, courierHere, heldStays } from './rules.ts'
import { collect } from './steps.ts'
import { chargeWeights } from './weight.ts'

type CourierInput = Input<typeof calls.createCouriers>['parcels'][number]
type Checked = { waybills: Map<number, LockedWaybill>; couriers: Map<number, string>; weights: string[] }

/** Gives parcels to couriers (快递外发), all or none: what is wrong with one stands at its cell. They stay, planned, until collected. */
export const createCouriers =
  (numbering: Numbering): Act<typeof calls.createCouriers> =>
  async ({ tx, actor }, { parcels, collect: isCollected }) => {
    const waybills = await lockCargo(tx, actor, parcels)
    const { couriers, weights } = await check(tx, parcels, waybills, (index) => `parcels.${index}`)
    const numbers = await numbering.next('KD', parcels.length)
    const made: { id: number; arrangementNo: string; version: number }[] = []
    for (const [index, parcel] of parcels.entries()) {
      const arrangementNo = numbers[index] as string
      const courier = couriers.get(parcel.courierId) ?? ''
      const { id } = await owned(tx)
        .insertInto('arrangement')
        .values({
          ...columnsOf(arrangementNo, parcel, weights[index] as string, courier, waybills),
          kind: 'courier',
          arrangement_no: arrangementNo,
          outlet_id: await outletOf(tx, actor, [
            parcel.fromPlace === 'outlet' ? parcel.fromId : waybills.get(parcel.waybillId)?.outletId,
          ]),
          state: 'new',
          plan_at: clock.iso(),
          created_by: actor.userId,
          updated_by: actor.userId,
          created_at: clock.now(),
          updated_at: clock.now(),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await writeLines(tx, id, [parcel], waybills)
      made.push({ id, arrangementNo, version: 1 })
    }
    await planLines(tx, parcels, {
      actor,
      events: parcels.map((parcel, index) => arrangedEvent(parcel, numbers[index] as string, couriers)),
      beside: { history: made.map(({ id }) => ({ entity: 'arrangement', id, action: 'created' })) },
    })
    if (isCollected === true) {
      const locked = await lockCouriersWithCargo(
        tx,
        actor,
        made.map(({ id }) => id),
      )
      for (const parcel of locked.values()) await collect(tx, actor, parcel, clock.iso())
    }
    await takeQuotes(
      tx,
      actor,
      made.flatMap(({ id }, index) => (parcels[index]?.takeQuote === true ? [id] : [])),
    )
    return { parcels: made.map((one) => ({ ...one, version: isCollected === true ? 2 : 1 })) }
  }

/** Changes a parcel that has not been collected. */
export const changeCourier: Act<typeof calls.changeCourier> = async ({ tx, actor }, { id, version, ...input }) => {
  const parcel = await lockCourier(tx, actor, id)
  refuseFor(courierAllows('change', parcel.state) ?? courierHere(actor, parcel))
  await refuseStale(
    tx,
    { version: parcel.version, updated_at: parcel.updatedAt, updated_by: parcel.updatedBy },
    version,
  )
  await lockCargo(tx, actor, [...parcel.lines, input], true)
  const before = await inWords(tx, parcel.id)
  await giveBack(tx, parcel.lines)
  const waybills = await lockCargo(tx, actor, [input])
  const { couriers, weights } = await check(tx, [input], waybills, () => '', parcel.id)
  await owned(tx)
    .updateTable('arrangement')
    .set({
      ...columnsOf(parcel.arrangementNo, input, weights[0] as string, couriers.get(input.courierId) ?? '', waybills),
      version: parcel.version + 1,
      updated_at: clock.now(),
      updated_by: actor.userId,
    })
    .where('id', '=', parcel.id)
    .execute()
  await tx.deleteFrom('arrangement_line').where('arrangement_id', '=', parcel.id).execute()
  await writeLines(tx, parcel.id, [input], waybills)
  await recordHistory(tx, actor, 'arrangement', parcel.id, 'changed', differences(before, await inWords(tx, parcel.id)))
  const events = cargoChange(parcel, [input], () => arrangedEvent(input, parcel.arrangementNo, couriers))
  await planLines(tx, [input], { actor, events })
  if (input.courierId !== parcel.carrierId) await dropQuotes(tx, parcel.id, parcel.carrierId)
  if (input.takeQuote === true) await takeQuotes(tx, actor, [parcel.id])
  return { id: parcel.id, arrangementNo: parcel.arrangementNo, version: parcel.version + 1 }
}

const arrangedEvent = (parcel: CourierInput, arrangementNo: string, couriers: Checked['couriers']) => ({
  waybillId: parcel.waybillId,
  event: {
    type: 'arranged',
    params: {
      arrangementNo,
      kind: 'courier',
      carrier: couriers.get(parcel.courierId) ?? '',
      carrierNo: parcel.courierNo,
      pieces: parcel.pieces,
    },
  },
})

/** Couriers, numbers, pieces, weight and COD of every parcel. */
async function check(
  tx: Tx,
  parcels: readonly CourierInput[],
  waybills: Map<number, LockedWaybill>,
  path: (index: number) => string,
  besides?: number,
): Promise<Omit<Checked, 'waybills'>> {
  const couriers = await carriersWith(
    tx,
    'courier',
    parcels.map(({ courierId }) => courierId),
  )
  const numberOf = ({ courierId, courierNo }: CourierInput) => ({ carrierId: courierId, carrierNo: courierNo })
  const taken = await takenNumbers(tx, parcels.map(numberOf), besides)
  const cod = await codLeft(tx, [...waybills.values()], besides)
  const seen = new Set<string>()
  const fields: { path: string; reason: Reason; params?: Params }[] = []
  parcels.forEach((parcel, index) => {
    const at = (field: string) => [path(index), field].filter(Boolean).join('.')
    const no = mayBeHanded(couriers.get(parcel.courierId))
    if (no !== undefined) fields.push({ path: at('courierId'), ...no })
    const key = numberKey(numberOf(parcel))
    const other = taken.get(key)
    if (isOurNumber(parcel.courierNo)) fields.push({ path: at('courierNo'), reason: 'dispatch.ourNumber' })
    else if (other !== undefined)
      fields.push({ path: at('courierNo'), reason: 'dispatch.carrierNoTaken', params: { no: other } })
    else if (seen.has(key)) fields.push({ path: at('courierNo'), reason: 'dispatch.carrierNoTwice' })
    seen.add(key)
    const left = cod.get(parcel.waybillId) ?? '0'
    const asked = parcel.codAmount ?? '0'
    if (compareDecimal(asked, left) > 0)
      fields.push({ path: at('codAmount'), reason: 'dispatch.codTooMuch', params: { left } })
    else cod.set(parcel.waybillId, new Exact(left).minus(asked).toFixed(2))
  })
  refuseFields(fields)
  checkCargo(parcels, waybills, {
    start: () => undefined,
    goods: (waybill) => [heldStays(waybill)],
    path: (index) => path(index),
  })
  const proposed = await chargeWeights(
    tx,
    parcels.filter(({ chargeWeight }) => chargeWeight === undefined),
  )
  return {
    couriers: new Map([...couriers].map(([id, { shortName }]) => [id, shortName])),
    weights: parcels.map(({ chargeWeight }) => chargeWeight ?? (proposed.shift() as string)),
  }
}

/** COD of waybills, less what was collected or other couriers collect, yuan. */
async function codLeft(tx: Tx, waybills: readonly LockedWaybill[], besides?: number): Promise<Map<number, string>> {
  const found = await sql<{ id: number; left: string }>`
    select w.id, case when exists (select from signing g where g.waybill_id = w.id and g.signed > 0 and not g.undone) then 0
      -- unscoped: as below
      else greatest(w.cod_amount - coalesce((select sum(a.cod_amount) from arrangement_line l join arrangement a on a.id = l.arrangement_id
        where l.waybill_id = w.id and a.kind = 'courier' and a.phase in ('planned', 'underway') and a.id is distinct from ${besides ?? null}::bigint), 0), 0) end::text as "left"
    -- unscoped: waybills that the caller has locked
    from waybill w where w.id = any(${waybills.map(({ id }) => id)}::bigint[])`.execute(tx)
  return new Map(found.rows.map(({ id, left }) => [id, left]))
}

function columnsOf(
  arrangementNo: string,
  parcel: CourierInput,
  chargeWeight: string,
  courier: string,
  waybills: Checked['waybills'],
) {
  return {
    carrier_id: parcel.courierId,
    carrier_no: parcel.courierNo,
    from_outlet_id: parcel.fromPlace === 'outlet' ? parcel.fromId : null,
    charge_weight: chargeWeight,
    cod_amount: parcel.codAmount ?? '0',
    expect_at: parcel.expectAt ?? null,
    remark: parcel.remark ?? null,
    search: searchText([arrangementNo, parcel.courierNo, courier, waybills.get(parcel.waybillId)?.waybillNo]),
  }
}

/** As its timeline shows it. */
async function inWords(tx: Tx, id: SeenId): Promise<Record<string, unknown>> {
  const found = await sql<Record<string, unknown>>`
    select c.short_name as "carrierName", a.carrier_no as "courierNo", a.charge_weight as "chargeWeight", a.cod_amount as "codAmount",
      a.expect_at as "expectAt", a.remark,
      -- unscoped: as below
      (select string_agg(w.waybill_no || ' × ' || l.pieces, ', ' order by l.seq) from arrangement_line l join waybill w on w.id = l.waybill_id
        where l.arrangement_id = a.id) as lines
    -- unscoped: it has been locked inside the scope, and what it carries is shown with it
    from arrangement a join company c on c.id = a.carrier_id where a.id = ${id}`.execute(tx)
  return found.rows[0] ?? {}
}
