import { Fragment, type ReactNode } from 'react'
import styles from './Lines.module.css'

/** Head, cell and, for figures, the side. A cell that holds nothing is a dash; where no column has a head there is none. */
export type LinesColumn<R> = readonly [title: ReactNode, cell: (row: R, index: number) => ReactNode, side?: 'right']

type Props<R> = {
  readonly label: string
  readonly rows: readonly R[]
  readonly columns: readonly LinesColumn<R>[]
  /** Default: the row's id. */
  readonly keyOf?: (row: R) => string | number
  /** Struck out: it is taken back. */
  readonly isVoid?: (row: R) => boolean
  /** Grey: nothing is the matter with it. */
  readonly isQuiet?: (row: R) => boolean
  /** What does not fit a column, in a row of its own below the line; nothing where there is nothing. */
  readonly below?: (row: R) => ReactNode
  /** Sums, one cell a column. */
  readonly foot?: readonly ReactNode[]
  /** In place of a table without lines. */
  readonly none?: string
}

/** The column that counts the lines. */
export const numbered: LinesColumn<unknown> = ['#', (_, index) => <span className={styles.quiet}>{index + 1}</span>]

const ownId = (row: unknown) => (row as { readonly id: number }).id
const orDash = (cell: ReactNode) => (cell === null || cell === undefined || cell === '' || cell === false ? '—' : cell)

/** Lines of a document, to be read. */
export function LinesTable<R>({ label, rows, columns, keyOf = ownId, isVoid, isQuiet, below, foot, none }: Props<R>) {
  if (none !== undefined && rows.length === 0) return <p className={styles.nothing}>{none}</p>
  const sides = columns.map(([, , side]) => side && styles[side])
  return (
    <div className={styles.frame} data-below={below !== undefined || undefined}>
      <table className={styles.lines} aria-label={label}>
        {columns.some(([title]) => title !== null) && (
          <thead>
            <tr>
              {columns.map(([title], at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the columns of a table never move
                <th key={at} className={sides[at]}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {rows.map((row, index) => (
            <Fragment key={keyOf(row)}>
              <tr data-void={isVoid?.(row) || undefined} data-quiet={isQuiet?.(row) || undefined}>
                {columns.map(([, cell], at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the columns of a table never move
                  <td key={at} className={sides[at]}>
                    {orDash(cell(row, index))}
                  </td>
                ))}
              </tr>
              {below?.(row) && (
                <tr className={styles.below}>
                  <td colSpan={columns.length}>
                    <div>{below(row)}</div>
                  </td>
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
        {foot && (
          <tfoot>
            <tr>
              {foot.map((cell, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the columns of a table never move
                <td key={at} className={sides[at]}>
                  {cell}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  )
}

/** What stands first in a cell, and below it what tells more. */
export const Two = ({ first, below }: { first: ReactNode; below: ReactNode }) => (
  <div className={styles.goods}>
    <b>{first}</b>
    <small>{below}</small>
  </div>
)
