import type { Call } from '@xunyun/contract/kernel/call'
import type { Act } from '../../platform/act.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Approvals } from '../../platform/approvals.ts'
import type { Tx } from '../../platform/db.ts'
import { followCargo } from '../costs/index.ts'

/**
 * Arrangements with costs that a command has locked: what they carry, and with it who bears the costs, may be another when it ends.
 * Kept by transaction, so that an act need not hand it on; an arrangement without costs, as most are, asks for nothing.
 */
const touched = new WeakMap<Tx, Set<number>>()

export function touch(tx: Tx, arrangementId: number): void {
  const ids = touched.get(tx) ?? new Set()
  touched.set(tx, ids.add(arrangementId))
}

export async function settleTouched(tx: Tx, actor: Actor, approvals: Approvals): Promise<void> {
  const ids = touched.get(tx)
  if (ids === undefined) return
  touched.delete(tx)
  await followCargo(tx, actor, approvals, [...ids])
}

/** An act that may change what arrangements carry; at its end the costs of those follow (T19). */
export const withCosts =
  <C extends Call>(approvals: Approvals, act: Act<C>): Act<C> =>
  async (asked, input) => {
    const output = await act(asked, input)
    await settleTouched(asked.tx, asked.actor, approvals)
    return output
  }
