import { sql } from 'kysely'
import type { MoveDocuments } from '../companies/index.ts'

export { closedUntil, datedOpen, openDays, refuseClosed, refuseOfClosedMonth } from './closed.ts'
/**
 * What is owed (domain §0.1): the one door to charges and their shares, and to what waybills keep of their sums (ADR 036). Prices,
 * storage, costs and adjustments come through it.
 */
export { type DoorMethod, freeAtDoor, monthOfAdjustments, oweAtDoor, oweCharges, passAdjustments } from './door.ts'
export { dueDay, dueJoins, partyAtDoor, penaltyOf } from './due.ts'
export { heldBy, keptBy, onItsWayBy, payoutKeeping, whyHeld } from './held.ts'
export { followTaxItems } from './invoiceable.ts'
export type { Part } from './part.ts'
export { type Posted, postCharge, postCharges, type Share, shareAgain } from './post.ts'
export {
  addedPriced,
  agreeCharges,
  approvePriced,
  heldOf,
  moveToOutlet,
  type PricedRow,
  partedFrom,
  pricedSources,
  pricedTotals,
  putOff,
  replacedPriced,
  voidCharges,
} from './priced.ts'
export { holdStated, isUnstated, stateCharges, stateMore, unstateCharges } from './state.ts'
export { addedCharges, agreedBeside, changedCharges, drawCharges, isHeldCharge, waiveCharges } from './storage.ts'
export {
  applyCharges,
  invoiceCharges,
  PartRefusal,
  releaseCharges,
  settleCharges,
  unsettleCharges,
} from './use.ts'

/** Charges of a partner that was merged into another. */
export const moveParty: MoveDocuments = async (tx, _, from, to) => {
  await sql`set local xunyun.merging = 'on'`.execute(tx)
  await sql`update charge set company_id = ${to.id} where company_id = ${from.id}`.execute(tx)
}
