import { type getInvoiceables, getInvoiceStatements } from '@xunyun/contract/invoices/calls'
import type { Input as InputOf } from '@xunyun/contract/kernel/call'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Choice } from '../../shared/form/Choice.tsx'
import { DayRange } from '../../shared/form/DayRange.tsx'
import { LikeField } from '../../shared/form/FormFrame.tsx'
import { Lookup } from '../../shared/form/Lookup.tsx'
import styles from './Invoices.module.css'

export type Asked = InputOf<typeof getInvoiceables>
type Filters = Pick<Asked, 'bizFrom' | 'bizTo' | 'feeItems' | 'payMethods' | 'rates' | 'statementId'>

/** Of value added tax, per cent, as they are on invoices. */
const rates = ['13', '9', '6', '5', '3', '1', '0'].map((rate) => ({ value: rate, label: `${rate}%` }))
const some = <V,>(values: V[] | undefined) => (values === undefined || values.length === 0 ? undefined : values)

type Props = {
  readonly customerId: number | undefined
  readonly onTake: (asked: Pick<Asked, 'numbers'> | Filters) => Promise<void>
  /** Given: all that was taken goes out again. */
  readonly onClear?: (() => void) | undefined
}

/** Where the charges come from: numbers pasted or typed; of a customer what fits a filter, what stands on a statement, or everything that is open. */
export function ApplySource({ customerId, onTake, onClear }: Props) {
  const { t } = useTranslation('invoices')
  const [filters, setFilters] = useState<Filters>({})
  const put = (more: Filters) => setFilters((before) => ({ ...before, ...more }))
  const isFiltered = Object.values(filters).some((value) => value !== undefined)
  return (
    <>
      {customerId !== undefined && (
        <>
          <LikeField label={t('part.day')}>
            <DayRange
              aria-label={t('part.day')}
              value={[filters.bizFrom, filters.bizTo]}
              onChange={([bizFrom, bizTo]) => put({ bizFrom: bizFrom || undefined, bizTo: bizTo || undefined })}
            />
          </LikeField>
          <LikeField label={t('part.feeItem')}>
            <Choice
              multiple
              type="feeItem"
              aria-label={t('part.feeItem')}
              value={filters.feeItems}
              onChange={(feeItems: Filters['feeItems']) => put({ feeItems: some(feeItems) })}
            />
          </LikeField>
          <LikeField label={t('apply.payMethod')}>
            <Choice
              multiple
              type="payMethod"
              aria-label={t('apply.payMethod')}
              value={filters.payMethods}
              onChange={(payMethods: Filters['payMethods']) => put({ payMethods: some(payMethods) })}
            />
          </LikeField>
          <LikeField label={t('line.rate')}>
            <Choice
              multiple
              options={rates}
              aria-label={t('line.rate')}
              value={filters.rates}
              onChange={(rates: Filters['rates']) => put({ rates: some(rates) })}
            />
          </LikeField>
          <LikeField label={t('apply.statement')}>
            <Lookup
              // Another customer has other statements.
              key={customerId}
              allowClear
              call={getInvoiceStatements}
              input={{ customerId }}
              aria-label={t('apply.statement')}
              placeholder={t('apply.statementHint')}
              value={filters.statementId}
              onChange={(statementId: number | null | undefined) => put({ statementId: statementId ?? undefined })}
            />
          </LikeField>
        </>
      )}
      <LikeField label={t('apply.numbers')}>
        <Numbers onTake={(numbers) => onTake({ numbers })} />
      </LikeField>
      {(customerId !== undefined || onClear) && (
        <div className={styles.take}>
          {customerId !== undefined && (
            <Button onClick={() => void onTake(filters).catch(() => undefined)}>
              {isFiltered ? t('apply.filtered') : t('apply.all')}
            </Button>
          )}
          {onClear && <Button onClick={onClear}>{t('apply.clear')}</Button>}
        </div>
      )}
    </>
  )
}

function Numbers({ onTake }: { onTake: (numbers: string[]) => Promise<void> }) {
  const { t } = useTranslation('invoices')
  const [typed, setTyped] = useState('')
  const take = (text: string) => {
    const numbers = text
      .toUpperCase()
      .split(/[\s,，;；、]+/)
      .filter(Boolean)
      .slice(0, 500)
    if (numbers.length > 0)
      void onTake(numbers).then(
        () => setTyped(''),
        () => undefined,
      )
  }
  return (
    <Input
      value={typed}
      allowClear
      aria-label={t('apply.numbers')}
      placeholder={t('apply.numbersHint')}
      onChange={(event) => setTyped(event.target.value)}
      onPaste={(event) => {
        const text = event.clipboardData.getData('text/plain')
        if (!/[\n\t]/.test(text.trim())) return
        event.preventDefault()
        take(text)
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
        event.preventDefault()
        event.stopPropagation()
        take(typed)
      }}
    />
  )
}
