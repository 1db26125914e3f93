import { mergeCompanies } from '@xunyun/contract/companies/calls'
import { addAdjustments } from '@xunyun/contract/costs/adjustments'
import {
  cancelWaybills,
  changeWaybill,
  createWaybill,
  getWaybill,
  placeWaybills,
} from '@xunyun/contract/waybills/calls'
import { confirmPrices, priceWaybill } from '@xunyun/contract/waybills/charges'
import { addService } from '@xunyun/contract/waybills/services'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { up } from '../../../../migrations/202611241140_waybills_owed.ts'
import { up as credit } from '../../../../migrations/202611291310_money_credit.ts'
import { up as postOldSignings } from '../../../../migrations/202611301220_old_signings.ts'
import { up as ownCredit } from '../../../../migrations/202611302303_money_credit_own.ts'
import { type Freight, openFreight, waybillOf } from '../../../../test/freight.ts'
import { deciding } from '../../../../test/owing.ts'
import { prove } from '../../../../test/proofs.ts'
import { reviewedBy } from '../../../../test/reviews.ts'
import { openWorld, type World } from '../../../../test/world.ts'
import type { Tx } from '../../../platform/db.ts'
import { keepOwed, lockCredit } from './owed.ts'

let world: World
let freight: Freight
beforeAll(async () => {
  world = await openWorld()
  freight = await openFreight(world)
  for (const id of [freight.yunfan, freight.hengda]) {
    await world.db.updateTable('company').set({ credit_limit: '100000' }).where('id', '=', id).execute()
    // 2 yuan a kilogram: a piece of 10 kg is 20.
    await sql`insert into transport_price (version_no, name, direction, company_id, basis, weight_unit, volume_ratio, unit_price, tier_mode, low_break,
      valid_from, status, search) values (1, 'rate', 'receivable', ${id}, 'weight', 'kg', 300, 2, 'whole', false, '2024-01-01', 'active', '')`.execute(
      world.db,
    )
  }
})
afterAll(() => world.close())

const owes = async (id: number) => (await lockCredit(world.db as unknown as Tx, [id]))[0]?.owed
const parts = async (id: number) =>
  (await world.db.selectFrom('customer_owed').select('id').where('customer_id', '=', id).execute()).length

describe('[D-05] what a customer owes', () => {
  it('is kept through placing, cancelling, a merger, and whoever changes a row by hand', async () => {
    const { yunfan, hengda, hangzhou } = freight
    const first = await freight.waybill(world.admin, 5)
    const second = await freight.waybill(world.admin, 3, { customerNo: 'A-1' })
    const draft = await world.admin.ok(createWaybill, waybillOf(hangzhou, yunfan, 10))
    expect(Number(await owes(yunfan))).toBe(160)
    await world.admin.ok(placeWaybills, { ids: [draft.id] })
    expect(Number(await owes(yunfan))).toBe(360)
    await world.admin.ok(cancelWaybills, { ids: [first.id], reason: '客户取消' })
    expect(Number(await owes(yunfan))).toBe(260)
    const version = (
      await world.db.selectFrom('company').select('version').where('id', '=', hengda).executeTakeFirstOrThrow()
    ).version
    await world.admin.ok(mergeCompanies, { id: hengda, version, otherIds: [yunfan] })
    expect(Number(await owes(hengda))).toBe(260)
    expect(await parts(yunfan)).toBe(0)
    await world.db.updateTable('waybill').set({ is_deleted: true }).where('id', '=', second.id).execute()
    expect(Number(await owes(hengda))).toBe(200)
    await world.db.updateTable('waybill').set({ is_deleted: false }).where('id', '=', second.id).execute()
    expect(Number(await owes(hengda))).toBe(260)
  })

  it('[M12] [V22] is what is open of whatever a customer owes: agreed or not, storage too, less what we owe it and its advance; 2,900.00 more is placed, 2,900.01 is not', async () => {
    const { hangzhou } = freight
    const company = await world.company('嘉善精工', ['customer'])
    const other = await world.company('嘉善外贸', ['customer'])
    for (const id of [company, other])
      await world.db.updateTable('company').set({ credit_limit: '10000' }).where('id', '=', id).execute()
    const boss = await world.person('creditBoss', { rights: { unreviewed: 'approve' } })
    await reviewedBy(world, boss.id, ['price', 'costZJ'])
    const decide = deciding(boss)
    const clerk = await world.person('creditor', {
      rights: { taskList: 'edit', allWayBill: 'edit', wayBillList: 'edit', addServices: 'edit' },
    })
    const typed = (amount: string, over: object = {}) =>
      ({ ...waybillOf(hangzhou, company, 1), charges: [{ feeItem: 'freight', amount }], place: true, ...over }) as never
    const agreed = await clerk.client.ok(createWaybill, typed('3000'))
    await decide(agreed.waybillNo)
    await world.admin.ok(confirmPrices, { ids: [agreed.id] })
    const reviewed = await clerk.client.ok(createWaybill, typed('4000'))
    await decide(reviewed.waybillNo)
    await sql`insert into charge (outlet_id, day, seq, fee_item, direction, company_id, amount, source, approved)
      values (${hangzhou}, '2026-11-20', 1, 'storage', 'receivable', ${company}, 600, 'storage', true)`.execute(
      world.db,
    )
    await sql`insert into money_balance (account, owner_kind, owner_id, balance) values ('advance', 'company', ${company}, -500)`.execute(
      world.db,
    )
    expect(Number(await owes(company))).toBe(7100)
    // What the consignee pays is none of its credit, nor what another company owes of its waybill.
    const door = await clerk.client.ok(createWaybill, typed('900', { payMethod: 'collect' }))
    expect(Number(await owes(company))).toBe(7100)
    const adjust = async (amount: string, companyId?: number) => {
      const line = { waybillId: agreed.id, feeItem: 'handling' as const, amount, reason: '装卸', companyId }
      const { nos } = await world.admin.ok(addAdjustments, { lines: [line], submit: true })
      await decide(nos[0] as string)
    }
    await adjust('70', other)
    expect([await owes(company), await owes(other)].map(Number)).toEqual([7100, 70])
    // A credit on another waybill takes off: only the whole is never less than nothing.
    await adjust('50')
    await adjust('-50')
    expect(Number(await owes(company))).toBe(7100)
    expect((await clerk.client.refused(createWaybill, typed('2900.01'))).reason).toBe('waybills.overCredit')
    const last = await clerk.client.ok(createWaybill, typed('2900'))
    expect(Number(await owes(company))).toBe(10000)
    // A price that rises is looked at in the same way, by whatever act; one that falls is not.
    const over = { reason: 'waybills.overCredit' }
    await decide(last.waybillNo)
    const version = async (id: number) => (await world.admin.ok(getWaybill, { id })).version
    const price = async (amount: string) => ({
      id: last.id,
      version: await version(last.id),
      charges: [{ feeItem: 'freight' as const, amount }],
      reason: '改价',
    })
    expect((await clerk.client.refused(priceWaybill, await price('2900.01'))).fields).toMatchObject([
      { path: 'charges', ...over },
    ])
    const service = { ids: [last.id], type: 'stairs' as const, qty: '1', amount: '0.01', payer: 'customer' as const }
    expect((await clerk.client.ok(addService, service as never)).refused).toMatchObject([over])
    expect((await clerk.client.ok(addService, { ...service, payer: 'consignee' } as never)).refused).toEqual([])
    await decide(last.waybillNo)
    await clerk.client.ok(priceWaybill, await price('2800'))
    expect(Number(await owes(company))).toBe(9900)
    // 到付 that becomes his is 900 more.
    const { goods, ...rest } = await world.admin.ok(getWaybill, { id: door.id })
    expect(
      (await clerk.client.refused(changeWaybill, { ...rest, goods, payMethod: 'monthly' } as never)).fields,
    ).toMatchObject([{ path: 'payMethod', ...over }])
    // What is paid is used no longer.
    await sql`update charge set settled = 3000 where waybill_id = ${agreed.id} and fee_item = 'freight'`.execute(
      world.db,
    )
    expect(Number(await owes(company))).toBe(6900)
    await sql`update charge set settled = 0 where waybill_id = ${agreed.id}`.execute(world.db)
    await sql`delete from charge where company_id = ${company} and source = 'storage'`.execute(world.db)
    await sql`delete from money_balance where owner_id = ${company} and account = 'advance'`.execute(world.db)
  })

  it('is one row again by night, and by whoever reads more than fifty', async () => {
    const { hengda, hangzhou } = freight
    for (let n = 0; n < 3; n += 1)
      await world.admin.ok(createWaybill, { ...waybillOf(hangzhou, hengda, 1), place: true })
    expect(await parts(hengda)).toBeGreaterThan(3)
    await keepOwed(world.db as never)
    expect(await parts(hengda)).toBe(1)
    expect(Number(await owes(hengda))).toBe(320)
    await sql`insert into customer_owed (customer_id, amount) select ${hengda}, x from generate_series(1, 30) n, unnest('{1,-1}'::int[]) x`.execute(
      world.db,
    )
    expect(Number(await owes(hengda))).toBe(320)
    expect(await parts(hengda)).toBe(1)
  })

  it('that is not what the waybills say is found by the proof, calculated again by night, and said', async () => {
    const { hengda } = freight
    await world.db.insertInto('customer_owed').values({ customer_id: hengda, amount: '0.01' }).execute()
    await expect(prove(world.db as never)).rejects.toThrow('a customer owes what its waybills owe')
    await expect(keepOwed(world.db as never)).rejects.toThrow('what 1 customers owe was not what their waybills say')
    expect(Number(await owes(hengda))).toBe(320)
    await keepOwed(world.db as never)
  })

  it('two who place for one customer at once do not wait for each other in a circle', async () => {
    const { hengda, hangzhou } = freight
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        world.admin.send(createWaybill, { ...waybillOf(hangzhou, hengda, 1), place: true }),
      ),
    )
    expect(answers.map(({ code }) => code)).toEqual(Array(8).fill(200))
    expect(Number(await owes(hengda))).toBe(480)
    const found = await sql<{ deadlocks: number }>`
      select deadlocks from pg_stat_database where datname = current_database()`.execute(world.db)
    expect(found.rows[0]?.deadlocks).toBe(0)
  })

  it('is made out of the waybills that are there when the table comes', async () => {
    await world.db.transaction().execute(async (tx) => {
      await sql`drop table customer_owed`.execute(tx)
      for (const name of ['insert', 'update', 'delete'])
        await sql.raw(`drop trigger waybill__owed_${name} on waybill`).execute(tx)
      await sql`drop function note_owed_by_new, note_owed_change, lock_credit, credit_used`.execute(tx)
      await sql`create index waybill__owed on waybill (customer_id)`.execute(tx)
      await up(tx as never)
      await sql`drop index charge__on_account`.execute(tx)
      await credit(tx as never)
      await ownCredit(tx as never)
    })
    expect(Number(await owes(freight.hengda))).toBe(480)
    expect(await parts(freight.hengda)).toBe(1)
  })
})

it('[M22] [M46] what signings collected before money was kept is in the hands of whoever signed, freight first, then COD', async () => {
  const { id } = await freight.waybill(world.admin, 2, {
    customerId: freight.hengda,
    payMethod: 'collect',
    codAmount: '5000',
  })
  const { rows } = await sql<{ by: number }>`
    insert into signing (waybill_id, act_id, signer, signed_at, signed, refused, short, collected, waived, by_id)
    select id, -1, '陈国强', now(), 2, 0, 0, 5040, false, created_by from waybill where id = ${id} returning by_id as by`.execute(
    world.db,
  )
  const balances = async () =>
    (
      await sql<{ account: string; balance: string }>`
        select account, balance::text from money_balance where owner_id = case account when 'custody' then ${rows[0]?.by} else ${id}::bigint end
        order by 1`.execute(world.db)
    ).rows
  const post = () => world.db.transaction().execute((tx) => postOldSignings(tx as never))
  await post()
  const kept = [
    { account: 'cod', balance: '-5000.00' },
    { account: 'custody', balance: '5040.00' },
  ]
  expect(await balances()).toEqual(kept)
  const charge = await sql<{ state: string; settled: string }>`
    select state, settled::text from charge where waybill_id = ${id}`.execute(world.db)
  expect(charge.rows).toEqual([{ state: 'owed', settled: '40.00' }])
  // Once.
  await post()
  expect(await balances()).toEqual(kept)
})
