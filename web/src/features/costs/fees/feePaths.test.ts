import type { FeeRow } from '@xunyun/contract/costs/feeList'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, it } from 'vitest'
import { startI18n, switchLanguage } from '../../../shared/i18n/i18n.ts'
import { feeColumns } from './feeColumns.tsx'
import {
  begunWith,
  invoicePathOf,
  isOfOneParty,
  isOpen,
  isToInvoice,
  isToState,
  moneyPathOf,
  statementPathOf,
  whyNotInvoiced,
} from './feePaths.ts'

beforeAll(async () => {
  await startI18n(['fees'])
  await switchLanguage('zh')
})

const row = {
  id: 1,
  pendingKind: null,
  direction: 'receivable',
  state: 'confirmed',
  settlement: 'open',
  companyId: 5,
  driverId: null,
  waybillId: 70,
  ofNo: 'YD70',
  open: '100.00',
  day: '2026-11-03',
} as FeeRow
const rows: readonly FeeRow[] = [row, { ...row, id: 2, waybillId: 71, ofNo: 'YD71', day: '2026-11-20' }]

it('[RT-16/feeList] several charges of one party are received, applied for and stated together, these alone and up to their latest day', () => {
  expect(isOfOneParty(rows)).toBe(true)
  expect(moneyPathOf(rows)).toBe('/financial/payment?new=receipt&company=5&charges=1,2')
  expect(invoicePathOf(rows)).toBe('/tms/operations/billApply?customerId=5&charges=1,2')
  expect(statementPathOf(rows)).toBe('/financial/statement?new=one&companyId=5&toDay=2026-11-20')
})

it('[RT-16/feeList] charges of two customers, of a customer and a driver, or of two walk-ins are not of one party', () => {
  const walkIn = { ...row, companyId: null }
  expect(isOfOneParty([row, { ...row, companyId: 6 }])).toBe(false)
  expect(isOfOneParty([row, { ...row, companyId: null, driverId: 5 }])).toBe(false)
  expect(isOfOneParty([walkIn, { ...walkIn, waybillId: 71, ofNo: 'YD71' }])).toBe(false)
  expect(moneyPathOf([walkIn])).toBe('/financial/payment?new=receipt&waybill=YD70&charges=1')
})

it('[RT-16/feeList] a walk-in’s or consignee’s charges are applied for by their waybill, and what we owe a carrier is stated', () => {
  const walkIn = { ...row, companyId: null, invoicing: 'unapplied' as const }
  expect(isToInvoice(walkIn)).toBe(true)
  expect(invoicePathOf([walkIn, { ...walkIn, id: 2 }])).toBe('/tms/operations/billApply?numbers=YD70&charges=1,2')
  const owed = { ...row, direction: 'payable' as const, waybillId: null }
  expect([isToState(owed), isToInvoice({ ...owed, invoicing: 'none' })]).toEqual([true, false])
  expect(statementPathOf([owed])).toBe('/financial/statement?new=one&companyId=5&direction=payable&toDay=2026-11-03')
  expect(isOfOneParty([row, owed])).toBe(false)
})

it('[RT-16/feeList] what is under review or settled begins nothing', () => {
  expect([row, { ...row, pendingKind: 'price' as const }, { ...row, open: '0.00' }].map(isOpen)).toEqual([
    true,
    false,
    false,
  ])
  expect(isToState({ ...row, settlement: 'settled' })).toBe(false)
})

/** What a cell of the list shows, as HTML. */
const cell = (key: string, of: FeeRow) =>
  renderToStaticMarkup(
    feeColumns.find((column) => column.key === key)?.render(of, { language: 'zh', current: false, card: false }),
  )

it('[RT-16/feeList] [M30] what was applied for says how far it is: in review or to be issued, its numbers where one points; what is issued says so once', () => {
  const held = { id: 1, no: 'KP1', state: 'pending', amount: '60.00' } as const
  const applied = { ...row, invoicing: 'applied' as const, invoices: [held, { ...held, no: 'KP2' }] }
  expect(cell('invoicing', applied)).toBe('<span title="已申请 · KP1 待审 · KP2 待审">已申请 · 待审</span>')
  const issued = { ...row, invoicing: 'invoiced' as const, invoices: [{ ...held, state: 'issued' as const }] }
  expect(cell('invoicing', issued)).toBe('<span title="已开票 · KP1 已开票">已开票</span>')
})

it('[RT-16/feeList] [M5] a charge whose price nobody confirmed is 未确认, with what it waits for, and has nothing open', () => {
  const draft = {
    ...row,
    state: 'reviewed',
    settlement: 'unconfirmed',
    open: '0.00',
    badDebtNo: null,
    onItsWay: null,
  } as FeeRow
  expect(cell('settlement', draft)).toContain('title="价格确认后可收付"')
  expect(cell('settlement', draft)).toContain('未确认')
  expect(cell('settlement', { ...draft, pendingKind: 'cost' })).toContain('title="审核通过后可收付"')
  expect([cell('open', draft), cell('open', row)].map((html) => html.replace(/<.*?>/g, ''))).toEqual(['—', '100.00'])
})

it('[RT-16/feeList] [M5] [M30] of several rows the form begins with those of the party that something can be done for; another’s are counted, and where nothing can be the reasons are', () => {
  const open = { ...row, invoicing: 'unapplied' } as FeeRow
  const draft = { ...open, id: 2, state: 'reviewed', settlement: 'unconfirmed' } as FeeRow
  const never = { ...open, id: 3, invoicing: 'none' } as FeeRow
  const other = { ...draft, id: 4, companyId: 6 } as FeeRow
  const all = [open, draft, never, other]
  const can = all.filter(isToInvoice)
  expect(can).toEqual([open])
  expect(isOfOneParty(can)).toBe(true)
  expect(begunWith(all, can)).toEqual({ rows: [open, draft, never], others: 1 })
  expect(whyNotInvoiced([draft, never, other], 'zh')).toBe('未确认 2 · 不开票 1')
})
