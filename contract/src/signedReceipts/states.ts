import { approve, browse, edit } from '../access.ts'
import type { Lifecycle } from '../kernel/lifecycle.ts'

export const signedReceiptStates = [
  'toSign',
  'recovered',
  'sent',
  'received',
  'returned',
  'done',
  'abnormal',
  'lost',
] as const
export type SignedReceiptState = (typeof signedReceiptStates)[number]

/** What moves the paper a step on, and can be done by scan. */
export const signedReceiptSteps = ['recover', 'send', 'receive', 'giveBack', 'finish'] as const
export type SignedReceiptStep = (typeof signedReceiptSteps)[number]
export type SignedReceiptAction = SignedReceiptStep | 'addPhoto' | 'epod' | 'setAbnormal' | 'resolve' | 'lose' | 'undo'

const handling = [edit('receiptList')] as const
const deciding = [approve('receiptList')] as const
const onTheWay = ['toSign', 'recovered', 'sent', 'received', 'returned'] as const

/**
 * 回单: 待签 → 已回收 → 已寄出 → 已接收 → 已返客户 → 完成; 异常 goes back to where it was, 丢失 ends it (T29). Of one that was recovered at the
 * waybill's own outlet 寄出 and 接收 fall away; an electronic one is done by the signing itself.
 */
export const signedReceiptLifecycle: Lifecycle<SignedReceiptState, SignedReceiptAction> = {
  recover: { from: ['toSign'], to: 'recovered', right: handling },
  send: { from: ['recovered'], to: 'sent', right: handling },
  receive: { from: ['sent'], to: 'received', right: handling },
  giveBack: { from: ['recovered', 'received'], to: 'returned', right: handling },
  finish: { from: ['returned'], to: 'done', right: handling },
  addPhoto: { from: [...onTheWay, 'done', 'abnormal'], to: 'derived', right: handling },
  /** The e-POD: of what was signed, with a photo of it. */
  epod: { from: signedReceiptStates, to: 'derived', right: [browse('receiptList')] },
  setAbnormal: { from: onTheWay, to: 'abnormal', right: handling },
  resolve: { from: ['abnormal'], to: 'derived', right: handling },
  lose: { from: [...onTheWay, 'abnormal'], to: 'lost', right: deciding },
  undo: { from: ['recovered', 'sent', 'received', 'returned', 'done', 'lost'], to: 'derived', right: deciding },
}
