import { useQuery } from '@tanstack/react-query'
import { sumDecimals } from '@xunyun/contract/kernel/decimal'
import type { Outcomes } from '@xunyun/contract/kernel/list'
import { getPayees, type PaidTo, payPayments } from '@xunyun/contract/payments/calls'
import { Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { type BatchCall, useBatch } from '../../shared/action/useBatch.ts'
import { q } from '../../shared/api/query.ts'
import { LinesTable } from '../../shared/detail/LinesTable.tsx'
import { DayInput } from '../../shared/form/DayInput.tsx'
import { Field, FormDrawer, FormSection } from '../../shared/form/FormDrawer.tsx'
import { serverNow } from '../../shared/session/session.ts'
import { day, money } from '../../shared/ui/format.ts'
import { paymentPaths } from './paths.ts'

type Values = { readonly day: string; readonly reference?: string }
type Props = {
  readonly payments: readonly { readonly id: number; readonly accountName: string }[]
  /** Of another kind of document: what is to be paid to whom. */
  readonly payees?: readonly PaidTo[]
  /** Of another kind of document: what pays it, and what is asked for anew. */
  readonly call?: BatchCall
  readonly refresh?: readonly string[]
  readonly onDone: ((outcomes: Outcomes) => void) | undefined
  readonly onClose: () => void
}

/** 付讫: when the money went, and the bank's number. */
export function PayForm({ payments, payees, call = payPayments, refresh = paymentPaths, onDone, onClose }: Props) {
  const { t } = useTranslation('payments')
  const ids = payments.map(({ id }) => id)
  const found = useQuery({ ...q(getPayees, { ids }), enabled: payees === undefined, staleTime: 0 })
  const rows = payees ?? found.data
  const pay = useBatch(call as typeof payPayments, { title: t('act.pay'), refresh, onDone })
  return (
    <FormDrawer<Values>
      name="payOut"
      title={t('pay.title', { count: payments.length })}
      submitLabel={t('act.pay')}
      width={640}
      call={payPayments}
      initial={rows && { day: day(serverNow()) }}
      onSubmit={(values) => pay.run({ ids, ...values })}
      onClose={onClose}
    >
      <LinesTable<PaidTo>
        label={t('form.payee')}
        rows={rows ?? []}
        columns={[
          [t('column.no'), ({ no }) => no],
          [t('form.payee'), ({ payeeName }) => payeeName],
          [t('pay.account'), ({ payeeAccount }) => payeeAccount],
          [t('column.accountName'), ({ id }) => payments.find((one) => one.id === id)?.accountName],
          [t('column.amount'), ({ amount }) => money(amount), 'right'],
        ]}
        {...(rows && rows.length > 1
          ? {
              foot: [
                `${rows.length}`,
                '',
                '',
                '',
                money(
                  sumDecimals(
                    rows.map(({ amount }) => amount),
                    2,
                  ),
                ),
              ],
            }
          : {})}
      />
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
