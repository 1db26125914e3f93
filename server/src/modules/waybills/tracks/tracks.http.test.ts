import * as dispatch from '@xunyun/contract/dispatch/calls'
import * as calls from '@xunyun/contract/waybills/calls'
import * as tracks from '@xunyun/contract/waybills/tracks'
import { checkImport } from '@xunyun/contract/workbench/imports'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ago, type Freight, openFreight } from '../../../../test/freight.ts'
import { upload } from '../../../../test/sheets.ts'
import { type Client, openWorld, type World } from '../../../../test/world.ts'
import { dayOf } from '../../../platform/clock.ts'

let world: World
let freight: Freight
let office: Client
let customer: Client

beforeAll(async () => {
  world = await openWorld()
  freight = await openFreight(world)
  office = (
    await world.person('track-office', {
      rights: {
        taskList: 'edit',
        allWayBill: 'approve',
        arrangedOrder: 'edit',
        arrangeOperate: 'edit',
        arrangeList: 'approve',
        track: 'edit',
        trackList: 'edit',
      },
    })
  ).client
  customer = (
    await world.person('track-customer', {
      rights: { allWayBill: 'browse', trackList: 'browse' },
      scope: 'customer',
      companies: [freight.yunfan],
    })
  ).client
}, 60_000)
afterAll(() => world.close())

const list = async (client: Client, ids: readonly number[]) =>
  (await client.ok(tracks.getTracked, { ids: [...ids] })).rows.map(({ id, lastTrack }) => ({ id, ...lastTrack }))
const add = (input: Record<string, unknown>, client = office) => client.send(tracks.addTrack, input, { body: 'form' })

/** A waybill on its way to Guangzhou, on a trip of its own. */
async function onTheWay(pieces = 2) {
  const waybill = await freight.waybill(office, pieces)
  // Placed two hours ago.
  const at = ago(120)
  await sql`update track set at = ${at} where waybill_id = ${waybill.id}`.execute(world.db)
  await sql`update waybill set last_track_at = ${at}, shown_track_at = ${at} where id = ${waybill.id}`.execute(world.db)
  await office.ok(calls.checkInWaybills, { ids: [waybill.id], at: ago(60) })
  const trip = await office.ok(dispatch.createArrangement, {
    type: 'trunk',
    vehicleId: await freight.addVehicle(`沪A${String(10_000 + waybill.id)}`),
    driverId: await freight.addDriver(`司机${waybill.id}`),
    planAt: ago(-60),
    fromOutletId: freight.hangzhou,
    toOutletId: freight.guangzhou,
    lines: [{ waybillId: waybill.id, fromPlace: 'outlet', fromId: freight.hangzhou, pieces }],
    assign: true,
  } as never)
  await office.ok(dispatch.departArrangements, { ids: [trip.id], at: ago(30) })
  return { ...waybill, trip }
}

describe('adding tracks', () => {
  it('[AP-12] asks once for the whole batch, with each reason, how many and which; confirm=1 saves', async () => {
    const [a, b] = [await onTheWay(), await onTheWay()]
    const asked = await add({ ids: [a.id, b.id], node: 'checkIn', at: ago(600) })
    expect(asked).toMatchObject({ code: 300, error: { reason: 'waybills.trackConfirm' } })
    expect(asked.msg).toBe(
      `早于最近跟踪 2 票（${a.waybillNo}、${b.waybillNo}）；2 票已过“入站”（${a.waybillNo}、${b.waybillNo}），仍要保存？`,
    )
    expect(
      (await office.ok(tracks.getTracks, { waybillId: a.id })).tracks.some(({ source }) => source === 'manual'),
    ).toBe(false)
    expect(await add({ ids: [a.id, b.id], node: 'checkIn', at: ago(600), confirm: 1 })).toMatchObject({
      code: 200,
      data: { added: 2 },
    })
  })

  it('[AP-12] a few minutes ahead are the clock of whoever types; a day ahead and the year 1970 are refused, confirmed or not', async () => {
    const { id } = await onTheWay()
    expect(await add({ ids: [id], node: 'via', at: ago(-4) })).toMatchObject({ code: 200 })
    expect(await add({ ids: [id], node: 'via', at: ago(-60) })).toMatchObject({ code: 300 })
    for (const at of ['1970-01-01T00:00:00Z', '2100-01-01T00:00:00Z'])
      expect(await add({ ids: [id], node: 'via', at, confirm: 1 })).toMatchObject({
        code: 422,
        error: { fields: [{ path: 'at' }] },
      })
  })

  it('[RT-16/track] numbers of waybills and of trips stand for what they carry; one that is unknown stores nothing', async () => {
    const [a, b] = [await onTheWay(), await onTheWay()]
    const numbers = [a.trip.arrangementNo, b.waybillNo.toLowerCase(), a.waybillNo]
    expect(await add({ numbers, node: 'via', at: ago(1), place: '南昌' })).toMatchObject({ data: { added: 2 } })
    expect(await list(office, [a.id, b.id])).toEqual([
      expect.objectContaining({ node: 'via', place: '南昌' }),
      expect.objectContaining({ node: 'via', place: '南昌' }),
    ])
    const refused = await add({ numbers: [a.waybillNo, 'YD00000000001'], node: 'via', at: ago(0) })
    expect(refused).toMatchObject({ code: 422, error: { fields: [{ path: 'numbers' }] } })
    expect(refused.error?.fields?.[0]).toMatchObject({ params: { numbers: 'YD00000000001' } })
    const found = await office.ok(tracks.findTracked, { numbers: [b.waybillNo, 'nonsense', a.trip.arrangementNo] })
    expect(found).toMatchObject({ waybills: [{ id: b.id }, { id: a.id }], refused: [], unknown: ['NONSENSE'] })
    const piece = await office.ok(tracks.findTracked, { numbers: [`${a.waybillNo}-002`] })
    expect(piece).toMatchObject({ waybills: [{ id: a.id }], unknown: [] })
  })

  it('[RT-16/track] drafts do not come into the queue, and in a batch each is named at its place; nothing is stored', async () => {
    const [a, draft] = [await onTheWay(), await freight.waybill(office, 1, { place: false })]
    expect(await office.ok(tracks.findTracked, { numbers: [a.waybillNo, draft.waybillNo] })).toMatchObject({
      waybills: [{ id: a.id }],
      refused: [{ waybillNo: draft.waybillNo, state: 'draft' }],
    })
    const refused = await add({ ids: [a.id, draft.id], node: 'via', at: ago(0), place: '赣州' })
    expect(refused.error?.fields).toMatchObject([{ path: 'ids.1', reason: 'waybills.notTracked' }])
    expect(refused.msg).toContain(`${draft.waybillNo} 是草稿，不能登记跟踪`)
    expect(await list(office, [a.id])).not.toEqual([expect.objectContaining({ place: '赣州' })])
  })

  it("another outlet's and another customer's waybills are no waybills, by id and by number", async () => {
    const { id, waybillNo } = await onTheWay()
    const elsewhere = await world.outlet('成都站')
    const stranger = (
      await world.person('track-stranger', {
        rights: { track: 'edit', trackList: 'edit', allWayBill: 'browse' },
        scope: 'outlet',
        companies: [elsewhere],
      })
    ).client
    expect(await add({ ids: [id], node: 'via', at: ago(1) }, stranger)).toMatchObject({ code: 404 })
    expect(await add({ numbers: [waybillNo], node: 'via', at: ago(1) }, stranger)).toMatchObject({ code: 422 })
    expect(await list(stranger, [id])).toEqual([])
    expect(await stranger.send(tracks.getTracks, { waybillId: id })).toMatchObject({ code: 404 })
  })
})

describe('the last track on the waybill', () => {
  it('[T24] is the latest by time, then by entry; hiding shows the customer the one before, showing brings it back', async () => {
    const { id } = await onTheWay()
    await add({ ids: [id], node: 'via', at: ago(10), place: '衢州' })
    await add({ ids: [id], node: 'via', at: ago(20), place: '金华', confirm: 1 })
    expect(await list(office, [id])).toEqual([expect.objectContaining({ place: '衢州' })])
    await add({ ids: [id], node: 'via', at: ago(5), text: '司机说堵车', visible: 'false' })
    expect(await list(office, [id])).toEqual([expect.objectContaining({ text: '司机说堵车' })])
    expect(await list(customer, [id])).toEqual([expect.objectContaining({ place: '衢州', by: '' })])
    const { tracks: all } = await office.ok(tracks.getTracks, { waybillId: id })
    const hidden = all.find(({ text }) => text === '司机说堵车')
    expect(hidden?.actions.map(({ key }) => key)).toEqual(['correct', 'show'])
    await office.ok(tracks.showTrack, { id: hidden?.id as number, visible: true })
    expect(await list(customer, [id])).toEqual([expect.objectContaining({ text: '司机说堵车' })])
  })

  it('[T24] a correction stands in its place: the old one stays struck for us, and no customer reads it anywhere', async () => {
    const { id } = await onTheWay()
    await add({ ids: [id], node: 'arrive', at: ago(3), place: '错的地方' })
    const [wrong] = (await office.ok(tracks.getTracks, { waybillId: id })).tracks
    await office.ok(tracks.correctTrack, { id: wrong?.id as number, node: 'via', at: ago(8), place: '上饶' })
    expect(await list(office, [id])).toEqual([expect.objectContaining({ node: 'via', place: '上饶' })])
    const all = (await office.ok(tracks.getTracks, { waybillId: id })).tracks
    expect(all.find(({ id: one }) => one === wrong?.id)).toMatchObject({ struck: 'corrected', actions: [] })
    const told = JSON.stringify([
      await customer.ok(tracks.getTracked, { ids: [id] }),
      await customer.ok(tracks.getTracks, { waybillId: id }),
      (await customer.ok(calls.getWaybillEvents, { id })).events,
    ])
    expect(told).toContain('上饶')
    expect(told).not.toContain('错的地方')
    expect(await office.send(tracks.correctTrack, { id: wrong?.id as number, node: 'via', at: ago(8) })).toMatchObject({
      code: 409,
    })
    const other = (await world.person('track-other', { rights: { track: 'edit' } })).client
    const right = all.find(({ place }) => place === '上饶')
    expect(await other.send(tracks.correctTrack, { id: right?.id as number, node: 'via', at: ago(8) })).toMatchObject({
      error: { reason: 'waybills.trackNotYours' },
    })
  })

  it('[T8] an act that is taken back takes its track along, for the list and for the customer', async () => {
    const { id, trip } = await onTheWay()
    expect(await list(office, [id])).toEqual([expect.objectContaining({ node: 'depart', source: 'system' })])
    await office.ok(dispatch.undoArrangement, { id: trip.id, reason: '车没走' })
    expect(await list(office, [id])).toEqual([expect.objectContaining({ node: 'checkIn' })])
    expect((await customer.ok(tracks.getTracks, { waybillId: id })).tracks.map(({ node }) => node)).toEqual([
      'checkIn',
      'placed',
    ])
    await office.ok(dispatch.departArrangements, { ids: [trip.id], at: ago(2) })
    expect(await list(customer, [id])).toEqual([expect.objectContaining({ node: 'depart' })])
  })

  it('[RT-16/trackList] lists, tabs, totals and the plate; a customer learns the plate and not who drives', async () => {
    const { id } = await onTheWay(3)
    const [row] = (await office.ok(tracks.getTracked, { ids: [id], tab: 'inTransit' })).rows
    expect(row).toMatchObject({ plateNo: `沪A${10_000 + id}`, driverName: `司机${id}` })
    expect(await office.ok(tracks.getTrackedTotals, { ids: [id] })).toMatchObject({
      count: 1,
      pieces: 3,
      tabs: { all: 1, inTransit: 1, signed: 0 },
    })
    expect((await customer.ok(tracks.getTracked, { ids: [id] })).rows[0]).toMatchObject({
      plateNo: `沪A${10_000 + id}`,
      driverName: null,
      driverPhone: null,
      arrangementNo: null,
      arrivesWith: null,
    })
  })

  it('[RT-16/trackList] a file brings what was missed, also before the last track; what is ahead of the clock, or after signing, it does not', async () => {
    const { waybillNo } = await onTheWay()
    const signed = await onTheWay()
    await sql`update waybill set state = 'signed' where id = ${signed.id}`.execute(world.db)
    const fileId = await upload(office, [
      ['运单号*', '节点*', '跟踪时间*', '位置'],
      [waybillNo, '途经', ago(600), '金华'],
      [waybillNo, '途经', ago(-60), '衢州'],
      [signed.waybillNo, '途经', ago(1), '上饶'],
    ])
    const report = await office.ok(checkImport, { page: 'trackList', fileId })
    await sql`update waybill set state = 'inTransit' where id = ${signed.id}`.execute(world.db)
    expect(report.refused.map(({ row, errors: [first] }) => [row, first?.column])).toEqual([
      [3, '跟踪时间'],
      [4, '节点'],
    ])
  })

  it('[RT-16/trackList] is found by plate, node, who said it, day and silence; its trip arrives from there', async () => {
    const { id, trip } = await onTheWay(2)
    const today = dayOf(new Date())
    const found = async (filter: Record<string, unknown>) =>
      (await office.ok(tracks.getTracked, { ids: [id], ...filter } as never)).rows.length
    const plate = `沪A${10_000 + id}`
    for (const [filter, count] of [
      [{ plateNo: plate.slice(1).toLowerCase() }, 1],
      [{ plateNo: '%' }, 0],
      [{ node: 'depart' }, 1],
      [{ node: 'via' }, 0],
      [{ trackSource: 'system' }, 1],
      [{ trackSource: 'manual' }, 0],
      [{ trackedFrom: '2020-01-01', trackedTo: today }, 1],
      [{ trackedTo: '2020-01-01' }, 0],
      [{ silentHours: 1 }, 0],
      [{ states: ['signed'] }, 0],
    ] as const)
      expect(await found(filter), JSON.stringify(filter)).toBe(count)
    await sql`update waybill set last_track_at = last_track_at - interval '90 minutes' where id = ${id}`.execute(
      world.db,
    )
    expect(await found({ silentHours: 1 })).toBe(1)
    await sql`update waybill set last_track_at = last_track_at + interval '90 minutes' where id = ${id}`.execute(
      world.db,
    )
    // A price is its own outlet's to look for (T1).
    const { priceState } = (await office.ok(tracks.getTracked, { ids: [id] })).rows[0] ?? {}
    expect(await found({ priceStates: [priceState] })).toBe(1)
    const [row] = (await office.ok(tracks.getTracked, { ids: [id] })).rows
    expect(row?.arrivesWith).toBe(trip.id)
    await office.ok(dispatch.arriveArrangements, { ids: [trip.id], at: ago(0) })
    expect((await office.ok(tracks.getTracked, { ids: [id] })).rows[0]?.arrivesWith).toBeNull()
  })

  it('is what the tracks say, of every waybill of this database', async () => {
    const { rows } = await sql<{ id: number }>`
      select w.id from waybill w
      left join lateral (select at from track t where t.waybill_id = w.id and t.corrected_by is null and not t.undone order by at desc, id desc limit 1) l on true
      left join lateral (select at from track t where t.waybill_id = w.id and t.corrected_by is null and not t.undone and visible order by at desc, id desc limit 1) s on true
      where w.last_track_at is distinct from l.at or w.shown_track_at is distinct from s.at`.execute(world.db)
    expect(rows).toEqual([])
  })
})
