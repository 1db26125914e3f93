import type { Reason } from '@xunyun/contract/errors'
import type { Params } from '@xunyun/contract/kernel/call'
import type { Outcomes } from '@xunyun/contract/kernel/list'
import type * as calls from '@xunyun/contract/warehouse/kitting/kits'
import type { KitLineInput } from '@xunyun/contract/warehouse/kitting/kits'
import { fitsUnit } from '@xunyun/contract/warehouse/masters/quantity'
import type { Act, Asked } from '../../../platform/act.ts'
import type { Actor } from '../../../platform/actor.ts'
import { owned, type Tx } from '../../../platform/db.ts'
import { differences, recordHistory } from '../../../platform/history.ts'
import { type Setting, setMasters } from '../../../platform/masters.ts'
import { refusalOfUse } from '../../../platform/references.ts'
import { badField, notFound, Refusal, refuseFields } from '../../../platform/refusal.ts'
import { markSeen, type SeenId, scoped } from '../../../platform/scope.ts'
import { changed, created, refuseStale } from '../../../platform/version.ts'
import { nameOfCompany } from '../../companies/index.ts'
import {
  holdGoods,
  type Item,
  type Kit,
  kitUses,
  linesOf,
  lockKits,
  lockSetsOf,
  openOrderOf,
  ringsOf,
  writeLines,
} from './store.ts'

type Shown = { itemNo: string; qty: string }
const historyValues = (itemNo: string, lines: readonly Shown[], remark: string | null) => ({
  itemNo,
  parts: lines.map((line) => `${line.itemNo} × ${Number(line.qty)}`),
  remark,
})

/** What stands against the parts of a set, each at its line; the owner's sets are locked. */
async function check(
  tx: Tx,
  set: Item,
  lines: readonly KitLineInput[],
  goods: ReadonlyMap<number, Item>,
  /** Parts that it has already: they stay, though disabled by now. */
  had: ReadonlySet<number> = new Set(),
): Promise<void> {
  const rings = await ringsOf(
    tx,
    set.id,
    lines.map(({ partId }) => partId),
  )
  const owner = await nameOfCompany(tx, set.owner_id)
  const wrong = lines.flatMap(({ partId, qty }, index): { path: string; reason: Reason; params?: Params }[] => {
    const part = goods.get(partId)
    const at = `lines.${index}`
    if (part === undefined || (!part.enabled && !had.has(partId)))
      return [{ path: `${at}.partId`, reason: 'field.choice' }]
    if (partId === set.id) return [{ path: `${at}.partId`, reason: 'kits.itself' }]
    if (part.owner_id !== set.owner_id)
      return [{ path: `${at}.partId`, reason: 'kits.otherOwner', params: { owner: owner ?? '' } }]
    const same = lines.findIndex((line) => line.partId === partId)
    if (same < index) return [{ path: `${at}.partId`, reason: 'inbound.sameLine', params: { row: same + 1 } }]
    const chain = rings.get(partId)
    if (chain !== undefined) return [{ path: `${at}.partId`, reason: 'kits.cycle', params: { chain } }]
    // A serial number is of a whole one, whatever the unit is called.
    const fits = fitsUnit(qty, part.base_unit) && (!part.serial_controlled || Number.isInteger(Number(qty)))
    return fits ? [] : [{ path: `${at}.qty`, reason: 'inbound.whole' }]
  })
  refuseFields(wrong)
}

const named = (lines: readonly KitLineInput[], goods: ReadonlyMap<number, Item>): Shown[] =>
  lines.map(({ partId, qty }) => ({ itemNo: goods.get(partId)?.item_no ?? '', qty }))

export const addKit: Act<typeof calls.addKit> = async ({ tx, actor }, input) => {
  const seen = await scoped(tx, actor, 'item').select('owner_id').where('id', '=', input.itemId).executeTakeFirst()
  if (seen === undefined) throw badField('itemId', 'field.choice')
  await lockSetsOf(tx, seen.owner_id)
  const goods = await holdGoods(tx, actor, [input.itemId, ...input.lines.map(({ partId }) => partId)])
  const set = goods.get(input.itemId)
  if (set === undefined || !set.enabled) throw badField('itemId', 'field.choice')
  await check(tx, set, input.lines, goods)
  const kit = await owned(tx)
    .insertInto('kit')
    .values({
      item_id: set.id,
      owner_id: set.owner_id,
      remark: input.remark ?? null,
      ...created(actor.userId),
    })
    .returning(['id', 'owner_id'])
    .executeTakeFirstOrThrow()
  await writeLines(tx, markSeen(kit), input.lines)
  const after = historyValues(set.item_no, named(input.lines, goods), input.remark ?? null)
  await recordHistory(tx, actor, 'kit', kit.id, 'created', differences({}, after))
  return { id: kit.id }
}

export const changeKit: Act<typeof calls.changeKit> = async ({ tx, actor }, input) => {
  const seen = await scoped(tx, actor, 'kit').select('owner_id').where('id', '=', input.id).executeTakeFirst()
  if (seen === undefined) throw notFound()
  await lockSetsOf(tx, seen.owner_id)
  const kit = (await lockKits(tx, actor, [input.id])).get(input.id)
  if (kit === undefined) throw notFound()
  await refuseStale(tx, kit, input.version)
  await refuseOpen(tx, actor, kit.id)
  const goods = await holdGoods(tx, actor, [kit.item_id, ...input.lines.map(({ partId }) => partId)])
  const set = goods.get(kit.item_id)
  if (set === undefined) throw notFound()
  const before = await linesOf(tx, kit.id)
  await check(tx, set, input.lines, goods, new Set(before.map(({ partId }) => partId)))
  await writeLines(tx, kit, input.lines)
  await owned(tx)
    .updateTable('kit')
    .set({ remark: input.remark ?? null, ...changed(actor.userId, kit.version) })
    .where('id', '=', kit.id)
    .execute()
  await recordHistory(
    tx,
    actor,
    'kit',
    kit.id,
    'changed',
    differences(
      historyValues(set.item_no, before, kit.remark),
      historyValues(set.item_no, named(input.lines, goods), input.remark ?? null),
    ),
  )
  return { version: kit.version + 1 }
}

/** Whoever does an order finds the set as it was when the order was written. */
async function refuseOpen(tx: Tx, actor: Actor, kitId: SeenId): Promise<void> {
  const no = await openOrderOf(tx, actor, kitId)
  if (no !== undefined) throw no
}

type Named = Kit & { readonly name: string }

/** Sets by the numbers of their items, which are held with them. */
async function lockNamed(tx: Tx, actor: Actor, ids: readonly number[]): Promise<Map<number, Named>> {
  const kits = await lockKits(tx, actor, ids)
  const items = await holdGoods(
    tx,
    actor,
    [...kits.values()].map(({ item_id }) => item_id),
  )
  return new Map([...kits].map(([id, kit]) => [id, { ...kit, name: items.get(kit.item_id)?.item_no ?? String(id) }]))
}

/** Not while an order is to be done, and deleted only when none was ever written. */
const setKits = (asked: Asked, ids: readonly number[], set: Setting): Promise<Outcomes> =>
  setMasters(asked, ids, set, {
    entity: 'kit',
    lock: lockNamed,
    no: ({ name }) => name,
    objection: (kit) => objection(asked, kit, set),
    write: ({ id }, values) => owned(asked.tx).updateTable('kit').set(values).where('id', '=', id).execute(),
  })
export const setKitsEnabled: Act<typeof calls.setKitsEnabled> = (asked, { ids, enabled }) =>
  setKits(asked, ids, { enabled })
export const deleteKits: Act<typeof calls.deleteKits> = (asked, { ids }) => setKits(asked, ids, { is_deleted: true })

async function objection({ tx, actor }: Asked, kit: Named, set: Setting): Promise<Refusal | undefined> {
  if (set.is_deleted) return await refusalOfUse(tx, actor, kitUses, kit)
  if (set.enabled !== false) return undefined
  return openOrderOf(tx, actor, kit.id)
}

/** Sets that were begun by the file that is being read, by the transaction that reads it. */
const begun = new WeakMap<Tx, Set<number>>()

/** A row of a file: one part of a set. The first row of a set makes it, the others add to it; a set that was there before stays. */
export async function addPart(
  tx: Tx,
  actor: Actor,
  { itemId, partId, qty }: { itemId: number; partId: number; qty: string },
): Promise<{ id: number }> {
  const kit = await scoped(tx, actor, 'kit').selectAll().where('item_id', '=', itemId).executeTakeFirst()
  const mine = begun.get(tx) ?? new Set()
  begun.set(tx, mine)
  if (kit === undefined) {
    const { id } = await addKit({ tx, actor }, { itemId, remark: undefined, lines: [{ partId, qty }] })
    mine.add(id)
    return { id }
  }
  if (!mine.has(kit.id)) throw badField('itemId', 'kits.taken')
  const lines = [...(await linesOf(tx, markSeen(kit).id)), { partId, itemNo: '', qty }]
  try {
    await changeKit({ tx, actor }, { id: kit.id, version: kit.version, remark: kit.remark ?? undefined, lines })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    // The part of this row is the last line.
    const [field] = error.fields
    throw field === undefined
      ? error
      : badField(field.path.endsWith('qty') ? 'qty' : 'partId', field.reason as Reason, field.params)
  }
  return { id: kit.id }
}
