import { expect, it } from 'vitest'
import { chargeColumns } from './chargeColumns.tsx'

it('[RT-18/quotation] boxes, kilograms and documents are never added up: of charges the amounts alone are', () => {
  expect(chargeColumns.filter(({ total }) => total !== undefined).map(({ key }) => key)).toEqual(['amount'])
})
