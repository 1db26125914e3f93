import { type ArrangementCosts, type PayPart, payParts } from '@xunyun/contract/costs/lines'
import { wordFor } from '@xunyun/contract/dictionary'
import { compareDecimal } from '@xunyun/contract/kernel/decimal'
import { Form } from 'antd'
import { useTranslation } from 'react-i18next'
import { Field, FormSection, useFill } from '../../../shared/form/FormDrawer.tsx'
import { MoneyInput } from '../../../shared/form/inputs.tsx'
import { useLanguage } from '../../../shared/i18n/useLanguage.ts'
import { money } from '../../../shared/ui/format.ts'
import { type CostRow, isHeld, isTakenOff, lackOf, partsSum, rowOfPart, usualPayee, withPart } from './costRows.ts'
import styles from './Trips.module.css'

type Props = {
  readonly costs: ArrangementCosts
  readonly agreed: string | undefined
  readonly rows: readonly CostRow[]
}

/** 社会车: what was agreed and its parts, which come to it; the difference is told while it is typed. */
export function HiredParts({ costs, agreed, rows }: Props) {
  const { t } = useTranslation('tripCosts')
  const language = useLanguage()
  const form = Form.useFormInstance()
  const fill = useFill()
  /** As it is now: the next key may come before the rows are drawn with the last one. */
  const set = (part: PayPart, amount: string | undefined) =>
    fill({
      lines: withPart(form.getFieldValue('lines') ?? rows, part, amount, usualPayee(costs)),
      // What was refused of it is mended here.
      agreed: form.getFieldValue('agreed'),
    })
  const lack = lackOf(agreed, rows)
  const isEven = lack !== null && compareDecimal(lack, '0') === 0
  return (
    <FormSection title={t('hired.title')} hint={t('hired.hint')} columns={2}>
      <Field name="agreed" label={t('hired.agreed')}>
        <MoneyInput />
      </Field>
      <div className={styles.lack} data-tone={lack === null ? undefined : isEven ? 'green' : 'orange'} role="status">
        <span>{t('hired.sum', { sum: money(partsSum(rows)) })}</span>
        {lack !== null && <b>{isEven ? t('hired.even') : t('hired.lack', { difference: money(lack) })}</b>}
      </div>
      <div className={styles.parts}>
        {payParts.map((part) => {
          const row = rowOfPart(rows, part)
          const word = wordFor('payPart', part, language)
          const name = `costs-${costs.arrangementId}-${part}`
          return (
            <div key={part}>
              <label htmlFor={name}>{isTakenOff({ payPart: part }) ? t('hired.less', { part: word }) : word}</label>
              {row && isHeld(row) ? (
                <span id={name}>{money(row.amount)}</span>
              ) : (
                <MoneyInput id={name} value={row?.amount} onChange={(amount) => set(part, amount)} />
              )}
            </div>
          )
        })}
      </div>
    </FormSection>
  )
}
