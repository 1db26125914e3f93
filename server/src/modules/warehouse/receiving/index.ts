import { pageOf } from '@xunyun/contract/pages'
import * as calls from '@xunyun/contract/warehouse/receiving/calls'
import { may } from '../../../platform/actor.ts'
import { historyOf } from '../../../platform/history.ts'
import type { Platform } from '../../../platform/platform.ts'
import { isSeen } from '../../../platform/records.ts'
import { badField } from '../../../platform/refusal.ts'
import { noticeColumns, putAwayColumns, receiptColumns } from './columns.ts'
import { noticeImport } from './imports.ts'
import { addNotice, cancelNotices, changeNotice, closeNotices } from './notices.ts'
import { putAwayAsSuggested, putAwayGoods, takeBackPutAway } from './putAway.ts'
import { listNotices, noticeDetail, totalNotices } from './queries.notices.ts'
import { listPutAways, putAwayPlaces, totalPutAways } from './queries.putAways.ts'
import { listReceipts, receiptDetail, totalReceipts } from './queries.receipts.ts'
import { finishReceipt, receiveBlind, receiveGoods, takeBackEntry } from './receive.ts'
import { describeNotice } from './store.ts'

export { addNotice, cancelNotices } from './notices.ts'
export { putAwayAsSuggested } from './putAway.ts'
export { finishReceipt, receiveGoods } from './receive.ts'

/** What is announced, what came of it, and where it is put. */
export function receiving(platform: Platform): void {
  const { bind, exports, imports, numbering, records } = platform
  imports.offer('wareNotice', noticeImport(numbering))
  records.register('inboundNotice', {
    maySee: async (tx, actor, id) => may(actor, 'wareNotice', 'browse') && (await isSeen(noticeDetail(tx, actor, id))),
    describe: describeNotice,
  })
  bind.constraints({
    inbound_notice__customer_order: () => badField('customerOrderNo', 'inbound.customerOrderTaken'),
  })
  bind(calls.getNotices, ({ tx, actor }, input) => listNotices(tx, actor, input))
  bind(calls.getNoticeTotals, ({ tx, actor }, input) => totalNotices(tx, actor, input))
  bind(calls.getNotice, ({ tx, actor }, { id }) => noticeDetail(tx, actor, id))
  bind(calls.addNotice, addNotice(numbering))
  bind(calls.changeNotice, changeNotice)
  bind(calls.cancelNotices, cancelNotices)
  bind(calls.closeNotices, closeNotices)
  bind(calls.getNoticeHistory, async ({ tx, actor }, input) => {
    const { id } = await noticeDetail(tx, actor, input.id)
    return historyOf(tx, 'inboundNotice', id)
  })
  exports.offer(calls.exportNotices, {
    name: (actor) => pageOf('wareNotice').titles[actor.language],
    columns: () => noticeColumns,
    page: (tx, actor, input, request) => listNotices(tx, actor, { ...input, ...request }),
  })
  bindReceipts(platform)
  bindPutAways(platform)
}

function bindReceipts({ bind, exports, numbering }: Platform): void {
  bind(calls.getReceipts, ({ tx, actor }, input) => listReceipts(tx, actor, input))
  bind(calls.getReceiptTotals, ({ tx, actor }, input) => totalReceipts(tx, actor, input))
  bind(calls.getReceipt, ({ tx, actor }, input) => receiptDetail(tx, actor, input))
  bind(calls.receiveGoods, receiveGoods)
  bind(calls.finishReceipt, finishReceipt)
  bind(calls.takeBackEntry, takeBackEntry)
  bind(calls.receiveBlind, receiveBlind(numbering))
  exports.offer(calls.exportReceipts, {
    name: (actor) => pageOf('receive').titles[actor.language],
    columns: () => receiptColumns,
    page: (tx, actor, input, request) => listReceipts(tx, actor, { ...input, ...request }),
  })
}

function bindPutAways({ bind, exports }: Platform): void {
  bind(calls.getPutAways, ({ tx, actor }, input) => listPutAways(tx, actor, input))
  bind(calls.getPutAwayTotals, ({ tx, actor }, input) => totalPutAways(tx, actor, input))
  bind(calls.getPutAwayPlaces, ({ tx, actor }, { id }) => putAwayPlaces(tx, actor, id))
  bind(calls.putAwayGoods, putAwayGoods)
  bind(calls.putAwayAsSuggested, putAwayAsSuggested)
  bind(calls.takeBackPutAway, takeBackPutAway)
  exports.offer(calls.exportPutAways, {
    name: (actor) => pageOf('ground').titles[actor.language],
    columns: () => putAwayColumns,
    page: (tx, actor, input, request) => listPutAways(tx, actor, { ...input, ...request }),
  })
}
