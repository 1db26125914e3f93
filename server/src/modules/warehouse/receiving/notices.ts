import type { Reason } from '@xunyun/contract/errors'
import { Exact } from '@xunyun/contract/kernel/decimal'
import { canStart } from '@xunyun/contract/kernel/lifecycle'
import { fitsUnit } from '@xunyun/contract/warehouse/masters/quantity'
import type * as calls from '@xunyun/contract/warehouse/receiving/calls'
import { type InboundState, inboundLifecycle, type NoticeInput } from '@xunyun/contract/warehouse/receiving/calls'
import { sql } from 'kysely'
import { refuseFor } from '../../../platform/abilities.ts'
import type { Act } from '../../../platform/act.ts'
import type { Actor } from '../../../platform/actor.ts'
import { eachRecord, type Records } from '../../../platform/batch.ts'
import { clock } from '../../../platform/clock.ts'
import { owned, type Tx } from '../../../platform/db.ts'
import { differences } from '../../../platform/history.ts'
import type { Numbering } from '../../../platform/numbering.ts'
import { notFound, Refusal, refuseFields } from '../../../platform/refusal.ts'
import { markSeen, type SeenId } from '../../../platform/scope.ts'
import { searchText } from '../../../platform/search.ts'
import { changed, created, refuseStale } from '../../../platform/version.ts'
import { nameOfCompany } from '../../companies/index.ts'
import { checkWarehouseAndOwner, itemsOf } from '../locations/index.ts'
import { wasCounted } from './queries.notices.ts'
import { lockNotices, type Notice, openReceipt, recordNotice, settleNotice } from './store.ts'

const valuesOf = (input: NoticeInput, noticeNo: string) => ({
  warehouse_id: input.warehouseId,
  owner_id: input.ownerId,
  type: input.type as string,
  customer_order_no: input.customerOrderNo ?? null,
  eta: input.eta ?? null,
  vehicle_no: input.vehicleNo ?? null,
  remark: input.remark ?? null,
  search: searchText([noticeNo, input.customerOrderNo, input.vehicleNo, input.remark]),
})
type Values = ReturnType<typeof valuesOf>

/** The lines with their quantities in base units; every wrong one is named. */
async function linesFor(tx: Tx, input: NoticeInput) {
  const items = await itemsOf(
    tx,
    input.ownerId,
    input.lines.map(({ itemId }) => itemId),
  )
  const seen = new Map<string, number>()
  const wrong: { path: string; reason: Reason; params?: Record<string, number> }[] = []
  const lines = input.lines.map((line, index) => {
    const at = (field: string) => `lines.${index}.${field}`
    const item = items.get(line.itemId)
    const ratio = item?.units.get(line.unit)
    if (item === undefined) wrong.push({ path: at('itemId'), reason: 'inbound.itemOwner' })
    else if (ratio === undefined) wrong.push({ path: at('unit'), reason: 'inbound.unit' })
    const qty = new Exact(line.unitQty).times(ratio ?? '1').toFixed()
    if (item !== undefined && !fitsUnit(qty, item.baseUnit))
      wrong.push({ path: at('unitQty'), reason: 'inbound.whole' })
    if (line.production !== undefined && line.expiry !== undefined && line.expiry <= line.production)
      wrong.push({ path: at('expiry'), reason: 'inbound.expiryOrder' })
    const key = [line.itemId, line.batchNo, line.production, line.expiry, line.quality].join('|')
    const before = seen.get(key)
    if (before !== undefined) wrong.push({ path: at('itemId'), reason: 'inbound.sameLine', params: { row: before } })
    seen.set(key, index + 1)
    return { ...line, qty }
  })
  refuseFields(wrong)
  return lines
}
type Lines = Awaited<ReturnType<typeof linesFor>>

const writeLines = (tx: Tx, noticeId: number, lines: Lines) =>
  tx
    .insertInto('inbound_line')
    .values(
      lines.map((line, index) => ({
        notice_id: noticeId,
        seq: index + 1,
        item_id: line.itemId,
        unit: line.unit,
        unit_qty: line.unitQty,
        qty: line.qty,
        batch_no: line.batchNo ?? null,
        production: line.production ?? null,
        expiry: line.expiry ?? null,
        quality: line.quality,
      })),
    )
    .execute()

const historyValues = async (tx: Tx, values: Omit<Values, 'search'>, lines: readonly string[]) => ({
  ownerName: await nameOfCompany(tx, values.owner_id),
  type: values.type,
  customerOrderNo: values.customer_order_no,
  eta: values.eta,
  vehicleNo: values.vehicle_no,
  remark: values.remark,
  lines,
})
/** Lines as a timeline tells them, in base units: it is read in every language. */
async function wordsOfLines(tx: Tx, noticeId: SeenId): Promise<string[]> {
  const found = await sql<{ words: string }>`
    select concat_ws(' ', i.item_no, l.batch_no, '×', trim_scale(l.qty)) as words
    -- unscoped: lines of a notice that was found inside the scope
    from inbound_line l join item i on i.id = l.item_id where l.notice_id = ${noticeId} order by l.seq`.execute(tx)
  return found.rows.map(({ words }) => words)
}

export const addNotice =
  (numbering: Pick<Numbering, 'next'>): Act<typeof calls.addNotice> =>
  async ({ tx, actor }, input) => {
    await checkWarehouseAndOwner(tx, actor, input)
    const lines = await linesFor(tx, input)
    const [noticeNo = ''] = await numbering.next('RK')
    const values = valuesOf(input, noticeNo)
    const row = await owned(tx)
      .insertInto('inbound_notice')
      .values({ ...values, notice_no: noticeNo, ...created(actor.userId) })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { id } = markSeen(row)
    await writeLines(tx, id, lines)
    await openReceipt(tx, actor, { id, notice_no: noticeNo, warehouse_id: input.warehouseId })
    await recordNotice(
      tx,
      actor,
      id,
      'created',
      differences({}, await historyValues(tx, values, await wordsOfLines(tx, id))),
    )
    return { id, noticeNo }
  }

export const changeNotice: Act<typeof calls.changeNotice> = async ({ tx, actor }, input) => {
  const before = (await lockNotices(tx, actor, [input.id])).get(input.id)
  if (before === undefined) throw notFound()
  await refuseStale(tx, before, input.version)
  const no = objection(before, 'edit')
  if (no !== undefined) throw no
  const counted = await tx
    .selectFrom('receipt_entry as e')
    .innerJoin('inbound_line as l', 'l.id', 'e.line_id')
    .select('e.id')
    .where('l.notice_id', '=', before.id)
    .limit(1)
    .executeTakeFirst()
  if (counted !== undefined) refuseFor(wasCounted)
  await checkWarehouseAndOwner(tx, actor, input)
  const lines = await linesFor(tx, input)
  const wordsBefore = await wordsOfLines(tx, before.id)
  const values = valuesOf(input, before.notice_no)
  await owned(tx)
    .updateTable('inbound_notice')
    .set({ ...values, ...changed(actor.userId, before.version) })
    .where('id', '=', before.id)
    .execute()
  await owned(tx)
    .updateTable('receipt')
    .set({ warehouse_id: input.warehouseId })
    .where('notice_id', '=', before.id)
    .execute()
  await tx.deleteFrom('inbound_line').where('notice_id', '=', before.id).execute()
  await writeLines(tx, before.id, lines)
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

type Action = keyof typeof inboundLifecycle
const objection = (notice: Notice, action: Action): Refusal | undefined =>
  canStart(inboundLifecycle, action, notice.state as InboundState)
    ? undefined
    : new Refusal('inbound.wrongState', { inboundState: notice.state })

const noticesTo = (action: Action): Records<Notice> => ({
  lock: lockNotices,
  no: (notice) => notice.notice_no,
  may: (notice) => objection(notice, action),
})

export const cancelNotices: Act<typeof calls.cancelNotices> = (asked, { ids, reason }) => {
  const { tx, actor } = asked
  return eachRecord(asked, ids, noticesTo('cancel'), async (notice) => {
    await owned(tx)
      .updateTable('inbound_notice')
      .set({ state: 'cancelled', cancel_reason: reason, ...changed(actor.userId, notice.version) })
      .where('id', '=', notice.id)
      .execute()
    await owned(tx).updateTable('receipt').set({ state: 'cancelled' }).where('notice_id', '=', notice.id).execute()
    await recordNotice(tx, actor, notice.id, 'cancelled', [{ field: 'reason', from: null, to: reason }])
  })
}

/** What has not come is short, and the open receipt ends. */
export const closeNotices: Act<typeof calls.closeNotices> = (asked, { ids }) => {
  const { tx, actor } = asked
  return eachRecord(asked, ids, noticesTo('close'), async (notice) => {
    // unscoped: the receipt of a notice that was found inside the scope
    const receipt = await owned(tx)
      .selectFrom('receipt')
      .selectAll()
      .where('notice_id', '=', notice.id)
      .orderBy('seq', 'desc')
      .forUpdate()
      .executeTakeFirstOrThrow()
    await shortTheRest(tx, actor, notice, receipt.id)
    if (receipt.state !== 'received')
      await owned(tx)
        .updateTable('receipt')
        .set({ state: 'received', received_at: clock.now(), received_by: actor.userId })
        .where('id', '=', receipt.id)
        .execute()
    await recordNotice(tx, actor, notice.id, 'closed')
    await settleNotice(tx, actor, notice)
  })
}

/** Records the open quantity of every line as short. */
export async function shortTheRest(tx: Tx, actor: Actor, notice: Notice, receiptId: number): Promise<void> {
  await sql`insert into receipt_entry (receipt_id, line_id, item_id, kind, qty, at, by_id, by_name)
    select ${receiptId}, l.id, l.item_id, 'short', l.qty - l.received - l.damaged - l.short, ${clock.now()}, ${actor.userId}, ${actor.name}
    from inbound_line l where l.notice_id = ${notice.id} and l.qty > l.received + l.damaged + l.short`.execute(tx)
}
