import { useQuery } from '@tanstack/react-query'
import { wordFor } from '@xunyun/contract/dictionary'
import { getPayment, type PaymentRow, unallocatePayment } from '@xunyun/contract/payments/calls'
import { Checkbox, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../shared/action/useAction.ts'
import { q } from '../../shared/api/query.ts'
import { Field, FormDrawer, FormSection } from '../../shared/form/FormDrawer.tsx'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { dotted, money } from '../../shared/ui/format.ts'
import styles from './Payments.module.css'
import { paymentPaths } from './paths.ts'

type Values = { readonly lineIds: number[]; readonly reason: string }

/** 反核销: frees lines; the charges are open again and the money is an advance. */
export function UnallocateForm({ payment, onClose }: { payment: PaymentRow; onClose: () => void }) {
  const { t } = useTranslation('payments')
  const language = useLanguage()
  const free = useAction(unallocatePayment, { refresh: paymentPaths, success: t('act.unallocate') })
  const { data } = useQuery(q(getPayment, { id: payment.id }))
  const lines = data?.lines.filter(({ state }) => state === 'settled')
  return (
    <FormDrawer<Values>
      name={`unallocate-${payment.id}`}
      title={t('unallocate.title', { no: payment.no })}
      submitLabel={t('unallocate.save')}
      width={560}
      call={unallocatePayment}
      initial={lines && { lineIds: [] }}
      onSubmit={(values, options) => free.run({ id: payment.id, version: payment.version, ...values }, options)}
      onClose={onClose}
    >
      <FormSection columns={1}>
        <Field name="lineIds" label={t('unallocate.choose')} required>
          <Checkbox.Group className={styles.choices}>
            {lines?.map((line) => (
              <Checkbox key={line.id} value={line.id}>
                {dotted(line.ofNo, wordFor('feeItem', line.feeItem, language), money(line.amount))}
              </Checkbox>
            ))}
          </Checkbox.Group>
        </Field>
        <Field name="reason" label={t('reason')}>
          <Input.TextArea autoSize={{ minRows: 2, maxRows: 5 }} maxLength={300} />
        </Field>
      </FormSection>
    </FormDrawer>
  )
}
