import { pageOf } from '@xunyun/contract/pages'
import * as calls from '@xunyun/contract/waybills/calls'
import * as charges from '@xunyun/contract/waybills/charges'
import * as closing from '@xunyun/contract/waybills/closing'
import * as destination from '@xunyun/contract/waybills/destination'
import * as onward from '@xunyun/contract/waybills/onward'
import * as pickup from '@xunyun/contract/waybills/pickup'
import * as statistics from '@xunyun/contract/waybills/statistics'
import { getCustomerTerms } from '@xunyun/contract/waybills/terms'
import { mayCall } from '../../platform/actor.ts'
import type { Platform } from '../../platform/platform.ts'
import { badField, Refusal } from '../../platform/refusal.ts'
import { scoped } from '../../platform/scope.ts'
import { settingHistory } from '../../platform/settings.ts'
import { bindChains } from './chains/routes.ts'
import { changeDestination, changeWaybill } from './change.ts'
import { changeReviewed, requestChange } from './changeRequest.ts'
import { changeClosing, closeDue, countDue, readClosing } from './close.ts'
import { proposeDestination } from './destination.ts'
import { type LegsOf, waybillDetail, waybillEvents } from './detail.ts'
import { collectPrepaid, undoPrepaid } from './door/prepaid.ts'
import { offerExport } from './export.ts'
import { waybillImport } from './import/kind.ts'
import { cancelWaybills, checkInWaybills, holdWaybill, releaseWaybill } from './moves.ts'
import { abandonPieces, findPieces, losePieces } from './onward/ends.ts'
import { readdressWaybill } from './onward/readdress.ts'
import { sendOnward } from './onward/send.ts'
import { deliverInstead, notifyPickup } from './pickup.ts'
import { countCode } from './pickupTries.ts'
import { createWaybill, placeWaybills } from './place.ts'
import * as pricing from './pricing/acts.ts'
import { markPricesSent } from './pricing/answers.ts'
import { beginMail, listenToOutbox, mailPrices } from './pricing/mailPrices.ts'
import { keepOwed } from './pricing/owed.ts'
import type { CostsOf } from './pricing/queries.ts'
import { chargesOf, preview } from './pricing/queries.ts'
import { repriceJob } from './pricing/repriceJob.ts'
import { answerImport, offerPriceSheet } from './pricing/sheet.ts'
import { listWaybills, totalWaybills } from './queries.ts'
import { nameOfWaybill, peopleOfWaybill } from './record.ts'
import { bindServices } from './services/routes.ts'
import { refuseWaybill, signWaybill } from './sign.ts'
import { shippingStatistics, statColumns } from './statistics/queries.ts'
import { keepShipped } from './statistics/store.ts'
import { termsOf } from './terms.ts'
import { bindTracks } from './tracks/routes.ts'
import { undoWaybill } from './undo.ts'

export { countCases, openAbnormal } from './abnormal.ts'
export { carrierStrand } from './carriers.ts'
export { type Digest, digestOfChains } from './chains/digest.ts'
export { publicCheck } from './chains/publicCheck.ts'
export { chainCount } from './chains/verifyAll.ts'
export { closeAtOnce, reopen as reopenWaybills } from './close.ts'
export { isCounted } from './counted.ts'
export { isDestination } from './destination.ts'
export { type LegsOf, onTheRoad, trunk, wayOf } from './detail.ts'
export { freightAtDoor } from './door/atDoor.ts'
export { isSigned, noEpod, photoLinks, proofCount } from './epod.ts'
export { adjustedWaybills, type Head, recordEvents, type Told, type WaybillEvent } from './events.ts'
export { type LockedWaybill, waybillFacts } from './facts.ts'
export { waitsHere } from './here.ts'
export { moveCustomer } from './moveCustomer.ts'
export { cancelWaybills, checkInWaybills } from './moves.ts'
export { ownTotal, readPayments, writePayments } from './payments.ts'
export { codeFor, notifyPickup } from './pickup.ts'
export {
  atOutlet,
  changeLeg,
  consignee,
  type Move,
  movePieces,
  onLine,
  planPieces,
  refreshState,
  refusedFrom,
  shipper,
} from './pieces.ts'
export { createWaybill, customerFor, outletFor, writeWaybill } from './place.ts'
export { confirmPrices } from './pricing/acts.ts'
export { divideAgain } from './pricing/write.ts'
export {
  conditionsOf as waybillConditions,
  presentRow as presentWaybill,
  type RawRow as RawWaybill,
  rowColumns as waybillFields,
  rowJoins as waybillJoins,
  seesCosts,
  tabCondition as waybillTabCondition,
} from './queries.ts'
export { toCollect, waitingPlaces } from './rules.ts'
export { dropCases, refuseWaybill, signWaybill } from './sign.ts'
export { type ReceiptColumns, updateReceipt } from './signedReceipt.ts'
export { standing } from './standing.ts'
export { stands } from './stands.ts'
export { updateWaybill } from './store.ts'
export { addTrack, idsNamed } from './tracks/add.ts'
export { trackedColumns as trackedFileColumns } from './tracks/export.ts'
export { presentTracked, type RawTracked, trackedFields, trackedJoins } from './tracks/queries.ts'
export { addSystemTracks, systemTracks } from './tracks/system.ts'
export { firstGoneOn, reverseAct, undoSigningOf } from './undo.ts'
export { undoWriteOff, writeOff } from './writeOff.ts'

/** Waybills: created, changed, moved, tracked, signed. */
export function waybills(platform: Platform, deps: { legsOf: LegsOf; costsOf: CostsOf }): void {
  const { approvals, bind, db, exports, imports, jobs, numbering, files, outbox, records } = platform
  bind.constraints({
    charge__held: () => new Refusal('charges.held'),
    charge__closed: () => new Refusal('charges.closed'),
    waybill__no: () => badField('waybillNo', 'waybills.numberTaken'),
    waybill__customer_no: () => badField('customerNo', 'waybills.customerNoTaken', { by: '' }),
  })
  // A photo is for whoever may see its waybill.
  records.register('waybill', {
    maySee: async (tx, actor, id) =>
      mayCall(actor, calls.getWaybill) &&
      (await scoped(tx, actor, 'waybill').select('id').where('id', '=', id).executeTakeFirst()) !== undefined,
    describe: (tx, id) => nameOfWaybill(tx, id),
    concerned: (tx, id) => peopleOfWaybill(tx, id),
  })

  bind(calls.getWaybills, ({ tx, actor }, input) => listWaybills(tx, actor, input))
  bind(calls.getWaybillTotals, ({ tx, actor }, input) => totalWaybills(tx, actor, input))
  bind(calls.getWaybill, ({ tx, actor }, input) => waybillDetail(tx, actor, { files, legsOf: deps.legsOf }, input))
  bind(getCustomerTerms, ({ tx, actor }, input) => termsOf(tx, actor, input))
  bind(calls.getWaybillEvents, ({ tx, actor }, input) => waybillEvents(tx, actor, input.id))

  bind(calls.createWaybill, createWaybill({ numbering, approvals }))
  bind(destination.changeDestination, changeDestination)
  bind(destination.proposeDestination, ({ tx }, { region }) => proposeDestination(tx, region))
  bind(calls.changeWaybill, changeWaybill({ numbering, approvals }))
  bind(calls.placeWaybills, placeWaybills({ numbering, approvals }))
  bind(calls.cancelWaybills, cancelWaybills(approvals))
  bind(calls.checkInWaybills, checkInWaybills)
  bind(pickup.notifyPickup, notifyPickup)
  bind(pickup.deliverInstead, deliverInstead)
  bind(calls.holdWaybill, holdWaybill)
  bind(calls.releaseWaybill, releaseWaybill)
  bind(calls.signWaybill, signWaybill({ numbering, files }), { before: countCode(db) })
  bind(calls.refuseWaybill, refuseWaybill({ numbering, files }))
  bind(calls.undoWaybill, undoWaybill(approvals))
  bind(onward.sendOnward, sendOnward({ numbering, approvals }))
  bind(onward.readdressWaybill, readdressWaybill(approvals))
  bind(onward.abandonPieces, abandonPieces(files))
  bind(onward.losePieces, losePieces(numbering))
  bind(onward.findPieces, findPieces)
  offerExport(exports)
  offerPriceSheet(exports)

  imports.offer('taskList', waybillImport(numbering, approvals))
  imports.offer('wayBillList', answerImport)
  approvals.kind('price', {
    ...pricing.priceReview,
    link: (no) => `/tms/operations/allWayBill/${encodeURIComponent(no)}`,
  })
  bind(charges.getWaybillCharges, ({ tx, actor }, { id }) => chargesOf(tx, actor, id, deps.costsOf))
  bind(charges.collectPrepaid, collectPrepaid)
  bind(charges.undoPrepaid, undoPrepaid)
  bind(charges.priceWaybill, pricing.priceWaybill(approvals))
  bind(charges.previewReprice, ({ tx, actor }, { ids }) => preview(tx, actor, ids))
  bind(charges.repriceWaybills, pricing.repriceWaybills(approvals))
  bind(charges.confirmPrices, pricing.confirmPrices)
  bind(charges.markPricesSent, markPricesSent)
  bind(charges.previewPriceMail, ({ tx, actor }, input) => beginMail(tx, actor, outbox, input))
  bind(charges.mailPrices, mailPrices({ files, outbox }))
  listenToOutbox(outbox)
  bind(charges.unconfirmPrices, pricing.unconfirmPrices)
  bind(charges.withdrawPrices, pricing.withdrawPrices(approvals))
  approvals.kind('changeRequest', changeReviewed({ numbering, approvals }))
  bind(calls.requestChange, requestChange({ numbering, approvals }))
  jobs.kind('reprice', repriceJob({ approvals, files }))
  bindChains(platform)
  bindServices(platform)
  bind(statistics.getShippingStatistics, ({ tx, actor }, input) => shippingStatistics(tx, actor, input))
  exports.offer(statistics.exportShippingStatistics, {
    name: (actor) => pageOf('statistics').titles[actor.language],
    columns: () => statColumns,
    page: async (tx, actor, input) => ({ rows: (await shippingStatistics(tx, actor, input)).rows, next: null }),
  })
  jobs.nightly('shipped-totals', '03:10', keepShipped)
  jobs.nightly('customer-owed', '03:15', keepOwed)
  bindTracks(platform)
  bind(closing.getClosingSetting, ({ tx }) => readClosing(tx))
  bind(closing.getClosingHistory, ({ tx }) => settingHistory(tx, 'closing'))
  bind(closing.changeClosingSetting, changeClosing)
  bind(closing.countDueWaybills, async ({ tx, actor }) => ({ due: await countDue(tx, actor) }))
  bind(closing.closeWaybills, async ({ actor }) => ({ closed: await closeDue(db, actor) }), { ownTransactions: true })
  jobs.nightly('close-waybills', '02:50', async (db) => {
    await closeDue(db)
  })
}
