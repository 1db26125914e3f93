import { Button } from 'antd'
import { CircleCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { pathTo } from '../../../paths.ts'
import { usePrint } from '../../printing/index.ts'
import styles from './EntryGrid.module.css'
import type { Placed } from './entry.ts'

/** What was placed from the grid, the last first; its labels are the next step. */
export function PlacedStrip({ placed, onClear }: { placed: readonly Placed[]; onClear: () => void }) {
  const { t } = useTranslation('waybills')
  const print = usePrint()
  if (placed.length === 0) return null
  return (
    <div className={styles.placed}>
      <CircleCheck size={16} strokeWidth={1.75} aria-hidden="true" />
      <b>{t('grid.placed', { count: placed.length })}</b>
      <ul>
        {placed.map(({ id, no, to }) => (
          <li key={id}>
            <Link to={pathTo('waybill', { no })} title={to}>
              {no}
            </Link>
          </li>
        ))}
      </ul>
      {print.may && (
        <Button size="small" onClick={() => print.open('label', placed)}>
          {t('grid.printLabels')}
        </Button>
      )}
      <Button size="small" type="text" onClick={onClear}>
        {t('grid.hide')}
      </Button>
      {print.dialog}
    </div>
  )
}
