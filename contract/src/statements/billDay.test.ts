import { expect, it } from 'vitest'
import { lastBillDay } from './billDay.ts'

it('[M53] 期末日 is the last bill day, in a shorter month its last; without one the end of the month before', () => {
  expect(lastBillDay('2026-11-25', 25)).toBe('2026-11-25')
  expect(lastBillDay('2026-11-24', 25)).toBe('2026-10-25')
  expect(lastBillDay('2027-03-15', 31)).toBe('2027-02-28')
  expect(lastBillDay('2027-01-05', 20)).toBe('2026-12-20')
  expect(lastBillDay('2027-01-05', null)).toBe('2026-12-31')
})
