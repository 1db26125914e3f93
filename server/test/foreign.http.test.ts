import type { Call, Envelope } from '@xunyun/contract/kernel/call'
import { runWatch } from '@xunyun/contract/watch/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ownedTables } from '../src/platform/schema.ts'
import { sampleOf } from './sampler.ts'
import { type Client, openWorld, type World } from './world.ts'

/**
 * Every call, sent by people to whom nothing of the demo's company belongs, with all rights given and with ids of its
 * records in every field that takes an id. The answer is the same as for ids that do not exist, no number of a record
 * is in it, and no record changes. Generated from what is bound: a new call is tried on the day it is bound.
 */
let world: World
let people: Record<Who, Client>
/** Ids that most tables have a record of. */
let known: readonly number[]
/** Numbers of documents and names of customers: nothing of it is anybody's here. */
let numbers: ReadonlySet<string>
let names: readonly string[]
type Who = 'customer' | 'outlet' | 'keeper' | 'driver'

/** What is one for all of the company's own people, whichever outlet they work for: there is nobody's to see. */
const shared: readonly (readonly [RegExp, string])[] = [
  [/^\/api\/(Companies|Contacts|Customers)\//, 'partners belong to all outlets'],
  [/^\/api\/(TransportPrices|Services)\//, 'so do prices, and rates of services'],
  [/^\/api\/(InvoiceProfiles|TaxItems)\//, 'so do titles of partners, and tax items'],
  [/^\/api\/(Vehicles|Drivers)\//, 'so do vehicles and drivers; only their trips belong to one'],
  [/^\/api\/(Items|Combination|Quotations|Categories|gCode)\//, 'goods, sets and rates of owners hold everywhere'],
  [/^\/api\/Print\w*\//, 'papers are laid out for all'],
  [/^\/api\/Watch\/(ChangeWatchSetting|RunWatch)$/, 'so is what is watched, and who is told'],
  [/^\/api\/Approvals\/(\w*Approver\w*|TryApproval|SetDeputy)$/, 'who reviews what is set up for all'],
  [
    /^\/api\/(Users|Roles|SysUserRights|BindCompany|Menus|Dictionary|Mail\w*|Outbox|ClientErrors|Upkeep|WX\w*|WeChat)\//,
    'the system is set up for all; who may touch whom is told in the tests of users',
  ],
]
/** Fields whose ids may tell something: for whom, at which call, and why. */
const telling: readonly (readonly [Who | 'staff', RegExp, string])[] = [
  ['customer', /GetWarehouseChoices ids|AddInboundNotice warehouseId/, 'owners order into warehouses, by their names'],
  [
    'staff',
    /PreviewPriceMail customerId|GetOwnerChoices ids|ProposeStatement companyId/,
    'partners belong to all outlets',
  ],
  ['staff', /(GetCountRange|AddStockCount) itemIds/, 'goods of owners lie everywhere'],
  ['staff', /(GetDispatchVehicles|GetDispatchDrivers) id/, 'so do vehicles and drivers'],
  [
    'staff',
    /(GetClerks|GetPickers) ids|(AssignPhoneOrders userId|(CreateWave|AssignPickTasks) pickerId|\/(Watch|Cases)\/\w+ ownerId)/,
    'colleagues',
  ],
  ['staff', /YieldGoods holderId/, 'whoever asks and whoever holds are two: one id for both is refused for that'],
  [
    'staff',
    /TransferDevices (outletId|keeperId)|MakePositionToken supplierId/,
    'devices go to any outlet and colleague, their suppliers are partners of all',
  ],
  ['staff', /StartReprice ids/, 'a job of his own, anew each time; what its sheet says is another test'],
]
const mayTell = (who: Who, call: Call, field: string) =>
  telling.some(
    ([whom, what]) => (whom === who || (whom === 'staff' && who !== 'customer')) && what.test(`${call.path} ${field}`),
  )

beforeAll(async () => {
  world = await openWorld({}, 30_000, undefined, 'demo')
  const { db } = world
  const texts = async (statement: string) =>
    (await sql<{ x: string }>`${sql.raw(statement)}`.execute(db)).rows.map(({ x }) => x)
  const columns = await sql<{ t: string; c: string }>`
    select table_name as t, column_name as c from information_schema.columns
    where table_schema = 'public' and column_name like '%\_no' and table_name = any(${[...ownedTables]}::text[])`.execute(
    db,
  )
  const found = await Promise.all(
    columns.rows.map(({ t, c }) =>
      texts(`select distinct "${c}"::text as x from "${t}" where "${c}"::text ~ '^[A-Z]{2}[0-9]{8,}$'`),
    ),
  )
  numbers = new Set(found.flat())
  names = await texts(
    `select name as x from company where roles && '{customer,owner}' and not roles && '{own}' and length(name) > 5`,
  )
  known = (
    await sql<{ id: number }>`
    select id from (${sql.join(
      ownedTables.map((table) => sql`(select id from ${sql.table(table)} order by id limit 12)`),
      sql` union all `,
    )}) x group by id order by count(*) desc, id limit 2`.execute(db)
  ).rows.map(({ id }) => id)

  const outletId = await world.outlet('别处站')
  const ours = { rights: 'all' as const, scope: 'outlet' as const, companies: [outletId], outletId }
  const customer = await world.person('f-customer', {
    rights: 'all',
    scope: 'customer',
    companies: [await world.company('旁人贸易有限公司', ['customer', 'owner'])],
  })
  const keeper = await world.person('f-keeper', ours)
  const { id: warehouseId } = await db
    .insertInto('warehouse')
    .values({ code: 'W99', name: '别处仓', outlet_id: outletId, search: '' } as never)
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.updateTable('app_user').set({ all_warehouses: false }).where('id', '=', keeper.id).execute()
  await db.insertInto('user_warehouse').values({ user_id: keeper.id, warehouse_id: warehouseId }).execute()
  people = {
    customer: customer.client,
    outlet: (await world.person('f-outlet', ours)).client,
    keeper: await world.signIn('f-keeper'),
    driver: (await world.person('f-driver', { rights: 'all', scope: 'outlet' })).client,
  }
  // What is late by now is told once; a job that does so later changes nothing.
  await world.admin.ok(runWatch, {})
  await watch()
}, 120_000)
afterAll(() => world.close())

/** From now on each change of a record that was there before is noted. */
async function watch(): Promise<void> {
  // What is made from now on has none of the known ids.
  await sql`select setval(format('%I.%I', schemaname, sequencename)::regclass, 1000000) from pg_sequences
    where schemaname = 'public' and max_value > 1000000`.execute(world.db)
  await sql`create table touched (record text primary key)`.execute(world.db)
  await sql
    .raw(
      `create function note_touched() returns trigger language plpgsql as $$ begin
        if old.id <= tg_argv[0]::bigint then insert into touched values (tg_table_name || ' ' || old.id) on conflict do nothing; end if;
        return null; end $$`,
    )
    .execute(world.db)
  for (const table of [...ownedTables, 'transport_price', 'vehicle', 'driver', 'approval'])
    await sql
      .raw(
        `do $$ begin execute format('create trigger zz_touched after update or delete on "${table}" for each row execute function note_touched(%s)',
          (select coalesce(max(id), 0) from "${table}")); end $$`,
      )
      .execute(world.db)
}
const touched = async () => {
  const found = await sql<{ record: string }>`delete from touched returning record`.execute(world.db)
  return found.rows.map(({ record }) => record).sort()
}

const isId = (name: string) => /^ids?$|[a-z](Id|ID)s?$/.test(name) && name !== 'OpenId'
/** From here on no record has it. */
const nobodys = 900_000_000

/** The input with `id` in the fields `where` says, in all others an id of nobody's; and which fields take one. */
function inputOf(call: Call, id: number, where: (field: string) => boolean): { input: object; fields: string[] } {
  const fields = new Set<string>()
  const made = sampleOf(call.input, '', (name) => {
    if (!isId(name)) return undefined
    fields.add(name)
    // Two fields never the same: that may be refused for itself.
    const one = where(name) ? id : nobodys + fields.size
    return name.endsWith('s') ? [one] : one
  })
  return { input: (made ?? {}) as object, fields: [...fields] }
}

async function send(client: Client, call: Call, input: object): Promise<{ status: number; text: string }> {
  const given = Object.entries(input).filter(([, value]) => value !== undefined)
  const query = new URLSearchParams(
    given.map(([key, value]) => [key, Array.isArray(value) ? value.join(',') : String(value)]),
  )
  const path = call.path.replace(/:(\w+)/g, (_, name: string) =>
    String((input as Record<string, unknown>)[name] ?? 'x'),
  )
  const answer = await (call.method === 'GET'
    ? client.fetch(`${path}?${query}`)
    : client.fetch(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(Object.fromEntries(given)),
      }))
  const isText = /json|text/.test(answer.headers.get('content-type') ?? '')
  return { status: answer.status, text: isText ? await answer.text() : 'a file' }
}

/** The answer, with what was sent called the same whichever it was, and without the moment. */
function plain(text: string, id: number): string {
  if (!text.startsWith('{')) return text
  const walk = (value: unknown, key = ''): unknown => {
    if (Array.isArray(value)) return value.map((one) => walk(one, key))
    if (value !== null && typeof value === 'object')
      return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, walk(one, name)]))
    const isSent = (value === id || value === String(id) || Number(value) >= nobodys) && (isId(key) || key === 'no')
    return isSent ? '#' : value
  }
  const { code, msg, data, error } = JSON.parse(text) as Envelope
  return JSON.stringify(walk({ code, msg, data, error }))
}

/** Calls whose answer is about the caller alone, or leaves his session behind. */
const apart =
  /^\/api\/(Login|Profile|Desk|Files)\/|\/(GetUserInfo|ChangePWD|BindOpenId|UnbindMyWeChat|EndMyOtherSessions|AddClientError\w*)$/

describe('[SE-08] whoever has all rights and none of the records', () => {
  it.each(['customer', 'outlet', 'keeper', 'driver'] as const)(
    '%s',
    async (who) => {
      const client = people[who]
      const wrong: string[] = []
      let tried = 0
      for (const { call } of world.app.bound) {
        if (call.access === 'public' || apart.test(call.path) || call.transport === 'multipart') continue
        if (who !== 'customer' && shared.some(([path]) => path.test(call.path))) continue
        if (who === 'customer' && call.audience !== 'everybody') {
          const { text } = await send(client, call, {})
          if ((JSON.parse(text) as Envelope).code !== 403)
            wrong.push(`${call.path} is for staff, and answers ${text.slice(0, 200)}`)
          continue
        }
        for (const id of known) {
          const nothing = inputOf(call, id, () => false)
          const base = await send(client, call, nothing.input)
          const asked = nothing.fields.filter((field) => !mayTell(who, call, field))
          const trials = [
            (name: string) => asked.includes(name),
            ...(asked.length > 1 ? asked.map((field) => (name: string) => name === field) : []),
          ]
          const texts = [base.text]
          for (const where of asked.length > 0 ? trials : []) {
            const { input } = inputOf(call, id, where)
            const answer = await send(client, call, input)
            tried += 1
            texts.push(answer.text)
            if (answer.status >= 500) wrong.push(`${call.path} ${JSON.stringify(input)}: HTTP ${answer.status}`)
            if (plain(answer.text, id) !== plain(base.text, id))
              wrong.push(
                `${call.path} ${JSON.stringify(input)}: ${answer.text.slice(0, 300)} / ${base.text.slice(0, 200)}`,
              )
          }
          const told = [...texts.join().matchAll(/[A-Z]{2}\d{8,}/g)].map(([no]) => no).filter((no) => numbers.has(no))
          const named = who === 'customer' ? names.filter((name) => texts.join().includes(name)) : []
          if (told.length + named.length > 0) wrong.push(`${call.path} says ${[...told, ...named].slice(0, 3)}`)
          if (nothing.fields.length === 0) break
        }
        if (call.method === 'POST') {
          const records = await touched()
          if (records.length > 0) wrong.push(`${call.path} changed ${records.slice(0, 5)}`)
        }
      }
      expect(wrong).toEqual([])
      expect(tried).toBeGreaterThan(100)
    },
    120_000,
  )
})
