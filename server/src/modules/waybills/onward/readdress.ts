import type { Input } from '@xunyun/contract/kernel/call'
import { addDecimals, compareDecimal } from '@xunyun/contract/kernel/decimal'
import type { FeeLine } from '@xunyun/contract/waybills/charges'
import type * as calls from '@xunyun/contract/waybills/onward'
import type { Act } from '../../../platform/act.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { Approvals } from '../../../platform/approvals.ts'
import type { Tx } from '../../../platform/db.ts'
import { differences } from '../../../platform/history.ts'
import { badField, notFound, Refusal } from '../../../platform/refusal.ts'
import { scoped } from '../../../platform/scope.ts'
import { refuseStale } from '../../../platform/version.ts'
import { nameOfCompany } from '../../companies/index.ts'
import { addOutlets, destinationsOf } from '../destination.ts'
import { recordEvents } from '../events.ts'
import { check, lockWaybill } from '../facts.ts'
import { foundBy } from '../foundBy.ts'
import { atOutlet, movePieces, refreshState } from '../pieces.ts'
import { readPriced } from '../pricing/read.ts'
import { settle } from '../pricing/settle.ts'
import { partyColumns, updateWaybill } from '../store.ts'

type Readdress = Input<typeof calls.readdressWaybill>

/**
 * 改址: another consignee for what is not yet signed, in whatever state; the destination is proposed anew, refused pieces are live
 * again where they lie, and the freight stays as agreed: the difference is 改址费. Once the price is confirmed it is a
 * change that is reviewed, and its fee an adjustment (T11).
 */
export const readdressWaybill =
  (approvals: Approvals): Act<typeof calls.readdressWaybill> =>
  async ({ tx, actor }, input) => {
    const waybill = await lockWaybill(tx, actor, input.id)
    await refuseStale(
      tx,
      { version: waybill.version, updated_at: waybill.updatedAt, updated_by: waybill.updatedBy },
      input.version,
    )
    check('readdress', waybill)
    const [priced] = await readPriced(tx, [waybill.id], false)
    if (priced === undefined) throw notFound()
    if (priced.priceState !== 'confirmed') {
      await writeReaddress(tx, actor, approvals, input)
      return { reviewed: false }
    }
    if (compareDecimal(input.fee ?? '0', '0') > 0) throw badField('fee', 'waybills.readdressFeeAdjusts')
    // Tried at once, so that nonsense is refused to whoever types it.
    partyColumns('consignee', input.consignee)
    const open = await tx
      .selectFrom('waybill_change')
      .select('id')
      .where('waybill_id', '=', waybill.id)
      .where('state', '=', 'pending')
      .executeTakeFirst()
    if (open !== undefined) throw new Refusal('waybills.changeOpen')
    const { id } = await tx
      .insertInto('waybill_change')
      .values({
        waybill_id: waybill.id,
        input: JSON.stringify({ readdress: true, ...input }),
        reason: input.reason,
        created_by: actor.userId,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const to = partyColumns('consignee', input.consignee)
    await approvals.submit(tx, actor, 'changeRequest', [
      {
        id,
        no: waybill.waybillNo,
        reason: 'afterConfirmation',
        amount: priced.receivable,
        companyId: priced.customerId,
        outletId: priced.outletId,
        facts: {
          customer: priced.customerName,
          from: priced.fromName,
          to: priced.toName,
          // Names, phones and addresses stay out of the review's facts.
          changes: `consignee_region_name=${priced.toName}→${to.consignee_region_name ?? ''}`,
          receivable: priced.receivable,
          newReceivable: priced.receivable,
          note: input.reason,
        },
      },
    ])
    await recordEvents(tx, actor, [
      { waybillId: waybill.id, event: { type: 'changeRequested', params: { reason: input.reason } } },
    ])
    return { reviewed: true }
  }

/** Makes the change, also once a review granted it. */
export async function writeReaddress(
  tx: Tx,
  actor: Actor,
  approvals: Approvals,
  input: Pick<Readdress, 'id' | 'consignee' | 'fee' | 'reason'>,
): Promise<void> {
  const waybill = await lockWaybill(tx, actor, input.id)
  check('readdress', waybill)
  const before = await scoped(tx, actor, 'waybill').selectAll().where('id', '=', input.id).executeTakeFirst()
  if (before === undefined) throw notFound()
  const columns = partyColumns('consignee', input.consignee)
  const dest = (await destinationsOf(tx, [input.consignee.region])).get(input.consignee.region) ?? null
  const search = foundBy({
    waybillNo: before.waybill_no,
    customerNo: before.customer_no,
    customer: before.customer_id === null ? undefined : await nameOfCompany(tx, before.customer_id),
    shipper: {
      company: before.shipper_company,
      name: before.shipper_name,
      phone: before.shipper_phone,
      region: before.shipper_region_name,
      address: before.shipper_address,
    },
    consignee: { ...input.consignee, region: columns.consignee_region_name ?? '' },
    goodsName: before.goods_name,
  })
  await updateWaybill(tx, actor, input.id, { ...columns, search, dest_outlet_id: dest, dest_typed: false })
  if (dest !== null) await addOutlets(tx, [{ waybillId: waybill.id, outletId: dest }])
  const refused = waybill.places.filter(({ place, pieces }) => place === 'refused' && pieces > 0)
  const changes = differences(before, columns).filter(
    ({ field }) => field !== 'consignee_region' && field !== 'consignee_city',
  )
  const personal: Record<string, string | null> = {}
  for (const { field, from, to } of changes.filter(({ field }) => field !== 'consignee_region_name')) {
    personal[`${field}.from`] = from
    personal[`${field}.to`] = to
  }
  const event = {
    type: 'readdressed',
    params: { reason: input.reason, dest: (await nameOfCompany(tx, dest)) ?? null },
    changes: changes.map((one) =>
      one.field === 'consignee_region_name' ? one : { field: one.field, from: null, to: null },
    ),
    personal,
  }
  await movePieces(
    tx,
    actor,
    refused.map(({ placeId, pieces }) => ({
      waybillId: waybill.id,
      from: { place: 'refused', id: placeId },
      to: atOutlet(placeId),
      pieces,
    })),
  )
  await recordEvents(tx, actor, [{ waybillId: waybill.id, event }])
  await refreshState(tx, [waybill.id])
  await addFee(tx, actor, approvals, waybill.id, input.fee)
}

/** 改址费 beside what was agreed: the freight is not quoted anew. */
async function addFee(
  tx: Tx,
  actor: Actor,
  approvals: Approvals,
  id: Awaited<ReturnType<typeof lockWaybill>>['id'],
  fee: string | undefined,
): Promise<void> {
  if (fee === undefined || compareDecimal(fee, '0') <= 0) return
  const [priced] = await readPriced(tx, [id], false)
  if (priced === undefined) throw notFound()
  const agreed = priced.charges.filter(({ source }) => source === 'quote' || source === 'manual')
  const known = agreed.find(({ feeItem }) => feeItem === 'readdress')
  const lines = [
    ...agreed
      .filter((line) => line !== known)
      .map(({ feeItem, amount, taxRate }) => ({ feeItem, amount, ...(taxRate === null ? {} : { taxRate }) })),
    { feeItem: 'readdress', amount: addDecimals([known?.amount ?? '0.00', fee]) },
  ] as FeeLine[]
  if (priced.priceState === 'pending') await approvals.cancel(tx, 'price', [id], null)
  await settle(tx, actor, approvals, [id], { typed: new Map([[id, { charges: lines }]]) })
}
