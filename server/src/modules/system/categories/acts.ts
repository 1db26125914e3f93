import type { Input } from '@xunyun/contract/kernel/call'
import { tidy } from '@xunyun/contract/kernel/text'
import type * as calls from '@xunyun/contract/system/categories'
import { sql } from 'kysely'
import type { Act } from '../../../platform/act.ts'
import { eachRecord, type Records } from '../../../platform/batch.ts'
import type { Tx } from '../../../platform/db.ts'
import { differences, recordHistory } from '../../../platform/history.ts'
import { type Reference, refusalOfUse } from '../../../platform/references.ts'
import { badField, notFound, Refusal } from '../../../platform/refusal.ts'
import { changed, created, refuseStale } from '../../../platform/version.ts'

/** Acts on categories (RT-12/g_code). They stand in a row, so that two moves at once cannot make a circle between them. */

async function lockTree(tx: Tx) {
  await sql`select pg_advisory_xact_lock(hashtext('category'))`.execute(tx)
  return tx.selectFrom('category').selectAll().where('is_deleted', '=', false).orderBy('sort').orderBy('id').execute()
}
type Row = Awaited<ReturnType<typeof lockTree>>[number]

function find(rows: readonly Row[], id: number): Row {
  const row = rows.find((one) => one.id === id)
  if (row === undefined) throw notFound()
  return row
}

const below = (rows: readonly Row[], pid: number) => rows.filter((row) => (row.parent_id ?? 0) === pid)

/** The parent is there, and is not the category itself nor below it. */
function checkParent(rows: readonly Row[], pid: number, id?: number): void {
  if (pid === 0) return
  const parents = new Map(rows.map((row) => [row.id, row.parent_id]))
  if (!parents.has(pid)) throw badField('pid', 'settings.categoryParent')
  for (let at: number | null | undefined = pid; at; at = parents.get(at))
    if (at === id) throw badField('pid', 'settings.categoryCircle')
}

function refuseTaken(rows: readonly Row[], pid: number, code: string, id?: number): void {
  const taken = below(rows, pid).some((row) => row.id !== id && row.code.toLowerCase() === code.toLowerCase())
  if (taken) throw badField('code', 'settings.categoryCodeTaken')
}

const valuesOf = (input: Input<typeof calls.addCategory>) => ({
  code: tidy(input.code),
  name: tidy(input.name),
  remark: input.remark ?? '',
})
const behind = (siblings: readonly Row[]) => Math.max(0, ...siblings.map(({ sort }) => sort)) + 10
const parentName = (rows: readonly Row[], id: number | null) => rows.find((row) => row.id === id)?.name ?? null

export const addCategory: Act<typeof calls.addCategory> = async ({ tx, actor }, input) => {
  const rows = await lockTree(tx)
  const values = valuesOf(input)
  checkParent(rows, input.pid)
  refuseTaken(rows, input.pid, values.code)
  const { id } = await tx
    .insertInto('category')
    .values({
      ...values,
      parent_id: input.pid || null,
      sort: behind(below(rows, input.pid)),
      ...created(actor.userId),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await recordHistory(
    tx,
    actor,
    'category',
    id,
    'created',
    differences({}, { parent: parentName(rows, input.pid), ...values }),
  )
  return { id }
}

export const changeCategory: Act<typeof calls.changeCategory> = async ({ tx, actor }, input) => {
  const rows = await lockTree(tx)
  const before = find(rows, input.id)
  await refuseStale(tx, before, input.version)
  const values = valuesOf(input)
  checkParent(rows, input.pid, before.id)
  refuseTaken(rows, input.pid, values.code, before.id)
  const moves = input.pid !== (before.parent_id ?? 0)
  await tx
    .updateTable('category')
    .set({
      ...values,
      parent_id: input.pid || null,
      ...(moves ? { sort: behind(below(rows, input.pid)) } : {}),
      ...changed(actor.userId, before.version),
    })
    .where('id', '=', before.id)
    .execute()
  await recordHistory(tx, actor, 'category', before.id, 'changed', [
    ...differences({ parent: parentName(rows, before.parent_id) }, { parent: parentName(rows, input.pid) }),
    ...differences({ code: before.code, name: before.name, remark: before.remark }, values),
  ])
  return { version: before.version + 1 }
}

/** Siblings are numbered anew; their versions stay, for nothing of theirs was changed. */
export const moveCategory: Act<typeof calls.moveCategory> = async ({ tx, actor }, input) => {
  const rows = await lockTree(tx)
  const moved = find(rows, input.id)
  await refuseStale(tx, moved, input.version)
  checkParent(rows, input.pid, moved.id)
  refuseTaken(rows, input.pid, moved.code, moved.id)
  const others = below(rows, input.pid).filter(({ id }) => id !== moved.id)
  const at = input.before === undefined ? others.length : others.findIndex(({ id }) => id === input.before)
  if (at < 0) throw new Refusal('settings.menuBefore')
  const order = others.toSpliced(at, 0, moved)
  for (const [index, row] of order.entries()) {
    const sort = (index + 1) * 10
    const own =
      row.id === moved.id ? { parent_id: input.pid || null, ...changed(actor.userId, moved.version) } : undefined
    if (own !== undefined || row.sort !== sort)
      await tx
        .updateTable('category')
        .set({ sort, ...own })
        .where('id', '=', row.id)
        .execute()
  }
  const names = (some: readonly Row[]) => some.map(({ name }) => name).join(', ')
  await recordHistory(tx, actor, 'category', moved.id, 'moved', [
    ...differences({ parent: parentName(rows, moved.parent_id) }, { parent: parentName(rows, input.pid) }),
    ...differences({ order: names(below(rows, input.pid)) }, { order: names(order) }),
  ])
  return { version: moved.version + 1 }
}

const categories: Records<Row> = {
  lock: async (tx) => new Map((await lockTree(tx)).map((row) => [row.id, row])),
  no: (row) => row.name,
}

/** Enabled ones anywhere below these, but not these themselves. */
function enabledBelow(rows: readonly Row[], ids: readonly number[]): number {
  const count = (pid: number): number =>
    below(rows, pid).reduce((sum, row) => sum + count(row.id) + (row.enabled && !ids.includes(row.id) ? 1 : 0), 0)
  const tops = ids.filter((id) => !ids.some((other) => other !== id && isBelow(rows, id, other)))
  return tops.reduce((sum, id) => sum + count(id), 0)
}

function isBelow(rows: readonly Row[], id: number, ancestor: number): boolean {
  const parent = rows.find((row) => row.id === id)?.parent_id ?? null
  return parent !== null && (parent === ancestor || isBelow(rows, parent, ancestor))
}

export const setCategoriesEnabled: Act<typeof calls.setCategoriesEnabled> = async (asked, input) => {
  const { tx, actor } = asked
  const { ids, enabled } = input
  if (!enabled && input.confirm !== true) {
    const number = enabledBelow(await lockTree(tx), [...new Set(ids)])
    if (number > 0) throw new Refusal('settings.categoryDisable', { number })
  }
  return eachRecord(asked, ids, categories, async (row) => {
    if (row.enabled === enabled) return
    await tx
      .updateTable('category')
      .set({ enabled, ...changed(actor.userId, row.version) })
      .where('id', '=', row.id)
      .execute()
    await recordHistory(tx, actor, 'category', row.id, enabled ? 'enabled' : 'disabled')
  })
}

export const categoryUses: readonly Reference[] = [{ table: 'item', column: 'category_id', live: 'not is_deleted' }]

export const deleteCategories: Act<typeof calls.deleteCategories> = (asked, { ids }) => {
  const { tx, actor } = asked
  return eachRecord(asked, ids, categories, async (row) => {
    // Read anew: what stood below it may just have gone.
    const number = below(await lockTree(tx), row.id).length
    if (number > 0) throw new Refusal('settings.categoryHasChildren', { name: row.name, number })
    const use = await refusalOfUse(tx, actor, categoryUses, row)
    if (use !== undefined) throw use
    await tx
      .updateTable('category')
      .set({ is_deleted: true, ...changed(actor.userId, row.version) })
      .where('id', '=', row.id)
      .execute()
    await recordHistory(tx, actor, 'category', row.id, 'deleted')
  })
}
