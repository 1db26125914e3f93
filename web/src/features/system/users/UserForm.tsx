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
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../shared/api/api.ts'
import { Field, FormDrawer, FormSection, useFill } from '../../../shared/form/FormDrawer.tsx'
import { PhoneInput } from '../../../shared/form/inputs.tsx'
import { Lookup } from '../../../shared/form/Lookup.tsx'
import { useRecordForm } from '../../../shared/form/useRecordForm.ts'
import { toast } from '../../../shared/ui/toasts.ts'

type Values = {
  readonly ISDIAL: boolean
  readonly scope: ScopeKind
  readonly companies?: readonly number[]
  readonly allWarehouses: boolean
  readonly warehouses?: readonly number[]
  readonly roles?: readonly number[]
}

/** The user, and the companies that the scope consists of. */
async function userWithScope(id: number) {
  const [users, bound] = await Promise.all([api(getAllUsers, { ids: [id] }), api(getBindCompany, { UserID: id })])
  const [user] = Array.isArray(users) ? users : users.rows
  return user && { ...user, id, companies: bound.map(({ CompanyID }) => CompanyID) }
}

/** Adds a user, or changes one: who it is, where the work is done, what may be seen. */
export function UserForm({ user, onClose }: { user: User | null; onClose: () => void }) {
  const { t } = useTranslation('system')
  const { form } = useRecordForm(user?.UserID ?? null, {
    name: 'user',
    idName: 'UserID',
    add: addUsers,
    change: changeUsers,
    get: userWithScope,
    refresh: ['/api/Users/', '/api/BindCompany/', '/api/Roles/', '/api/SysUserRights/'],
    fresh: { scope: 'outlet', ISDIAL: false, allWarehouses: true },
    valuesOf: ({ UNAME, mobile, outletId, scope, companies, ...now }) => ({
      UNAME,
      mobile,
      outletId,
      scope,
      companies,
      ISDIAL: now.ISDIAL === 1,
      allWarehouses: now.warehouses === null,
      warehouses: now.warehouses?.map(({ id }) => id),
      roles: now.roles.map(({ id }) => id),
    }),
    inputOf: (values: Values, now) => ({
      ...values,
      ISDIAL: values.ISDIAL ? 1 : 0,
      companies: values.scope === 'all' ? [] : values.companies,
      warehouses: values.allWarehouses ? [] : values.warehouses,
      roles: values.roles ?? [],
      PHOTO: now?.PHOTO || undefined,
    }),
    onAdded: (_, { UNAME }) => toast.success(t('done.added', { name: UNAME as string })),
    success: t('done.saved'),
  })

  return (
    <FormDrawer
      {...form}
      title={user ? t('act.changeTitle', { name: user.UNAME }) : t('act.add')}
      submitLabel={user ? t('act.save') : t('act.add')}
      secret={['PSD']}
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
        <Outlet isNew={user === null} />
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
        <Scope />
        <BoundTo />
        <Warehouses user={user} />
      </FormSection>
    </FormDrawer>
  )
}

/** Where the work is done. Of somebody new that is what he sees, until other outlets are chosen. */
function Outlet({ isNew }: { isNew: boolean }) {
  const { t } = useTranslation('system')
  const form = Form.useFormInstance()
  const fill = useFill()
  const proposed = useRef<number>(undefined)
  const propose = (outletId: number | undefined) => {
    const { scope, companies = [] }: Partial<Values> = form.getFieldsValue(['scope', 'companies'])
    const isUntouched = companies.length === 0 || (companies.length === 1 && companies[0] === proposed.current)
    if (!isNew || scope !== 'outlet' || !isUntouched) return
    proposed.current = outletId
    fill({ companies: outletId === undefined ? [] : [outletId] })
  }
  return (
    <Field name="outletId" label={t('user.outlet')}>
      <Lookup call={getOutletChoices} onChange={propose} />
    </Field>
  )
}

function Scope() {
  const { t } = useTranslation('system')
  const form = Form.useFormInstance()
  const scope = Form.useWatch<ScopeKind | undefined>('scope', form)
  return (
    <Field
      name="scope"
      label={t('user.scope')}
      span={2}
      says={(code: ScopeKind) => t(`scope.${code}`)}
      {...(scope === undefined ? {} : { hint: t(`scope.means.${scope}`) })}
    >
      <Segmented options={scopes.map((value) => ({ value, label: t(`scope.${value}`) }))} />
    </Field>
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
