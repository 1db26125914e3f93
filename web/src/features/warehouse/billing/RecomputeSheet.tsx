import { useQuery } from '@tanstack/react-query'
import { getCompanyChoices } from '@xunyun/contract/companies/calls'
import { wordFor } from '@xunyun/contract/dictionary'
import { previewRecompute, type Recomputed, recomputeCharges } from '@xunyun/contract/warehouse/billing/charges'
import { getWarehouseChoices } from '@xunyun/contract/warehouse/masters/warehouses'
import { Button } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../../shared/action/useAction.ts'
import { newKey } from '../../../shared/api/encode.ts'
import { q } from '../../../shared/api/query.ts'
import { LinesTable, Two } from '../../../shared/detail/LinesTable.tsx'
import { DayRange } from '../../../shared/form/DayRange.tsx'
import { Lookup } from '../../../shared/form/Lookup.tsx'
import type { Days } from '../../../shared/form/pickers.tsx'
import { useLanguage } from '../../../shared/i18n/useLanguage.ts'
import { money } from '../../../shared/ui/format.ts'
import { Loaded } from '../../../shared/ui/Loaded.tsx'
import { Sheet } from '../../../shared/ui/Sheet.tsx'
import { toast } from '../../../shared/ui/toasts.ts'
import styles from './Billing.module.css'
import { Problems } from './Problems.tsx'
import { billingPaths } from './paths.ts'
import { monthToYesterday } from './periods.ts'

/** 重算: a period calculated again. What would change is shown before it does. */
export function RecomputeSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('warehouse/billing')
  const [customerId, setCustomerId] = useState<number>()
  const [warehouseId, setWarehouseId] = useState<number>()
  const [days, setDays] = useState<Days>(monthToYesterday)
  const key = useRef(newKey())
  const run = useAction(recomputeCharges, { refresh: billingPaths })
  const [from, to] = days
  const asked = { from, to, customerId, warehouseId }
  const preview = useQuery({
    ...q(previewRecompute, asked),
    enabled: Boolean(from && to),
    retry: false,
    staleTime: 0,
    gcTime: 0,
  })
  const changes = preview.data?.rows.length ?? 0
  const submit = async () => {
    await run.run(asked, { key: key.current })
    key.current = newKey()
    toast.success(t('recompute.done', { count: changes }))
    onClose()
  }
  return (
    <Sheet
      title={t('recompute.title')}
      width={880}
      onClose={onClose}
      footer={
        <Button
          type="primary"
          disabled={changes === 0}
          loading={run.pending}
          onClick={() => void submit().catch(() => undefined)}
        >
          {t('recompute.run', { count: changes })}
        </Button>
      }
    >
      <div className={styles.asked}>
        <div>
          <span>{t('try.period')}</span>
          <DayRange value={days} onChange={setDays} aria-label={t('try.period')} style={{ width: '100%' }} />
        </div>
        {/* biome-ignore lint/a11y/noLabelWithoutControl: the input inside is the control */}
        <label>
          <span>{t('field.customerId')}</span>
          <Lookup
            call={getCompanyChoices}
            input={{ roles: ['customer', 'owner', 'settle'] }}
            value={customerId}
            placeholder={t('everyCustomer')}
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
      </div>
      {from && to && <Loaded of={preview}>{(found) => <Differences found={found} />}</Loaded>}
    </Sheet>
  )
}

function Differences({ found }: { found: Recomputed }) {
  const { t } = useTranslation('warehouse/billing')
  const language = useLanguage()
  return (
    <>
      <p className={styles.sum}>
        {t('recompute.sum', { same: found.same, old: money(found.oldAmount), now: money(found.newAmount) })}
      </p>
      {found.rows.length > 0 && (
        <LinesTable
          label={t('recompute.title')}
          rows={found.rows}
          keyOf={(row) => `${row.id} ${row.day} ${row.customerName} ${row.warehouseName} ${row.feeItem} ${row.docNo}`}
          columns={[
            [
              t('recompute.kind'),
              ({ kind }) => (
                <span className={styles.kind} data-kind={kind}>
                  {t(`recompute.kinds.${kind}`)}
                </span>
              ),
            ],
            [t('field.day'), (row) => row.day],
            [t('field.customerId'), (row) => row.customerName],
            [
              t('field.feeItem'),
              (row) => <Two first={wordFor('feeItem', row.feeItem, language)} below={row.warehouseName} />,
            ],
            [t('field.docNo'), (row) => row.docNo],
            [t('recompute.before'), (row) => money(row.oldAmount), 'right'],
            [t('recompute.after'), (row) => money(row.newAmount), 'right'],
          ]}
        />
      )}
      <Problems problems={found.problems} />
    </>
  )
}
