import type { Input } from '@xunyun/contract/kernel/call'
import { tidy } from '@xunyun/contract/kernel/text'
import type * as calls from '@xunyun/contract/system/menus'
import { sql } from 'kysely'
import type { Act } from '../../../platform/act.ts'
import { type Actor, requireRight } from '../../../platform/actor.ts'
import { eachRecord, type Records } from '../../../platform/batch.ts'
import type { Tx } from '../../../platform/db.ts'
import { differences, recordHistory } from '../../../platform/history.ts'
import { badField, notFound, Refusal } from '../../../platform/refusal.ts'
import { refuseStale } from '../../../platform/version.ts'
import { allMenus, menuTree, nameOfMenu } from './queries.ts'
import * as rules from './rules.ts'

/** Acts on the menu (AP-04). They stand in a row, so that two moves at once cannot make a circle between them. */

type Row = Awaited<ReturnType<typeof allMenus>>[number]
type Item = Input<typeof calls.addFunType>

async function lockMenus(tx: Tx): Promise<Row[]> {
  await sql`select pg_advisory_xact_lock(hashtext('menu'))`.execute(tx)
  return allMenus(tx)
}

function find(rows: readonly Row[], id: number): Row {
  const row = rows.find((one) => one.id === id)
  if (row === undefined) throw notFound()
  return row
}

async function requireVersion(tx: Tx, row: Row, version: number | undefined): Promise<void> {
  if (version === undefined || version === row.version) return
  const last = await tx
    .selectFrom('history')
    .select(['at', 'by_id'])
    .where('entity', '=', 'menu')
    .where('entity_id', '=', row.id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  await refuseStale(
    tx,
    { version: row.version, updated_at: last?.at ?? new Date(0).toISOString(), updated_by: last?.by_id ?? null },
    version,
  )
}

/** Names in all languages, from those that were sent and those that were there. */
function namesOf(actor: Actor, item: Pick<Item, 'MenuName' | 'Names'>, before?: Row) {
  if (item.Names !== undefined) {
    const { zh, en = zh, es = zh, ja = zh } = item.Names
    return { name_zh: tidy(zh), name_en: tidy(en), name_es: tidy(es), name_ja: tidy(ja) }
  }
  if (before !== undefined) {
    const { name_zh, name_en, name_es, name_ja } = before
    const names = { name_zh, name_en, name_es, name_ja }
    return item.MenuName === undefined ? names : { ...names, [`name_${actor.language}`]: tidy(item.MenuName) }
  }
  if (item.MenuName === undefined) throw badField('MenuName', 'field.required')
  const name = tidy(item.MenuName)
  return { name_zh: name, name_en: name, name_es: name, name_ja: name }
}

const flagOr = (value: number | undefined, before: boolean) => (value === undefined ? before : value === 1)

function valuesOf(actor: Actor, item: Item, before?: Row) {
  const go_url = item.GoUrl ?? before?.go_url ?? ''
  if (before !== undefined && before.seed_key !== null && go_url !== before.go_url)
    throw new Refusal('settings.menuAddressKept', { menu: nameOfMenu(before, actor.language) }, [
      { path: 'GoUrl', reason: 'settings.menuAddressKept', params: { menu: nameOfMenu(before, actor.language) } },
    ])
  // A button's right has no address that could lead to its page.
  const page = before !== undefined && go_url === before.go_url ? before.page : rules.pageOfUrl(go_url)
  const icon = item.Icon ?? before?.icon ?? ''
  if (icon !== before?.icon) rules.requireKnownIcon(icon)
  const is_leaf = flagOr(item.isLeaf, before?.is_leaf ?? false)
  rules.requireLeafWhereNoAddress(page, go_url, is_leaf)
  return {
    ...namesOf(actor, item, before),
    go_url,
    page,
    icon,
    is_leaf,
    open_window: flagOr(item.openwindow, before?.open_window ?? false),
    from_location: item.FromLocation ?? before?.from_location ?? 0,
  }
}

/** As the timeline holds it: in the specification's words. */
const historyValues = (row: ReturnType<typeof valuesOf> & { approved: boolean; t_sort: number }) => ({
  zh: row.name_zh,
  en: row.name_en,
  es: row.name_es,
  ja: row.name_ja,
  GoUrl: row.go_url,
  Icon: row.icon,
  tSort: row.t_sort,
  Approved: row.approved,
  isLeaf: row.is_leaf,
  openwindow: row.open_window,
  FromLocation: row.from_location,
})

const below = (rows: readonly Row[], parent: number) => rows.filter((row) => (row.parent_id ?? 0) === parent)
const behind = (siblings: readonly Row[]) => Math.max(0, ...siblings.map(({ t_sort }) => t_sort)) + 10
const parentName = (rows: readonly Row[], id: number | null) => rows.find((row) => row.id === id)?.name_zh ?? null

export const addFunType: Act<typeof calls.addFunType> = async ({ tx, actor }, item) => {
  const rows = await lockMenus(tx)
  const parent = item.ParentID ?? 0
  rules.refuseCircle(rows, -1, parent)
  const mayApprove = actor.rights.get('menu')?.approve ?? false
  if (item.Approved === 1) requireRight(actor, 'menu', 'approve')
  const values = {
    ...valuesOf(actor, item),
    approved: flagOr(item.Approved, mayApprove),
    t_sort: item.tSort ?? behind(below(rows, parent)),
  }
  const { id } = await tx
    .insertInto('menu')
    .values({ ...values, parent_id: parent || null })
    .returning('id')
    .executeTakeFirstOrThrow()
  await recordHistory(tx, actor, 'menu', id, 'created', [
    ...differences({}, { parent: parentName(rows, parent) }),
    ...differences({}, historyValues(values)),
  ])
  return { MenuID: id }
}

export const changeFuncType: Act<typeof calls.changeFuncType> = async ({ tx, actor }, input) => {
  const rows = await lockMenus(tx)
  const before = find(rows, input.MenuID)
  await requireVersion(tx, before, input.version)
  const parent = input.ParentID ?? before.parent_id ?? 0
  rules.refuseCircle(rows, before.id, parent)
  const approved = flagOr(input.Approved, before.approved)
  if (approved !== before.approved) requireRight(actor, 'menu', 'approve')
  const moves = parent !== (before.parent_id ?? 0)
  const values = {
    ...valuesOf(actor, input, before),
    approved,
    t_sort: input.tSort ?? (moves ? behind(below(rows, parent)) : before.t_sort),
  }
  const version = before.version + 1
  await tx
    .updateTable('menu')
    .set({ ...values, parent_id: parent || null, version })
    .where('id', '=', before.id)
    .execute()
  await recordHistory(tx, actor, 'menu', before.id, 'changed', [
    ...differences({ parent: parentName(rows, before.parent_id) }, { parent: parentName(rows, parent) }),
    ...differences(historyValues(before), historyValues(values)),
  ])
  return { version }
}

/** Siblings are numbered anew; their versions stay, for nothing of theirs was changed. */
export const moveMenu: Act<typeof calls.moveMenu> = async ({ tx, actor }, input) => {
  const rows = await lockMenus(tx)
  const moved = find(rows, input.MenuID)
  await requireVersion(tx, moved, input.version)
  rules.refuseCircle(rows, moved.id, input.ParentID)
  const others = below(rows, input.ParentID).filter(({ id }) => id !== moved.id)
  const at = input.before === undefined ? others.length : others.findIndex(({ id }) => id === input.before)
  if (at < 0) throw new Refusal('settings.menuBefore')
  const order = others.toSpliced(at, 0, moved)
  const version = moved.version + 1
  for (const [index, row] of order.entries()) {
    const t_sort = (index + 1) * 10
    if (row.id === moved.id)
      await tx
        .updateTable('menu')
        .set({ parent_id: input.ParentID || null, t_sort, version })
        .where('id', '=', row.id)
        .execute()
    else if (row.t_sort !== t_sort) await tx.updateTable('menu').set({ t_sort }).where('id', '=', row.id).execute()
  }
  const names = (some: readonly Row[]) => some.map(({ name_zh }) => name_zh).join(', ')
  await recordHistory(tx, actor, 'menu', moved.id, 'moved', [
    ...differences({ parent: parentName(rows, moved.parent_id) }, { parent: parentName(rows, input.ParentID) }),
    ...differences({ order: names(below(rows, input.ParentID)) }, { order: names(order) }),
  ])
  return { version }
}

const menusFor = (actor: Actor): Records<Row> => ({
  lock: async (tx) => new Map((await lockMenus(tx)).map((row) => [row.id, row])),
  no: (row) => nameOfMenu(row, actor.language),
})

export const approveMenus: Act<typeof calls.approveMenus> = (asked, { ids, approved }) => {
  const { tx, actor } = asked
  return eachRecord(asked, ids, menusFor(actor), async (row) => {
    if (row.approved === approved) return
    await tx
      .updateTable('menu')
      .set({ approved, version: row.version + 1 })
      .where('id', '=', row.id)
      .execute()
    await recordHistory(tx, actor, 'menu', row.id, approved ? 'approved' : 'hidden')
  })
}

export const deleteMenu: Act<typeof calls.deleteMenu> = (asked, { ids }) => {
  const { tx, actor } = asked
  return eachRecord(asked, ids, menusFor(actor), async (row) => {
    // Read anew: what stood below it may just have gone.
    const shownRow = (await menuTree(tx, actor)).find(({ id }) => id === row.id)
    if (shownRow === undefined) throw notFound()
    const twin = await tx
      .selectFrom('menu')
      .select('id')
      .where('page', '=', row.page ?? '')
      .where('id', '<>', row.id)
      .executeTakeFirst()
    const refusal = rules.refuseDeleting({
      menu: shownRow.MenuName,
      seeded: shownRow.seeded,
      children: shownRow.children,
      rights: shownRow.rights,
      alone: row.page !== null && twin === undefined,
    })
    if (refusal !== undefined) throw refusal
    await tx.deleteFrom('menu').where('id', '=', row.id).execute()
    await recordHistory(tx, actor, 'menu', row.id, 'deleted', [{ field: 'zh', from: row.name_zh, to: null }])
  })
}
