import { useQuery } from '@tanstack/react-query'
import { addComplaint, changeComplaint, complaintHours, getComplaint } from '@xunyun/contract/cases/complaints'
import { getCompanyChoices } from '@xunyun/contract/companies/calls'
import { getWaybill } from '@xunyun/contract/waybills/calls'
import { Button, Form, Input } from 'antd'
import { useDeferredValue } from 'react'
import { useTranslation } from 'react-i18next'
import { api, type Sending } from '../../shared/api/api.ts'
import { q } from '../../shared/api/query.ts'
import { Choice } from '../../shared/form/Choice.tsx'
import { Field, FormDrawer, FormSection, useFill } from '../../shared/form/FormDrawer.tsx'
import { PhoneInput } from '../../shared/form/inputs.tsx'
import { known, Lookup } from '../../shared/form/Lookup.tsx'
import { useRecordForm } from '../../shared/form/useRecordForm.ts'
import { casePaths } from './paths.ts'

/** Who may be calling about a waybill: its parties, taken with their telephone at one click. */
function Callers() {
  const { t } = useTranslation(['cases', 'waybills'])
  const form = Form.useFormInstance<{ waybillNo?: string }>()
  const put = useFill()
  const no = useDeferredValue((Form.useWatch('waybillNo', form) ?? '').trim().toUpperCase())
  const { data } = useQuery({
    ...q(getWaybill, { id: undefined, no }),
    enabled: /^[A-Z]+\d{6,}$/.test(no),
    retry: false,
  })
  if (data?.waybillNo !== no) return null
  return (['consignee', 'shipper'] as const).map((side) => (
    <Button
      key={side}
      type="link"
      size="small"
      onClick={() =>
        put({
          complainant: data[side].name,
          phone: data[side].phone,
          ...(data.customerId === null ? {} : { customerId: data.customerId }),
        })
      }
    >
      {t(`waybills:task.${side}`)} {data[side].name}
    </Button>
  ))
}

/** Takes a complaint down, or mends what was taken down. */
export function ComplaintForm({
  id,
  waybillNo,
  onClose,
}: {
  id: number | null
  waybillNo?: string
  onClose: () => void
}) {
  const { t } = useTranslation('cases')
  const { form, record } = useRecordForm(id, {
    name: 'complaint',
    add: addComplaint,
    change: changeComplaint,
    get: (known) => api(getComplaint, { id: known, no: undefined }),
    refresh: casePaths,
    fresh: { urgency: 1, channel: 'phone', waybillNo },
    success: t('complaint.saved'),
    inputOf: (values: Sending<typeof addComplaint>) => ({ ...values, waybillNo: values.waybillNo || undefined }),
  })
  return (
    <FormDrawer
      {...form}
      title={id === null ? t('complaint.new') : t('complaint.edit', { no: record?.complaintNo ?? '' })}
      width={600}
      onClose={onClose}
    >
      <FormSection columns={2}>
        <Field name="complainant" label={t('complaint.complainant')}>
          <Input maxLength={60} />
        </Field>
        <Field name="phone" label={t('complaint.phone')}>
          <PhoneInput />
        </Field>
        <Field name="waybillNo" label={t('column.waybillNo')} hint={<Callers />}>
          <Input maxLength={40} />
        </Field>
        <Field name="customerId" label={t('column.customer')}>
          <Lookup call={getCompanyChoices} known={known(record?.customerId, record?.customerName)} />
        </Field>
        <Field name="channel" label={t('complaint.channel')}>
          <Choice type="complaintChannel" />
        </Field>
        <Field name="category" label={t('complaint.category')}>
          <Choice type="complaintCategory" />
        </Field>
        <Field name="urgency" label={t('complaint.urgency')}>
          <Choice
            options={complaintHours.map((hours, at) => ({
              value: at + 1,
              label: t('complaint.urgencyOf', { level: at + 1, hours }),
            }))}
          />
        </Field>
        <Field name="text" label={t('complaint.text')} span={2}>
          <Input.TextArea rows={4} maxLength={1000} />
        </Field>
      </FormSection>
    </FormDrawer>
  )
}
