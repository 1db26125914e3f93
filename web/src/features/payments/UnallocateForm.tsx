import { useQuery } from '@tanstack/react-query'
import { feeName } from '@xunyun/contract/costs/feeName'
import { getPayment, type PaymentLine, type PaymentRow, unallocatePayment } from '@xunyun/contract/payments/calls'
import { Checkbox, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../shared/action/useAction.ts'
import { q } from '../../shared/api/query.ts'
import { Field, FormDrawer, FormSection } from '../../shared/form/FormDrawer.tsx'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { dotted, money } from '../../shared/ui/format.ts'
import { toast } from '../../shared/ui/toasts.ts'
import styles from './Payments.module.css'
import { paymentPaths } from './paths.ts'
import { usePayment } from './usePayment.ts'

type Values = { readonly lineIds: number[]; readonly reason: string }

/** 反核销: frees lines; the charges are open again and the money is an advance. */
export function UnallocateForm({ payment: opened, onClose }: { payment: PaymentRow; onClose: () => void }) {
  const { t } = useTranslation('payments')
  const { payment, reload } = usePayment(opened)
  const free = useAction(unallocatePayment, { refresh: paymentPaths })
  const { data, refetch } = useQuery(q(getPayment, { id: payment.id }))
  const lines = data?.lines.filter(({ state }) => state === 'settled')
  return (
    <FormDrawer<Values>
      name={`unallocate-${payment.id}`}
      title={t('unallocate.title', { no: payment.no })}
      submitLabel={t('unallocate.save')}
      width={560}
      call={unallocatePayment}
      initial={lines && { lineIds: [] }}
      onSubmit={async (values, options) => {
        await free.run({ id: payment.id, version: payment.version, ...values }, options)
        toast.success(t('unallocate.done', { no: payment.no, count: values.lineIds.length }))
      }}
      onReload={async () => {
        await Promise.all([reload(), refetch()])
        return { lineIds: [] }
      }}
      onClose={onClose}
    >
      <FormSection columns={1}>
        <Field name="lineIds" label={t('detail.lines')} required>
          <Lines lines={lines ?? []} />
        </Field>
        <Field name="reason" label={t('reason')}>
          <Input.TextArea autoSize={{ minRows: 2, maxRows: 5 }} maxLength={300} />
        </Field>
      </FormSection>
    </FormDrawer>
  )
}

type LinesProps = {
  readonly id?: string
  readonly lines: readonly PaymentLine[]
  readonly value?: readonly number[]
  readonly onChange?: (lineIds: number[]) => void
}

function Lines({ id, lines, value = [], onChange }: LinesProps) {
  const { t } = useTranslation('payments')
  const language = useLanguage()
  const isAll = value.length === lines.length
  return (
    <div id={id} className={styles.choices}>
      {lines.length > 1 && (
        <Checkbox
          checked={isAll}
          indeterminate={value.length > 0 && !isAll}
          onChange={() => onChange?.(isAll ? [] : lines.map((line) => line.id))}
        >
          {t('unallocate.all', { count: lines.length })}
        </Checkbox>
      )}
      <Checkbox.Group className={styles.choices} value={[...value]} onChange={onChange}>
        {lines.map((line) => (
          <Checkbox key={line.id} value={line.id}>
            {dotted(line.ofNo, feeName(line, language), money(line.amount))}
          </Checkbox>
        ))}
      </Checkbox.Group>
    </div>
  )
}
