import * as bindings from '@xunyun/contract/devices/bindings'
import * as calls from '@xunyun/contract/devices/devices'
import { changeKeepingSetting, getKeepingSetting } from '@xunyun/contract/devices/keeping'
import * as positions from '@xunyun/contract/devices/positions'
import type { Envelope, Output } from '@xunyun/contract/kernel/call'
import { gcj02, toWgs84, wgs84 } from '@xunyun/contract/kernel/position'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Devices, devicesOf } from '../../../test/devices.ts'
import { ago, type Freight, openFreight } from '../../../test/freight.ts'
import { type Client, countRows, openWorld, type Person, type World } from '../../../test/world.ts'
import { clock } from '../../platform/clock.ts'
import { dayOfPosition, keepPositions, makeParts } from './partitions.ts'

let world: World
let freight: Freight
let office: Client
let token: { id: number; token: string }
let other: { id: number; token: string }
let supplier: number
const kept: { id: number; deviceNo: string }[] = []

beforeAll(async () => {
  world = await openWorld()
  freight = await openFreight(world)
  supplier = await world.company('智寻物联', ['carrier'])
  const another = await world.company('天眼定位', ['carrier'])
  office = (await world.person('office', { rights: 'all', outletId: freight.hangzhou })).client
  token = await office.ok(positions.makePositionToken, { supplierId: supplier })
  other = await office.ok(positions.makePositionToken, { supplierId: another })
  for (const [deviceNo, imei] of [
    ['P1', '490154203237518'],
    ['P2', undefined],
    ['P3', undefined],
  ] as const)
    kept.push({ deviceNo, ...(await office.ok(calls.addDevice, { deviceNo, imei, supplierId: supplier })) })
})
afterAll(() => world.close())

type Told = Output<typeof positions.addPositions>
/** As a supplier's platform sends them. */
async function send(list: unknown, by = token.token) {
  const answer = await fetch(`${world.url}${positions.addPositions.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${by}`, 'accept-language': 'zh' },
    body: JSON.stringify({ positions: list }),
  })
  return { status: answer.status, ...((await answer.json()) as Envelope<Told>) }
}
const at = (minutes: number) => ago(minutes)
const here = { lng: 120.15, lat: 30.28 }
const read = (id = kept[0]?.id ?? 0) => office.ok(calls.getDevice, { id })

describe('[T33] positions of a supplier’s devices', () => {
  it('are taken once for a device and time, by number or IMEI; the last one moves forward only, and the battery with it', async () => {
    const when = at(10)
    const first = await send([
      { deviceNo: 'P1', at: when, ...here, speed: 62.4, battery: 71 },
      { imei: '490154203237518', at: when, ...here },
      { deviceNo: 'p2', at: at(5), ...here },
    ])
    expect(first.data).toEqual({ accepted: 2, repeated: 1, refused: [] })
    expect((await send([{ deviceNo: 'P1', at: when, ...here }])).data).toEqual({
      accepted: 0,
      repeated: 1,
      refused: [],
    })
    expect(await read()).toMatchObject({ position: here, positionAt: when, battery: 71 })
    const older = await send([{ deviceNo: 'P1', at: at(60), lng: 113.2, lat: 23.1, battery: 99 }])
    expect(older.data).toMatchObject({ accepted: 1 })
    expect(await read()).toMatchObject({ position: here, positionAt: when, battery: 71 })
    const newest = at(1)
    await send([{ deviceNo: 'P1', at: newest, lng: 121.5, lat: 31.2, place: '上海市闵行区 G60' }])
    expect(await read()).toMatchObject({ positionAt: newest, place: '上海市闵行区 G60', battery: 71 })
    const rows = await world.db
      .selectFrom('position')
      .selectAll()
      .where('device_id', '=', kept[0]?.id ?? 0)
      .orderBy('at')
      .execute()
    expect(rows.map(({ lng, speed }) => [lng, speed])).toEqual([
      [113_200_000, null],
      [120_150_000, 62],
      [121_500_000, null],
    ])
  })

  it('each wrong one is refused with its reason, and the rest are kept', async () => {
    const good = { deviceNo: 'P2', at: at(2), ...here }
    const wrong: [object, string][] = [
      [{ ...good, deviceNo: 'P9' }, 'devices.unknownDevice'],
      [{ at: at(2), ...here }, 'devices.unknownDevice'],
      [{ ...good, at: at(31 * 24 * 60) }, 'devices.timeOutside'],
      [{ ...good, at: at(-11) }, 'devices.timeOutside'],
      [{ ...good, at: '1970-01-01T00:00:00Z' }, 'devices.timeOutside'],
      [{ ...good, at: '2100-01-01T00:00:00Z' }, 'devices.timeOutside'],
      [{ ...good, at: '昨天' }, 'devices.badTime'],
      [{ ...good, at: '2026-11-27 08:30' }, 'devices.badTime'],
      [{ ...good, deviceNo: undefined, deviceID: 'P2' }, 'devices.unknownField'],
      [{ ...good, lng: 0, lat: 0 }, 'devices.noPlace'],
      [{ ...good, lng: 181 }, 'devices.offEarth'],
      [{ ...good, lat: -90.1 }, 'devices.offEarth'],
      [{ ...good, lng: 'x' }, 'devices.noDegrees'],
      [{ ...good, lat: undefined }, 'devices.noDegrees'],
      [{ ...good, lat: undefined, latitude: 30.28 }, 'devices.unknownField'],
      [{ ...good, datum: 'cgcs' }, 'devices.unknownDatum'],
    ]
    const before = await countRows(world.db, 'position')
    const { data } = await send([...wrong.map(([one]) => one), { ...good, alarm: 'none' }])
    expect(data.accepted).toBe(1)
    expect(data.refused.map(({ index, reason }) => [index, reason])).toEqual(
      wrong.map(([, reason], index) => [index, reason]),
    )
    const said = (reason: string) => data.refused.find((one) => one.reason === reason)?.msg
    expect(said('devices.noPlace')).toBe('(0, 0) 不是位置')
    expect(said('devices.unknownField')).toContain('没有字段 deviceID，可用字段：deviceNo, imei, at, lng, lat, datum')
    expect(said('devices.badTime')).toContain('ISO 8601')
    expect(await countRows(world.db, 'position')).toBe(before + 1)
  })

  it('what was measured on a Chinese map is kept as WGS-84', async () => {
    await send([{ deviceNo: 'P3', at: at(3), lng: 120.155, lat: 30.274, datum: 'gcj02' }])
    const wanted = toWgs84(gcj02(120.155, 30.274))
    const { position } = await read(kept[2]?.id)
    expect(position?.lng).toBeCloseTo(wanted.lng, 6)
    expect(position?.lat).toBeCloseTo(wanted.lat, 6)
    // Some five hundred metres beside it.
    expect(Math.abs((position?.lng ?? 0) - 120.155)).toBeGreaterThan(0.003)
  })

  it('a thousand at once, and no more; one that is no list is a field error', async () => {
    const many = Array.from({ length: 1000 }, (_, i) => ({
      deviceNo: 'P3',
      at: new Date(Date.now() - 3_600_000 - i * 1000).toISOString(),
      ...here,
    }))
    expect((await send(many)).data).toEqual({ accepted: 1000, repeated: 0, refused: [] })
    expect((await send([...many, many[0]])).error?.fields).toMatchObject([
      { path: 'positions', reason: 'field.tooMany' },
    ])
    expect((await send([])).error?.fields).toMatchObject([{ path: 'positions' }])
    expect((await send('x')).error?.fields).toMatchObject([{ path: 'positions' }])
    expect((await send([5])).error?.fields).toMatchObject([{ path: 'positions.0' }])
  })

  it('of sixteen calls at once that tell the same in another order each is taken once, of days that nobody made ready too', async () => {
    const newest = at(0)
    const told = ['P1', 'P2', 'P3'].flatMap((deviceNo) =>
      [newest, at(60 * 24 * 27), at(60 * 24 * 28)].map((when) => ({ deviceNo, at: when, ...here })),
    )
    const turned = (by: number) => [...told.slice(by), ...told.slice(0, by)]
    const answers = await Promise.all(Array.from({ length: 16 }, (_, n) => send(turned(n % told.length))))
    const sum = (key: 'accepted' | 'repeated') => answers.reduce((all, { data }) => all + data[key], 0)
    expect([sum('accepted'), sum('repeated')]).toEqual([told.length, 15 * told.length])
    for (const { id } of kept) expect(await read(id)).toMatchObject({ positionAt: newest })
  })
})

describe('[RT-11/GPSStock] tokens of suppliers', () => {
  it('one is shown when it is made, reaches the devices of its supplier alone, and holds until it is ended', async () => {
    expect(token.token).toMatch(/^gps_[\w-]{32}$/)
    expect((await send([{ deviceNo: 'P1', at: at(4), ...here }], other.token)).data.refused).toMatchObject([
      { reason: 'devices.unknownDevice' },
    ])
    const list = await office.ok(positions.getPositionTokens, {})
    expect(list.find(({ id }) => id === token.id)).toMatchObject({
      supplierName: '智寻物联',
      tail: token.token.slice(-4),
      usedAt: expect.any(String),
      endedAt: null,
    })
    expect(JSON.stringify(list)).not.toContain(token.token)
    await office.ok(positions.endPositionToken, { id: other.id })
    for (const by of [other.token, 'gps_nonsense', ''])
      expect(await send([{ deviceNo: 'P1', at: at(4), ...here }], by)).toMatchObject({ status: 200, code: 401 })
    const keeper = (await world.person('token-keeper', { rights: { GPSStock: 'edit' } })).client
    expect((await keeper.send(positions.makePositionToken, { supplierId: supplier })).code).toBe(403)
    // Whoever guesses is soon told to wait; a token that holds is not kept out by others' guesses.
    for (let i = 0; i < 20; i += 1) await send([{ deviceNo: 'P1' }], 'gps_guess')
    expect((await send([{ deviceNo: 'P1' }], 'gps_guess')).code).toBe(429)
    expect((await send([{ deviceNo: 'P1', at: at(4), ...here }])).code).toBe(200)
  })
})

describe('[T33] a part of the table for each day', () => {
  const parts = async () =>
    (
      await sql<{ name: string }>`select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
        where i.inhparent = 'position'::regclass order by 1`.execute(world.db)
    ).rows.map(({ name }) => name)

  it('the night makes those ahead, and drops what is older than 180 days, or as many as are set', async () => {
    const day = (days: number) => new Date(clock.ms() + days * 86_400_000).toISOString().slice(0, 10)
    const name = (days: number) => `position_${day(days).replaceAll('-', '')}`
    await Promise.all(Array.from({ length: 4 }, () => makeParts(world.db as never, [day(-181), day(-180)])))
    expect(await parts()).toEqual(expect.arrayContaining([name(-181), name(-180)]))
    await keepPositions(world.db as never)
    const now = await parts()
    expect(now).not.toContain(name(-181))
    expect(now).toEqual(expect.arrayContaining([name(-180), name(0), name(7)]))
    expect(now).not.toContain(name(8))
    const { client: admin } = await world.person('position-keeper', { rights: 'all' })
    const { version } = await admin.ok(getKeepingSetting, {})
    const refused = await admin.refused(changeKeepingSetting, { positionDays: 7, version })
    expect(refused.fields).toMatchObject([{ path: 'positionDays' }])
    await admin.ok(changeKeepingSetting, { positionDays: 90, version })
    expect((await admin.ok(getKeepingSetting, {})).history[0]).toMatchObject({
      changes: [{ field: 'positionDays', from: '180', to: '90' }],
    })
    await keepPositions(world.db as never)
    expect(await parts()).not.toContain(name(-180))
  })
})

it('[RT-11/GPSStock] a token is offered to be made for whoever devices are from, and for nobody else', async () => {
  const { client } = await world.person('edits-stock', { rights: { GPSStock: 'edit' } })
  const offered = async (q?: string) => (await office.ok(positions.getDeviceSuppliers, { q })).map(({ label }) => label)
  expect(await offered()).toEqual(['智寻物联'])
  expect(await offered('zhixun')).toEqual(['智寻物联'])
  expect(await offered('天眼')).toEqual([])
  expect((await client.send(positions.getDeviceSuppliers, {})).code).toBe(403)
})

describe('[RT-16/GPSList] what is wrong, and the way it went', () => {
  let carrier: Person
  let made: Devices
  beforeAll(async () => {
    carrier = await world.person('carrier', { rights: 'all', outletId: freight.hangzhou })
    made = devicesOf(carrier, freight)
  })

  it('[T35] says low battery, silence under way and a return that is past, each by its filter, until it is over', async () => {
    const device = await made.device()
    const { id: arrangementId } = await made.trip()
    await made.bind(device.id, { arrangementId })
    const only = async (alarm: 'battery' | 'silent' | 'overdue') =>
      (await carrier.client.ok(bindings.getBindings, { alarm, q: device.deviceNo })).rows.length
    const read = async () => ({
      row: (await carrier.client.ok(bindings.getBindings, { q: device.deviceNo })).rows[0]?.alarms,
      by: [await only('battery'), await only('silent'), await only('overdue')],
    })
    const set = (values: Record<string, unknown>) =>
      world.db.updateTable('gps_device').set(values).where('id', '=', device.id).execute()
    const bound = (values: Record<string, unknown>) =>
      world.db.updateTable('gps_binding').set(values).where('device_id', '=', device.id).execute()
    await set({ battery: 20 })
    await bound({ bound_at: ago(31) })
    // Silent before it leaves: it lies there.
    expect(await read()).toEqual({ row: [], by: [0, 0, 0] })
    await made.depart(arrangementId)
    await set({ battery: 19 })
    await bound({ expected_return: ago(1) })
    expect(await read()).toEqual({ row: ['battery', 'silent', 'overdue'], by: [1, 1, 1] })
    await carrier.client.ok(calls.setDevicePlace, { id: device.id, place: '长沙', position: wgs84(112.98, 28.19) })
    expect(await read()).toEqual({ row: ['battery', 'overdue'], by: [1, 0, 1] })
    await set({ last_at: ago(31) })
    expect((await read()).row).toContain('silent')
  })

  it('[T33] 轨迹 is what came while it was bound, latest first, a hundred at once', async () => {
    const device = await made.device()
    const { id: arrangementId } = await made.trip()
    const id = await made.bind(device.id, { arrangementId })
    await world.db
      .updateTable('gps_binding')
      .set({ bound_at: ago(200) })
      .where('id', '=', id)
      .execute()
    const today = new Date().toISOString()
    await makeParts(world.db, [dayOfPosition(ago(260)), dayOfPosition(today)])
    const points = [250, ...Array.from({ length: 101 }, (_, at) => at + 1)].map((minutes) => ({
      device_id: device.id,
      at: ago(minutes),
      lng: 112_980_000,
      lat: 28_190_000 + minutes,
      speed: 62,
    }))
    await world.db.insertInto('position').values(points).execute()
    const first = await carrier.client.ok(bindings.getBindingTrack, { id })
    expect(first.rows).toHaveLength(100)
    expect(first.rows[0]).toMatchObject({ position: wgs84(112.98, 28.190001), speed: 62, byHand: false })
    const second = await carrier.client.ok(bindings.getBindingTrack, { id, before: first.next ?? undefined })
    expect(second).toMatchObject({ rows: [{ position: wgs84(112.98, 28.190101) }], next: null })
  })
})
