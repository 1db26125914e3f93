import { getCashAccountChoices } from '@xunyun/contract/money/accounts'
import { Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { DayInput } from '../../shared/form/DayInput.tsx'
import { Field, FormSection } from '../../shared/form/FormDrawer.tsx'
import { MoneyInput } from '../../shared/form/inputs.tsx'
import { known, Lookup } from '../../shared/form/Lookup.tsx'

type Props = {
  /** Up to how much. */
  readonly hint: string
  /** The account that the form begins with. */
  readonly account?: { readonly id: number; readonly name: string }
}

/** What each 退款 asks: amount, account, day and reason. */
export function RefundFields({ hint, account }: Props) {
  const { t } = useTranslation('payments')
  return (
    <FormSection columns={1}>
      <Field name="amount" label={t('column.amount')} hint={hint}>
        <MoneyInput />
      </Field>
      <Field name="cashAccountId" label={t('column.accountName')}>
        <Lookup call={getCashAccountChoices} {...(account && { known: known(account.id, account.name) })} />
      </Field>
      <Field name="day" label={t('column.day')}>
        <DayInput />
      </Field>
      <Field name="reason" label={t('reason')}>
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 5 }} maxLength={300} />
      </Field>
    </FormSection>
  )
}
