import { Button } from 'antd'
import { X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './LeftOut.module.css'

/** What was scanned or pasted and found no place in the grid: its cells, and why. */
export type LeftOutRow = { readonly cells: readonly string[]; readonly why: string }
export type LeftOut = {
  /** What one scan or paste could not put in. Where it put something in, what was left out before has been seen. */
  readonly tell: (rows: readonly LeftOutRow[], putIn: boolean) => void
  /** The lines were sent: it has been seen too. */
  readonly clear: () => void
  readonly list: ReactNode
}

/** Rows that a grid could not take stay to be seen until the next good line, or until they are put away: a toast would be gone before it was read. */
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
    tell: (more, putIn) =>
      setRows(
        (before) => new Map([...(putIn ? [] : before), ...more.map((row) => [row.cells.join(' '), row] as const)]),
      ),
    clear: () => setRows(new Map()),
    list,
  }
}
