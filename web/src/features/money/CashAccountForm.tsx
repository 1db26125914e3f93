import { getOutletChoices } from '@xunyun/contract/companies/calls'
import { addCashAccount, type CashAccountRow, changeCashAccount, getCashAccount } from '@xunyun/contract/money/accounts'
import { isDoorKind } from '@xunyun/contract/money/states'
import { Checkbox, Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api/api.ts'
import { Choice } from '../../shared/form/Choice.tsx'
import { DayInput } from '../../shared/form/DayInput.tsx'
import { Field, FormDrawer, FormSection } from '../../shared/form/FormDrawer.tsx'
import { MoneyInput } from '../../shared/form/inputs.tsx'
import { known, Lookup } from '../../shared/form/Lookup.tsx'
import { useRecordForm } from '../../shared/form/useRecordForm.ts'

const refresh = ['/api/Money/']

/** Adds a cash account or changes one. */
export function CashAccountForm({ account, onClose }: { account: CashAccountRow | null; onClose: () => void }) {
  const { t } = useTranslation(['money', 'ui'])
  const { form, record } = useRecordForm(account, {
    name: 'cashAccount',
    add: addCashAccount,
    change: changeCashAccount,
    get: (id) => api(getCashAccount, { id }),
    refresh,
    fresh: { kind: 'bank' },
  })
  return (
    <FormDrawer {...form} title={account ? t('edit', { name: account.name }) : t('new')} width={560} onClose={onClose}>
      <FormSection>
        <Field name="name" label={t('account.name')} span={2}>
          <Input />
        </Field>
        <Field name="kind" label={t('account.kind')}>
          <Choice type="cashAccountKind" allowClear={false} />
        </Field>
        <Field name="outletId" label={t('account.outletName')}>
          <Lookup call={getOutletChoices} known={known(record?.outletId, record?.outletName)} />
        </Field>
        <Field name="bank" label={t('account.bank')} span={2}>
          <Input />
        </Field>
        <Field name="accountNo" label={t('account.accountNo')} span={2}>
          <Input inputMode="numeric" />
        </Field>
        {account === null && (
          <>
            <Field name="opening" label={t('account.opening')} hint={t('account.openingHint')}>
              <MoneyInput />
            </Field>
            <Field name="day" label={t('account.openingDay')}>
              <DayInput />
            </Field>
          </>
        )}
        <Field name="remark" label={t('account.remark')} span={2}>
          <Input.TextArea autoSize={{ minRows: 2, maxRows: 5 }} />
        </Field>
        <Form.Item noStyle dependencies={['kind']}>
          {({ getFieldValue }) =>
            getFieldValue('kind') === 'bank' && (
              <Form.Item name="mayGoBelow" valuePropName="checked" noStyle>
                <Checkbox>{t('account.mayGoBelow')}</Checkbox>
              </Form.Item>
            )
          }
        </Form.Item>
        <Form.Item noStyle dependencies={['kind']}>
          {({ getFieldValue }) =>
            isDoorKind(getFieldValue('kind')) && (
              <Form.Item name="door" valuePropName="checked" noStyle>
                <Checkbox>{t('account.door')}</Checkbox>
              </Form.Item>
            )
          }
        </Form.Item>
      </FormSection>
    </FormDrawer>
  )
}
