import type { Call, Output } from '@xunyun/contract/kernel/call'
import type { Outcomes } from '@xunyun/contract/kernel/list'
import { useRef } from 'react'
import type { Sending } from '../api/api.ts'
import { i18n } from '../i18n/i18n.ts'
import { toast } from '../ui/toasts.ts'
import { showRefused } from './refused.ts'
import { useCommands } from './useAction.ts'

const doubleClickMs = 800

/** A call that answers one outcome a row. */
export type BatchCall = Call & { readonly output: { _zod: { output: Outcomes } } }

type Options = {
  readonly refresh?: readonly string[]
  /** All went well, or some, of what was sent: as to take it out of the selection. */
  readonly onDone?: ((outcomes: Outcomes, ids?: readonly number[]) => void) | undefined
}

type Run = {
  readonly key?: string
  /** The number of the one row, which the word for what was done names. */
  readonly no?: string | undefined
}

/** PC… 已发车 of one, 已发车 · 已完成 3 条 of several. */
export const doneText = (title: string, done: number, no: string | undefined): string =>
  done === 1 && no ? `${no} ${title}` : `${title} · ${i18n.t('ui:action.done', { number: done })}`

/** A command for many rows: a word when all are done, else a list of those that were refused, and why. */
export function useBatch<C extends BatchCall>(
  call: C,
  /** `title`: what was done, before the count: 已作废. */
  { title, ...options }: Options & { readonly title: string },
) {
  const batches = useBatches(options)
  return {
    run: (input: Sending<C>, options?: Run): Promise<Output<C>> => batches.run(call, title, input, options),
    pending: batches.pending,
  }
}

/** The same for the several calls of a page. */
export function useBatches({ refresh = [], onDone }: Options) {
  const commands = useCommands(refresh)
  const going = useRef(new Map<string, Promise<unknown>>())
  // A second click at once is the first one again: until the rows are as they are now, it would only be refused.
  const run = <C extends BatchCall>(call: C, title: string, input: Sending<C>, options?: Run): Promise<Output<C>> => {
    const same = JSON.stringify([call.path, input])
    const before = going.current.get(same)
    if (before !== undefined) return before as Promise<Output<C>>
    const forget = () => going.current.delete(same)
    const now = act(call, title, input, options)
    going.current.set(same, now)
    now.then(() => setTimeout(forget, doubleClickMs), forget)
    return now
  }
  const act = async <C extends BatchCall>(call: C, title: string, input: Sending<C>, options?: Run) => {
    const output = await commands.run(call, input, options)
    const outcomes = output as Outcomes
    if (outcomes.refused.length === 0) toast.success(doneText(title, outcomes.done, options?.no))
    else showRefused(title, outcomes)
    onDone?.(outcomes, (input as { readonly ids?: readonly number[] }).ids)
    return output
  }
  return { run, pending: commands.pending }
}
