import * as dispatch from '@xunyun/contract/dispatch/calls'
import * as calls from '@xunyun/contract/waybills/calls'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ago, type Freight, openFreight } from '../../../test/freight.ts'
import { type Client, openWorld, type World } from '../../../test/world.ts'

let world: World
let freight: Freight
let office: Client
let outlets: number[]
beforeAll(async () => {
  world = await openWorld()
  freight = await openFreight(world)
  office = (await world.person('office', { rights: 'all', outletId: freight.hangzhou })).client
  outlets = [freight.hangzhou, freight.guangzhou, await world.outlet('武汉中转')]
})
afterAll(() => world.close())

/** Where the pieces of a waybill are; of several lines of one trip together. */
async function spotsOf(waybillId: number): Promise<Record<Spot, number>> {
  const rows = await world.db
    .selectFrom('piece_place')
    .select(['place', 'place_id', 'pieces'])
    .where('waybill_id', '=', waybillId)
    .where('pieces', '>', 0)
    .execute()
  const spots: Record<Spot, number> = {}
  for (const { place, place_id, pieces } of rows) {
    const spot = place_id === 0 ? place : `${place}:${place_id}`
    spots[spot] = (spots[spot] ?? 0) + pieces
  }
  return spots
}

/** Numbers that look random and are the same at every run. */
function randomOf(seed: number) {
  let state = seed
  return (most: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * most)
  }
}

type Spot = string
type Move = { waybill: number; from: Spot; to: Spot; pieces: number; line?: Line; planned?: boolean }
type Line = { waybill: number; from: Spot; pieces: number; load: number; unload: number; aboard: number }
type Trip = {
  id: number
  state: string
  stops: (number | 'shipper' | 'consignee')[]
  lines: Line[]
  done: Done[]
  at: number
}
/** One event of a trip: what it moved, and where it had been. */
type Done = { moves: Move[]; at: number; state: string; from?: Trip }

/** What a person with paper and pencil would say of it: pieces by place, trips with what they are to load. It knows nothing of SQL. */
class Model {
  readonly places = new Map<number, Map<Spot, number>>()
  readonly trips: Trip[] = []

  has = (waybill: number, spot: Spot): number => this.places.get(waybill)?.get(spot) ?? 0
  planned = (waybill: number, spot: Spot): number =>
    this.trips
      .filter(({ state }) => ['assigned', 'departed'].includes(state))
      .flatMap(({ lines, at }) => lines.filter((line) => line.load * 2 > at))
      .reduce((sum, line) => sum + (line.waybill === waybill && line.from === spot ? line.pieces : 0), 0)
  free = (waybill: number, spot: Spot): number => this.has(waybill, spot) - this.planned(waybill, spot)

  move(moves: readonly Move[]): void {
    for (const { waybill, from, to, pieces } of moves) {
      const spots = this.places.get(waybill) as Map<Spot, number>
      spots.set(from, (spots.get(from) ?? 0) - pieces)
      spots.set(to, (spots.get(to) ?? 0) + pieces)
    }
  }

  /** Leaving stop `seq`: what is planned there goes aboard, less what is left behind. */
  leave(trip: Trip, seq: number, less = new Map<Line, number>()): Move[] {
    const moves: Move[] = []
    for (const line of trip.lines.filter(({ load }) => load === seq)) {
      line.pieces -= less.get(line) ?? 0
      line.aboard = line.pieces
      moves.push({ waybill: line.waybill, from: line.from, to: `arrangement:${trip.id}`, pieces: line.pieces, line })
    }
    trip.lines = trip.lines.filter(({ pieces }) => pieces > 0)
    return moves
  }
  reach(trip: Trip, seq: number): Move[] {
    const isLast = seq === trip.stops.length
    const stop = trip.stops[seq - 1]
    return trip.lines.flatMap((line): Move[] => {
      const isDelivered = trip.stops[line.unload - 1] === 'consignee'
      if (
        line.aboard === 0 ||
        !(isLast ? isDelivered || line.unload === seq : typeof stop === 'number' && line.unload === seq)
      )
        return []
      const last = trip.stops.findLast((one) => typeof one === 'number') ?? outlets[0]
      const home = line.from === 'shipper' ? `outlet:${last}` : line.from
      const pieces = line.aboard
      line.aboard = 0
      return [
        {
          waybill: line.waybill,
          from: `arrangement:${trip.id}`,
          to: isDelivered ? home : `outlet:${trip.stops[line.unload - 1]}`,
          pieces,
          line,
        },
      ]
    })
  }
  /** Whether what an event moved still lies, unplanned, where it put it. */
  lies = ({ moves }: Done): boolean => {
    const there = new Map<string, number>()
    for (const { waybill, to, pieces } of moves)
      there.set(`${waybill} ${to}`, (there.get(`${waybill} ${to}`) ?? 0) + pieces)
    return [...there].every(([key, pieces]) => {
      const [waybill, ...spot] = key.split(' ')
      return this.free(Number(waybill), spot.join(' ')) >= pieces
    })
  }
}

it.each(Array.from({ length: 10 }, (_, index) => index + 1))(
  '[T14] random history %i of trips over several stops, with counts, stops nobody reported, swaps and undo, ends as a naive model says',
  async (seed) => {
    const upTo = randomOf(seed * 7919)
    const model = new Model()
    const waybills: number[] = []
    for (let index = 0; index < 3; index += 1) {
      const { id } = await freight.waybill(office, 6, {
        shipper: { name: '张三', phone: '13800138001', region: '330110', address: `路 ${seed} ${index} 号` },
      } as never)
      waybills.push(id)
      model.places.set(id, new Map([['shipper', 6]]))
    }
    await office.ok(calls.checkInWaybills, { ids: [waybills[0] as number], at: ago(5000) })
    model.move([{ waybill: waybills[0] as number, from: 'shipper', to: `outlet:${freight.hangzhou}`, pieces: 6 }])
    let minute = 4000
    let vehicles = 0
    const going = async () => {
      vehicles += 1
      return {
        vehicleId: await freight.addVehicle(`津${seed}H${String(1000 + vehicles)}`),
        driverId: await freight.addDriver('随机'),
      }
    }
    const now = () => {
      minute -= 5
      return ago(minute)
    }
    const pick = <T>(list: readonly T[]): T | undefined => list[upTo(list.length)]

    const arrange = async () => {
      const wanted = waybills.flatMap((waybill) =>
        [...(model.places.get(waybill)?.keys() ?? [])]
          .filter((spot) => /^(shipper|outlet)/.test(spot) && model.free(waybill, spot) > 0)
          .map((spot) => ({ waybill, spot })),
      )
      const chosen = wanted.filter(() => upTo(3) > 0)
      if (chosen.length === 0) return
      const stopOf = (spot: Spot, waybill: number) => (spot === 'shipper' ? `shipper ${waybill}` : spot)
      const loads = [...new Set(chosen.map(({ spot, waybill }) => stopOf(spot, waybill)))]
      const ends = chosen.map(({ waybill }) => (upTo(3) === 0 ? `consignee ${waybill}` : `outlet:${pick(outlets)}`))
      const names = [...loads, ...new Set(ends)]
      const lines = chosen.map(
        ({ waybill, spot }, index): Line => ({
          waybill,
          from: spot,
          pieces: 1 + upTo(model.free(waybill, spot)),
          load: names.indexOf(stopOf(spot, waybill)) + 1,
          unload: loads.length + [...new Set(ends)].indexOf(ends[index] as string) + 1,
          aboard: 0,
        }),
      )
      const stops = names.map((name) =>
        name.startsWith('outlet') ? Number(name.slice(7)) : (name.split(' ')[0] as 'shipper' | 'consignee'),
      )
      const answer = await office.send(dispatch.createArrangement, {
        ...(await going()),
        planAt: ago(0),
        assign: true,
        stops: stops.map((stop) => (typeof stop === 'number' ? { kind: 'outlet', outletId: stop } : { kind: stop })),
        lines: lines.map(({ waybill, from, pieces, load, unload }) => ({
          waybillId: waybill,
          fromPlace: from === 'shipper' ? 'shipper' : 'outlet',
          fromId: from === 'shipper' ? 0 : Number(from.slice(7)),
          pieces,
          load,
          unload,
        })),
      })
      if (answer.code === 200)
        model.trips.push({ id: answer.data.id, state: 'assigned', stops, lines, done: [], at: 0 })
    }
    const note = (trip: Trip, moves: Move[], at: number, state: string) => {
      trip.done.push({ moves, at: trip.at, state: trip.state })
      trip.at = at
      trip.state = state
      model.move(moves)
    }
    const depart = async (trip: Trip) => {
      const first = trip.lines.filter(({ load }) => load === 1)
      const line = upTo(3) === 0 ? pick(first) : undefined
      const less = new Map(line === undefined ? [] : [[line, 1 + upTo(line.pieces)]])
      const detail = await office.ok(dispatch.getArrangement, { id: trip.id })
      const found = detail.lines.find(
        (one) => line && one.waybillId === line.waybill && one.load === 1 && fromOf(one) === line.from,
      )
      const loaded =
        line === undefined
          ? undefined
          : [{ lineId: found?.lineId as number, pieces: line.pieces - (less.get(line) ?? 0) }]
      const answer = await office.ok(dispatch.departArrangements, { ids: [trip.id], at: now(), loaded })
      if (answer.done === 1) note(trip, model.leave(trip, 1, less), 2, 'departed')
    }
    /** Twice the stop that was left last, one more where the next has been reached. */
    const report = async (trip: Trip) => {
      const seq = Math.floor(trip.at / 2) + 1
      const isAt = trip.at % 2 === 1
      if (seq === trip.stops.length || upTo(6) === 0) return arrive(trip)
      if (isAt) {
        await office.ok(dispatch.leaveStop, { id: trip.id, seq, at: now() })
        return note(trip, model.leave(trip, seq), trip.at + 1, 'departed')
      }
      await office.ok(dispatch.reachStop, { id: trip.id, seq, at: now() })
      note(trip, model.reach(trip, seq), trip.at + 1, 'departed')
    }
    const arrive = async (trip: Trip) => {
      const answer = await office.ok(dispatch.arriveArrangements, { ids: [trip.id], at: now() })
      expect(answer.refused).toEqual([])
      const moves: Move[] = []
      const count = trip.stops.length
      const [at, state] = [trip.at, trip.state]
      for (let step = trip.at + 1; step < count * 2; step += 1) {
        const seq = Math.ceil(step / 2)
        const done = step % 2 === 1 ? model.reach(trip, seq) : model.leave(trip, seq)
        model.move(done)
        moves.push(...done)
      }
      trip.done.push({ moves, at, state })
      trip.at = count * 2 - 1
      trip.state = 'arrived'
    }
    const undo = async (trip: Trip) => {
      const last = trip.done.at(-1)
      if (last === undefined) return
      const answer = await office.send(dispatch.undoArrangement, { id: trip.id, reason: 'x' })
      // What was loaded and unloaded by one arrival lies where it was put last.
      const ends: Done = {
        ...last,
        moves: last.moves.filter(
          (move, index) =>
            !last.moves.slice(index + 1).some(({ line, from }) => line === move.line && from === move.to),
        ),
      }
      expect(answer.code === 200, JSON.stringify({ ends, answer })).toBe(model.lies(ends))
      if (answer.code !== 200) return
      for (const { line, to, pieces } of [...last.moves].reverse())
        if (line) line.aboard = to.startsWith('arrangement') ? 0 : line.aboard + pieces
      model.move(last.moves.map((move) => ({ ...move, from: move.to, to: move.from })))
      trip.done.pop()
      trip.at = last.at
      trip.state = last.state
    }
    const swap = async (trip: Trip) => {
      const answer = await office.send(dispatch.swapVehicle, {
        ...(await going()),
        id: trip.id,
        reason: '抛锚',
        at: now(),
      })
      if (answer.code !== 200) return
      const behind = Math.ceil(trip.at / 2)
      // Reached and not left, the stop is still to be left; what is aboard was taken over, and is loaded nowhere.
      const isAt = trip.at % 2 === 1
      const ahead = 1 - behind
      const { id } = answer.data
      const moves = trip.lines.flatMap((line): Move[] =>
        line.aboard === 0
          ? []
          : [{ waybill: line.waybill, from: `arrangement:${trip.id}`, to: `arrangement:${id}`, pieces: line.aboard }],
      )
      const lines = trip.lines
        .filter((line) => line.aboard > 0 || line.load * 2 > trip.at)
        .map((line) => ({
          ...line,
          pieces: line.aboard > 0 ? line.aboard : line.pieces,
          load: line.aboard > 0 ? 0 : line.load + ahead,
          unload: line.unload + ahead,
        }))
      model.move(moves)
      const stops = trip.stops.slice(behind - 1)
      model.trips.push({ id, state: 'departed', stops, lines, done: [], at: isAt ? 1 : 2 })
      trip.lines = []
      trip.done = []
      trip.state = 'arrived'
      trip.at = trip.stops.length * 2 - 1
    }
    for (let step = 0; step < 40; step += 1) {
      const trip = pick(model.trips.filter(({ state }) => state === 'assigned' || state === 'departed'))
      const act = upTo(10)
      const any = pick(model.trips)
      if (act < 2 || any === undefined) await arrange()
      else if (act < 4) await undo(any)
      else if (act === 4 && trip?.state === 'departed') await swap(trip)
      else if (trip?.state === 'assigned') await depart(trip)
      else if (trip?.state === 'departed') await report(trip)
      for (const waybill of waybills) {
        const spots = [...(model.places.get(waybill) ?? [])].filter(([, pieces]) => pieces !== 0)
        expect(await spotsOf(waybill), `step ${step}`).toEqual(Object.fromEntries(spots))
      }
    }
    expect(model.trips.length).toBeGreaterThan(1)
  },
)

const fromOf = ({ fromPlace, fromId }: { fromPlace: string; fromId: number }): Spot =>
  fromPlace === 'shipper' ? 'shipper' : `outlet:${fromId}`
