import type { Input, Output } from '@xunyun/contract/kernel/call'
import type * as calls from '@xunyun/contract/warehouse/shipping/notices'
import { sql } from 'kysely'
import { refuseFor } from '../../../platform/abilities.ts'
import type { Act } from '../../../platform/act.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { Approvals } from '../../../platform/approvals.ts'
import { clock } from '../../../platform/clock.ts'
import { kept, type Tx } from '../../../platform/db.ts'
import type { Numbering } from '../../../platform/numbering.ts'
import { badField, notFound, Refusal } from '../../../platform/refusal.ts'
import { regionByCode } from '../../../platform/regions.ts'
import { cancelWaybills, recordEvents, waybillFacts, writeWaybill } from '../../waybills/index.ts'
import { type Movement, postMovements, reversePosting } from '../ledger/index.ts'
import { looseBeside, notChecked, stillOpen } from './abilities.ts'
import { total } from './allocate.ts'
import { cartonsMissing, goodsOfNotice, type Handed, openCartonsOf, senderOf } from './queries.ship.ts'
import { eachNotice, requireGoing, requireState } from './rules.ts'
import {
  type Allocation,
  firstUnchecked,
  type InHand,
  inHandOf,
  keyOf,
  lockNotice,
  type Notice,
  ofNotice,
  settleNotices,
} from './store.ts'

type Deps = { numbering: Numbering; approvals: Approvals }
type Wishes = Input<typeof calls.shipNotices>

/** So many missing cartons are told by their numbers. */
const named = 10

/** What leaves: all cartons, sealed, or loose goods where nothing is packed. */
async function leaving(tx: Tx, notice: Notice, scanned: readonly number[] | undefined): Promise<InHand[]> {
  const rows = await inHandOf(tx, notice.id, ['picked', 'packed'])
  const packed = rows.filter(({ state }) => state === 'packed')
  const loose = rows.filter(({ state }) => state === 'picked')
  if (packed.length > 0) refuseFor(looseBeside(loose.map(({ qty }) => qty)))
  refuseFor(stillOpen(await openCartonsOf(tx, notice.id)))
  // Nothing leaves that was not seen at the dock, whatever was sealed meanwhile.
  const missing = scanned === undefined ? [] : await cartonsMissing(tx, notice.id, scanned)
  if (missing.length > 0)
    throw new Refusal('outbound.cartonsMissing', { count: missing.length, cartons: missing.slice(0, named).join(', ') })
  refuseFor(notChecked(firstUnchecked(rows)))
  return rows
}

/**
 * 发货: out of the warehouse, numbers and all; on request the waybill that carries it on is placed with it. Who may ship may
 * have that, too: everything on it follows from the notice, the warehouse and the goods, and is priced and reviewed like any other.
 */
export const shipNotices =
  (deps: Deps): Act<typeof calls.shipNotices> =>
  async (asked, input) => {
    const { tx, actor } = asked
    const shipped: Output<typeof calls.shipNotices>['shipped'] = []
    const outcomes = await eachNotice(asked, input.ids, 'ship', async (notice) => {
      requireGoing(notice)
      const rows = await leaving(tx, notice, input.cartonIds)
      const qty = total(rows.map((row) => row.qty))
      const waybill = input.createWaybill === true ? await placeWaybill(tx, actor, deps, notice, input) : undefined
      const shipmentId = await writeShipment(tx, actor, notice, rows, { qty, waybillId: waybill?.id ?? null })
      const told = [
        { field: 'qty', from: null, to: qty },
        { field: 'waybillNo', from: null, to: waybill?.waybillNo ?? null },
      ]
      await settleNotices(tx, actor, [notice], [ofNotice(notice.id, 'shipped', told)])
      const movements = rows.map(
        (row): Movement => ({
          ...keyOf(row),
          type: 'SHP',
          flow: -1,
          onHand: `-${row.qty}`,
          allocated: `-${row.qty}`,
          serials: row.serials,
        }),
      )
      await postMovements(
        tx,
        actor,
        {
          warehouseId: notice.warehouse_id,
          docType: 'outbound',
          docId: notice.id,
          docNo: notice.notice_no,
          act: `ship:${shipmentId}`,
          movements,
        },
        (postingId) => sql`update shipment set posting_id = ${postingId} where id = ${shipmentId}`,
      )
      shipped.push({ id: notice.id, noticeNo: notice.notice_no, shipmentId, waybillNo: waybill?.waybillNo ?? null })
    })
    return { ...outcomes, shipped }
  }

/** What leaves, its cartons, and the waybill that the notice then names. */
async function writeShipment(
  tx: Tx,
  actor: Actor,
  notice: Notice,
  rows: readonly Allocation[],
  { qty, waybillId }: { qty: string; waybillId: number | null },
): Promise<number> {
  const cartons = [...new Set(rows.flatMap(({ carton_id }) => carton_id ?? []))]
  const found = await sql<{ id: number }>`${kept}
    with made as (
      insert into shipment (notice_id, warehouse_id, qty, waybill_id, at, by_id, by_name)
      values (${notice.id}, ${notice.warehouse_id}, ${qty}, ${waybillId}, ${clock.iso()}::timestamptz, ${actor.userId}, ${actor.name}) returning id
    ), goods as (
      update allocation a set state = 'shipped', shipment_id = made.id from made where a.id = any(${rows.map(({ id }) => id)}::bigint[])
    ), boxes as (
      -- unscoped: cartons of a notice that was locked inside the scope
      update carton set state = 'shipped' where id = any(${cartons}::bigint[])
    ), notice as (
      -- unscoped: as above
      update outbound_notice set waybill_id = ${waybillId}::bigint where id = ${notice.id} and ${waybillId}::bigint is not null
    )
    select id from made`.execute(tx)
  return (found.rows[0] as { id: number }).id
}

/** The waybill of what leaves now: from the warehouse to the consignee, for the owner; each names the other. */
async function placeWaybill(tx: Tx, actor: Actor, deps: Deps, notice: Notice, wishes: Wishes) {
  const sender = await senderOf(tx, notice.warehouse_id, actor.userId)
  const shipper = { name: wishes.shipperName ?? sender.contact, phone: wishes.shipperPhone ?? sender.mobile }
  const { region, address } = sender
  if (shipper.name === null || shipper.phone === null || region === null || address === null)
    throw badField('shipperName', 'outbound.shipper')
  const consigneeRegion = regionByCode(notice.region_code ?? '')
  if (consigneeRegion === undefined || !consigneeRegion.leaf)
    throw new Refusal('outbound.consigneeRegion', { notice: notice.notice_no })
  const goods = await goodsOfNotice(tx, notice.id)
  const waybill = await writeWaybill(
    tx,
    actor,
    deps,
    {
      place: true,
      outletId: sender.outletId,
      customerId: notice.owner_id,
      // A second part of the same order can not bear its number again.
      ...(goods.isFirst && notice.customer_order_no !== null ? { customerNo: notice.customer_order_no } : {}),
      bizDate: clock.today(),
      pickupWay: 'pickup',
      deliveryWay: wishes.deliveryWay ?? 'delivery',
      payMethod: wishes.payMethod ?? 'monthly',
      shipper: { company: sender.name, name: shipper.name, phone: shipper.phone, region, address },
      consignee: {
        ...(notice.consignee_company === null ? {} : { company: notice.consignee_company }),
        name: notice.consignee_name,
        phone: notice.consignee_phone,
        region: consigneeRegion.code,
        address: notice.address,
      },
      goods: [goodsLine(goods, wishes.pieces?.find(({ id }) => id === notice.id)?.pieces)],
    },
    'warehouse',
  )
  await recordEvents(tx, actor, [
    { waybillId: waybill.id, event: { type: 'shippedFromWarehouse', params: { noticeNo: notice.notice_no } } },
  ])
  return waybill
}

const goodsLine = (goods: Handed, pieces: number | undefined) => ({
  name: goods.name,
  package: goods.boxType ?? 'carton',
  pieces: goods.cartons > 0 ? goods.cartons : (pieces ?? 1),
  weight: goods.weight,
  volume: goods.volume,
})

/** 冲销发货: the goods are back where they were made ready, and the waybill, that has not moved, is cancelled. */
export const reverseShipment =
  (deps: Deps): Act<typeof calls.reverseShipment> =>
  async ({ tx, actor }, input) => {
    const seen = await tx
      .selectFrom('shipment')
      .select('notice_id')
      .where('id', '=', input.shipmentId)
      .executeTakeFirst()
    if (seen === undefined) throw notFound()
    const notice = await lockNotice(tx, actor, seen.notice_id)
    const shipment = await tx
      .selectFrom('shipment')
      .selectAll()
      .where('id', '=', input.shipmentId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (shipment.reversed_at !== null || shipment.posting_id === null) throw new Refusal('outbound.reversed')
    requireState(notice, 'reverse')
    if (shipment.waybill_id !== null) await cancelWaybill(tx, actor, deps, shipment.waybill_id, input.reason)
    await tx
      .updateTable('shipment')
      .set({ reversed_at: clock.now(), reversed_by_name: actor.name, reverse_reason: input.reason })
      .where('id', '=', shipment.id)
      .execute()
    await sql`update carton set state = 'sealed' where id in (select carton_id from allocation where shipment_id = ${shipment.id})`.execute(
      tx,
    )
    await sql`update allocation set state = case when carton_id is null then 'picked' else 'packed' end, shipment_id = null
      where shipment_id = ${shipment.id}`.execute(tx)
    await sql`update outbound_notice n set waybill_id = (select s.waybill_id from shipment s where s.notice_id = n.id and s.reversed_at is null
      and s.waybill_id is not null order by s.id desc limit 1) where n.id = ${notice.id}`.execute(tx)
    await settleNotices(
      tx,
      actor,
      [notice],
      [ofNotice(notice.id, 'shipmentReversed', [{ field: 'reason', from: null, to: input.reason }])],
    )
    await reversePosting(tx, actor, shipment.posting_id, {
      docType: 'outbound',
      docId: notice.id,
      docNo: notice.notice_no,
      act: `reverseShipment:${shipment.id}`,
    })
    return {}
  }

async function cancelWaybill(tx: Tx, actor: Actor, deps: Deps, id: number, reason: string): Promise<void> {
  const waybill = (await waybillFacts(tx, actor, [id], true)).get(id)
  if (waybill === undefined) throw notFound()
  if (waybill.state === 'cancelled') return
  const { refused } = await cancelWaybills(deps.approvals)({ tx, actor }, { ids: [id], reason })
  if (refused.length > 0) throw new Refusal('outbound.waybillMoved', { waybill: waybill.waybillNo })
}
