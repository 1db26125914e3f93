import { type LocationRow, setLocations } from '@xunyun/contract/warehouse/locations/calls'
import { Select } from 'antd'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBatch } from '../../../shared/action/useBatch.ts'
import { Choice } from '../../../shared/form/Choice.tsx'
import { IntegerInput, VolumeInput, WeightInput } from '../../../shared/form/inputs.tsx'
import { Dialog } from '../../../shared/ui/Dialog.tsx'
import styles from './Locations.module.css'

type Set = {
  maxWeight?: string
  maxVolume?: string
  maxPallets?: number | string
  abc?: 'A' | 'B' | 'C'
  mixItem?: boolean
  mixBatch?: boolean
}
type Props = { readonly rows: readonly LocationRow[]; readonly onDone: () => void; readonly onClose: () => void }

/** 改属性: what is filled in is changed of all that are selected, what is left empty stays. */
export function SetLocationsDialog({ rows, onDone, onClose }: Props) {
  const { t } = useTranslation(['warehouse/locations', 'ui'])
  const change = useBatch(setLocations, { title: t('act.set'), refresh: ['/api/Locations/'], onDone })
  const [set, setSet] = useState<Set>({})
  const patch = (more: Set) => setSet({ ...set, ...more })
  const isEmpty = Object.values(set).every((value) => value === undefined)
  const save = async () => {
    try {
      await change.run({ ids: rows.map(({ id }) => id), ...set })
      onClose()
    } catch {
      // It has been said; what was chosen stays.
    }
  }
  const stays = t('set.stays')
  const mixes = [
    { value: true, label: t('ui:master.yes') },
    { value: false, label: t('ui:master.no') },
  ]
  return (
    <Dialog
      open
      width={520}
      title={t('set.title', { number: rows.length })}
      onCancel={onClose}
      yes={{
        label: t('act.set'),
        loading: change.pending,
        disabled: isEmpty,
        title: isEmpty ? t('set.hint') : undefined,
        onClick: () => void save(),
      }}
    >
      <p className={styles.hint}>{t('set.hint')}</p>
      <div className={styles.dialog}>
        <Labelled label={t('location.maxWeight')}>
          <WeightInput
            suffix="kg"
            placeholder={stays}
            value={set.maxWeight}
            onChange={(maxWeight) => patch({ maxWeight })}
          />
        </Labelled>
        <Labelled label={t('location.maxVolume')}>
          <VolumeInput
            suffix="m³"
            placeholder={stays}
            value={set.maxVolume}
            onChange={(maxVolume) => patch({ maxVolume })}
          />
        </Labelled>
        <Labelled label={t('location.maxPallets')}>
          <IntegerInput placeholder={stays} value={set.maxPallets} onChange={(maxPallets) => patch({ maxPallets })} />
        </Labelled>
        <Labelled label={t('location.abc')}>
          <Choice type="abcClass" placeholder={stays} value={set.abc} onChange={(abc: Set['abc']) => patch({ abc })} />
        </Labelled>
        <Labelled label={t('location.mixItem')}>
          <Select
            allowClear
            placeholder={stays}
            options={mixes}
            value={set.mixItem}
            onChange={(mixItem) => patch({ mixItem })}
          />
        </Labelled>
        <Labelled label={t('location.mixBatch')}>
          <Select
            allowClear
            placeholder={stays}
            options={mixes}
            value={set.mixBatch}
            onChange={(mixBatch) => patch({ mixBatch })}
          />
        </Labelled>
      </div>
    </Dialog>
  )
}

function Labelled({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is the child
    <label>
      <span>{label}</span>
      {children}
    </label>
  )
}
