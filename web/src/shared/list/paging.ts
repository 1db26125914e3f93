/** Cursors by the page that they lead to, for one filter, sort and page size. */
export type Cursors = ReadonlyMap<number, string>

/**
 * How to ask for a page: by the cursor where the page before has been seen (cheap at any depth), else by its number.
 * The first page needs neither.
 */
export function askForPage(page: number, cursors: Cursors): { after?: string; page?: number } {
  if (page <= 1) return {}
  const after = cursors.get(page)
  return after === undefined ? { page } : { after }
}

/** Is there a page behind this one? Known from the answer at once, from the total when it is there. */
export const hasNextPage = (
  page: number,
  pageSize: number,
  next: string | null | undefined,
  total: number | undefined,
): boolean => (next === undefined ? total !== undefined && page * pageSize < total : next !== null)

export const pageCount = (total: number | undefined, pageSize: number): number | undefined =>
  total === undefined ? undefined : Math.max(1, Math.ceil(total / pageSize))

/** Page numbers of the pager: the ends, the neighbours, and null for a gap. */
export function pageNumbers(page: number, count: number): (number | null)[] {
  if (count <= 7) return Array.from({ length: count }, (_, at) => at + 1)
  const from = Math.min(Math.max(2, page - 1), count - 4)
  const to = Math.max(Math.min(count - 1, page + 1), 5)
  const middle = Array.from({ length: to - from + 1 }, (_, at) => from + at)
  return [1, ...(from > 2 ? [null] : []), ...middle, ...(to < count - 1 ? [null] : []), count]
}
