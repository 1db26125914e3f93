import { type CourierRow, changeCourier, getCourier, getCourierCompanies } from '@xunyun/contract/dispatch/courier'
import { Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { api } from '../../../shared/api/api.ts'
import { MomentInput } from '../../../shared/form/DayInput.tsx'
import { Field, FormDrawer, FormSection } from '../../../shared/form/FormDrawer.tsx'
import { IntegerInput, MoneyInput, WeightInput } from '../../../shared/form/inputs.tsx'
import { useRecordForm } from '../../../shared/form/useRecordForm.ts'
import { CarrierSelect } from '../CarrierSelect.tsx'

/** Changes a parcel that has not been collected. */
export function CourierForm({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation('handedOut')
  const { form, record } = useRecordForm(id, {
    name: 'parcel',
    add: changeCourier,
    change: changeCourier,
    get: (known) => api(getCourier, { id: known }),
    refresh: ['/api/Dispatch/', '/api/Waybills/'],
    // Where it lies is the record's.
    inputOf: (values: object, parcel: CourierRow | null) => ({
      waybillId: parcel?.waybillId,
      fromPlace: parcel?.fromPlace,
      fromId: parcel?.fromId,
      ...values,
    }),
  })
  return (
    <FormDrawer
      {...form}
      title={t('courier.titleOf', { no: record?.courierNo ?? '' })}
      onSaved={onClose}
      onClose={onClose}
    >
      <FormSection columns={2}>
        <Field name="courierId" label={t('column.courier')}>
          <CarrierSelect call={getCourierCompanies} />
        </Field>
        <Field name="courierNo" label={t('column.courierNo')}>
          <Input maxLength={40} />
        </Field>
        <Field name="pieces" label={t('column.pieces')}>
          <IntegerInput />
        </Field>
        <Field name="chargeWeight" label={`${t('column.chargeWeight')} kg`}>
          <WeightInput />
        </Field>
        <Field name="codAmount" label={t('column.codAmount')}>
          <MoneyInput />
        </Field>
        <Field name="expectAt" label={t('column.expectAt')}>
          <MomentInput />
        </Field>
        <Field name="remark" label={t('column.remark')} span={2}>
          <Input maxLength={500} />
        </Field>
      </FormSection>
    </FormDrawer>
  )
}
