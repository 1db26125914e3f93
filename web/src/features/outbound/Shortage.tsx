import { useQuery } from '@tanstack/react-query'
import { wordFor } from '@xunyun/contract/dictionary'
import { getShortage, type ShortageRow } from '@xunyun/contract/warehouse/outbound'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { pathTo } from '../../paths.ts'
import { api } from '../../shared/api/api.ts'
import lines from '../../shared/detail/Lines.module.css'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { useRight } from '../../shared/session/session.ts'
import { dateTime, figure } from '../../shared/ui/format.ts'
import { LoadError } from '../../shared/ui/Notice.tsx'
import { PageSkeleton } from '../../shared/ui/Skeleton.tsx'
import styles from './Outbound.module.css'
import { YieldForm } from './YieldForm.tsx'

const reasons = ['allocated', 'frozen', 'expired', 'tooOld', 'otherQuality', 'elsewhere', 'counting'] as const

/** What a notice lacks, why what is there can't be taken, and who holds it. */
export function Shortage({ noticeId }: { noticeId: number }) {
  const { t } = useTranslation('outbound')
  const mayYield = useRight('outboundYield').approve
  const [asked, setAsked] = useState<{ row: ShortageRow; holder: Holder } | null>(null)
  const { data, error, refetch } = useQuery({
    queryKey: [getShortage.path, noticeId],
    queryFn: ({ signal }) => api(getShortage, { id: noticeId }, { signal, quiet: true }),
    staleTime: 0,
  })
  if (error) return <LoadError error={error} retry={() => void refetch()} />
  if (data === undefined) return <PageSkeleton />
  if (data.length === 0) return <p className={lines.nothing}>{t('shortage.none')}</p>
  return (
    <>
      <ShortageTable
        rows={data}
        label={t('view.shortage')}
        {...(mayYield ? { onYield: (row: ShortageRow, holder: Holder) => setAsked({ row, holder }) } : {})}
      />
      {asked && <YieldForm noticeId={noticeId} {...asked} onClose={() => setAsked(null)} />}
    </>
  )
}

type Holder = ShortageRow['holders'][number]
type TableProps = {
  readonly rows: readonly ShortageRow[]
  readonly label: string
  readonly onYield?: (row: ShortageRow, holder: Holder) => void
}

/** What lines lack, and of what is there why it can't be taken; of a notice or of whatever else needs goods. */
export function ShortageTable({ rows, label, onYield }: TableProps) {
  const { t } = useTranslation('outbound')
  const language = useLanguage()
  const why = (row: ShortageRow) =>
    reasons
      .filter((reason) => Number(row.unusable[reason]) > 0)
      .map((reason) => `${t(`shortage.${reason}`)} ${figure(row.unusable[reason])}`)
      .join(' · ')
  return (
    <div className={lines.frame}>
      <table className={lines.lines} aria-label={label}>
        <thead>
          <tr>
            <th>{t('field.itemNo')}</th>
            <th className={lines.right}>{t('field.missing')}</th>
            <th className={lines.right}>{t('field.available')}</th>
            <th>{t('shortage.why')}</th>
            <th>{t('shortage.holders')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.lineId}>
              <td className={lines.goods}>
                <b>{row.itemNo}</b>
                <small>{row.itemName}</small>
              </td>
              <td className={lines.right}>
                <span className={styles.missing}>{figure(row.missing)}</span> {wordFor('unit', row.baseUnit, language)}
              </td>
              <td className={lines.right}>{figure(row.available)}</td>
              <td>{why(row) || '—'}</td>
              <td>
                {row.holders.length === 0 ? (
                  '—'
                ) : (
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
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
