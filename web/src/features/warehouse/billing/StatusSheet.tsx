import type { Output } from '@xunyun/contract/kernel/call'
import { type getBillingStatus, runWarehouseCharges } from '@xunyun/contract/warehouse/billing/charges'
import { Button } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../../shared/action/useAction.ts'
import { newKey } from '../../../shared/api/encode.ts'
import { Facts } from '../../../shared/detail/Facts.tsx'
import { DayRange } from '../../../shared/form/DayRange.tsx'
import type { Days } from '../../../shared/form/pickers.tsx'
import { useRight } from '../../../shared/session/session.ts'
import { dateTime } from '../../../shared/ui/format.ts'
import { Sheet } from '../../../shared/ui/Sheet.tsx'
import styles from './Billing.module.css'
import { Problems, Unpriced } from './Problems.tsx'
import { billingPaths } from './paths.ts'
import { monthToYesterday } from './periods.ts'

/** How far the nightly run has come and what it had to leave out; whoever may approve runs it now, for days gone by. */
export function StatusSheet({
  status,
  onClose,
}: {
  status: Output<typeof getBillingStatus> | undefined
  onClose: () => void
}) {
  const { t } = useTranslation('warehouse/billing')
  const may = useRight('quotation')
  const [days, setDays] = useState<Days>(monthToYesterday)
  const key = useRef(newKey())
  const run = useAction(runWarehouseCharges, { refresh: billingPaths })
  const [from, to] = days
  const [ran, setRan] = useState<Output<typeof runWarehouseCharges>>()
  const start = async () => {
    const done = await run.run({ from, to }, { key: key.current })
    key.current = newKey()
    setRan(done)
  }
  return (
    <Sheet title={t('status.title')} width={640} onClose={onClose}>
      <Facts
        columns={2}
        facts={[
          { label: t('status.counted'), value: status?.countedTo },
          { label: t('status.ranAt'), value: status?.ranAt && dateTime(status.ranAt) },
        ]}
      />
      {may.approve && (
        <>
          <h3 className={styles.title}>{t('status.run')}</h3>
          <p className={styles.quiet}>{t('status.runHint')}</p>
          <div className={styles.row}>
            <DayRange value={days} onChange={setDays} aria-label={t('try.period')} style={{ width: 260 }} />
            <Button
              type="primary"
              disabled={!from || !to}
              loading={run.pending}
              onClick={() => void start().catch(() => undefined)}
            >
              {t('status.runNow')}
            </Button>
          </div>
          {ran && (
            <p role="status">
              {t('status.ran', {
                days: ran.days,
                added: ran.added,
                changed: ran.changed,
                cancelled: ran.cancelled,
              })}
            </p>
          )}
        </>
      )}
      <Unpriced stock={status?.unpriced ?? []} />
      <Problems problems={ran?.problems ?? status?.problems ?? []} />
    </Sheet>
  )
}
