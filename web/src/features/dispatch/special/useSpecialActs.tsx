import { useQuery } from '@tanstack/react-query'
import {
  arriveSpecials,
  cancelSpecials,
  getSpecial,
  handOverSpecials,
  type SpecialRow,
  type SpecialUndoes,
  undoSpecial,
} from '@xunyun/contract/dispatch/special'
import { isAble } from '@xunyun/contract/kernel/ability'
import type { Outcomes } from '@xunyun/contract/kernel/list'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { pathTo } from '../../../paths.ts'
import { useAction } from '../../../shared/action/useAction.ts'
import { useActs } from '../../../shared/action/useActs.tsx'
import { q } from '../../../shared/api/query.ts'
import { useCarrierCosts } from '../../costs/index.ts'
import { usePrint } from '../../printing/index.ts'
import { UndoDialog } from '../UndoDialog.tsx'
import { CarrierNoDrawer } from './CarrierNoDrawer.tsx'
import { GiveBackDrawer } from './GiveBackDrawer.tsx'
import { SpecialCounts } from './SpecialCounts.tsx'

type Actable = Pick<SpecialRow, 'id' | 'version' | 'arrangementNo' | 'carrierNo' | 'state' | 'ends' | 'actions'> & {
  readonly undoes?: SpecialUndoes | null
}

const refresh = ['/api/Dispatch/', '/api/Waybills/', '/api/Costs/']

/** What can be done to line shipments, for the list and for the drawer of one alike. */
export function useSpecialActs(onDone?: (outcomes: Outcomes) => void) {
  const { t } = useTranslation('handedOut')
  const { t: tDispatch } = useTranslation('dispatch')
  const navigate = useNavigate()
  const print = usePrint()
  const costs = useCarrierCosts('specialCost')
  const undo = useAction(undoSpecial, { success: t('done.undo'), refresh })
  const [undoing, setUndoing] = useState<Actable>()
  const undone = useQuery({ ...q(getSpecial, { id: undoing?.id ?? 0 }), enabled: undoing !== undefined, staleTime: 0 })
  const [counting, setCounting] = useState<{ id: number; what: 'unloaded' | 'found' }>()
  const [returning, setReturning] = useState<Actable>()
  const [numbering, setNumbering] = useState<Actable>()
  const acts = useActs<Actable>({
    refresh,
    // Of one that is looked at, what is taken back is known.
    word: (key, [row]) =>
      key === 'undo' && row?.undoes ? t('undo.act', { step: t(`act.${row.undoes}`) }) : t(`act.${key}`),
    nameOf: ({ arrangementNo }) => arrangementNo,
    ...(onDone ? { onDone } : {}),
    acts: {
      handOver: { call: handOverSpecials, when: t('column.handedAt'), done: t('done.handOver') },
      arrive: { call: arriveSpecials, when: t('column.arrivedAt'), done: t('done.arrive') },
      // Line by line, where fewer came to our outlet.
      moreCounted: ([row], single) =>
        single && row?.ends === 'outlet' && isAble(row, 'arrive')
          ? [
              {
                key: 'unloaded',
                label: tDispatch('count.act.unloaded'),
                onClick: () => setCounting({ id: row.id, what: 'unloaded' }),
              },
            ]
          : [],
      bringIn: { single: true, open: ([row]) => row && setCounting({ id: row.id, what: 'found' }) },
      change: { single: true, open: ([row]) => row && navigate(`${pathTo('specialDelivery')}?id=${row.id}`) },
      giveBack: { single: true, open: ([row]) => setReturning(row) },
      setNumber: { single: true, open: ([row]) => setNumbering(row) },
      morePrint: (rows) =>
        print.action(
          'handover',
          rows
            .filter(({ state }) => state !== 'cancelled')
            .map(({ id, arrangementNo }) => ({ id, no: arrangementNo, pieces: 0 })),
        ),
      moreCosts: (rows) => costs.action(rows.map(({ id, arrangementNo, state }) => ({ id, no: arrangementNo, state }))),
      // What takes something back stands last.
      undo: { single: true, danger: true, open: ([row]) => setUndoing(row) },
      cancel: { danger: true, call: cancelSpecials, reason: { asks: t('reason.cancel') }, done: t('done.cancel') },
    },
  })
  const dialogs = (
    <>
      {acts.dialogs}
      {costs.dialog}
      {undoing && (
        <UndoDialog
          of={undone}
          no={undoing.arrangementNo}
          word={(step) => t(`act.${step}`)}
          onClose={() => setUndoing(undefined)}
          onUndo={(reason) => undo.run({ id: undoing.id, reason })}
        />
      )}
      {counting && <SpecialCounts {...counting} onClose={() => setCounting(undefined)} />}
      {returning && <GiveBackDrawer id={returning.id} onClose={() => setReturning(undefined)} />}
      {numbering && <CarrierNoDrawer special={numbering} onClose={() => setNumbering(undefined)} />}
    </>
  )
  return { ...acts, dialogs, print }
}
