import { isOfferedCode } from '@xunyun/contract/dictionary'
import type { Reason } from '@xunyun/contract/errors'
import { compareDecimal } from '@xunyun/contract/kernel/decimal'
import type { Outcomes } from '@xunyun/contract/kernel/list'
import type * as calls from '@xunyun/contract/warehouse/masters/items'
import type { ItemInput } from '@xunyun/contract/warehouse/masters/items'
import { fitsUnit } from '@xunyun/contract/warehouse/masters/quantity'
import { sql } from 'kysely'
import type { Act, Asked } from '../../../platform/act.ts'
import type { Actor } from '../../../platform/actor.ts'
import { clock } from '../../../platform/clock.ts'
import { owned, type Tx } from '../../../platform/db.ts'
import { differences, recordHistory } from '../../../platform/history.ts'
import { type Setting, setMasters } from '../../../platform/masters.ts'
import { inUse, refusalOfUse } from '../../../platform/references.ts'
import { badField, notFound, Refusal, refuseFields } from '../../../platform/refusal.ts'
import { pinyinOf, searchText } from '../../../platform/search.ts'
import { changed, created, refuseStale } from '../../../platform/version.ts'
import { nameOfCompany } from '../../companies/index.ts'
import {
  categoryName,
  goodsBy,
  isCategory,
  isOwner,
  itemMoves,
  itemUses,
  kitOf,
  type LockedItem,
  lockItems,
  openNotice,
} from './store.ts'

const valuesOf = (input: ItemInput) => ({
  owner_id: input.ownerId,
  item_no: input.itemNo,
  name: input.name,
  spec: input.spec ?? null,
  barcodes: [...new Set(input.barcodes)],
  category_id: input.categoryId ?? null,
  base_unit: input.baseUnit as string,
  length_cm: input.lengthCm ?? null,
  width_cm: input.widthCm ?? null,
  height_cm: input.heightCm ?? null,
  net_weight: input.netWeight ?? null,
  gross_weight: input.grossWeight ?? null,
  volume: input.volume ?? null,
  unit_value: input.unitValue ?? null,
  batch_controlled: input.batchControlled,
  serial_controlled: input.serialControlled,
  expiry_controlled: input.expiryControlled,
  shelf_life_days: input.shelfLifeDays ?? null,
  min_remain_in_days: input.minRemainInDays ?? null,
  min_remain_out_days: input.minRemainOutDays ?? null,
  over_receive_percent: input.overReceivePercent,
  min_stock: input.minStock ?? null,
  max_stock: input.maxStock ?? null,
  pick_min: input.pickMin ?? null,
  pick_max: input.pickMax ?? null,
  temp_class: input.tempClass as string,
  hazard: input.hazard,
  abc: (input.abc ?? null) as string | null,
  zone_type: (input.zoneType ?? null) as string | null,
  remark: input.remark ?? null,
  search: searchText([
    input.itemNo,
    input.name,
    pinyinOf(input.name),
    input.spec,
    ...input.barcodes,
    ...input.packs.map(({ barcode }) => barcode),
  ]),
})
type Values = ReturnType<typeof valuesOf>
type Pack = { unit: string; ratio: string; barcode?: string | undefined | null }

const historyValues = async (tx: Tx, values: Omit<Values, 'search'>, packs: readonly Pack[]) => ({
  ownerName: await nameOfCompany(tx, values.owner_id),
  itemNo: values.item_no,
  name: values.name,
  spec: values.spec,
  barcodes: values.barcodes,
  categoryName: await categoryName(tx, values.category_id),
  baseUnit: values.base_unit,
  packs: packs.map(({ unit, ratio, barcode }) => `${unit} × ${Number(ratio)} ${barcode ?? ''}`.trim()),
  lengthCm: values.length_cm,
  widthCm: values.width_cm,
  heightCm: values.height_cm,
  netWeight: values.net_weight,
  grossWeight: values.gross_weight,
  volume: values.volume,
  unitValue: values.unit_value,
  batchControlled: values.batch_controlled,
  serialControlled: values.serial_controlled,
  expiryControlled: values.expiry_controlled,
  shelfLifeDays: values.shelf_life_days,
  minRemainInDays: values.min_remain_in_days,
  minRemainOutDays: values.min_remain_out_days,
  overReceivePercent: values.over_receive_percent,
  minStock: values.min_stock,
  maxStock: values.max_stock,
  pickMin: values.pick_min,
  pickMax: values.pick_max,
  tempClass: values.temp_class,
  hazard: values.hazard,
  abc: values.abc,
  zoneType: values.zone_type,
  remark: values.remark,
})

async function check(
  tx: Tx,
  actor: Actor,
  input: ItemInput,
  before?: LockedItem,
  packsBefore: readonly Pack[] = [],
): Promise<void> {
  const wrong: { path: string; reason: Reason; params?: Record<string, string> }[] = []
  if (input.ownerId !== before?.owner_id && !(await isOwner(tx, actor, input.ownerId)))
    wrong.push({ path: 'ownerId', reason: 'warehouse.ownerRole' })
  if (input.baseUnit !== before?.base_unit && !isOfferedCode('unit', input.baseUnit))
    wrong.push({ path: 'baseUnit', reason: 'settings.wordDisabled' })
  const units = new Set<string>([input.baseUnit])
  if (
    input.categoryId !== undefined &&
    input.categoryId !== before?.category_id &&
    !(await isCategory(tx, input.categoryId))
  )
    wrong.push({ path: 'categoryId', reason: 'field.choice' })
  const had = new Set(packsBefore.map(({ unit }) => unit))
  input.packs.forEach(({ unit, ratio }, index) => {
    const isNew = !packsBefore.some((had) => had.unit === unit && compareDecimal(had.ratio, ratio) === 0)
    if (isNew && !fitsUnit(ratio, input.baseUnit)) wrong.push({ path: `packs.${index}.ratio`, reason: 'inbound.whole' })
    if (!had.has(unit) && !isOfferedCode('unit', unit))
      wrong.push({ path: `packs.${index}.unit`, reason: 'settings.wordDisabled' })
    if (units.has(unit)) wrong.push({ path: `packs.${index}.unit`, reason: 'warehouse.unitTwice' })
    units.add(unit)
  })
  for (const limit of ['minStock', 'maxStock', 'pickMin', 'pickMax'] as const) {
    const value = input[limit]
    if (value !== undefined && !fitsUnit(value, input.baseUnit)) wrong.push({ path: limit, reason: 'inbound.whole' })
  }
  if (
    input.minStock !== undefined &&
    input.maxStock !== undefined &&
    compareDecimal(input.minStock, input.maxStock) > 0
  )
    wrong.push({ path: 'maxStock', reason: 'warehouse.limits' })
  if (input.pickMin !== undefined && input.pickMax === undefined)
    wrong.push({ path: 'pickMax', reason: 'field.required' })
  if (input.pickMax !== undefined && input.pickMin === undefined)
    wrong.push({ path: 'pickMin', reason: 'field.required' })
  if (input.pickMin !== undefined && input.pickMax !== undefined && compareDecimal(input.pickMin, input.pickMax) > 0)
    wrong.push({ path: 'pickMax', reason: 'warehouse.limits' })
  for (const left of ['minRemainInDays', 'minRemainOutDays'] as const) {
    const days = input[left]
    if (days !== undefined && input.shelfLifeDays !== undefined && days > input.shelfLifeDays)
      wrong.push({ path: left, reason: 'warehouse.shelfLife' })
  }
  // A scan must say which goods: within an owner a barcode means one unit of one item.
  const codes = [...input.barcodes, ...input.packs.flatMap(({ barcode }) => barcode ?? [])]
  const twice = codes.find((code, index) => codes.indexOf(code) !== index)
  if (twice !== undefined)
    wrong.push({ path: 'barcodes', reason: 'warehouse.barcodeTwice', params: { barcode: twice, item: input.itemNo } })
  // unscoped: whose barcode it is, is asked within the owner that was checked
  const taken = await sql<{ code: string; item: string }>`
    select c.code, i.item_no as item from unnest(${codes}::text[]) c(code) join item i
      on i.owner_id = ${input.ownerId} and not i.is_deleted and i.id <> ${before?.id ?? 0}
      and (i.barcodes @> array[c.code] or exists (select 1 from item_pack p where p.item_id = i.id and p.barcode = c.code))
    limit 1`.execute(tx)
  const [other] = taken.rows
  if (other !== undefined)
    wrong.push({
      path: 'barcodes',
      reason: 'warehouse.barcodeTwice',
      params: { barcode: other.code, item: other.item },
    })
  refuseFields(wrong)
}

async function writePacks(tx: Tx, itemId: number, packs: readonly Pack[]): Promise<void> {
  await tx.deleteFrom('item_pack').where('item_id', '=', itemId).execute()
  if (packs.length === 0) return
  await tx
    .insertInto('item_pack')
    .values(
      packs.map(({ unit, ratio, barcode }, index) => ({
        item_id: itemId,
        seq: index + 1,
        unit,
        ratio,
        barcode: barcode ?? null,
      })),
    )
    .execute()
}

export const addItem: Act<typeof calls.addItem> = async ({ tx, actor }, input) => {
  await check(tx, actor, input)
  const values = valuesOf(input)
  const { id } = await owned(tx)
    .insertInto('item')
    .values({ ...values, ...created(actor.userId) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await writePacks(tx, id, input.packs)
  await recordHistory(tx, actor, 'item', id, 'created', differences({}, await historyValues(tx, values, input.packs)))
  return { id }
}

/** What stays as it is once goods of the item were in stock, and the field that says so. */
const locked = [
  ['owner_id', 'ownerId'],
  ['item_no', 'itemNo'],
  ['base_unit', 'baseUnit'],
  ['batch_controlled', 'baseUnit'],
  ['serial_controlled', 'baseUnit'],
  ['expiry_controlled', 'baseUnit'],
] as const

/** Packs that hold another number now, or none: what was counted with them stays counted with them. */
async function closePacks(tx: Tx, itemId: number, before: readonly Pack[], now: readonly Pack[]): Promise<void> {
  const gone = before.filter(
    (had) => !now.some(({ unit, ratio }) => unit === had.unit && compareDecimal(ratio, had.ratio) === 0),
  )
  if (gone.length === 0) return
  await tx
    .insertInto('item_pack_past')
    .values(gone.map(({ unit, ratio }) => ({ item_id: itemId, unit, ratio, until_day: clock.today() })))
    .execute()
}

export const changeItem: Act<typeof calls.changeItem> = async ({ tx, actor }, input) => {
  const before = (await lockItems(tx, actor, [input.id])).get(input.id)
  if (before === undefined) throw notFound()
  await refuseStale(tx, before, input.version)
  const packs = await tx.selectFrom('item_pack').selectAll().where('item_id', '=', before.id).orderBy('seq').execute()
  await check(tx, actor, input, before, packs)
  const values = valuesOf(input)
  const isUsed = (await inUse(tx, actor, itemMoves, before.id)) !== undefined
  // The ledger speaks of this owner's goods under this number, in this unit, under these controls.
  const held = locked.find(([column]) => values[column] !== before[column])
  if (isUsed && held !== undefined) throw badField(held[1], 'warehouse.controlsLocked')
  // Parts of a set are counted in their unit, and are the same owner's.
  const other = (['owner_id', 'base_unit'] as const).find((column) => values[column] !== before[column])
  const kit = other === undefined ? undefined : await kitOf(tx, before.id)
  if (kit !== undefined) throw badField(other === 'owner_id' ? 'ownerId' : 'baseUnit', 'warehouse.inKit', { kit })
  await owned(tx)
    .updateTable('item')
    .set({ ...values, ...changed(actor.userId, before.version) })
    .where('id', '=', before.id)
    .execute()
  if (isUsed) await closePacks(tx, before.id, packs, input.packs)
  await writePacks(tx, before.id, input.packs)
  await recordHistory(
    tx,
    actor,
    'item',
    before.id,
    'changed',
    differences(await historyValues(tx, before, packs), await historyValues(tx, values, input.packs)),
  )
  return { version: before.version + 1 }
}

/** Disabled without goods and open notices, deleted when never used. */
const setItems = (asked: Asked, ids: readonly number[], set: Setting): Promise<Outcomes> =>
  setMasters(asked, ids, set, {
    entity: 'item',
    lock: lockItems,
    no: (item) => item.item_no,
    objection: (item) => objection(asked.tx, asked.actor, item, set),
    write: ({ id }, values) => owned(asked.tx).updateTable('item').set(values).where('id', '=', id).execute(),
  })
export const setItemsEnabled: Act<typeof calls.setItemsEnabled> = (asked, { ids, enabled }) =>
  setItems(asked, ids, { enabled })
export const deleteItems: Act<typeof calls.deleteItems> = (asked, { ids }) => setItems(asked, ids, { is_deleted: true })

async function objection(
  tx: Tx,
  actor: Actor,
  { id, item_no: name }: LockedItem,
  set: Setting,
): Promise<Refusal | undefined> {
  if (set.is_deleted === true) return await refusalOfUse(tx, actor, itemUses, { id, name })
  if (set.enabled !== false) return undefined
  if ((await inUse(tx, actor, goodsBy('item_id'), id)) !== undefined) return new Refusal('warehouse.hasStock', { name })
  const no = await openNotice(tx, 'item', id)
  return no === undefined ? undefined : new Refusal('warehouse.hasTasks', { name, no })
}
