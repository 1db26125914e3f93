import { cleanup, render, screen } from '@testing-library/react'
import type { WaybillDetail } from '@xunyun/contract/waybills/calls'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { startI18n, switchLanguage } from '../../shared/i18n/i18n.ts'
import { TransportTab } from './detailTabs.tsx'
import { Strands } from './Strands.tsx'
import { strandsOf } from './strands.ts'

beforeAll(async () => {
  await startI18n(['common', 'ui', 'waybills', 'dispatch'])
  await switchLanguage('zh')
})
afterEach(cleanup)

const leg = {
  arrangementId: 3,
  arrangementNo: 'PC26112200001',
  plateNo: '浙A8K215',
  driverName: '周大勇',
  driverPhone: '13800138000',
  fromName: '杭州总站',
  toName: '上海站',
  via: [],
  swappedTo: null,
  pieces: 2,
  planAt: '2026-11-22T00:00:00.000Z',
  departAt: '2026-11-22T01:20:00.000Z',
  arriveAt: '2026-11-22T06:05:00.000Z',
}
const detail = (state: string, place: object) =>
  ({
    state: 'inTransit',
    pieces: 2,
    shipperCity: '杭州',
    consigneeCity: '上海',
    shipperName: '王志强',
    consigneeName: '陈国强',
    legs: [{ ...leg, state, type: 'trunk' }],
    places: [{ pieces: 2, planned: 0, name: '', placeId: 0, ...place }],
  }) as unknown as WaybillDetail

it('[T-B25] a leg that was driven is done and its stop is closed; its time does not break over two lines', () => {
  const { container } = render(<Strands detail={detail('arrived', { place: 'outlet', placeId: 9, name: '上海站' })} />)
  const strand = container.querySelector('ul li')
  expect(strand?.getAttribute('data-state')).toBe('done')
  expect(strand?.closest('ol > li')?.hasAttribute('data-open')).toBe(false)
  expect(strand?.textContent).toMatch(/2026\u201111\u201122\u00a0\d\d:05/)
})

it('[T-B25] a leg under way is open', () => {
  const { container } = render(<Strands detail={detail('departed', { place: 'arrangement', placeId: 3 })} />)
  expect(container.querySelector('ul li')?.getAttribute('data-state')).toBe('moving')
  expect(container.querySelector('ul li')?.closest('ol > li')?.hasAttribute('data-open')).toBe(true)
})

it('[T-B25] pieces that a carrier keeps at its station, and refused ones at an outlet, are where they are', () => {
  const { container } = render(
    <Strands
      detail={
        {
          ...detail('arrived', { place: 'arrangement', placeId: 3, name: 'ZX26112600001' }),
          legs: [
            {
              ...leg,
              arrangementNo: 'ZX26112600001',
              kind: 'line',
              type: null,
              state: 'arrived',
              ends: 'station',
              toName: '白云物流园',
            },
          ],
          places: [
            { place: 'arrangement', placeId: 3, name: 'ZX26112600001', pieces: 17, planned: 0 },
            { place: 'refused', placeId: 7, name: '成都青白江站', pieces: 3, planned: 0 },
          ],
        } as unknown as WaybillDetail
      }
    />,
  )
  const text = container.textContent ?? ''
  expect(text).toMatch(/白云物流园17 件/)
  expect(text).toMatch(/成都青白江站.*3/)
})

it('[T6] pieces that part are drawn on ways of their own until these meet, and what did not come off stands apart', () => {
  const way = (no: string, fromName: string, toName: string, pieces: number, more: object = {}) => ({
    ...leg,
    arrangementNo: no,
    kind: 'vehicle',
    type: 'trunk',
    state: 'arrived',
    fromName,
    toName,
    pieces,
    ...more,
  })
  const line = { kind: 'line', type: null, ends: 'station' }
  const split = {
    ...detail('arrived', {}),
    pieces: 100,
    consigneeCity: '成都',
    legs: [
      way('PC1', '杭州', '杭州总站', 100, { type: 'pickup', state: 'done' }),
      way('PC2', '杭州总站', '武汉中转', 60),
      way('ZX1', '杭州总站', '成都双流站', 40, line),
      way('PC3', '武汉中转', '成都青白江', 60),
      way('PC4', '成都青白江', '成都', 59, { type: 'delivery', state: 'departed' }),
    ],
    places: [
      { place: 'arrangement', placeId: 9, name: 'ZX1', pieces: 40, planned: 0 },
      { place: 'arrangement', placeId: 5, name: 'PC3', pieces: 1, planned: 0 },
      { place: 'arrangement', placeId: 6, name: 'PC4', pieces: 59, planned: 0 },
    ],
  } as unknown as WaybillDetail
  const stops = strandsOf(split)
  expect(stops.map(({ name }) => name)).toEqual(['杭州 王志强', '杭州总站', '成都 陈国强'])
  const branches = stops[1]?.branches.map((branch) => [
    branch.strands.map(({ trip, pieces }) => `${trip} ${pieces}`).join(),
    ...branch.stops.map(({ name }) => name),
  ])
  expect(branches).toEqual([
    ['PC2 60', '武汉中转', '成都青白江'],
    ['ZX1 40', '成都双流站'],
  ])
  const { container } = render(<Strands detail={split} />)
  const missing = container.querySelectorAll('[data-state="missing"]')
  expect([...missing].map(({ textContent }) => textContent)).toEqual(['少货 1 件 · PC3'])
})

it('[T6] an outlet that a trip calls at, where these pieces stay aboard, is told on their leg', () => {
  const via = [{ name: '武汉中转', arrivedAt: '2026-11-22T03:47:00.000Z' }]
  const passing = {
    ...detail('arrived', {}),
    legs: [{ ...leg, kind: 'vehicle', type: 'trunk', state: 'departed', via }],
  }
  const { container } = render(<Strands detail={passing as unknown as WaybillDetail} />)
  expect(container.textContent?.replaceAll('\u00a0', ' ').replaceAll('\u2011', '-')).toContain(
    '途经 武汉中转 2026-11-22 11:47',
  )
})

it('[T6] pieces that another trip took over are drawn once, with the trip that broke down', () => {
  const broken = { ...leg, kind: 'vehicle', type: 'trunk', state: 'arrived', swappedTo: 'PC2' }
  const other = { ...broken, arrangementNo: 'PC2', plateNo: '浙A1', state: 'departed', swappedTo: null }
  const swapped = { ...detail('arrived', {}), legs: [broken, other] } as unknown as WaybillDetail
  const stops = strandsOf(swapped)
  expect(stops.flatMap(({ strands }) => strands).map(({ trip, swappedFrom }) => [trip, swappedFrom])).toEqual([
    ['PC2', 'PC26112200001 · 浙A8K215'],
  ])
})

it('[T3] the express number of a courier stands under 快递单号, and a driver alone under 司机', () => {
  const parcel = {
    ...leg,
    kind: 'courier',
    type: null,
    state: 'collected',
    carrierName: '顺丰',
    carrierNo: 'SF1',
    driverName: null,
    driverPhone: null,
  }
  const legs = [
    { ...leg, kind: 'vehicle', type: 'trunk', state: 'arrived', carrierNo: null },
    { ...parcel, arrangementNo: 'KD1' },
  ]
  render(
    <MemoryRouter>
      <TransportTab detail={{ ...detail('arrived', {}), legs } as unknown as WaybillDetail} />
    </MemoryRouter>,
  )
  const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
  expect(heads).not.toContain('承运商单号')
  const [, trunk, courier] = screen.getAllByRole('row')
  const cells = (of: HTMLElement | undefined, head: string) => of?.children[heads.indexOf(head)]?.textContent
  expect([cells(trunk, '司机'), cells(trunk, '快递单号')]).toEqual(['周大勇 13800138000', '—'])
  expect([cells(courier, '司机'), cells(courier, '快递单号')]).toEqual(['—', 'SF1'])
})
