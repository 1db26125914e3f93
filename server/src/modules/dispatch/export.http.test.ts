import * as dispatch from '@xunyun/contract/dispatch/calls'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ago, type Freight, openFreight } from '../../../test/freight.ts'
import { download } from '../../../test/sheets.ts'
import { type Client, openWorld, type World } from '../../../test/world.ts'

let world: World
let freight: Freight
let dispatcher: Client
beforeAll(async () => {
  world = await openWorld()
  freight = await openFreight(world)
  dispatcher = (await world.person('dispatcher', { rights: 'all', outletId: freight.hangzhou })).client
})
afterAll(() => world.close())

const plan = () => new Date(Date.now() + 3_600_000).toISOString()

/** A pickup trip of `pieces` of a new waybill of ten, by a vehicle of its own. */
async function pickup(plate: string, pieces = 4) {
  const waybill = await freight.waybill(dispatcher, 10)
  const trip = await dispatcher.ok(dispatch.createArrangement, {
    type: 'pickup',
    vehicleId: await freight.addVehicle(plate),
    driverId: await freight.addDriver(`司机${plate}`),
    toOutletId: freight.hangzhou,
    planAt: plan(),
    lines: [{ waybillId: waybill.id, fromPlace: 'shipper', fromId: 0, pieces }],
    assign: true,
  })
  return { waybill, trip }
}

it('[D-01] [RT-16/arrangedOrder] what waits goes to Excel: the filter, or just the chosen rows, in words', async () => {
  const one = await freight.waybill(dispatcher, 10)
  const two = await freight.waybill(dispatcher, 5)
  const columns = ['waybillNo', 'nextLeg', 'fromName', 'free', 'weight']
  const all = await download(dispatcher, dispatch.exportWaiting, { columns })
  expect(all.rows[0]).toEqual(['运单号', '下一程', '所在', '待安排件数', '重量 kg'])
  expect(all.rows.map(([no]) => no)).toEqual(expect.arrayContaining([one.waybillNo, two.waybillNo]))
  const chosen = await download(dispatcher, dispatch.exportWaiting, { columns, ids: [`${two.id}:shipper:0`] })
  expect(chosen.rows.slice(1)).toEqual([[two.waybillNo, '提货', expect.any(String), '5', '50']])
  expect((await download(dispatcher, dispatch.exportWaiting, { ids: ['1:moon:0'] })).code).toBe(422)
})

it('[D-01] [RT-16/arrangeList] [RT-16/haveArranged] a selection of trips or arranged waybills exports just that', async () => {
  const one = await pickup('浙C10001')
  const two = await pickup('浙C10002')
  const trips = await download(dispatcher, dispatch.exportArrangements, {
    ids: [two.trip.id],
    columns: ['arrangementNo', 'state', 'plateNo', 'pieces'],
  })
  expect(trips.rows.slice(1)).toEqual([[two.trip.arrangementNo, '已派', '浙C10002', '4']])
  const [row] = (await dispatcher.ok(dispatch.getArranged, { q: one.waybill.waybillNo })).rows
  const arranged = await download(dispatcher, dispatch.exportArranged, {
    ids: [row?.id ?? 0],
    columns: ['waybillNo', 'arrangementNo', 'type', 'driverName'],
  })
  expect(arranged.rows.slice(1)).toEqual([[one.waybill.waybillNo, one.trip.arrangementNo, '提货', '司机浙C10001']])
})

it("[D-05] a trip's timeline says field by field what changed, and when it really departed and arrived", async () => {
  const { waybill, trip } = await pickup('浙C10003')
  await dispatcher.ok(dispatch.changeArrangement, {
    id: trip.id,
    version: trip.version,
    type: 'pickup',
    vehicleId: await freight.addVehicle('浙C10004'),
    driverId: await freight.addDriver('换班司机'),
    toOutletId: freight.hangzhou,
    planAt: plan(),
    sealNo: 'S-1',
    lines: [{ waybillId: waybill.id, fromPlace: 'shipper', fromId: 0, pieces: 6 }],
  })
  const [departAt, arriveAt] = [ago(50), ago(20)]
  await dispatcher.ok(dispatch.departArrangements, { ids: [trip.id], at: departAt })
  await dispatcher.ok(dispatch.arriveArrangements, { ids: [trip.id], at: arriveAt })
  const [arrived, departed, changed, created] = await dispatcher.ok(dispatch.getArrangementHistory, { id: trip.id })
  expect([arrived, departed].map((entry) => [entry?.action, entry?.changes[0]?.to])).toEqual([
    ['arrived', arriveAt],
    ['departed', departAt],
  ])
  expect(created?.action).toBe('created')
  expect(changed?.changes).toEqual(
    expect.arrayContaining([
      { field: 'plateNo', from: '浙C10003', to: '浙C10004' },
      { field: 'driverName', from: '司机浙C10003', to: '换班司机' },
      { field: 'sealNo', from: null, to: 'S-1' },
      { field: 'lines', from: `${waybill.waybillNo} × 4`, to: `${waybill.waybillNo} × 6` },
    ]),
  )
  const elsewhere = await world.person('elsewhere', {
    rights: { arrangeList: 'browse' },
    scope: 'outlet',
    companies: [freight.guangzhou],
  })
  expect((await elsewhere.client.send(dispatch.getArrangementHistory, { id: trip.id })).code).toBe(404)
})
