import { type Ability, abilityTo } from '@xunyun/contract/kernel/ability'
import type { Outcomes } from '@xunyun/contract/kernel/list'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RowAction } from '../grid/types.ts'
import { confirm } from '../ui/confirm.ts'
import { late } from '../ui/late.tsx'
import { ReasonDialog } from './ReasonDialog.tsx'
import { type BatchCall, useBatches } from './useBatch.ts'

const WhenDialog = late(() => import('./WhenDialog.tsx').then((file) => file.WhenDialog))

type Actable<K extends string> = { readonly id: number; readonly actions: readonly Ability<K>[] }

/** How an action of a record is done; whether it can be, the record says. */
export type Act<R> = {
  /** Takes `ids`, and the reason if one is asked for. */
  readonly call?: BatchCall
  /** Or what the page does itself: it opens a form. In a batch it is given all the chosen rows. */
  readonly open?: (rows: readonly R[]) => unknown
  /** Of one row at a time. */
  readonly single?: true
  /** Instead of the call, where more than one is made of it: told the time that was asked for. */
  readonly send?: (rows: readonly R[], at: string) => Promise<{ readonly done: number }>
  /** A reason is asked for below these words, or what is to be known of the rows; or it is asked for by another word than 原因. */
  readonly reason?: string | { readonly asks: string; readonly below?: (rows: readonly R[]) => ReactNode }
  /** Or when it was: sent as `at`. */
  readonly when?: string
  /** What is sent beside the ids. */
  readonly with?: Readonly<Record<string, unknown>>
  /** The person is asked whether it is meant, with these words. */
  readonly confirm?: string | ((rows: readonly R[]) => string)
  readonly danger?: true
  /** The word once it is done. Default: the act's. */
  readonly done?: string
}

/** What no lifecycle decides stands among the others: to copy, to print, to talk. `single`: of one row, and not of a batch. */
export type More<R> = (rows: readonly R[], single: boolean) => readonly RowAction[]

type Options<R, K extends string> = {
  /** In the order they are offered in. */
  readonly acts: { readonly [A in K]?: Act<R> } & { readonly [key: `more${string}`]: More<R> }
  readonly word: (key: K, rows: readonly R[]) => string
  /** What people call one. */
  readonly nameOf: (row: R) => string
  /** The title of a question; `what`: the name of the one, or how many. Default: the word and that. */
  readonly ask?: (key: K, what: string | number) => string
  readonly refresh: readonly string[]
  /** As to take what was sent out of the selection. */
  readonly onDone?: (outcomes: Outcomes, ids?: readonly number[]) => void
}

/**
 * What can be done to records, as one table for the menu of a row, the bar of a batch and the buttons of a detail. What is
 * stopped by a rule is there with its reason. A batch offers what fits one of its rows at least, and sends all of them:
 * those that it does not fit are refused by the server, and named.
 */
export function useActs<R extends Actable<K>, K extends string = R['actions'][number]['key']>(options: Options<R, K>) {
  const { acts, word, nameOf, refresh, onDone } = options
  const { t } = useTranslation('ui')
  const batches = useBatches({ refresh, onDone })
  const [asking, setAsking] = useState<{ readonly key: K; readonly rows: readonly R[] } | null>(null)
  const [busy, setBusy] = useState<K | null>(null)

  const ask = (key: K, rows: readonly R[]): string => {
    const [first] = rows
    const one = first !== undefined && rows.length === 1
    if (options.ask) return options.ask(key, one ? nameOf(first) : rows.length)
    return one ? `${word(key, rows)} ${nameOf(first)}` : t('action.many', { act: word(key, rows), number: rows.length })
  }
  const send = (key: K, rows: readonly R[], said: { reason?: string; at?: string } = {}) => {
    const { call, done, with: more } = acts[key] as Act<R>
    const [first] = rows
    const no = first !== undefined && rows.length === 1 ? nameOf(first) : undefined
    const input = { ids: rows.map(({ id }) => id), ...more, ...said }
    // The calls differ by their path only.
    return call
      ? batches.run(call, done ?? word(key, rows), input as never, { no: done && no })
      : Promise.resolve({ done: 0 })
  }
  const run = async (key: K, rows: readonly R[]): Promise<void> => {
    const { open, reason, when, confirm: asked, danger } = acts[key] as Act<R>
    if (reason !== undefined || when !== undefined) return setAsking({ key, rows })
    const text = typeof asked === 'function' ? asked(rows) : asked
    const yes =
      text === undefined ||
      (await confirm({ title: ask(key, rows), text, yes: word(key, rows), danger: danger === true }))
    if (!yes) return
    setBusy(key)
    try {
      await (open ? open(rows) : send(key, rows))
    } catch {
      // Said already.
    } finally {
      setBusy(null)
    }
  }

  /** Null: it fits none of them. A reason only where it is stopped for all that it fits. */
  const stopped = (key: K, rows: readonly R[]): { readonly reason: string | null } | null => {
    const fitting = rows.flatMap((row) => abilityTo<K>(row, key) ?? [])
    const [first] = fitting
    if (first === undefined) return null
    return { reason: fitting.every(({ reason }) => reason !== undefined) ? (first.reason ?? null) : null }
  }
  const offered = (rows: readonly R[], single: boolean): RowAction[] =>
    Object.entries<Act<R> | More<R> | undefined>(acts).flatMap(([name, act]) => {
      if (act === undefined) return []
      if (typeof act === 'function') return act(rows, single)
      const key = name as K
      const fits = act.single && !single ? null : stopped(key, rows)
      if (fits === null) return []
      const { danger } = act
      const onClick = () => void run(key, rows)
      return [{ key, label: word(key, rows), danger, refused: fits.reason, busy: busy === key, onClick }]
    })

  const about = asking && acts[asking.key]
  const dialogs: ReactNode =
    asking &&
    about &&
    (about.when !== undefined ? (
      <WhenDialog
        title={ask(asking.key, asking.rows)}
        label={about.when}
        yes={word(asking.key, asking.rows)}
        onClose={() => setAsking(null)}
        onSubmit={(at) => about.send?.(asking.rows, at) ?? send(asking.key, asking.rows, { at })}
      />
    ) : (
      <ReasonDialog
        title={ask(asking.key, asking.rows)}
        {...(typeof about.reason === 'object'
          ? { label: about.reason.asks, text: about.reason.below?.(asking.rows) }
          : { text: about.reason })}
        yes={word(asking.key, asking.rows)}
        danger={about.danger}
        onClose={() => setAsking(null)}
        onSubmit={(reason) => send(asking.key, asking.rows, { reason })}
      />
    ))
  return {
    /** For the menu of a row, and for a detail. */
    row: (row: R): RowAction[] => offered([row], true),
    batch: (rows: readonly R[]): RowAction[] => offered(rows, false),
    dialogs,
  }
}
