import {
  type DeviceRow,
  deleteDevices,
  findDevices,
  loseDevices,
  scrapDevices,
  sendToRepair,
} from '@xunyun/contract/devices/devices'
import type { DeviceAction } from '@xunyun/contract/devices/states'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { pathTo } from '../../paths.ts'
import { useActs } from '../../shared/action/useActs.tsx'
import { late } from '../../shared/ui/late.tsx'
import { devicePaths } from './paths.ts'
import { useLoss } from './useLoss.tsx'

const TransferDrawer = late(() => import('./TransferDrawer.tsx').then((file) => file.TransferDrawer))
const RepairedDrawer = late(() => import('./RepairedDrawer.tsx').then((file) => file.RepairedDrawer))
const PlaceDrawer = late(() => import('./PlaceDrawer.tsx').then((file) => file.PlaceDrawer))

type Asking = { readonly what: 'transfer' | 'repaired' | 'place'; readonly rows: readonly DeviceRow[] }

/** What can be done to devices where they are kept. */
export function useDeviceActs({ onDone, onEdit }: { onDone: () => void; onEdit: (row: DeviceRow) => void }) {
  const { t } = useTranslation('devices')
  const navigate = useNavigate()
  const [asking, setAsking] = useState<Asking | null>(null)
  const ask = (what: Asking['what']) => (rows: readonly DeviceRow[]) => setAsking({ what, rows })
  const loss = useLoss(loseDevices, onDone)
  const acts = useActs<DeviceRow, DeviceAction>({
    refresh: devicePaths,
    word: (key) => t(`act.${key}`),
    nameOf: ({ deviceNo }) => deviceNo,
    onDone,
    acts: {
      bind: {
        single: true,
        open: ([row]) => row && void navigate(`${pathTo('GPSBindle')}?device=${encodeURIComponent(row.deviceNo)}`),
      },
      repaired: { open: ask('repaired') },
      find: { call: findDevices, reason: t('ask.find') },
      edit: { single: true, open: ([row]) => row && onEdit(row) },
      setPlace: { single: true, open: ask('place') },
      transfer: { open: ask('transfer') },
      sendToRepair: { call: sendToRepair, reason: { asks: t('field.fault') } },
      lose: { danger: true, open: (rows) => loss.ask(rows.map(({ id, deviceNo }) => ({ id, deviceNo }))) },
      scrap: { danger: true, call: scrapDevices, reason: t('ask.scrap') },
      delete: { danger: true, call: deleteDevices, confirm: t('ask.delete') },
    },
  })
  const close = () => setAsking(null)
  const [first] = asking?.rows ?? []
  const ids = (asking?.rows ?? []).map(({ id }) => id)
  const dialogs = (
    <>
      {acts.dialogs}
      {loss.dialog}
      {asking?.what === 'transfer' && <TransferDrawer ids={ids} onDone={onDone} onClose={close} />}
      {asking?.what === 'repaired' && <RepairedDrawer ids={ids} onDone={onDone} onClose={close} />}
      {asking?.what === 'place' && first && <PlaceDrawer device={first} onClose={close} />}
    </>
  )
  return { ...acts, dialogs }
}
