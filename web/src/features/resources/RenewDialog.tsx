import { renewVehicles, type VehiclePaper, type VehicleRow } from '@xunyun/contract/resources/calls'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBatch } from '../../shared/action/useBatch.ts'
import { Choice } from '../../shared/form/Choice.tsx'
import { DayInput } from '../../shared/form/DayInput.tsx'
import { Dialog } from '../../shared/ui/Dialog.tsx'
import styles from './resources.module.css'

type Props = {
  readonly rows: readonly VehicleRow[]
  readonly papers: readonly { value: VehiclePaper; label: string }[]
  readonly onDone: () => void
  readonly onClose: () => void
}

const refresh = ['/api/Vehicles/']

/** 续证: one paper of several vehicles and the day it now ends, as an insurer or an inspector renews a fleet. */
export function RenewDialog({ rows, papers, onDone, onClose }: Props) {
  const { t } = useTranslation(['resources', 'ui'])
  const renew = useBatch(renewVehicles, { title: t('act.renew'), refresh, onDone })
  const [paper, setPaper] = useState<VehiclePaper | undefined>()
  const [expiry, setExpiry] = useState<string | undefined>()
  const [missing, setMissing] = useState(false)
  const save = async () => {
    if (paper === undefined || expiry === undefined) {
      setMissing(true)
      return
    }
    try {
      await renew.run({ ids: rows.map(({ id }) => id), paper, expiry })
      onClose()
    } catch {
      // It has been said; what was chosen stays.
    }
  }
  return (
    <Dialog
      open
      title={t('renew.title', { number: rows.length })}
      onCancel={onClose}
      yes={{ label: t('act.renew'), loading: renew.pending, onClick: () => void save() }}
    >
      <label className={styles.label} htmlFor="renew-paper">
        {t('filter.paper')}
      </label>
      <Choice
        id="renew-paper"
        options={papers}
        value={paper}
        onChange={(value: VehiclePaper | undefined) => setPaper(value)}
        style={{ width: '100%' }}
      />
      <div className={styles.gap} />
      <label className={styles.label} htmlFor="renew-expiry">
        {t('renew.expiry')}
      </label>
      <DayInput id="renew-expiry" value={expiry} onChange={setExpiry} />
      <div className={styles.missing} role="alert">
        {missing && (paper === undefined || expiry === undefined) && t('ui:form.required')}
      </div>
    </Dialog>
  )
}
