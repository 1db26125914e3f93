import { codes, wordFor } from '@xunyun/contract/dictionary'
import { type BillingTrigger, billingBases } from '@xunyun/contract/warehouse/billing/quotations'
import { Button, Segmented } from 'antd'
import { Layers, Plus, X } from 'lucide-react'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { Choice } from '../../../shared/form/Choice.tsx'
import { enterInLines } from '../../../shared/form/enter.ts'
import { useMessages } from '../../../shared/form/FormFrame.tsx'
import { DecimalInput, IntegerInput, MoneyInput } from '../../../shared/form/inputs.tsx'
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

/** The charges of a quotation, one a row; what is asked of each follows from what sets it off. */
export function Rates({ value = [], onChange }: Props) {
  const messages = useMessages()
  const { t } = useTranslation('warehouse/billing')
  const language = useLanguage()
  const errors = cellErrors(messages)
  const set = (row: number, patch: Partial<RateDraft>) =>
    onChange?.(value.map((rate, at) => (at === row ? { ...rate, ...patch } : rate)))
  const setTrigger = (row: number, trigger: BillingTrigger) => {
    const { basis, feeItem, timeUnit, trigger: before } = value[row] as RateDraft
    const untouched = feeItem === undefined || (before !== undefined && feeItem === usualFee[before])
    set(row, {
      trigger,
      feeItem: untouched ? usualFee[trigger] : feeItem,
      basis: basis !== undefined && basesOf(trigger).includes(basis) ? basis : undefined,
      timeUnit: trigger === 'storage' ? (timeUnit ?? 'day') : timeUnit,
    })
  }
  const wrong = (row: number, field: string) => {
    const message = errors.get(`${row}.${field}`)
    return (
      message && (
        <div className={styles.wrong} role="alert">
          {message}
        </div>
      )
    )
  }
  const props = (row: number, field: string, word: string) => ({
    variant: 'borderless' as const,
    'aria-label': `${word} ${row + 1}`,
    status: errors.has(`${row}.${field}`) ? ('error' as const) : undefined,
  })
  return (
    <div className={styles.frame}>
      <table className={styles.rates} {...enterInLines} aria-label={t('field.items')}>
        <thead>
          <tr>
            <th>#</th>
            <th>{t('field.trigger')}</th>
            <th>{t('field.feeItem')}</th>
            <th>{t('field.basis')}</th>
            <th>{t('field.timeUnit')}</th>
            <th>{t('field.volumeMethod')}</th>
            <th className={styles.right}>{t('field.freeDays')}</th>
            <th className={styles.right}>{t('field.rate')}</th>
            <th className={styles.right}>{t('field.minCharge')}</th>
            <th className={styles.right}>{t('field.maxCharge')}</th>
            <th className={styles.right}>{t('field.taxRate')}</th>
            <th aria-label={t('rate.remove')} />
          </tr>
        </thead>
        <tbody>
          {value.map((rate, row) => {
            const stored = rate.trigger === 'storage'
            return (
              <Fragment key={rate.key}>
                <tr>
                  <td className={styles.quiet}>{row + 1}</td>
                  <td data-cell className={styles.word}>
                    <Choice
                      {...props(row, 'trigger', t('field.trigger'))}
                      type="billingTrigger"
                      allowClear={false}
                      value={rate.trigger}
                      onChange={(trigger: BillingTrigger) => setTrigger(row, trigger)}
                    />
                    {wrong(row, 'trigger')}
                  </td>
                  <td data-cell className={styles.fee}>
                    <Choice
                      {...props(row, 'feeItem', t('field.feeItem'))}
                      type="feeItem"
                      allowClear={false}
                      value={rate.feeItem}
                      onChange={(feeItem: RateDraft['feeItem']) => set(row, { feeItem })}
                    />
                    {wrong(row, 'feeItem')}
                  </td>
                  <td data-cell className={styles.word}>
                    <Choice
                      {...props(row, 'basis', t('field.basis'))}
                      type="billingBasis"
                      only={basesOf(rate.trigger)}
                      allowClear={false}
                      value={rate.basis}
                      onChange={(basis: RateDraft['basis']) => set(row, { basis })}
                    />
                    {wrong(row, 'basis')}
                  </td>
                  <td data-cell={stored || undefined} className={styles.word}>
                    {stored && (
                      <Choice
                        {...props(row, 'timeUnit', t('field.timeUnit'))}
                        type="billingTimeUnit"
                        allowClear={false}
                        value={rate.timeUnit}
                        onChange={(timeUnit: RateDraft['timeUnit']) =>
                          set(row, { timeUnit, volumeMethod: rate.volumeMethod ?? 'daily' })
                        }
                      />
                    )}
                    {wrong(row, 'timeUnit')}
                  </td>
                  <td data-cell={stored || undefined} className={styles.word}>
                    {stored && rate.timeUnit === 'month' && (
                      <Choice
                        {...props(row, 'volumeMethod', t('field.volumeMethod'))}
                        type="volumeMethod"
                        allowClear={false}
                        value={rate.volumeMethod}
                        onChange={(volumeMethod: RateDraft['volumeMethod']) => set(row, { volumeMethod })}
                      />
                    )}
                    {wrong(row, 'volumeMethod')}
                  </td>
                  <td data-cell={stored || undefined} className={styles.few}>
                    {stored && (
                      <IntegerInput
                        {...props(row, 'freeDays', t('field.freeDays'))}
                        value={rate.freeDays}
                        onChange={(freeDays) => set(row, { freeDays: freeDays as number | undefined })}
                      />
                    )}
                    {wrong(row, 'freeDays')}
                  </td>
                  <td data-cell className={styles.price}>
                    <div className={styles.either}>
                      {rate.tiers === undefined ? (
                        <DecimalInput
                          {...props(row, 'rate', t('field.rate'))}
                          places={4}
                          short
                          value={rate.rate}
                          onChange={(price) => set(row, { rate: price })}
                        />
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
                          set(row, {
                            tiers: rate.tiers === undefined ? [{ from: '0', price: rate.rate }] : undefined,
                            tierMode: rate.tierMode ?? 'whole',
                          })
                        }
                      />
                    </div>
                    {wrong(row, 'rate')}
                  </td>
                  <td data-cell className={styles.money}>
                    <MoneyInput
                      {...props(row, 'minCharge', t('field.minCharge'))}
                      value={rate.minCharge}
                      onChange={(minCharge) => set(row, { minCharge })}
                    />
                    {wrong(row, 'minCharge')}
                  </td>
                  <td data-cell className={styles.money}>
                    <MoneyInput
                      {...props(row, 'maxCharge', t('field.maxCharge'))}
                      value={rate.maxCharge}
                      onChange={(maxCharge) => set(row, { maxCharge })}
                    />
                    {wrong(row, 'maxCharge')}
                  </td>
                  <td data-cell className={styles.few}>
                    <DecimalInput
                      {...props(row, 'taxRate', t('field.taxRate'))}
                      places={2}
                      short
                      value={rate.taxRate}
                      onChange={(taxRate) => set(row, { taxRate })}
                    />
                    {wrong(row, 'taxRate')}
                  </td>
                  <td>
                    <Button
                      type="text"
                      size="small"
                      aria-label={`${t('rate.remove')} ${row + 1}`}
                      icon={<X size={14} strokeWidth={1.75} />}
                      onClick={() => onChange?.(value.filter((_, at) => at !== row))}
                    />
                  </td>
                </tr>
                {rate.tiers !== undefined && (
                  <tr>
                    <td />
                    <td colSpan={11} className={styles.bands}>
                      <Segmented
                        aria-label={`${t('field.tierMode')} ${row + 1}`}
                        value={rate.tierMode ?? 'whole'}
                        options={codes('tierMode').map((code) => ({
                          value: code,
                          label: wordFor('tierMode', code, language),
                        }))}
                        onChange={(tierMode) => set(row, { tierMode })}
                      />
                      <TierEditor
                        unit={rate.basis === undefined ? '' : wordFor('billingBasis', rate.basis, language)}
                        messages={tierErrors(messages, row)}
                        value={rate.tiers}
                        onChange={(tiers) => set(row, { tiers })}
                      />
                      {wrong(row, 'tiers')}
                    </td>
                  </tr>
                )}
              </Fragment>
            )
          })}
          {value.length === 0 && (
            <tr>
              <td colSpan={12} className={styles.none}>
                {t('rate.none')}
              </td>
            </tr>
          )}
        </tbody>
      </table>
      <Button
        type="text"
        size="small"
        className={styles.add}
        icon={<Plus size={14} strokeWidth={2} />}
        onClick={() => onChange?.([...value, newRate({ taxRate: value.at(-1)?.taxRate })])}
      >
        {t('rate.add')}
      </Button>
    </div>
  )
}
