import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { abnormalLifecycle, abnormalStates, complaintLifecycle, complaintStates } from '../contract/src/cases/states.ts'
import { monthLifecycle, monthStates } from '../contract/src/close/states.ts'
import {
  codLifecycle,
  codPayoutLifecycle,
  codPayoutStates,
  codStates,
  handInLifecycle,
  handInStates,
} from '../contract/src/collections/states.ts'
import { applicationLifecycles, applicationStates } from '../contract/src/costs/states.ts'
import { deviceLifecycle, deviceStates } from '../contract/src/devices/states.ts'
import { type DictionaryType, wordFor } from '../contract/src/dictionary.ts'
import {
  arrangementLifecycle,
  arrangementStates,
  courierLifecycle,
  courierStates,
  specialLifecycle,
  specialStates,
} from '../contract/src/dispatch/states.ts'
import { invoiceLifecycle, invoiceStates } from '../contract/src/invoices/states.ts'
import type { Right } from '../contract/src/kernel/call.ts'
import type { Lifecycle } from '../contract/src/kernel/lifecycle.ts'
import { phoneOrderLifecycle, phoneOrderStates } from '../contract/src/mobileOrders/states.ts'
import { paymentLifecycle, paymentStates } from '../contract/src/payments/states.ts'
import { priceStatuses, transportPriceLifecycle } from '../contract/src/prices/states.ts'
import { signedReceiptLifecycle, signedReceiptStates } from '../contract/src/signedReceipts/states.ts'
import { statementLifecycle, statementStates } from '../contract/src/statements/states.ts'
import { quotationLifecycle, quotationStatuses } from '../contract/src/warehouse/billing/quotations.ts'
import { kitOrderLifecycle, kitOrderStates } from '../contract/src/warehouse/kitting/kitOrders.ts'
import {
  inboundLifecycle,
  inboundStates,
  receiptLifecycle,
  receiptStates,
} from '../contract/src/warehouse/receiving/calls.ts'
import { cartonLifecycle, cartonStates } from '../contract/src/warehouse/shipping/cartons.ts'
import { outboundLifecycle, outboundStates } from '../contract/src/warehouse/shipping/notices.ts'
import { pickTaskLifecycle, pickTaskStates } from '../contract/src/warehouse/shipping/picking.ts'
import { countLifecycle, countStates } from '../contract/src/warehouse/storing/counts.ts'
import { stockOrderLifecycle, stockOrderStates } from '../contract/src/warehouse/storing/orders.ts'
import { waybillLifecycle, waybillStates } from '../contract/src/waybills/states.ts'
import { root } from './root.mjs'

type Document = {
  readonly title: string
  /** The dictionary that has the words of its states. */
  readonly words: DictionaryType
  readonly states: readonly string[]
  readonly table: Lifecycle<string, string>
  /** Rules that the table cannot say, because the state alone does not decide. */
  readonly rules?: readonly string[]
}
const documents: readonly Document[] = [
  {
    title: '运单 Waybill',
    words: 'waybillState',
    states: waybillStates,
    table: waybillLifecycle,
    rules: [
      'The state is that of the least advanced live piece; refused pieces are no longer live, and stand beside it.',
      'How many pieces there are may be edited while all of them are at the shipper and none is planned for a trip, whatever the state says.',
      'Weight and volume may be edited in every state that allows an edit: they are measured at the station. Once the price is confirmed, by a reviewed change (改单).',
      '改址 is taken back as the last step while no piece moved since, also where it moved none.',
      'Closed by itself once nothing is live or refused, its receipt is over, no case or complaint is open, and each lost piece has a case closed by an approved claim or 无需处理.',
      'Undo takes back the last act whose pieces lie, unplanned, where it put them. It needs the right, but whoever refused pieces or changed an address takes that back.',
    ],
  },
  {
    title: '发票 Invoice',
    words: 'invoiceState',
    states: invoiceStates,
    table: invoiceLifecycle,
    rules: [
      'Parts of charges are applied for from 提交 until 撤回, 驳回 or 作废; a draft holds nothing.',
      'Approving and sending back belong to the review; nobody decides what he applied for.',
      'A red letter goes the same way, is neither changed nor reversed, and is issued only in 无需确认 or 双方已确认. What the other side has not confirmed within 72 hours is a draft again.',
      'An invoice is 部分红冲 once a red letter of it is issued, and 已红冲 once they come to all of it; its charges are free from then on.',
    ],
  },
  { title: '异常件 Case of goods', words: 'abnormalState', states: abnormalStates, table: abnormalLifecycle },
  {
    title: '投诉 Complaint',
    words: 'complaintState',
    states: complaintStates,
    table: complaintLifecycle,
    rules: [
      'Who handled it does not follow it up. It is closed once it was answered, and followed up or called in vain three times.',
    ],
  },
  {
    title: '回单 Signed receipt',
    words: 'signedReceiptState',
    states: signedReceiptStates,
    table: signedReceiptLifecycle,
    rules: [
      'Recovered at the outlet of its waybill it need not be sent: it is returned from there. Elsewhere it is sent first.',
      'An electronic one is done by the signing itself, with a signature or photos, and by its undo no longer; or with photos that are added later.',
      'Undo takes the last step back; an abnormal one is resolved instead, back to where it was.',
    ],
  },
  {
    title: '代收货款 COD',
    words: 'codState',
    states: codStates,
    table: codLifecycle,
    rules: [
      'Derived, never stored: from the signing that collected or waived it, the hand-in that counted it, and the payout that paid it; each step goes back with its own undoing.',
      'What comes straight to an account is handed in at once. What nobody took is no COD any more; once collected its amount stays.',
    ],
  },
  {
    title: '发放单 COD payout',
    words: 'paymentState',
    states: codPayoutStates,
    table: codPayoutLifecycle,
    rules: [
      'Approving and sending back belong to the review; nobody pays what he applied for.',
      'What it pays and deducts is reserved while it is under review or waits to be paid, and looked at again when it is sent in again. Changed while it is a draft or was sent back, it is sent in anew.',
    ],
  },
  {
    title: '交账单 Hand-in',
    words: 'handInState',
    states: handInStates,
    table: handInLifecycle,
    rules: [
      'What waits to be handed in is no document yet; sent back, what was collected waits anew.',
      'Counted, it is done where nothing differs; what is missing is made up or borne after a review, what is too much is income.',
      'A count, and what was decided of its difference, is taken back while nothing of its COD is paid out.',
    ],
  },
  {
    title: '收付款 Receipt and payment',
    words: 'paymentState',
    states: paymentStates,
    table: paymentLifecycle,
    rules: [
      'A receipt is posted at once: it begins as 已收. Approving and sending back a payment belong to the review.',
      'What a payment settles is reserved from 提交 until it is paid or comes back; nobody pays what he applied for.',
      'Settling, freeing and giving back change what is left, not the state; 冲销 takes back all that was posted.',
    ],
  },
  {
    title: '对账单 Statement',
    words: 'statementState',
    states: statementStates,
    table: statementLifecycle,
    rules: [
      'The customer confirms or disputes what was sent by its link, once, or disputes it by telephone to whoever records that; what it disputed is adjusted by review, put on the statement, and sent again.',
      'One of a company and outlet at a time is a draft, sent or disputed; the latest alone is voided.',
      'Sending again makes the link before void; a new link without sending too.',
    ],
  },
  {
    title: '月 Month',
    words: 'monthState',
    states: monthStates,
    table: monthLifecycle,
    rules: [
      'In order, for all outlets together, once it is over; what keeps it open (days of storage not charged, accounts that do not agree) is refused.',
      'Reopening is of the last closed month alone. Approving and sending back belong to the review; until it is approved the month stays closed.',
    ],
  },
  { title: '提送货安排 Trip', words: 'arrangementState', states: arrangementStates, table: arrangementLifecycle },
  { title: '专线外发 Line shipment', words: 'specialState', states: specialStates, table: specialLifecycle },
  { title: '快递外发 Courier parcel', words: 'courierState', states: courierStates, table: courierLifecycle },
  {
    title: 'GPS 设备 GPS device',
    words: 'deviceState',
    states: deviceStates,
    table: deviceLifecycle,
    rules: [
      'bound, underway and toReturn are one stored state, told apart by what the device is bound to ([ADR 039](adr/039-a-device-follows-what-it-is-bound-to.md)).',
      'Whoever bound a device takes the binding back; of others it needs the right to decide.',
      'On a waybill or a trip a device is taken back or mailed once that is over; a vehicle’s is taken off at any time.',
    ],
  },
  { title: '手机运单 Mobile order', words: 'phoneOrderState', states: phoneOrderStates, table: phoneOrderLifecycle },
  {
    title: '费用增减 Charge adjustment',
    words: 'applicationState',
    states: applicationStates,
    table: applicationLifecycles.costZJ,
    rules: [
      'Approving and sending back belong to the review (费用增减审核).',
      'Taken back by whoever sent it in, before the first decision.',
    ],
  },
  { title: '运输报价 Freight rate', words: 'priceStatus', states: priceStatuses, table: transportPriceLifecycle },
  { title: '客户报价 Customer rate', words: 'priceStatus', states: quotationStatuses, table: quotationLifecycle },
  { title: '入库通知 Inbound notice', words: 'inboundState', states: inboundStates, table: inboundLifecycle },
  { title: '收货单 Receipt', words: 'receiptState', states: receiptStates, table: receiptLifecycle },
  { title: '出库通知 Outbound notice', words: 'outboundState', states: outboundStates, table: outboundLifecycle },
  { title: '拣货单 Pick task', words: 'pickTaskState', states: pickTaskStates, table: pickTaskLifecycle },
  { title: '箱 Carton', words: 'cartonState', states: cartonStates, table: cartonLifecycle },
  { title: '移库单 Stock order', words: 'stockOrderState', states: stockOrderStates, table: stockOrderLifecycle },
  { title: '组合单 Kit order', words: 'kitOrderState', states: kitOrderStates, table: kitOrderLifecycle },
  { title: '盘点单 Stock count', words: 'countState', states: countStates, table: countLifecycle },
]

const intro = `# Lifecycles

What may be done to a document in which state, and who may: drawn from the tables by which the server acts and the pages
show their buttons. Written by \`node tools/lifecycles.ts\`; a test fails while it is not what the tables say. A state that
an act does not name is *derived*: it follows from what lies below the document (pieces, lines, goods, cartons). Rules
beside the state (papers, money, stock) are the server's, and stand in [screens.md](screens.md).
`

/** Acts that lead to one state, as a picture; none where every state is derived. */
function picture({ table }: Document): string {
  const edges = Object.entries(table).flatMap(([action, { from, to }]) =>
    to === 'derived' ? [] : from.filter((state) => state !== to).map((state) => `  ${state} --> ${to}: ${action}`),
  )
  const fence = '```'
  return edges.length === 0 ? '' : `\n${fence}mermaid\nstateDiagram-v2\n${edges.join('\n')}\n${fence}\n`
}

const rightOf = ({ page, kind }: Right) => `${page} ${kind}`

/** State × act: where it leads, or nothing. */
function matrix({ states, table, words }: Document): string {
  const actions = Object.entries(table)
  const head = `| state | ${actions.map(([action]) => action).join(' | ')} |`
  const rows = states.map((state) => {
    const cells = actions.map(([, { from, to }]) =>
      !from.includes(state) ? '' : to === 'derived' ? '*derived*' : to === state ? 'stays' : to,
    )
    return `| ${state} ${wordFor(words, state, 'zh')} | ${cells.join(' | ')} |`
  })
  const rights = `| **right** | ${actions.map(([, { right }]) => right.map(rightOf).join(', ') || 'its owner').join(' | ')} |`
  return [head, `|${'---|'.repeat(actions.length + 1)}`, ...rows, rights].join('\n')
}

export const lifecycleFile = join(root, 'docs/lifecycle.md')
const rulesOf = ({ rules }: Document): string =>
  rules === undefined ? '' : `\n${rules.map((rule) => `- ${rule}\n`).join('')}`
/** The text of docs/lifecycle.md. */
export const lifecycles = (): string =>
  [intro, ...documents.map((one) => `## ${one.title}\n${picture(one)}${rulesOf(one)}\n${matrix(one)}\n`)].join('\n')

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) writeFileSync(lifecycleFile, lifecycles())
