import { sideMenus, topMenus } from '@xunyun/contract/menus'
import { type PageKey, pageKeys, pageOf, rightPages, type Titles } from '@xunyun/contract/pages'
import { sql } from 'kysely'
import type { Tx } from '../src/platform/db.ts'

type Entry = {
  key: string
  parent: number | null
  page: string | null
  titles: Titles
  url: string
  icon: string
  sort: number
  leaf: boolean
}

const topIcons: Record<string, string> = {
  operations: 'package',
  audits: 'badge-check',
  customers: 'users',
  resources: 'truck',
  system: 'settings',
}

/**
 * Seeds the menu from the contract's pages: top menus, groups of the side menu, pages, and the hidden rights below
 * pages (SH-17). An entry that exists stays as an administrator left it. Answers the pages that are new.
 */
export async function seedMenu(tx: Tx): Promise<string[]> {
  // Two servers that start at once: the second waits here and then finds everything done.
  await sql`select pg_advisory_xact_lock(hashtext('seed menu'))`.execute(tx)
  const known = new Map(
    (await tx.selectFrom('menu').select(['id', 'seed_key']).execute()).map((row) => [row.seed_key, row.id]),
  )
  const added: string[] = []

  const ensure = async (entry: Entry): Promise<number> => {
    const had = known.get(entry.key)
    if (had !== undefined) return had
    const { id } = await tx
      .insertInto('menu')
      .values({
        seed_key: entry.key,
        parent_id: entry.parent,
        page: entry.page,
        name_zh: entry.titles.zh,
        name_en: entry.titles.en,
        name_es: entry.titles.es,
        name_ja: entry.titles.ja,
        go_url: entry.url,
        icon: entry.icon,
        t_sort: entry.sort,
        is_leaf: entry.leaf,
        // The desk is always there as a pinned tab: no function menu of its own.
        from_location: entry.page === 'dashboard' ? 1 : 0,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    known.set(entry.key, id)
    if (entry.page !== null) added.push(entry.page)
    return id
  }

  let sort = 0
  const next = () => (sort += 10)
  await ensure({
    key: 'page:dashboard',
    parent: null,
    page: 'dashboard',
    titles: pageOf('dashboard').titles,
    url: '/dashboard',
    icon: 'layout-dashboard',
    sort: next(),
    leaf: true,
  })
  for (const [top, titles] of Object.entries(topMenus)) {
    const sides = Object.entries(sideMenus).filter(
      ([key, side]) => side.top === top && pageKeys.some((page) => pageOf(page).side === key),
    )
    if (sides.length === 0) continue
    const topId = await ensure({
      key: `top:${top}`,
      parent: null,
      page: null,
      titles,
      url: '',
      icon: topIcons[top] ?? '',
      sort: next(),
      leaf: false,
    })
    for (const [sideKey, side] of sides) {
      const sideId = await ensure({
        key: `side:${sideKey}`,
        parent: topId,
        page: null,
        titles: side.titles,
        url: '',
        icon: side.icon,
        sort: next(),
        leaf: false,
      })
      for (const page of pageKeys.filter((key) => pageOf(key).side === sideKey)) await seedPage(page, sideId)
    }
  }
  return added.filter((page) => (rightPages as string[]).includes(page))

  async function seedPage(page: PageKey, parent: number): Promise<void> {
    const { titles, path, entry } = pageOf(page)
    const id = await ensure({
      key: `page:${page}`,
      parent,
      page,
      titles,
      url: entry ?? path,
      icon: '',
      sort: next(),
      leaf: false,
    })
    for (const leaf of pageKeys.filter((key) => pageOf(key).leafOf === page)) {
      const definition = pageOf(leaf)
      const url = definition.button ? '' : definition.path
      await ensure({
        key: `page:${leaf}`,
        parent: id,
        page: leaf,
        titles: definition.titles,
        url,
        icon: '',
        sort: next(),
        leaf: true,
      })
    }
  }
}
