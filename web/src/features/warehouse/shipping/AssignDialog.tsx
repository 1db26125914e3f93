import { getPickers, type PickTaskRow } from '@xunyun/contract/warehouse/shipping/picking'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Lookup } from '../../../shared/form/Lookup.tsx'
import { Dialog } from '../../../shared/ui/Dialog.tsx'
import styles from './Shipping.module.css'

type Props = {
  readonly tasks: readonly PickTaskRow[]
  readonly pending: boolean
  readonly onSubmit: (pickerId: number | undefined) => Promise<unknown>
  readonly onClose: () => void
}

/** 指派: one picker for one or several tasks, or nobody: then whoever comes first takes it. */
export function AssignDialog({ tasks, pending, onSubmit, onClose }: Props) {
  const { t } = useTranslation(['warehouse/shipping', 'common', 'ui'])
  const [pickerId, setPickerId] = useState<number | undefined>(undefined)
  const [first] = tasks
  const isOneHouse = tasks.every(({ warehouseId }) => warehouseId === first?.warehouseId)
  const save = async (id: number | undefined) => {
    try {
      await onSubmit(id)
      onClose()
    } catch {
      // It has been said; what was chosen stays.
    }
  }
  return (
    <Dialog
      open
      title={
        tasks.length === 1
          ? `${t('act.assign')} ${first?.taskNo ?? ''}`
          : t('ui:action.many', { act: t('act.assign'), number: tasks.length })
      }
      onCancel={onClose}
      footer={[
        <Button key="no" onClick={onClose}>
          {t('common:cancel')}
        </Button>,
        ...(tasks.some((task) => task.pickerId !== null)
          ? [
              <Button key="nobody" disabled={pending} onClick={() => void save(undefined)}>
                {t('assign.nobody')}
              </Button>,
            ]
          : []),
        <Button
          key="yes"
          type="primary"
          disabled={pickerId === undefined}
          loading={pending}
          onClick={() => void save(pickerId)}
        >
          {t('act.assign')}
        </Button>,
      ]}
    >
      <div className={styles.form}>
        <label htmlFor="assign-picker">{t('field.picker')}</label>
        <Lookup
          id="assign-picker"
          call={getPickers}
          {...(isOneHouse && first ? { input: { warehouseId: first.warehouseId } } : {})}
          value={pickerId}
          onChange={(id: number | undefined) => setPickerId(id)}
          style={{ width: '100%' }}
        />
        <p>{t('assign.hint')}</p>
      </div>
    </Dialog>
  )
}
