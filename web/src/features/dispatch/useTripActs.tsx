import {
  type ArrangementRow,
  arriveArrangements,
  assignArrangements,
  cancelArrangements,
  departArrangements,
  finishArrangements,
  undoArrangement,
} from '@xunyun/contract/dispatch/calls'
import { abilityTo, isAble } from '@xunyun/contract/kernel/ability'
import type { Outcomes } from '@xunyun/contract/kernel/list'
import { pageOf } from '@xunyun/contract/pages'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { pathTo } from '../../paths.ts'
import { ReasonDialog } from '../../shared/action/ReasonDialog.tsx'
import { showRefused } from '../../shared/action/refused.ts'
import { useAction } from '../../shared/action/useAction.ts'
import { useActs } from '../../shared/action/useActs.tsx'
import { doneText } from '../../shared/action/useBatch.ts'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { useRight } from '../../shared/session/session.ts'
import { confirm } from '../../shared/ui/confirm.ts'
import { late } from '../../shared/ui/late.tsx'
import { toast } from '../../shared/ui/toasts.ts'
import { usePrint } from '../printing/index.ts'
import type { Counting } from './CountsDrawer.tsx'
import { SwapDrawer } from './SwapDrawer.tsx'
import { stopName } from './tripColumns.tsx'

const StayingCosts = late(() => import('../costs/index.ts').then((file) => file.StayingCosts))
const TripCounts = late(() => import('./TripCounts.tsx').then((file) => file.TripCounts))

const undos = ['undoDepart', 'undoReachStop', 'undoLeaveStop', 'undoBringIn', 'undoArrive', 'undoSwapVehicle'] as const
/** The one of them that can be taken back: the last event. */
const undoWord = (trip: Actable) => `act.${undos.find((undo) => abilityTo(trip, undo)) ?? 'undoDepart'}` as const

type Actable = Pick<ArrangementRow, 'id' | 'arrangementNo' | 'state' | 'nextStop' | 'stopCount' | 'actions'> & {
  /** Of one that is looked at: there is a transport agreement of it. */
  readonly agreement?: boolean
}

/** Loaded or unloaded next where pieces are scanned: everywhere but at consignees. */
const isScanned = ({ state, nextStop }: Actable): boolean =>
  state === 'assigned' || (state === 'departed' && (nextStop?.act === 'leave' || nextStop?.kind === 'outlet'))

const refresh = ['/api/Dispatch/', '/api/Waybills/', '/api/Costs/']

/** What can be done to trips, for the list and for the trip's own drawer alike. */
export function useTripActs() {
  const { t } = useTranslation('dispatch')
  const language = useLanguage()
  const navigate = useNavigate()
  const print = usePrint()
  const mayScan = useRight('arrangeScan').edit
  const mayOverload = useRight('overload').edit
  const departing = useAction(departArrangements, { refresh })
  const arriving = useAction(arriveArrangements, { refresh })
  const undo = useAction(undoArrangement, { success: t('done.undo'), refresh })
  const [undoing, setUndoing] = useState<Actable>()
  const [swapping, setSwapping] = useState<Actable>()
  const [counting, setCounting] = useState<{ id: number; what: Counting }>()

  /** Whoever may send an overloaded vehicle is asked about it by name; nobody does it unasked. */
  const depart = async (rows: readonly Actable[], at: string): Promise<{ done: number }> => {
    const ids = rows.map(({ id }) => id)
    const no = rows.length === 1 ? rows[0]?.arrangementNo : undefined
    const outcomes: Outcomes = await departing.run({ ids, at, overload: undefined, loaded: undefined })
    const heavy = outcomes.refused.filter(
      ({ reason }) => reason === 'dispatch.overweight' || reason === 'dispatch.overvolume',
    )
    const rest = outcomes.refused.filter((row) => !heavy.includes(row))
    if (rest.length > 0 || (heavy.length > 0 && !mayOverload)) showRefused(t('done.depart'), outcomes)
    else if (heavy.length === 0) toast.success(doneText(t('done.depart'), outcomes.done, no))
    if (heavy.length === 0 || !mayOverload || rest.length > 0) return outcomes
    const text = heavy.map(({ no, msg }) => `${no} ${msg}`).join('\n')
    if (!(await confirm({ title: t('overload.ask'), text, yes: t('overload.yes'), danger: true }))) return outcomes
    const again: Outcomes = await departing.run({
      ids: heavy.map(({ id }) => id),
      at,
      overload: true,
      loaded: undefined,
    })
    if (again.refused.length > 0) showRefused(t('done.depart'), again)
    else toast.success(doneText(t('done.depart'), again.done, no))
    return { done: outcomes.done + again.done }
  }

  /** Stops that nobody reported count as done as planned: whoever reports the arrival is told which. */
  const arrive = async (rows: readonly Actable[], at: string): Promise<{ done: number }> => {
    const skipped = rows.filter(({ nextStop }) => nextStop && nextStop.act !== 'arrive')
    const text = skipped
      .map(({ arrangementNo, nextStop, stopCount }) =>
        t('arrive.skips', {
          no: arrangementNo,
          stop: nextStop ? stopName(nextStop) : '',
          count: stopCount - (nextStop?.seq ?? 0),
        }),
      )
      .join('\n')
    if (skipped.length > 0 && !(await confirm({ title: t('arrive.ask'), text, yes: t('arrive.yes') })))
      return { done: 0 }
    const no = rows.length === 1 ? rows[0]?.arrangementNo : undefined
    const outcomes: Outcomes = await arriving.run({ ids: rows.map(({ id }) => id), at, unloaded: undefined })
    if (outcomes.refused.length > 0) showRefused(t('done.arrive'), outcomes)
    else toast.success(doneText(t('done.arrive'), outcomes.done, no))
    return outcomes
  }

  const takingBack = { single: true, danger: true, open: ([row]: readonly Actable[]) => setUndoing(row) } as const
  const acts = useActs<Actable>({
    refresh,
    word: (key) => t(`act.${key}`),
    nameOf: ({ arrangementNo }) => arrangementNo,
    acts: {
      assign: { call: assignArrangements, done: t('done.assign') },
      depart: { when: t('column.departAt'), send: depart },
      reachStop: { single: true, open: ([row]) => row && setCounting({ id: row.id, what: 'reached' }) },
      leaveStop: { single: true, open: ([row]) => row && setCounting({ id: row.id, what: 'left' }) },
      arrive: { when: t('column.arriveAt'), send: arrive },
      // Line by line, where fewer were loaded or came.
      moreCounted: (rows, single) => {
        const [row] = rows
        const what = row && (isAble(row, 'depart') ? 'loaded' : isAble(row, 'arrive') ? 'unloaded' : undefined)
        return single && row && what
          ? [{ key: what, label: t(`count.act.${what}`), onClick: () => setCounting({ id: row.id, what }) }]
          : []
      },
      bringIn: { single: true, open: ([row]) => row && setCounting({ id: row.id, what: 'found' }) },
      finish: { call: finishArrangements, done: t('done.finish') },
      swapVehicle: { single: true, open: ([row]) => setSwapping(row) },
      change: { single: true, open: ([row]) => row && navigate(`${pathTo('arrangeOperate')}?id=${row.id}`) },
      moreScan: ([row], single) => {
        if (!single || !mayScan || row === undefined || !isScanned(row)) return []
        const scan = () => void navigate(pathTo('arrangeScan', { no: row.arrangementNo }))
        return [{ key: 'scan', label: pageOf('arrangeScan').titles[language], onClick: scan }]
      },
      morePrint: (rows) => {
        const printed = rows.filter(({ state }) => state !== 'cancelled')
        const papers = printed.map(({ id, arrangementNo }) => ({ id, no: arrangementNo, pieces: 0 }))
        return print.may && papers.length > 0
          ? [{ key: 'print', label: t('act.printLoading'), onClick: () => print.open('loading', papers) }]
          : []
      },
      moreAgreement: ([row], single) =>
        single && row?.agreement && row.state !== 'cancelled'
          ? print.action('agreement', [{ id: row.id, no: row.arrangementNo, pieces: 0 }])
          : [],
      // What takes something back stands last.
      undoDepart: takingBack,
      undoReachStop: takingBack,
      undoLeaveStop: takingBack,
      undoBringIn: takingBack,
      undoArrive: takingBack,
      undoSwapVehicle: takingBack,
      cancel: {
        single: true,
        danger: true,
        call: cancelArrangements,
        reason: { asks: t('reason.cancel'), below: ([trip]) => trip && <StayingCosts id={trip.id} /> },
        done: t('done.cancel'),
      },
    },
  })
  const dialogs = (
    <>
      {acts.dialogs}
      {undoing && (
        <ReasonDialog
          title={t('reason.undoTitle', { no: undoing.arrangementNo })}
          label={t('reason.undo')}
          yes={t(undoWord(undoing))}
          danger
          onClose={() => setUndoing(undefined)}
          onSubmit={(reason) => undo.run({ id: undoing.id, reason })}
        />
      )}
      {counting && <TripCounts {...counting} onClose={() => setCounting(undefined)} />}
      {swapping && <SwapDrawer trip={swapping} onClose={() => setSwapping(undefined)} />}
      {print.dialog}
    </>
  )
  return { ...acts, dialogs }
}
