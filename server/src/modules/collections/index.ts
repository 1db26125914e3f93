import * as calls from '@xunyun/contract/collections/calls'
import { pageOf } from '@xunyun/contract/pages'
import { sql } from 'kysely'
import { mayCall } from '../../platform/actor.ts'
import { owned } from '../../platform/db.ts'
import { historyOf } from '../../platform/history.ts'
import type { Platform } from '../../platform/platform.ts'
import { isSeen } from '../../platform/records.ts'
import type { MoveDocuments } from '../companies/index.ts'
import { countHandIn, handIn, sendBackHandIns, undoCounts } from './acts.ts'
import { handInColumns } from './columns.ts'
import { bearDifferences, differenceReviewed, settleDifference, withdrawDifferences } from './decide.ts'
import { handInDetail, listHandIns, totalHandIns } from './queries.ts'

export { countHandIn, handIn } from './acts.ts'
export { handInDetail, listHandIns } from './queries.ts'
export { isToSee, isWaiting } from './store.ts'

/** What was collected at the door: handed in, counted, and what differs (M46–M48). */
export function collections({ approvals, bind, exports, numbering, records }: Platform): void {
  approvals.kind('handInDifference', differenceReviewed)
  records.register('handIn', {
    maySee: async (tx, actor, id) =>
      mayCall(actor, calls.getHandIn) && (await isSeen(handInDetail(tx, actor, id, false))),
    describe: async (tx, id) => {
      // unscoped: asked after the hand-in was seen
      const row = await owned(tx).selectFrom('hand_in').select('no').where('id', '=', id).executeTakeFirst()
      const name = row?.no ?? String(id)
      return { name, link: differenceReviewed.link(name) }
    },
  })
  bind(calls.getHandIns, ({ tx, actor }, input) => listHandIns(tx, actor, input))
  bind(calls.getHandInTotals, ({ tx, actor }, input) => totalHandIns(tx, actor, input))
  bind(calls.getHandIn, ({ tx, actor }, { id, waiting }) => handInDetail(tx, actor, id, waiting === true))
  bind(calls.getHandInHistory, async ({ tx, actor }, { id }) => {
    await handInDetail(tx, actor, id, false)
    return historyOf(tx, 'handIn', id)
  })
  exports.offer(calls.exportHandIns, {
    name: (actor) => pageOf('handIn').titles[actor.language],
    columns: () => handInColumns,
    page: (tx, actor, input, request) => listHandIns(tx, actor, { ...input, ...request, page: undefined }),
  })
  bind(calls.handIn, handIn({ numbering }))
  bind(calls.countHandIn, countHandIn)
  bind(calls.sendBackHandIns, sendBackHandIns)
  bind(calls.undoCounts, undoCounts)
  bind(calls.settleDifference, settleDifference)
  bind(calls.bearDifferences, bearDifferences({ approvals }))
  bind(calls.withdrawDifferences, withdrawDifferences({ approvals }))
}

/** What a carrier has in hand that was merged into another. */
export const moveHolders: MoveDocuments = async (tx, _, from, to) => {
  await sql`update collection set holder_id = ${to.id} where holder_kind = 'company' and holder_id = ${from.id}`.execute(
    tx,
  )
  // unscoped: of two companies that whoever sees everything merges
  await sql`update hand_in set holder_id = ${to.id} where holder_kind = 'company' and holder_id = ${from.id}`.execute(
    tx,
  )
}
