import type { Column } from '../grid/types.ts'

/** Of rows of both directions nothing is added up: what comes and what goes is no sum. As the totals call says it of all. */
export const sumsOfOneDirection = <R extends { readonly direction: string }>(
  columns: readonly Column<R>[],
): readonly Column<R>[] =>
  columns.map((column) => {
    const { sum } = column
    return sum === undefined
      ? column
      : {
          ...column,
          sum: (rows) => (rows.some(({ direction }) => direction !== rows[0]?.direction) ? '' : sum(rows)),
        }
  })
