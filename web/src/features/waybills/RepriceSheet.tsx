import { useQuery } from '@tanstack/react-query'
import { previewReprice, repriceWaybills } from '@xunyun/contract/waybills/charges'
import { useTranslation } from 'react-i18next'
import { ActButton } from '../../shared/action/ActButton.tsx'
import { useBatch } from '../../shared/action/useBatch.ts'
import { q } from '../../shared/api/query.ts'
import { LinesTable } from '../../shared/detail/LinesTable.tsx'
import { money } from '../../shared/ui/format.ts'
import { Loaded } from '../../shared/ui/Loaded.tsx'
import { Sheet } from '../../shared/ui/Sheet.tsx'
import styles from './Charges.module.css'
import { chargePaths } from './paths.ts'

/** At most so many are shown before they are priced. */
const mostShown = 500

const centsBetween = (from: string | null, to: string | null) => Math.round((Number(to) - Number(from)) * 100)

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
  const difference = changing.reduce((sum, { from, to }) => sum + centsBetween(from, to), 0) / 100
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
      <Loaded of={preview}>
        {(rows) => (
          <LinesTable
            label={t('price.act.reprice')}
            rows={rows}
            isQuiet={({ to, from }) => to === from}
            columns={[
              [t('column.waybillNo'), (row) => row.no],
              [
                t('price.rate'),
                (row) => <span className={styles.quiet}>{row.reason ?? row.priceName ?? t('price.noRate')}</span>,
              ],
              [t('price.old'), (row) => money(row.from), 'right'],
              [t('price.new'), (row) => row.to && money(row.to), 'right'],
              [
                t('price.difference'),
                ({ to, from }) => to && money((centsBetween(from, to) / 100).toFixed(2)),
                'right',
              ],
            ]}
          />
        )}
      </Loaded>
    </Sheet>
  )
}
