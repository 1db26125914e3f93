import type { CodRow } from '@xunyun/contract/collections/cod'
import type { CodState } from '@xunyun/contract/collections/states'
import { columnsOf } from '../../shared/grid/column.tsx'
import type { Tone } from '../../shared/ui/StateTag.tsx'

const tones: Readonly<Record<CodState, Tone>> = {
  toCollect: 'grey',
  collected: 'orange',
  handedIn: 'blue',
  paidOut: 'green',
  waived: 'grey',
}
const column = columnsOf<CodRow>()
export const codColumns = [
  column.link('waybillNo', 'collections:cod.waybillNo', { width: 148, sortKey: 'waybillNo' }),
  column.state('state', 'collections:cod.state', {
    words: 'codState',
    value: ({ state }) => state ?? '',
    instead: ({ state }) => (state === null ? 'collections:cod.freightAlone' : null),
    tone: ({ state }) => (state === null ? 'grey' : tones[state]),
    width: 84,
  }),
  column.text('customerName', 'collections:cod.customerName', { width: 180, card: 'lead' }),
  column.text('consigneeName', 'collections:cod.consigneeName', { width: 96, card: 'meta' }),
  column.money('cod', 'collections:cod.cod', { sortKey: 'cod', total: 'cod', card: 'fact' }),
  column.money('fee', 'collections:cod.fee', { total: 'fee' }),
  column.money('collected', 'collections:cod.collected', { total: 'collected' }),
  column.text('holderName', 'collections:cod.holderName', { width: 100, card: 'meta' }),
  column.date('collectedOn', 'collections:cod.collectedOn', { card: 'aside' }),
  column.money('handedIn', 'collections:cod.handedIn', { total: 'handedIn' }),
  column.money('paidOut', 'collections:cod.paidOut', { total: 'paidOut' }),
  column.money('payable', 'collections:cod.payable', { total: 'payable' }),
  column.integer('days', 'collections:cod.days'),
  column.money('difference', 'collections:cod.difference', { total: 'difference', hidden: true }),
  column.money('toRefund', 'collections:cod.toRefund', { total: 'toRefund', hidden: true }),
  column.money('toTake', 'collections:cod.toTake', { total: 'toTake', hidden: true }),
  column.date('bizDate', 'collections:cod.bizDate', { sortKey: 'bizDate', hidden: true }),
  column.text('handInNo', 'collections:cod.handInNo', { width: 148, hidden: true }),
  column.text('payoutNo', 'collections:cod.payoutNo', { width: 148 }),
  column.text('outletName', 'collections:cod.outletName', { width: 120, hidden: true }),
]

/** On 差异 what is off stands first. */
const first = ['difference', 'toRefund', 'toTake']
export const codDifferenceColumns = [
  ...codColumns.slice(0, 4),
  ...codColumns
    .filter(({ key }) => first.includes(key))
    .map((one) => ({ ...one, hidden: false, card: 'fact' as const })),
  ...codColumns
    .slice(4)
    .filter(({ key }) => !first.includes(key))
    // A card has room for three facts.
    .map((one) => (one.card === 'fact' ? { ...one, card: 'meta' as const } : one)),
]
