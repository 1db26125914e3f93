import type { CodPayoutRow } from '@xunyun/contract/collections/cod'
import { columnsOf } from '../../shared/grid/column.tsx'
import { payoutTones } from './tones.ts'

const column = columnsOf<CodPayoutRow>()
export const payoutColumns = [
  column.link('no', 'collections:payout.no', { width: 148, sortKey: 'no' }),
  column.state('state', 'collections:payout.state', {
    words: 'paymentState',
    tone: ({ state }) => payoutTones[state],
    width: 88,
  }),
  column.text('payeeName', 'collections:payout.payeeName', { width: 200, card: 'lead' }),
  column.integer('waybills', 'collections:payout.waybills', { total: 'waybills', card: 'meta' }),
  column.money('gross', 'collections:payout.gross', { total: 'gross' }),
  column.money('fees', 'collections:cod.fee', { total: 'fees', width: 84 }),
  column.money('charges', 'collections:payout.charges', { total: 'charges' }),
  column.money('net', 'collections:payout.net', { sortKey: 'net', total: 'net', card: 'fact' }),
  column.text('payeeAccount', 'collections:payout.payeeAccount', { width: 200, card: 'meta' }),
  column.text('accountName', 'collections:payout.accountName', { width: 132 }),
  column.date('day', 'collections:payout.day', { card: 'aside' }),
  column.text('reference', 'collections:payout.reference', { width: 140 }),
  column.text('waitsFor', 'collections:payout.waitsFor', { width: 120 }),
  column.text('createdByName', 'collections:payout.createdByName', { width: 88 }),
  column.moment('createdAt', 'collections:payout.createdAt', { sortKey: 'createdAt', hidden: true }),
  column.text('paidByName', 'collections:payout.paidByName', { width: 88, hidden: true }),
  column.text('reason', 'collections:payout.reason', { width: 180, hidden: true }),
  column.text('outletName', 'collections:payout.outletName', { width: 120, hidden: true }),
]
