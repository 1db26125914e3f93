import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openStorehouse } from '../../../../test/storehouse.ts'
import { clock } from '../../../platform/clock.ts'
import type { Refusal } from '../../../platform/refusal.ts'
import { type Movement, postMovements, reversePosting, type StockKey } from './post.ts'
import { stockAsOf } from './queries.asOf.ts'
import { buildOpenings } from './store.openings.ts'
import { proveStock } from './store.proof.ts'

/** The posting function and its ledger, on their own: nothing else may change stock (domain §6). */
let house: Awaited<ReturnType<typeof openStorehouse>>
beforeAll(async () => {
  house = await openStorehouse()
})
afterAll(() => house.close())

let acts = 0
const post = (movements: Movement[], options: { at?: string; act?: string } = {}) =>
  house.db.transaction().execute((tx) =>
    postMovements(tx as never, house.keeper, {
      warehouseId: house.warehouseId,
      docType: 'move',
      docId: 1,
      docNo: 'YK1',
      act: options.act ?? String(++acts),
      ...(options.at === undefined ? {} : { at: options.at }),
      movements,
    }),
  )
const place = (goods: { itemId: number; batchId: number }, location = 0): StockKey => ({
  ...goods,
  locationId: house.locations[location] as number,
  quality: 'good',
  containerId: 0,
})
const receive = (key: StockKey, qty: string, more: Partial<Movement> = {}): Movement => ({
  ...key,
  line: 1,
  type: 'RCV',
  flow: 1,
  onHand: qty,
  ...more,
})
const ship = (key: StockKey, qty: string, more: Partial<Movement> = {}): Movement => ({
  ...key,
  line: 1,
  type: 'SHP',
  flow: -1,
  onHand: `-${qty}`,
  ...more,
})
const held = async ({ itemId }: { itemId: number }) =>
  (
    await sql<{ location: number; figures: string }>`select location_id as location,
      concat_ws('/', trim_scale(on_hand), trim_scale(allocated), trim_scale(frozen)) as figures from stock
      where item_id = ${itemId} order by location_id`.execute(house.db)
  ).rows.map(({ location, figures }) => `${house.locations.indexOf(location)}:${figures}`)
const refusal = async (run: Promise<unknown>) => {
  const error = (await run.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )) as Refusal | undefined
  return error === undefined ? 'done' : `${error.reason} ${JSON.stringify(error.params)}`
}
const day = (ago: number) => new Date(clock.ms() - ago * 86_400_000).toISOString()

it('[D-05] a document changes all its keys or none, and says every line that falls short', async () => {
  const [a, b, c] = [await house.item('NET-A'), await house.item('NET-B'), await house.item('NET-C')]
  await post([receive(place(a), '10'), receive(place(b), '5'), receive(place(c), '1')])
  expect(await refusal(post([ship(place(a), '3'), ship(place(b), '6'), ship(place(c), '2')]))).toBe(
    'stock.short {"lines":"NET-B A-01-01 (5 / 6); NET-C A-01-01 (1 / 2)"}',
  )
  expect(await held(a)).toEqual(['0:10/0/0'])
  // The net of a key counts: out and in again in one document is no shortage.
  await post([ship(place(b), '6'), receive(place(b), '4')])
  expect(await held(b)).toEqual(['0:3/0/0'])
})

it('[D-05] no more is allocated or frozen than is there, and what is promised does not leave under the promise', async () => {
  const goods = await house.item('HOLD')
  const key = place(goods)
  await post([receive(key, '10'), { ...key, line: 1, type: 'ALC', flow: 0, allocated: '6' }])
  expect(await refusal(post([{ ...key, line: 1, type: 'FRZ', flow: 0, frozen: '5' }]))).toContain('(4 / 5)')
  expect(await refusal(post([ship(key, '5')]))).toContain('(4 / 5)')
  expect(await refusal(post([{ ...key, line: 1, type: 'UNALC', flow: 0, allocated: '-7' }]))).toContain('stock.short')
  await post([ship(key, '6', { allocated: '-6' })])
  expect(await held(goods)).toEqual(['0:4/0/0'])
})

it('[D-05] the same act of a document happens once, tried again or tried by two at once', async () => {
  const goods = await house.item('ONCE')
  const tries = await Promise.all(
    Array.from({ length: 8 }, () => post([receive(place(goods), '7')], { act: 'receive-7' })),
  )
  expect(tries.filter(({ fresh }) => fresh)).toHaveLength(1)
  expect(new Set(tries.map(({ postingId }) => postingId)).size).toBe(1)
  expect(await held(goods)).toEqual(['0:7/0/0'])
})

it('[D-05] sixteen who sell the last of one item sell exactly what is there', async () => {
  const goods = await house.item('HOT')
  await post([receive(place(goods), '100')])
  const outcomes: string[] = []
  await Promise.all(
    Array.from({ length: 16 }, async () => {
      for (let sale = 0; sale < 8; sale += 1) outcomes.push(await refusal(post([ship(place(goods), '1')])))
    }),
  )
  expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(100)
  expect(outcomes.filter((outcome) => outcome.startsWith('stock.short'))).toHaveLength(28)
  expect(await held(goods)).toEqual(['0:0/0/0'])
  const dates = await sql<{ disorder: number }>`select count(*)::int as disorder from (
    select occurred_at < lag(occurred_at) over (order by id) as before from stock_move where item_id = ${goods.itemId}) x
    where before`.execute(house.db)
  expect(dates.rows[0]?.disorder).toBe(0)
})

it('[D-05] writers whose documents overlap in any order wait for each other and never for ever', async () => {
  const goods = await Promise.all(Array.from({ length: 6 }, (_, index) => house.item(`DEAD-${index}`)))
  const keys = goods.flatMap((each) => [place(each, 0), place(each, 1), place(each, 2)])
  await Promise.all(
    Array.from({ length: 12 }, async (_, writer) => {
      for (let round = 0; round < 10; round += 1) {
        const mine = [...keys].sort(
          (one, two) => ((one.itemId * 31 + writer * 17 + round * 7) % 13) - ((two.itemId * 29 + round) % 11),
        )
        await post(mine.slice(0, 9).map((key) => receive(key, '1')))
      }
    }),
  )
  const found = await sql<{ sum: string }>`select trim_scale(sum(on_hand))::text as sum from stock
    where item_id = any(${goods.map(({ itemId }) => itemId)}::bigint[])`.execute(house.db)
  expect(found.rows[0]?.sum).toBe(String(12 * 10 * 9))
})

it('[D-05] what is dated back may not make a later moment negative, and the moment is named', async () => {
  const goods = await house.item('BACK')
  const key = place(goods)
  await post([receive(key, '10')], { at: day(30) })
  await post([ship(key, '8')], { at: day(20) })
  await post([receive(key, '50')], { at: day(10) })
  // Today there are 52, but from the 20th day back to the 10th there were 2.
  expect(await refusal(post([ship(key, '5')], { at: day(25) }))).toMatch(
    /^stock\.wasShort .*BACK A-01-01 \(-3, \d{4}-\d\d-\d\d \d\d:\d\d\)/,
  )
  await post([ship(key, '2')], { at: day(25) })
  await post([ship(key, '5')], { at: day(5) })
  expect(await refusal(post([receive(key, '1')], { at: day(-1) }))).toContain('stock.future')
  expect(await held(goods)).toEqual(['0:45/0/0'])
})

it('[D-05] a posting is taken back whole, once, and not when the goods have left', async () => {
  const goods = await house.item('REV')
  const [first, second] = [place(goods, 0), place(goods, 1)]
  const { postingId } = await post([receive(first, '10')])
  const moved = await post([
    { ...first, line: 1, type: 'MV', flow: 0, onHand: '-4' },
    { ...second, line: 1, type: 'MV', flow: 0, onHand: '4' },
  ])
  const reverse = (id: number, act: string) =>
    house.db
      .transaction()
      .execute((tx) => reversePosting(tx as never, house.keeper, id, { docType: 'move', docId: 1, docNo: 'YK1', act }))
  expect(await refusal(reverse(postingId, 'back-1'))).toContain('(6 / 10)')
  await reverse(moved.postingId, 'back-2')
  expect(await refusal(reverse(moved.postingId, 'back-3'))).toContain('stock.reversed')
  await reverse(postingId, 'back-4')
  expect(await held(goods)).toEqual(['0:0/0/0', '1:0/0/0'])
})

it('[D-05] a serial number is in one place at a time; as many are named as goods move', async () => {
  const goods = await house.item('SERIAL', { serial_controlled: true })
  const key = place(goods)
  expect(await refusal(post([receive(key, '2', { serials: ['S1'] })]))).toContain('"given":1,"needed":"2"')
  const { postingId } = await post([receive(key, '2', { serials: ['S1', 'S2'] })])
  expect(await refusal(post([receive(key, '1', { serials: ['S2'] })]))).toContain('"numbers":"S2"')
  expect(await refusal(post([ship(place(goods, 1), '1', { serials: ['S1'] })]))).toContain('stock.short')
  expect(await refusal(post([ship(key, '1', { serials: ['S9'] })]))).toContain('stock.serialElsewhere')
  await post([
    { ...key, line: 1, type: 'MV', flow: 0, onHand: '-1', serials: ['S1'] },
    { ...place(goods, 1), line: 1, type: 'MV', flow: 0, onHand: '1', serials: ['S1'] },
  ])
  const back = () =>
    house.db
      .transaction()
      .execute((tx) =>
        reversePosting(tx as never, house.keeper, postingId, { docType: 'move', docId: 2, docNo: 'YK2', act: 'back' }),
      )
  expect(await refusal(back())).toContain('stock.short')
  await post([ship(place(goods, 1), '1', { serials: ['S1'] })])
  await post([receive(key, '1', { serials: ['S1'] })])
  await back()
  const left = await sql`select 1 from item_serial where item_id = ${goods.itemId} and stock_id is not null`.execute(
    house.db,
  )
  expect(left.rows).toEqual([])
})

it('[D-05] nobody changes or deletes a line of the ledger; a location that is being counted keeps still', async () => {
  const goods = await house.item('STILL')
  const { postingId } = await post([receive(place(goods, 3), '1')])
  const change = (statement: string) => refusal(sql.raw(statement).execute(house.db))
  for (const statement of [
    `update stock_move set d_on_hand = 2 where posting_id = ${postingId}`,
    `delete from stock_move where posting_id = ${postingId}`,
    `delete from stock_posting where id = ${postingId}`,
    'truncate stock_move cascade',
  ])
    await expect(sql.raw(statement).execute(house.db)).rejects.toThrow(/append-only/)
  await change(`update location set count_id = 9 where id = ${house.locations[3]}`)
  expect(await refusal(post([ship(place(goods, 3), '1')]))).toContain('"location":"A-01-04"')
  await change(`update location set count_id = null where id = ${house.locations[3]}`)
})

it('[D-05] a balance that somebody changed by hand is found, and its key is named', async () => {
  const goods = await house.item('TAMPER')
  await post([receive(place(goods), '5')])
  const before = await proveStock(house.db as never, 'whole', null)
  expect(before.differences).toBe(0)
  await sql`update stock set on_hand = 6 where item_id = ${goods.itemId}`.execute(house.db)
  for (const kind of ['whole', 'sinceOpening'] as const) {
    const found = await proveStock(house.db as never, kind, null)
    expect(found).toMatchObject({
      differences: 1,
      broken: [{ what: 'balance', itemNo: 'TAMPER', location: 'A-01-01', balance: ['6.0000', '0.0000', '0.0000'] }],
    })
  }
  await sql`update stock set on_hand = 5 where item_id = ${goods.itemId}`.execute(house.db)
})

/** Hundreds of histories of random acts against a model that knows nothing of SQL. LEDGER_HISTORIES=20000 for a long night. */
it('[D-05] random histories, dated back too, end as a naive model says: every balance, every refusal, every past day', async () => {
  const histories = Number(process.env.LEDGER_HISTORIES ?? 400)
  const start = clock.ms() - 200 * 86_400_000
  const figures = { accepted: 0, short: 0, wasShort: 0, reversed: 0 }
  let next = 0
  const one = async (seed: number) => {
    const random = randomOf(seed)
    const goods = await house.item(`R${seed}`)
    const model = new Model()
    const keys = [0, 1, 2].flatMap((at) =>
      (['good', 'pending'] as const).map((quality) => ({ ...place(goods, at), quality })),
    )
    const done: { id: number; movements: Movement[]; at: number }[] = []
    let now = start + random(30) * 86_400_000
    for (let step = 0; step < 14; step += 1) {
      now += random(12) * 86_400_000 + random(86_400_000)
      const back = random(4) === 0 && done.length > 0
      const at = Math.min(back ? start + random(now - start) : now, clock.ms() - 1000)
      const old = random(9) === 0 ? done[random(done.length || 1)] : undefined
      const movements: Movement[] =
        old === undefined
          ? act(random, keys)
          : old.movements.map((movement) => ({
              ...movement,
              onHand: negative(movement.onHand),
              allocated: negative(movement.allocated),
              frozen: negative(movement.frozen),
            }))
      // A reversal is dated now, as people's are.
      const dated = old === undefined ? at : Math.min(Math.max(now, old.at), clock.ms() - 1000)
      const expected = model.judge(movements, dated)
      const outcome =
        old === undefined
          ? await settle(post(movements, { at: new Date(dated).toISOString(), act: `h${seed}-${step}` }))
          : await settle(
              clock.as(new Date(dated), () =>
                house.db.transaction().execute((tx) =>
                  reversePosting(tx as never, house.keeper, old.id, {
                    docType: 'move',
                    docId: seed,
                    docNo: 'YK1',
                    act: `r${step}`,
                  }),
                ),
              ),
            )
      if (outcome.refused === 'stock.reversed') {
        figures.reversed += 1
        continue
      }
      expect(`${seed}.${step} ${outcome.refused ?? 'done'}`).toBe(`${seed}.${step} ${expected}`)
      if (outcome.refused === undefined) {
        model.apply(movements, dated)
        figures.accepted += 1
        if (outcome.postingId !== undefined) done.push({ id: outcome.postingId, movements, at: dated })
      } else figures[outcome.refused === 'stock.short' ? 'short' : 'wasShort'] += 1
    }
    const { rows } = await sql<{ id: number }>`select id from stock where item_id = ${goods.itemId}`.execute(house.db)
    const ids = rows.map(({ id }) => id)
    for (const moment of [start + random(200 * 86_400_000), start + random(200 * 86_400_000), clock.ms()]) {
      const found = await sql<{ key: string; figures: string }>`
        select concat_ws('.', s.location_id, s.quality) as key,
          concat_ws('/', trim_scale(a.on_hand), trim_scale(a.allocated), trim_scale(a.frozen)) as figures
        from (${stockAsOf(new Date(moment).toISOString(), sql`stock_id = any(${ids})`)}) a join stock s on s.id = a.stock_id
        where (a.on_hand, a.allocated, a.frozen) <> (0, 0, 0) order by 1`.execute(house.db)
      expect(found.rows.map(({ key, figures: held }) => `${key}=${held}`)).toEqual(model.asOf(moment))
    }
  }
  const worker = async () => {
    while (next < histories) {
      next += 1
      await one(next)
    }
  }
  // The months are calculated while the histories are written.
  const builder = (async () => {
    while (next < histories) {
      await buildOpenings(house.db as never)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  })()
  await Promise.all([...Array.from({ length: 8 }, worker), builder])
  await buildOpenings(house.db as never)
  expect((await proveStock(house.db as never, 'whole', null)).broken).toEqual([])
  expect((await proveStock(house.db as never, 'sinceOpening', null)).broken).toEqual([])
  expect(await openingsThatLie()).toEqual([])
  // All that can happen did happen.
  for (const count of Object.values(figures)) expect(count).toBeGreaterThan(histories / 50)
}, 600_000)

/** Openings of every month, of keys and of items, against the bare ledger. */
async function openingsThatLie(): Promise<unknown[]> {
  const found = await sql`
    select 'key' as what, p.month, coalesce(o.stock_id, m.stock_id) as id from stock_period p
    cross join lateral (select stock_id, sum(d_on_hand) a, sum(d_allocated) b, sum(d_frozen) c from stock_move
      where occurred_at < p.month group by 1) m
    full join stock_opening o on o.month = p.month and o.stock_id = m.stock_id
    where (coalesce(o.on_hand, 0), coalesce(o.allocated, 0), coalesce(o.frozen, 0)) <> (coalesce(m.a, 0), coalesce(m.b, 0), coalesce(m.c, 0))
    union all
    select 'item', p.month, m.item_id from stock_period p
    cross join lateral (select item_id, sum(d_on_hand) h, coalesce(sum(d_on_hand) filter (where flow = 1), 0) i,
      coalesce(-sum(d_on_hand) filter (where flow = -1), 0) u, coalesce(sum(d_on_hand) filter (where type = 'RCV'), 0) r,
      coalesce(-sum(d_on_hand) filter (where type = 'SHP'), 0) s from stock_move where occurred_at < p.month group by 1) m
    left join item_opening o on o.month = p.month and o.item_id = m.item_id
    where (o.on_hand, o.cum_in, o.cum_out, o.cum_received, o.cum_shipped) is distinct from (m.h, m.i, m.u, m.r, m.s) limit 5`.execute(
    house.db,
  )
  return found.rows
}

/** A small generator of whole numbers below n, the same for the same seed (mulberry32). */
function randomOf(seed: number): (below: number) => number {
  let state = seed * 0x9e3779b1
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let value = Math.imul(state ^ (state >>> 15), 1 | state)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return Math.floor((((value ^ (value >>> 14)) >>> 0) / 4294967296) * below)
  }
}

/** One act as the warehouse knows it, possible or not. */
function act(random: (below: number) => number, keys: readonly StockKey[]): Movement[] {
  const key = keys[random(keys.length)] as StockKey
  const other = keys[random(keys.length)] as StockKey
  const qty = String(1 + random(9))
  const plain = { line: 1 + random(3), flow: 0 as const }
  switch (random(11)) {
    case 0:
    case 1:
    case 2:
      return [{ ...key, ...plain, type: 'RCV', flow: 1, onHand: qty }]
    case 3:
      return [
        { ...key, ...plain, type: 'MV', onHand: `-${qty}` },
        { ...other, ...plain, type: 'MV', onHand: qty },
      ]
    case 4:
      return [{ ...key, ...plain, type: 'ALC', allocated: qty }]
    case 5:
      return [{ ...key, ...plain, type: 'UNALC', allocated: `-${qty}` }]
    case 6:
      return [
        { ...key, ...plain, type: 'PK', onHand: `-${qty}`, allocated: `-${qty}` },
        { ...other, ...plain, type: 'PK', onHand: qty, allocated: qty },
      ]
    case 7:
      return [
        { ...key, ...plain, type: 'SHP', flow: -1, onHand: `-${qty}`, allocated: random(2) === 0 ? `-${qty}` : '0' },
      ]
    case 8:
      return [{ ...key, ...plain, type: 'FRZ', frozen: random(3) === 0 ? `-${qty}` : qty }]
    case 9:
      // Parts out and a set in, or a set out and parts in: what leaves and what comes are not as many.
      return random(2) === 0
        ? [
            { ...key, ...plain, type: 'ASM', flow: -1, onHand: `-${qty}` },
            { ...other, ...plain, type: 'ASM', flow: 1, onHand: '1' },
          ]
        : [
            { ...key, ...plain, type: 'DIS', flow: -1, onHand: '-1' },
            { ...other, ...plain, type: 'DIS', flow: 1, onHand: qty },
          ]
    default:
      return [
        { ...key, ...plain, type: 'ADJ', flow: random(2) === 0 ? 1 : -1, onHand: random(2) === 0 ? qty : `-${qty}` },
        { ...other, ...plain, type: 'RCV', flow: 1, onHand: qty },
      ]
  }
}

const negative = (value = '0') => (value.startsWith('-') ? value.slice(1) : value === '0' ? '0' : `-${value}`)

type Three = [number, number, number]
const sound = ([on, al, fr]: Three) => al >= 0 && fr >= 0 && on >= al + fr

/** Balances by adding up lists: slow, and plain to see. */
class Model {
  readonly #events: { key: string; at: number; d: Three }[] = []

  judge(movements: readonly Movement[], at: number): string {
    const net = netOf(movements)
    const after = (key: string, before: number) => {
      const sum = this.#events
        .filter((event) => event.key === key && event.at < before)
        .reduce<Three>((total, { d }) => add(total, d), [0, 0, 0])
      return add(sum, net.get(key) as Three)
    }
    const keys = [...net.keys()]
    if (!keys.every((key) => sound(after(key, Number.POSITIVE_INFINITY)))) return 'stock.short'
    const later = (key: string) => this.#events.filter((event) => event.key === key && event.at > at)
    return keys.every((key) => later(key).every((event) => sound(after(key, event.at)))) ? 'done' : 'stock.wasShort'
  }

  apply(movements: readonly Movement[], at: number): void {
    for (const [key, d] of netOf(movements)) this.#events.push({ key, at, d })
  }

  asOf(moment: number): string[] {
    const sums = new Map<string, Three>()
    for (const { key, at, d } of this.#events) if (at < moment) sums.set(key, add(sums.get(key) ?? [0, 0, 0], d))
    return [...sums]
      .filter(([, three]) => three.some((figure) => figure !== 0))
      .map(([key, three]) => `${key}=${three.join('/')}`)
      .sort()
  }
}
const add = (a: Three, b: Three): Three => [a[0] + b[0], a[1] + b[1], a[2] + b[2]]

function netOf(movements: readonly Movement[]): Map<string, Three> {
  const net = new Map<string, Three>()
  for (const { locationId, quality, onHand, allocated, frozen } of movements) {
    const key = `${locationId}.${quality}`
    const d: Three = [Number(onHand ?? 0), Number(allocated ?? 0), Number(frozen ?? 0)]
    net.set(key, add(net.get(key) ?? [0, 0, 0], d))
  }
  return net
}

async function settle(run: Promise<unknown>): Promise<{ refused?: string; postingId?: number }> {
  try {
    const done = await run
    return done === undefined ? {} : { postingId: (done as { postingId: number }).postingId }
  } catch (error) {
    const { reason } = error as Refusal
    if (reason === undefined) throw error
    return { refused: reason }
  }
}
