import { createArrangement, departArrangements, leaveStop, reachStop } from '../src/modules/dispatch/index.ts'
import { checkInWaybills, createWaybill } from '../src/modules/waybills/index.ts'
import type { Actor } from '../src/platform/actor.ts'
import type { Approvals } from '../src/platform/approvals.ts'
import { clock, dayOf } from '../src/platform/clock.ts'
import type { Db, Tx } from '../src/platform/db.ts'
import type { Files } from '../src/platform/files.ts'
import type { Numbering } from '../src/platform/numbering.ts'
import { freeVehicle } from './demoFleet.ts'
import type { Masters } from './demoMasters.ts'
import { inputOf, type Plan } from './demoPlans.ts'

/** Trips of the demo company over several stops: a round of pickups, a line-haul over the transfer outlet, a round of deliveries to come. */

type Deps = { numbering: Numbering; approvals: Approvals; files: Files }
type People = { readonly operator: Actor; readonly dispatcher: Actor }
type Outlet = keyof Masters['outlets']
type Round = {
  /** Hours ago that its waybills were placed, and that it departed; null while it has not. */
  readonly hours: number
  readonly departed: number | null
  /** Outlets between, and at the end; shippers before them, consignees after them. */
  readonly outlets: readonly Outlet[]
  readonly cargo: readonly { customer: number; to: number; from: 'shipper' | Outlet; unload: Outlet | 'consignee' }[]
  /** Stops reported since: hours ago. */
  readonly reports: readonly { act: 'reach' | 'leave'; seq: number; hours: number }[]
}

const rounds: readonly Round[] = [
  {
    hours: 7,
    departed: 2.5,
    outlets: ['hangzhou'],
    cargo: [
      { customer: 1, to: 0, from: 'shipper', unload: 'hangzhou' },
      { customer: 2, to: 1, from: 'shipper', unload: 'hangzhou' },
      { customer: 3, to: 2, from: 'shipper', unload: 'hangzhou' },
    ],
    reports: [{ act: 'reach', seq: 2, hours: 1.5 }],
  },
  {
    hours: 30,
    departed: 16,
    outlets: ['hangzhou', 'wuhan', 'chengdu'],
    cargo: [
      { customer: 4, to: 1, from: 'hangzhou', unload: 'wuhan' },
      { customer: 5, to: 1, from: 'hangzhou', unload: 'chengdu' },
    ],
    reports: [
      { act: 'reach', seq: 2, hours: 5 },
      { act: 'leave', seq: 2, hours: 4 },
    ],
  },
  {
    hours: 12,
    departed: null,
    outlets: ['hangzhou'],
    cargo: [
      { customer: 6, to: 3, from: 'hangzhou', unload: 'consignee' },
      { customer: 0, to: 3, from: 'hangzhou', unload: 'consignee' },
    ],
    reports: [],
  },
]

export async function seedRounds(db: Db, deps: Deps, masters: Masters, people: People, start: number): Promise<void> {
  for (const round of rounds) await ofRound(db, deps, masters, people, start, round)
}

async function ofRound(
  db: Db,
  deps: Deps,
  masters: Masters,
  { operator, dispatcher }: People,
  start: number,
  round: Round,
) {
  const at = <T>(hours: number, act: (tx: Tx) => Promise<T>): Promise<T> =>
    clock.as(new Date(start - hours * 3_600_000), () => db.transaction().execute(act))
  const placed: { waybillId: number; pieces: number; customer: number; to: number }[] = []
  for (const { customer, to, from } of round.cargo) {
    const plan: Plan = {
      hours: round.hours,
      customer,
      to,
      goods: [['手电钻', 'daily', 'carton', 20, '250', '1.04']],
      end: 'inStation',
    }
    const input = inputOf(plan, masters, dayOf(new Date(start - round.hours * 3_600_000)))
    const { id } = await at(round.hours, (tx) =>
      createWaybill(deps)({ tx, actor: operator }, { ...input, place: true, waybillNo: undefined }),
    )
    if (from !== 'shipper')
      await at(round.hours - 1, (tx) =>
        checkInWaybills({ tx, actor: operator }, { ids: [id], at: clock.iso(), outletId: masters.outlets[from] }),
      )
    placed.push({ waybillId: id, pieces: 20, customer, to })
  }
  const shippers = [...new Set(round.cargo.flatMap(({ from, customer }) => (from === 'shipper' ? [customer] : [])))]
  const consignees = [...new Set(round.cargo.flatMap(({ unload, to }) => (unload === 'consignee' ? [to] : [])))]
  const stopOf = (outlet: Outlet) => shippers.length + round.outlets.indexOf(outlet) + 1
  const planned = Math.max(round.departed ?? -4, -4)
  const { id } = await at(round.hours - 2, async (tx) => {
    const { turn: _, ...going } = await freeVehicle(tx, masters)
    return createArrangement(deps.numbering)(
      { tx, actor: dispatcher },
      {
        ...nothing,
        ...going,
        planAt: new Date(start - planned * 3_600_000).toISOString(),
        stops: [
          ...shippers.map(() => ({ ...noStop, kind: 'shipper' as const })),
          ...round.outlets.map((outlet) => ({ ...noStop, kind: 'outlet' as const, outletId: masters.outlets[outlet] })),
          ...consignees.map(() => ({ ...noStop, kind: 'consignee' as const })),
        ],
        lines: round.cargo.map(({ customer, to, from, unload }, index) => ({
          waybillId: placed[index]?.waybillId as number,
          fromPlace: from === 'shipper' ? ('shipper' as const) : ('outlet' as const),
          fromId: from === 'shipper' ? 0 : masters.outlets[from],
          pieces: 20,
          load: from === 'shipper' ? shippers.indexOf(customer) + 1 : stopOf(from),
          unload:
            unload === 'consignee'
              ? shippers.length + round.outlets.length + consignees.indexOf(to) + 1
              : stopOf(unload),
          goods: undefined,
        })),
        assign: true,
      },
    )
  })
  if (round.departed === null) return
  await at(round.departed, (tx) =>
    departArrangements(
      { tx, actor: dispatcher },
      { ids: [id], at: clock.iso(), overload: undefined, loaded: undefined },
    ),
  )
  for (const { act, seq, hours } of round.reports)
    await at(hours, async (tx) =>
      act === 'reach'
        ? await reachStop(deps.numbering)({ tx, actor: dispatcher }, { id, seq, at: clock.iso(), unloaded: undefined })
        : await leaveStop({ tx, actor: dispatcher }, { id, seq, at: clock.iso(), loaded: undefined }),
    )
}

const noStop = {
  outletId: undefined,
  name: undefined,
  phone: undefined,
  region: undefined,
  address: undefined,
  planAt: undefined,
}
const nothing = {
  type: undefined,
  carrierId: undefined,
  fromOutletId: undefined,
  toOutletId: undefined,
  sealNo: undefined,
  km: undefined,
  remark: undefined,
}
