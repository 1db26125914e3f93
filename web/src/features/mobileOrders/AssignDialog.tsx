import { getClerks } from '@xunyun/contract/mobileOrders/calls'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActButton } from '../../shared/action/ActButton.tsx'
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
  const { t } = useTranslation(['mobileOrders', 'common', 'ui'])
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
      footer={[
        <Button key="no" onClick={onClose}>
          {t('common:cancel')}
        </Button>,
        <ActButton
          key="yes"
          type="primary"
          refused={userId === undefined ? t('ui:why.nothingPicked') : null}
          loading={pending}
          onClick={() => void save()}
        >
          {t('act.assign')}
        </ActButton>,
      ]}
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
