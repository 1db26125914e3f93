import type { FeeRow } from '@xunyun/contract/costs/feeList'
import { expect, it } from 'vitest'
import {
  invoicePathOf,
  isOfOneParty,
  isOpen,
  isToInvoice,
  isToState,
  moneyPathOf,
  statementPathOf,
} from './feePaths.ts'

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
