import { isReason, sayReason } from '@xunyun/contract/errors'
import type { FieldError } from '@xunyun/contract/kernel/call'
import { reasonOfIssue } from '@xunyun/contract/kernel/issues'
import type { Language } from '@xunyun/contract/pages'
import { createWaybill } from '@xunyun/contract/waybills/calls'
import { onAccount } from '@xunyun/contract/waybills/payments'
import { askedOf } from '../freight.ts'
import { inputOf } from '../taskValues.ts'
import {
  type Cell,
  type Common,
  cellOf,
  type EntryRow,
  insuredIn,
  isBlank,
  type Resolved,
  textOf,
  valuesOfRow,
} from './cells.ts'

/** What is wrong with the cells of a row; `row`: what belongs to none of them. */
export type Complaints = ReadonlyMap<Cell | 'row', string>
/** As it goes to the server. */
export type Sent = ReturnType<typeof inputOf> & { readonly waybillNo: undefined; readonly place: true }

export type Validated = {
  readonly state: 'blank' | 'asking' | 'wrong' | 'ready'
  readonly resolved: Resolved
  readonly sent: Sent
  readonly complaints: Complaints
  /** What its freight is calculated from, as a text; null while something of it is missing. */
  readonly asked: string | null
  /** What insuring it is calculated from; null: it is not insured, or its value is missing. */
  readonly insured: string | null
}
export type Words = {
  readonly language: Language
  /** The field of a party: its name, its phone. */
  readonly field: (name: string) => string
  readonly several: (count: number) => string
}

/** Judges a row by the contract's own schema: what the server would say, before it is asked. */
export function validate(row: EntryRow, resolved: Resolved, common: Common, words: Words): Validated {
  const values = valuesOfRow(row, resolved, common)
  const sent: Sent = { ...inputOf(values), waybillNo: undefined, place: true }
  if (isBlank(row)) return { state: 'blank', resolved, sent, complaints: new Map(), asked: null, insured: null }
  const result = createWaybill.input.safeParse(sent, { reportInput: true })
  const fields = (result.success ? [] : result.error.issues).map((issue) => ({
    path: issue.path as (string | number)[],
    ...reasonOfIssue(issue),
  }))
  const complaints = said(row, fields, words)
  const insured = insuredIn(row)
  const value = textOf(row, 'declaredValue')
  if (insured === undefined)
    complaints.set('insurance', sayReason('imports.unknownWord', { word: textOf(row, 'insurance') }, words.language))
  else if (insured && !(Number(value) > 0) && !complaints.has('declaredValue'))
    complaints.set('declaredValue', sayReason('waybills.serviceNeeds', {}, words.language))
  if (resolved.customer === 0) complaints.set('customer', sayReason('waybills.unknownCustomer', {}, words.language))
  else if (typeof resolved.customer === 'number') complaints.set('customer', words.several(resolved.customer))
  if (resolved.destOutlet === 0)
    complaints.set(
      'destOutlet',
      sayReason('waybills.noOutletNamed', { name: textOf(row, 'destOutlet') }, words.language),
    )
  else if (typeof resolved.destOutlet === 'number') complaints.set('destOutlet', words.several(resolved.destOutlet))
  if (resolved.isWalkIn && onAccount.includes(values.payMethod ?? ''))
    complaints.set('payMethod', sayReason('waybills.walkInPays', {}, words.language))
  const asking = (['customer', 'destOutlet', 'shipper', 'consignee'] as const).filter(
    (cell) => resolved[cell] === 'asking',
  )
  for (const cell of asking) complaints.delete(cell)
  const isAsking = asking.length > 0 || (resolved.payMethod === 'asking' && textOf(row, 'payMethod') === '')
  const asked = askedOf(values)
  return {
    state: complaints.size > 0 ? 'wrong' : isAsking ? 'asking' : 'ready',
    resolved,
    sent,
    complaints,
    asked: asked && JSON.stringify(asked),
    insured:
      insured && Number(value) > 0
        ? JSON.stringify({ type: 'insurance', customerId: values.customerId, declaredValue: value })
        : null,
  }
}

/** The same for what the server refused. Nothing of it belongs to a cell: it is said of the row. */
export function refusedBy(row: EntryRow, message: string, fields: readonly FieldError[], words: Words): Complaints {
  if (fields.length === 0) return new Map([['row', message]])
  const paths = fields.map(({ path, reason, params }) => ({
    path: path.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part)),
    reason,
    params,
  }))
  return said(row, paths, words, message)
}

type Field = Omit<FieldError, 'path'> & { path: readonly (string | number)[] }

/** Words at the cells. A party is one cell of several fields: each is named. */
function said(row: EntryRow, fields: readonly Field[], { language, field }: Words, otherwise?: string) {
  const complaints = new Map<Cell | 'row', string>()
  const say = (reason: string, params: Field['params']) =>
    isReason(reason) ? sayReason(reason, params, language) : (otherwise ?? sayReason('field.invalid', {}, language))
  for (const { path, reason, params } of fields) {
    const cell = cellOf(path)
    const before = complaints.get(cell)
    if ((cell === 'shipper' || cell === 'consignee') && path[1] !== undefined) {
      if (textOf(row, cell) === '') complaints.set(cell, sayReason('field.required', {}, language))
      else
        complaints.set(cell, [before, `${field(String(path[1]))}: ${say(reason, params)}`].filter(Boolean).join(' · '))
    } else if (before === undefined) complaints.set(cell, say(reason, params))
  }
  return complaints
}
