import { pageKeys, pages } from '@xunyun/contract/pages'
import { expect, it } from 'vitest'
import { paths, pathTo } from './paths.ts'

it('every address of the product is as last agreed', () => {
  const addresses = Object.fromEntries(pageKeys.map((key) => [key, pages[key].path]))
  const own = {
    ...paths,
    adjust: paths.adjust('YD1'),
    redirect: paths.redirect('/dashboard?a=1'),
    loginFor: paths.loginFor('/dashboard?a=1'),
    invoice: paths.invoice({ customerId: 3, numbers: ['YD1', 'YD2'] }),
  }
  expect({ addresses, own }).toMatchSnapshot()
})

it('a parameter is filled in, and encoded', () => {
  expect(pathTo('waybill', { no: 'YD 26/1' })).toBe('/tms/operations/allWayBill/YD%2026%2F1')
})
