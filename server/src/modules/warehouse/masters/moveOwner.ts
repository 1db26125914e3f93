import { owned } from '../../../platform/db.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { MoveDocuments } from '../../companies/index.ts'

/**
 * An owner whose goods we keep is not merged into another: the ledger and the labels on the shelves say whose goods they
 * are, and two owners may use one number for different goods.
 */
export const moveOwner: MoveDocuments = async (tx, _actor, from) => {
  // unscoped: whether there are goods at all is asked, of any warehouse
  const item = await owned(tx)
    .selectFrom('item')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('item_no').as('first')])
    .where('owner_id', '=', from.id)
    .where('is_deleted', '=', false)
    .executeTakeFirstOrThrow()
  if (item.count > 0)
    throw new Refusal('warehouse.ownerMerged', { name: from.name, count: item.count, item: item.first ?? '' })
}
