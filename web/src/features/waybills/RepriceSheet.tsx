import { useQuery } from '@tanstack/react-query'
import { previewReprice, repriceWaybills } from '@xunyun/contract/waybills/charges'
import { useTranslation } from 'react-i18next'
import { ActButton } from '../../shared/action/ActButton.tsx'
import { useBatch } from '../../shared/action/useBatch.ts'
import { q } from '../../shared/api/query.ts'
import { money } from '../../shared/ui/format.ts'
import { LoadError } from '../../shared/ui/Notice.tsx'
import { Sheet } from '../../shared/ui/Sheet.tsx'
import { PageSkeleton } from '../../shared/ui/Skeleton.tsx'
import styles from './Charges.module.css'
import { chargePaths } from './paths.ts'

/** At most so many are shown before they are priced. */
const mostShown = 500

type Props = { ids: readonly number[]; onDone: (() => void) | undefined; onClose: () => void }

/** 重新计价: old against new, looked at before anything changes. */
export function RepriceSheet({ ids: asked, onDone, onClose }: Props) {
  const { t } = useTranslation('waybills')
  const ids = asked.slice(0, mostShown)
  const preview = useQuery({
    ...q(previewReprice, { ids: [...ids] }),
    staleTime: 0,
    gcTime: 0,
  })
  const reprice = useBatch(repriceWaybills, {
    title: t('price.act.reprice'),
    refresh: chargePaths,
    ...(onDone ? { onDone } : {}),
  })
  const rows = preview.data ?? []
  const changing = rows.filter(({ reason, to, from }) => reason === null && to !== null && to !== from)
  const difference =
    changing.reduce((sum, { from, to }) => sum + Math.round((Number(to) - Number(from)) * 100), 0) / 100
  const send = async () => {
    try {
      await reprice.run({ ids: changing.map(({ id }) => id) })
      onClose()
    } catch {
      // What was refused has been said.
    }
  }
  return (
    <Sheet
      title={t('price.repriceTitle', { count: ids.length })}
      width={720}
      onClose={onClose}
      footer={
        preview.data && (
          <div className={styles.send}>
            <span className={styles.quiet}>
              {t('price.repriceSum', { count: changing.length, amount: money(difference.toFixed(2)) })}
            </span>
            <ActButton
              type="primary"
              refused={changing.length === 0 ? t('price.repriceSame') : null}
              loading={reprice.pending}
              onClick={() => void send()}
            >
              {t('price.repriceYes', { count: changing.length })}
            </ActButton>
          </div>
        )
      }
    >
      {preview.isError ? (
        <LoadError error={preview.error} retry={() => void preview.refetch()} />
      ) : preview.data ? (
        <div className={styles.frame}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th>{t('column.waybillNo')}</th>
                <th>{t('price.rate')}</th>
                <th className={styles.right}>{t('price.old')}</th>
                <th className={styles.right}>{t('price.new')}</th>
                <th className={styles.right}>{t('price.difference')}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.id} data-same={row.to === row.from || undefined}>
                  <td>{row.no}</td>
                  <td className={styles.quiet}>{row.reason ?? row.priceName ?? t('price.noRate')}</td>
                  <td className={styles.right}>{money(row.from)}</td>
                  <td className={styles.right}>{row.to === null ? '—' : money(row.to)}</td>
                  <td className={styles.right}>
                    {row.to === null
                      ? '—'
                      : money((Math.round((Number(row.to) - Number(row.from)) * 100) / 100).toFixed(2))}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : (
        <PageSkeleton />
      )}
    </Sheet>
  )
}
