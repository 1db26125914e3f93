import type { ApprovalRow, ApprovalState } from '@xunyun/contract/approvals/calls'
import { payParts } from '@xunyun/contract/costs/lines'
import { Figure } from '../../shared/grid/cells.tsx'
import { columnsOf } from '../../shared/grid/column.tsx'
import type { Tone } from '../../shared/ui/StateTag.tsx'

export const approvalTones: Readonly<Record<ApprovalState, Tone>> = {
  pending: 'orange',
  approved: 'green',
  rejected: 'red',
  withdrawn: 'grey',
}

const column = columnsOf<ApprovalRow>()
const hidden = { hidden: true } as const
/** A card has it in the facts already. */
const inTable = { hidden: true, card: undefined } as const
const fact =
  (name: string) =>
  (row: ApprovalRow): string | null => {
    const value = row.facts[name]
    return value === undefined || value === null ? null : String(value)
  }

const docNo = column.link('docNo', 'approvals:column.docNo', { width: 136, sortKey: 'docNo' })
const state = column.state('state', 'approvals:column.state', {
  words: 'approvalState',
  tone: (row) => approvalTones[row.state],
  width: 84,
})
const reason = column.code('reason', 'approvals:column.reason', 'approvalReason', { width: 100, card: 'lead' })
const level = column.text('level', 'approvals:column.level', {
  width: 60,
  value: (row) => (row.state === 'pending' ? `${row.level}/${row.levels}` : null),
})
const waited = column.waited('appliedAt', 'approvals:column.waited', { width: 92, sortKey: 'appliedAt', card: 'aside' })
const waitsFor = column.text('waitsFor', 'approvals:column.waitsFor', { width: 132 })
const applicant = column.text('applicantName', 'approvals:column.applicant', { width: 84 })
const why = column.text('note', 'approvals:fact.note', { width: 160, value: fact('note'), exportKey: null })
const partner = column.text('companyName', 'approvals:column.company', { width: 184, card: 'meta' })
const after = [
  column.moment('decidedAt', 'approvals:column.decidedAt', hidden),
  column.text('opinion', 'approvals:column.opinion', { ...hidden, width: 180 }),
  column.text('outletName', 'approvals:column.outlet', hidden),
]

export const approvalColumns = [
  docNo,
  column.code('bizType', 'approvals:column.type', 'bizType', { width: 84, card: 'meta' }),
  state,
  reason,
  partner,
  column.money('amount', 'approvals:column.amount', {
    sortKey: 'amount',
    total: 'amount',
    card: 'fact',
    // Counted goods may have no value: that is no amount, rather than one of 0.
    value: (row) => (row.bizType === 'countAdjust' && fact('gross')(row) === null ? null : row.amount),
  }),
  applicant,
  level,
  waitsFor,
  waited,
  ...after,
]

/** Prices of waybills: what the rate says against what was typed; the difference is in sight before the freight's facts. */
export const priceCheckColumns = [
  docNo,
  state,
  reason,
  partner,
  column.money('quoted', 'approvals:fact.quoted', {
    value: fact('quoted'),
    exportKey: null,
    card: 'fact',
  }),
  column.money('freight', 'approvals:fact.freight', {
    value: fact('freight'),
    exportKey: null,
    card: 'fact',
  }),
  column.money('difference', 'approvals:fact.difference', { value: fact('difference'), exportKey: null }),
  column.custom({
    key: 'rate',
    title: 'approvals:fact.rate',
    unit: '%',
    width: 76,
    align: 'right',
    exportKey: null,
    render: (row) => <Figure value={fact('rate')(row)} places={1} />,
    text: (row) => fact('rate')(row) ?? '',
  }),
  column.money('amount', 'approvals:column.receivable', { sortKey: 'amount', total: 'amount', card: 'fact' }),
  column.text('from', 'approvals:fact.from', {
    width: 116,
    value: fact('from'),
    hidden: true,
    exportKey: null,
  }),
  column.text('to', 'approvals:fact.to', { width: 148, value: fact('to'), exportKey: null }),
  column.weight('chargeWeight', 'approvals:fact.chargeWeight', {
    value: fact('chargeWeight'),
    exportKey: null,
  }),
  applicant,
  level,
  waitsFor,
  waited,
  ...after,
]

/** Adjustments: what is changed of what, from and to. */
export const adjustmentColumns = [
  docNo,
  state,
  column.text('ofNo', 'approvals:fact.ofNo', { width: 128, value: fact('ofNo'), exportKey: null, card: 'lead' }),
  column.text('customer', 'approvals:fact.customer', {
    width: 136,
    value: fact('customer'),
    exportKey: null,
    card: 'meta',
  }),
  column.code('direction', 'approvals:fact.direction', 'priceDirection', {
    width: 60,
    value: fact('direction'),
    exportKey: null,
  }),
  column.code('feeItem', 'approvals:fact.feeItem', 'feeItem', {
    width: 76,
    value: fact('feeItem'),
    exportKey: null,
    card: 'meta',
  }),
  column.money('before', 'approvals:fact.before', { value: fact('before'), exportKey: null }),
  column.money('amount', 'approvals:fact.change', { sortKey: 'amount', total: 'amount', card: 'fact' }),
  column.money('after', 'approvals:fact.after', { value: fact('after'), exportKey: null, card: 'fact' }),
  why,
  applicant,
  level,
  waitsFor,
  waited,
  { ...partner, ...inTable },
  ...after,
]

const ofArrangement = column.text('arrangement', 'approvals:fact.arrangement', {
  width: 136,
  value: fact('arrangement'),
  exportKey: null,
  card: 'lead',
})
const carrier = column.text('carrier', 'approvals:fact.carrier', {
  width: 136,
  value: fact('carrier'),
  exportKey: null,
  card: 'meta',
})
const way = [
  column.text('from', 'approvals:fact.from', { width: 96, value: fact('from'), exportKey: null }),
  column.text('to', 'approvals:fact.to', { width: 96, value: fact('to'), exportKey: null }),
]
const asked = column.money('amount', 'approvals:column.amount', { sortKey: 'amount', total: 'amount', card: 'fact' })
const amountFact = (name: 'mean' | 'quoted' | 'difference' | (typeof payParts)[number], more: object = {}) =>
  column.money(name, `approvals:fact.${name}`, { value: fact(name), exportKey: null, ...more })

/** What trips cost: the parts of a hired truck, and what such trips cost otherwise. */
export const carCostColumns = [
  docNo,
  state,
  ofArrangement,
  column.text('plateNo', 'approvals:fact.plateNo', {
    width: 92,
    value: fact('plateNo'),
    exportKey: null,
    card: 'meta',
  }),
  carrier,
  ...way,
  asked,
  amountFact('mean', { card: 'fact' }),
  ...payParts.map((part) => amountFact(part, hidden)),
  reason,
  why,
  applicant,
  level,
  waitsFor,
  waited,
  { ...partner, ...inTable },
  ...after,
]

/** What line carriers and couriers ask, against their rates in force. */
export const carrierCostColumns = [
  docNo,
  state,
  ofArrangement,
  carrier,
  ...way,
  asked,
  amountFact('quoted', { card: 'fact' }),
  amountFact('difference'),
  amountFact('mean', hidden),
  why,
  applicant,
  level,
  waitsFor,
  waited,
  ...after,
]
