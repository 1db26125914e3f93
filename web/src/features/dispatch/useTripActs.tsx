import {
  type ArrangementRow,
  arriveArrangements,
  assignArrangements,
  cancelArrangements,
  departArrangements,
  finishArrangements,
  undoArrangement,
} from '@xunyun/contract/dispatch/calls'
import type { ArrangementAction } from '@xunyun/contract/dispatch/states'
import { isAble } from '@xunyun/contract/kernel/ability'
import type { Outcomes } from '@xunyun/contract/kernel/list'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { pathTo } from '../../paths.ts'
import { ReasonDialog } from '../../shared/action/ReasonDialog.tsx'
import { showRefused } from '../../shared/action/refused.ts'
import { useAction } from '../../shared/action/useAction.ts'
import { doneText, useBatch } from '../../shared/action/useBatch.ts'
import { WhenDialog } from '../../shared/action/WhenDialog.tsx'
import type { RowAction } from '../../shared/grid/types.ts'
import type { BatchAction } from '../../shared/list/Toolbar.tsx'
import { useRight } from '../../shared/session/session.ts'
import { confirm } from '../../shared/ui/confirm.ts'
import { toast } from '../../shared/ui/toasts.ts'
import { usePrint } from '../printing/index.ts'

type Actable = Pick<ArrangementRow, 'id' | 'arrangementNo' | 'state' | 'actions'>
type Asking =
  | { readonly kind: 'cancel' | 'undo'; readonly row: Actable }
  | { readonly kind: 'depart' | 'arrive'; readonly rows: readonly Actable[] }

const refresh = ['/api/Dispatch/', '/api/Waybills/']
/** The step that comes next, in the order of a trip. */
const steps: readonly ArrangementAction[] = ['assign', 'depart', 'arrive', 'finish']

/** Of one trip, for the word for what was done to it. */
const numberOf = (rows: readonly Actable[]) => ({ no: rows.length === 1 ? rows[0]?.arrangementNo : undefined })

/** What can be done to trips, for the list and for the trip's own drawer alike. */
export function useTripActs(onDone?: () => void) {
  const { t } = useTranslation('dispatch')
  const navigate = useNavigate()
  const print = usePrint()
  const mayOverload = useRight('overload').edit
  const [asking, setAsking] = useState<Asking | null>(null)
  const assign = useBatch(assignArrangements, { title: t('done.assign'), refresh, onDone })
  const arrive = useBatch(arriveArrangements, { title: t('done.arrive'), refresh, onDone })
  const finish = useBatch(finishArrangements, { title: t('done.finish'), refresh, onDone })
  const cancel = useBatch(cancelArrangements, { title: t('done.cancel'), refresh, onDone })
  const undo = useAction(undoArrangement, { success: t('done.undo'), refresh })
  const departing = useAction(departArrangements, { refresh })
  const quietly = (running: Promise<unknown>) => void running.catch(() => undefined)

  /** Whoever may send an overloaded vehicle is asked about it by name; nobody does it unasked. */
  const depart = async (rows: readonly Actable[], at: string): Promise<{ done: number }> => {
    const ids = rows.map(({ id }) => id)
    const { no } = numberOf(rows)
    const outcomes: Outcomes = await departing.run({ ids, at, overload: undefined })
    const heavy = outcomes.refused.filter(
      ({ reason }) => reason === 'dispatch.overweight' || reason === 'dispatch.overvolume',
    )
    const rest = outcomes.refused.filter((row) => !heavy.includes(row))
    if (rest.length > 0 || (heavy.length > 0 && !mayOverload)) showRefused(t('done.depart'), outcomes)
    else if (heavy.length === 0) toast.success(doneText(t('done.depart'), outcomes.done, no))
    onDone?.()
    if (heavy.length === 0 || !mayOverload || rest.length > 0) return outcomes
    const text = heavy.map(({ no, msg }) => `${no} ${msg}`).join('\n')
    if (!(await confirm({ title: t('overload.ask'), text, yes: t('overload.yes'), danger: true }))) return outcomes
    const again: Outcomes = await departing.run({ ids: heavy.map(({ id }) => id), at, overload: true })
    if (again.refused.length > 0) showRefused(t('done.depart'), again)
    else toast.success(doneText(t('done.depart'), again.done, no))
    return { done: outcomes.done + again.done }
  }

  const run: Record<ArrangementAction, (rows: readonly Actable[]) => void> = {
    change: ([row]) => row && void navigate(`${pathTo('arrangeOperate')}?id=${row.id}`),
    assign: (rows) => quietly(assign.run({ ids: rows.map(({ id }) => id) }, numberOf(rows))),
    depart: (rows) => setAsking({ kind: 'depart', rows }),
    arrive: (rows) => setAsking({ kind: 'arrive', rows }),
    finish: (rows) => quietly(finish.run({ ids: rows.map(({ id }) => id) }, numberOf(rows))),
    cancel: ([row]) => row && setAsking({ kind: 'cancel', row }),
    undoDepart: ([row]) => row && setAsking({ kind: 'undo', row }),
    undoArrive: ([row]) => row && setAsking({ kind: 'undo', row }),
  }
  const order: readonly ArrangementAction[] = [...steps, 'change', 'undoDepart', 'undoArrive', 'cancel']

  const rowActions = (row: Actable): RowAction[] => {
    const possible = order
      .filter((action) => isAble(row, action))
      .map((action) => ({
        key: action,
        label: t(`act.${action}`),
        onClick: () => run[action]([row]),
        danger: action === 'cancel' || action.startsWith('undo'),
      }))
    // What destroys something stands last.
    return [
      ...possible.filter(({ danger }) => !danger),
      ...(print.may && row.state !== 'cancelled' ? [printing([row])] : []),
      ...possible.filter(({ danger }) => danger),
    ]
  }

  const printing = (rows: readonly Actable[]) => ({
    key: 'print',
    label: t('act.printLoading'),
    onClick: () =>
      print.open(
        'loading',
        rows
          .filter(({ state }) => state !== 'cancelled')
          .map(({ id, arrangementNo }) => ({ id, no: arrangementNo, pieces: 0 })),
      ),
  })

  const batchActions = (rows: readonly Actable[]): BatchAction[] => [
    ...steps
      .filter((action) => rows.some((row) => isAble(row, action)))
      .map((action) => ({ key: action, label: t(`act.${action}`), onClick: () => run[action](rows) })),
    ...(print.may && rows.some(({ state }) => state !== 'cancelled') ? [printing(rows)] : []),
  ]

  const dialogs = (
    <>
      {asking === null ? null : 'rows' in asking ? when(asking) : why(asking)}
      {print.dialog}
    </>
  )
  return { rowActions, batchActions, run, dialogs }

  function when({ kind, rows }: Extract<Asking, { rows: unknown }>) {
    const ids = rows.map(({ id }) => id)
    const [first] = rows
    return (
      <WhenDialog
        title={
          rows.length === 1
            ? t(`when.${kind}Title`, { no: first?.arrangementNo ?? '' })
            : t(`when.${kind}Many`, { count: rows.length })
        }
        label={t(kind === 'depart' ? 'column.departAt' : 'column.arriveAt')}
        yes={t(`act.${kind}`)}
        onClose={() => setAsking(null)}
        onSubmit={(at) => (kind === 'depart' ? depart(rows, at) : arrive.run({ ids, at }, numberOf(rows)))}
      />
    )
  }

  function why({ kind, row }: Extract<Asking, { row: unknown }>) {
    const verb = kind === 'cancel' ? 'act.cancel' : row.state === 'arrived' ? 'act.undoArrive' : 'act.undoDepart'
    return (
      <ReasonDialog
        title={t(`reason.${kind}Title`, { no: row.arrangementNo })}
        label={t(`reason.${kind}`)}
        yes={t(verb)}
        danger
        onClose={() => setAsking(null)}
        onSubmit={async (reason) => {
          if (kind === 'cancel') await cancel.run({ ids: [row.id], reason }, numberOf([row]))
          else await undo.run({ id: row.id, reason })
          onDone?.()
        }}
      />
    )
  }
}
