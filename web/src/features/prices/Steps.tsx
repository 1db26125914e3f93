import { type DictionaryType, wordFor } from '@xunyun/contract/dictionary'
import { Exact } from '@xunyun/contract/kernel/decimal'
import type { Step } from '@xunyun/contract/prices/calls'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { figure } from '../../shared/ui/format.ts'
import { rateText } from '../../shared/ui/rateText.ts'
import { ChargeSteps } from '../warehouse/billing/index.ts'
import styles from './Prices.module.css'

/** Parameters that carry a code, and the dictionary that holds its word. */
const coded: Readonly<Record<string, DictionaryType>> = { rule: 'priceRounding' }
/** Units that are words. */
const unitWords = ['pieces', 'km'] as const

type Props = { readonly steps: readonly Step[]; readonly source?: string | null }

/** How a charge came about, step by step, in the reader's language: a warehouse's by its own words, any other as a price. */
export const Steps = ({ steps, source }: Props) =>
  source === 'storage' ? <ChargeSteps steps={steps} /> : <PriceSteps steps={steps} />

function PriceSteps({ steps }: { steps: readonly Step[] }) {
  const { t, i18n } = useTranslation('prices')
  const language = useLanguage()
  const say = ({ step: kind, params }: Step): string => {
    const words: Record<string, string> = Object.fromEntries(
      Object.entries(params).map(([name, value]) => {
        if (coded[name]) return [name, wordFor(coded[name], value, language)]
        if (name === 'unit')
          return [name, unitWords.some((unit) => unit === value) ? t(`unit.${value as 'km'}`) : value]
        return [name, /^-?\d+(\.\d+)?$/.test(value) && name !== 'version' ? figure(value) : value]
      }),
    )
    words.band = String(t(params.to === '∞' ? 'step.bandOver' : 'step.band', words as never))
    const rate = kind === 'service' ? (params.rate ?? '') : ''
    const isShare = rateText(rate).endsWith('%')
    if (kind === 'service') words.rate = rateText(rate)
    // A share is spoken of by the thousand: 费率 3‰.
    if (isShare) words.permille = `${figure(new Exact(rate).times(1000).toDecimalPlaces(3).toFixed())}‰`
    const step = isShare ? 'serviceShare' : kind
    // A later release may have written a step that this one has no words for.
    return i18n.exists(`prices:step.${step}`) ? String(t(`step.${step as 'sum'}`, words as never)) : step
  }
  return (
    <ol className={styles.steps}>
      {steps.map((step, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: steps stand in a fixed order
        <li key={at}>{say(step)}</li>
      ))}
    </ol>
  )
}
