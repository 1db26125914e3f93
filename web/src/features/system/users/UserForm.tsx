import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getCompanyChoices, getOutletChoices } from '@xunyun/contract/companies/calls'
import {
  addUsers,
  changeUsers,
  getAllUsers,
  getBindCompany,
  type ScopeKind,
  scopes,
  type User,
} from '@xunyun/contract/system/calls'
import { getRoleChoices } from '@xunyun/contract/system/roles'
import { getWarehouseChoices } from '@xunyun/contract/warehouse/masters/warehouses'
import { Checkbox, Form, Input, Segmented } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../../shared/action/useAction.ts'
import { api } from '../../../shared/api/api.ts'
import { Field, FormDrawer, FormSection } from '../../../shared/form/FormDrawer.tsx'
import { PhoneInput } from '../../../shared/form/inputs.tsx'
import { Lookup } from '../../../shared/form/Lookup.tsx'
import { toast } from '../../../shared/ui/toasts.ts'

type Values = {
  LOGNAME?: string
  PSD?: string
  UNAME: string
  mobile?: string | null
  outletId?: number | null
  ISDIAL: boolean
  scope: ScopeKind
  companies?: readonly number[]
  allWarehouses: boolean
  warehouses?: readonly number[]
  roles?: readonly number[]
}

const refresh = ['/api/Users/', '/api/BindCompany/', '/api/Roles/', '/api/SysUserRights/'] as const
const blank: Partial<Values> = { scope: 'outlet', ISDIAL: false, allWarehouses: true }

const valuesOf = (user: User, companies: readonly number[]): Partial<Values> => ({
  UNAME: user.UNAME,
  mobile: user.mobile,
  outletId: user.outletId,
  ISDIAL: user.ISDIAL === 1,
  scope: user.scope,
  companies,
  allWarehouses: user.warehouses === null,
  warehouses: user.warehouses?.map(({ id }) => id),
  roles: user.roles.map(({ id }) => id),
})

/** Adds a user, or changes one: who it is, where the work is done, what may be seen. */
export function UserForm({ user, onClose }: { user: User | null; onClose: () => void }) {
  const { t } = useTranslation('system')
  const client = useQueryClient()
  const [version, setVersion] = useState(user?.version ?? 0)
  const add = useAction(addUsers, { refresh })
  const change = useAction(changeUsers, { refresh, success: t('done.saved') })
  const bindings = useQuery(bindingsOf(user?.UserID ?? 0, user !== null))
  const initial =
    user === null
      ? blank
      : bindings.data &&
        valuesOf(
          user,
          bindings.data.map((one) => one.CompanyID),
        )

  const save = async ({ LOGNAME, PSD, ...values }: Values, options: { key: string }) => {
    const fields = {
      ...values,
      ISDIAL: values.ISDIAL ? 1 : 0,
      companies: values.scope === 'all' ? [] : values.companies,
      warehouses: values.allWarehouses ? [] : values.warehouses,
      roles: values.roles ?? [],
    }
    if (user === null) {
      await add.run({ LOGNAME: LOGNAME ?? '', PSD: PSD ?? '', ...fields }, options)
      toast.success(t('done.added', { name: values.UNAME }))
    } else await change.run({ UserID: user.UserID, version, PHOTO: user.PHOTO || undefined, ...fields }, options)
  }
  const reload = async () => {
    const users = await api(getAllUsers, {})
    const fresh = Array.isArray(users) ? users.find(({ UserID }) => UserID === user?.UserID) : undefined
    if (!fresh) return {}
    setVersion(fresh.version)
    const bound = await client.fetchQuery({ ...bindingsOf(fresh.UserID, true), staleTime: 0 })
    return valuesOf(
      fresh,
      bound.map((one) => one.CompanyID),
    )
  }

  return (
    <FormDrawer<Values>
      name={user ? `user-${user.UserID}` : 'user-new'}
      title={user ? t('act.changeTitle', { name: user.UNAME }) : t('act.add')}
      submitLabel={user ? t('act.save') : t('act.add')}
      call={user ? changeUsers : addUsers}
      initial={initial}
      secret={['PSD']}
      onSubmit={save}
      onReload={user ? reload : undefined}
      onClose={onClose}
    >
      <FormSection>
        {user === null && (
          <>
            <Field name="LOGNAME" label={t('user.account')}>
              <Input autoComplete="off" />
            </Field>
            <Field name="PSD" label={t('user.password')} hint={t('user.passwordHint')}>
              <Input.Password autoComplete="new-password" />
            </Field>
          </>
        )}
        <Field name="UNAME" label={t('user.name')}>
          <Input />
        </Field>
        <Field name="mobile" label={t('user.mobile')}>
          <PhoneInput />
        </Field>
        <Field name="outletId" label={t('user.outlet')}>
          <Lookup call={getOutletChoices} />
        </Field>
        <Field
          name="ISDIAL"
          label={t('user.isDial')}
          contract={false}
          valuePropName="checked"
          says={(on) => (on ? t('user.yes') : t('user.no'))}
        >
          <Checkbox />
        </Field>
        <Field
          name="roles"
          label={t('user.roles')}
          span={2}
          hint={t('user.rolesHint')}
          says={(ids: readonly number[] | undefined) => t('user.rolesCount', { number: ids?.length ?? 0 })}
        >
          <Lookup
            call={getRoleChoices}
            multiple
            known={user?.roles.map(({ id, name }) => ({ id, label: name, hint: null }))}
          />
        </Field>
        <Field name="scope" label={t('user.scope')} span={2} says={(scope: ScopeKind) => t(`scope.${scope}`)}>
          <Segmented options={scopes.map((value) => ({ value, label: t(`scope.${value}`) }))} />
        </Field>
        <BoundTo />
        <Warehouses user={user} />
      </FormSection>
    </FormDrawer>
  )
}

/** All that the scope has, or chosen ones. */
function Warehouses({ user }: { user: User | null }) {
  const { t } = useTranslation('system')
  const form = Form.useFormInstance()
  const all = Form.useWatch<boolean | undefined>('allWarehouses', form)
  return (
    <>
      <Field
        name="allWarehouses"
        label={t('user.warehouses')}
        span={2}
        says={(every: boolean) => t(every ? 'user.allWarehouses' : 'user.chosenWarehouses')}
      >
        <Segmented
          options={[
            { value: true, label: t('user.allWarehouses') },
            { value: false, label: t('user.chosenWarehouses') },
          ]}
        />
      </Field>
      {all === false && (
        <Field
          name="warehouses"
          label={t('user.chosenWarehouses')}
          required
          span={2}
          hint={t('user.warehousesHint')}
          says={(ids: readonly number[] | undefined) => String(ids?.length ?? 0)}
        >
          <Lookup
            call={getWarehouseChoices}
            multiple
            known={user?.warehouses?.map(({ id, name }) => ({ id, label: name, hint: null }))}
          />
        </Field>
      )}
    </>
  )
}

const bindingsOf = (UserID: number, enabled: boolean) => ({
  queryKey: [getBindCompany.path, UserID],
  queryFn: ({ signal }: { signal: AbortSignal }) => api(getBindCompany, { UserID }, { signal }),
  staleTime: 0,
  gcTime: 0,
  enabled,
})

/** The companies that a scope consists of; of another scope, other companies. */
function BoundTo() {
  const { t } = useTranslation('system')
  const form = Form.useFormInstance()
  const scope = Form.useWatch<ScopeKind | undefined>('scope', form)
  if (scope === undefined || scope === 'all') return null
  const isOutlet = scope === 'outlet'
  return (
    <Field key={scope} name="companies" label={isOutlet ? t('scope.outlets') : t('scope.customers')} required span={2}>
      {isOutlet ? (
        <Lookup call={getOutletChoices} multiple />
      ) : (
        <Lookup call={getCompanyChoices} input={{ roles: ['customer', 'owner'] }} multiple />
      )}
    </Field>
  )
}
