import type { Board, BoardTrip, BoardVehicle } from '@xunyun/contract/dispatch/board'
import type { WaitingRow } from '@xunyun/contract/dispatch/calls'
import { describe, expect, it } from 'vitest'
import { waitingKey } from '../lines.ts'
import { byFit, type Card, cardsOf, cargoOfWaiting, fitOf, inOrder, loadOf, putOn, takesDrop } from './cards.ts'
import { groupRows, itemsOf, matches } from './groups.ts'
import { type Done, renamedIn, stepOf, withDone, withoutPending, withPending } from './pending.ts'

const waits = (id: number, over: Partial<WaitingRow> = {}): WaitingRow => ({
  id,
  waybillNo: `YD${id}`,
  state: 'stored',
  fromPlace: 'outlet',
  fromId: 1,
  fromName: '杭州',
  nextLeg: 'trunk',
  free: 10,
  pieces: 10,
  weight: '1000.000',
  volume: '4.0000',
  totalWeight: '1000.000',
  totalVolume: '4.0000',
  urgent: false,
  hold: false,
  exceptions: 0,
  customerName: '云帆',
  shipperCity: '杭州',
  shipperName: '王志强',
  shipperRegion: '330110',
  shipperRegionName: '浙江省 杭州市 余杭区',
  shipperAddress: '良睦路',
  consigneeCity: '广州',
  consigneeName: '陈国强',
  consigneePhone: '139',
  consigneeRegion: '440111',
  consigneeRegionName: '广东省 广州市 白云区',
  consigneeAddress: '石湖路',
  serviceType: 'standard',
  deliveryWay: 'delivery',
  codAmount: '0',
  pickupWay: 'pickup',
  planAt: null,
  waitingSince: '2026-11-20T00:00:00Z',
  outletId: 1,
  outletName: '杭州',
  destOutletId: 2,
  destName: '广州',
  late: false,
  ...over,
})
const vehicle = (id: number, over: Partial<BoardVehicle> = {}): BoardVehicle => ({
  id,
  plateNo: `浙A${id}`,
  plateColor: 'yellow',
  model: '9.6box',
  type: 'own',
  loadKg: '10000.00',
  volumeM3: '50.00',
  cold: false,
  hazard: false,
  driverId: 9,
  driverName: '沈立',
  carrierId: null,
  carrierName: null,
  planned: null,
  holds: null,
  blocked: null,
  driverPhone: '138',
  driverBlocked: null,
  ...over,
})
const line = (lineId: number, load: number, unload: number, weight: string) => ({
  lineId,
  waybillId: lineId,
  waybillNo: `YD${lineId}`,
  customerName: null,
  consigneeCity: '广州',
  fromPlace: 'outlet' as const,
  fromId: load,
  unloadOutletId: unload,
  leg: 'trunk' as const,
  load,
  unload,
  pieces: 5,
  weight,
  volume: '1.0000',
  serviceType: 'standard',
})
const trip = (id: number, vehicleId: number, over: Partial<BoardTrip> = {}): BoardTrip =>
  ({
    id,
    arrangementNo: `PC${id}`,
    type: 'trunk',
    state: 'new',
    vehicleId,
    plateNo: `浙A${vehicleId}`,
    plateColor: 'yellow',
    vehicleModel: '9.6box',
    driverId: 9,
    driverName: '沈立',
    driverPhone: '138',
    carrierId: null,
    loadKg: '10000.00',
    volumeM3: '50.00',
    planAt: '2026-11-20T10:00:00Z',
    blocked: null,
    actions: [{ key: 'change' }],
    stops: [1, 3, 2].map((outletId, at) => ({ seq: at + 1, kind: 'outlet', outletId, region: null, address: null })),
    lines: [line(11, 1, 2, '4000.000'), line(12, 2, 3, '5000.000')],
    ...over,
  }) as BoardTrip
const board = (over: Partial<Board>): Board => ({ trips: [], vehicles: [], waiting: '', ...over })
const cardOf = (over: Partial<Board>): Card => cardsOf(board(over))[0] as Card

describe('[RT-16/carArrange] [T15] the load before the drop', () => {
  it('is the most that is aboard between two stops: what is unloaded before is not counted', () => {
    const card = cardOf({ trips: [trip(1, 7)], vehicles: [vehicle(7)] })
    // 4 t to the stop between, 5 t from there.
    expect(loadOf(card)).toMatchObject({ weight: '5000.000', byWeight: 50, volume: '1.0000', waybills: 2, pieces: 10 })
    const { taken, after } = fitOf(card, [cargoOfWaiting(waits(1))])
    expect(taken).toHaveLength(1)
    // From the first stop to the last one: with either.
    expect(after).toMatchObject({ weight: '6000.000', byWeight: 60, waybills: 3 })
  })
  it('of a part is the part of its weight, and of a vehicle without a known volume by weight alone', () => {
    const half = cargoOfWaiting(waits(1), 5)
    expect(half).toMatchObject({ pieces: 5, weight: '500.000', volume: '2.0000' })
    const card = cardOf({ vehicles: [vehicle(7, { volumeM3: null })] })
    expect(fitOf(card, [half]).after).toMatchObject({ byWeight: 5, byVolume: null })
  })
  it('says why something does not go, and takes the rest', () => {
    const card = cardOf({ vehicles: [vehicle(7)] })
    const fit = fitOf(card, [
      cargoOfWaiting(waits(1, { serviceType: 'cold' })),
      cargoOfWaiting(waits(2, { serviceType: 'hazard' })),
      cargoOfWaiting(waits(3, { nextLeg: 'delivery', hold: true })),
      cargoOfWaiting(waits(4, { destOutletId: null })),
      cargoOfWaiting(waits(5, { hold: true })),
    ])
    expect(fit.refused.map(({ cargo, no }) => [cargo.waybillId, no])).toEqual([
      [1, 'cold'],
      [2, 'hazard'],
      [3, 'hold'],
      [4, 'nowhere'],
    ])
    expect(fit.taken.map(({ waybillId }) => waybillId)).toEqual([5])
  })
})

describe('[RT-16/carArrange] the vehicles', () => {
  it('that may not go, are away or have no driver take no drop', () => {
    const cards = cardsOf(
      board({
        trips: [trip(1, 1), trip(2, 2, { state: 'departed' }), trip(3, 3, { blocked: '年检到期' })],
        vehicles: [vehicle(1), vehicle(2), vehicle(3), vehicle(4, { blocked: '停用' }), vehicle(5, { driverId: null })],
      }),
    )
    expect(cards.filter(takesDrop).map(({ vehicleId }) => vehicleId)).toEqual([1])
    expect(cards.find(({ vehicleId }) => vehicleId === 3)).toMatchObject({ kind: 'stopped', why: '年检到期' })
  })
  it('stay where they are when others come, and one keeps its place when it gets a trip', () => {
    const before = cardsOf(board({ vehicles: [vehicle(1), vehicle(2)] })).map(({ key }) => key)
    const now = cardsOf(board({ trips: [trip(1, 2)], vehicles: [vehicle(1), vehicle(2), vehicle(3)] }))
    expect(inOrder(now, before).map(({ vehicleId }) => vehicleId)).toEqual([1, 2, 3])
  })
  it('are offered by fit: on the way there first, then the fullest, overloaded ones last', () => {
    const cards = cardsOf(
      board({
        trips: [trip(1, 1)],
        vehicles: [vehicle(1), vehicle(2), vehicle(3, { loadKg: '900.00' }), vehicle(4, { loadKg: '2000.00' })],
      }),
    )
    expect(byFit(cards, [cargoOfWaiting(waits(1))]).map(({ card }) => card.vehicleId)).toEqual([1, 4, 2, 3])
  })
})

describe('[RT-16/carArrange] what waits', () => {
  const now = new Date('2026-11-20T02:00:00Z')
  const rows = [
    waits(1, { planAt: '2026-11-20T08:00:00Z' }),
    waits(2, { nextLeg: 'pickup', fromPlace: 'shipper', fromId: 0, planAt: '2026-11-21T08:00:00Z' }),
    waits(3, { late: true, planAt: '2026-11-19T08:00:00Z' }),
  ]
  it('is grouped by route, by district, by when it is due', () => {
    const titles = (by: 'line' | 'area' | 'time') =>
      groupRows(rows, by, now).map(({ title, rows: of }) => [Object.values(title).join(' → '), of.length])
    expect(titles('line')).toEqual([
      ['杭州 → 广州', 2],
      ['余杭区', 1],
    ])
    expect(titles('area')).toEqual([
      ['广州 白云区', 2],
      ['杭州 余杭区', 1],
    ])
    expect(titles('time')).toEqual([
      ['late', 1],
      ['today', 1],
      ['tomorrow', 1],
    ])
  })
  it('is folded group by group, and found by number, name, address', () => {
    const groups = groupRows(rows, 'line', now)
    expect(itemsOf(groups, new Set([groups[0]?.key ?? '']), waitingKey).map(({ kind }) => kind)).toEqual([
      'group',
      'group',
      'row',
    ])
    const found = (q: string) => rows.filter((row) => matches(row, { q, type: undefined, only: undefined })).length
    expect([found('yd2'), found('石湖'), found('云帆'), found('没有')]).toEqual([1, 3, 3, 0])
  })
})

describe('[RT-16/carArrange] what was done a moment ago', () => {
  it('is on the vehicle and waits no more before the server has answered, and is read once', () => {
    const cards = cardsOf(board({ vehicles: [vehicle(1)] }))
    const done = { id: 1, card: 'vehicle 1', cargo: [cargoOfWaiting(waits(1), 4)] }
    expect(withoutPending([waits(1), waits(2)], [{ ...done, read: {} }])).toMatchObject([
      { id: 1, free: 6, weight: '600.000' },
      { id: 2, free: 10 },
    ])
    expect(withPending(cards, [{ ...done, read: {} }])[0]?.lines).toMatchObject([{ pieces: 4, pending: true }])
    const read = [{ ...done, read: { vehicles: true, waiting: true } as const }]
    expect(withPending(cards, read)).toEqual(cards)
    expect(withoutPending([waits(1)], read)).toEqual([waits(1)])
  })
  it('takes a line off the vehicle that it was on', () => {
    const cards = cardsOf(board({ trips: [trip(1, 1)], vehicles: [vehicle(1), vehicle(2)] }))
    const moved = cards[0]?.lines[0]?.cargo
    const now = withPending(cards, [{ id: 1, card: 'vehicle 2', cargo: moved ? [moved] : [], read: {} }])
    expect(now.map(({ lines }) => lines.map(({ waybillId }) => waybillId))).toEqual([[12], [11]])
    expect(putOn(cards[1] as Card, [])).toMatchObject({ lines: [] })
  })
  it('is taken back step by step, the last first: what waited waits again, what came goes back', () => {
    const answer = { trip: { id: 5, arrangementNo: 'PC5' }, lineIds: [31, 32, 33] }
    const step = stepOf(answer, [
      { lineId: 11, from: { id: 1 } as never },
      { lineId: 12, from: { id: 2 } as never },
    ])
    expect(step).toMatchObject({
      kind: 'put',
      tripId: 5,
      lineIds: [31],
      moved: [
        { from: { id: 1 }, lines: [{ was: 11, now: 32 }] },
        { from: { id: 2 }, lines: [{ was: 12, now: 33 }] },
      ],
    })
    // What was taken back came under other numbers, on another trip: earlier steps know them.
    expect(
      renamedIn(
        step as Done,
        new Map([
          [31, 41],
          [32, 42],
        ]),
        new Map([
          [5, 6],
          [1, 7],
        ]),
      ),
    ).toMatchObject({
      tripId: 6,
      lineIds: [41],
      moved: [
        { from: { id: 7 }, lines: [{ was: 11, now: 42 }] },
        { from: { id: 2 }, lines: [{ was: 12, now: 33 }] },
      ],
    })
    expect(stepOf({ trip: null, lineIds: [] }, [])).toBeNull()
    const many = Array.from({ length: 60 }, (): Done => ({ ...(step as Done) }))
    expect(many.reduce<readonly Done[]>(withDone, [])).toHaveLength(50)
  })
})
