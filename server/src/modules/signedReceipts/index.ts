import { pageOf } from '@xunyun/contract/pages'
import * as calls from '@xunyun/contract/signedReceipts/calls'
import { getEpod } from '@xunyun/contract/signedReceipts/epod'
import { mayCall } from '../../platform/actor.ts'
import type { Platform } from '../../platform/platform.ts'
import { isSeen } from '../../platform/records.ts'
import type { DrawReport } from '../../platform/report.ts'
import {
  addReceiptPhotos,
  finishSignedReceipts,
  giveBackSignedReceipts,
  loseSignedReceipts,
  receiptTrip,
  receiveSignedReceipts,
  recoverSignedReceipts,
  resolveSignedReceipts,
  sendSignedReceipts,
  setSignedReceiptsAbnormal,
  undoSignedReceipts,
} from './acts.ts'
import { signedReceiptColumns } from './columns.ts'
import { sendEpod } from './epod.ts'
import { epodJob } from './epodJob.ts'
import { listSignedReceipts, signedReceiptDetail, totalSignedReceipts } from './queries.ts'
import { scanSignedReceipt, undoReceiptScan } from './scan.ts'

export {
  giveBackSignedReceipts,
  receiveSignedReceipts,
  recoverSignedReceipts,
  sendSignedReceipts,
} from './acts.ts'
export { epodWord } from './epod.ts'
export { checkPack, type PackedEpods } from './epodJob.ts'

/** Signed receipts (回单) on their way home: recovered, sent, received, returned (T29). */
export function signedReceipts(platform: Platform, { drawReport }: { drawReport: DrawReport }): void {
  const { bind, config, exports, files, jobs, numbering, records } = platform
  records.register('signedReceipt', {
    maySee: async (tx, actor, id) =>
      mayCall(actor, calls.getSignedReceipt) && (await isSeen(signedReceiptDetail(tx, actor, files, { id }))),
    describe: async (tx, id) => {
      const row = await tx.selectFrom('signed_receipt').select('receipt_no').where('id', '=', id).executeTakeFirst()
      const name = row?.receipt_no ?? String(id)
      return { name, link: `${pageOf('receiptList').path}?tab=&q=${name}` }
    },
  })
  bind(calls.getSignedReceipts, ({ tx, actor }, input) => listSignedReceipts(tx, actor, input))
  bind(calls.getSignedReceiptTotals, ({ tx, actor }, input) => totalSignedReceipts(tx, actor, input))
  bind(calls.getSignedReceipt, ({ tx, actor }, input) => signedReceiptDetail(tx, actor, files, input))
  bind(getEpod, ({ tx, actor, reply, request }, { waybillId }) =>
    sendEpod(
      { tx, actor, reply },
      { files, drawReport },
      waybillId,
      config.publicUrl?.origin ?? `${request.protocol}://${request.host}`,
    ),
  )
  jobs.kind('epods', epodJob({ files, drawReport, dataDir: config.dataDir }))
  exports.offer(calls.exportSignedReceipts, {
    name: (actor) => pageOf('receiptList').titles[actor.language],
    columns: () => signedReceiptColumns,
    page: (tx, actor, input, request) => listSignedReceipts(tx, actor, { ...input, ...request, page: undefined }),
  })
  bind(calls.recoverSignedReceipts, recoverSignedReceipts(numbering))
  bind(calls.sendSignedReceipts, sendSignedReceipts(numbering))
  bind(calls.receiveSignedReceipts, receiveSignedReceipts(numbering))
  bind(calls.giveBackSignedReceipts, giveBackSignedReceipts(numbering))
  bind(calls.finishSignedReceipts, finishSignedReceipts(numbering))
  bind(calls.setSignedReceiptsAbnormal, setSignedReceiptsAbnormal)
  bind(calls.resolveSignedReceipts, resolveSignedReceipts)
  bind(calls.loseSignedReceipts, loseSignedReceipts)
  bind(calls.undoSignedReceipts, undoSignedReceipts)
  bind(calls.addReceiptPhotos, addReceiptPhotos(files))
  bind(calls.getReceiptTrip, receiptTrip)
  bind(calls.scanSignedReceipt, scanSignedReceipt(numbering))
  bind(calls.undoReceiptScan, undoReceiptScan)
}
