import { getCompanyChoices } from '@xunyun/contract/companies/calls'
import { addValueAdded } from '@xunyun/contract/warehouse/billing/charges'
import { getWarehouseChoices } from '@xunyun/contract/warehouse/masters/warehouses'
import { Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../../shared/action/useAction.ts'
import type { Sending } from '../../../shared/api/api.ts'
import { Choice } from '../../../shared/form/Choice.tsx'
import { DayInput } from '../../../shared/form/DayInput.tsx'
import { Field, FormDrawer, FormSection } from '../../../shared/form/FormDrawer.tsx'
import { DecimalInput } from '../../../shared/form/inputs.tsx'
import { Lookup } from '../../../shared/form/Lookup.tsx'
import { serverNow } from '../../../shared/session/session.ts'
import { day, money } from '../../../shared/ui/format.ts'
import { toast } from '../../../shared/ui/toasts.ts'
import { billingPaths } from './paths.ts'

type Values = Sending<typeof addValueAdded>

/** A service that no document of the warehouse tells of: labelling, repacking … by the rate that was agreed. */
export function ValueAddedForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('warehouse/billing')
  const add = useAction(addValueAdded, { refresh: billingPaths })
  return (
    <FormDrawer<Values>
      name="value-added-new"
      title={t('added.new')}
      submitLabel={t('added.save')}
      call={addValueAdded}
      initial={{ day: day(serverNow()) }}
      onSubmit={async (values, options) => {
        const { amount } = await add.run(values, options)
        toast.success(t('added.made', { amount: money(amount) }))
      }}
      onClose={onClose}
    >
      <FormSection>
        <Field name="customerId" label={t('field.customerId')}>
          <Lookup call={getCompanyChoices} input={{ roles: ['customer', 'owner', 'settle'] }} />
        </Field>
        <Field name="warehouseId" label={t('field.warehouseId')}>
          <Lookup call={getWarehouseChoices} />
        </Field>
        <Field name="day" label={t('field.day')}>
          <DayInput />
        </Field>
        <Field name="feeItem" label={t('field.feeItem')}>
          <Choice type="feeItem" />
        </Field>
        <Field name="quantity" label={t('field.quantity')} hint={t('added.quantityHint')}>
          <DecimalInput places={3} short />
        </Field>
        <Field name="docNo" label={t('field.docNo')}>
          <Input maxLength={60} />
        </Field>
        <Field name="remark" label={t('field.remark')} span={2}>
          <Input.TextArea autoSize={{ minRows: 1, maxRows: 4 }} />
        </Field>
      </FormSection>
    </FormDrawer>
  )
}
