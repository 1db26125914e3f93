import { useQuery } from '@tanstack/react-query'
import { type CourierRow, changeCourier, getCourier, getCourierCompanies } from '@xunyun/contract/dispatch/courier'
import { Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../../shared/action/useAction.ts'
import { api } from '../../../shared/api/api.ts'
import { q } from '../../../shared/api/query.ts'
import { MomentInput } from '../../../shared/form/DayInput.tsx'
import { Field, FormDrawer, FormSection } from '../../../shared/form/FormDrawer.tsx'
import { IntegerInput, MoneyInput, WeightInput } from '../../../shared/form/inputs.tsx'
import { CarrierSelect } from '../CarrierSelect.tsx'

type Values = {
  courierId: number
  courierNo: string
  pieces: number
  chargeWeight?: string
  codAmount?: string
  expectAt?: string
  remark?: string
}
const valuesOf = ({ courierId, courierNo, pieces, chargeWeight, codAmount, expectAt, remark }: CourierRow): Values => ({
  courierId,
  courierNo,
  pieces,
  chargeWeight,
  codAmount,
  ...(expectAt === null ? {} : { expectAt }),
  ...(remark === null ? {} : { remark }),
})

/** Changes a parcel that has not been collected. */
export function CourierForm({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation(['handedOut', 'ui'])
  const found = useQuery({ ...q(getCourier, { id }), staleTime: 0 })
  // The one that the form began with: its version is sent, until a conflict shows a newer one.
  const [newer, setNewer] = useState<CourierRow>()
  const [first, setFirst] = useState<CourierRow>()
  if (first === undefined && found.data && !found.isFetching) setFirst(found.data)
  const parcel = newer ?? first
  const act = useAction(changeCourier, {
    success: t('ui:master.saved'),
    refresh: ['/api/Dispatch/', '/api/Waybills/'],
  })
  return (
    <FormDrawer<Values>
      name={`parcel-${id}`}
      title={t('courier.titleOf', { no: found.data?.courierNo ?? '' })}
      submitLabel={t('form.saveChanges')}
      call={changeCourier}
      initial={first && valuesOf(first)}
      onSubmit={(values, { key }) => {
        const { waybillId = 0, fromPlace = 'outlet', fromId = 0, version = 0 } = parcel ?? {}
        return act.run(
          {
            waybillId,
            fromPlace,
            fromId,
            version,
            id,
            ...values,
            chargeWeight: values.chargeWeight || undefined,
            codAmount: values.codAmount || undefined,
            expectAt: values.expectAt,
            remark: values.remark,
          },
          { key },
        )
      }}
      onReload={async () => {
        const now = await api(getCourier, { id })
        setNewer(now)
        return valuesOf(now)
      }}
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
