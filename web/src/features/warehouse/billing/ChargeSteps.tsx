import type { Step } from '@xunyun/contract/prices/calls'
import { useTranslation } from 'react-i18next'
import { figure } from '../../../shared/ui/format.ts'
import styles from './Billing.module.css'

/** What is a name or a number of something, not a figure. */
const names = new Set(['no', 'version', 'customer', 'warehouse', 'day', 'from', 'to'])

/** How a charge came about, step by step, in the reader's language. */
export function ChargeSteps({ steps }: { steps: readonly Step[] }) {
  const { t, i18n } = useTranslation('warehouse/billing')
  const unit = (code: string) =>
    i18n.exists(`warehouse/billing:unit.${code}`) ? String(t(`unit.${code as 'piece'}`)) : code
  const say = ({ step, params }: Step): string => {
    const words: Record<string, string> = Object.fromEntries(
      Object.entries(params).map(([name, value]) => {
        if (name === 'unit' || name === 'unitDay') return [name, unit(value)]
        // The edges of a tier are figures, those of a period are days.
        const isFigure = /^-?\d+(\.\d+)?$/.test(value) && (!names.has(name) || step === 'whole' || step === 'part')
        return [name, isFigure ? figure(value) : value]
      }),
    )
    words.band = String(t(params.to === '∞' ? 'step.bandOver' : 'step.band', words as never))
    // A later release may have written a step that this one has no words for.
    return i18n.exists(`warehouse/billing:step.${step}`) ? String(t(`step.${step as 'sum'}`, words as never)) : step
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
