import { useQuery } from '@tanstack/react-query'
import { getOutletChoices } from '@xunyun/contract/companies/calls'
import { proposeDestination } from '@xunyun/contract/waybills/destination'
import { Form } from 'antd'
import { useTranslation } from 'react-i18next'
import { q } from '../../shared/api/query.ts'
import { Field } from '../../shared/form/FormFrame.tsx'
import { Lookup } from '../../shared/form/Lookup.tsx'
import { useSession } from '../../shared/session/session.ts'

/** What is shown where nobody has chosen: the outlet that serves the region. */
export function useProposed(region: string | undefined): string | undefined {
  const { t } = useTranslation('waybills')
  const found = useQuery({
    ...q(proposeDestination, { region: region ?? '' }),
    enabled: region !== undefined && region !== '',
    staleTime: 60_000,
  })
  return found.data ? t('destination.proposed', { name: found.data.name }) : undefined
}

/** 到达网点: left empty it is the one whose service regions hold the consignee. */
export function DestinationField() {
  const { t } = useTranslation(['waybills', 'ui'])
  const form = Form.useFormInstance()
  const region = Form.useWatch<string | undefined>(['consignee', 'region'], form)
  const isCustomer = useSession(({ userInfo }) => userInfo?.scope === 'customer')
  const proposed = useProposed(isCustomer ? undefined : region)
  // Which of our outlets serves them is not a customer's to choose.
  if (isCustomer) return null
  return (
    <Field name="destOutletId" label={t('column.destOutlet')}>
      <Lookup call={getOutletChoices} allowClear placeholder={proposed ?? t('ui:form.choose')} />
    </Field>
  )
}
