import * as dispatch from '@xunyun/contract/dispatch/calls'
import {
  type ArrangementAction,
  type ArrangementState,
  arrangementActions,
  arrangementLifecycle,
  arrangementStates,
} from '@xunyun/contract/dispatch/states'
import { isAble } from '@xunyun/contract/kernel/ability'
import { canStart } from '@xunyun/contract/kernel/lifecycle'
import * as calls from '@xunyun/contract/waybills/calls'
import { changeDestination } from '@xunyun/contract/waybills/destination'
import * as onward from '@xunyun/contract/waybills/onward'
import { deliverInstead, notifyPickup } from '@xunyun/contract/waybills/pickup'
import {
  type WaybillAction,
  type WaybillState,
  waybillActions,
  waybillLifecycle,
  waybillStates,
} from '@xunyun/contract/waybills/states'
import * as tracks from '@xunyun/contract/waybills/tracks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ago, type Freight, openFreight, waybillOf } from './freight.ts'
import { type Client, openWorld, type World } from './world.ts'

/**
 * Walks every state × action of both lifecycles: where the table allows it and the rules beside it hold, the action
 * succeeds; everywhere else the server refuses it and the document stays as it was.
 */
let world: World
let freight: Freight
let office: Client
beforeAll(async () => {
  world = await openWorld()
  freight = await openFreight(world)
  office = (await world.person('office', { rights: 'all' })).client
})
afterAll(() => world.close())

let count = 0
async function newTrip(waybillId: number, type: 'pickup' | 'trunk' | 'delivery', assign = true) {
  count += 1
  const from =
    type === 'pickup'
      ? { fromPlace: 'shipper' as const, fromId: 0 }
      : { fromPlace: 'outlet' as const, fromId: freight.hangzhou }
  const { id } = await office.ok(dispatch.createArrangement, {
    type,
    vehicleId: await freight.addVehicle(`京A${String(30000 + count)}`),
    driverId: await freight.addDriver(`走${count}`),
    planAt: ago(-30),
    ...(type === 'trunk'
      ? { fromOutletId: freight.hangzhou, toOutletId: freight.guangzhou }
      : type === 'pickup'
        ? { toOutletId: freight.hangzhou }
        : {}),
    lines: [{ waybillId, ...from, pieces: 4 }],
    assign,
  })
  return id
}
const step = (
  call: typeof dispatch.departArrangements | typeof dispatch.arriveArrangements,
  id: number,
  minutes: number,
) => office.ok(call, { ids: [id], at: ago(minutes) })
async function run(waybillId: number, type: 'pickup' | 'trunk' | 'delivery', arrive: boolean) {
  const id = await newTrip(waybillId, type)
  await step(dispatch.departArrangements, id, 20)
  if (arrive) await step(dispatch.arriveArrangements, id, 15)
}
const refuse = (id: number, pieces: number, minutes: number) =>
  office.send(calls.refuseWaybill, { id, pieces, reason: '破损', refusedAt: ago(minutes) })
const sign = (id: number, signed: number, refused: number) =>
  office.ok(calls.signWaybill, {
    id,
    signed,
    refused,
    ...(refused > 0 ? { refuseReason: '破损' } : {}),
    signer: '陈',
    signedAt: ago(1),
  })

/** A fresh self-pickup waybill of four pieces brought into a state by real acts. */
async function waybillIn(state: WaybillState): Promise<number> {
  const { id } = await office.ok(calls.createWaybill, {
    ...waybillOf(freight.hangzhou, freight.yunfan, 4),
    deliveryWay: 'selfPickup',
    place: state !== 'draft',
  })
  const checkIn = () => office.ok(calls.checkInWaybills, { ids: [id], at: ago(30) })
  const toDoor = async () => {
    await checkIn()
    await run(id, 'delivery', false)
  }
  const roads: Record<WaybillState, () => Promise<unknown>> = {
    draft: async () => {},
    placed: async () => {},
    pickingUp: () => run(id, 'pickup', false),
    inStation: checkIn,
    inTransit: async () => {
      await checkIn()
      await run(id, 'trunk', false)
    },
    arrived: async () => {
      await checkIn()
      await run(id, 'trunk', true)
    },
    delivering: toDoor,
    awaitingPickup: async () => {
      await checkIn()
      await run(id, 'trunk', true)
      await office.ok(notifyPickup, { ids: [id] })
    },
    signed: async () => {
      await toDoor()
      await sign(id, 4, 0)
    },
    partSigned: async () => {
      await toDoor()
      await sign(id, 3, 1)
    },
    rejected: async () => {
      await toDoor()
      await refuse(id, 4, 1)
    },
    closed: async () => {
      await toDoor()
      await sign(id, 4, 0)
      await world.db.updateTable('waybill').set({ state: 'closed' }).where('id', '=', id).execute()
    },
    cancelled: () => office.ok(calls.cancelWaybills, { ids: [id], reason: 'x' }),
  }
  await roads[state]()
  return id
}

/** Where its pieces lie, as a place is named: the first of these kinds, else the first of all. */
async function placeOf(id: number, ...kinds: string[]): Promise<string> {
  const { places } = await office.ok(calls.getWaybill, { id })
  const one = places.find(({ place, pieces, planned }) => pieces > planned && kinds.includes(place)) ?? places[0]
  return `${one?.place === 'consignee' ? 'outlet' : (one?.place ?? 'outlet')}:${one?.placeId ?? 1}`
}
const resting = (id: number) => placeOf(id, 'refused', 'outlet', 'pickup')
const unended = (id: number) => placeOf(id, 'shipper', 'arrangement', 'outlet', 'pickup', 'refused', 'refusedOut')
/** A picture, as this user uploads it. */
async function file(): Promise<number> {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3, 4])]), 'consent.jpg')
  const answer = await office.fetch('/api/FileUpload/FileUpload', { method: 'POST', body: form })
  return ((await answer.json()) as { data: { FileID: number } }).data.FileID
}

/** Tries the action; true when it had its effect. */
async function tryOn(action: WaybillAction, id: number): Promise<boolean> {
  const { version } = await office.ok(calls.getWaybill, { id })
  const batch = async (call: typeof calls.placeWaybills | typeof calls.checkInWaybills | typeof notifyPickup) =>
    (await office.ok(call, { ids: [id] })).done === 1
  const single = async (answer: Promise<{ code: number }>) => (await answer).code === 200
  switch (action) {
    case 'edit':
      return single(
        office.send(calls.changeWaybill, {
          ...waybillOf(freight.hangzhou, freight.yunfan, 4),
          deliveryWay: 'selfPickup',
          id,
          version,
        }),
      )
    case 'place':
      return batch(calls.placeWaybills)
    case 'changeDestination':
      return single(office.send(changeDestination, { id, version, destOutletId: freight.hangzhou, reason: 'x' }))
    case 'checkIn':
      return batch(calls.checkInWaybills)
    case 'notifyPickup':
      return batch(notifyPickup)
    case 'deliverInstead':
      return (await office.ok(deliverInstead, { ids: [id] })).done === 1
    case 'sign':
      return single(
        office.send(calls.signWaybill, { id, signed: 4, noCodeReason: '身份证', signer: '陈', signedAt: ago(0) }),
      )
    case 'refuse':
      return single(refuse(id, 4, 0))
    case 'sendOnward':
      return single(
        office.send(onward.sendOnward, {
          id,
          version,
          relation: 'return',
          from: await resting(id),
          pieces: 1,
          payMethod: 'monthly',
          reason: 'x',
        }),
      )
    case 'readdress':
      return single(
        office.send(onward.readdressWaybill, {
          id,
          version,
          reason: 'x',
          consignee: { name: '新', phone: '13922104476', region: '440111', address: '另一处 1 号' },
        }),
      )
    case 'abandon':
      return single(
        office.send(onward.abandonPieces, {
          id,
          version,
          from: await resting(id),
          pieces: 1,
          reason: 'x',
          files: [await file()],
        }),
      )
    case 'lose':
      return single(office.send(onward.losePieces, { id, version, from: await unended(id), pieces: 1, text: 'x' }))
    case 'find':
      return single(office.send(onward.findPieces, { id, version, outletId: freight.hangzhou, pieces: 1 }))
    case 'hold':
      return single(office.send(calls.holdWaybill, { id, version, reason: 'x' }))
    case 'release':
      return single(office.send(calls.releaseWaybill, { id, version, proof: 'x' }))
    case 'track':
      return single(office.send(tracks.addTrack, { ids: [id], node: 'via', at: ago(0), confirm: 1 }))
    case 'cancel':
      return (await office.ok(calls.cancelWaybills, { ids: [id], reason: 'x' })).done === 1
    case 'undo':
      return single(office.send(calls.undoWaybill, { id, reason: 'x' }))
  }
}

/** Where the table allows the action but a rule beside the state stands against it, for a waybill made as above. */
const ruledOut: Partial<Record<WaybillAction, readonly WaybillState[]>> = {
  // Nothing lies at an outlet, or what was refused is still with the trip.
  sendOnward: ['placed', 'pickingUp', 'inTransit', 'delivering', 'partSigned', 'rejected'],
  abandon: ['placed', 'pickingUp', 'inTransit', 'delivering', 'partSigned', 'rejected'],
  find: [
    'placed',
    'pickingUp',
    'inStation',
    'inTransit',
    'arrived',
    'delivering',
    'awaitingPickup',
    'signed',
    'partSigned',
    'rejected',
    'closed',
  ],
  // It did not begin there.
  cancel: ['inStation'],
  checkIn: ['pickingUp'],
  notifyPickup: ['placed', 'pickingUp', 'inStation', 'inTransit', 'delivering', 'awaitingPickup'],
  deliverInstead: ['placed', 'pickingUp', 'inStation', 'inTransit', 'arrived', 'delivering'],
  sign: ['placed', 'pickingUp', 'inStation', 'inTransit', 'arrived'],
  refuse: ['placed', 'pickingUp', 'inStation', 'inTransit', 'arrived'],
  release: ['draft', 'placed', 'pickingUp', 'inStation', 'inTransit', 'arrived', 'delivering', 'awaitingPickup'],
  // Nothing has happened yet, or the last step belongs to a trip: it is undone there.
  undo: ['placed', 'pickingUp', 'inTransit', 'arrived', 'delivering'],
}

describe('[D-05] every state × action of a waybill', () => {
  it.each(waybillStates.flatMap((state) => waybillActions.map((action) => [state, action] as const)))(
    '%s: %s',
    async (state, action) => {
      const id = await waybillIn(state)
      const before = await office.ok(calls.getWaybill, { id })
      expect(before.state).toBe(state)
      const expected = canStart(waybillLifecycle, action, state) && !(ruledOut[action]?.includes(state) ?? false)
      // The button says the same as the server does.
      const ability = before.actions.find(({ key }) => key === action)
      expect(ability !== undefined && ability.reason === undefined, `button: ${ability?.reason}`).toBe(expected)
      expect(await tryOn(action, id)).toBe(expected)
      if (!expected) expect((await office.ok(calls.getWaybill, { id })).version).toBe(before.version)
      if (state === 'closed')
        await world.db.updateTable('waybill').set({ state: 'placed' }).where('id', '=', id).execute()
    },
  )
})

/** Numbers that look random and are the same at every run. */
function* numbers(seed: number): Generator<number, never> {
  let state = seed
  for (;;) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    yield state / 2_147_483_648
  }
}

describe('[D-02] random histories of a waybill whose pieces part', () => {
  it.each([1, 2, 3, 4, 5, 6])(
    'history %i: its pieces stand once one has left or is planned, and its state is that of the live ones',
    async (seed) => {
      const random = numbers(seed * 7919)
      const upTo = (most: number) => Math.floor(random.next().value * most)
      const all = 6
      const { id } = await freight.waybill(office, all)
      const vehicleId = () => freight.addVehicle(`津${seed}${String(10_000 + upTo(80_000))}`)
      const places = async () =>
        await world.db
          .selectFrom('piece_place')
          .selectAll()
          .where('waybill_id', '=', id)
          .where('pieces', '>', 0)
          .execute()
      const trips: { id: number; state: 'assigned' | 'departed' | 'arrived' }[] = []
      const arrange = async () => {
        const free = (await places()).filter(
          ({ place, pieces, planned }) => ['shipper', 'outlet'].includes(place) && pieces > planned,
        )
        const from = free[upTo(free.length)]
        if (from === undefined) return
        const types = from.place === 'shipper' ? (['pickup', 'delivery'] as const) : (['trunk', 'delivery'] as const)
        const type = types[upTo(2)] ?? 'delivery'
        const [here, there] =
          from.place_id === freight.hangzhou
            ? [freight.hangzhou, freight.guangzhou]
            : [freight.guangzhou, freight.hangzhou]
        const trip = await office.ok(dispatch.createArrangement, {
          type,
          vehicleId: await vehicleId(),
          driverId: await freight.addDriver('随机'),
          planAt: ago(-30),
          assign: true,
          ...(type === 'trunk'
            ? { fromOutletId: here, toOutletId: there }
            : type === 'pickup'
              ? { toOutletId: freight.hangzhou }
              : {}),
          lines: [
            {
              waybillId: id,
              fromPlace: from.place as 'shipper',
              fromId: from.place_id,
              pieces: 1 + upTo(from.pieces - from.planned),
            },
          ],
        })
        trips.push({ id: trip.id, state: 'assigned' })
      }
      /** The next step of a trip, or one back; what is refused has no effect. */
      const drive = async () => {
        const trip = trips[upTo(trips.length)]
        if (trip === undefined) return
        if (upTo(5) === 0) {
          const undone =
            trip.state !== 'assigned' &&
            (await office.send(dispatch.undoArrangement, { id: trip.id, reason: 'x' })).code === 200
          if (undone) trip.state = trip.state === 'arrived' ? 'departed' : 'assigned'
        } else if (trip.state === 'assigned') {
          if ((await office.ok(dispatch.departArrangements, { ids: [trip.id] })).done === 1) trip.state = 'departed'
        } else if (trip.state === 'departed')
          if ((await office.ok(dispatch.arriveArrangements, { ids: [trip.id] })).done === 1) trip.state = 'arrived'
      }
      const anyStrand = async () => {
        const { strands } = await office.ok(calls.getWaybill, { id })
        return strands[upTo(strands.length)]?.from
      }
      const isRefused = ({ place }: { place: string }) => place === 'refused' || place === 'refusedOut'
      const steps = [
        arrange,
        drive,
        drive,
        () => office.ok(calls.checkInWaybills, { ids: [id] }),
        async () =>
          office.send(calls.refuseWaybill, {
            id,
            from: await anyStrand(),
            pieces: 1 + upTo(2),
            reason: 'x',
            refusedAt: ago(0),
          }),
        async () =>
          office.send(calls.signWaybill, { id, from: await anyStrand(), signed: 1, signer: '陈', signedAt: ago(0) }),
        () => office.send(calls.undoWaybill, { id, reason: 'x' }),
      ]
      for (let step = 0; step < 14; step += 1) {
        await steps[upTo(steps.length)]?.()
        const at = await places()
        const live = at.filter((one) => one.place !== 'consignee' && !isRefused(one))
        const isFree =
          live.length === at.length && live.every(({ place, planned }) => place === 'shipper' && planned === 0)
        const sum = (list: typeof at) => list.reduce((total, { pieces }) => total + pieces, 0)
        const { version, ...detail } = await office.ok(calls.getWaybill, { id })
        expect(sum(at)).toBe(all)
        expect(detail.refused).toBe(sum(at.filter(isRefused)))
        expect(detail.places.filter(isRefused).reduce((total, { pieces }) => total + pieces, 0)).toBe(detail.refused)
        expect(['signed', 'partSigned', 'rejected'].includes(detail.state)).toBe(live.length === 0)
        const more = { ...waybillOf(freight.hangzhou, freight.yunfan, all + 1), id, version }
        expect(
          (await office.send(calls.changeWaybill, more)).code === 200,
          `${detail.state} ${JSON.stringify(at)}`,
        ).toBe(isFree)
        if (isFree)
          await office.ok(calls.changeWaybill, {
            ...waybillOf(freight.hangzhou, freight.yunfan, all),
            id,
            version: version + 1,
          })
      }
    },
  )
})

async function tripIn(state: ArrangementState): Promise<number> {
  const { id: waybillId } = await freight.waybill(office, 4)
  const id = await newTrip(waybillId, 'pickup', state !== 'new')
  if (state === 'cancelled') await office.ok(dispatch.cancelArrangements, { ids: [id], reason: 'x' })
  if (['departed', 'arrived', 'done'].includes(state)) await step(dispatch.departArrangements, id, 20)
  if (['arrived', 'done'].includes(state)) await step(dispatch.arriveArrangements, id, 10)
  if (state === 'done') await office.ok(dispatch.finishArrangements, { ids: [id] })
  return id
}

/** What only a trip that came without all its pieces, or goes over stops, knows has tests of its own (counts.http.test, stops.http.test). */
const special = [
  'bringIn',
  'undoBringIn',
  'reachStop',
  'undoReachStop',
  'leaveStop',
  'undoLeaveStop',
  'swapVehicle',
  'undoSwapVehicle',
] as const
type Special = (typeof special)[number]
const isOfStops = (action: ArrangementAction): action is Special => (special as readonly string[]).includes(action)
const tripActions = arrangementActions.filter((action) => !isOfStops(action)) as Exclude<ArrangementAction, Special>[]

async function tryTrip(action: (typeof tripActions)[number], id: number): Promise<boolean> {
  const trip = await office.ok(dispatch.getArrangement, { id })
  const done = async (answer: Promise<{ done: number }>) => (await answer).done === 1
  switch (action) {
    case 'change': {
      const lines = trip.lines.map(({ waybillId, fromPlace, fromId, pieces }) => ({
        waybillId,
        fromPlace,
        fromId,
        pieces,
      }))
      const input = {
        id,
        version: trip.version,
        type: 'pickup',
        vehicleId: trip.vehicleId,
        driverId: trip.driverId,
        toOutletId: freight.hangzhou,
        planAt: trip.planAt,
        lines,
      } as const
      return (await office.send(dispatch.changeArrangement, input)).code === 200
    }
    case 'assign':
      return done(office.ok(dispatch.assignArrangements, { ids: [id] }))
    case 'depart':
      return done(office.ok(dispatch.departArrangements, { ids: [id] }))
    case 'arrive':
      return done(office.ok(dispatch.arriveArrangements, { ids: [id] }))
    case 'finish':
      return done(office.ok(dispatch.finishArrangements, { ids: [id] }))
    case 'cancel':
      return done(office.ok(dispatch.cancelArrangements, { ids: [id], reason: 'x' }))
    case 'undoDepart':
    case 'undoArrive': {
      // One call undoes the last step: it is the departure only while the trip is under way.
      if (trip.state === (action === 'undoDepart' ? 'arrived' : 'departed')) return false
      return (await office.send(dispatch.undoArrangement, { id, reason: 'x' })).code === 200
    }
  }
}

describe('[D-05] every state × action of a trip', () => {
  it.each(arrangementStates.flatMap((state) => tripActions.map((action) => [state, action] as const)))(
    '%s: %s',
    async (state, action) => {
      const id = await tripIn(state)
      const before = await office.ok(dispatch.getArrangement, { id })
      expect(before.state).toBe(state)
      const expected = canStart(arrangementLifecycle, action, state)
      expect(isAble(before, action)).toBe(expected)
      expect(await tryTrip(action, id)).toBe(expected)
      const after = await office.ok(dispatch.getArrangement, { id })
      const to = arrangementLifecycle[action].to
      expect(after.state).toBe(expected && to !== 'derived' ? to : state)
    },
  )
})
