import * as calls from '@xunyun/contract/collections/calls'
import * as cods from '@xunyun/contract/collections/cod'
import * as holding from '@xunyun/contract/collections/holding'
import { pageOf } from '@xunyun/contract/pages'
import { sql } from 'kysely'
import { mayCall } from '../../platform/actor.ts'
import { owned } from '../../platform/db.ts'
import { historyOf } from '../../platform/history.ts'
import type { Platform } from '../../platform/platform.ts'
import { isSeen } from '../../platform/records.ts'
import { Refusal } from '../../platform/refusal.ts'
import { type DrawReport, sendPdf } from '../../platform/report.ts'
import type { MoveDocuments } from '../companies/index.ts'
import { countHandIn, handIn, sendBackHandIns, undoCounts } from './acts.ts'
import { listCods, totalCods } from './cod.ts'
import { codColumns, handInColumns, payoutColumns } from './columns.ts'
import {
  bearDifferences,
  differenceReviewed,
  settleDifference,
  undoDifferences,
  withdrawDifferences,
} from './decide.ts'
import { changeHolding, readHoldingSetting } from './holding.ts'
import { readPayable } from './payable.ts'
import {
  addCodPayout,
  changeCodPayout,
  payCodPayouts,
  payoutReviewed,
  reverseCodPayouts,
  submitCodPayouts,
  voidCodPayouts,
  withdrawCodPayouts,
} from './payOut.ts'
import { paperOfPayout } from './payoutPaper.ts'
import { codPayoutDetail, listCodPayouts, totalCodPayouts } from './payouts.ts'
import { handInDetail, listHandIns, readToHandIn, totalHandIns } from './queries.ts'

export { countHandIn, handIn } from './acts.ts'
export { listCods } from './cod.ts'
export { holdersOver } from './holding.ts'
export { toHandInOn } from './onDay.ts'
export { addCodPayout, payoutReviewed } from './payOut.ts'
export { payoutFees } from './payouts.ts'
export { handInDetail, listHandIns } from './queries.ts'
export { isToSee, isWaiting } from './store.ts'

/** What was collected at the door: handed in, counted, and what differs (M46–M48). */
export function collections(
  { approvals, bind, exports, numbering, records }: Platform,
  { drawReport }: { drawReport: DrawReport },
): void {
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
  bind(calls.getToHandIn, ({ tx, actor }, input) => readToHandIn(tx, actor, input))
  bind(calls.handIn, handIn({ numbering }))
  bind(calls.countHandIn, countHandIn)
  bind(calls.sendBackHandIns, sendBackHandIns)
  bind(calls.undoCounts, undoCounts)
  bind(calls.settleDifference, settleDifference)
  bind(calls.bearDifferences, bearDifferences({ approvals }))
  bind(calls.undoDifferences, undoDifferences)
  bind(calls.withdrawDifferences, withdrawDifferences({ approvals }))
  bind(holding.getHoldingSetting, ({ tx }) => readHoldingSetting(tx))
  bind(holding.changeHoldingSetting, changeHolding)
  cod({ drawReport, approvals, bind, exports, numbering, records })
}

/** COD by waybill, and its payouts. */
function cod({
  drawReport,
  approvals,
  bind,
  exports,
  numbering,
  records,
}: Pick<Platform, 'approvals' | 'bind' | 'exports' | 'numbering' | 'records'> & { drawReport: DrawReport }): void {
  approvals.kind('codPayout', payoutReviewed)
  records.register('codPayout', {
    maySee: async (tx, actor, id) =>
      mayCall(actor, cods.getCodPayout) && (await isSeen(codPayoutDetail(tx, actor, id))),
    describe: async (tx, id) => {
      // unscoped: asked after the payout was seen
      const row = await owned(tx).selectFrom('cod_payout').select('no').where('id', '=', id).executeTakeFirst()
      const name = row?.no ?? String(id)
      return { name, link: payoutReviewed.link(name) }
    },
  })
  bind.constraints({ cod_payout_line__once: () => new Refusal('kernel.busy') })
  const deps = { approvals, numbering }
  bind(cods.getCods, ({ tx, actor }, input) => listCods(tx, actor, input))
  bind(cods.getCodTotals, ({ tx, actor }, input) => totalCods(tx, actor, input))
  exports.offer(cods.exportCods, {
    name: (actor) => pageOf('cod').titles[actor.language],
    columns: () => codColumns,
    page: (tx, actor, input, request) => listCods(tx, actor, { ...input, ...request, page: undefined }),
  })
  bind(cods.getPayable, ({ tx, actor }, input) => readPayable(tx, actor, input))
  bind(cods.addCodPayout, addCodPayout(deps))
  bind(cods.changeCodPayout, changeCodPayout(deps))
  bind(cods.getCodPayouts, ({ tx, actor }, input) => listCodPayouts(tx, actor, input))
  bind(cods.getCodPayoutTotals, ({ tx, actor }, input) => totalCodPayouts(tx, actor, input))
  exports.offer(cods.exportCodPayouts, {
    name: (actor) => pageOf('cod').titles[actor.language],
    columns: () => payoutColumns,
    page: (tx, actor, input, request) => listCodPayouts(tx, actor, { ...input, ...request, page: undefined }),
  })
  bind(cods.getCodPayout, ({ tx, actor }, { id }) => codPayoutDetail(tx, actor, id))
  bind(cods.getCodPayoutPdf, async ({ tx, actor, reply }, { id }) => {
    const report = paperOfPayout(await codPayoutDetail(tx, actor, id), actor)
    return sendPdf(reply, report.title, drawReport(report))
  })
  bind(cods.getCodPayoutHistory, async ({ tx, actor }, { id }) => {
    await codPayoutDetail(tx, actor, id)
    return historyOf(tx, 'codPayout', id)
  })
  bind(cods.submitCodPayouts, submitCodPayouts(deps))
  bind(cods.withdrawCodPayouts, withdrawCodPayouts(deps))
  bind(cods.payCodPayouts, payCodPayouts)
  bind(cods.voidCodPayouts, voidCodPayouts)
  bind(cods.reverseCodPayouts, reverseCodPayouts)
}

/** What a carrier has in hand, and what is paid to a customer, that was merged into another. */
export const moveHolders: MoveDocuments = async (tx, _, from, to) => {
  await sql`update collection set holder_id = ${to.id} where holder_kind = 'company' and holder_id = ${from.id}`.execute(
    tx,
  )
  // unscoped: of two companies that whoever sees everything merges
  // unscoped: as above
  await sql`update cod_payout set company_id = ${to.id} where company_id = ${from.id}`.execute(tx)
  await sql`update hand_in set holder_id = ${to.id} where holder_kind = 'company' and holder_id = ${from.id}`.execute(
    tx,
  )
}
