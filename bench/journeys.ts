import { answerOf, type Bench, post } from './calls.ts'
import { runTag } from './generate.ts'
import { drive, median } from './load.ts'
import { everyPart, give, ms, perSecond, type Row, ratio } from './scenarios.ts'
import { full } from './smoke.ts'

/** Waybills arranged onto a trip, sent off and received, and one waybill that many dispatchers want at once. */
export async function journeys(bench: Bench): Promise<Row[]> {
  const ground = await groundOf(bench)
  return [...(await trips(bench, ground)), await oneWaybill(bench, ground)]
}

/** On one trip. */
const cargo = full(50, 5)

/** One vehicle and driver are ours, the others go on the bare trips. */
type Ground = { from: number; to: number; customer: number; vehicles: number[]; drivers: number[]; tag: string }

/** Two outlets, neither of them a destination of what goes, and vehicles and drivers that are on no trip. */
async function groundOf({ pool }: Bench): Promise<Ground> {
  const { rows } = await pool.query<Omit<Ground, 'tag'>>(
    `select o.ids[1] as from, o.ids[2] as to, (select min(id) from company where roles @> '{customer}') as customer,
       array(select id::int from vehicle v where not exists (select from arrangement a where a.vehicle_id = v.id and a.state = 'departed') order by id desc limit 2) as vehicles,
       array(select id::int from driver d where not exists (select from arrangement a where a.driver_id = d.id and a.state = 'departed') order by id desc limit 2) as drivers
     from (select array_agg(id order by id) as ids from company where roles @> '{own}' and not service_regions && '{440000,440100,440111}') o`,
  )
  if (rows[0] === undefined) throw new Error('no outlets')
  return { ...rows[0], tag: runTag() }
}

let next = 0
/** New waybills that lie at their outlet. */
async function checkedIn(bench: Bench, ground: Ground, count: number, goods: object[] = everyPart.goods) {
  const ids: number[] = []
  for (let n = 0; n < count; n += 1) {
    next += 1
    const { id } = await post<{ id: number }>(bench, 'Waybills/CreateWaybill', {
      outletId: ground.from,
      customerId: ground.customer,
      customerNo: `${ground.tag}-J${next}`,
      bizDate: '2026-11-20',
      deliveryWay: 'delivery',
      payMethod: 'monthly',
      ...everyPart,
      goods,
      place: true,
    })
    ids.push(id)
  }
  await allDone(bench, 'Waybills/CheckInWaybills', ids)
  return ids
}

async function allDone(bench: Bench, path: string, ids: readonly number[]): Promise<void> {
  const { done, refused } = await post<{ done: number; refused: unknown[] }>(bench, path, { ids })
  if (done !== ids.length) throw new Error(`${path}: ${JSON.stringify(refused[0])}`)
}

const tripOf = (
  { vehicles, drivers }: Ground,
  from: number,
  to: number,
  lines: { waybillId: number; pieces: number }[],
) => ({
  type: 'trunk',
  vehicleId: vehicles[0],
  driverId: drivers[0],
  fromOutletId: from,
  toOutletId: to,
  planAt: new Date().toISOString(),
  assign: true,
  lines: lines.map((line) => ({ ...line, fromPlace: 'outlet', fromId: from })),
})

const arrange = (bench: Bench, trip: object) => post<{ id: number }>(bench, 'Dispatch/CreateArrangement', trip)

type Noted = { ours: number[]; limit: number[] }
const noted = (): Noted => ({ ours: [], limit: [] })
/** Adds how long it took. */
async function note<T>(took: number[], run: () => Promise<T>): Promise<T> {
  const began = performance.now()
  const answer = await run()
  took.push(performance.now() - began)
  return answer
}

/** There and back, each time with the same waybills; the bare statements with as many of their own. */
async function trips(bench: Bench, ground: Ground): Promise<Row[]> {
  bench.say(`trips of ${cargo} waybills`)
  const [ours, theirs] = [await checkedIn(bench, ground, cargo), await checkedIn(bench, ground, cargo)]
  const pieces = everyPart.goods.reduce((sum, one) => sum + one.pieces, 0)
  const took = { arranged: noted(), departed: noted(), arrived: noted() }
  for (let round = 0; round < full(12, 2); round += 1) {
    const [from, to] = round % 2 === 0 ? [ground.from, ground.to] : [ground.to, ground.from]
    const trip = tripOf(
      ground,
      from,
      to,
      ours.map((waybillId) => ({ waybillId, pieces })),
    )
    await give(bench, 'arrange', bareArranging(ground, from, to, theirs, round))
    const mine = await note(took.arranged.ours, async () => (await arrange(bench, trip)).id)
    const other = await note(took.arranged.limit, () => bare(bench, 'arrange'))
    await give(bench, 'depart', bareDeparting(other, to, theirs, round))
    await note(took.departed.ours, () => allDone(bench, 'Dispatch/DepartArrangements', [mine]))
    await note(took.departed.limit, () => bare(bench, 'depart'))
    await give(bench, 'arrive', bareArriving(other, to, theirs, round))
    await note(took.arrived.ours, () => allDone(bench, 'Dispatch/ArriveArrangements', [mine]))
    await note(took.arrived.limit, () => bare(bench, 'arrive'))
  }
  return Object.entries(took).map(([act, { ours: a, limit: b }]) => ({
    name: `a trip of ${cargo} waybills ${act}`,
    ours: ms(median(a)),
    limit: `${ms(median(b))} (the same rows, a statement a table)`,
    ratio: ratio(median(b) / median(a)),
    aim: '≥ 0.5',
  }))
}

/** The limit: what an act writes, one statement a table. Chains take no event that is not their own, so these go beside them. */
const event = (ids: readonly number[], round: number, type: string) => ({
  sql: `insert into bench_event (waybill_id, seq, type, payload, at, by_id, by_name, prev_hash, hash)
    select id, $2, $3, '{"params":{"arrangementNo":"PC26112600001","leg":"trunk","pieces":24}}', now(), 1, 'bench', decode(repeat('00', 32), 'hex'), decode(repeat('00', 32), 'hex')
    from unnest($1::bigint[]) id`,
  parameters: [ids, round * 3 + eventOrder.indexOf(type) + 1, type],
})
const eventOrder = ['arranged', 'departed', 'arrived']
const history = (trip: number | '$id', action: string) => ({
  sql: `insert into history (entity, entity_id, at, by_id, by_name, action, changes) values ('arrangement', $1, now(), 1, 'bench', $2, '[]')`,
  parameters: [trip, action],
})
const track = (trip: number, node: string) => ({
  sql: `insert into track (waybill_id, arrangement_id, node, at, place, text, source, visible, by_id, by_name)
    select waybill_id, $1, $2, now(), '网点', pieces, 'system', true, 1, 'bench' from arrangement_line where arrangement_id = $1`,
  parameters: [trip, node],
})
const newTrip = ({ vehicles, drivers }: Ground, from: number, to: number) => ({
  sql: `insert into arrangement (arrangement_no, outlet_id, kind, type, state, vehicle_id, driver_id, from_outlet_id, to_outlet_id, plan_at, search, created_by)
    values ($1, $2, 'vehicle', 'trunk', 'assigned', $3, $4, $2, $5, now(), $1, 1) returning id`,
  parameters: ['$turn', from, vehicles[1], drivers[1], to],
})

const bareArranging = (ground: Ground, from: number, to: number, ids: readonly number[], round: number) => [
  newTrip(ground, from, to),
  {
    sql: `insert into arrangement_stop (arrangement_id, seq, kind, outlet_id, plan_at)
      values ($1, 1, 'outlet', $2, now()), ($1, 2, 'outlet', $3, null)`,
    parameters: ['$id', from, to],
  },
  {
    sql: `insert into arrangement_line (arrangement_id, waybill_id, seq, leg, from_place, from_id, pieces, weight, volume, load_stop, unload_stop)
      select $1, id, row_number() over (order by id), 'trunk', 'outlet', $2, pieces, weight, volume, 1, 2 from waybill where id = any($3::bigint[])`,
    parameters: ['$id', from, ids],
  },
  {
    sql: `update piece_place set planned = pieces where waybill_id = any($2::bigint[]) and place = 'outlet' and place_id = $1`,
    parameters: [from, ids],
  },
  {
    sql: `update waybill set unarranged = 0, chain_hash = chain_hash, chain_at = now() where id = any($1::bigint[])`,
    parameters: [ids],
  },
  event(ids, round, 'arranged'),
  history('$id', 'created'),
]

/** The pieces of a trip's lines go from one place to another. */
const movement = (trip: number, from: string, to: string) => ({
  sql: `with act as materialized (select nextval('act_id') as id)
    insert into piece_movement (waybill_id, act_id, from_place, from_id, from_line, to_place, to_id, to_line, pieces, at, by_id)
    select l.waybill_id, act.id, ${from}, ${to}, l.pieces, now(), 1 from arrangement_line l join arrangement a on a.id = l.arrangement_id, act
    where l.arrangement_id = $1`,
  parameters: [trip],
})
const aboard = `'arrangement', a.id, l.id`

const bareDeparting = (trip: number, to: number, ids: readonly number[], round: number) => [
  {
    sql: `update arrangement set state = 'departed', depart_at = now(), version = version + 1, updated_at = now() where id = $1 returning id`,
    parameters: [trip],
  },
  { sql: `update arrangement_stop set left_at = now() where arrangement_id = $1 and seq = 1`, parameters: [trip] },
  movement(trip, `l.from_place, l.from_id, 0`, aboard),
  {
    sql: `update piece_place p set pieces = 0, planned = 0 from arrangement_line l
      where l.arrangement_id = $1 and p.waybill_id = l.waybill_id and p.place = l.from_place and p.place_id = l.from_id and p.line_id = 0`,
    parameters: [trip],
  },
  {
    sql: `insert into piece_place (waybill_id, place, place_id, line_id, leg, pieces)
      select waybill_id, 'arrangement', arrangement_id, id, leg, pieces from arrangement_line where arrangement_id = $1`,
    parameters: [trip],
  },
  {
    sql: `insert into waybill_outlet (waybill_id, outlet_id, created_at) select id, $1, created_at from waybill where id = any($2::bigint[]) on conflict do nothing`,
    parameters: [to, ids],
  },
  {
    sql: `update waybill set state = 'inTransit', state_pieces = pieces, chain_hash = chain_hash, chain_at = now() where id = any($1::bigint[])`,
    parameters: [ids],
  },
  track(trip, 'depart'),
  event(ids, round, 'departed'),
  history(trip, 'departed'),
]

const bareArriving = (trip: number, to: number, ids: readonly number[], round: number) => [
  {
    sql: `update arrangement set state = 'arrived', arrive_at = now(), version = version + 1, updated_at = now() where id = $1 returning id`,
    parameters: [trip],
  },
  { sql: `update arrangement_stop set arrived_at = now() where arrangement_id = $1 and seq = 2`, parameters: [trip] },
  movement(trip, aboard, `'outlet', a.to_outlet_id, 0`),
  {
    sql: `update piece_place set pieces = 0 where waybill_id = any($2::bigint[]) and place = 'arrangement' and place_id = $1`,
    parameters: [trip, ids],
  },
  {
    sql: `insert into piece_place as p (waybill_id, place, place_id, pieces)
      select waybill_id, 'outlet', $2, pieces from arrangement_line where arrangement_id = $1
      on conflict (waybill_id, place, place_id, line_id) do update set pieces = p.pieces + excluded.pieces`,
    parameters: [trip, to],
  },
  {
    sql: `update waybill set state = case when outlet_id = $1 then 'inStation' else 'inTransit' end, state_pieces = pieces, unarranged = pieces,
        chain_hash = chain_hash, chain_at = now() where id = any($2::bigint[])`,
    parameters: [to, ids],
  },
  track(trip, 'arrive'),
  event(ids, round, 'arrived'),
  history(trip, 'arrived'),
]

/** Everybody takes a piece of the same waybill onto a trip of his own: as many get one as there are. */
async function oneWaybill(bench: Bench, ground: Ground): Promise<Row> {
  const pieces = full(1_000, 40)
  const tries = pieces + full(60, 8)
  const dispatchers = 16
  bench.say(`${dispatchers} dispatchers, one waybill`)
  const goods = [{ name: '瓷砖', package: 'carton', pieces, weight: '9000', volume: '30' }]
  const [mine = 0, other = 0] = await checkedIn(bench, ground, 2, goods)
  const trip = tripOf(ground, ground.from, ground.to, [{ waybillId: mine, pieces: 1 }])
  const isArranged = (sent: Promise<unknown>) => sent.then(() => true, isRefusal)
  const ours = await drive(dispatchers, tries, () => isArranged(arrange(bench, trip)))
  const { rows } = await bench.pool.query<{ planned: number; lines: number }>(
    `select planned, (select count(*) from arrangement_line where waybill_id = $1) as lines from piece_place
     where waybill_id = $1 and place = 'outlet' and place_id = $2`,
    [mine, ground.from],
  )
  const planned = [ours.done, rows[0]?.planned, rows[0]?.lines]
  if (planned.some((count) => count !== pieces)) throw new Error(`${planned.join(', ')} of ${pieces} are planned`)
  await give(bench, 'onePiece', barePiece(ground, other))
  const limit = await drive(dispatchers, pieces, async () => (await bare(bench, 'onePiece')) > 0)
  return {
    name: `${dispatchers} dispatchers on one waybill: exactly ${pieces} of ${tries} planned`,
    ours: perSecond(ours.perSecond),
    limit: perSecond(limit.perSecond),
    ratio: ratio(ours.perSecond / limit.perSecond),
    aim: '≥ 0.5',
  }
}

const isRefusal = (error: Error) => {
  if (!error.message.includes('dispatch.tooManyPieces')) throw error
  return false
}

/** The same rows of one piece. */
const barePiece = (ground: Ground, id: number) => [
  newTrip(ground, ground.from, ground.to),
  {
    sql: `insert into arrangement_stop (arrangement_id, seq, kind, outlet_id, plan_at)
      values ($1, 1, 'outlet', $2, now()), ($1, 2, 'outlet', $3, null)`,
    parameters: ['$id', ground.from, ground.to],
  },
  {
    sql: `update piece_place set planned = planned + 1 where waybill_id = $1 and place = 'outlet' and place_id = $2`,
    parameters: [id, ground.from],
  },
  {
    sql: `insert into arrangement_line (arrangement_id, waybill_id, seq, leg, from_place, from_id, pieces, weight, volume, load_stop, unload_stop)
      values ($1, $2, 1, 'trunk', 'outlet', $3, 1, 9, 0.03, 1, 2)`,
    parameters: ['$id', id, ground.from],
  },
  {
    sql: `update waybill set unarranged = unarranged - 1, chain_hash = chain_hash, chain_at = now() where id = $1`,
    parameters: [id],
  },
  {
    sql: `insert into bench_event (waybill_id, seq, type, payload, at, by_id, by_name, prev_hash, hash)
      select $1, coalesce(max(seq), 0) + 1, 'arranged', '{"params":{"arrangementNo":"PC26112600001","plateNo":"浙A00001","pieces":1}}', now(), 1, 'bench',
        decode(repeat('00', 32), 'hex'), decode(repeat('00', 32), 'hex') from bench_event where waybill_id = $1`,
    parameters: [id],
  },
  history('$id', 'created'),
]

async function bare(bench: Bench, name: string): Promise<number> {
  const url = `${bench.bare}/write/${name}`
  const headers = { 'content-type': 'application/json' }
  return (await answerOf<{ id: number }>(url, await fetch(url, { method: 'POST', body: '{}', headers }))).id
}
