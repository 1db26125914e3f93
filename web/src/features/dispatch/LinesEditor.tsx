import { Button } from 'antd'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CargoGrid } from './CargoGrid.tsx'
import styles from './Dispatch.module.css'
import { type LineRow, lineKey, startOf, type TripType } from './lines.ts'
import { PickDialog } from './PickDialog.tsx'

type Props = {
  value?: readonly LineRow[]
  onChange?: (lines: readonly LineRow[]) => void
  type: TripType
  fromOutletId: number | undefined
}

/** What the trip carries: part of a waybill's pieces may go. */
export function LinesEditor({ value = [], onChange, type, fromOutletId }: Props) {
  const { t } = useTranslation('dispatch')
  const [picking, setPicking] = useState(false)
  return (
    <>
      <CargoGrid value={value} none={t('form.noLines')} {...(onChange ? { onChange } : {})} />
      <Button className={styles.pick} icon={<Plus size={14} strokeWidth={2} />} onClick={() => setPicking(true)}>
        {t('form.addLines')}
      </Button>
      {picking && (
        <PickDialog
          start={startOf(type, fromOutletId, value)}
          taken={new Set(value.map(lineKey))}
          onClose={() => setPicking(false)}
          onPick={(lines) => {
            onChange?.([...value, ...lines])
            setPicking(false)
          }}
        />
      )}
    </>
  )
}
