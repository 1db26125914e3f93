import type { Reason } from '@xunyun/contract/errors'
import type { Params } from '@xunyun/contract/kernel/call'
import { Exact } from '@xunyun/contract/kernel/decimal'
import { fitsUnit } from '@xunyun/contract/warehouse/masters/quantity'
import type * as calls from '@xunyun/contract/warehouse/shipping/notices'
import type { OutboundInput } from '@xunyun/contract/warehouse/shipping/notices'
import { sql } from 'kysely'
import { refuseFor } from '../../../platform/abilities.ts'
import type { Act } from '../../../platform/act.ts'
import { type Actor, isCustomer } from '../../../platform/actor.ts'
import { eachRecord } from '../../../platform/batch.ts'
import { kept, owned, type Tx } from '../../../platform/db.ts'
import { differences, entryRows, intoHistory } from '../../../platform/history.ts'
import type { Numbering } from '../../../platform/numbering.ts'
import { badField, notFound, Refusal, refuseFields } from '../../../platform/refusal.ts'
import { regionByCode } from '../../../platform/regions.ts'
import { insertion, insertTogether } from '../../../platform/rows.ts'
import type { SeenId } from '../../../platform/scope.ts'
import { pinyinOf, searchText } from '../../../platform/search.ts'
import { changed, createdRow, refuseStale } from '../../../platform/version.ts'
import { nameOfCompany } from '../../companies/index.ts'
import { checkWarehouseAndOwner, itemsOf } from '../locations/index.ts'
import { wasPicked } from './abilities.ts'
import { release } from './allocate.ts'
import { noticesTo, requireNothingInHand, requireState, shippedOf } from './rules.ts'
import { allocationsOf, lockNotices, type Notice, ofNotice, recordNotice } from './store.ts'

const valuesOf = (input: OutboundInput, noticeNo: string) => ({
  warehouse_id: input.warehouseId,
  owner_id: input.ownerId,
  type: input.type as string,
  consignee_company: input.consigneeCompany ?? null,
  consignee_name: input.consigneeName,
  consignee_phone: input.consigneePhone,
  region_code: input.regionCode ?? null,
  region_name: regionByCode(input.regionCode ?? '')?.name ?? null,
  address: input.address,
  required_at: input.requiredAt ?? null,
  carrier_id: input.carrierId ?? null,
  customer_order_no: input.customerOrderNo ?? null,
  remark: input.remark ?? null,
  search: searchText([
    noticeNo,
    input.customerOrderNo,
    input.consigneeCompany,
    pinyinOf(input.consigneeCompany ?? ''),
    input.consigneeName,
    pinyinOf(input.consigneeName),
    input.consigneePhone,
    input.remark,
  ]),
})
type Values = ReturnType<typeof valuesOf>

/** The carrier is one that carries; an owner's account is given one by us, and keeps the one that was given. */
async function checkCarrier(tx: Tx, actor: Actor, input: OutboundInput, before: number | null): Promise<void> {
  if (input.carrierId === undefined || input.carrierId === before) return
  // unscoped: carriers are shared by all outlets
  const carrier = await owned(tx)
    .selectFrom('company')
    .select('id')
    .where('id', '=', input.carrierId)
    .where('enabled', '=', true)
    .where('is_deleted', '=', false)
    .where(sql<boolean>`roles && '{carrier,special,courier}'::text[]`)
    .executeTakeFirst()
  if (carrier === undefined || isCustomer(actor)) throw badField('carrierId', 'field.choice')
}

/** The lines with their quantities in base units; every wrong one is named. */
async function linesFor(tx: Tx, input: OutboundInput) {
  const items = await itemsOf(
    tx,
    input.ownerId,
    input.lines.map(({ itemId }) => itemId),
  )
  const seen = new Map<string, number>()
  const wrong: { path: string; reason: Reason; params?: Params }[] = []
  const lines = input.lines.map((line, index) => {
    const at = (field: string) => `lines.${index}.${field}`
    const item = items.get(line.itemId)
    const ratio = item?.units.get(line.unit)
    if (item === undefined) wrong.push({ path: at('itemId'), reason: 'inbound.itemOwner' })
    else if (ratio === undefined) wrong.push({ path: at('unit'), reason: 'inbound.unit' })
    const qty = new Exact(line.unitQty).times(ratio ?? '1').toFixed()
    if (item !== undefined && !fitsUnit(qty, item.baseUnit))
      wrong.push({ path: at('unitQty'), reason: 'inbound.whole' })
    const quality = line.quality ?? 'good'
    const key = [line.itemId, line.batchNo, line.expiryAfter, quality].join('|')
    const before = seen.get(key)
    if (before !== undefined) wrong.push({ path: at('itemId'), reason: 'inbound.sameLine', params: { row: before } })
    seen.set(key, index + 1)
    return { ...line, quality, qty, itemNo: item?.itemNo ?? '' }
  })
  refuseFields(wrong)
  return lines
}
type Lines = Awaited<ReturnType<typeof linesFor>>

const lineRows = (noticeId: number, lines: Lines) =>
  lines.map((line, index) => ({
    notice_id: noticeId,
    seq: index + 1,
    item_id: line.itemId,
    unit: line.unit,
    unit_qty: line.unitQty,
    qty: line.qty,
    batch_no: line.batchNo ?? null,
    expiry_after: line.expiryAfter ?? null,
    quality: line.quality,
  }))

const historyValues = async (tx: Tx, values: Omit<Values, 'search'>, lines: readonly string[], ownerName?: string) => ({
  ownerName: ownerName ?? (await nameOfCompany(tx, values.owner_id)),
  type: values.type,
  consigneeCompany: values.consignee_company,
  consigneeName: values.consignee_name,
  consigneePhone: values.consignee_phone,
  regionName: values.region_name,
  address: values.address,
  requiredAt: values.required_at,
  carrierName: values.carrier_id === null ? null : await nameOfCompany(tx, values.carrier_id),
  customerOrderNo: values.customer_order_no,
  remark: values.remark,
  lines,
})
/** Lines as a timeline tells them, in base units: it is read in every language. */
const wordsOf = (lines: Lines): string[] =>
  lines.map(({ itemNo, batchNo, qty }) => [itemNo, ...(batchNo === undefined ? [] : [batchNo]), '×', qty].join(' '))
/** The same of lines that are written. */
async function wordsOfLines(tx: Tx, noticeId: SeenId): Promise<string[]> {
  const found = await sql<{ words: string }>`
    select concat_ws(' ', i.item_no, l.batch_no, '×', trim_scale(l.qty)) as words
    -- unscoped: lines of a notice that was found inside the scope
    from outbound_line l join item i on i.id = l.item_id where l.notice_id = ${noticeId} order by l.seq`.execute(tx)
  return found.rows.map(({ words }) => words)
}

async function check(tx: Tx, actor: Actor, input: OutboundInput, before?: Notice): Promise<{ ownerName: string }> {
  const place = await checkWarehouseAndOwner(tx, actor, input)
  if (input.regionCode !== undefined && regionByCode(input.regionCode) === undefined)
    throw badField('regionCode', 'field.region')
  await checkCarrier(tx, actor, input, before?.carrier_id ?? null)
  return place
}

export const addOutboundNotice =
  (numbering: Pick<Numbering, 'next'>): Act<typeof calls.addOutboundNotice> =>
  async ({ tx, actor }, input) => {
    const { ownerName } = await check(tx, actor, input)
    const lines = await linesFor(tx, input)
    const [noticeNo = ''] = await numbering.next('CK')
    const values = valuesOf(input, noticeNo)
    const told = differences({}, await historyValues(tx, values, wordsOf(lines), ownerName))
    const made = await sql<{ id: number }>`${kept}
      ${insertion('outbound_notice', [{ ...values, notice_no: noticeNo, ...createdRow(actor.userId) }])} returning id`.execute(
      tx,
    )
    const { id } = made.rows[0] as { id: number }
    await sql`${kept} with lines as (${insertion('outbound_line', lineRows(id, lines))})
      ${intoHistory} ${entryRows(actor, [ofNotice(id, 'created', told)])}`.execute(tx)
    return { id, noticeNo }
  }

export const changeOutboundNotice: Act<typeof calls.changeOutboundNotice> = async ({ tx, actor }, input) => {
  const before = (await lockNotices(tx, actor, [input.id])).get(input.id)
  if (before === undefined) throw notFound()
  await refuseStale(tx, before, input.version)
  requireState(before, 'edit')
  const picked = await tx
    .selectFrom('pick_act as a')
    .innerJoin('outbound_line as l', 'l.id', 'a.line_id')
    .select('a.id')
    .where('l.notice_id', '=', before.id)
    .limit(1)
    .executeTakeFirst()
  if (picked !== undefined) refuseFor(wasPicked)
  await check(tx, actor, input, before)
  const lines = await linesFor(tx, input)
  const wordsBefore = await wordsOfLines(tx, before.id)
  const values = valuesOf(input, before.notice_no)
  await owned(tx)
    .updateTable('outbound_notice')
    .set({ ...values, ...changed(actor.userId, before.version) })
    .where('id', '=', before.id)
    .execute()
  // What was allocated once and let go again is told by the ledger.
  await tx.deleteFrom('allocation').where('notice_id', '=', before.id).where('state', '=', 'released').execute()
  await tx.deleteFrom('outbound_line').where('notice_id', '=', before.id).execute()
  await insertTogether(tx, { outbound_line: lineRows(before.id, lines) })
  await recordNotice(
    tx,
    actor,
    before.id,
    'changed',
    differences(
      await historyValues(tx, before, wordsBefore),
      await historyValues(tx, values, await wordsOfLines(tx, before.id)),
    ),
  )
  return { version: before.version + 1 }
}

export const cancelOutboundNotices: Act<typeof calls.cancelOutboundNotices> = (asked, { ids, reason }) => {
  const { tx, actor } = asked
  return eachRecord(asked, ids, noticesTo('cancel'), async (notice) => {
    await requireNothingInHand(tx, notice)
    const shipped = await shippedOf(tx, notice.id)
    if (Number(shipped) > 0) throw new Refusal('outbound.shippedSome')
    await owned(tx)
      .updateTable('outbound_notice')
      .set({ state: 'cancelled', cancel_reason: reason, ...changed(actor.userId, notice.version) })
      .where('id', '=', notice.id)
      .execute()
    await recordNotice(tx, actor, notice.id, 'cancelled', [{ field: 'reason', from: null, to: reason }])
    // Derives no state: it is told to be cancelled.
    await release(tx, actor, notice, await allocationsOf(tx, [notice.id], ['allocated']), 'cancel')
    await sql`update outbound_line set allocated = 0 where notice_id = ${notice.id}`.execute(tx)
  })
}

export const interceptOutboundNotices: Act<typeof calls.interceptOutboundNotices> = (asked, { ids, reason }) => {
  const { tx, actor } = asked
  return eachRecord(asked, ids, noticesTo('intercept'), async (notice) => {
    if (notice.intercepted) throw new Refusal('outbound.interceptedAlready')
    await setIntercepted(tx, actor, notice, reason)
    await recordNotice(tx, actor, notice.id, 'intercepted', [{ field: 'reason', from: null, to: reason }])
  })
}
export const releaseOutboundNotices: Act<typeof calls.releaseOutboundNotices> = (asked, { ids }) => {
  const { tx, actor } = asked
  return eachRecord(asked, ids, noticesTo('release'), async (notice) => {
    if (!notice.intercepted) throw new Refusal('outbound.notIntercepted')
    await setIntercepted(tx, actor, notice, null)
    await recordNotice(tx, actor, notice.id, 'released')
  })
}
const setIntercepted = (tx: Tx, actor: Actor, notice: Notice, reason: string | null) =>
  owned(tx)
    .updateTable('outbound_notice')
    .set({ intercepted: reason !== null, intercept_reason: reason, ...changed(actor.userId, notice.version) })
    .where('id', '=', notice.id)
    .execute()
