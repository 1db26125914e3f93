import type { Call, Output } from '@xunyun/contract/kernel/call'
import { useState } from 'react'
import { type ApiOptions, api, type Sending } from '../api/api.ts'
import { ConfirmNeeded } from '../api/errors.ts'
import { i18n } from '../i18n/i18n.ts'
import { confirm } from '../ui/confirm.ts'
import { toast } from '../ui/toasts.ts'
import { useStable } from '../ui/useStable.ts'
import { useRefresh } from './useRefresh.ts'

type Options<C extends Call> = {
  /** Said when it is done. */
  readonly success?: string | ((output: Output<C>) => string)
  /** Beginnings of the paths whose lists and details are asked for anew: `/api/Waybills/`. */
  readonly refresh?: readonly string[]
}

type Sent = Pick<ApiOptions, 'key' | 'quiet'>
export type Run<C extends Call> = (input: Sending<C>, options?: Sent) => Promise<Output<C>>

/** Not really meant, after all: the person said no to the server's question. */
export class Declined extends Error {
  override readonly name = 'Declined'
}

/**
 * A command: pending while it runs, a question where the server asks for one (code 300), a word when it is done, and
 * what shows the result is fetched again. A refusal has been said by the time `run` throws.
 */
export function useAction<C extends Call>(call: C, { success, refresh = [] }: Options<C> = {}) {
  const commands = useCommands(refresh)
  const run: Run<C> = useStable(async (input, options) => {
    const output = await commands.run(call, input, options)
    if (success !== undefined) toast.success(typeof success === 'string' ? success : success(output))
    return output
  })
  return { run, pending: commands.pending }
}

/** The same for several calls, whose word is the caller's. */
export function useCommands(refresh: readonly string[]) {
  const refreshPaths = useRefresh()
  const [pending, setPending] = useState(0)
  const run = useStable(async <C extends Call>(call: C, input: Sending<C>, options?: Sent): Promise<Output<C>> => {
    setPending((before) => before + 1)
    const target = targetOf(input)
    // What was refused before has been mended, or will be said again: the toast that stays would be untrue.
    unsay(call, target)
    try {
      const output = await sendConfirmed(call, input, options)
      unsay(call)
      // What changed is shown when it comes; nobody waits for it.
      void refreshPaths(refresh)
      return output
    } catch (error) {
      if (error instanceof Error) said.set(call.path, (said.get(call.path) ?? new Map()).set(target, error.message))
      throw error
    } finally {
      setPending((before) => before - 1)
    }
  })
  return { run, pending: pending > 0 }
}

/** Refusals that have been said, by the path of the act and the records it was for: wherever on the page it is done again. */
const said = new Map<string, Map<string, string>>()
/** Takes them back: of the same records, for it is another attempt; of all once the act went well, for the person has gone on. */
function unsay({ path }: Call, target?: string): void {
  for (const [of, message] of [...(said.get(path) ?? [])]) {
    if (target !== undefined && of !== target) continue
    toast.takeBack(message)
    said.get(path)?.delete(of)
  }
}

/** The records an act is for. */
const targetOf = (input: object): string => {
  const { id, ids, UserID } = input as { id?: unknown; ids?: unknown; UserID?: unknown }
  return JSON.stringify([id, ids, UserID])
}

/** Sends; where the server asks for a confirmation a person is asked, and it is sent again with the answer. */
export async function sendConfirmed<C extends Call>(call: C, input: Sending<C>, options: ApiOptions = {}) {
  try {
    return await api(call, input, options)
  } catch (error) {
    if (!(error instanceof ConfirmNeeded)) throw error
    const yes = await confirm({
      title: i18n.t('ui:action.confirm'),
      text: error.message,
      yes: i18n.t('ui:action.yes'),
    })
    if (!yes) throw new Declined()
    return await api(call, { ...input, confirm: 1 } as Sending<C>, options)
  }
}
