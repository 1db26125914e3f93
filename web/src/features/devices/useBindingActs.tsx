import {
  type BindingRow,
  loseBindings,
  remindBindings,
  takeBackBindings,
  undoBindings,
} from '@xunyun/contract/devices/bindings'
import type { DeviceAction } from '@xunyun/contract/devices/states'
import { isAble } from '@xunyun/contract/kernel/ability'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useActs } from '../../shared/action/useActs.tsx'
import { useBatch } from '../../shared/action/useBatch.ts'
import { confirm } from '../../shared/ui/confirm.ts'
import { late } from '../../shared/ui/late.tsx'
import { devicePaths } from './paths.ts'
import { useLoss } from './useLoss.tsx'

const SwapDrawer = late(() => import('./SwapDrawer.tsx').then((file) => file.SwapDrawer))
const ExtendDrawer = late(() => import('./ExtendDrawer.tsx').then((file) => file.ExtendDrawer))
const MailDrawer = late(() => import('./MailDrawer.tsx').then((file) => file.MailDrawer))
const PlaceDrawer = late(() => import('./PlaceDrawer.tsx').then((file) => file.PlaceDrawer))

type Asking = { readonly what: 'swap' | 'extend' | 'mail' | 'place'; readonly rows: readonly BindingRow[] }

/** What can be done to devices that are out: where they travel, and where they are to come back. */
export function useBindingActs(page: 'list' | 'returns', onDone: () => void = () => undefined) {
  const { t } = useTranslation('devices')
  const [asking, setAsking] = useState<Asking | null>(null)
  const ask = (what: Asking['what']) => (rows: readonly BindingRow[]) => setAsking({ what, rows })
  const loss = useLoss(loseBindings, onDone)
  const damaged = useBatch(takeBackBindings, { title: t('act.takeBackDamaged'), refresh: devicePaths, onDone })
  const takeBackDamaged = async (rows: readonly BindingRow[]) => {
    const [first] = rows
    const yes = await confirm({
      title: `${t('act.takeBackDamaged')} ${rows.length === 1 ? first?.deviceNo : t('many', { number: rows.length })}`,
      text: t('ask.takeBackDamaged'),
      yes: t('act.takeBackDamaged'),
      danger: true,
    })
    if (yes) await damaged.run({ ids: rows.map(({ id }) => id), condition: 'damaged' }).catch(() => undefined)
  }
  const back = {
    takeBack: { call: takeBackBindings, with: { condition: 'intact' } },
    moreDamaged: (rows: readonly BindingRow[]) =>
      rows.some((row) => isAble(row, 'takeBack'))
        ? [
            {
              key: 'damaged',
              label: t('act.takeBackDamaged'),
              danger: true,
              onClick: () => void takeBackDamaged(rows),
            },
          ]
        : [],
    mail: { open: ask('mail') },
  } as const
  const acts = useActs<BindingRow, DeviceAction>({
    refresh: devicePaths,
    word: (key, rows) =>
      key === 'takeBack' && rows.every(({ state }) => state === 'mailing') ? t('act.receive') : t(`act.${key}`),
    nameOf: ({ deviceNo }) => deviceNo,
    onDone,
    acts: {
      ...(page === 'returns' ? back : {}),
      ...(page === 'list' ? { swap: { single: true, open: ask('swap') } } : {}),
      remind: { call: remindBindings },
      extend: { open: ask('extend') },
      ...(page === 'list'
        ? {
            setPlace: { single: true, open: ask('place') },
            undoBind: { danger: true, call: undoBindings, confirm: t('ask.undoBind') },
          }
        : {}),
      lose: { danger: true, open: (rows) => loss.ask(rows.map(({ id, deviceNo }) => ({ id, deviceNo }))) },
    },
  })
  const close = () => setAsking(null)
  const [first] = asking?.rows ?? []
  const ids = (asking?.rows ?? []).map(({ id }) => id)
  const dialogs = (
    <>
      {acts.dialogs}
      {loss.dialog}
      {asking?.what === 'swap' && first && <SwapDrawer binding={first} onClose={close} />}
      {asking?.what === 'extend' && (
        <ExtendDrawer ids={ids} due={first?.expectedReturn ?? null} onDone={onDone} onClose={close} />
      )}
      {asking?.what === 'mail' && <MailDrawer ids={ids} onDone={onDone} onClose={close} />}
      {asking?.what === 'place' && first?.deviceId != null && (
        <PlaceDrawer device={{ id: first.deviceId, deviceNo: first.deviceNo }} onClose={close} />
      )}
    </>
  )
  return { ...acts, dialogs }
}
