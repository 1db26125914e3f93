import { getClerks } from '@xunyun/contract/mobileOrders/calls'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Lookup } from '../../shared/form/Lookup.tsx'
import { Dialog } from '../../shared/ui/Dialog.tsx'
import styles from './MobileOrders.module.css'

type Props = {
  readonly title: string
  readonly pending: boolean
  readonly onSubmit: (userId: number) => Promise<unknown>
  readonly onClose: () => void
}

/** 分派: one clerk for one or several orders. */
export function AssignDialog({ title, pending, onSubmit, onClose }: Props) {
  const { t } = useTranslation(['mobileOrders', 'ui'])
  const [userId, setUserId] = useState<number | undefined>(undefined)
  const save = async () => {
    if (userId === undefined) return
    try {
      await onSubmit(userId)
      onClose()
    } catch {
      // It has been said; what was chosen stays.
    }
  }
  return (
    <Dialog
      open
      title={title}
      onCancel={onClose}
      yes={{
        label: t('act.assign'),
        refused: userId === undefined ? t('ui:why.nothingPicked') : null,
        loading: pending,
        onClick: () => void save(),
      }}
    >
      <label className={styles.label} htmlFor="assign-clerk">
        {t('field.acceptedBy')}
      </label>
      <Lookup
        id="assign-clerk"
        call={getClerks}
        value={userId}
        onChange={(id: number | undefined) => setUserId(id)}
        style={{ width: '100%' }}
      />
    </Dialog>
  )
}
