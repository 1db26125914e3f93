import type { Reason } from '@xunyun/contract/errors'
import type { Input, Output, Params } from '@xunyun/contract/kernel/call'
import { compareDecimal, Exact } from '@xunyun/contract/kernel/decimal'
import { canStart } from '@xunyun/contract/kernel/lifecycle'
import { fitsUnit } from '@xunyun/contract/warehouse/masters/quantity'
import type * as calls from '@xunyun/contract/warehouse/storing/counts'
import {
  type CountEntry,
  countLifecycle,
  type getCountRange,
  mostCountPlaces,
} from '@xunyun/contract/warehouse/storing/counts'
import { sql } from 'kysely'
import { refuseFor } from '../../../platform/abilities.ts'
import type { Act } from '../../../platform/act.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { Approvals, Verdict } from '../../../platform/approvals.ts'
import { eachRecord } from '../../../platform/batch.ts'
import { clock } from '../../../platform/clock.ts'
import { owned, type Tx } from '../../../platform/db.ts'
import { recordEntries, recordHistory } from '../../../platform/history.ts'
import type { Numbering } from '../../../platform/numbering.ts'
import { badField, Refusal, refuseFields } from '../../../platform/refusal.ts'
import type { Scan } from '../../../platform/schema.warehouse.ts'
import { markSeen, scoped } from '../../../platform/scope.ts'
import { searchText } from '../../../platform/search.ts'
import { created } from '../../../platform/version.ts'
import { batchFor, containerFor, type Movement, postMovements } from '../ledger/index.ts'
import { isWithoutScan, type ScanFacts, verifyScan } from '../locations/index.ts'
import { countValue } from './countValue.ts'
import {
  batchNamed,
  type Count,
  countPlaces,
  freedBy,
  hasCounted,
  holdStill,
  type Item,
  itemsOf,
  keepValues,
  knownIds,
  type Line,
  letGo,
  linesOf,
  lockCount,
  lockCounts,
  lockReviewed,
  nameOf,
  type Place,
  placeFacts,
  placeObjection,
  placesOf,
  type Range,
  serialsElsewhere,
  setState,
  stateBefore,
  surplusLine,
  writeCounted,
} from './store.counts.ts'
import { refuseTwoPlaces } from './store.orders.ts'

const objection = (action: keyof typeof countLifecycle, { state }: Count): Refusal | undefined =>
  canStart(countLifecycle, action, state) ? undefined : new Refusal('counts.wrongState', { countState: state })
function check(action: keyof typeof countLifecycle, count: Count): void {
  const no = objection(action, count)
  if (no !== undefined) throw no
}

type Question = Input<typeof getCountRange>
/** A range as it is written, every wrong part of it named. */
async function rangeOf(tx: Tx, actor: Actor, input: Question): Promise<Range> {
  const warehouse = await scoped(tx, actor, 'warehouse')
    .select('id')
    .where('id', '=', input.warehouseId)
    .where('enabled', '=', true)
    .executeTakeFirst()
  const range: Range = {
    warehouse_id: input.warehouseId,
    zone_ids: [...new Set(input.zoneIds)],
    location_ids: [...new Set(input.locationIds)],
    item_ids: [...new Set(input.itemIds)],
    owner_id: input.ownerId ?? null,
    abc_classes: [...new Set(input.abcClasses ?? [])].sort(),
    moved_from: input.movedFrom ?? null,
    moved_to: input.movedTo ?? null,
  }
  const known = await knownIds(tx, actor, range)
  const wrong = (path: string, isWrong: boolean, reason: Reason = 'field.choice') => (isWrong ? [{ path, reason }] : [])
  const { moved_from: from, moved_to: to } = range
  refuseFields([
    ...wrong('warehouseId', warehouse === undefined),
    // Of a warehouse that is not his he does not learn which zones it has.
    ...wrong('zoneIds', (warehouse === undefined ? 0 : known.zones) < range.zone_ids.length),
    ...wrong('locationIds', known.places < range.location_ids.length),
    ...wrong('itemIds', known.items < range.item_ids.length),
    ...wrong('ownerId', range.owner_id !== null && !known.owner),
    ...wrong('movedFrom', from === null && to !== null, 'field.required'),
    ...wrong('movedTo', from !== null && to === null, 'field.required'),
    ...wrong('movedTo', from !== null && to !== null && from > to, 'field.range'),
  ])
  return range
}

export const countRange = async (tx: Tx, actor: Actor, input: Question): Promise<Output<typeof getCountRange>> =>
  countPlaces(tx, await rangeOf(tx, actor, input))

export const addStockCount =
  (numbering: Numbering): Act<typeof calls.addStockCount> =>
  async ({ tx, actor }, input) => {
    const range = await rangeOf(tx, actor, input)
    const { places } = await countPlaces(tx, range)
    if (places === 0) throw new Refusal('counts.noPlaces')
    if (places > mostCountPlaces) throw new Refusal('counts.tooMany', { count: places, most: mostCountPlaces })
    const [countNo = ''] = await numbering.next('PD')
    const name = await nameOf(tx, range)
    const count = await owned(tx)
      .insertInto('stock_count')
      .values({
        ...range,
        count_no: countNo,
        range: name,
        remark: input.remark ?? null,
        search: searchText([countNo, name]),
        ...created(actor.userId),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await recordHistory(tx, actor, 'stockCount', count.id, 'created')
    if (input.start) await start(tx, actor, markSeen(count))
    return { id: count.id, countNo }
  }

async function start(tx: Tx, actor: Actor, count: Count): Promise<number> {
  check('start', count)
  const places = await holdStill(tx, count)
  await setState(tx, actor, count, { state: 'counting' }, 'started')
  return places
}
export const startStockCount: Act<typeof calls.startStockCount> = async ({ tx, actor }, { id }) => ({
  places: await start(tx, actor, await lockCount(tx, actor, id)),
})

/** Goods of one place, all of them; who looks at them sees no figure of the book. */
export const countPlace: Act<typeof calls.countPlace> = async ({ tx, actor }, input) => {
  const count = await lockCount(tx, actor, input.id)
  check('count', count)
  const places = await placesOf(tx, count.id)
  const place = places.find(({ location_id }) => location_id === input.locationId)
  if (place === undefined) throw badField('locationId', 'counts.outside', { what: String(input.locationId) })
  const round = count.state === 'recount' ? 'second' : 'first'
  refusePerson(actor, place, round)
  const lines = await linesOf(tx, count.id, place.location_id)
  const facts = await placeFacts(tx, count, place)
  const scan = verifyScan(facts, input, { only: 'place' })
  const found = await entriesAt(tx, actor, { count, place, facts, lines }, input.entries)
  const all = found.some((one) => !lines.some(({ id }) => id === one.line.id))
    ? await linesOf(tx, count.id, place.location_id)
    : lines
  await writeCounted(
    tx,
    round,
    all.map((line) => {
      const entry = found.find((one) => one.line.id === line.id)
      const qty = entry?.qty ?? '0'
      const serials = entry?.serials ?? []
      return { id: line.id, qty, serials, different: differs(line, qty, serials), scan: entry?.scan ?? null }
    }),
  )
  const at = clock.now()
  await tx
    .updateTable('stock_count_place')
    .set(
      round === 'first'
        ? { first_by: actor.userId, first_by_name: actor.name, first_at: at, scan: JSON.stringify(scan) }
        : { second_by: actor.userId, second_by_name: actor.name, second_at: at, scan: JSON.stringify(scan) },
    )
    .where('id', '=', place.id)
    .execute()
  if ([input, ...input.entries].every(isWithoutScan))
    // At the desk without a scan is how it is: once for the count. Each place has it in its own record.
    await recordEntries(tx, actor, [{ entity: 'stockCount', id: count.id, action: 'countedByHand', once: true }])
  else await tellByHand(tx, actor, count, place, [scan, ...found.map((one) => one.scan)])
  return { left: openIn(await placesOf(tx, count.id)).length }
}

/** A place that was not scanned, or goods that were not, stand in the timeline of the count. */
async function tellByHand(tx: Tx, actor: Actor, count: Count, place: Place, scans: readonly Scan[]): Promise<void> {
  const byHand = scans.filter((scan) => scan.byHand === true)
  if (byHand.length === 0) return
  const reasons = [...new Set(byHand.flatMap(({ reason }) => reason ?? []))]
  await recordHistory(tx, actor, 'stockCount', count.id, 'countedByHand', [
    { field: 'location', from: null, to: place.code },
    ...(reasons.length === 0 ? [] : [{ field: 'byHandReason', from: null, to: reasons.join(', ') }]),
  ])
}

const openIn = (places: readonly Place[]): Place[] =>
  places.filter((place) => place.first_at === null || (place.recount && place.second_at === null))

function refusePerson(actor: Actor, place: Place, round: 'first' | 'second'): void {
  if (round === 'second' && !place.recount) throw new Refusal('counts.notRecounted', { location: place.code })
  const { first_by: firstBy, first_by_name: firstByName, second_by: secondBy, second_by_name: secondByName } = place
  refuseFor(placeObjection(actor.userId, { firstBy, firstByName, secondBy, secondByName }, round))
}

const differs = (line: Line, qty: string, serials: readonly string[]): boolean =>
  compareDecimal(line.book, qty) !== 0 ||
  (line.serialControlled && [...serials].sort().join('\n') !== [...line.bookSerials].sort().join('\n'))

type Found = { line: Pick<Line, 'id'>; qty: string; serials: string[]; scan: Scan }
type Where = { count: Count; place: Place; facts: ScanFacts; lines: readonly Line[] }

/** What was found, each with its line; goods that the book does not have there get one. Every wrong entry is named. */
async function entriesAt(
  tx: Tx,
  actor: Actor,
  { count, place, facts, lines }: Where,
  entries: readonly CountEntry[],
): Promise<Found[]> {
  const items = await itemsOf(
    tx,
    actor,
    entries.flatMap(({ itemId }) => itemId ?? []),
  )
  const wrong: { path: string; reason: Reason; params?: Params }[] = []
  const found: Found[] = []
  for (const [index, entry] of entries.entries()) {
    const line = entry.lineId === undefined ? undefined : lines.find(({ id }) => id === entry.lineId)
    const item = line ?? items.get(entry.itemId ?? 0)
    const complain = (field: string, reason: Reason, params: Params = {}) =>
      wrong.push({ path: `entries.${index}.${field}`, reason, params })
    if (item === undefined) {
      complain(entry.lineId === undefined ? 'itemId' : 'lineId', 'field.choice')
      continue
    }
    const serials = item.serialControlled ? [...new Set(entry.serials)] : []
    if (!fitsUnit(entry.qty, item.baseUnit)) complain('qty', 'inbound.whole')
    else if (item.serialControlled && compareDecimal(String(serials.length), entry.qty) !== 0)
      complain('serials', 'inbound.serialsOf', { given: serials.length, needed: Number(entry.qty) })
    const target = line ?? (await surplusAt(tx, actor, count, place, item as Item, entry, complain))
    if (target === undefined) continue
    if (found.some((one) => one.line.id === target.id)) complain('qty', 'inbound.sameLine', { row: index })
    const batches = lines
      .filter(({ itemId }) => itemId === (line?.itemId ?? entry.itemId))
      .map(({ batchNo }) => batchNo)
    const scan = verifyScan(
      {
        ...facts,
        itemNo: item.itemNo,
        barcodes: item.barcodes,
        containerCode: line === undefined ? (entry.containerCode ?? null) : line.containerCode,
        batchNo: line === undefined ? (entry.batchNo ?? '') : line.batchNo,
        batches: [...new Set(batches)],
      },
      entry,
      { only: 'goods', serials, path: `entries.${index}.` },
    )
    found.push({ line: target, qty: entry.qty, serials, scan })
  }
  refuseFields(wrong)
  return found
}

/** Goods that nobody expected here: of which batch, and in which container. */
async function surplusAt(
  tx: Tx,
  actor: Actor,
  count: Count,
  place: Place,
  item: Item,
  entry: CountEntry,
  complain: (field: string, reason: Reason, params?: Params) => void,
): Promise<Pick<Line, 'id'> | undefined> {
  const isOutside =
    (count.owner_id !== null && item.ownerId !== count.owner_id) ||
    (count.item_ids.length > 0 && !count.item_ids.includes(item.id))
  if (isOutside) return void complain('itemId', 'counts.outside', { what: item.itemNo })
  if (item.batchControlled && entry.batchNo === undefined) return void complain('batchNo', 'inbound.needsBatch')
  const batchNo = entry.batchNo ?? ''
  const known = await batchNamed(tx, item.id, batchNo, entry.expiry)
  if (known === undefined && item.expiryControlled && entry.expiry === undefined)
    return void complain('expiry', 'inbound.needsExpiry')
  const batchId =
    known ??
    (await batchFor(tx, {
      itemId: item.id,
      batchNo,
      production: null,
      expiry: entry.expiry ?? null,
      inbound: clock.today(),
    }))
  const container =
    entry.containerCode === undefined
      ? undefined
      : await containerFor(tx, actor, { warehouseId: count.warehouse_id, code: entry.containerCode, type: 'lpn' })
  if (container !== undefined && container.warehouseId !== count.warehouse_id)
    return void complain('containerCode', 'inbound.containerElsewhere', {
      container: container.code,
      location: container.locations[0] ?? '—',
    })
  const key = {
    locationId: place.location_id,
    itemId: item.id,
    batchId,
    quality: entry.quality ?? 'good',
    containerId: container?.id ?? 0,
  }
  return { id: await surplusLine(tx, count.id, key) }
}

/** Places with differences are counted again, by somebody else. */
export const recountStockCount: Act<typeof calls.recountStockCount> = async ({ tx, actor }, { id }) => {
  const count = await lockCount(tx, actor, id)
  check('recount', count)
  refuseOpen(await placesOf(tx, count.id))
  const places = await flagDifferent(tx, count.id)
  if (places === 0) throw new Refusal('counts.noDifference')
  await setState(tx, actor, count, { state: 'recount' }, 'recount')
  return { places }
}

/** Whatever was counted the second time is forgotten: those places are counted anew. */
async function flagDifferent(tx: Tx, countId: number): Promise<number> {
  const flagged =
    await sql`update stock_count_place p set recount = true, second_by = null, second_by_name = null, second_at = null
    where p.count_id = ${countId} and exists (
      select 1 from stock_count_line x where x.count_id = p.count_id and x.location_id = p.location_id and x.different)`.execute(
      tx,
    )
  return Number(flagged.numAffectedRows ?? 0)
}

function refuseOpen(places: readonly Place[]): void {
  const open = openIn(places)
  if (open.length > 0) throw new Refusal('counts.notDone', { count: open.length })
}

export const submitStockCount =
  (approvals: Approvals): Act<typeof calls.submitStockCount> =>
  async ({ tx, actor }, { id, reason }) => {
    const count = await lockCount(tx, actor, id)
    check('submit', count)
    refuseOpen(await placesOf(tx, count.id))
    await keepValues(tx, count.id)
    const lines = (await linesOf(tx, count.id)).filter(({ different }) => different)
    if (lines.length === 0) {
      const freed = await freedBy(tx, count.id)
      if (freed.length > 0) await postMovements(tx, actor, { ...postingOf(count), act: 'free', movements: freed })
      await letGo(tx, count.id)
      await setState(tx, actor, count, { state: 'done', done_at: clock.now() }, 'done')
      return { state: 'done' }
    }
    if (reason === undefined) throw badField('reason', 'field.required')
    refuseHeld(lines)
    await refuseSerialsElsewhere(tx, lines)
    await setState(tx, actor, count, { state: 'review', reason }, 'submitted', [
      { field: 'reason', from: null, to: reason },
    ])
    const { surplus, shortage } = sums(lines)
    const { gross, unvalued, ...worth } = countValue(lines)
    const warehouse = await scoped(tx, actor, 'warehouse')
      .select('name')
      .where('id', '=', count.warehouse_id)
      .executeTakeFirstOrThrow()
    await approvals.submit(tx, actor, 'countAdjust', [
      {
        id: count.id,
        no: count.count_no,
        reason: shortage === '0' ? 'countOver' : surplus === '0' ? 'countShort' : 'countBoth',
        // What is missed and what is found, both: a loss that a gain hides goes to who decides on as much. Without a value it is 0.
        amount: gross ?? '0',
        companyId: count.owner_id,
        outletId: null,
        facts: {
          warehouse: warehouse.name,
          differentLines: lines.length,
          lines: told(lines),
          surplus,
          shortage,
          ...worth,
          gross,
          unvalued: unvalued === 0 ? null : unvalued,
          note: reason,
        },
      },
    ])
    return { state: 'review' }
  }

const mostTold = 30
/** What the reviewer decides on, line by line: place, goods, what the book says, what was found, what that is worth. */
function told(lines: readonly Line[]): string {
  const rows = lines.slice(0, mostTold).map((line) => {
    const change = Number(changeOf(line))
    const goods = [line.itemNo, line.batchNo, line.containerCode].filter(Boolean).join(' ')
    const found = `${Number(line.book)} → ${Number(line.counted ?? '0')}`
    const worth = line.amount === null ? '' : ` · ¥ ${change > 0 ? '+' : ''}${line.amount}`
    return `${line.locationCode} · ${goods} · ${found} (${change > 0 ? '+' : ''}${change})${worth}`
  })
  return [...rows, ...(lines.length > mostTold ? [`… +${lines.length - mostTold}`] : [])].join('\n')
}

const changeOf = (line: Line): string => new Exact(line.counted ?? '0').minus(line.book).toFixed()
function sums(lines: readonly Line[]): { surplus: string; shortage: string } {
  const add = (pick: (change: string) => boolean) =>
    lines
      .map(changeOf)
      .filter(pick)
      .reduce((all, one) => new Exact(all).plus(one).toFixed(), '0')
  return {
    surplus: String(Number(add((change) => !change.startsWith('-')))),
    shortage: String(Math.abs(Number(add((change) => change.startsWith('-'))))),
  }
}

/** What is promised or frozen can not be counted away. */
function refuseHeld(lines: readonly Line[]): void {
  const short = lines.find(({ counted, held }) => compareDecimal(counted ?? '0', held) < 0)
  if (short === undefined) return
  throw new Refusal('counts.heldMore', {
    location: short.locationCode,
    item: short.itemNo,
    held: String(Number(short.held)),
    counted: String(Number(short.counted ?? '0')),
  })
}

/** A number found here that the book has elsewhere has to be missed there, in this count. */
async function refuseSerialsElsewhere(tx: Tx, lines: readonly Line[]): Promise<void> {
  const extra = lines.flatMap((line) =>
    plus(line).map((no) => ({ key: `${line.itemId}:${no}`, no, itemId: line.itemId })),
  )
  if (extra.length === 0) return
  const missed = new Set(lines.flatMap((line) => minus(line).map((no) => `${line.itemId}:${no}`)))
  const elsewhere = await serialsElsewhere(
    tx,
    extra.map(({ itemId }) => itemId),
    extra.map(({ no }) => no),
  )
  const taken = extra.filter(({ key }) => elsewhere.has(key) && !missed.has(key))
  if (taken.length > 0)
    throw new Refusal('stock.serialTaken', {
      numbers: taken.map(({ key, no }) => `${no} (${elsewhere.get(key)})`).join(', '),
    })
}
const plus = (line: Line): string[] => line.serials.filter((no) => !line.bookSerials.includes(no))
const minus = (line: Line): string[] => line.bookSerials.filter((no) => !line.serials.includes(no))

export const withdrawStockCount =
  (approvals: Approvals): Act<typeof calls.withdrawStockCount> =>
  async ({ tx, actor }, { id }) => {
    const count = await lockCount(tx, actor, id)
    check('withdraw', count)
    await approvals.withdrawDocument(tx, actor, 'countAdjust', count.id)
    return { state: stateBefore(await placesOf(tx, count.id)) }
  }

export const cancelStockCounts =
  (approvals: Approvals): Act<typeof calls.cancelStockCounts> =>
  (asked, { ids, reason }) => {
    const { tx, actor } = asked
    return eachRecord(
      asked,
      // In one order, so that two who do the same wait for each other.
      [...ids].sort((a, b) => a - b),
      { lock: lockCounts, no: (count) => count.count_no, may: (count) => objection('cancel', count) },
      async (count) => {
        await approvals.cancel(tx, 'countAdjust', [count.id], reason)
        await letGo(tx, count.id)
        const why = [{ field: 'reason', from: null, to: reason }]
        await setState(tx, actor, count, { state: 'cancelled', cancel_reason: reason }, 'cancelled', why)
      },
    )
  }

const postingOf = (count: Count) => ({
  warehouseId: count.warehouse_id,
  docType: 'count' as const,
  docId: count.id,
  docNo: count.count_no,
})

/** The ledger follows what was counted, in one posting, and the places move again. */
export async function approved(tx: Tx, actor: Actor, id: number, verdict: Verdict): Promise<void> {
  const count = await lockReviewed(tx, id)
  if (hasCounted(await placesOf(tx, count.id), actor.userId)) throw new Refusal('counts.counterApproves')
  const lines = (await linesOf(tx, count.id)).filter(({ different }) => different)
  const movements = [...(await freedBy(tx, count.id)), ...lines.flatMap(movementsOf)]
  const { postingId } = await postMovements(tx, actor, { ...postingOf(count), act: 'adjust', movements })
  await refuseTwoPlaces(tx, movements)
  await letGo(tx, id)
  const { opinion } = verdict
  await setState(
    tx,
    actor,
    count,
    { state: 'done', posting_id: postingId, done_at: clock.now() },
    'approved',
    opinion === null ? [] : [{ field: 'opinion', from: null, to: opinion }],
  )
}

/** Of goods with numbers what is missed goes and what was found comes, though as many may stand there as before. */
function movementsOf(line: Line): Movement[] {
  const key = {
    locationId: line.locationId,
    itemId: line.itemId,
    batchId: line.batchId,
    quality: line.quality,
    containerId: line.containerId,
    line: line.id,
    type: 'ADJ' as const,
  }
  const gone = line.serialControlled ? minus(line) : []
  const come = line.serialControlled ? plus(line) : []
  const change = changeOf(line)
  const out = line.serialControlled ? String(gone.length) : change.startsWith('-') ? change.slice(1) : '0'
  const into = line.serialControlled ? String(come.length) : change.startsWith('-') ? '0' : change
  return [
    ...(compareDecimal(out, '0') > 0 ? [{ ...key, flow: -1 as const, onHand: `-${out}`, serials: gone }] : []),
    ...(compareDecimal(into, '0') > 0 ? [{ ...key, flow: 1 as const, onHand: into, serials: come }] : []),
  ]
}

export async function rejected(tx: Tx, actor: Actor, id: number, { opinion }: Verdict): Promise<void> {
  const count = await lockReviewed(tx, id)
  await flagDifferent(tx, id)
  const why = opinion === null ? [] : [{ field: 'opinion', from: null, to: opinion }]
  await setState(tx, actor, count, { state: 'recount' }, 'rejected', why)
}

export async function withdrawn(tx: Tx, actor: Actor, id: number): Promise<void> {
  const count = await lockReviewed(tx, id)
  await setState(tx, actor, count, { state: stateBefore(await placesOf(tx, count.id)) as Count['state'] }, 'withdrawn')
}
