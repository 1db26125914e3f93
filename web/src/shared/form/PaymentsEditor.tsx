import { wordFor } from '@xunyun/contract/dictionary'
import type { PartMethod, PaymentPart } from '@xunyun/contract/waybills/payments'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../i18n/useLanguage.ts'
import { Choice } from './Choice.tsx'
import { MoneyInput } from './inputs.tsx'
import styles from './PaymentsEditor.module.css'

/** Where nothing was chosen yet, the month's bill takes the rest; of a walk-in whoever receives the goods. */
export const freshSplit = (isWalkIn: boolean): readonly PaymentPart[] => [{ method: isWalkIn ? 'collect' : 'monthly' }]

type Props = {
  readonly value?: readonly PaymentPart[]
  readonly onChange?: (parts: readonly PaymentPart[]) => void
  /** What a part may be. */
  readonly methods: readonly PartMethod[]
  /** What the server said, by the place of the part among those sent. */
  readonly errors: ReadonlyMap<number, string>
}

/** 多笔付: an amount for each way to pay, and the way that takes the rest. */
export function PaymentsEditor({ value, onChange, methods, errors }: Props) {
  const { t } = useTranslation('waybills')
  const language = useLanguage()
  const parts = value ?? freshSplit(!methods.includes('monthly'))
  const rest = parts.find(({ amount }) => amount === undefined)?.method
  const amountOf = (method: PartMethod) => parts.find((part) => part.method === method)?.amount
  // In the order of the list, the rest last: so it is said, printed and paid.
  const set = (restMethod: PartMethod | undefined, amount: (method: PartMethod) => string | undefined) =>
    onChange?.([
      ...methods.flatMap((method) => {
        const fixed = method === restMethod ? undefined : amount(method)
        return fixed === undefined ? [] : [{ method, amount: fixed }]
      }),
      ...(restMethod === undefined ? [] : [{ method: restMethod }]),
    ])
  return (
    <div className={styles.parts}>
      {methods
        .filter((method) => method !== rest)
        .map((method) => {
          const wrong = errors.get(parts.findIndex((part) => part.method === method))
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
          only={[...methods]}
          allowClear={false}
          aria-label={t('task.restBy')}
          value={rest}
          onChange={(method: PartMethod) => set(method, amountOf)}
        />
      </div>
    </div>
  )
}
