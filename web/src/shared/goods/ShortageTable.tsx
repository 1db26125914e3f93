import { wordFor } from '@xunyun/contract/dictionary'
import type { ShortageRow } from '@xunyun/contract/warehouse/shipping/notices'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { pathTo } from '../../paths.ts'
import { LinesTable, Two } from '../detail/LinesTable.tsx'
import { useLanguage } from '../i18n/useLanguage.ts'
import { dateTime, figure } from '../ui/format.ts'
import styles from './Goods.module.css'

const reasons = ['allocated', 'frozen', 'expired', 'tooOld', 'otherQuality', 'elsewhere', 'counting'] as const

export type Holder = ShortageRow['holders'][number]
type TableProps = {
  readonly rows: readonly ShortageRow[]
  readonly label: string
  readonly onYield?: (row: ShortageRow, holder: Holder) => void
}

/** What lines lack, and of what is there why it can't be taken; of a notice or of whatever else needs goods. */
export function ShortageTable({ rows, label, onYield }: TableProps) {
  const { t } = useTranslation('goods')
  const language = useLanguage()
  const why = (row: ShortageRow) =>
    reasons
      .filter((reason) => Number(row.unusable[reason]) > 0)
      .map((reason) => `${t(`shortage.${reason}`)} ${figure(row.unusable[reason])}`)
      .join(' · ')
  return (
    <LinesTable
      label={label}
      rows={rows}
      keyOf={({ lineId }) => lineId}
      columns={[
        [t('field.itemNo'), (row) => <Two first={row.itemNo} below={row.itemName} />],
        [
          t('field.missing'),
          (row) => (
            <>
              <span className={styles.missing}>{figure(row.missing)}</span> {wordFor('unit', row.baseUnit, language)}
            </>
          ),
          'right',
        ],
        [t('field.available'), (row) => figure(row.available), 'right'],
        [t('shortage.why'), why],
        [
          t('shortage.holders'),
          (row) =>
            row.holders.length > 0 && (
              <ul className={styles.holders}>
                {row.holders.map((holder) => (
                  <li key={holder.noticeId}>
                    <Link to={`${pathTo('outboundNotice')}?tab=&q=${encodeURIComponent(holder.noticeNo)}`}>
                      {holder.noticeNo}
                    </Link>{' '}
                    {figure(holder.qty)}
                    {holder.requiredAt && ` · ${dateTime(holder.requiredAt)}`}
                    {onYield && Number(holder.givable) > 0 && (
                      <Button size="small" type="link" onClick={() => onYield(row, holder)}>
                        {t('act.yield')}
                      </Button>
                    )}
                  </li>
                ))}
              </ul>
            ),
        ],
      ]}
    />
  )
}
