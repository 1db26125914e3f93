import { Button } from 'antd'
import { X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './LeftOut.module.css'

/** What was scanned or pasted and found no place in the grid: its cells, and why. */
export type LeftOutRow = { readonly cells: readonly string[]; readonly why: string }
export type LeftOut = {
  readonly add: (rows: readonly LeftOutRow[]) => void
  /** What is in the grid now, by the same cells: rows like these, as far as they say something, have been mended. */
  readonly mend: (there: readonly (readonly string[])[]) => void
  readonly list: ReactNode
}

/** Rows that a grid could not take stay to be seen until they are mended or put away: a toast would be gone before it was read. */
export function useLeftOut(): LeftOut {
  const { t } = useTranslation(['ui', 'common'])
  const [rows, setRows] = useState<ReadonlyMap<string, LeftOutRow>>(new Map())
  const list = rows.size > 0 && (
    <section className={styles.box} role="alert">
      <header>
        <b>{t('lines.leftOut', { count: rows.size })}</b>
        <Button
          type="text"
          size="small"
          aria-label={t('common:close')}
          icon={<X size={14} strokeWidth={1.75} />}
          onClick={() => setRows(new Map())}
        />
      </header>
      <ul>
        {[...rows].map(([key, { cells, why }]) => (
          <li key={key}>
            <span>{cells.filter(Boolean).join('  ')}</span>
            <span>{why}</span>
          </li>
        ))}
      </ul>
    </section>
  )
  return {
    add: (more) => setRows((before) => new Map([...before, ...more.map((row) => [row.cells.join(' '), row] as const)])),
    mend: (there) => {
      const isThere = ({ cells }: LeftOutRow) =>
        there.some((one) => cells.every((cell, at) => cell === '' || cell === one[at]))
      setRows((before) => new Map([...before].filter(([, row]) => !isThere(row))))
    },
    list,
  }
}
