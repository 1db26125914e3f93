import type { Reason } from '@xunyun/contract/errors'
import type { Params } from '@xunyun/contract/kernel/call'
import { gtinForms, readGs1 } from '@xunyun/contract/kernel/gs1'
import { readPlaceLabel } from '@xunyun/contract/warehouse/locations/locationLabel'
import type { ScannedCodes, ScanProof } from '@xunyun/contract/warehouse/locations/scanned'
import { sql } from 'kysely'
import { clock } from '../../../platform/clock.ts'
import { badField } from '../../../platform/refusal.ts'
import type { Scan } from '../../../platform/schema.warehouse.ts'

export type HandEntry = 'marked' | 'reason' | 'forbidden'
/** What the codes have to be of. */
export type ScanFacts = {
  rule: HandEntry
  warehouseCode: string
  /** The place where the goods are taken, or put. */
  locationCode: string
  /** Of a move: where they go. */
  toCode?: string | null
  containerCode: string | null
  itemNo: string
  /** Of the item and of its packs. */
  barcodes: readonly string[]
  batchNo: string
  /** Batches of the item at the place where it is taken. */
  batches: readonly string[]
}
/** How far scans prove an act of one kind. */
export type Proves = {
  /** The container stands for the goods on it, as at put-away. */
  palletIsGoods?: boolean
  /** A container stands for the place where it is. */
  palletIsPlace?: boolean
  /** Of a count: the place is proved once for all goods of it, and the goods by themselves. */
  only?: 'place' | 'goods'
}

const same = (a: string | null, b: string) => a !== null && a.toUpperCase() === b.toUpperCase()
function isPlace(code: string, place: string, warehouse: string): boolean {
  const label = readPlaceLabel(code)
  return label === null ? same(place, code) : same(warehouse, label.warehouse) && same(place, label.location)
}
const gs1Of = (code: string | undefined) =>
  code === undefined ? null : readGs1(code, Number(clock.today().slice(0, 4)))
const isPallet = (code: string, container: string | null): boolean => same(container, gs1Of(code)?.sscc ?? code)
function isItem(code: string, { itemNo, barcodes }: ScanFacts): boolean {
  const gtin = gs1Of(code)?.gtin
  const forms = gtin === undefined ? [code] : gtinForms(gtin)
  return forms.some((form) => same(itemNo, form) || barcodes.includes(form))
}

/** The batch that was scanned: by itself, or with the goods. */
const batchOf = ({ batch, item }: ScannedCodes): string | undefined =>
  batch === undefined ? gs1Of(item)?.batch : (gs1Of(batch)?.batch ?? batch)

type Wrong = readonly [field: keyof ScannedCodes, reason: Reason, params: Params]
/** The first code that is of something else. */
function wrongCode(facts: ScanFacts, codes: ScannedCodes): Wrong | undefined {
  const { locationCode, toCode = null, containerCode, itemNo, batchNo, warehouseCode } = facts
  const { location, pallet, item, to } = codes
  const batch = batchOf(codes)
  if (location !== undefined && !isPlace(location, locationCode, warehouseCode))
    return ['location', 'warehouse.scanPlace', { right: locationCode, code: location }]
  if (pallet !== undefined && !isPallet(pallet, containerCode))
    return ['pallet', 'warehouse.scanPallet', { right: containerCode ?? '—', code: pallet }]
  if (item !== undefined && !isItem(item, facts)) return ['item', 'warehouse.scanItem', { right: itemNo, code: item }]
  if (batch !== undefined && batch !== batchNo)
    return ['batch', 'warehouse.scanBatch', { right: batchNo === '' ? '—' : batchNo, code: batch }]
  if (to !== undefined && !isPlace(to, toCode ?? '', warehouseCode))
    return ['to', 'warehouse.scanPlace', { right: toCode ?? '—', code: to }]
  return undefined
}

/** Nothing was said of a scan: as an earlier release sent it, and as the forms of the desk do. */
export const isWithoutScan = ({ scanned, byHand }: ScanProof): boolean => scanned === undefined && byHand === undefined

/**
 * Reads the codes of an act and says what is kept of them; refused where one is of something else, where several batches
 * lie there and none was said, and where a scan is missing that the warehouse asks for. `path` leads the fields that are
 * refused. `serials`: numbers that were named, which are of these goods alone.
 */
export function verifyScan(
  facts: ScanFacts,
  proof: ScanProof,
  {
    palletIsGoods = false,
    palletIsPlace = false,
    only,
    serials = [],
    path = '',
  }: Proves & { serials?: readonly string[]; path?: string } = {},
): Scan {
  if (isWithoutScan(proof)) return { byHand: true }
  const { scanned, byHand, byHandReason } = proof
  const codes = scanned ?? {}
  const wrong = wrongCode(facts, codes)
  if (wrong !== undefined) throw badField(`${path}scanned.${wrong[0]}`, wrong[1], wrong[2])
  const hasPallet = codes.pallet !== undefined
  if (facts.batches.length > 1 && batchOf(codes) === undefined && serials.length === 0 && !(palletIsGoods && hasPallet))
    throw badField(`${path}scanned.batch`, 'warehouse.batchNotSaid', { batches: facts.batches.join(', ') })
  const isThere = only === 'goods' || codes.location !== undefined || (palletIsPlace && hasPallet)
  const isGoods = only === 'place' || codes.item !== undefined || serials.length > 0 || (palletIsGoods && hasPallet)
  const isArrived = facts.toCode === undefined || codes.to !== undefined
  if (byHand !== true && isThere && isGoods && isArrived) return codes
  if (facts.rule === 'forbidden') throw badField(`${path}byHand`, 'warehouse.scanFirst')
  if (facts.rule === 'reason' && byHandReason === undefined) throw badField(`${path}byHandReason`, 'field.required')
  return { ...codes, byHand: true, ...(byHandReason === undefined ? {} : { reason: byHandReason }) }
}

/** Barcodes of an item `i` and of its packs. */
export const barcodesOfItem = sql`(i.barcodes || array(
  select k.barcode from item_pack k where k.item_id = i.id and k.barcode is not null))`
/** Batches of the goods of a row at its place, by their numbers; the columns say where and what. */
export const batchesAt = (location: string, item: string) => sql`array(
  select distinct y.batch_no
  -- unscoped: what lies beside goods that were found inside the scope
  from stock x join batch y on y.id = x.batch_id
  where x.location_id = ${sql.ref(location)} and x.item_id = ${sql.ref(item)} and x.on_hand > 0 order by 1)`
