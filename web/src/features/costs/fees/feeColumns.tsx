import type { FeeRow } from '@xunyun/contract/costs/feeList'
import { feeName } from '@xunyun/contract/costs/feeName'
import { wordFor } from '@xunyun/contract/dictionary'
import { arrangementPath } from '@xunyun/contract/dispatch/path'
import type { ArrangementKind } from '@xunyun/contract/dispatch/states'
import { plainDecimal } from '@xunyun/contract/kernel/decimal'
import type { Language } from '@xunyun/contract/pages'
import { pathTo } from '../../../paths.ts'
import { columnsOf } from '../../../shared/grid/column.tsx'
import { i18n } from '../../../shared/i18n/i18n.ts'
import { dotted } from '../../../shared/ui/format.ts'
import type { Tone } from '../../../shared/ui/StateTag.tsx'

const column = columnsOf<FeeRow>()
const hidden = { hidden: true } as const

export const feeTones: Readonly<Record<FeeRow['state'], Tone>> = {
  pending: 'orange',
  reviewed: 'blue',
  confirmed: 'green',
}

export const settlementTones: Readonly<Record<FeeRow['settlement'], Tone>> = {
  unconfirmed: 'grey',
  open: 'orange',
  partial: 'blue',
  settled: 'green',
}

/** What has to happen before it is received or paid (M5). */
export const whyUnconfirmed = ({ pendingKind }: FeeRow) =>
  pendingKind === 'adjustment' || pendingKind === 'cost' ? 'fees:unconfirmed.review' : 'fees:unconfirmed.price'

/** What 费用增减 takes of a charge: its waybill; of a payable the application that it was approved with; of storage the charge itself. */
export const adjustedBy = ({
  id,
  pendingKind,
  state,
  direction,
  waybillId,
  ofNo,
  docNo,
  source,
}: FeeRow): string | null =>
  pendingKind !== null || state !== 'confirmed'
    ? null
    : direction === 'payable'
      ? docNo
      : waybillId !== null
        ? ofNo
        : source === 'storage'
          ? `#${id}`
          : null

/** What a charge is of: a waybill, a trip or shipment; goods in a warehouse have their document's number alone. */
export const pathOfFee = ({ waybillId, arrangementId, arrangementKind, ofNo }: FeeRow): string | undefined =>
  waybillId !== null && ofNo !== null
    ? pathTo('waybill', { no: ofNo })
    : arrangementId !== null
      ? arrangementPath(arrangementKind as ArrangementKind, arrangementId)
      : undefined

/** 已申请 · 待审: how far that is which holds it, where the word does not say so. */
function invoicingShort({ invoicing, invoices }: FeeRow, language: Language): string {
  const said = wordFor('feeInvoicing', invoicing, language)
  const states = new Set(invoices.map(({ state }) => wordFor('invoiceState', state, language)))
  states.delete(said)
  return dotted(said, ...states)
}
/** With the number of each. */
const invoicingText = ({ invoicing, invoices }: FeeRow, language: Language): string =>
  dotted(
    wordFor('feeInvoicing', invoicing, language),
    ...invoices.map(({ no, state }) => `${no} ${wordFor('invoiceState', state, language)}`),
  )

export const feeColumns = [
  column.link('ofNo', 'costs:column.ofNo', { width: 140 }),
  column.code('direction', 'costs:column.direction', 'priceDirection', { ...hidden, width: 64 }),
  column.text('feeItem', 'costs:column.feeItem', {
    width: 104,
    card: 'lead',
    value: (row) => feeName(row, i18n.language as Language),
  }),
  column.code('payPart', 'costs:column.payPart', 'payPart', { ...hidden, width: 76 }),
  column.text('partyName', 'costs:column.party', { width: 200, card: 'meta' }),
  column.money('amount', 'costs:column.amount', { sortKey: 'amount', total: 'amount', card: 'fact' }),
  column.money('open', 'costs:column.open', {
    total: 'open',
    value: (row: FeeRow) => (row.settlement === 'unconfirmed' ? null : row.open),
  }),
  column.money('settled', 'costs:column.settled', { ...hidden, total: 'settled' }),
  column.state('settlement', 'costs:column.settlement', {
    words: 'feeSettlement',
    tone: ({ settlement }) => settlementTones[settlement],
    why: (row) => (row.settlement === 'unconfirmed' ? i18n.t(whyUnconfirmed(row)) : null),
    also: ({ badDebtNo, onItsWay }) =>
      [
        badDebtNo === null ? [] : `${i18n.t('fees:badDebt.mark')} ${badDebtNo}`,
        onItsWay === null ? [] : i18n.t('fees:onItsWay', { no: onItsWay }),
      ]
        .flat()
        .join(' · ') || null,
    done: ({ keptBy }) => keptBy,
    width: 168,
  }),
  column.custom({
    key: 'invoicing',
    title: 'costs:column.invoicing',
    width: 116,
    render: (row, { language }) => <span title={invoicingText(row, language)}>{invoicingShort(row, language)}</span>,
    text: invoicingText,
  }),
  column.date('day', 'costs:column.day', { sortKey: 'day', card: 'aside' }),
  column.date('due', 'costs:column.due', hidden),
  column.integer('overdue', 'costs:column.overdue', { width: 76 }),
  column.money('unapplied', 'costs:column.unapplied', { total: 'unapplied' }),
  column.state('state', 'costs:column.feeState', {
    words: 'feeState',
    tone: ({ state }) => feeTones[state],
    width: 84,
  }),
  column.code('statementState', 'costs:column.statementState', 'statementState', { width: 76 }),
  column.text('statementNo', 'costs:column.statementNo', { ...hidden, width: 136 }),
  column.code('payMethod', 'costs:column.payMethod', 'payMethod', { width: 76 }),
  column.code('source', 'costs:column.source', 'chargeSource', { width: 84, card: 'meta' }),
  column.integer('taxRate', 'costs:column.taxRate', {
    width: 68,
    unit: '%',
    value: ({ taxRate }) => (taxRate === null ? null : plainDecimal(taxRate)),
  }),
  column.money('net', 'costs:column.net', { ...hidden, total: 'net' }),
  column.money('tax', 'costs:column.tax', { ...hidden, total: 'tax' }),
  column.text('docNo', 'costs:column.docNo', { width: 148 }),
  column.text('outletName', 'costs:column.outlet', hidden),
]
