import { useQuery } from '@tanstack/react-query'
import { getOutletChoices } from '@xunyun/contract/companies/calls'
import { getWaybill, type WaybillDetail } from '@xunyun/contract/waybills/calls'
import { changeDestination } from '@xunyun/contract/waybills/destination'
import { Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../shared/action/useAction.ts'
import { api } from '../../shared/api/api.ts'
import { Field, FormDrawer, FormSection } from '../../shared/form/FormDrawer.tsx'
import { Lookup } from '../../shared/form/Lookup.tsx'
import { useProposed } from './DestinationField.tsx'

type Values = { destOutletId?: number; reason: string }

/** 改到达网点: another outlet gives the pieces out, and why. Left empty it goes where the service regions say. */
export function DestinationDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const detail = useQuery({
    queryKey: [getWaybill.path, 'destination', id],
    queryFn: ({ signal }) => api(getWaybill, { id, no: undefined }, { signal }),
    staleTime: 0,
    gcTime: 0,
  })
  return detail.data ? <DestinationForm detail={detail.data} onClose={onClose} /> : null
}

function DestinationForm({ detail, onClose }: { detail: WaybillDetail; onClose: () => void }) {
  const { t } = useTranslation('waybills')
  const proposed = useProposed(detail.consignee.region)
  const change = useAction(changeDestination, {
    success: t('done.changeDestination'),
    refresh: ['/api/Waybills/', '/api/Dispatch/'],
  })
  return (
    <FormDrawer<Values>
      name={`destination-${detail.id}`}
      title={t('destination.title', { no: detail.waybillNo })}
      submitLabel={t('act.changeDestination')}
      width={480}
      call={changeDestination}
      initial={{}}
      onSubmit={(values) => change.run({ id: detail.id, version: detail.version, ...values })}
      onClose={onClose}
    >
      <FormSection title={t('destination.now', { name: detail.destName ?? t('destination.none') })} columns={1}>
        <Field name="destOutletId" label={t('column.destOutlet')}>
          <Lookup call={getOutletChoices} allowClear placeholder={proposed ?? t('destination.none')} />
        </Field>
        <Field name="reason" label={t('destination.reason')}>
          <Input maxLength={200} />
        </Field>
      </FormSection>
    </FormDrawer>
  )
}
