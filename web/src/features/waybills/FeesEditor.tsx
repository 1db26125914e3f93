import { wordFor } from '@xunyun/contract/dictionary'
import { Button } from 'antd'
import { Plus, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Choice } from '../../shared/form/Choice.tsx'
import { MoneyInput } from '../../shared/form/inputs.tsx'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { money } from '../../shared/ui/format.ts'
import styles from './Charges.module.css'
import { type FeeDraft, freightFirst, rowsSent } from './fees.ts'

/** Fees that an office adds by hand; those of services and of trips come from there. */
const byHand = [
  'pickup',
  'delivery',
  'stairs',
  'packing',
  'information',
  'urgent',
  'tax',
  'advance',
  'transfer',
  'forklift',
  'handling',
  'toll',
  'detention',
  'deadhead',
  'return',
  'readdress',
  'other',
]

type Props = {
  readonly value: readonly FeeDraft[]
  readonly onChange: (fees: readonly FeeDraft[]) => void
  /** What the price in force makes of the freight; null where none fits, undefined while that is not known. */
  readonly quoted: string | null | undefined
  /** What the server said, by the place of the line among those sent. */
  readonly errors?: ReadonlyMap<number, string>
}

/** Freight against the rate, and other fees below: what differs goes to review, and says so while it is typed. */
export function FeesEditor({ value, onChange, quoted, errors }: Props) {
  const { t } = useTranslation('waybills')
  const language = useLanguage()
  const [freight, ...others] = freightFirst(value)
  const sent = rowsSent(value)
  const wrong = (row: number) => (sent.includes(row) ? errors?.get(sent.indexOf(row)) : undefined)
  const set = (first: FeeDraft | undefined, rest: readonly FeeDraft[]) =>
    onChange([first ?? { feeItem: 'freight' }, ...rest])
  const typed = freight?.amount
  const differs = typed !== undefined && quoted != null && Number(typed) !== Number(quoted)
  const says = (): string => {
    if (quoted === undefined) return ''
    if (typed === undefined) return quoted === null ? t('price.noRate') : t('price.byRate', { amount: money(quoted) })
    if (quoted === null) return t('price.manual')
    if (!differs) return t('price.same')
    return t(Number(typed) < Number(quoted) ? 'price.below' : 'price.above', { amount: money(quoted) })
  }
  return (
    <div className={styles.fees}>
      <div className={styles.fee}>
        <span>{wordFor('feeItem', 'freight', language)}</span>
        <MoneyInput
          aria-label={wordFor('feeItem', 'freight', language)}
          status={wrong(0) ? 'error' : undefined}
          value={typed}
          placeholder={quoted == null ? undefined : money(quoted)}
          onChange={(amount) => set({ feeItem: 'freight', amount }, others)}
        />
        {wrong(0) ? (
          <small data-tone="red" role="alert">
            {wrong(0)}
          </small>
        ) : (
          <small data-tone={differs || (typed !== undefined && quoted === null) ? 'orange' : undefined}>{says()}</small>
        )}
      </div>
      {others.map((fee, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line has no name but its place
        <div key={at} className={styles.fee}>
          <Choice
            type="feeItem"
            only={byHand.filter((item) => item === fee.feeItem || !others.some(({ feeItem }) => feeItem === item))}
            allowClear={false}
            aria-label={t('price.fee')}
            value={fee.feeItem}
            onChange={(feeItem: string) =>
              set(
                freight,
                others.map((one, index) => (index === at ? { ...one, feeItem } : one)),
              )
            }
          />
          <MoneyInput
            aria-label={`${t('price.amount')} ${at + 1}`}
            status={wrong(at + 1) ? 'error' : undefined}
            value={fee.amount}
            onChange={(amount) =>
              set(
                freight,
                others.map((one, index) => (index === at ? { ...one, amount } : one)),
              )
            }
          />
          <Button
            type="text"
            size="small"
            aria-label={t('price.removeFee', { row: at + 1 })}
            icon={<X size={14} strokeWidth={1.75} />}
            onClick={() =>
              set(
                freight,
                others.filter((_, index) => index !== at),
              )
            }
          />
          {wrong(at + 1) && (
            <small data-tone="red" role="alert">
              {wrong(at + 1)}
            </small>
          )}
        </div>
      ))}
      <Button
        type="text"
        size="small"
        className={styles.add}
        icon={<Plus size={14} strokeWidth={2} />}
        onClick={() => set(freight, [...others, {}])}
      >
        {t('price.addFee')}
      </Button>
    </div>
  )
}
