import type { Actor } from '../../platform/actor.ts'
import { clock } from '../../platform/clock.ts'
import { kept, owned, type Tx } from '../../platform/db.ts'
import { cancellingLeavesNoReview, refuseForCosts, undoingKeepsCosts } from '../costs/index.ts'
import type { Arrangement } from './facts.ts'

/**
 * What an act changes of an arrangement itself. Where its state follows the pieces, the act gives none. Costs that were applied for
 * since, or are under review, keep a departure from being undone, and a trip from being cancelled (T22).
 */
export async function setState<A extends Arrangement>(
  tx: Tx,
  actor: Actor,
  { id, version, hasCosts }: A,
  state: A['state'] | 'derived',
  columns: Record<string, string | number | null> = {},
): Promise<void> {
  if (hasCosts && state === 'cancelled') await refuseForCosts(tx, id, cancellingLeavesNoReview)
  if (hasCosts && columns.depart_at === null) await refuseForCosts(tx, id, undoingKeepsCosts)
  await owned(tx)
    .updateTable('arrangement')
    .modifyEnd(kept)
    .set({
      ...columns,
      ...(state === 'derived' ? {} : { state }),
      ...(state === 'cancelled' ? { cancelled_at: clock.now() } : {}),
      version: version + 1,
      updated_at: clock.now(),
      updated_by: actor.userId,
    })
    .where('id', '=', id)
    .execute()
}
