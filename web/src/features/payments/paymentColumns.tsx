import { compareDecimal } from '@xunyun/contract/kernel/decimal'
import type { PaymentRow } from '@xunyun/contract/payments/calls'
import { pathTo } from '../../paths.ts'
import { columnsOf } from '../../shared/grid/column.tsx'
import { i18n } from '../../shared/i18n/i18n.ts'
import { sumsOfOneDirection } from '../../shared/list/sumsOfOneDirection.ts'
import { money } from '../../shared/ui/format.ts'
import { paymentTones } from './tones.ts'

const column = columnsOf<PaymentRow>()
export const paymentColumns = (maySeeStatements: boolean) =>
  sumsOfOneDirection<PaymentRow>([
    column.link('no', 'payments:column.no', { width: 148, sortKey: 'no' }),
    column.state('state', 'payments:column.state', {
      words: 'paymentState',
      tone: ({ state }) => paymentTones[state],
      done: ({ reserved }) =>
        compareDecimal(reserved, '0') === 0 ? null : `${i18n.t('payments:line.reserved')} ${money(reserved)}`,
      width: 152,
    }),
    column.text('partyName', 'payments:column.partyName', { width: 200, card: 'lead' }),
    column.money('amount', 'payments:column.amount', { sortKey: 'amount', total: 'amount', card: 'fact' }),
    column.money('allocated', 'payments:column.allocated', { total: 'allocated' }),
    column.money('left', 'payments:column.left', { total: 'left' }),
    column.date('day', 'payments:column.day', { sortKey: 'day', card: 'aside' }),
    column.code('direction', 'payments:column.direction', 'paymentDirection', { width: 64 }),
    column.text('accountName', 'payments:column.accountName', { width: 132, card: 'meta' }),
    column.code('channel', 'payments:column.channel', 'cashAccountKind', { width: 76, card: 'meta' }),
    column.text('reference', 'payments:column.reference', { width: 160 }),
    column.text('handlerName', 'payments:column.handlerName', { width: 88 }),
    column.text('waitsFor', 'payments:column.waitsFor', { width: 120 }),
    column.link('statementNo', 'payments:column.statementNo', {
      hidden: true,
      width: 148,
      pin: undefined,
      card: undefined,
      to: ({ statementNo }) =>
        statementNo !== null && maySeeStatements
          ? `${pathTo('statement')}?tab=all&statement=${encodeURIComponent(statementNo)}`
          : undefined,
    }),
    column.money('refunded', 'payments:column.refunded', { hidden: true }),
    column.text('reason', 'payments:column.reason', { hidden: true, width: 180 }),
    column.text('paidByName', 'payments:column.paidByName', { hidden: true, width: 88 }),
    column.text('outletName', 'payments:column.outletName', { hidden: true, width: 120 }),
  ])
