import type { Actor } from '../../platform/actor.ts'
import { clock } from '../../platform/clock.ts'
import { kept, owned, type Tx } from '../../platform/db.ts'
import type { Arrangement } from './facts.ts'

/** What an act changes of an arrangement itself. Where its state follows the pieces, the act gives none. */
export async function setState<A extends Arrangement>(
  tx: Tx,
  actor: Actor,
  { id, version }: A,
  state: A['state'] | 'derived',
  columns: Record<string, string | number | null> = {},
): Promise<void> {
  await owned(tx)
    .updateTable('arrangement')
    .modifyEnd(kept)
    .set({
      ...columns,
      ...(state === 'derived' ? {} : { state }),
      version: version + 1,
      updated_at: clock.now(),
      updated_by: actor.userId,
    })
    .where('id', '=', id)
    .execute()
}
