import type { Outcomes } from '@xunyun/contract/kernel/list'
import { payPayments } from '@xunyun/contract/payments/calls'
import { Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { type BatchCall, useBatch } from '../../shared/action/useBatch.ts'
import { DayInput } from '../../shared/form/DayInput.tsx'
import { Field, FormDrawer, FormSection } from '../../shared/form/FormDrawer.tsx'
import { serverNow } from '../../shared/session/session.ts'
import { day } from '../../shared/ui/format.ts'
import { paymentPaths } from './paths.ts'

type Values = { readonly day: string; readonly reference?: string }
type Props = {
  readonly payments: readonly { readonly id: number }[]
  /** Of another kind of document: what pays it, and what is asked for anew. */
  readonly call?: BatchCall
  readonly refresh?: readonly string[]
  readonly onDone: ((outcomes: Outcomes) => void) | undefined
  readonly onClose: () => void
}

/** 付讫: when the money went, and the bank's number. */
export function PayForm({ payments, call = payPayments, refresh = paymentPaths, onDone, onClose }: Props) {
  const { t } = useTranslation('payments')
  const pay = useBatch(call as typeof payPayments, { title: t('act.pay'), refresh, onDone })
  return (
    <FormDrawer<Values>
      name="payOut"
      title={t('pay.title', { count: payments.length })}
      submitLabel={t('act.pay')}
      width={440}
      call={payPayments}
      initial={{ day: day(serverNow()) }}
      onSubmit={(values) => pay.run({ ids: payments.map(({ id }) => id), ...values })}
      onClose={onClose}
    >
      <FormSection columns={1}>
        <Field name="day" label={t('column.day')}>
          <DayInput />
        </Field>
        <Field name="reference" label={t('column.reference')}>
          <Input />
        </Field>
      </FormSection>
    </FormDrawer>
  )
}
