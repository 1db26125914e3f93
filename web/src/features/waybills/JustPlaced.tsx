import { useQuery } from '@tanstack/react-query'
import { getWaybillCharges } from '@xunyun/contract/waybills/charges'
import { Button } from 'antd'
import { CircleCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { pathTo } from '../../paths.ts'
import { q } from '../../shared/api/query.ts'
import { late } from '../../shared/ui/late.tsx'
import type { ToPrint } from '../printing/index.ts'
import styles from './Waybills.module.css'

const PrepaidActs = late(() => import('./PrepaidActs.tsx').then((file) => file.PrepaidActs))

/** What was placed last, until the next one; its paper and what the sender pays at the counter are the next steps. */
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
  const { data } = useQuery(q(getWaybillCharges, { id: placed.id }))
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
      {data?.prepaid && (
        <PrepaidActs
          waybill={{ id: placed.id, waybillNo: placed.no, priceState: data.priceState }}
          isPlaced
          size="small"
          prepaid={data.prepaid}
        />
      )}
    </div>
  )
}
