import { Button } from 'antd'
import type { ReactNode } from 'react'
import type { RowAction } from '../grid/types.ts'
import styles from './Action.module.css'
import { useJustChanged } from './useJustChanged.ts'

/** 驳回 and 通过 on the card of a record, for the thumb: decided, the next one comes to stand under it, and a second tap was not meant for that. */
export function useDecideButtons(rows: readonly { readonly id: number }[]) {
  const justMoved = useJustChanged(rows.length === 0 ? undefined : rows.map(({ id }) => id).join())
  return (actions: readonly RowAction[]): ReactNode => {
    const deciding = (['reject', 'approve'] as const).flatMap((key) => actions.find((one) => one.key === key) ?? [])
    return (
      deciding.length > 0 && (
        <span className={styles.thumb} data-thumb>
          {deciding.map(({ key, label, danger, onClick }) => (
            <Button
              key={key}
              danger={danger === true}
              type={danger ? 'default' : 'primary'}
              onClick={() => justMoved() || onClick?.()}
            >
              {label}
            </Button>
          ))}
        </span>
      )
    )
  }
}
