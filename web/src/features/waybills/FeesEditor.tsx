import { wordFor } from '@xunyun/contract/dictionary'
import { compareTyped } from '@xunyun/contract/kernel/decimal'
import { Button } from 'antd'
import { Plus, X } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { Choice } from '../../shared/form/Choice.tsx'
import { enterField, enterInLines, fieldsOf } from '../../shared/form/enter.ts'
import { MoneyInput } from '../../shared/form/inputs.tsx'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { type KeyGroup, useShortcut } from '../../shared/keys/keys.ts'
import { useTab } from '../../shared/tabs/useTab.ts'
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

const addKey: KeyGroup = {
  title: 'ui:keys.form',
  shortcuts: [{ keys: 'mod+i', label: 'waybills:price.addFee' }],
}

type Props = {
  readonly value: readonly FeeDraft[]
  /** Makes the fees of those that stand now: what is drawn may be a moment behind a quick hand. */
  readonly onChange: (change: (fees: readonly FeeDraft[]) => readonly FeeDraft[]) => void
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
  // A line that was asked for is there before the next key; it is a fee once something stands in it.
  const [blank, setBlank] = useState(false)
  const count = others.length
  // biome-ignore lint/correctness/useExhaustiveDependencies: the blank line has become one of the others
  useLayoutEffect(() => setBlank(false), [count])
  const shown = blank ? [...others, {} as FeeDraft] : others
  /** The line at that place with what was typed into it; the freight is the first. */
  const set = (row: number, typed: FeeDraft) =>
    onChange((fees) => {
      const all = freightFirst(fees)
      return row < all.length ? all.map((fee, at) => (at === row ? { ...fee, ...typed } : fee)) : [...all, typed]
    })
  const { visible } = useTab()
  const lines = useRef<HTMLDivElement>(null)
  const add = () => {
    flushSync(() => setBlank(true))
    const line = lines.current?.querySelector<HTMLElement>(':scope > [data-fee]:last-of-type')
    if (line) enterField(fieldsOf(line)[0])
  }
  useShortcut(addKey, add, visible)
  const typed = freight?.amount
  const differs = typed !== undefined && quoted != null && compareTyped(typed, quoted) !== 0
  const says = (): string => {
    if (quoted === undefined) return ''
    if (typed === undefined) return quoted === null ? t('price.noRate') : t('price.byRate', { amount: money(quoted) })
    if (quoted === null) return t('price.manual')
    if (!differs) return t('price.same')
    return t(compareTyped(typed, quoted) < 0 ? 'price.below' : 'price.above', { amount: money(quoted) })
  }
  return (
    <div ref={lines} className={styles.fees} {...enterInLines}>
      <div className={styles.fee}>
        <span>{wordFor('feeItem', 'freight', language)}</span>
        <MoneyInput
          aria-label={wordFor('feeItem', 'freight', language)}
          status={wrong(0) ? 'error' : undefined}
          value={typed}
          placeholder={quoted == null ? undefined : money(quoted)}
          onChange={(amount) => set(0, { amount })}
        />
        {wrong(0) ? (
          <small data-tone="red" role="alert">
            {wrong(0)}
          </small>
        ) : (
          <small data-tone={differs || (typed !== undefined && quoted === null) ? 'orange' : undefined}>{says()}</small>
        )}
      </div>
      {shown.map((fee, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line has no name but its place
        <div key={at} className={styles.fee} data-fee>
          <Choice
            type="feeItem"
            only={byHand.filter((item) => item === fee.feeItem || !others.some(({ feeItem }) => feeItem === item))}
            allowClear={false}
            aria-label={t('price.fee')}
            status={wrong(at + 1) && !fee.feeItem ? 'error' : undefined}
            value={fee.feeItem}
            onChange={(feeItem: string) => set(at + 1, { feeItem })}
          />
          <MoneyInput
            aria-label={`${t('price.amount')} ${at + 1}`}
            status={wrong(at + 1) && fee.feeItem ? 'error' : undefined}
            value={fee.amount}
            onChange={(amount) => set(at + 1, { amount })}
          />
          <Button
            type="text"
            size="small"
            aria-label={t('price.removeFee', { row: at + 1 })}
            icon={<X size={14} strokeWidth={1.75} />}
            onClick={() =>
              at < count ? onChange((fees) => freightFirst(fees).filter((_, row) => row !== at + 1)) : setBlank(false)
            }
          />
          {wrong(at + 1) && (
            <small data-tone="red" role="alert">
              {fee.feeItem ? wrong(at + 1) : t('price.chooseFee')}
            </small>
          )}
        </div>
      ))}
      <Button type="text" size="small" className={styles.add} icon={<Plus size={14} strokeWidth={2} />} onClick={add}>
        {t('price.addFee')}
      </Button>
    </div>
  )
}
