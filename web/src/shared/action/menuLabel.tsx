import { Tooltip } from 'antd'
import type { ReactNode } from 'react'
import styles from './Action.module.css'

/** An entry of a menu; what is refused stays and says why: beside it on hover, below it where a finger cannot hover, to a screen reader. */
export const menuLabel = (label: ReactNode, refused: string | null | undefined): ReactNode =>
  refused ? (
    <Tooltip title={refused} placement="left">
      <span className={styles.refusedItem} aria-description={refused}>
        {label}
        <small aria-hidden="true">{refused}</small>
      </span>
    </Tooltip>
  ) : (
    label
  )
