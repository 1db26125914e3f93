import type { Call, Output } from '@xunyun/contract/kernel/call'
import type { Outcomes } from '@xunyun/contract/kernel/list'
import type { Sending } from '../api/api.ts'
import { i18n } from '../i18n/i18n.ts'
import { toast } from '../ui/toasts.ts'
import { showRefused } from './refused.ts'
import { useAction } from './useAction.ts'

/** A call that answers one outcome a row. */
export type BatchCall = Call & { readonly output: { _zod: { output: Outcomes } } }

type Options = {
  /** What was done, before the count: 作废. */
  readonly title: string
  readonly refresh?: readonly string[]
  /** All went well, or some: as to clear the selection. */
  readonly onDone?: (outcomes: Outcomes) => void
}

/** A command for many rows: a word when all are done, else a list of those that were refused, and why. */
export function useBatch<C extends BatchCall>(call: C, { title, refresh, onDone }: Options) {
  const action = useAction(call, { refresh })
  const run = async (input: Sending<C>, options?: { key?: string }): Promise<Output<C>> => {
    const output = await action.run(input, options)
    const outcomes = output as Outcomes
    if (outcomes.refused.length === 0)
      toast.success(`${title} · ${i18n.t('kit:action.done', { number: outcomes.done })}`)
    else showRefused(title, outcomes)
    onDone?.(outcomes)
    return output
  }
  return { run, pending: action.pending }
}
