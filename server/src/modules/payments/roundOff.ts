import { compareDecimal, Exact } from '@xunyun/contract/kernel/decimal'
import type { OpenCharge } from '@xunyun/contract/payments/calls'
import { type Actor, may } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import { badField } from '../../platform/refusal.ts'
import { undoWriteOff, writeOff } from '../waybills/index.ts'
import type { Line } from './open.ts'
import { readRoundOffLimit } from './setting.ts'
import type { LockedPayment } from './store.ts'

type Rest = { readonly at: number; readonly charge: OpenCharge; readonly rest: string }

/** What is left of charges after their lines. */
export const restsOf = (
  lines: readonly Line[],
  open: readonly OpenCharge[],
  chargeIds: readonly number[],
): readonly Rest[] =>
  [...new Set(chargeIds)].flatMap((id, at): Rest[] => {
    const line = lines.find(({ chargeId }) => chargeId === id)
    const charge = open.find(({ chargeId }) => chargeId === id)
    if (line === undefined || charge === undefined) throw badField(`roundOff.${at}`, 'payments.notOpen')
    const rest = new Exact(charge.open).minus(line.amount).toFixed(2)
    return compareDecimal(rest, '0') > 0 ? [{ at, charge, rest }] : []
  })

/**
 * 抹零 (V13): what is left of charges after their lines is written off by charges of less than nothing, and set off against the
 * debts. Up to the setting in all, more by right.
 */
export async function roundOff(
  tx: Tx,
  actor: Actor,
  payment: { readonly id: number; readonly no: string; readonly outletId: number },
  /** Of the posting: each act of the payment rounds off once. */
  key: string,
  rests: readonly Rest[],
): Promise<void> {
  if (rests.length === 0) return
  const limit = await readRoundOffLimit(tx)
  const beyond = rests.find(({ rest }) => compareDecimal(rest, limit) > 0)
  if (beyond !== undefined && !may(actor, 'roundOff', 'edit'))
    throw badField(`roundOff.${beyond.at}`, 'payments.roundOffLimit', { limit })
  await writeOff(
    tx,
    actor,
    {
      doc: { type: 'payment', id: payment.id, no: payment.no },
      key,
      outletId: payment.outletId,
    },
    rests.map(({ charge, rest }) => ({ chargeId: charge.chargeId, rest })),
  )
}

/** What it rounded off of charges that are freed of it, or of all where it is reversed, is open again (V15). */
export async function undoRoundOff(
  tx: Tx,
  actor: Actor,
  { id, no, outletId, version, direction }: LockedPayment,
  chargeIds?: readonly number[],
): Promise<void> {
  if (direction === 'payment') return
  await undoWriteOff(
    tx,
    actor,
    { doc: { type: 'payment', id, no }, key: `rounded off ${version}`, outletId },
    chargeIds,
  )
}
