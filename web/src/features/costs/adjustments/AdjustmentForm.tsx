import { useQuery } from '@tanstack/react-query'
import {
  type AdjustmentDetail,
  addAdjustments,
  changeAdjustment,
  getAdjustables,
  getAdjustment,
} from '@xunyun/contract/costs/adjustments'
import { methodsFor } from '@xunyun/contract/waybills/payments'
import { Checkbox, Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { api } from '../../../shared/api/api.ts'
import { q } from '../../../shared/api/query.ts'
import { Facts } from '../../../shared/detail/Facts.tsx'
import { Field, FormDrawer, FormSection, useMessages } from '../../../shared/form/FormDrawer.tsx'
import { PaymentsEditor } from '../../../shared/form/PaymentsEditor.tsx'
import { useRecordForm } from '../../../shared/form/useRecordForm.ts'
import { money } from '../../../shared/ui/format.ts'
import styles from '../Costs.module.css'
import { applicationPaths } from '../paths.ts'
import { Papers, SentBack } from '../SentBack.tsx'
import { type AdjustLine, afterOf, amountOf, beforeOf, isSplitAnew, partsOf, usualParty } from './adjustLines.ts'
import { FeeItemChoice } from './FeeItemChoice.tsx'
import { PartyChoice } from './PartyChoice.tsx'
import { ReviewPath } from './ReviewPath.tsx'
import { SignedMoney } from './SignedMoney.tsx'

/** Changes one that is a draft or was sent back, and sends it in, unless that is to wait. */
export function AdjustmentForm({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation('costs')
  const { form, record } = useRecordForm(id, {
    name: 'adjustment',
    add: addAdjustments,
    change: changeAdjustment,
    get: (known) => api(getAdjustment, { id: known }),
    refresh: applicationPaths,
    valuesOf: ({ feeItem, companyId, amount, taxRate, reason, payments }: AdjustmentDetail) => ({
      feeItem,
      companyId: companyId ?? undefined,
      amount,
      taxRate: taxRate ?? undefined,
      reason,
      payments: payments?.map(({ method, amount }) => ({ method, ...(amount === null ? {} : { amount }) })),
      submit: true,
    }),
  })
  return (
    <FormDrawer {...form} title={`${t('act.edit')} ${record?.no ?? ''}`} width={640} onClose={onClose}>
      {record && <Fields record={record} />}
    </FormDrawer>
  )
}

function Fields({ record }: { record: AdjustmentDetail }) {
  const { t } = useTranslation(['costs', 'waybills'])
  const values = (Form.useWatch([], { preserve: true }) ?? {}) as Omit<AdjustLine, 'target'>
  const { chargeId, ofNo } = record
  const found = useQuery(q(getAdjustables, { numbers: [chargeId === null ? ofNo : `#${chargeId}`] }))
  const target = found.data?.find((one) => one.waybillId === record.waybillId && one.chargeId === record.chargeId)
  const line: AdjustLine | undefined = target && { ...values, target }
  return (
    <>
      <SentBack opinion={record.opinion} />
      {line && (
        <div className={styles.inForm}>
          <Facts
            columns={3}
            facts={[
              { label: t('column.ofNo'), value: record.ofNo },
              { label: t('column.customer'), value: record.customerName },
              {
                label: `${t('column.before')} → ${t('column.after')}`,
                value: `${money(beforeOf(line))} → ${money(afterOf(line))}`,
              },
            ]}
          />
        </div>
      )}
      <FormSection columns={2}>
        <Field name="feeItem" label={t('column.feeItem')}>
          <FeeItemChoice target={target} />
        </Field>
        <Field name="companyId" label={t('column.party')}>
          <PartyChoice
            direction={record.direction}
            usual={target ? usualParty(target).partyName : null}
            name={values.companyId === record.companyId ? record.partyName : undefined}
          />
        </Field>
        <Field name="amount" label={t('column.change')}>
          <SignedMoney />
        </Field>
        <Field name="reason" label={t('column.reason')} span={2}>
          <Input.TextArea autoSize={{ minRows: 1, maxRows: 4 }} maxLength={300} />
        </Field>
        {line && isSplitAnew(line) && (
          <Field name="payments" label={t('waybills:column.payments')} span={2} contract={false}>
            <Parts line={line} />
          </Field>
        )}
        <Form.Item name="submit" valuePropName="checked" noStyle>
          <Checkbox>{t('adjust.andSubmit')}</Checkbox>
        </Form.Item>
      </FormSection>
      {line && (
        <div className={styles.inForm}>
          <ReviewPath amount={amountOf(line)} />
        </div>
      )}
      <Papers of={record.id} />
    </>
  )
}

type PartsProps = {
  line: AdjustLine
  value?: AdjustLine['payments']
  onChange?: (parts: AdjustLine['payments']) => void
}

/** The parts as they were agreed, until they are typed anew. */
function Parts({ line, value, onChange }: PartsProps) {
  const parts = partsOf({ ...line, payments: value })
  const errors = new Map(
    useMessages().flatMap(({ name: [root, part], errors: [error] }) =>
      root === 'payments' && part !== undefined && error !== undefined ? [[Number(part), error] as const] : [],
    ),
  )
  return (
    <PaymentsEditor
      value={parts}
      {...(onChange ? { onChange } : {})}
      methods={methodsFor(
        line.target.customerName === null,
        parts.map(({ method }) => method),
      )}
      errors={errors}
    />
  )
}
