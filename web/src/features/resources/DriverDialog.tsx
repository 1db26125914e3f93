import { setVehicleDriver, type VehicleRow } from '@xunyun/contract/resources/calls'
import { getDriverChoices } from '@xunyun/contract/resources/drivers'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../shared/action/useAction.ts'
import { known, Lookup } from '../../shared/form/Lookup.tsx'
import { Dialog } from '../../shared/ui/Dialog.tsx'
import styles from './resources.module.css'

const refresh = ['/api/Vehicles/', '/api/Drivers/']

/** The usual driver of a vehicle, without opening its whole form. */
export function DriverDialog({ vehicle, onClose }: { vehicle: VehicleRow; onClose: () => void }) {
  const { t } = useTranslation(['resources', 'ui'])
  const change = useAction(setVehicleDriver, { refresh, success: t('done.driver') })
  const [driverId, setDriverId] = useState<number | undefined>(vehicle.driverId ?? undefined)
  const save = async () => {
    try {
      await change.run({ id: vehicle.id, version: vehicle.version, driverId })
      onClose()
    } catch {
      // It has been said; what was chosen stays.
    }
  }
  return (
    <Dialog
      open
      title={t('change.title', { name: vehicle.plateNo })}
      onCancel={onClose}
      yes={{ label: t('ui:master.save'), loading: change.pending, onClick: () => void save() }}
    >
      <label className={styles.label} htmlFor="vehicle-driver">
        {t('vehicle.driverName')}
      </label>
      <Lookup
        id="vehicle-driver"
        call={getDriverChoices}
        known={known(vehicle.driverId, vehicle.driverName)}
        value={driverId}
        onChange={(id: number | undefined) => setDriverId(id)}
        placeholder={t('vehicle.noDriver')}
        style={{ width: '100%' }}
      />
      <p className={styles.hint}>{t('change.hint')}</p>
    </Dialog>
  )
}
