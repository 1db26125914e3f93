import { useQuery } from '@tanstack/react-query'
import { wordFor } from '@xunyun/contract/dictionary'
import { getUnpacking } from '@xunyun/contract/warehouse/shipping/unpacking'
import { useTranslation } from 'react-i18next'
import { q } from '../../../shared/api/query.ts'
import { Facts } from '../../../shared/detail/Facts.tsx'
import lines from '../../../shared/detail/Lines.module.css'
import { useLanguage } from '../../../shared/i18n/useLanguage.ts'
import { dateTime, figure } from '../../../shared/ui/format.ts'
import { LoadError } from '../../../shared/ui/Notice.tsx'
import { Sheet } from '../../../shared/ui/Sheet.tsx'
import { PageSkeleton } from '../../../shared/ui/Skeleton.tsx'
import styles from './Shipping.module.css'

/** One unpacking: out of what, where to, and what exactly. */
export function UnpackingDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation('warehouse/shipping')
  const language = useLanguage()
  const { data, error, refetch } = useQuery(q(getUnpacking, { id }))
  return (
    <Sheet width={840} title={data?.unpackNo ?? ''} onClose={onClose}>
      {error ? (
        <LoadError error={error} retry={() => void refetch()} />
      ) : data === undefined ? (
        <PageSkeleton />
      ) : (
        <>
          <Facts
            columns={4}
            facts={[
              { label: t('field.kind'), value: wordFor('unpackKind', data.kind, language) },
              { label: t('field.container'), value: data.containerCode },
              { label: t('field.noticeNo'), value: data.noticeNo },
              { label: t('field.toLocation'), value: data.toLocation },
              { label: t('field.reason'), value: wordFor('unpackReason', data.reason, language) },
              { label: t('field.by'), value: data.byName },
              { label: t('field.at'), value: dateTime(data.at) },
              { label: t('field.ownerName'), value: data.ownerName },
              ...(data.remark ? [{ label: t('field.remark'), value: data.remark, span: 4 }] : []),
              ...(data.reversedAt
                ? [
                    {
                      label: t('tab.reversed'),
                      value: `${data.reversedByName ?? ''} ${dateTime(data.reversedAt)} ${data.reverseReason ?? ''}`,
                      span: 4,
                    },
                  ]
                : []),
            ]}
          />
          <div className={`${lines.frame} ${styles.tabs}`}>
            <table className={lines.lines} aria-label={t('lines.title')}>
              <thead>
                <tr>
                  <th>{t('field.itemNo')}</th>
                  <th>{t('field.batchNo')}</th>
                  <th>{t('field.quality')}</th>
                  <th className={lines.right}>{t('field.quantity')}</th>
                  <th>{t('field.location')}</th>
                  <th>{t('field.serials')}</th>
                </tr>
              </thead>
              <tbody>
                {data.lines.map((row) => (
                  <tr key={row.id}>
                    <td className={lines.goods}>
                      <b>{row.itemNo}</b>
                      <small>{row.itemName}</small>
                    </td>
                    <td>{row.batchNo}</td>
                    <td>{wordFor('quality', row.quality, language)}</td>
                    <td className={lines.right}>
                      {row.unit !== null && `${figure(row.unitQty)} ${wordFor('unit', row.unit, language)} → `}
                      {figure(row.qty)} {wordFor('unit', row.baseUnit, language)}
                    </td>
                    <td>{row.fromLocation}</td>
                    <td>{row.serials.join(', ') || '—'}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
    </Sheet>
  )
}
