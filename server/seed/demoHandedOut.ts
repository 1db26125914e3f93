import type { SpecialEnds } from '@xunyun/contract/dispatch/special'
import {
  arriveSpecials,
  createCouriers,
  createSpecial,
  deliverCouriers,
  handOverSpecials,
  markCouriers,
  refuseCouriers,
  signCouriers,
  transitCouriers,
} from '../src/modules/dispatch/index.ts'
import { checkInWaybills, createWaybill } from '../src/modules/waybills/index.ts'
import type { Actor } from '../src/platform/actor.ts'
import type { Approvals } from '../src/platform/approvals.ts'
import { clock, dayOf } from '../src/platform/clock.ts'
import type { Db, Tx } from '../src/platform/db.ts'
import type { Files } from '../src/platform/files.ts'
import type { Numbering } from '../src/platform/numbering.ts'
import type { Masters } from './demoMasters.ts'
import { codeOf, consignees, inputOf, type Plan } from './demoPlans.ts'

/** What the demo company's line carrier and courier have: some not handed over yet, some on the way, some late, some at their end. */

type Deps = { numbering: Numbering; approvals: Approvals; files: Files }
type Line = { hours: number; to: number; ends: SpecialEnds; reaches: 'new' | 'handedOver' | 'arrived'; no?: string }
type Parcel = {
  hours: number
  to: number
  reaches: 'new' | 'collected' | 'inTransit' | 'outForDelivery' | 'signed' | 'refused'
  abnormal?: string
}

const lines: readonly Line[] = [
  { hours: 52, to: 0, ends: 'station', reaches: 'arrived', no: 'AD20260031' },
  { hours: 40, to: 0, ends: 'outlet', reaches: 'arrived', no: 'AD20260044' },
  { hours: 30, to: 2, ends: 'door', reaches: 'handedOver', no: 'AD20260052' },
  { hours: 9, to: 0, ends: 'outlet', reaches: 'handedOver' },
  { hours: 3, to: 2, ends: 'station', reaches: 'new' },
]
const parcels: readonly Parcel[] = [
  { hours: 96, to: 1, reaches: 'inTransit' },
  { hours: 60, to: 0, reaches: 'signed' },
  { hours: 48, to: 2, reaches: 'refused' },
  { hours: 26, to: 1, reaches: 'outForDelivery', abnormal: '收货电话无人接听' },
  { hours: 20, to: 3, reaches: 'outForDelivery' },
  { hours: 8, to: 1, reaches: 'collected' },
  { hours: 2, to: 2, reaches: 'new' },
]
const goods: readonly Plan['goods'][number][] = [
  ['电子配件', 'parts', 'carton', 30, '360', '2.4'],
  ['手电钻', 'daily', 'carton', 6, '15', '0.12'],
]

export async function seedHandedOut(db: Db, deps: Deps, masters: Masters, actor: Actor, start: number): Promise<void> {
  for (const [index, line] of lines.entries()) await ofLine(db, deps, masters, actor, start, line, index)
  for (const [index, parcel] of parcels.entries()) await ofCourier(db, deps, masters, actor, start, parcel, index)
}

/** Acts at the hours they would have had. */
const clockOf =
  (db: Db, start: number, placed: number) =>
  <T>(later: number, act: (tx: Tx) => Promise<T>): Promise<T> =>
    clock.as(new Date(start - Math.max(placed - later, 0.02) * 3_600_000), () => db.transaction().execute(act))

type Step = ReturnType<typeof clockOf>

/** A waybill whose pieces lie at 杭州; answers what there is to hand out of it. */
async function stored(step: Step, deps: Deps, masters: Masters, actor: Actor, plan: Plan) {
  const [cargo] = plan.goods as [Plan['goods'][number]]
  const input = inputOf(plan, masters, dayOf(new Date(clock.ms() - plan.hours * 3_600_000)))
  const { id } = await step(0, (tx) =>
    createWaybill(deps)({ tx, actor }, { ...input, place: true, waybillNo: undefined }),
  )
  const outletId = masters.outlets.hangzhou
  await step(0.3, (tx) => checkInWaybills({ tx, actor }, { ids: [id], at: clock.iso(), outletId }))
  return { waybillId: id, fromPlace: 'outlet' as const, fromId: outletId, pieces: cargo[3] }
}
const planOf = (hours: number, to: number, cargo: number, index: number): Plan => ({
  hours,
  customer: index % 8,
  to,
  goods: [goods[cargo] as Plan['goods'][number]],
  end: 'inStation',
})

async function ofLine(db: Db, deps: Deps, masters: Masters, actor: Actor, start: number, line: Line, index: number) {
  const step = clockOf(db, start, line.hours)
  const cargo = await stored(step, deps, masters, actor, planOf(line.hours, line.to, 0, index))
  const region = codeOf((consignees[line.to] as (typeof consignees)[number]).place)
  const { id } = await step(1, (tx) =>
    createSpecial(deps.numbering)(
      { tx, actor },
      {
        carrierId: masters.special,
        carrierNo: line.no,
        fromOutletId: cargo.fromId,
        ends: line.ends,
        toOutletId: line.ends === 'outlet' ? masters.outlets.guangzhou : undefined,
        toRegion: line.ends === 'outlet' ? undefined : region,
        station: line.ends === 'station' ? '佛山南海物流园 B6' : undefined,
        onNotice: undefined,
        expectAt: new Date(start - (line.hours - 24) * 3_600_000).toISOString(),
        receiptCopies: 1,
        remark: undefined,
        lines: [cargo],
        handOver: undefined,
      },
    ),
  )
  if (line.reaches === 'new') return
  await step(2, (tx) => handOverSpecials({ tx, actor }, { ids: [id], at: clock.iso() }))
  if (line.reaches === 'arrived')
    await step(22, (tx) =>
      arriveSpecials(deps.numbering)({ tx, actor }, { ids: [id], at: clock.iso(), unloaded: undefined }),
    )
}

async function ofCourier(
  db: Db,
  deps: Deps,
  masters: Masters,
  actor: Actor,
  start: number,
  parcel: Parcel,
  index: number,
) {
  const step = clockOf(db, start, parcel.hours)
  const cargo = await stored(step, deps, masters, actor, planOf(parcel.hours, parcel.to, 1, index + 3))
  const sent = await step(1, (tx) =>
    createCouriers(deps.numbering)(
      { tx, actor },
      {
        parcels: [
          {
            ...cargo,
            courierId: masters.courier,
            courierNo: `SF${String(1_390_577_000_000 + index * 7919)}`,
            chargeWeight: undefined,
            codAmount: undefined,
            expectAt: undefined,
            remark: undefined,
          },
        ],
        collect: parcel.reaches !== 'new',
      },
    ),
  )
  const ids = sent.parcels.map(({ id }) => id)
  if (parcel.reaches === 'new' || parcel.reaches === 'collected') return
  await step(4, (tx) => transitCouriers({ tx, actor }, { ids, at: clock.iso() }))
  if (parcel.reaches === 'inTransit') return
  await step(15, (tx) => deliverCouriers({ tx, actor }, { ids, at: clock.iso() }))
  const { abnormal } = parcel
  if (abnormal !== undefined) await step(18, (tx) => markCouriers({ tx, actor }, { ids, reason: abnormal }))
  if (parcel.reaches === 'signed')
    await step(18, (tx) => signCouriers(deps)({ tx, actor }, { ids, at: clock.iso(), signer: '本人' }))
  if (parcel.reaches === 'refused')
    await step(18, (tx) =>
      refuseCouriers(deps)({ tx, actor }, { ids, at: clock.iso(), reason: '外箱受潮，收货人拒收' }),
    )
}
