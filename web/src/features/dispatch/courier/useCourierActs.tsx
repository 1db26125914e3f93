import { useQuery } from '@tanstack/react-query'
import {
  type CourierRow,
  type CourierUndoes,
  cancelCouriers,
  collectCouriers,
  deliverCouriers,
  getCourier,
  markCouriers,
  refuseCouriers,
  transitCouriers,
  undoCourier,
} from '@xunyun/contract/dispatch/courier'
import type { Outcomes } from '@xunyun/contract/kernel/list'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../../shared/action/useAction.ts'
import { useActs } from '../../../shared/action/useActs.tsx'
import type { BatchCall } from '../../../shared/action/useBatch.ts'
import { q } from '../../../shared/api/query.ts'
import { useCarrierCosts } from '../../costs/index.ts'
import { UndoDialog } from '../UndoDialog.tsx'
import { CourierForm } from './CourierForm.tsx'
import { ParcelsEnd } from './ParcelsEnd.tsx'

type Actable = Pick<CourierRow, 'id' | 'courierNo' | 'state' | 'actions'> & { readonly undoes?: CourierUndoes | null }

const refresh = ['/api/Dispatch/', '/api/Waybills/', '/api/Costs/']

/** What can be done to parcels, for the list and for the drawer of one alike. */
export function useCourierActs(onDone?: (outcomes: Outcomes) => void) {
  const { t } = useTranslation('handedOut')
  const costs = useCarrierCosts('courierCost')
  const undo = useAction(undoCourier, { success: t('done.undo'), refresh })
  const [undoing, setUndoing] = useState<Actable>()
  const undone = useQuery({ ...q(getCourier, { id: undoing?.id ?? 0 }), enabled: undoing !== undefined, staleTime: 0 })
  const [ending, setEnding] = useState<{ way: 'sign' | 'giveBack'; parcels: readonly Actable[] }>()
  const [changing, setChanging] = useState<number>()
  const step = (key: 'collect' | 'transit' | 'deliver', call: BatchCall) => ({
    call,
    when: t('courierAsk.at'),
    done: t(`courierDone.${key}`),
  })
  const acts = useActs<Actable>({
    refresh,
    // Of one that is looked at, what is taken back is known.
    word: (key, [row]) =>
      key === 'undo' && row?.undoes ? t('undo.act', { step: t(`courierAct.${row.undoes}`) }) : t(`courierAct.${key}`),
    nameOf: ({ courierNo }) => courierNo,
    ...(onDone ? { onDone } : {}),
    acts: {
      collect: step('collect', collectCouriers),
      transit: step('transit', transitCouriers),
      deliver: step('deliver', deliverCouriers),
      sign: { open: (parcels) => setEnding({ way: 'sign', parcels }) },
      refuse: { call: refuseCouriers, reason: { asks: t('courierAsk.refuse') }, done: t('courierDone.refuse') },
      giveBack: { open: (parcels) => setEnding({ way: 'giveBack', parcels }) },
      markAbnormal: {
        call: markCouriers,
        reason: { asks: t('courierAsk.abnormal') },
        done: t('courierDone.markAbnormal'),
      },
      clearAbnormal: { call: markCouriers, done: t('courierDone.clearAbnormal') },
      change: { single: true, open: ([row]) => setChanging(row?.id) },
      moreCosts: (rows) => costs.action(rows.map(({ id, courierNo, state }) => ({ id, no: courierNo, state }))),
      // What takes something back stands last.
      undo: { single: true, danger: true, open: ([row]) => setUndoing(row) },
      cancel: { danger: true, call: cancelCouriers, reason: { asks: t('reason.cancel') }, done: t('done.cancel') },
    },
  })
  const dialogs = (
    <>
      {acts.dialogs}
      {costs.dialog}
      {undoing && (
        <UndoDialog
          of={undone}
          no={undoing.courierNo}
          word={(step) => t(`courierAct.${step}`)}
          onClose={() => setUndoing(undefined)}
          onUndo={(reason) => undo.run({ id: undoing.id, reason })}
        />
      )}
      {ending && <ParcelsEnd {...ending} onDone={onDone} onClose={() => setEnding(undefined)} />}
      {changing !== undefined && <CourierForm id={changing} onClose={() => setChanging(undefined)} />}
    </>
  )
  return { ...acts, dialogs }
}
