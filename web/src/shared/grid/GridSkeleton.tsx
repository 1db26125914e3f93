import { Bone } from '../ui/Skeleton.tsx'
import styles from './Grid.module.css'
import type { Column } from './types.ts'
import { cellStyle } from './useColumns.ts'

const lines = Array.from({ length: 18 }, (_, at) => at)

/** Rows that are still coming, at their final size. */
export function GridSkeleton<R>({ columns }: { columns: readonly Column<R>[] }) {
  return (
    <tbody className={styles.skeleton} aria-hidden="true">
      {lines.map((line) => (
        <tr key={line} className={styles.boneRow}>
          <td className={styles.boneLead} />
          {columns.map((column, at) => (
            <td key={column.key} className={styles.boneCell} data-align={column.align} style={cellStyle(column)}>
              <Bone width={`${46 + ((line * 13 + at * 29) % 40)}%`} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  )
}
