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
import { allocateNotices, closeOutboundNotices, deallocateNotices } from './allocate.ts'
import * as cartons from './cartons.ts'
import { cartonColumns, noticeColumns, taskColumns, unpackingColumns } from './columns.ts'
import { noticeImport } from './imports.ts'
import {
  addOutboundNotice,
  cancelOutboundNotices,
  changeOutboundNotice,
  interceptOutboundNotices,
  releaseOutboundNotices,
} from './notices.ts'
import { pick, pickLine, putBack, reallocateTask } from './picks.ts'
import { cartonDetail, listCartons, listPacking, packingDeskOf, totalCartons, totalPacking } from './queries.cartons.ts'
import { listNotices, noticeDetail, totalNotices } from './queries.notices.ts'
import { pickers } from './queries.pickers.ts'
import { shortageOf } from './queries.shortage.ts'
import { listTasks, taskDetail, totalTasks } from './queries.tasks.ts'
import { containerDetail, listUnpackings, totalUnpackings, unpackingDetail } from './queries.unpackings.ts'
import { reassignStock } from './reassign.ts'
import { reverseShipment, shipNotices } from './ship.ts'
import { describeNotice } from './store.ts'
import { breakPack, reverseUnpacking, unpackContainer } from './unpack.ts'
import { assignPickTasks, cancelPickTasks, checkPicks, createWave } from './waves.ts'

export { allocateNotices } from './allocate.ts'
export { openCarton, packGoods, sealCartons, weighCarton } from './cartons.ts'
export { moveCarrierNotices } from './moveCarrier.ts'
export { addOutboundNotice, interceptOutboundNotices } from './notices.ts'
export { pickLine } from './picks.ts'
export { holdItems, type Match, match as matchGoods, mayGoOut, type Need } from './queries.candidates.ts'
export { shortagesOf } from './queries.shortage.ts'
export { shipNotices } from './ship.ts'
export { followContainers } from './store.follow.ts'
export { checkPicks, createWave } from './waves.ts'

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
  bind(calls.addOutboundNotice, addOutboundNotice(numbering))
  bind(calls.changeOutboundNotice, changeOutboundNotice)
  bind(calls.cancelOutboundNotices, cancelOutboundNotices)
  bind(calls.interceptOutboundNotices, interceptOutboundNotices)
  bind(calls.releaseOutboundNotices, releaseOutboundNotices)
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
  bind(calls.allocateNotices, allocateNotices)
  bind(calls.deallocateNotices, deallocateNotices)
  bind(calls.reassignStock, reassignStock)
  bind(calls.getShortage, ({ tx, actor }, { id }) => shortageOf(tx, actor, id))
  bind(calls.shipNotices, shipNotices({ numbering, approvals }))
  bind(calls.closeOutboundNotices, closeOutboundNotices)
  bind(calls.reverseShipment, reverseShipment({ numbering, approvals }))
  bindPicking(platform)
  bindCartons(platform)
  bindUnpackings(platform)
}

function bindPicking({ bind, db, exports, numbering }: Platform): void {
  bind(picking.createWave, createWave(numbering))
  bind(picking.getPickTasks, ({ tx, actor }, input) => listTasks(tx, actor, input))
  bind(picking.getPickTaskTotals, ({ tx, actor }, input) => totalTasks(tx, actor, input))
  bind(picking.getPickTask, ({ tx, actor }, input) => taskDetail(tx, actor, input))
  bind(picking.getPickTaskHistory, async ({ tx, actor }, input) => {
    const { id } = await taskDetail(tx, actor, input)
    return historyOf(tx, 'pickTask', id)
  })
  bind(picking.pickLine, pickLine(numbering))
  // Each act stands for itself, and is done whatever becomes of the next one.
  bind(picking.syncPicks, ({ actor }, { acts }) => syncEach(db, actor, acts, numbering), { ownTransactions: true })
  bind(picking.putBack, putBack)
  bind(picking.reallocateTask, reallocateTask)
  bind(picking.assignPickTasks, assignPickTasks)
  bind(picking.getPickers, ({ tx }, input) => pickers(tx, input))
  bind(picking.checkPicks, checkPicks)
  bind(picking.cancelPickTasks, cancelPickTasks)
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
  bind(cartonCalls.openCarton, cartons.openCarton)
  bind(cartonCalls.packGoods, cartons.packGoods)
  bind(cartonCalls.takeOutOfCarton, cartons.takeOutOfCarton)
  bind(cartonCalls.weighCarton, cartons.weighCarton)
  bind(cartonCalls.sealCartons, cartons.sealCartons)
  bind(cartonCalls.unsealCartons, cartons.unsealCartons)
  bind(cartonCalls.deleteCartons, cartons.deleteCartons)
  bind(cartonCalls.getCartonPrefix, ({ tx }) => cartons.prefixOf(tx))
  bind(cartonCalls.setCartonPrefix, cartons.setCartonPrefix)
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
  bind(unpacking.unpackContainer, unpackContainer(numbering))
  bind(unpacking.breakPack, breakPack(numbering))
  bind(unpacking.reverseUnpacking, reverseUnpacking)
}
