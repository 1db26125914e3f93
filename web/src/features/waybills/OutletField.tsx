import { useQuery } from '@tanstack/react-query'
import { getOutletChoices } from '@xunyun/contract/companies/calls'
import { useTranslation } from 'react-i18next'
import { q } from '../../shared/api/query.ts'
import { Field } from '../../shared/form/FormFrame.tsx'
import { Lookup } from '../../shared/form/Lookup.tsx'
import { useSession } from '../../shared/session/session.ts'

const mine = { mine: true }

/** Left empty the server takes one's own outlet, or the only one; without either it has to be said. */
export function useOutletNeeded(isNew: boolean): boolean {
  const user = useSession(({ userInfo }) => userInfo)
  const hasOwn = user === null || user.scope === 'customer' || user.outletId !== null || user.scope === 'outlet'
  const found = useQuery({
    ...q(getOutletChoices, { ...mine }),
    enabled: isNew && !hasOwn,
    staleTime: 60_000,
  })
  return isNew && !hasOwn && (found.data?.length ?? 0) > 1
}

/** Whose waybill it is. */
export function OutletField({ isNew }: { isNew: boolean }) {
  const { t } = useTranslation(['waybills', 'ui'])
  const user = useSession(({ userInfo }) => userInfo)
  const needed = useOutletNeeded(isNew)
  // A customer's account is served by the outlet it is given.
  if (user?.scope === 'customer') return null
  return (
    <Field name="outletId" label={t('column.outlet')} required={needed}>
      <Lookup
        call={getOutletChoices}
        input={mine}
        allowClear
        placeholder={(isNew && user?.outletName) || t('ui:form.choose')}
      />
    </Field>
  )
}
