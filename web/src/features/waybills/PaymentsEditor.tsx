import { wordFor } from '@xunyun/contract/dictionary'
import { type PartMethod, type PaymentPart, partMethods } from '@xunyun/contract/waybills/payments'
import { useTranslation } from 'react-i18next'
import { Choice } from '../../shared/form/Choice.tsx'
import { MoneyInput } from '../../shared/form/inputs.tsx'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import styles from './Charges.module.css'

/** Where nothing was chosen yet, the month's bill takes the rest. */
export const freshSplit: readonly PaymentPart[] = [{ method: 'monthly' }]

type Props = {
  readonly value?: readonly PaymentPart[]
  readonly onChange?: (parts: readonly PaymentPart[]) => void
  /** What the server said, by the place of the part among those sent. */
  readonly errors: ReadonlyMap<number, string>
}

/** 多笔付: an amount for each way to pay, and the way that takes the rest. */
export function PaymentsEditor({ value = freshSplit, onChange, errors }: Props) {
  const { t } = useTranslation('waybills')
  const language = useLanguage()
  const rest = value.find(({ amount }) => amount === undefined)?.method ?? 'monthly'
  const amountOf = (method: PartMethod) => value.find((part) => part.method === method)?.amount
  // In the order of the list, the rest last: so it is said, printed and paid.
  const set = (restMethod: PartMethod, amount: (method: PartMethod) => string | undefined) =>
    onChange?.([
      ...partMethods.flatMap((method) => {
        const fixed = method === restMethod ? undefined : amount(method)
        return fixed === undefined ? [] : [{ method, amount: fixed }]
      }),
      { method: restMethod },
    ])
  return (
    <div className={styles.parts}>
      {partMethods
        .filter((method) => method !== rest)
        .map((method) => {
          const wrong = errors.get(value.findIndex((part) => part.method === method))
          const name = wordFor('payMethod', method, language)
          return (
            <div key={method} className={styles.part}>
              <span>{name}</span>
              <MoneyInput
                aria-label={name}
                value={amountOf(method)}
                status={wrong ? 'error' : undefined}
                onChange={(amount) => set(rest, (one) => (one === method ? amount : amountOf(one)))}
              />
              {wrong && (
                <small data-tone="red" role="alert">
                  {wrong}
                </small>
              )}
            </div>
          )
        })}
      <div className={styles.part}>
        <span>{t('task.restBy')}</span>
        <Choice
          type="payMethod"
          only={[...partMethods]}
          allowClear={false}
          aria-label={t('task.restBy')}
          value={rest}
          onChange={(method: PartMethod) => set(method, amountOf)}
        />
      </div>
    </div>
  )
}
