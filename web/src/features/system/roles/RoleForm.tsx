import { useQueryClient } from '@tanstack/react-query'
import { addRole, changeRole, copyRole, getRoles, type RoleRow } from '@xunyun/contract/system/roles'
import { Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../../shared/action/useAction.ts'
import { api } from '../../../shared/api/api.ts'
import { Field, FormDrawer, FormSection } from '../../../shared/form/FormDrawer.tsx'

type Values = { name: string; note?: string | null }
type Props = {
  /** Null: a new one. */
  readonly role: RoleRow | null
  /** A new one with the rights of `role`. */
  readonly copy?: boolean
  /** A new role gives nothing yet: its rights come next. */
  readonly onMade: (role: { id: number; name: string }) => void
  readonly onClose: () => void
}

const refresh = ['/api/Roles/', '/api/Users/']

/** Names a role, and says what it is for. */
export function RoleForm({ role, copy = false, onMade, onClose }: Props) {
  const { t } = useTranslation('system')
  const client = useQueryClient()
  const [version, setVersion] = useState(role?.version ?? 0)
  const add = useAction(addRole, { refresh })
  const duplicate = useAction(copyRole, { refresh })
  const change = useAction(changeRole, { refresh, success: t('done.saved') })
  const changes = role !== null && !copy
  const initial =
    role === null ? {} : { name: copy ? t('role.copyOf', { name: role.name }) : role.name, note: role.note }

  const save = async (values: Values, options: { key: string }) => {
    if (changes) await change.run({ note: undefined, ...values, id: role.id, version }, options)
    else {
      const made =
        role === null
          ? await add.run({ note: undefined, ...values }, options)
          : await duplicate.run({ note: undefined, ...values, id: role.id }, options)
      onMade({ ...made, name: values.name })
    }
  }
  const reload = async () => {
    const ids = [role?.id ?? 0]
    const queryFn = () => api(getRoles, { ids })
    const { rows } = await client.fetchQuery({ queryKey: [getRoles.path, 'one', ids], queryFn, staleTime: 0 })
    const [fresh] = rows
    if (!fresh) return {}
    setVersion(fresh.version)
    return { name: fresh.name, note: fresh.note }
  }
  const title = changes
    ? t('role.changeTitle', { name: role.name })
    : role === null
      ? t('role.add')
      : t('role.copyTitle', { name: role.name })

  return (
    <FormDrawer<Values>
      name={role === null ? 'role-new' : `role-${copy ? 'copy' : 'change'}-${role.id}`}
      title={title}
      submitLabel={changes ? t('act.save') : t('role.add')}
      call={changes ? changeRole : role === null ? addRole : copyRole}
      initial={initial}
      width={560}
      onSubmit={save}
      onReload={changes ? reload : undefined}
      onClose={onClose}
    >
      <FormSection>
        <Field name="name" label={t('role.name')} span={2}>
          <Input />
        </Field>
        <Field name="note" label={t('role.note')} span={2} hint={t('role.noteHint')}>
          <Input.TextArea autoSize={{ minRows: 2, maxRows: 6 }} />
        </Field>
      </FormSection>
    </FormDrawer>
  )
}
