import { sayReason } from '@xunyun/contract/errors'
import type { Output } from '@xunyun/contract/kernel/call'
import { pageOf } from '@xunyun/contract/pages'
import * as cartonCalls from '@xunyun/contract/warehouse/shipping/cartons'
import * as calls from '@xunyun/contract/warehouse/shipping/notices'
import * as picking from '@xunyun/contract/warehouse/shipping/picking'
import * as unpacking from '@xunyun/contract/warehouse/shipping/unpacking'
import { type Actor, isCustomer, may } from '../../../platform/actor.ts'
import { type Db, dbError } from '../../../platform/db.ts'
import { historyOf } from '../../../platform/history.ts'
import type { Numbering } from '../../../platform/numbering.ts'
import type { Platform } from '../../../platform/platform.ts'
import { isSeen } from '../../../platform/records.ts'
import { badField, Refusal } from '../../../platform/refusal.ts'
import { allocateEach, closeEach, deallocateEach } from './allocate.ts'
import * as cartons from './cartons.ts'
import { cartonColumns, noticeColumns, taskColumns, unpackingColumns } from './columns.ts'
import { noticeImport } from './imports.ts'
import { addOne, cancelEach, changeOne, interceptEach, releaseEach } from './notices.ts'
import { pick, putBackLines, reallocate } from './picks.ts'
import { cartonDetail, listCartons, listPacking, packingDeskOf, totalCartons, totalPacking } from './queries.cartons.ts'
import { listNotices, noticeDetail, totalNotices } from './queries.notices.ts'
import { pickers } from './queries.pickers.ts'
import { shortageOf } from './queries.shortage.ts'
import { listTasks, taskDetail, totalTasks } from './queries.tasks.ts'
import { containerDetail, listUnpackings, totalUnpackings, unpackingDetail } from './queries.unpackings.ts'
import { yieldOne } from './reassign.ts'
import { reverse, shipEach } from './ship.ts'
import { describeNotice } from './store.ts'
import { noteBrokenPack, reverseEach, unpack } from './unpack.ts'
import { assignEach, cancelEachTask, checkEach, createOneWave } from './waves.ts'

export { allocateEach as allocateNotices } from './allocate.ts'
export { openOne as openCarton, pack as packGoods, sealEach as sealCartons, weigh as weighCarton } from './cartons.ts'
export { moveCarrierNotices } from './moveCarrier.ts'
export { addOne as addOutboundNotice, interceptEach as interceptNotices } from './notices.ts'
export { pick as pickLine } from './picks.ts'
export { holdItems, type Match, match as matchGoods, mayGoOut, type Need } from './queries.candidates.ts'
export { shortagesOf } from './queries.shortage.ts'
export { shipEach as shipNotices } from './ship.ts'
export { followContainers } from './store.follow.ts'
export { checkEach as checkPicks, createOneWave as createWave } from './waves.ts'

/** Steps of the floor, with numbers of its own papers: not for an owner's account. */
const handling: ReadonlySet<string> = new Set(['waved', 'unsealed', 'unpacked'])

/** What is ordered out of a warehouse, picked, packed and shipped. */
export function shipping(platform: Platform): void {
  const { approvals, bind, exports, imports, numbering, records } = platform
  imports.offer('outboundNotice', noticeImport(numbering))
  records.register('outboundNotice', {
    maySee: async (tx, actor, id) =>
      may(actor, 'outboundNotice', 'browse') && (await isSeen(noticeDetail(tx, actor, id))),
    describe: describeNotice,
  })
  bind.constraints({
    outbound_notice__customer_order: () => badField('customerOrderNo', 'outbound.customerOrderTaken'),
    carton__no: () => badField('cartonNo', 'outbound.cartonTaken'),
    carton__seal: () => badField('sealNo', 'outbound.sealTaken'),
  })
  bind(calls.getOutboundNotices, ({ tx, actor }, input) => listNotices(tx, actor, input))
  bind(calls.getOutboundTotals, ({ tx, actor }, input) => totalNotices(tx, actor, input))
  bind(calls.getOutboundNotice, ({ tx, actor }, { id }) => noticeDetail(tx, actor, id))
  bind(calls.addOutboundNotice, ({ tx, actor }, input) => addOne(tx, actor, input, numbering))
  bind(calls.changeOutboundNotice, ({ tx, actor }, input) => changeOne(tx, actor, input))
  bind(calls.cancelOutboundNotices, ({ tx, actor }, { ids, reason }) => cancelEach(tx, actor, ids, reason))
  bind(calls.interceptOutboundNotices, ({ tx, actor }, { ids, reason }) => interceptEach(tx, actor, ids, reason))
  bind(calls.releaseOutboundNotices, ({ tx, actor }, { ids }) => releaseEach(tx, actor, ids))
  bind(calls.getOutboundHistory, async ({ tx, actor }, input) => {
    const { id } = await noticeDetail(tx, actor, input.id)
    const entries = await historyOf(tx, 'outboundNotice', id)
    return isCustomer(actor) ? entries.filter(({ action }) => !handling.has(action)) : entries
  })
  exports.offer(calls.exportOutboundNotices, {
    name: (actor) => pageOf('outboundNotice').titles[actor.language],
    columns: () => noticeColumns,
    page: (tx, actor, input, request) => listNotices(tx, actor, { ...input, ...request }),
  })
  bind(calls.allocateNotices, ({ tx, actor }, { ids }) => allocateEach(tx, actor, ids))
  bind(calls.deallocateNotices, ({ tx, actor }, { ids }) => deallocateEach(tx, actor, ids))
  bind(calls.reassignStock, ({ tx, actor }, input) => yieldOne(tx, actor, input))
  bind(calls.getShortage, ({ tx, actor }, { id }) => shortageOf(tx, actor, id))
  bind(calls.shipNotices, ({ tx, actor }, input) => shipEach(tx, actor, { numbering, approvals }, input))
  bind(calls.closeOutboundNotices, ({ tx, actor }, { ids, reason }) => closeEach(tx, actor, ids, reason))
  bind(calls.reverseShipment, async ({ tx, actor }, input) => {
    await reverse(tx, actor, { numbering, approvals }, input)
    return {}
  })
  bindPicking(platform)
  bindCartons(platform)
  bindUnpackings(platform)
}

function bindPicking({ bind, db, exports, numbering }: Platform): void {
  bind(picking.createWave, ({ tx, actor }, input) => createOneWave(tx, actor, input, numbering))
  bind(picking.getPickTasks, ({ tx, actor }, input) => listTasks(tx, actor, input))
  bind(picking.getPickTaskTotals, ({ tx, actor }, input) => totalTasks(tx, actor, input))
  bind(picking.getPickTask, ({ tx, actor }, input) => taskDetail(tx, actor, input))
  bind(picking.getPickTaskHistory, async ({ tx, actor }, input) => {
    const { id } = await taskDetail(tx, actor, input)
    return historyOf(tx, 'pickTask', id)
  })
  bind(picking.pickLine, async ({ tx, actor }, input) => (await pick(tx, actor, input, numbering)).answer)
  // Each act stands for itself, and is done whatever becomes of the next one.
  bind(picking.syncPicks, ({ actor }, { acts }) => syncEach(db, actor, acts, numbering), { ownTransactions: true })
  bind(picking.putBack, ({ tx, actor }, input) => putBackLines(tx, actor, input))
  bind(picking.reallocateTask, ({ tx, actor }, input) => reallocate(tx, actor, input))
  bind(picking.assignPickTasks, ({ tx, actor }, { ids, pickerId }) => assignEach(tx, actor, ids, pickerId))
  bind(picking.getPickers, ({ tx }, input) => pickers(tx, input))
  bind(picking.checkPicks, ({ tx, actor }, { ids }) => checkEach(tx, actor, ids))
  bind(picking.cancelPickTasks, ({ tx, actor }, { ids, reason }) => cancelEachTask(tx, actor, ids, reason))
  exports.offer(picking.exportPickTasks, {
    name: (actor) => pageOf('outBound').titles[actor.language],
    columns: () => taskColumns,
    page: (tx, actor, input, request) => listTasks(tx, actor, { ...input, ...request }),
  })
}

async function syncEach(
  db: Db,
  actor: Actor,
  acts: readonly picking.PickInput[],
  numbering: Numbering,
): Promise<Output<typeof picking.syncPicks>> {
  const answers: Output<typeof picking.syncPicks> = []
  for (const act of acts) {
    try {
      const { answer, again } = await trying(() => db.transaction().execute((tx) => pick(tx, actor, act, numbering)))
      answers.push({ actId: act.actId, outcome: again ? 'again' : 'done', answer, reason: null, msg: null })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      // A single bad field says more than "one field needs attention".
      const { reason, params } = error.reason === 'kernel.invalid' ? (error.fields[0] ?? error) : error
      const msg = sayReason(reason as never, params, actor.language)
      answers.push({ actId: act.actId, outcome: 'refused', answer: null, reason, msg })
    }
  }
  return answers
}

/** Two devices may take the same keys the other way round: the one that was cut tries again. */
async function trying<T>(act: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await act()
    } catch (error) {
      const code = dbError(error)?.code
      if (code !== '40P01' && code !== '40001') throw error
      if (attempt === 3) throw new Refusal('kernel.busy')
    }
  }
}

function bindCartons({ bind, exports }: Platform): void {
  bind(cartonCalls.getPackingNotices, ({ tx, actor }, input) => listPacking(tx, actor, input))
  bind(cartonCalls.getPackingTotals, ({ tx, actor }, input) => totalPacking(tx, actor, input))
  bind(cartonCalls.getPackingDesk, ({ tx, actor }, input) => packingDeskOf(tx, actor, input))
  exports.offer(cartonCalls.exportPackingNotices, {
    name: (actor) => pageOf('encasement').titles[actor.language],
    columns: () => noticeColumns,
    page: (tx, actor, input, request) => listPacking(tx, actor, { ...input, ...request }),
  })
  bind(cartonCalls.getCartons, ({ tx, actor }, input) => listCartons(tx, actor, input))
  bind(cartonCalls.getCartonTotals, ({ tx, actor }, input) => totalCartons(tx, actor, input))
  bind(cartonCalls.getCarton, ({ tx, actor }, input) => cartonDetail(tx, actor, input))
  bind(cartonCalls.getCartonHistory, async ({ tx, actor }, input) => {
    const { id } = await cartonDetail(tx, actor, input)
    return historyOf(tx, 'carton', id)
  })
  exports.offer(cartonCalls.exportCartons, {
    name: (actor) => pageOf('encasement').titles[actor.language],
    columns: () => cartonColumns,
    page: (tx, actor, input, request) => listCartons(tx, actor, { ...input, ...request }),
  })
  bind(cartonCalls.openCarton, ({ tx, actor }, input) => cartons.openOne(tx, actor, input))
  bind(cartonCalls.packGoods, ({ tx, actor }, input) => cartons.pack(tx, actor, input))
  bind(cartonCalls.takeOutOfCarton, ({ tx, actor }, input) => cartons.takeOut(tx, actor, input))
  bind(cartonCalls.weighCarton, ({ tx, actor }, input) => cartons.weigh(tx, actor, input))
  bind(cartonCalls.sealCartons, ({ tx, actor }, input) => cartons.sealEach(tx, actor, input.cartons))
  bind(cartonCalls.unsealCartons, ({ tx, actor }, { ids, reason }) => cartons.unsealEach(tx, actor, ids, reason))
  bind(cartonCalls.deleteCartons, ({ tx, actor }, { ids }) => cartons.deleteEach(tx, actor, ids))
  bind(cartonCalls.getCartonPrefix, ({ tx }) => cartons.prefixOf(tx))
  bind(cartonCalls.setCartonPrefix, ({ tx }, { prefix }) => cartons.setPrefix(tx, prefix))
}

function bindUnpackings({ bind, exports, numbering }: Platform): void {
  bind(unpacking.getUnpackings, ({ tx, actor }, input) => listUnpackings(tx, actor, input))
  bind(unpacking.getUnpackingTotals, ({ tx, actor }, input) => totalUnpackings(tx, actor, input))
  bind(unpacking.getUnpacking, ({ tx, actor }, { id }) => unpackingDetail(tx, actor, id))
  exports.offer(unpacking.exportUnpackings, {
    name: (actor) => pageOf('enchase').titles[actor.language],
    columns: () => unpackingColumns,
    page: (tx, actor, input, request) => listUnpackings(tx, actor, { ...input, ...request }),
  })
  bind(unpacking.getContainer, ({ tx, actor }, { code }) => containerDetail(tx, actor, code))
  bind(unpacking.unpackContainer, ({ tx, actor }, input) => unpack(tx, actor, input, numbering))
  bind(unpacking.breakPack, ({ tx, actor }, input) => noteBrokenPack(tx, actor, input, numbering))
  bind(unpacking.reverseUnpacking, ({ tx, actor }, { ids, reason }) => reverseEach(tx, actor, ids, reason))
}
