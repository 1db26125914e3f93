import * as setup from '@xunyun/contract/approvals/setup'
import { codes } from '@xunyun/contract/dictionary'
import * as calls from '@xunyun/contract/waybills/calls'
import { getShippingStatistics, statGroups, statPeriods } from '@xunyun/contract/waybills/statistics'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Freight, openFreight, waybillOf } from '../../../../test/freight.ts'
import { openWorld, type Person, type World } from '../../../../test/world.ts'
import { clock } from '../../../platform/clock.ts'
import { closeShipped, keepShipped, shippedAgrees } from './store.ts'

let world: World
let freight: Freight
let office: Person
const made: number[] = []
const today = clock.today()
/** A day so many days ago. */
const ago = (days: number) => new Date(Date.parse(`${today}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10)

beforeAll(async () => {
  world = await openWorld()
  freight = await openFreight(world)
  office = await world.person('office', { rights: 'all' })
  // A price typed by hand needs somebody who may review it.
  await world.admin.ok(setup.addApproverLevel, {
    bizType: 'price',
    level: 1,
    mode: 'any',
    amountFrom: '0',
    userIds: [(await world.person('boss', { rights: 'all' })).id],
    roleIds: [],
  })
  for (let n = 0; n < 40; n += 1) await ship(n, ago((n * 37) % 430))
})
afterAll(() => world.close())

async function ship(n: number, bizDate: string): Promise<void> {
  const { id } = await freight.waybill(office.client, (n % 7) + 1, {
    bizDate,
    customerId: [freight.yunfan, freight.hengda, undefined][n % 3],
    transMode: n % 2 === 0 ? 'road' : 'rail',
    salesmanId: n % 5 === 0 ? office.id : undefined,
    charges: [{ feeItem: 'freight', amount: `${n}.${10 + n}` }],
  })
  made.push(id)
}

/** Every grouping and period over these days: from sums that are kept, and from the waybills, as a filter of all modes does. */
async function bothWays(bizFrom: string, bizTo: string) {
  const answers = []
  for (const group of statGroups)
    for (const period of statPeriods)
      answers.push(
        await Promise.all(
          [undefined, codes('transMode')].map((transModes) =>
            office.client.ok(getShippingStatistics, {
              bizFrom,
              bizTo,
              group,
              period,
              transModes: transModes?.join(',') as never,
            }),
          ),
        ),
      )
  return answers
}
const ranges = [
  [ago(430), today],
  [`${ago(200).slice(0, 8)}01`, ago(40)],
  [ago(333), ago(111)],
  [ago(33), ago(3)],
  [ago(5), today],
] as const
async function expectAgreement(): Promise<void> {
  for (const [from, to] of ranges)
    for (const [kept, read] of await bothWays(from, to)) expect(kept, `${from} to ${to}`).toEqual(read)
  expect(await shippedAgrees(world.db as never)).toBe(true)
}
const closed = async () =>
  (
    await sql<{ totals: number; changes: number }>`select (select count(*) from shipped_total) as totals,
      (select count(*) from shipped_change) as changes`.execute(world.db)
  ).rows[0]

describe('[RT-16/statistics] months that are closed', () => {
  it('are read from what is kept of them, to the cent and the piece, whatever changes in them later', async () => {
    await expectAgreement()
    await keepShipped(world.db as never)
    expect((await closed())?.totals).toBeGreaterThan(50)
    expect((await closed())?.changes).toBe(0)
    await expectAgreement()

    // What counted does no more; what did not, does; what counted elsewhere counts here.
    await office.client.ok(calls.cancelWaybills, { ids: [made[3] ?? 0, made[11] ?? 0], reason: '不发了' })
    await ship(41, ago(400))
    await ship(42, ago(61))
    for (const [at, bizDate] of [
      [5, ago(95)],
      [9, today],
      [0, ago(222)],
    ] as const) {
      const id = made[at] ?? 0
      const { version } = await world.db
        .selectFrom('waybill')
        .select('version')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      await office.client.ok(calls.changeWaybill, {
        ...waybillOf(freight.guangzhou, freight.hengda, 9),
        bizDate,
        id,
        version,
      })
    }
    expect((await closed())?.changes).toBeGreaterThan(6)
    await expectAgreement()
    await keepShipped(world.db as never)
    expect((await closed())?.changes).toBe(0)
    await expectAgreement()
  })

  it('wait for who is just writing a waybill: nothing is in neither the sums nor the changes', async () => {
    let closing: Promise<void> | undefined
    await world.db.transaction().execute(async (tx) => {
      await sql`update waybill set is_deleted = true where id = ${made[20]}`.execute(tx)
      // Noted later, and seen before.
      await office.client.ok(calls.cancelWaybills, { ids: [made[22] ?? 0], reason: '不发了' })
      closing = closeShipped(world.db as never)
      // Seen from outside: the transaction's own connection is busy holding it up.
      const waiting = sql<{ n: number }>`select count(*)::int as n from pg_locks where not granted`
      await expect.poll(async () => (await waiting.execute(world.db)).rows[0]?.n).toBeGreaterThan(0)
    })
    await closing
    await expectAgreement()
  })

  it('whose sums are not what the waybills say are thrown away, and said', async () => {
    await sql`update shipped_total set pieces = pieces + 1`.execute(world.db)
    await expect(keepShipped(world.db as never)).rejects.toThrow('not what the waybills say')
    expect((await closed())?.totals).toBe(0)
    await expectAgreement()
    await keepShipped(world.db as never)
    expect((await closed())?.totals).toBeGreaterThan(50)
  })

  it('[SE-08] are of all waybills: who sees a part of them is shown that part', async () => {
    const partly = await world.person('partly', {
      scope: 'outlet',
      companies: [freight.guangzhou],
      rights: { statistics: 'browse' },
    })
    const { total } = await partly.client.ok(getShippingStatistics, {
      bizFrom: ago(430),
      bizTo: today,
      group: 'mode',
      period: 'month',
    })
    const { rows } = await sql<{ n: number }>`select count(*) as n from waybill where not is_deleted
      and outlet_id = ${freight.guangzhou} and state not in ('draft', 'cancelled')`.execute(world.db)
    expect(total.count).toBe(rows[0]?.n)
    expect(total.count).toBeGreaterThan(0)
  })
})
