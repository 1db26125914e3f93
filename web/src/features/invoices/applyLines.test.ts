import type { ProfileRow } from '@xunyun/contract/invoices/profiles'
import { expect, it } from 'vitest'
import { gapsOf } from './applyGaps.ts'
import { type ApplyPart, inputOf, reckoned, routesFor, sellerOf, taken, type Values } from './applyLines.ts'

const part = (chargeId: number, more: Partial<ApplyPart> = {}): ApplyPart => ({
  chargeId,
  waybillId: chargeId,
  waybillNo: `YD${chargeId}`,
  feeItem: 'freight',
  day: '2026-11-01',
  customerId: 1,
  customerName: '云帆',
  outletName: '杭州',
  sellerId: 1,
  sellerName: '迅运',
  itemName: '运输服务 运费',
  classCode: null,
  rate: '9',
  freight: true,
  amount: '100.00',
  applied: '0.00',
  open: '100.00',
  route: '杭州 → 广州',
  fromRegion: '330110',
  fromName: '浙江省 杭州市 余杭区',
  toRegion: '440111',
  toName: '广东省 广州市 白云区',
  transMode: 'road',
  plates: ['浙A8K215'],
  goods: '配电柜',
  problem: null,
  ...more,
})

it('[RT-16/billApply] freight rows come from waybill and trip, keep what was typed, and go with their line', () => {
  const parts = [
    part(1),
    part(2, { plates: ['浙A1', '浙A2'] }),
    part(3, { freight: false, itemName: '仓储费', rate: '6' }),
  ]
  const filled = routesFor(parts, 'waybill', [])
  expect(filled.map(({ plateNo, goods }) => [plateNo, goods])).toEqual([
    ['浙A8K215', '配电柜'],
    ['浙A1', '配电柜'],
    ['浙A2', '配电柜'],
  ])
  const typed = filled.map((route, at) => (at === 0 ? { ...route, plateNo: '浙B9' } : route))
  expect(routesFor(parts.slice(0, 1), 'waybill', typed)).toMatchObject([{ plateNo: '浙B9' }])
  // Merged otherwise they are other lines.
  expect(routesFor(parts.slice(0, 1), 'taxItem', typed)).toMatchObject([{ plateNo: '浙A8K215' }])
})

it('[M34] the means of transport is the waybill’s own; a plate is asked for by road alone', () => {
  const modes = ['rail', 'air', 'water', 'express', 'road']
  const parts = modes.map((transMode, at) => part(at + 1, { transMode }))
  const routes = routesFor(parts, 'waybill', [])
  expect(routes.map(({ tool, plateNo }) => [tool, plateNo])).toEqual([
    ['rail', undefined],
    ['air', undefined],
    ['water', undefined],
    ['road', '浙A8K215'],
    ['road', '浙A8K215'],
  ])
  const said = { customerId: 1, sellerId: 1, type: 'ordinary' as const, parts, routes }
  const gaps = gapsOf(said, reckoned(parts, 'waybill'), undefined)
  expect(gaps.filter(({ what }) => what === 'route')).toEqual([])
})

it('[RT-16/billApply] what cannot be applied for stays out with its reason; a part that was typed is what is sent', () => {
  const { parts, left } = taken([part(1)], [part(1), part(2), part(3, { problem: '该费用不开票' })])
  expect(parts.map(({ chargeId }) => chargeId)).toEqual([1, 2])
  expect(left).toEqual([{ waybillNo: 'YD3', feeItem: 'freight', problem: '该费用不开票' }])
  const asked = [part(1, { asked: '40' }), part(2)]
  expect(inputOf({ parts: asked }, true).parts).toEqual([
    { chargeId: 1, amount: '40' },
    { chargeId: 2, amount: '100.00' },
  ])
  // Half a figure is nothing yet.
  expect(reckoned([part(1, { asked: '4.' })], 'taxItem')[0]?.gross).toBe('0.00')
})

it('[RT-16/billApply] of everything that is open what would come to a line of nothing or less stays out and is named', () => {
  const item = { freight: false, itemName: '装卸费', rate: '6', feeItem: 'loading' }
  const of = (chargeId: number, waybillNo: string, open: string) => part(chargeId, { ...item, waybillNo, open })
  const offers = [part(1), of(2, 'YD1', '50.00'), of(3, 'YD1', '-50.00'), of(4, 'YD4', '80.00'), of(5, 'YD4', '-30.00')]
  const ids = (parts: readonly ApplyPart[]) => parts.map(({ chargeId }) => chargeId)
  const all = taken([], offers, 'waybill')
  expect(ids(all.parts)).toEqual([1, 4, 5])
  expect(all.left).toEqual([
    { waybillNo: 'YD1', feeItem: 'loading', problem: null },
    { waybillNo: 'YD1', feeItem: 'loading', problem: null },
  ])
  // Merged into one line they come to something.
  expect(ids(taken([], offers, 'taxItem').parts)).toEqual([1, 2, 3, 4, 5])
  // What is in already stays, and what was named is taken.
  expect(ids(taken([of(2, 'YD1', '50.00')], [of(3, 'YD1', '-50.00')], 'waybill').parts)).toEqual([2])
  expect(ids(taken([], offers).parts)).toEqual([1, 2, 3, 4, 5])
})

it('[RT-16/billApply] [M30] an application is of one seller: the chosen one, else that of what is in, else of the first that can come in', () => {
  const other = part(2, { sellerId: 2, sellerName: '广州' })
  expect(sellerOf(undefined, [], [part(3, { problem: '该费用不开票', sellerId: 9 }), other, part(1)])).toBe(2)
  expect(sellerOf(undefined, [part(1)], [other])).toBe(1)
  expect(sellerOf(7, [part(1)], [other])).toBe(7)
  expect(sellerOf(undefined, [], [])).toBeUndefined()
})

it('[RT-16/billApply] [M33] [M34] what is still missing before it can be sent is named, with the line it is of', () => {
  const parts = [part(1), part(2, { asked: '100.01' }), part(3, { freight: false, itemName: '装卸费', open: '-5.00' })]
  const lines = reckoned(parts, 'waybill')
  const routes = routesFor(parts.slice(0, 1), 'waybill', [])
  const gaps = (more: Partial<Values>, profile?: Partial<ProfileRow>) =>
    gapsOf({ sellerId: 1, customerId: 1, type: 'special', parts, routes, ...more }, lines, profile as never).map(
      ({ what, of }) => [what, of].filter(Boolean).join(' '),
    )
  const whole = { taxNo: '91330110MA2B0RXU59', taxNoValid: true, mobile: '13800138000' }
  const ofLines = ['open YD2', 'line 装卸费 · YD3', 'route 运输服务 运费 · YD2']
  expect(gaps({}, whole)).toEqual(ofLines)
  expect(gaps({ sellerId: undefined }, { ...whole, taxNo: null, mobile: null })).toEqual([
    'seller',
    'taxNo',
    'mobile',
    ...ofLines,
  ])
  expect(gaps({}, { ...whole, taxNoValid: false })).toEqual(['taxNoValid', ...ofLines])
  expect(gaps({})).toEqual(['title', ...ofLines])
  // By road without a plate.
  expect(gaps({ routes: routes.map((route) => ({ ...route, plateNo: undefined })) }, whole)).toContain(
    'route 运输服务 运费 · YD1',
  )
  expect(gaps({ customerId: undefined, title: '张三', taxNo: '123' })).toEqual(['taxNoValid', 'walkInType', ...ofLines])
  expect(gapsOf({ sellerId: 1, type: 'ordinary', title: '张三', parts: [] }, [], undefined)).toEqual([
    { what: 'parts' },
  ])
})
