import * as approvals from '@xunyun/contract/approvals/calls'
import * as handIns from '@xunyun/contract/collections/calls'
import * as dispatch from '@xunyun/contract/dispatch/calls'
import { addCashAccount } from '@xunyun/contract/money/accounts'
import * as calls from '@xunyun/contract/waybills/calls'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { ago, type Freight, openFreight } from './freight.ts'
import { reviewedBy } from './reviews.ts'
import type { Client, World } from './world.ts'

/** Money at the door: waybills out for delivery, signed, handed in and counted; one office that does it, one boss who reviews. */

export type Door = Awaited<ReturnType<typeof openDoor>>
export type Over = Parameters<Freight['waybill']>[2]

/** What a driver collects in cash: 180.00 of freight, 5,000.00 of COD. */
export const both = { freight: '180', freightChannel: 'cash', cod: '5000', codChannel: 'cash' } as const

export const only = <T>(rows: readonly T[]): T => {
  expect(rows).toHaveLength(1)
  return rows[0] as T
}

export async function openDoor(world: World) {
  const freight = await openFreight(world)
  const person = await world.person('office', { rights: 'all' })
  const office = person.client
  await sql`insert into transport_price (version_no, name, direction, company_id, basis, weight_unit, volume_ratio, unit_price, tax_rate, tier_mode, low_break,
    valid_from, status, search) select 1, 'rate', 'receivable', id, 'piece', 'kg', 300, 90, 9, 'whole', false, '2024-01-01', 'active', '' from (values (${freight.yunfan}::bigint), (null)) c(id)`.execute(
    world.db,
  )
  await sql`insert into service_rate (type, rate, min_charge, max_charge) values ('cod', 0.005, 5, 200)`.execute(
    world.db,
  )
  const account = { outletId: freight.hangzhou, kind: 'wechat', door: true } as const
  const wechat = (await office.ok(addCashAccount, { ...account, name: '总站微信' })).id
  const till = (await office.ok(addCashAccount, { outletId: freight.hangzhou, kind: 'cash', name: '总站现金' })).id
  const boss = await world.person('boss', { rights: { unreviewed: 'approve' } })
  await reviewedBy(world, boss.id, ['handInDifference', 'codPayout', 'costZJ', 'writeOff'])
  const payer = (await world.person('payer', { rights: 'all' })).client

  const decide = async (no: string, decision: 'approve' | 'reject' = 'approve') => {
    const { rows } = await boss.client.ok(approvals.getApprovals, { pageSize: 500, q: no })
    await boss.client.ok(approvals.decideApprovals, { ids: rows.map(({ id }) => id), decision, opinion: '核对过' })
  }
  let made = 0
  /** Two pieces of 90.00 each out for delivery by a driver of its own. */
  const delivering = async (over: Over = {}) => {
    made += 1
    const waybill = await freight.waybill(office, 2, { payMethod: 'collect', ...over })
    await office.ok(calls.checkInWaybills, { ids: [waybill.id], at: ago(200) })
    const driverId = await freight.addDriver(`送货${made}`)
    const trip = await office.ok(dispatch.createArrangement, {
      type: 'delivery',
      vehicleId: await freight.addVehicle(`沪A${String(20000 + made)}`),
      driverId,
      planAt: ago(-60),
      assign: true,
      lines: [{ waybillId: waybill.id, fromPlace: 'outlet', fromId: freight.hangzhou, pieces: 2 }],
    })
    await office.ok(dispatch.departArrangements, { ids: [trip.id], at: ago(100) })
    return { ...waybill, driverId }
  }
  const sign = (id: number, paid: Record<string, unknown> = {}) =>
    office.ok(calls.signWaybill, { id, signed: 2, signer: '陈国强', signedAt: ago(5), ...paid })

  const balanceOf = async (account: string, kind: string, id: number) =>
    (
      await sql<{
        balance: string
      }>`select balance::text from money_balance where account = ${account} and owner_kind = ${kind} and owner_id = ${id}`.execute(
        world.db,
      )
    ).rows[0]?.balance ?? '0.00'
  const chargesOf = async (id: number) =>
    (
      await sql<
        Record<string, string>
      >`select payer, pay_method as method, state, amount::text, settled::text from charge where waybill_id = ${id}
      order by id`.execute(world.db)
    ).rows
  /** What of a tab is the driver's, by number or as it waits. */
  const rowsOf = async (
    client: Client,
    tab: 'toHandIn' | 'pending' | 'counted' | 'difference' | 'all',
    driverId: number,
  ) =>
    (await client.ok(handIns.getHandIns, { tab, pageSize: 500 })).rows.filter(
      ({ holderKind, holderId }) => holderKind === 'driver' && holderId === driverId,
    )
  const count = (jz: { id: number; version: number }, amount: string) =>
    office.ok(handIns.countHandIn, {
      id: jz.id,
      version: jz.version,
      lines: [{ channel: 'cash', amount, cashAccountId: till }],
    })
  return {
    freight,
    office,
    boss: boss.client,
    officeId: person.id,
    wechat,
    till,
    payer,
    decide,
    delivering,
    sign,
    balanceOf,
    chargesOf,
    rowsOf,
    count,
  }
}
