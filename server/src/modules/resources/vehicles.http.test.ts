import * as calls from '@xunyun/contract/resources/calls'
import { getDriverChoices } from '@xunyun/contract/resources/drivers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { download } from '../../../test/sheets.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { colorFits } from './vehicles.ts'

let world: World
let carrier: number
let outlet: number
let count = 0
beforeAll(async () => {
  world = await openWorld()
  carrier = await world.company('顺达运输', ['carrier'])
  outlet = await world.outlet('杭州总站')
})
afterAll(() => world.close())

const day = (offset: number) => new Date(Date.now() + 8 * 3_600_000 + offset * 86_400_000).toISOString().slice(0, 10)
const plates = (page: { rows: { plateNo: string }[] }) => page.rows.map(({ plateNo }) => plateNo)
const input = (plateNo: string, more: Partial<Parameters<typeof same>[0]> = {}) => same({ plateNo, ...more })
const same = (more: Partial<calls.VehicleInput> & { plateNo: string }) => ({
  type: 'own' as const,
  plateColor: 'yellow' as const,
  model: '9.6box',
  loadKg: '18000',
  ...more,
})
const add = async (plateNo: string, more: Partial<calls.VehicleInput> = {}) =>
  (await world.admin.ok(calls.addVehicle, input(plateNo, more))).id
const vehicle = (id: number, client = world.admin) => client.ok(calls.getVehicle, { id })
async function driver(name: string): Promise<number> {
  count += 1
  const row = await world.db
    .insertInto('driver')
    .values({ name, mobile: `1380000${1000 + count}`, licence_class: 'A2', search: name })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}
async function trip(vehicleId: number, state: string, outletId = outlet): Promise<string> {
  count += 1
  const no = `PC261120${String(count).padStart(5, '0')}`
  await world.db
    .insertInto('arrangement')
    .values({
      arrangement_no: no,
      kind: 'vehicle',
      outlet_id: outletId,
      type: 'trunk',
      state,
      vehicle_id: vehicleId,
      driver_id: await driver(`司机${count}`),
      plan_at: new Date(),
      search: no,
    })
    .execute()
  return no
}

describe('vehicles', () => {
  it('[RT-11/carManage] a dispatcher adds a vehicle, finds it by plate, driver and carrier, and changes it', async () => {
    const clerk = await world.person('dispatcher', { rights: { vehicleAll: 'edit' } })
    const zhang = await world.admin.ok(getDriverChoices, { ids: [await driver('张大车')] })
    const { id } = await clerk.client.ok(calls.addVehicle, {
      type: 'hired',
      plateNo: ' 浙a·8k215 ',
      plateColor: 'yellow',
      trailerNo: '浙A1234挂',
      model: '13cold',
      lengthM: '13.0',
      loadKg: '32,000',
      volumeM3: '86.5',
      carrierId: carrier,
      driverId: zhang[0]?.id,
      cold: true,
      tempMin: '-18',
      tempMax: '5',
      licenceExpiry: day(100),
      insuranceExpiry: day(20),
    })
    expect(await vehicle(id)).toMatchObject({
      plateNo: '浙A8K215',
      loadKg: '32000.000',
      carrierName: '顺达运输',
      driverName: '张大车',
      state: 'idle',
      nearestExpiry: day(20),
      nearestPaper: 'insurance',
      paperState: 'expiring',
      arrangementNo: null,
      mayEdit: true,
    })
    for (const q of ['8K215', '8k21', '1234挂', '215'])
      expect(plates(await clerk.client.ok(calls.getVehicles, { q })), q).toEqual(['浙A8K215'])
    const { version } = await vehicle(id)
    await clerk.client.ok(calls.changeVehicle, {
      ...input('浙A8K215', { type: 'hired', loadKg: '30000' }),
      id,
      version,
    })
    expect(await vehicle(id)).toMatchObject({ loadKg: '30000.000', carrierId: null, paperState: 'none', version: 2 })
    expect(await clerk.client.refused(calls.changeVehicle, { ...input('浙A8K215'), id, version })).toMatchObject({
      reason: 'kernel.stale',
    })
    const [latest] = await world.admin.ok(calls.getVehicleHistory, { id })
    expect(latest?.changes).toEqual(
      expect.arrayContaining([
        { field: 'carrierName', from: '顺达运输', to: null },
        { field: 'loadKg', from: '32000.000', to: '30000' },
      ]),
    )
  })

  it('wrong fields are said at their fields; a plate is taken once', async () => {
    const fieldsOf = async (more: Record<string, unknown>) =>
      (await world.admin.refused(calls.addVehicle, { ...input('浙B12345'), ...more })).fields.map(
        ({ path, reason }) => `${path} ${reason}`,
      )
    expect(await fieldsOf({ plateNo: '浙I12345' })).toEqual(['plateNo field.plate'])
    expect(await fieldsOf({ loadKg: '0' })).toEqual(['loadKg field.positive'])
    expect(await fieldsOf({ plateColor: 'gradientGreen' })).toEqual(['plateColor resources.plateColor'])
    expect(await fieldsOf({ tempMin: '5', tempMax: '-5' })).toEqual(['tempMax field.range'])
    expect(await fieldsOf({ carrierId: await world.company('不承运', ['customer']) })).toEqual([
      'carrierId resources.carrierRole',
    ])
    expect(await fieldsOf({ driverId: 999_999 })).toEqual(['driverId resources.driverDisabled'])
    await add('浙B12345')
    expect(await fieldsOf({})).toEqual(['plateNo resources.plateTaken'])
  })

  it.each([
    ['浙A12345', 'blue', true],
    ['浙A12345', 'yellow', true],
    ['浙A12345', 'gradientGreen', false],
    ['浙A12345', 'yellowGreen', false],
    ['浙AD12345', 'gradientGreen', true],
    ['浙A12345D', 'yellowGreen', true],
    ['浙AD12345', 'green', true],
    ['浙AD12345', 'blue', false],
  ])('%s with a %s plate: %s', (plate, color, fits) => {
    expect(colorFits(plate, color)).toBe(fits)
  })

  it('papers: the day itself is valid, 30 days before it the warning begins, the day after it is expired', async () => {
    const state = async (more: Partial<calls.VehicleInput>) => {
      count += 1
      const id = await add(`沪A${String(10_000 + count)}`, more)
      const { paperState, nearestPaper } = await vehicle(id)
      return [paperState, nearestPaper]
    }
    expect(await state({ licenceExpiry: day(31) })).toEqual(['valid', 'licence'])
    expect(await state({ licenceExpiry: day(90), permitExpiry: day(30) })).toEqual(['expiring', 'permit'])
    expect(await state({ inspectionExpiry: day(0) })).toEqual(['expiring', 'inspection'])
    expect(await state({ insuranceExpiry: day(-1), licenceExpiry: day(400) })).toEqual(['expired', 'insurance'])
    expect(await state({})).toEqual(['none', null])
  })

  it('tabs: idle or on a trip, expiring, expired, disabled; each counts what it lists', async () => {
    const idle = await add('苏A00001')
    const road = await add('苏A00002')
    const planned = await add('苏A00003')
    const no = await trip(road, 'departed')
    const plannedNo = await trip(planned, 'assigned')
    const expired = await add('苏A00004', { permitExpiry: day(-3) })
    const off = await add('苏A00005')
    await world.admin.ok(calls.setVehiclesEnabled, { ids: [off], enabled: false })
    const listed = async (tab: calls.VehicleTab) => plates(await world.admin.ok(calls.getVehicles, { tab, q: '苏A' }))
    expect(await listed('idle')).toEqual(['苏A00001', '苏A00003', '苏A00004'])
    expect(await listed('onTask')).toEqual(['苏A00002'])
    expect(await listed('expired')).toEqual(['苏A00004'])
    expect(await listed('disabled')).toEqual(['苏A00005'])
    expect(await vehicle(road)).toMatchObject({ state: 'onTask', arrangementNo: no })
    expect(await vehicle(planned)).toMatchObject({ state: 'idle', arrangementNo: plannedNo })
    expect(await world.admin.ok(calls.getVehicleTotals, { q: '苏A', tab: 'idle' })).toEqual({
      count: 3,
      tabs: { all: 5, idle: 3, onTask: 1, expiring: 0, expired: 1, disabled: 1 },
    })
    expect([idle, expired]).toHaveLength(2)
  })

  it('sorts by expiry and load over pages, each row once; vehicles without a date last', async () => {
    for (const [plateNo, more] of [
      ['粤B00001', { permitExpiry: day(10) }],
      ['粤B00002', {}],
      ['粤B00003', { permitExpiry: day(5) }],
      ['粤B00004', {}],
    ] as const)
      await add(plateNo, more)
    for (const sort of calls.vehicleSorts) {
      const seen: string[] = []
      for (let after: string | undefined; ; ) {
        const page = await world.admin.ok(calls.getVehicles, { q: '粤B', sort, pageSize: 1, after })
        seen.push(...plates(page))
        if (page.next === null) break
        after = page.next
      }
      expect([...seen].sort(), sort).toEqual(['粤B00001', '粤B00002', '粤B00003', '粤B00004'])
      if (sort === 'nearestExpiry') expect(seen).toEqual(['粤B00003', '粤B00001', '粤B00002', '粤B00004'])
    }
    expect(plates(await world.admin.ok(calls.getVehicles, { loadFrom: '18000.001', q: '粤B' }))).toEqual([])
    expect(plates(await world.admin.ok(calls.getVehicles, { paper: 'permit', q: '粤B' }))).toEqual([
      '粤B00001',
      '粤B00003',
    ])
  })

  it('is not disabled with a live trip and not deleted after any trip', async () => {
    const [live, past, fresh] = [await add('川A00001'), await add('川A00002'), await add('川A00003')]
    const no = await trip(live, 'new')
    const over = await trip(past, 'cancelled')
    expect(await world.admin.ok(calls.setVehiclesEnabled, { ids: [live, past], enabled: false })).toEqual({
      done: 1,
      refused: [{ id: live, no: '川A00001', reason: 'resources.liveTrip', msg: `川A00001 还有未完成的安排 ${no}` }],
    })
    const far = await world.person('far', {
      rights: { vehicleAll: 'approve' },
      scope: 'outlet',
      companies: [await world.outlet('别处站')],
    })
    expect((await far.client.ok(calls.setVehiclesEnabled, { ids: [live], enabled: false })).refused).toMatchObject([
      { reason: 'resources.liveTripElsewhere', msg: '川A00001 在别的网点还有未完成的安排' },
    ])
    const used = '川A00002 已被使用，不能删除，可以停用：安排'
    expect(await world.admin.ok(calls.deleteVehicles, { ids: [past, fresh] })).toMatchObject({
      done: 1,
      refused: [{ id: past, reason: 'kernel.inUse', msg: `${used} ${over}` }],
    })
    expect((await far.client.ok(calls.deleteVehicles, { ids: [past] })).refused).toMatchObject([{ msg: used }])
    expect(await world.admin.refused(calls.getVehicle, { id: fresh })).toMatchObject({ code: 404 })
    await add('川A00003')
  })

  it('another usual driver is chosen without touching the rest', async () => {
    const id = await add('川B00001', { driverId: await driver('旧司机') })
    const next = await driver('新司机')
    await world.admin.ok(calls.setVehicleDriver, { id, version: 1, driverId: next })
    expect(await vehicle(id)).toMatchObject({ driverName: '新司机', loadKg: '18000.000' })
    expect((await world.admin.ok(calls.getVehicleHistory, { id }))[0]?.changes).toEqual([
      { field: 'driverName', from: '旧司机', to: '新司机' },
    ])
    await world.admin.ok(calls.setVehicleDriver, { id, version: 2 })
    expect((await vehicle(id)).driverId).toBeNull()
    expect(await world.admin.refused(calls.setVehicleDriver, { id, version: 1, driverId: next })).toMatchObject({
      reason: 'kernel.stale',
    })
  })
})

describe('who sees and changes what', () => {
  it('[RT-11/carManage] each type belongs to its page: list, detail, history, export and change keep to it', async () => {
    const own = await add('津A00001', { type: 'own' })
    const hired = await add('津A00002', { type: 'hired' })
    const { client } = await world.person('own-clerk', { rights: { vehicleOwn: 'edit' } })
    expect(plates(await client.ok(calls.getVehicles, { q: '津A' }))).toEqual(['津A00001'])
    expect(await client.refused(calls.getVehicles, { type: 'hired' })).toMatchObject({ code: 403 })
    expect(await client.refused(calls.getVehicle, { id: hired })).toMatchObject({ code: 404 })
    expect(await client.refused(calls.getVehicleHistory, { id: hired })).toMatchObject({ code: 404 })
    expect((await client.ok(calls.getVehicleTotals, { q: '津A' })).tabs.all).toBe(1)
    expect((await download(client, calls.exportVehicles, { q: '津A', columns: 'plateNo' })).rows).toEqual([
      ['车牌'],
      ['津A00001'],
    ])
    expect(await client.refused(calls.addVehicle, input('津A00003', { type: 'contract' }))).toMatchObject({ code: 403 })
    expect(
      await client.refused(calls.changeVehicle, { ...input('津A00001', { type: 'hired' }), id: own, version: 1 }),
    ).toMatchObject({ code: 403 })
    expect(
      await client.refused(calls.changeVehicle, { ...input('津A00002', { type: 'own' }), id: hired, version: 1 }),
    ).toMatchObject({ code: 404 })
    expect(await client.refused(calls.setVehicleDriver, { id: hired, version: 1 })).toMatchObject({ code: 404 })
    const judge = await world.person('vehicle-judge', { rights: { vehicleOwn: 'browse', vehicleHired: 'approve' } })
    expect(await judge.client.ok(calls.setVehiclesEnabled, { ids: [own, hired], enabled: false })).toMatchObject({
      done: 1,
      refused: [{ id: own, reason: 'resources.beyondRights' }],
    })
  })

  it('a user of one outlet sees every vehicle, but the number of a trip of his own outlets only', async () => {
    const far = await world.outlet('远方站')
    const id = await add('渝A00001')
    const no = await trip(id, 'departed', far)
    const near = await world.person('near', { scope: 'outlet', companies: [outlet], rights: { vehicleAll: 'browse' } })
    expect(await vehicle(id, near.client)).toMatchObject({ state: 'onTask', arrangementNo: null })
    const there = await world.person('there', { scope: 'outlet', companies: [far], rights: { vehicleAll: 'browse' } })
    expect(await vehicle(id, there.client)).toMatchObject({ state: 'onTask', arrangementNo: no })
    const exported = await download(near.client, calls.exportVehicles, {
      ids: String(id) as never,
      columns: 'plateNo,state,arrangementNo',
    })
    expect(exported.rows[1]).toEqual(['渝A00001', '任务中', ''])
  })

  it('a customer’s account meets no vehicle by any path, whatever rights it was given', async () => {
    const id = await add('渝A00002')
    const company = await world.company('客户', ['customer'])
    const { client } = await world.person('customer', { scope: 'customer', companies: [company], rights: 'all' })
    const tries = [
      client.send(calls.getVehicles, {}),
      client.send(calls.getVehicleTotals, {}),
      client.send(calls.getVehicle, { id }),
      client.send(calls.getVehicleHistory, { id }),
      client.send(calls.addVehicle, input('渝A00003')),
      client.send(calls.changeVehicle, { ...input('渝A00002'), id, version: 1 }),
      client.send(calls.setVehicleDriver, { id, version: 1 }),
      client.send(calls.setVehiclesEnabled, { ids: [id], enabled: false }),
      client.send(calls.deleteVehicles, { ids: [id] }),
    ]
    expect((await Promise.all(tries)).map(({ code }) => code)).toEqual(tries.map(() => 403))
    expect((await download(client, calls.exportVehicles, {})).code).toBe(403)
  })

  it('[RT-11/carManage] a paper of several vehicles is renewed at once; not backwards, not to a day that has passed, and row by row', async () => {
    const [late, sound, hired] = [
      await add('浙A66001', { insuranceExpiry: day(-3) }),
      await add('浙A66002', { insuranceExpiry: day(900) }),
      await add('浙A66003', { type: 'hired' }),
    ]
    const clerk = await world.person('renewer', { rights: { vehicleOwn: 'edit', vehicleHired: 'browse' } })
    const input = { ids: [late, sound, hired], paper: 'insurance' as const, expiry: day(365) }
    const outcome = await clerk.client.ok(calls.renewVehicles, input)
    expect(outcome.done).toBe(1)
    expect(outcome.refused.map(({ id, reason }) => [id, reason])).toEqual([
      [sound, 'resources.renewEarlier'],
      [hired, 'resources.beyondRights'],
    ])
    expect(await vehicle(late)).toMatchObject({ insuranceExpiry: day(365), paperState: 'valid', version: 2 })
    expect(await vehicle(sound)).toMatchObject({ insuranceExpiry: day(900), version: 1 })
    const [last] = await world.admin.ok(calls.getVehicleHistory, { id: late })
    expect(last?.changes).toEqual([{ field: 'insuranceExpiry', from: day(-3), to: day(365) }])
    const past = await clerk.client.refused(calls.renewVehicles, { ...input, expiry: day(-1) })
    expect(past.fields).toMatchObject([{ path: 'expiry', reason: 'resources.renewPast' }])
  })
})
