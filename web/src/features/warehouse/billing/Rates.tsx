import { codes, wordFor } from '@xunyun/contract/dictionary'
import { type BillingTrigger, billingBases } from '@xunyun/contract/warehouse/billing/quotations'
import { Button, Segmented } from 'antd'
import { Layers } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Choice } from '../../../shared/form/Choice.tsx'
import { useMessages } from '../../../shared/form/FormFrame.tsx'
import { DecimalInput, IntegerInput, MoneyInput } from '../../../shared/form/inputs.tsx'
import { type CellProps, type LineColumn, LineGrid } from '../../../shared/form/LineGrid.tsx'
import { useLanguage } from '../../../shared/i18n/useLanguage.ts'
import { TierEditor } from '../../prices/index.ts'
import styles from './Billing.module.css'
import { cellErrors, newRate, type RateDraft, tierErrors } from './quotationValues.ts'

/** What goods can be counted in: places have a footprint, documents are counted once they are there. */
const basesOf = (trigger: BillingTrigger | undefined) =>
  billingBases.filter((basis) => (trigger === 'storage' ? basis !== 'order' : basis !== 'm2'))

/** The fee that a trigger usually has. */
const usualFee = {
  storage: 'storage',
  inbound: 'inbound',
  outbound: 'outbound',
  move: 'moving',
  valueAdded: undefined,
  count: 'counting',
} as const satisfies Record<BillingTrigger, string | undefined>

type Props = {
  readonly value?: readonly RateDraft[]
  readonly onChange?: (rates: readonly RateDraft[]) => void
}

/** Another trigger changes what else is asked for; a fee that was chosen by hand stays. */
function triggered(rate: RateDraft, trigger: BillingTrigger): Partial<RateDraft> {
  const { basis, feeItem, timeUnit, trigger: before } = rate
  const untouched = feeItem === undefined || (before !== undefined && feeItem === usualFee[before])
  return {
    trigger,
    feeItem: untouched ? usualFee[trigger] : feeItem,
    basis: basis !== undefined && basesOf(trigger).includes(basis) ? basis : undefined,
    timeUnit: trigger === 'storage' ? (timeUnit ?? 'day') : timeUnit,
  }
}

const isStored = ({ trigger }: RateDraft) => trigger === 'storage'

/** The charges of a quotation, one a row; what is asked of each follows from what sets it off. */
export function Rates({ value = [], onChange }: Props) {
  const messages = useMessages()
  const { t } = useTranslation('warehouse/billing')
  const language = useLanguage()
  type Field = 'minCharge' | 'maxCharge'
  const money = (key: Field): LineColumn<RateDraft> => ({
    key,
    title: t(`field.${key}`),
    right: true,
    className: styles.money,
    render: (rate, set, props) => (
      <MoneyInput {...props} value={rate[key]} onChange={(amount) => set({ [key]: amount })} />
    ),
  })
  const price = (rate: RateDraft, set: (patch: Partial<RateDraft>) => void, props: CellProps, row: number) => (
    <div className={styles.either}>
      {rate.tiers === undefined ? (
        <DecimalInput {...props} places={4} short value={rate.rate} onChange={(next) => set({ rate: next })} />
      ) : (
        <span className={styles.tiered}>{t('tiered')}</span>
      )}
      <Button
        type="text"
        size="small"
        aria-pressed={rate.tiers !== undefined}
        aria-label={`${t('rate.tiers')} ${row + 1}`}
        title={t('rate.tiers')}
        icon={<Layers size={14} strokeWidth={1.75} />}
        onClick={() =>
          set({
            tiers: rate.tiers === undefined ? [{ from: '0', price: rate.rate }] : undefined,
            tierMode: rate.tierMode ?? 'whole',
          })
        }
      />
    </div>
  )
  return (
    <LineGrid<RateDraft>
      name="items"
      label={t('field.items')}
      value={value}
      onChange={onChange}
      errors={cellErrors(messages)}
      numbered
      leaves
      blank={() => newRate({ taxRate: value.at(-1)?.taxRate })}
      add={t('rate.add')}
      none={t('rate.none')}
      below={({ tiers, tierMode, basis }, set, row) =>
        tiers && (
          <div className={styles.bands}>
            <Segmented
              aria-label={`${t('field.tierMode')} ${row + 1}`}
              value={tierMode ?? 'whole'}
              options={codes('tierMode').map((code) => ({ value: code, label: wordFor('tierMode', code, language) }))}
              onChange={(next) => set({ tierMode: next })}
            />
            <TierEditor
              unit={basis === undefined ? '' : wordFor('billingBasis', basis, language)}
              messages={tierErrors(messages, row)}
              value={tiers}
              onChange={(next) => set({ tiers: next })}
            />
          </div>
        )
      }
      columns={[
        {
          key: 'trigger',
          title: t('field.trigger'),
          className: styles.word,
          render: (rate, set, props) => (
            <Choice
              {...props}
              type="billingTrigger"
              allowClear={false}
              value={rate.trigger}
              onChange={(trigger: BillingTrigger) => set(triggered(rate, trigger))}
            />
          ),
        },
        {
          key: 'feeItem',
          title: t('field.feeItem'),
          className: styles.fee,
          render: (rate, set, props) => (
            <Choice
              {...props}
              type="feeItem"
              allowClear={false}
              value={rate.feeItem}
              onChange={(feeItem: RateDraft['feeItem']) => set({ feeItem })}
            />
          ),
        },
        {
          key: 'basis',
          title: t('field.basis'),
          className: styles.word,
          render: (rate, set, props) => (
            <Choice
              {...props}
              type="billingBasis"
              only={basesOf(rate.trigger)}
              allowClear={false}
              value={rate.basis}
              onChange={(basis: RateDraft['basis']) => set({ basis })}
            />
          ),
        },
        {
          key: 'timeUnit',
          title: t('field.timeUnit'),
          className: styles.word,
          render: (rate, set, props) =>
            isStored(rate) && (
              <Choice
                {...props}
                type="billingTimeUnit"
                allowClear={false}
                value={rate.timeUnit}
                onChange={(timeUnit: RateDraft['timeUnit']) =>
                  set({ timeUnit, volumeMethod: rate.volumeMethod ?? 'daily' })
                }
              />
            ),
        },
        {
          key: 'volumeMethod',
          title: t('field.volumeMethod'),
          className: styles.word,
          render: (rate, set, props) =>
            isStored(rate) &&
            rate.timeUnit === 'month' && (
              <Choice
                {...props}
                type="volumeMethod"
                allowClear={false}
                value={rate.volumeMethod}
                onChange={(volumeMethod: RateDraft['volumeMethod']) => set({ volumeMethod })}
              />
            ),
        },
        {
          key: 'freeDays',
          title: t('field.freeDays'),
          right: true,
          className: styles.few,
          render: (rate, set, props) =>
            isStored(rate) && (
              <IntegerInput
                {...props}
                value={rate.freeDays}
                onChange={(freeDays) => set({ freeDays: freeDays as number | undefined })}
              />
            ),
        },
        {
          key: 'rate',
          also: ['tiers'],
          title: t('field.rate'),
          right: true,
          className: styles.price,
          render: price,
        },
        money('minCharge'),
        money('maxCharge'),
        {
          key: 'taxRate',
          title: t('field.taxRate'),
          right: true,
          className: styles.few,
          render: (rate, set, props) => (
            <DecimalInput {...props} places={2} short value={rate.taxRate} onChange={(taxRate) => set({ taxRate })} />
          ),
        },
      ]}
    />
  )
}
