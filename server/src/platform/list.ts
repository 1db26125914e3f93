import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { badField } from './refusal.ts'

/** A column that a list can be sorted by: its SQL and the type that a cursor's text is cast back to. */
export type SortKey = {
  readonly by: RawBuilder<unknown>
  readonly type: 'timestamptz' | 'timestamp' | 'text' | 'numeric' | 'date' | 'bigint'
}
export type ListRequest = {
  readonly sort?: string | undefined
  readonly dir?: 'asc' | 'desc' | undefined
  readonly pageSize?: number | undefined
  readonly page?: number | undefined
  readonly after?: string | undefined
}

/** The pieces of a page query; see `waybills/queries.ts` for the form they are used in. */
export type Paging = {
  /** The sort key, selected inside as `k`. */
  readonly key: RawBuilder<unknown>
  /** Keyset condition of the page after the cursor, or true. */
  readonly afterCursor: RawBuilder<SqlBool>
  /** `order by` of the inner and of the outer query. */
  readonly order: RawBuilder<unknown>
  readonly orderOut: RawBuilder<unknown>
  readonly limit: RawBuilder<unknown>
  /** `limit` of each of several sources that are merged into the page: as far as it reaches. */
  readonly limitOfEach: RawBuilder<unknown>
  /** Cuts the row that proved another page, and makes its cursor. */
  finish<R extends { k: string; id: number }>(rows: R[]): { rows: Omit<R, 'k'>[]; next: string | null }
}

const defaultPageSize = 50

/**
 * Paging of a list: by cursor (a row comparison, as cheap at any depth as on the first page) or by page number (an
 * offset over the ids alone). Ties are broken by id, so no row is shown twice or skipped.
 */
export function paging<S extends Record<string, SortKey>>(
  sorts: S,
  standard: { sort: keyof S & string; dir: 'asc' | 'desc' },
  idColumn: string,
  request: ListRequest,
): Paging {
  const name = request.sort ?? standard.sort
  const sort = sorts[name] ?? sorts[standard.sort]
  if (sort === undefined) throw badField('sort', 'field.choice')
  const dir = request.dir ?? (request.sort === undefined ? standard.dir : 'asc')
  const size = request.pageSize ?? defaultPageSize
  const skipped = request.after === undefined ? ((request.page ?? 1) - 1) * size : 0
  const id = sql.ref(idColumn)
  const direction = sql.raw(dir)
  const cursor = request.after === undefined ? undefined : readCursor(request.after)
  const compare = sql.raw(dir === 'desc' ? '<' : '>')
  return {
    key: sort.by,
    afterCursor:
      cursor === undefined
        ? sql<SqlBool>`true`
        : sql<SqlBool>`(${sort.by}, ${id}) ${compare} (${cursor.key}::${sql.raw(sort.type)}, ${cursor.id}::bigint)`,
    order: sql`order by ${sort.by} ${direction}, ${id} ${direction}`,
    orderOut: sql`order by p.k ${direction}, p.id ${direction}`,
    limit: skipped > 0 ? sql`limit ${size + 1} offset ${skipped}` : sql`limit ${size + 1}`,
    limitOfEach: sql`limit ${skipped + size + 1}`,
    finish(rows) {
      const page = rows.slice(0, size)
      const last = page.at(-1)
      const next =
        rows.length > size && last !== undefined
          ? Buffer.from(JSON.stringify([last.k, last.id])).toString('base64url')
          : null
      return { rows: page.map(({ k: _, ...row }) => row), next }
    },
  }
}

function readCursor(text: string): { key: string; id: number } {
  try {
    const [key, id] = JSON.parse(Buffer.from(text, 'base64url').toString()) as [unknown, unknown]
    if (typeof key === 'string' && typeof id === 'number' && Number.isSafeInteger(id)) return { key, id }
  } catch {
    // Falls through to the refusal: a cursor is ours alone, so a broken one was made up.
  }
  throw badField('after', 'field.invalid')
}

/** The totals of a list without figures of its own. */
export type Totals = { count: number; tabs: Record<string, number> }

/**
 * For the `select` of a list's totals: the rows of the tab that is shown as `count`, and those of each tab as `tabs`, in one scan.
 * `all` counts what the filter finds without a tab.
 */
export const countTabs = <T extends string>(
  tabs: readonly (T | 'all')[],
  condition: (tab: T | undefined) => RawBuilder<SqlBool>,
  shown: T | undefined,
) => {
  const counts = tabs.flatMap((tab) => [
    sql`${tab}::text`,
    sql`count(*) filter (where ${condition(tab === 'all' ? undefined : tab)})`,
  ])
  return sql`count(*) filter (where ${condition(shown)}) as count, json_build_object(${sql.join(counts)}) as tabs`
}

/** The row of a query of totals: aggregates answer one, whatever they find. */
export function totalsOf<T>({ rows }: { readonly rows: readonly T[] }): T {
  const [totals] = rows
  if (totals === undefined) throw new Error('totals answered nothing')
  return totals
}

/** A quantity as its shortest text: 0 for null. */
export const figure = (value: RawBuilder<unknown>) => sql<string>`trim_scale(coalesce(${value}, 0))::text`
