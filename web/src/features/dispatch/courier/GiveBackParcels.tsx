import { getOutletChoices } from '@xunyun/contract/companies/calls'
import { giveBackCouriers } from '@xunyun/contract/dispatch/courier'
import { Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { useBatch } from '../../../shared/action/useBatch.ts'
import { MomentInput } from '../../../shared/form/DayInput.tsx'
import { Field, FormDrawer, FormSection } from '../../../shared/form/FormDrawer.tsx'
import { Lookup } from '../../../shared/form/Lookup.tsx'
import { serverNow } from '../../../shared/session/session.ts'
import { type Chosen, nameOf } from './SignParcels.tsx'

/** 退回: what the courier still has comes back to the outlet that gave it out, or to another. */
export function GiveBackParcels({ parcels, onDone, onClose }: Chosen) {
  const { t } = useTranslation('handedOut')
  const act = useBatch(giveBackCouriers, {
    title: t('done.giveBack'),
    refresh: ['/api/Dispatch/', '/api/Waybills/'],
    onDone,
  })
  const what = nameOf(parcels, (count) => t('sign.many', { count }))
  const ids = parcels.map(({ id }) => id)
  return (
    <FormDrawer<{ outletId?: number; at: string; reason: string }>
      name={`parcels-back-${ids.join('-')}`}
      title={t('back.title', { what })}
      submitLabel={t('courierAct.giveBack')}
      width={480}
      call={giveBackCouriers}
      initial={{ at: serverNow().toISOString() }}
      onSubmit={(values, { key }) => act.run({ ...values, ids, outletId: values.outletId }, { key })}
      onSaved={onClose}
      onClose={onClose}
    >
      <FormSection columns={1}>
        <Field name="reason" label={t('giveBack.reason')}>
          <Input maxLength={200} />
        </Field>
        <Field name="outletId" label={t('back.outlet')}>
          <Lookup call={getOutletChoices} allowClear placeholder={t('back.origin')} />
        </Field>
        <Field name="at" label={t('giveBack.at')} required>
          <MomentInput />
        </Field>
      </FormSection>
    </FormDrawer>
  )
}
