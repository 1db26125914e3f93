import type { AdjustmentRow } from '@xunyun/contract/costs/adjustments'
import { sumDecimals } from '@xunyun/contract/kernel/decimal'
import { pathTo } from '../../../paths.ts'
import { applicationColumnsOf } from '../applicationColumns.tsx'

/** Yuan, what the item comes to with it. */
export const afterOf = ({ before, amount }: Pick<AdjustmentRow, 'before' | 'amount'>): string =>
  sumDecimals([before, amount], 2)

const { column, head, reason, tail, hidden } = applicationColumnsOf<AdjustmentRow>()

export const adjustmentColumns = [
  ...head,
  column.link('ofNo', 'costs:column.ofNo', {
    pin: undefined,
    width: 128,
    card: 'lead',
    // What a payable charge is of has no page of its own; its row opens.
    to: ({ waybillId, ofNo }) => (waybillId === null ? undefined : pathTo('waybill', { no: ofNo })),
  }),
  column.text('customerName', 'costs:column.customer', { width: 128, card: 'meta' }),
  column.code('direction', 'costs:column.direction', 'priceDirection', { width: 60 }),
  column.code('feeItem', 'costs:column.feeItem', 'feeItem', { width: 76, card: 'meta' }),
  column.money('before', 'costs:column.before'),
  column.money('amount', 'costs:column.change', { sortKey: 'amount', total: 'amount', card: 'fact' }),
  column.money('after', 'costs:column.after', { value: afterOf, card: 'fact' }),
  column.money('paid', 'costs:column.paid', { total: 'paid' }),
  reason,
  ...tail,
  column.text('partyName', 'costs:column.party', { width: 128, hidden: true }),
  ...hidden,
]
