import { Form } from 'antd'
import { useTranslation } from 'react-i18next'
import { useFill } from '../../shared/form/FormDrawer.tsx'
import { FormSection } from '../../shared/form/FormFrame.tsx'
import { money, weight } from '../../shared/ui/format.ts'
import { Steps } from '../prices/index.ts'
import styles from './Charges.module.css'
import { FeesEditor } from './FeesEditor.tsx'
import type { FeeDraft } from './fees.ts'
import type { TaskValues } from './taskValues.ts'
import { useQuote } from './useQuote.ts'

/** The price while it is typed: what the rate in force makes of it and why, and other fees where the office agreed on them. */
export function LivePrice({ mayType, errors }: { mayType: boolean; errors: ReadonlyMap<number, string> }) {
  const { t } = useTranslation('waybills')
  const form = Form.useFormInstance<TaskValues>()
  const fill = useFill()
  const values = (Form.useWatch([], form) ?? {}) as TaskValues
  const fees = Form.useWatch<readonly FeeDraft[] | undefined>('charges', { form, preserve: true }) ?? []
  const quote = useQuote(values)
  return (
    <FormSection title={t('task.price')} columns={1}>
      <div aria-live="polite">
        {quote ? (
          <>
            <p className={styles.liveHead}>
              <span>
                {t('column.freight')} <b>{money(quote.amount)}</b> {t('task.yuan')}
              </span>
              <span className={styles.quiet}>{t('task.chargeable', { weight: weight(quote.chargeWeight) })}</span>
            </p>
            <Steps steps={quote.steps} />
          </>
        ) : (
          <p className={styles.quiet}>{t(quote === undefined ? 'task.priceLater' : 'price.noRate')}</p>
        )}
      </div>
      {mayType && (
        <FeesEditor
          value={fees}
          onChange={(change) => fill({ charges: change(form.getFieldValue('charges') ?? []) })}
          quoted={quote === null ? null : quote?.amount}
          errors={errors}
        />
      )}
    </FormSection>
  )
}
