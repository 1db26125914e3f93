import type { Input } from '@xunyun/contract/kernel/call'
import type { Outcomes } from '@xunyun/contract/kernel/list'
import { tidy } from '@xunyun/contract/kernel/text'
import type {
  addCategory,
  changeCategory,
  moveCategory,
  setCategoriesEnabled,
} from '@xunyun/contract/system/categories'
import { sql } from 'kysely'
import type { Actor } from '../../../platform/actor.ts'
import { BatchReport } from '../../../platform/batch.ts'
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

const valuesOf = (input: Input<typeof addCategory>) => ({
  code: tidy(input.code),
  name: tidy(input.name),
  remark: input.remark ?? '',
})
const behind = (siblings: readonly Row[]) => Math.max(0, ...siblings.map(({ sort }) => sort)) + 10
const parentName = (rows: readonly Row[], id: number | null) => rows.find((row) => row.id === id)?.name ?? null

export async function addOne(tx: Tx, actor: Actor, input: Input<typeof addCategory>): Promise<{ id: number }> {
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

export async function changeOne(tx: Tx, actor: Actor, input: Input<typeof changeCategory>) {
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
export async function moveOne(tx: Tx, actor: Actor, input: Input<typeof moveCategory>) {
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

/** Acts on each; a refused one leaves nothing behind, and the others' work stands. */
async function onEach(
  tx: Tx,
  actor: Actor,
  ids: readonly number[],
  act: (row: Row, rows: readonly Row[]) => Promise<void>,
) {
  const report = new BatchReport(actor)
  for (const id of new Set(ids)) {
    // Read anew: what stood below it may just have gone.
    const rows = await lockTree(tx)
    const row = rows.find((one) => one.id === id)
    try {
      if (row === undefined) throw notFound()
      await act(row, rows)
      report.done()
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      report.refuse(id, row?.name ?? String(id), error)
    }
  }
  return report.outcomes()
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

export async function setEnabled(tx: Tx, actor: Actor, input: Input<typeof setCategoriesEnabled>): Promise<Outcomes> {
  const { ids, enabled } = input
  if (!enabled && input.confirm !== true) {
    const number = enabledBelow(await lockTree(tx), [...new Set(ids)])
    if (number > 0) throw new Refusal('settings.categoryDisable', { number })
  }
  return onEach(tx, actor, ids, async (row) => {
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

export const deleteEach = (tx: Tx, actor: Actor, ids: readonly number[]): Promise<Outcomes> =>
  onEach(tx, actor, ids, async (row, rows) => {
    const number = below(rows, row.id).length
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
