import { addRole, changeRole, copyRole, getRoles, type RoleRow } from '@xunyun/contract/system/roles'
import { Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { api } from '../../../shared/api/api.ts'
import { Field, FormDrawer, FormSection } from '../../../shared/form/FormDrawer.tsx'
import { useRecordForm } from '../../../shared/form/useRecordForm.ts'

type Props = {
  /** Null: a new one. */
  readonly role: RoleRow | null
  /** A new one with the rights of `role`. */
  readonly copy?: boolean
  /** A new role gives nothing yet: its rights come next. */
  readonly onMade: (role: { id: number; name: string }) => void
  readonly onClose: () => void
}

/** Names a role, and says what it is for. */
export function RoleForm({ role, copy = false, onMade, onClose }: Props) {
  const { t } = useTranslation('system')
  const changes = role !== null && !copy
  const { form } = useRecordForm(role, {
    name: 'role',
    add: copy ? copyRole : addRole,
    change: changeRole,
    copy,
    get: (id) => api(getRoles, { ids: [id] }).then(({ rows: [row] }) => row),
    refresh: ['/api/Roles/', '/api/Users/'],
    valuesOf: ({ name }, same) => ({ ...same, name: copy ? t('role.copyOf', { name }) : name }),
    inputOf: (values: object) => ({ ...values, id: role?.id }),
    onAdded: ({ id }, { name }) => onMade({ id, name: name as string }),
    success: t('done.saved'),
  })
  const title = changes
    ? t('role.changeTitle', { name: role.name })
    : role === null
      ? t('role.add')
      : t('role.copyTitle', { name: role.name })

  return (
    <FormDrawer
      {...form}
      title={title}
      submitLabel={changes ? t('act.save') : t('role.add')}
      width={560}
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
