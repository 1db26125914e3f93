import { deviceStates } from '@xunyun/contract/devices/states'
import { arrangementStates } from '@xunyun/contract/dispatch/states'
import { phoneOrderStates } from '@xunyun/contract/mobileOrders/states'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { deviceState, withOpen } from '../src/modules/devices/queries.shown.ts'
import { openDb, openPool } from '../src/platform/db.ts'
import { freshDatabase } from '../test/database.ts'
import { seed } from './seed.ts'

let database: Awaited<ReturnType<typeof freshDatabase>>
let pool: ReturnType<typeof openPool>
beforeAll(async () => {
  database = await freshDatabase()
  pool = openPool(database.url)
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

it('the demo company has an account for each job and waybills and trips in every state that exists, and a second start adds nothing', async () => {
  const db = openDb(pool)
  const first = await seed(db, { adminPassword: 'Hangzhou-2026', demo: true })
  expect(first.demoAccounts?.map(({ account }) => account)).toEqual([
    'operator',
    'auditor',
    'dispatcher',
    'warehouse',
    'finance',
    'service',
    'driver',
    'guangzhou',
    'customer',
  ])
  const states = async () =>
    (
      await sql<{
        state: string
        n: number
      }>`select state, count(*) as n from waybill group by state order by state`.execute(db)
    ).rows
  const devices = await sql<{ state: string }>`
    select distinct ${deviceState} as state from gps_device d ${withOpen} order by 1`.execute(db)
  expect(devices.rows.map(({ state }) => state)).toEqual([...deviceStates].sort())
  const before = await states()
  expect(before.map(({ state }) => state)).toEqual(
    [
      'arrived',
      'awaitingPickup',
      'cancelled',
      'delivering',
      'draft',
      'inStation',
      'inTransit',
      'partSigned',
      'pickingUp',
      'placed',
      'rejected',
      'signed',
    ].sort(),
  )
  // Wherever a consignee lives, one outlet serves it.
  const served = await sql<{ region: string; outlets: number }>`
    select w.consignee_region_name as region, count(distinct c.id)::int as outlets from waybill w
    left join company c on exists (select 1 from unnest(c.service_regions) r where w.consignee_region like regexp_replace(r, '(00)+$', '') || '%')
    where w.consignee_region <> '' group by 1`.execute(db)
  expect(served.rows.filter(({ outlets }) => outlets !== 1)).toEqual([])
  // Goods leave with a waybill only when somebody can be called about them.
  const shippers = await sql<{ mobile: string | null }>`
    select u.mobile from warehouse w join app_user u on u.id = w.manager_id`.execute(db)
  expect(shippers.rows).toEqual([{ mobile: expect.stringMatching(/^1\d{10}$/) }])
  const carried = await sql<{
    kind: string
    state: string
  }>`select distinct kind, state from arrangement order by 1, 2`.execute(db)
  const statesOf = (kind: string) => carried.rows.filter((row) => row.kind === kind).map(({ state }) => state)
  expect(statesOf('vehicle')).toEqual([...arrangementStates].sort())
  expect(statesOf('line')).toEqual(['arrived', 'handedOver', 'new', 'signed'])
  expect(statesOf('courier')).toEqual(['collected', 'inTransit', 'new', 'outForDelivery', 'refused', 'signed'])
  // A truckload of papers to be scanned back.
  const papers = await sql<{ n: number }>`
    -- unscoped: the demo company's own
    select count(*)::int as n from signed_receipt r join waybill w on w.id = r.waybill_id
    where r.state = 'toSign' and w.state = 'signed' and w.receipt_requirement = 'receipt'`.execute(db)
  expect(papers.rows[0]?.n).toBeGreaterThanOrEqual(30)
  const adjusted = await sql<{ states: string[] }>`
    select array_agg(distinct state order by state) as states from application where kind = 'costZJ'`.execute(db)
  expect(adjusted.rows[0]?.states).toEqual(['approved', 'draft', 'pending', 'rejected', 'void'])
  // The month before can be closed, and earned something.
  const { rows: earlier } = await sql<{ direction: string; n: number }>`
    select direction, count(*)::int as n from charge where day < date_trunc('month', now() at time zone 'Asia/Shanghai') and state = 'owed'
    group by 1 order by 1`.execute(db)
  expect(earlier).toMatchObject([{ direction: 'payable' }, { direction: 'receivable', n: 8 }])
  const { rows: handedIn } = await sql<{ state: string }>`
    select distinct state from hand_in union select 'payout ' || state from cod_payout order by 1`.execute(db)
  expect(handedIn.map(({ state }) => state)).toEqual(['counted', 'differs', 'payout pending', 'pending'])
  // One COD is on its way to its customer, another handed in and not counted yet, at whatever hour the demo is made.
  const cods = await sql<{ state: string; paid: boolean }>`
    select j.state, exists (select from cod_payout_line l where l.collection_id = c.id) as paid
    from collection c left join hand_in j on j.id = c.hand_in_id where c.cod > 0 order by 1`.execute(db)
  expect(cods.rows).toEqual([
    { state: 'counted', paid: true },
    { state: 'pending', paid: false },
  ])
  const applied = await sql<{ kind: string; states: string[] }>`
    select kind, array_agg(distinct state order by state) as states from application
    where kind in ('carCost', 'specialCost', 'courierCost') group by kind order by kind`.execute(db)
  expect(applied.rows).toEqual([
    { kind: 'carCost', states: ['approved', 'draft', 'partPaid', 'pending', 'rejected'] },
    { kind: 'courierCost', states: ['approved', 'draft'] },
    { kind: 'specialCost', states: ['approved', 'pending'] },
  ])
  const owed = await sql<{ triggers: string[]; sum: string; problems: number }>`
    select array_agg(distinct c.trigger order by c.trigger) as triggers, sum(h.amount) as sum, sum(jsonb_array_length(c.problems))::int as problems
    from warehouse_charge c join charge h on h.id = c.id`.execute(db)
  expect(owed.rows[0]).toMatchObject({ triggers: ['inbound', 'outbound', 'storage', 'valueAdded'] })
  expect(Number(owed.rows[0]?.sum)).toBeGreaterThan(100)
  const goods = async () =>
    (
      await sql<{ places: number; items: number }>`
        select (select count(*) from location) as places, (select count(*) from item) as items`.execute(db)
    ).rows[0]
  const kept = await goods()
  expect(kept?.places).toBeGreaterThan(300)
  expect(kept?.items).toBe(32)
  const kitOrders = await sql<{ act: string }>`select distinct kind || ' ' || state as act from kit_order`.execute(db)
  expect(kitOrders.rows.map(({ act }) => act).sort()).toEqual([
    'assemble cancelled',
    'assemble done',
    'assemble new',
    'disassemble done',
  ])
  const orders = await sql<{ state: string }>`select distinct state from phone_order`.execute(db)
  expect(orders.rows.map(({ state }) => state).sort()).toEqual([...phoneOrderStates].sort())
  const notices = await sql<{ state: string }>`select distinct state from outbound_notice`.execute(db)
  expect(notices.rows.map(({ state }) => state).sort()).toEqual(
    ['allocated', 'new', 'packed', 'partial', 'picked', 'picking', 'shipped'].sort(),
  )
  await seed(db, { adminPassword: undefined, demo: true })
  expect(await states()).toEqual(before)
  expect(await goods()).toEqual(kept)
  // Weeks of a company's work.
}, 120_000)
