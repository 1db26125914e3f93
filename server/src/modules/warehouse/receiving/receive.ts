import type { Reason } from '@xunyun/contract/errors'
import type { Params } from '@xunyun/contract/kernel/call'
import { compareDecimal, Exact, sumDecimals } from '@xunyun/contract/kernel/decimal'
import { canStart } from '@xunyun/contract/kernel/lifecycle'
import { fitsUnit } from '@xunyun/contract/warehouse/masters/quantity'
import type * as calls from '@xunyun/contract/warehouse/receiving/calls'
import { type ReceiptState, type ReceivedLine, receiptLifecycle } from '@xunyun/contract/warehouse/receiving/calls'
import { sql } from 'kysely'
import type { Act } from '../../../platform/act.ts'
import { type Actor, may } from '../../../platform/actor.ts'
import { clock, dayOf } from '../../../platform/clock.ts'
import { kept, owned, type Tx } from '../../../platform/db.ts'
import type { Numbering } from '../../../platform/numbering.ts'
import { badField, notFound, Refusal, refuseFields } from '../../../platform/refusal.ts'
import { insertion, insertTogether, type NewRow } from '../../../platform/rows.ts'
import { markSeen } from '../../../platform/scope.ts'
import { searchText } from '../../../platform/search.ts'
import { changed, created, refuseStale } from '../../../platform/version.ts'
import { batchesFor, containerFor, type Movement, postMovements, reversePosting } from '../ledger/index.ts'
import { checkWarehouseAndOwner, type Goods, itemsOf, openLocations } from '../locations/index.ts'
import { shortTheRest } from './notices.ts'
import { receivingPlaces } from './queries.receipts.ts'
import {
  type Line,
  linesOf,
  lockReceipt,
  type Notice,
  ofNotice,
  openReceipt,
  type Receipt,
  recordNotice,
  settleNotice,
} from './store.ts'

const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)
const addDays = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
const isMore = (a: string, b: string) => compareDecimal(a, b) > 0
const sum = (values: readonly string[]) => new Exact(sumDecimals([...values], 4)).toFixed()
/** Of what came, what is not damaged. */
const goodOf = ({ qty, damaged }: ReceivedLine) => new Exact(qty).minus(damaged).toFixed()

function requireState(receipt: Receipt, action: keyof typeof receiptLifecycle): void {
  if (!canStart(receiptLifecycle, action, receipt.state as ReceiptState))
    throw new Refusal('inbound.receiptState', { receiptState: receipt.state })
}

/** What was announced is said of the batch that was announced; another one that comes in its place has its own dates. */
const announcedOf = (line: Line, { batchNo }: ReceivedLine): Pick<Line, 'production' | 'expiry'> =>
  batchNo === undefined || line.batch_no === null || batchNo === line.batch_no
    ? line
    : { production: null, expiry: null }
const productionOf = (line: Line, input: ReceivedLine): string | null =>
  input.production ?? announcedOf(line, input).production
/** When goods expire: as read from the carton, as announced, or by the production date and the item's shelf life. */
function expiryOf(line: Line, input: ReceivedLine): string | null {
  const production = productionOf(line, input)
  const announced = announcedOf(line, input).expiry
  const calculated =
    production === null || line.shelf_life_days === null ? null : addDays(production, line.shelf_life_days)
  // What is read on the goods is true; what was announced for others is not.
  return input.expiry ?? (input.production === undefined ? (announced ?? calculated) : (calculated ?? announced))
}

type Wrong = { path: string; reason: Reason; params?: Params }

/** What one entry of a line is of: batches that came together on one line are counted in each by itself. */
const lotOf = ({ batchNo, production, expiry, quality, containerCode }: ReceivedLine): string =>
  JSON.stringify([batchNo, production, expiry, quality, containerCode])

/** A line as it stands once other entries of the same call are counted in. */
const afterThese = (line: Line, before: readonly ReceivedLine[]): Line => ({
  ...line,
  received: sum([line.received, ...before.map(goodOf)]),
  damaged: sum([line.damaged, ...before.map(({ damaged }) => damaged)]),
  short: sum([line.short, ...before.map(({ short }) => short)]),
})

/** Everything that stands against what was counted of one line; nothing is refused that would be right tomorrow. */
function objections(line: Line, input: ReceivedLine, day: string, at: string, blind: boolean): Wrong[] {
  const wrong: Wrong[] = []
  const say = (field: string, reason: Reason, params: Params = {}) =>
    wrong.push({ path: `${at}.${field}`, reason, params })
  const came = input.qty
  if (!isMore(sum([came, input.short]), '0')) say('qty', 'inbound.nothing')
  for (const field of ['qty', 'damaged', 'short'] as const)
    if (!fitsUnit(input[field], line.base_unit)) say(field, 'inbound.whole')
  if (isMore(input.damaged, came)) say('damaged', 'inbound.damagedMore', { received: Number(came) })
  const would = sum([line.received, line.damaged, came])
  const most = new Exact(line.qty).times(new Exact(100).plus(line.over_receive_percent)).div(100).toFixed()
  if (!blind && isMore(came, '0') && isMore(would, most))
    say('qty', 'inbound.over', { qty: Number(line.qty), most: Number(most), would: Number(would) })
  const open = new Exact(line.qty).minus(would).minus(line.short).toFixed()
  if (isMore(input.short, '0') && isMore(input.short, open)) say('short', 'field.tooLarge', { max: Number(open) })
  if (!isMore(came, '0')) return wrong
  if (line.batch_controlled && (input.batchNo ?? line.batch_no ?? '') === '') say('batchNo', 'inbound.needsBatch')
  const expiry = expiryOf(line, input)
  const production = productionOf(line, input)
  if (production !== null && production > day) say('production', 'inbound.producedLater')
  if (production !== null && expiry !== null && expiry <= production) say('expiry', 'inbound.expiryOrder')
  if (line.expiry_controlled && expiry === null) say('expiry', 'inbound.needsExpiry')
  else if (expiry !== null && line.min_remain_in_days !== null) {
    const days = daysBetween(day, expiry)
    if (days < line.min_remain_in_days) say('expiry', 'inbound.tooOld', { days, least: line.min_remain_in_days })
  }
  wrong.push(...serialObjections(line, input, at))
  return wrong
}

function serialObjections(line: Line, input: ReceivedLine, at: string): Wrong[] {
  if (!line.serial_controlled) return []
  return (['serials', 'damagedSerials'] as const).flatMap((field) => {
    const needed = Number(field === 'serials' ? goodOf(input) : input.damaged)
    const given = input[field].length
    return given === needed
      ? []
      : [{ path: `${at}.${field}`, reason: 'inbound.serialsOf' as const, params: { given, needed } }]
  })
}

/** A number that stands twice, on one line or on two of the same goods, is said at the line where it comes again. */
function serialsTwice(lines: ReadonlyMap<number, Line>, counted: readonly ReceivedLine[]): Wrong[] {
  const seen = new Set<string>()
  return counted.flatMap((input, index) => {
    const line = lines.get(input.lineId)
    if (line === undefined || !line.serial_controlled) return []
    const twice = [...input.serials, ...input.damagedSerials].filter((number) => {
      const known = `${line.item_id} ${number}`
      return seen.has(known) || !seen.add(known)
    })
    return twice.length === 0
      ? []
      : [
          {
            path: `lines.${index}.serials`,
            reason: 'inbound.serialTwice' as const,
            params: { numbers: twice.join(', ') },
          },
        ]
  })
}

/** The receiving locations of a warehouse that was found inside the scope. */
async function receivingLocations(tx: Tx, warehouseId: number): Promise<{ id: number; label: string }[]> {
  const found = await sql<{ id: number; label: string }>`${receivingPlaces(sql`${warehouseId}`)}`.execute(tx)
  return found.rows
}

/** Dated back, goods change every balance and charge since: a few days at most, further by who may approve, never into days that are settled. */
async function refuseDatedBack(tx: Tx, actor: Actor, notice: Notice, day: string): Promise<void> {
  const found = await sql<{ days: number; closed: string | null }>`
    -- unscoped: the warehouse of a receipt that was found inside the scope, and charges of its owner's goods there
    select w.receive_back_days as days, (
      select max(c.day) from warehouse_charge c join charge h on h.id = c.id join quotation q on q.id = c.quotation_id
      where c.warehouse_id = w.id and c.trigger = 'storage' and h.applied <> 0 and q.owner_ids @> array[${notice.owner_id}::bigint]) as closed
    -- unscoped: as above
    from warehouse w where w.id = ${notice.warehouse_id}`.execute(tx)
  const { days = 0, closed = null } = found.rows[0] ?? {}
  if (closed !== null && day <= closed) throw badField('at', 'inbound.closedDay', { day: closed })
  if (day < addDays(clock.today(), -days) && !may(actor, 'receive', 'approve'))
    throw badField('at', 'inbound.tooFarBack', { days })
}

/** Counts goods in: the ledger, the entries, the put-away tasks and the notice change together. */
export const receiveGoods: Act<typeof calls.receiveGoods> = async ({ tx, actor }, input) => {
  const { receipt, notice } = await lockReceipt(tx, actor, input.id)
  requireState(receipt, 'receive')
  const lines = new Map((await linesOf(tx, notice.id)).map((line) => [line.id, line]))
  const now = clock.now().toISOString()
  if (input.at !== undefined && input.at > now) throw badField('at', 'field.future')
  const at = input.at ?? now
  const day = dayOf(new Date(at))
  if (day < clock.today()) await refuseDatedBack(tx, actor, notice, day)
  const wrong: Wrong[] = []
  for (const [index, each] of input.lines.entries()) {
    const line = lines.get(each.lineId)
    const path = `lines.${index}`
    const before = input.lines.slice(0, index).filter(({ lineId }) => lineId === each.lineId)
    const same = before.find((one) => lotOf(one) === lotOf(each))
    if (line === undefined) wrong.push({ path: `${path}.lineId`, reason: 'field.choice' })
    else if (same !== undefined)
      wrong.push({
        path: `${path}.lineId`,
        reason: 'inbound.sameLine',
        params: { row: input.lines.indexOf(same) + 1 },
      })
    else wrong.push(...objections(afterThese(line, before), each, day, path, notice.blind))
  }
  wrong.push(...serialsTwice(lines, input.lines))
  refuseFields(wrong)
  const locations = await receivingLocations(tx, receipt.warehouse_id)
  const location = input.locationId === undefined ? locations[0] : locations.find(({ id }) => id === input.locationId)
  if (location === undefined) {
    if (input.locationId !== undefined) throw badField('locationId', 'field.choice')
    throw new Refusal('inbound.noReceiving', { warehouse: await warehouseName(tx, receipt.warehouse_id) })
  }
  const counted = input.lines.map((each) => ({ line: lines.get(each.lineId) as Line, input: each }))
  const entries = await enter(tx, await countIn(tx, actor, { receipt, at, day, location }, counted))
  await planPutAways(tx, receipt, notice, entries)
  const moved = entries.flatMap(({ id, movement }) => (movement === undefined ? [] : [{ id, movement }]))
  if (moved.length > 0)
    await postMovements(
      tx,
      actor,
      {
        warehouseId: receipt.warehouse_id,
        docType: 'receipt',
        docId: receipt.id,
        docNo: receipt.receipt_no,
        act: `receive:${entries[0]?.id}`,
        ...(input.at === undefined ? {} : { at }),
        movements: moved.map(({ movement }) => movement),
      },
      (postingId) =>
        sql`update receipt_entry set posting_id = ${postingId} where id = any(${moved.map(({ id }) => id)}::bigint[])`,
    )
  await owned(tx)
    .updateTable('receipt')
    .set({ state: 'receiving', started_at: receipt.started_at ?? at, ...changed(actor.userId, receipt.version) })
    .where('id', '=', receipt.id)
    .execute()
  const told = counted.map(
    ({ line, input: each }) => `${line.item_no} ${Number(each.qty)}/${Number(each.damaged)}/${Number(each.short)}`,
  )
  await settleNotice(tx, actor, notice, [
    ofNotice(notice.id, 'received', [{ field: 'lines', from: null, to: told.join(', ') }]),
  ])
  return { state: 'receiving', entries: entries.length }
}

type At = { receipt: Receipt; at: string; day: string; location: { id: number } }
type Counted = { line: Line; input: ReceivedLine }
/** A row of receipt_entry to be, with the goods that came, if any did. */
type Entry = { values: NewRow<'receipt_entry'>; goods?: Goods }

/** The entries of the lines: what came, on which pallet and of which batch. */
async function countIn(tx: Tx, actor: Actor, where: At, counted: readonly Counted[]): Promise<Entry[]> {
  const came = counted.filter(({ input }) => isMore(input.qty, '0'))
  const batches = await batchesFor(
    tx,
    came.map(({ line, input }) => ({
      itemId: line.item_id,
      batchNo: input.batchNo ?? line.batch_no ?? '',
      production: productionOf(line, input),
      expiry: expiryOf(line, input),
      inbound: where.day,
    })),
  )
  const batchOf = new Map(came.map((each, index) => [each, batches[index] as number]))
  const entries: Entry[] = []
  for (const each of counted) {
    const code = each.input.containerCode
    const containerId = code === undefined ? 0 : await container(tx, actor, where.receipt, code, where.location.id)
    entries.push(...entriesOf(actor, where, each, { batchId: batchOf.get(each) ?? null, containerId }))
  }
  return entries
}

/** Of one line: what came, what of it is damaged, what is short. */
function entriesOf(
  actor: Actor,
  { receipt, at, location }: At,
  { line, input }: Counted,
  { batchId, containerId }: { batchId: number | null; containerId: number },
): Entry[] {
  const parts = [
    { kind: 'received' as const, qty: goodOf(input), quality: input.quality, serials: input.serials },
    { kind: 'damaged' as const, qty: input.damaged, quality: 'bad' as const, serials: input.damagedSerials },
    { kind: 'short' as const, qty: input.short, quality: null, serials: [] as string[] },
  ].filter(({ qty }) => isMore(qty, '0'))
  return parts.map(({ kind, qty, quality, serials }) => {
    // What is damaged does not stay on the pallet of what is not.
    const inContainer = kind === 'received' ? containerId : 0
    return {
      values: {
        receipt_id: receipt.id,
        line_id: line.id,
        item_id: line.item_id,
        kind,
        qty,
        quality,
        batch_id: quality === null ? null : batchId,
        container_id: inContainer,
        location_id: quality === null ? null : location.id,
        serials: line.serial_controlled ? serials : [],
        at,
        by_id: actor.userId,
        by_name: actor.name,
      },
      ...(quality === null || batchId === null
        ? {}
        : { goods: { itemId: line.item_id, batchId, quality, qty, containerId: inContainer } }),
    }
  })
}

type Entered = Entry & { id: number; movement?: Movement }

/** Writes the entries down, all at once, and says what each moves. */
async function enter(tx: Tx, entries: readonly Entry[]): Promise<Entered[]> {
  const { rows: ids } = await sql<{ id: number }>`${kept}
    ${insertion(
      'receipt_entry',
      entries.map(({ values }) => values),
    )} returning id`.execute(tx)
  return entries.map((entry, index) => {
    const id = ids[index]?.id as number
    const { goods, values } = entry
    if (goods === undefined) return { ...entry, id }
    return {
      ...entry,
      id,
      movement: {
        locationId: values.location_id as number,
        itemId: goods.itemId,
        batchId: goods.batchId,
        quality: goods.quality,
        containerId: goods.containerId,
        // What is taken back later is found by its entry.
        line: id,
        type: 'RCV',
        flow: 1,
        onHand: goods.qty,
        serials: values.serials as string[],
      },
    }
  })
}

/** A task for each lot that came, to where it fits best; lots of one item one after the other, so that they stand together. */
async function planPutAways(tx: Tx, receipt: Receipt, notice: Notice, entries: readonly Entered[]): Promise<void> {
  let waiting = entries.flatMap(({ id, goods, values }) => (goods === undefined ? [] : [{ id, goods, values }]))
  const places = await openLocations(
    tx,
    receipt.warehouse_id,
    waiting.map(({ goods }) => goods.itemId),
  )
  while (waiting.length > 0) {
    // Good and bad ones never stand together.
    const kinds = new Set<string>()
    const round = waiting.filter(({ goods: { itemId, quality } }) => {
      const kind = `${itemId} ${quality}`
      return !kinds.has(kind) && kinds.add(kind)
    })
    const suggestions = await places.each(round.map(({ goods }) => goods))
    await insertTogether(tx, {
      put_away: round.map(({ id, goods, values }, index) => ({
        warehouse_id: receipt.warehouse_id,
        owner_id: notice.owner_id,
        receipt_id: receipt.id,
        entry_id: id,
        item_id: goods.itemId,
        batch_id: goods.batchId,
        quality: goods.quality,
        container_id: goods.containerId,
        qty: goods.qty,
        serials: values.serials as string[],
        from_location_id: values.location_id as number,
        suggested_location_id: suggestions[index]?.locationId ?? null,
        reason: suggestions[index]?.reason ?? 'none',
        scan: null,
      })),
    })
    const done = new Set(round.map(({ id }) => id))
    waiting = waiting.filter(({ id }) => !done.has(id))
  }
}

/** A pallet label: of this warehouse, and not standing anywhere else. */
async function container(tx: Tx, actor: Actor, receipt: Receipt, code: string, locationId: number): Promise<number> {
  const found = await containerFor(tx, actor, { warehouseId: receipt.warehouse_id, code, type: 'lpn' })
  // unscoped: the name of a place of the receipt's warehouse
  const here = await owned(tx).selectFrom('location').select('code').where('id', '=', locationId).executeTakeFirst()
  const elsewhere = found.locations.find((location) => location !== here?.code)
  if (found.warehouseId !== receipt.warehouse_id || found.type !== 'lpn' || elsewhere !== undefined)
    throw new Refusal('inbound.containerElsewhere', {
      container: code,
      location: elsewhere ?? (await warehouseName(tx, found.warehouseId)),
    })
  return found.id
}

async function warehouseName(tx: Tx, id: number): Promise<string> {
  // unscoped: its name, to say where something stands
  const row = await owned(tx).selectFrom('warehouse').select('name').where('id', '=', id).executeTakeFirst()
  return row?.name ?? ''
}

/** This delivery is counted. What is still to come waits for the next receipt, or is short. */
export const finishReceipt: Act<typeof calls.finishReceipt> = async ({ tx, actor }, input) => {
  const { receipt, notice } = await lockReceipt(tx, actor, input.id)
  await refuseStale(tx, receipt, input.version)
  requireState(receipt, 'finish')
  const open = (await linesOf(tx, notice.id)).some((line) =>
    isMore(line.qty, sum([line.received, line.damaged, line.short])),
  )
  if (receipt.state === 'waiting' && (input.rest === 'later' || notice.blind)) throw new Refusal('inbound.nothing')
  if (input.rest === 'short') await shortTheRest(tx, actor, notice, receipt.id)
  await owned(tx)
    .updateTable('receipt')
    .set({
      state: 'received',
      received_at: clock.now(),
      received_by: actor.userId,
      ...changed(actor.userId, receipt.version),
    })
    .where('id', '=', receipt.id)
    .execute()
  const next = open && input.rest === 'later' ? await openReceipt(tx, actor, notice) : undefined
  await recordNotice(tx, actor, notice.id, 'receiptFinished', [
    { field: 'receiptNo', from: receipt.receipt_no, to: next?.receiptNo ?? null },
  ])
  await settleNotice(tx, actor, notice)
  return { nextReceiptNo: next?.receiptNo ?? null }
}

/** What was counted in wrongly is taken back: the goods leave again, while they stand where they came. */
export const takeBackEntry: Act<typeof calls.takeBackEntry> = async ({ tx, actor }, { entryId }) => {
  const seen = await tx.selectFrom('receipt_entry').select('receipt_id').where('id', '=', entryId).executeTakeFirst()
  if (seen === undefined) throw notFound()
  const { receipt, notice } = await lockReceipt(tx, actor, seen.receipt_id)
  requireState(receipt, 'takeBack')
  const entry = await tx
    .selectFrom('receipt_entry')
    .selectAll()
    .where('id', '=', entryId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (entry.reversed_at !== null) throw new Refusal('stock.reversed')
  // unscoped: what became of an entry whose receipt was found inside the scope
  const away = await owned(tx)
    .selectFrom('put_away as p')
    .innerJoin('location as l', 'l.id', 'p.to_location_id')
    .select('l.code')
    .where('p.entry_id', '=', entryId)
    .where('p.state', '=', 'done')
    .executeTakeFirst()
  if (away !== undefined) throw new Refusal('inbound.putAwayAlready', { location: away.code })
  await owned(tx)
    .updateTable('put_away')
    .set({ state: 'cancelled' })
    .where('entry_id', '=', entryId)
    .where('state', '=', 'waiting')
    .execute()
  await tx
    .updateTable('receipt_entry')
    .set({ reversed_at: clock.now(), reversed_by_name: actor.name })
    .where('id', '=', entryId)
    .execute()
  if (entry.posting_id !== null)
    await reversePosting(
      tx,
      actor,
      entry.posting_id,
      { docType: 'receipt', docId: receipt.id, docNo: receipt.receipt_no, act: `takeBack:${entryId}` },
      [entryId],
    )
  // unscoped: receipts of a notice that was found inside the scope
  const open = await owned(tx)
    .selectFrom('receipt')
    .select('id')
    .where('notice_id', '=', notice.id)
    .where('state', 'in', ['waiting', 'receiving'])
    .executeTakeFirst()
  // What is open again has to be receivable: by the receipt that follows, or by this one.
  if (open === undefined)
    await owned(tx)
      .updateTable('receipt')
      .set({ state: 'receiving', received_at: null })
      .where('id', '=', receipt.id)
      .execute()
  await recordNotice(tx, actor, notice.id, 'takenBack', [{ field: 'qty', from: String(Number(entry.qty)), to: null }])
  await settleNotice(tx, actor, notice)
  return {}
}

/** 盲收: goods that nobody announced. A notice is written with what is named, and its receipt opened. */
export const receiveBlind =
  (numbering: Numbering): Act<typeof calls.receiveBlind> =>
  async ({ tx, actor }, input) => {
    await checkWarehouseAndOwner(tx, actor, input)
    const ids = [...new Set(input.lines.map(({ itemId }) => itemId))]
    const items = await itemsOf(tx, input.ownerId, ids)
    refuseFields(
      input.lines.flatMap(({ itemId }, index): Wrong[] =>
        items.has(itemId) ? [] : [{ path: `lines.${index}.itemId`, reason: 'inbound.itemOwner' }],
      ) as { path: string; reason: Reason }[],
    )
    const [noticeNo = ''] = await numbering.next('RK')
    const made = await owned(tx)
      .insertInto('inbound_notice')
      .values({
        notice_no: noticeNo,
        warehouse_id: input.warehouseId,
        owner_id: input.ownerId,
        type: 'other',
        blind: true,
        customer_order_no: input.customerOrderNo ?? null,
        vehicle_no: input.vehicleNo ?? null,
        eta: clock.now(),
        remark: input.remark ?? null,
        search: searchText([noticeNo, input.customerOrderNo, input.vehicleNo, input.remark]),
        ...created(actor.userId),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { id } = markSeen(made)
    await tx
      .insertInto('inbound_line')
      .values(
        ids.map((itemId, index) => ({
          notice_id: id,
          seq: index + 1,
          item_id: itemId,
          unit: items.get(itemId)?.baseUnit ?? 'piece',
          unit_qty: '0',
          qty: '0',
          quality: 'good' as const,
        })),
      )
      .execute()
    const receipt = await openReceipt(tx, actor, { id, notice_no: noticeNo, warehouse_id: input.warehouseId })
    await recordNotice(tx, actor, id, 'created', [{ field: 'blind', from: null, to: 'true' }])
    return receipt
  }
