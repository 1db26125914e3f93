import { getOutletChoices } from '@xunyun/contract/companies/calls'
import {
  addExpense,
  type CostApplicationDetail,
  changeExpense,
  getCostApplication,
} from '@xunyun/contract/costs/costApplications'
import { shareMethods } from '@xunyun/contract/costs/lines'
import { wordFor } from '@xunyun/contract/dictionary'
import type { StoredFile } from '@xunyun/contract/system/files'
import { Checkbox, Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { api, type Sending } from '../../../shared/api/api.ts'
import { Choice } from '../../../shared/form/Choice.tsx'
import { FileInput } from '../../../shared/form/FileInput.tsx'
import { Field, FormDrawer, FormSection } from '../../../shared/form/FormDrawer.tsx'
import { DecimalInput, MoneyInput } from '../../../shared/form/inputs.tsx'
import { Lookup } from '../../../shared/form/Lookup.tsx'
import { useRecordForm } from '../../../shared/form/useRecordForm.ts'
import { useLanguage } from '../../../shared/i18n/useLanguage.ts'
import { Papers, SentBack } from '../SentBack.tsx'
import { PayeeSelect } from '../trips/PayeeSelect.tsx'
import { costPaths } from '../trips/paths.ts'

type Payee = { readonly companyId?: number; readonly driverId?: number; readonly payeeName?: string }
type Values = Omit<Sending<typeof addExpense>, 'companyId' | 'driverId' | 'of' | 'fileIds'> & {
  readonly payee?: Payee
  /** Numbers as typed, with blanks, commas or lines between. */
  readonly numbers?: string
  readonly files?: readonly StoredFile[]
}

/** Asks for money that no trip covers: the slip, who was paid, and what it was for. */
export function ExpenseForm({ id, onClose }: { id: number | null; onClose: () => void }) {
  const { t } = useTranslation(['fees', 'costs', 'tripCosts'])
  const language = useLanguage()
  const { form, record } = useRecordForm(id, {
    name: 'expense',
    add: addExpense,
    change: changeExpense,
    get: (known) => api(getCostApplication, { id: known }),
    refresh: costPaths,
    fresh: { submit: true },
    valuesOf: (one: CostApplicationDetail) => ({
      feeItem: one.lines[0]?.feeItem,
      payee: {
        companyId: one.companyId ?? undefined,
        driverId: one.driverId ?? undefined,
        payeeName: one.payeeName ?? undefined,
      },
      amount: one.amount,
      taxRate: one.lines[0]?.taxRate ?? undefined,
      reason: one.reason,
      method: one.method ?? undefined,
      numbers: (one.waybills.length > 0 ? one.waybills.map(({ no }) => no) : one.ofNos).join('\n'),
      submit: true,
    }),
    inputOf: ({ payee, numbers, files, ...values }: Values) => ({
      ...values,
      companyId: payee?.companyId,
      driverId: payee?.driverId,
      of: (numbers ?? '').split(/[\s,，、;；]+/).filter((number) => number !== ''),
      fileIds: (files ?? []).map(({ FileID }) => FileID),
    }),
  })
  return (
    <FormDrawer
      {...form}
      title={id === null ? t('expense.new') : `${t('expense.change')} ${record?.no ?? ''}`}
      width={560}
      onClose={onClose}
    >
      <SentBack opinion={record?.opinion ?? null} />
      <FormSection columns={2}>
        <Field name="feeItem" label={t('costs:column.feeItem')}>
          <Choice type="feeItem" />
        </Field>
        <Field name="amount" label={t('costs:column.amount')}>
          <MoneyInput />
        </Field>
        <Field name="payee" label={t('costs:column.payee')} contract={false} hint={t('expense.payeeHint')}>
          <Payees />
        </Field>
        <Field name="taxRate" label={`${t('costs:column.taxRate')} %`}>
          <DecimalInput places={2} />
        </Field>
        <Field name="reason" label={t('costs:column.reason')} span={2}>
          <Input.TextArea autoSize={{ minRows: 2, maxRows: 5 }} maxLength={300} />
        </Field>
        <Field name="numbers" label={t('costs:column.of')} span={2} contract={false} hint={t('expense.ofHint')}>
          <Input.TextArea autoSize={{ minRows: 1, maxRows: 6 }} />
        </Field>
        <Field name="method" label={t('expense.method')} hint={t('expense.methodHint')}>
          <Choice
            options={shareMethods
              .filter((method) => method !== 'manual')
              .map((method) => ({ value: method, label: wordFor('shareMethod', method, language) }))}
          />
        </Field>
        <Field name="outletId" label={t('costs:column.outlet')} hint={t('expense.outletHint')}>
          <Lookup call={getOutletChoices} />
        </Field>
        {id === null && (
          <Field name="files" label={t('expense.files')} span={2} contract={false}>
            <FileInput max={5} accept="image/*,application/pdf" />
          </Field>
        )}
        <Form.Item name="submit" valuePropName="checked" noStyle>
          <Checkbox>{t('expense.submit')}</Checkbox>
        </Form.Item>
      </FormSection>
      {id !== null && <Papers of={id} />}
    </FormDrawer>
  )
}

/** One payee: a company or a driver; left empty, it is paid against a slip. */
function Payees({ id, value, onChange }: { id?: string; value?: Payee; onChange?: (payee: Payee) => void }) {
  return <PayeeSelect {...(id ? { id } : {})} value={value ?? {}} onChange={(payee) => onChange?.(payee as Payee)} />
}
