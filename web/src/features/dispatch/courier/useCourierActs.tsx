import {
  type CourierRow,
  cancelCouriers,
  collectCouriers,
  deliverCouriers,
  markCouriers,
  refuseCouriers,
  transitCouriers,
  undoCourier,
} from '@xunyun/contract/dispatch/courier'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ReasonDialog } from '../../../shared/action/ReasonDialog.tsx'
import { useAction } from '../../../shared/action/useAction.ts'
import { useActs } from '../../../shared/action/useActs.tsx'
import type { BatchCall } from '../../../shared/action/useBatch.ts'
import { CourierForm } from './CourierForm.tsx'
import { ParcelsEnd } from './ParcelsEnd.tsx'

type Actable = Pick<CourierRow, 'id' | 'courierNo' | 'actions'>

const refresh = ['/api/Dispatch/', '/api/Waybills/']

/** What can be done to parcels, for the list and for the drawer of one alike. */
export function useCourierActs(onDone?: () => void) {
  const { t } = useTranslation('handedOut')
  const undo = useAction(undoCourier, { success: t('done.undo'), refresh })
  const [undoing, setUndoing] = useState<Actable>()
  const [ending, setEnding] = useState<{ way: 'sign' | 'giveBack'; parcels: readonly Actable[] }>()
  const [changing, setChanging] = useState<number>()
  const step = (key: 'collect' | 'transit' | 'deliver', call: BatchCall) => ({
    call,
    when: t('courierAsk.at'),
    done: t(`courierDone.${key}`),
  })
  const acts = useActs<Actable>({
    refresh,
    word: (key) => t(`courierAct.${key}`),
    nameOf: ({ courierNo }) => courierNo,
    ...(onDone ? { onDone } : {}),
    acts: {
      collect: step('collect', collectCouriers),
      transit: step('transit', transitCouriers),
      deliver: step('deliver', deliverCouriers),
      sign: { open: (parcels) => setEnding({ way: 'sign', parcels }) },
      refuse: { call: refuseCouriers, reason: t('courierAsk.refuse'), done: t('courierDone.refuse') },
      giveBack: { open: (parcels) => setEnding({ way: 'giveBack', parcels }) },
      markAbnormal: { call: markCouriers, reason: t('courierAsk.abnormal'), done: t('courierDone.markAbnormal') },
      clearAbnormal: { call: markCouriers, done: t('courierDone.clearAbnormal') },
      change: { single: true, open: ([row]) => setChanging(row?.id) },
      // What takes something back stands last.
      undo: { single: true, danger: true, open: ([row]) => setUndoing(row) },
      cancel: { danger: true, call: cancelCouriers, reason: t('reason.cancel'), done: t('done.cancel') },
    },
  })
  const dialogs = (
    <>
      {acts.dialogs}
      {undoing && (
        <ReasonDialog
          title={t('reason.undoTitle', { no: undoing.courierNo })}
          label={t('reason.undo')}
          yes={t('courierAct.undo')}
          danger
          onClose={() => setUndoing(undefined)}
          onSubmit={(reason) => undo.run({ id: undoing.id, reason })}
        />
      )}
      {ending && <ParcelsEnd {...ending} onDone={onDone} onClose={() => setEnding(undefined)} />}
      {changing !== undefined && <CourierForm id={changing} onClose={() => setChanging(undefined)} />}
    </>
  )
  return { ...acts, dialogs }
}
