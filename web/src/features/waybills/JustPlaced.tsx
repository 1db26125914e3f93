import { Button } from 'antd'
import { CircleCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { pathTo } from '../../paths.ts'
import type { ToPrint } from '../printing/index.ts'
import styles from './Waybills.module.css'

/** What was placed last, until the next one; its paper is the next step. */
export function JustPlaced({
  placed,
  onPrint,
  onCopy,
}: {
  placed: ToPrint
  onPrint: (() => void) | null
  onCopy: () => void
}) {
  const { t } = useTranslation('waybills')
  return (
    <div className={styles.justPlaced} role="status">
      <CircleCheck size={16} strokeWidth={1.75} aria-hidden="true" />
      <b>{t('task.placed', { no: placed.no })}</b>
      {onPrint && (
        <Button size="small" onClick={onPrint}>
          {t('act.print')}
        </Button>
      )}
      <Button size="small" onClick={onCopy}>
        {t('act.copy')}
      </Button>
      <Link to={pathTo('waybill', { no: placed.no })}>{t('task.view')}</Link>
    </div>
  )
}
