import { randomUUID } from 'node:crypto'
import type { Call, Envelope } from '@xunyun/contract/kernel/call'
import { addQuotation } from '@xunyun/contract/warehouse/billing/quotations'
import { addKitOrder } from '@xunyun/contract/warehouse/kitting/kitOrders'
import { addKit } from '@xunyun/contract/warehouse/kitting/kits'
import { receiveGoods } from '@xunyun/contract/warehouse/receiving/calls'
import { addStockCount } from '@xunyun/contract/warehouse/storing/counts'
import { addStockOrder } from '@xunyun/contract/warehouse/storing/orders'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Dock, openDock } from './dock.ts'
import { counted } from './floor.ts'
import { openGoods } from './goods.ts'
import { defOf, sampleOf } from './sampler.ts'
import type { Client } from './world.ts'

/**
 * Every warehouse call that the server binds, sent by those whom the goods do not concern, with the ids of everything that
 * lies here: generated from the contract, so that a new call is covered on the day it is bound.
 */
const services =
  /^\/api\/(Warehouses|Locations|Items|InboundNotice|Receive|Ground|OutboundNotice|OutBound|Encasement|Enchase|MoveStock|Count|Stock\w*|Combination|Quotations|WarehouseCharges)\//
/** What may be nobody else's, by who works elsewhere: goods, sets and rates for every warehouse are the owner's. */
const ofOwners = /^\/api\/(Items|Combination|Quotations)\//

let dock: Dock
/** Every id there is of something here, of whatever kind. */
let ids: number[]
let here: Record<string, unknown>
let elsewhere: Client
let customer: Client

beforeAll(async () => {
  dock = await openDock(60_000)
  const { world, goods, at } = dock
  const { admin } = world
  const itemId = await dock.fresh('HIDDEN', '50', 'A-01')
  const partId = await dock.fresh('HIDDEN-PART', '50', 'A-02')
  const { id: noticeId } = await dock.notice([{ itemId, qty: '2' }])
  const picked = await dock.picked([{ itemId, qty: '2' }])
  const carton = await dock.packed(picked.id)
  const waiting = await dock.notice([{ itemId, qty: '3' }])
  await dock.allocate(waiting.id)
  const task = await dock.wave(waiting.id)
  const inbound = await goods.notice([{ itemId, qty: '9' }])
  const lineId = inbound.receipt.lines[0]?.id as number
  await admin.ok(receiveGoods, { id: inbound.receipt.id, lines: [counted(lineId, '4')] } as never)
  const [stock] = (
    await sql<{ id: number; batch: number }>`select id, batch_id as batch from stock where item_id = ${partId}`.execute(
      world.db,
    )
  ).rows
  const lines = [{ stockId: stock?.id as number, qty: '1', toLocationId: at['A-03'] as number, serials: [] }]
  const order = await admin.ok(addStockOrder, { type: 'move', reason: 'tidy', run: false, lines } as never)
  const count = await admin.ok(addStockCount, {
    warehouseId: goods.warehouseId,
    zoneIds: [],
    locationIds: [at['A-04'] as number],
    itemIds: [],
    start: true,
  })
  const set = await goods.item('HIDDEN-SET')
  const kit = await admin.ok(addKit, { itemId: set, lines: [{ partId, qty: '2' }] } as never)
  const kitOrder = await admin.ok(addKitOrder, {
    kind: 'assemble',
    kitId: kit.id,
    warehouseId: goods.warehouseId,
    toLocationId: at['A-03'],
    qty: '1',
    serials: [],
    run: false,
    parts: [],
  } as never)
  const quotation = await admin.ok(addQuotation, {
    customerId: goods.owner,
    warehouseId: goods.warehouseId,
    validFrom: '2026-01-01',
    items: [{ feeItem: 'storage', trigger: 'storage', basis: 'pallet', timeUnit: 'day', rate: '2' }],
  } as never)
  const one = async (table: string) =>
    (await sql<{ id: number }>`select id from ${sql.table(table)} order by id desc limit 1`.execute(world.db)).rows[0]
      ?.id
  here = {
    warehouseId: goods.warehouseId,
    warehouseIds: [goods.warehouseId],
    ownerId: goods.owner,
    customerId: goods.owner,
    itemId,
    itemIds: [itemId],
    partId,
    kitId: kit.id,
    locationId: at['A-01'],
    toLocationId: at['A-03'],
    locationIds: [at['A-01']],
    noticeId: picked.id,
    taskId: task.id,
    cartonId: carton.id,
    stockId: stock?.id,
    batchId: stock?.batch,
    lineId: task.lines[0]?.id,
    lineIds: task.lines.map(({ id }) => id),
    receiptId: inbound.receipt.id,
    quotationId: quotation.id,
    zoneIds: [],
    code: carton.cartonNo,
    no: inbound.notice.noticeNo,
    version: 1,
    actId: randomUUID(),
    qty: '1',
    weight: '1',
    reason: 'other',
    unit: 'piece',
    baseUnit: 'piece',
    timeUnit: 'day',
    maxWeight: '1',
    quality: 'good',
    validFrom: '2026-01-01',
    from: '2026-01-01',
    to: '2026-01-31',
    regionCode: '330106',
    consigneePhone: '13800138000',
    month: '2026-01',
    day: '2026-01-05',
  }
  const numbers = await Promise.all(
    [
      'put_away',
      'receipt_entry',
      'allocation',
      'stock_posting',
      'stock_move',
      'container',
      'warehouse_zone',
      'outbound_line',
      'inbound_line',
    ].map(one),
  )
  ids = [
    ...new Set(
      [...Object.values(here), ...numbers, noticeId, waiting.id, inbound.id, order.id, count.id, kitOrder.id].filter(
        (value): value is number => typeof value === 'number',
      ),
    ),
  ]
  const other = await openGoods(world)
  const keeper = await world.person('elsewhere', { rights: 'all' })
  await world.db.updateTable('app_user').set({ all_warehouses: false }).where('id', '=', keeper.id).execute()
  await world.db.insertInto('user_warehouse').values({ user_id: keeper.id, warehouse_id: other.warehouseId }).execute()
  elsewhere = await world.signIn('elsewhere')
  customer = (
    await world.person('stranger', {
      rights: 'all',
      scope: 'customer',
      companies: [await world.company('别的客户', ['customer', 'owner'])],
    })
  ).client
  // What is their own is not among what they must not see.
  ids = ids.filter((id) => id !== other.warehouseId && id !== other.owner)
}, 60_000)
afterAll(async () => expect(await dock.close()).toEqual([]))

/** What the same word means at some calls only. */
const otherwise: readonly (readonly [RegExp, Record<string, unknown>])[] = [
  [/^\/api\/Warehouses\//, { code: 'W9' }],
  [/(Preview|Generate)Locations$/, { from: '1', to: '1' }],
]

/** By what things here are called. */
const named = (id: number, words: Record<string, unknown>) => (name: string, type: string) =>
  name === 'id'
    ? id
    : name === 'ids'
      ? ids
      : (words[name] ?? (name.endsWith('Id') && (type === 'int' || type === 'number') ? id : undefined))

/** How all that is kept of the warehouse stands; one changed row is another answer. */
async function standing(): Promise<string> {
  const tables = [
    'warehouse',
    'warehouse_zone',
    'location',
    'item',
    'inbound_notice',
    'inbound_line',
    'receipt',
    'receipt_entry',
    'put_away',
    'outbound_notice',
    'outbound_line',
    'allocation',
    'pick_task',
    'carton',
    'container',
    'stock',
    'stock_posting',
    'stock_move',
    'stock_order',
    'stock_count',
    'stock_count_place',
    'stock_count_line',
    'stock_hold',
    'kit',
    'kit_order',
    'quotation',
    'quotation_item',
    'warehouse_charge',
  ]
  const parts = tables.map(
    (table) =>
      sql`select ${table}::text as t, count(*)::text || ' ' || coalesce(md5(string_agg(x::text, '' order by x.id)), '') as s from ${sql.table(table)} x`,
  )
  const found = await sql<{ t: string; s: string }>`${sql.join(parts, sql` union all `)}`.execute(dock.world.db)
  return found.rows.map(({ t, s }) => `${t} ${s}`).join('\n')
}

function sendAs(client: Client, call: Call, id: number): Promise<Answer> {
  const own = Object.assign({}, ...otherwise.filter(([path]) => path.test(call.path)).map(([, words]) => words))
  const input = sampleOf(call.input, '', named(id, { ...here, ...own })) as Record<string, unknown>
  return send(client, call, input)
}

type Answer = { status: number; text: string }
async function send(client: Client, call: Call, input: Record<string, unknown>): Promise<Answer> {
  const given = Object.entries(input).filter(([, value]) => value !== undefined)
  if (call.method === 'GET') {
    const query = new URLSearchParams(
      given.map(([key, value]) => [key, Array.isArray(value) ? value.join(',') : String(value)]),
    )
    const answer = await client.fetch(`${call.path}?${query}`)
    return { status: answer.status, text: await answer.text() }
  }
  const answer = await client.fetch(call.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify(Object.fromEntries(given)),
  })
  return { status: answer.status, text: await answer.text() }
}

/** What no field of a warehouse takes for a figure, a day or a word; or takes for what it means. */
const nonsense = [
  '1e30',
  '-0',
  '１２',
  '0.0000001',
  '99999999999999999999',
  'NaN',
  '2026-02-30',
  ' ',
  '\u0000',
  "'; drop table stock; --",
  '😀'.repeat(300),
  -1,
  1.5,
  2 ** 53,
  null,
  {},
  [[]],
]
/** Every value inside, by its path. */
function leaves(value: unknown, path: readonly (string | number)[] = []): (readonly (string | number)[])[] {
  if (Array.isArray(value)) return [path, ...value.flatMap((one, at) => leaves(one, [...path, at]))]
  if (value !== null && typeof value === 'object')
    return [
      ...(path.length ? [path] : []),
      ...Object.entries(value).flatMap(([key, one]) => leaves(one, [...path, key])),
    ]
  return value === undefined ? [] : [path]
}
function put(value: unknown, [key, ...rest]: readonly (string | number)[], other: unknown): unknown {
  if (key === undefined) return other
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<string | number, unknown>
  copy[key] = put(copy[key], rest, other)
  return copy
}

describe('[SE-08] whom the goods do not concern', () => {
  it.each([
    ['who works in another warehouse', () => elsewhere, /"(CK|RK|JH|PD|YK|BC)\d{11}|仓1"/, false],
    // Which warehouses there are is said to owners: they order into them.
    ["another customer's account", () => customer, /"(CK|RK|JH|PD|YK|BC|BJ|ZH)\d{11}|HIDDEN|货主1/, true],
  ] as const)(
    '%s: no warehouse call shows or moves anything by its id',
    async (_, who, foreign, alsoOwners) => {
      const calls = dock.world.app.bound
        .map(({ call }) => call)
        .filter(
          ({ path, transport }) => services.test(path) && transport !== 'file' && (alsoOwners || !ofOwners.test(path)),
        )
      expect(calls.length).toBeGreaterThan(120)
      const wrong: string[] = []
      const unsent = new Set<string>()
      let before = await standing()
      for (const call of calls) {
        const takesId = 'id' in (defOf(call.input).shape ?? {})
        let reached = false
        let shape = ''
        for (const id of takesId ? ids : ids.slice(0, 1)) {
          const { status, text } = await sendAs(who(), call, id)
          if (status >= 500) wrong.push(`${call.path} ${id}: HTTP ${status}`)
          const answer = JSON.parse(text) as Envelope
          if (answer.code >= 500 && answer.code < 600) wrong.push(`${call.path} ${id}: ${answer.code} ${answer.msg}`)
          const misshapen = (answer.error?.fields ?? []).filter(
            ({ path, reason }) => /^field\./.test(reason) && !/Ids?$/.test(path),
          )
          if (misshapen.length === 0) reached = true
          else shape = misshapen.map(({ path, reason }) => `${path} ${reason}`).join(', ')
          if (foreign.test(JSON.stringify(answer.data ?? null)))
            wrong.push(`${call.path} ${id} shows ${text.slice(0, 300)}`)
        }
        if (!reached) unsent.add(`${call.path}: ${shape}`)
        if (call.method === 'GET') continue
        const after = await standing()
        if (after !== before) {
          const was = new Set(before.split('\n'))
          wrong.push(
            `${call.path} changed ${after
              .split('\n')
              .filter((line) => !was.has(line))
              .map((line) => line.split(' ')[0])}`,
          )
        }
        before = after
      }
      expect(wrong).toEqual([])
      // Calls whose input is refused by its shape alone would prove nothing.
      expect([...unsent]).toEqual([])
    },
    300_000,
  )

  it('[D-05] nonsense in any field of any warehouse call is refused, and breaks nothing', async () => {
    const { admin } = dock.world
    const wrong: string[] = []
    for (const { call } of dock.world.app.bound) {
      if (!services.test(call.path) || call.transport === 'file') continue
      const own = Object.assign({}, ...otherwise.filter(([path]) => path.test(call.path)).map(([, words]) => words))
      const input = sampleOf(call.input, '', (name, type) =>
        name === 'ids' ? [1] : named(1, { ...here, ...own })(name, type),
      ) as object
      for (const path of leaves(input))
        for (const one of nonsense) {
          const { status, text } = await send(admin, call, put(input, path, one) as Record<string, unknown>)
          const said = `${call.path} ${path.join('.')} = ${JSON.stringify(one)?.slice(0, 40)}`
          if (status >= 500) wrong.push(`${said}: ${status} ${text.slice(0, 120)}`)
          else {
            const { code } = JSON.parse(text) as Envelope
            if (code >= 500 && code < 600) wrong.push(`${said}: ${text.slice(0, 120)}`)
          }
        }
    }
    expect(wrong).toEqual([])
  }, 600_000)
})
