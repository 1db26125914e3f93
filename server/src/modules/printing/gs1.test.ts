import { readGs1 } from '@xunyun/contract/kernel/gs1'
import { expect, it } from 'vitest'
import { code128, qrModules } from './engine/codes.ts'
import { itemCode, lotCode } from './gs1.ts'

const goods = { itemNo: 'PHONE', barcodes: ['X-9', '6901234567892'] }

it('[RT-18/receive] item, expiry, batch and serial number stand in one code that our scanners read', () => {
  const { barcode, qr, square } = lotCode(goods, { batchNo: 'B-2611', expiry: '2027-01-31', serial: 'SN/7' })
  expect(barcode).toBe('(01)06901234567892(17)270131(10)B-2611(21)SN/7')
  expect([qr, square]).toEqual([barcode, true])
  expect(readGs1(barcode, 2026)).toEqual({
    gtin: '06901234567892',
    expiry: '2027-01-31',
    batch: 'B-2611',
    serial: 'SN/7',
  })
  expect(code128(barcode).length).toBeGreaterThan(100)
  expect(qrModules(barcode).length).toBeGreaterThan(20)
})

it('what no GS1 code may hold is left out; nothing known is the item’s own code', () => {
  expect(lotCode(goods, { batchNo: '甲批', serial: 'S(10)1' })).toEqual(itemCode(goods))
  expect(lotCode(goods, { batchNo: 'B'.repeat(21), expiry: '2027-01-31' }).barcode).toBe('(01)06901234567892(17)270131')
  expect(itemCode(goods)).toMatchObject({ barcode: '6901234567892', symbology: 'ean13' })
  expect(lotCode({ itemNo: 'P-1', barcodes: [] }, { batchNo: 'B1', serial: 'S1' }).barcode).toBe('P-1')
})
