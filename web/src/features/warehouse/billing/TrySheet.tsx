import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getCompanyChoices } from '@xunyun/contract/companies/calls'
import { calculateCharges, type QuotationInput, tryQuotation } from '@xunyun/contract/warehouse/billing/quotations'
import { getWarehouseChoices } from '@xunyun/contract/warehouse/masters/warehouses'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../shared/api/api.ts'
import { ApiError } from '../../../shared/api/errors.ts'
import { DayRange } from '../../../shared/form/DayRange.tsx'
import { Lookup } from '../../../shared/form/Lookup.tsx'
import type { Days } from '../../../shared/form/pickers.tsx'
import { LoadError } from '../../../shared/ui/Notice.tsx'
import { Sheet } from '../../../shared/ui/Sheet.tsx'
import styles from './Billing.module.css'
import { monthToYesterday } from './periods.ts'
import { Tried } from './Tried.tsx'

type Props = {
  /** What is typed in a form; else what is in force is asked for, of a customer. */
  readonly quotation?: QuotationInput
  readonly customerId?: number
  readonly onClose: () => void
}

/** 试算: what a period costs, item by item and step by step. Nothing is stored. */
export function TrySheet({ quotation, customerId: first, onClose }: Props) {
  const { t } = useTranslation('warehouse/billing')
  const [customerId, setCustomerId] = useState(first)
  const [warehouseId, setWarehouseId] = useState<number>()
  const [days, setDays] = useState<Days>(monthToYesterday)
  const asked = useDeferredValue(JSON.stringify({ customerId, warehouseId, from: days[0], to: days[1] }))
  const isComplete = Boolean(days[0] && days[1] && (quotation || customerId))
  const found = useQuery({
    queryKey: [calculateCharges.path, quotation ?? null, asked],
    queryFn: ({ signal }) => {
      const { from, to, ...whose } = JSON.parse(asked)
      return quotation
        ? api(tryQuotation, { quotation, from, to }, { signal, quiet: true })
        : api(calculateCharges, { ...whose, from, to }, { signal, quiet: true })
    },
    enabled: isComplete,
    retry: false,
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
  return (
    <Sheet title={t(quotation ? 'try.form' : 'try.title')} width={720} onClose={onClose}>
      <div className={styles.asked}>
        {!quotation && (
          <>
            {/* biome-ignore lint/a11y/noLabelWithoutControl: the input inside is the control */}
            <label>
              <span>{t('field.customerId')}</span>
              <Lookup
                call={getCompanyChoices}
                input={{ roles: ['customer', 'owner', 'settle'] }}
                value={customerId}
                onChange={(id) => setCustomerId(id as number | undefined)}
              />
            </label>
            {/* biome-ignore lint/a11y/noLabelWithoutControl: the input inside is the control */}
            <label>
              <span>{t('field.warehouseId')}</span>
              <Lookup
                call={getWarehouseChoices}
                value={warehouseId}
                placeholder={t('everyWarehouse')}
                onChange={(id) => setWarehouseId(id as number | undefined)}
              />
            </label>
          </>
        )}
        <div>
          <span>{t('try.period')}</span>
          <DayRange value={days} onChange={setDays} aria-label={t('try.period')} style={{ width: '100%' }} />
        </div>
      </div>
      <div aria-live="polite">
        {!isComplete ? (
          <p className={styles.quiet}>{t('try.incomplete')}</p>
        ) : found.error instanceof ApiError ? (
          <p className={styles.wrong}>{t('try.wrong', { reason: found.error.message })}</p>
        ) : found.isError ? (
          <LoadError error={found.error} retry={() => void found.refetch()} />
        ) : (
          found.data && <Tried tried={found.data} />
        )}
      </div>
    </Sheet>
  )
}
