import type { User } from '@xunyun/contract/system/calls'
import { getRoleChoices } from '@xunyun/contract/system/roles'
import { Segmented } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Lookup } from '../../../shared/form/Lookup.tsx'
import { Dialog } from '../../../shared/ui/Dialog.tsx'
import styles from '../System.module.css'

type Mode = 'add' | 'replace'
type Props = {
  readonly users: readonly User[]
  readonly pending: boolean
  readonly onSubmit: (roles: readonly number[], mode: Mode) => Promise<unknown>
  readonly onClose: () => void
}

/** Roles for several users: besides those they have, or in their place. */
export function AssignRoles({ users, pending, onSubmit, onClose }: Props) {
  const { t } = useTranslation(['system', 'ui'])
  const [roles, setRoles] = useState<readonly number[]>([])
  const [mode, setMode] = useState<Mode>('add')
  const nothing = mode === 'add' && roles.length === 0
  const save = async () => {
    try {
      await onSubmit(roles, mode)
      onClose()
    } catch {
      // It has been said; what was chosen stays.
    }
  }
  return (
    <Dialog
      open
      title={t('assign.title', { number: users.length })}
      onCancel={onClose}
      yes={{
        label: t('act.assign'),
        loading: pending,
        refused: nothing ? t('ui:why.nothingChanged') : null,
        onClick: () => void save(),
      }}
    >
      <div className={styles.mode}>
        <Segmented<Mode>
          aria-label={t('assign.mode')}
          value={mode}
          onChange={setMode}
          options={[
            { value: 'add', label: t('assign.add') },
            { value: 'replace', label: t('assign.replace') },
          ]}
        />
      </div>
      <label className={styles.label} htmlFor="assign-roles">
        {t('user.roles')}
      </label>
      <Lookup
        id="assign-roles"
        call={getRoleChoices}
        multiple
        value={roles}
        onChange={(ids: readonly number[] | undefined) => setRoles(ids ?? [])}
        style={{ width: '100%' }}
      />
      <p className={styles.hint}>{t(mode === 'add' ? 'assign.addHint' : 'assign.replaceHint')}</p>
    </Dialog>
  )
}
