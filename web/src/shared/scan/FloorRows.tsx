import type { ReactNode } from 'react'
import styles from './ScanFrame.module.css'

type FloorRow = {
  readonly key: string | number
  readonly title: ReactNode
  /** Below the title, small; parts that are missing are left out. */
  readonly small?: ReactNode
  /** At the right: how much. */
  readonly aside?: ReactNode
  readonly disabled?: boolean
  readonly onTake: () => void
}
type Props = {
  readonly label: string
  readonly rows: readonly FloorRow[]
  /** Where there are no rows. */
  readonly none?: ReactNode
  /** Below them. */
  readonly children?: ReactNode
}

/** Rows to tap instead of scanning. */
export function FloorRows({ label, rows, none, children }: Props) {
  return (
    <ul className={`${styles.card} ${styles.rows}`} aria-label={label}>
      {rows.length === 0 && none !== undefined && <li className={styles.quiet}>{none}</li>}
      {rows.map(({ key, title, small, aside, disabled, onTake }) => (
        <li key={key}>
          <button type="button" disabled={disabled} onClick={onTake}>
            <span>
              {title}
              {small !== undefined && <small>{small}</small>}
            </span>
            {aside !== undefined && <span>{aside}</span>}
          </button>
        </li>
      ))}
      {children}
    </ul>
  )
}
