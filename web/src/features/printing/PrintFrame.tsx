import type { PrintType } from '@xunyun/contract/printing/papers'
import type { ReactNode } from 'react'
import styles from './Printing.module.css'
import type { Print } from './usePrint.tsx'

/** A list whose rows are printed: above it what was begun and not finished, over it the dialog. */
export function PrintFrame({ print, type, children }: { print: Print; type: PrintType; children: ReactNode }) {
  return (
    <div className={styles.page}>
      {print.begun(type)}
      <div className={styles.list}>{children}</div>
      {print.dialog}
    </div>
  )
}
