import * as approvals from '@xunyun/contract/approvals/calls'
import * as setup from '@xunyun/contract/approvals/setup'
import * as adjustments from '@xunyun/contract/costs/adjustments'
import { getFees } from '@xunyun/contract/costs/feeList'
import * as bindings from '@xunyun/contract/devices/bindings'
import * as calls from '@xunyun/contract/devices/devices'
import { type DeviceAction, deviceActions, deviceLifecycle, deviceStates } from '@xunyun/contract/devices/states'
import * as dispatch from '@xunyun/contract/dispatch/calls'
import { abilityTo } from '@xunyun/contract/kernel/ability'
import { canStart } from '@xunyun/contract/kernel/lifecycle'
import { wgs84 } from '@xunyun/contract/kernel/position'
import * as waybills from '@xunyun/contract/waybills/calls'
import * as imports from '@xunyun/contract/workbench/imports'
import { getNotifications } from '@xunyun/contract/workbench/notifications'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Devices, devicesOf, one, soon } from '../../../test/devices.ts'
import { ago, type Freight, openFreight } from '../../../test/freight.ts'
import { download, upload } from '../../../test/sheets.ts'
import { openWorld, type Person, type World } from '../../../test/world.ts'

let world: World
let freight: Freight
let office: Person
let far: Person
let boss: Person
let carrier: number
let made: Devices
const gps = { GPSStock: 'edit', GPSRetrieve: 'edit', GPSBindle: 'edit', GPSList: 'edit' } as const

beforeAll(async () => {
  world = await openWorld()
  freight = await openFreight(world)
  carrier = await world.company('顺达车队', ['carrier'])
  office = await world.person('office', { rights: 'all', outletId: freight.hangzhou })
  made = devicesOf(office, freight)
  far = await world.person('far', {
    rights: gps,
    scope: 'outlet',
    companies: [freight.guangzhou],
    outletId: freight.guangzhou,
  })
  boss = await world.person('boss', { rights: { costZJ: 'approve', unreviewed: 'approve', feeList: 'browse' } })
  await world.admin.ok(setup.addApproverLevel, {
    bizType: 'costZJ',
    level: 1,
    mode: 'any',
    amountFrom: '0',
    userIds: [boss.id],
    roleIds: [],
  })
})
afterAll(() => world.close())

const approve = async () => {
  const { rows } = await boss.client.ok(approvals.getApprovals, { pageSize: 500 })
  return boss.client.ok(approvals.decideApprovals, { ids: rows.map(({ id }) => id), decision: 'approve' })
}

describe('[T32] a device follows what it is bound to', () => {
  it('to a trip: bound until it leaves, under way until it is done, then to return; what is undone takes the device along', async () => {
    const { id } = await made.device()
    const { id: arrangementId } = await made.trip()
    const binding = await made.bind(id, { arrangementId })
    expect(await made.state(id)).toBe('bound')
    await made.depart(arrangementId)
    expect(await made.state(id)).toBe('underway')
    await office.client.ok(dispatch.undoArrangement, { id: arrangementId, reason: '车坏' })
    expect(await made.state(id)).toBe('bound')
    await made.depart(arrangementId)
    await made.finish(arrangementId)
    expect(await made.state(id)).toBe('toReturn')
    const { tabs } = await office.client.ok(calls.getDeviceTotals, {})
    expect(tabs.toReturn).toBe(1)
    expect((await office.client.ok(calls.getDevices, { tab: 'toReturn' })).rows.map((row) => row.id)).toEqual([id])
    expect(one(await office.client.ok(bindings.takeBackBindings, { ids: [binding], condition: 'intact' }))).toBe('done')
    expect(await made.state(id)).toBe('inStock')
  })

  it('to a waybill: under way with its first trip, to return when the last piece is signed, and under way again when that is undone', async () => {
    const { id } = await made.device()
    const { id: arrangementId, waybill } = await made.trip()
    await made.bind(id, { waybillId: waybill.id })
    expect(await made.state(id)).toBe('bound')
    await made.depart(arrangementId)
    expect(await made.state(id)).toBe('underway')
    await made.finish(arrangementId)
    expect(await made.state(id)).toBe('underway')
    const delivery = await office.client.ok(dispatch.createArrangement, {
      type: 'delivery',
      vehicleId: await freight.addVehicle(`浙H10001`),
      driverId: await freight.addDriver(`送一`),
      fromOutletId: freight.guangzhou,
      planAt: ago(10),
      lines: [{ waybillId: waybill.id, fromPlace: 'outlet', fromId: freight.guangzhou, pieces: 4 }],
      assign: true,
    })
    await office.client.ok(dispatch.departArrangements, { ids: [delivery.id], at: ago(9) })
    await office.client.ok(waybills.signWaybill, { id: waybill.id, signed: 4, signer: '陈国强', signedAt: ago(5) })
    expect(await made.state(id)).toBe('toReturn')
    await office.client.ok(waybills.undoWaybill, { id: waybill.id, reason: '签错' })
    expect(await made.state(id)).toBe('underway')
  })

  it('to a vehicle: under way while that is on a departed trip, and never to return; it is taken off at any time', async () => {
    const { id } = await made.device()
    const { id: arrangementId } = await made.trip()
    const { vehicleId } = await office.client.ok(dispatch.getArrangement, { id: arrangementId })
    const binding = await made.bind(id, { vehicleId })
    await made.depart(arrangementId)
    expect(await made.state(id)).toBe('underway')
    await made.finish(arrangementId)
    expect(await made.state(id)).toBe('bound')
    expect(one(await office.client.ok(bindings.takeBackBindings, { ids: [binding], condition: 'damaged' }))).toBe(
      'done',
    )
    expect(await made.state(id)).toBe('repair')
  })
})

describe('[RT-11/GPSStock] every state × act', () => {
  it.each(deviceStates)(
    'of one that is %s: what it offers without a reason is done, everything else leaves it as it was',
    async (from) => {
      const spare = new Map<DeviceAction, { id: number; binding: number }>()
      const shown = await made.deviceIn(from)
      const { actions } = await made.read(shown.id)
      for (const action of deviceActions) {
        const offered = abilityTo({ actions }, action)
        const fits = offered !== undefined && offered.reason === undefined
        if (!canStart(deviceLifecycle, action, from)) expect(offered, `${from} ${action}`).toBeUndefined()
        // What is done changes it; the next act has one of its own.
        const target = fits ? await made.deviceIn(from) : shown
        if (fits) spare.set(action, target)
        const outcome = await made.act(action, target)
        if (fits) expect(outcome, `${from} ${action}`).toBe('done')
        else {
          expect(outcome, `${from} ${action}`).not.toBe('done')
          expect(await made.state(shown.id), `${from} ${action}`).toBe(from)
        }
      }
      expect(spare.size + (from === 'scrapped' ? 1 : 0)).toBeGreaterThan(0)
    },
  )
})

describe('[RT-16/GPSBindle] a device is bound in two scans', () => {
  it('is found by number or IMEI, and what it goes with by waybill, label, trip or plate; what cannot be bound says why', async () => {
    const fresh = await made.device({ imei: '490154203237518' })
    const { no, waybill, id: arrangementId } = await made.trip()
    for (const number of [fresh.deviceNo.toLowerCase(), '490154203237518'])
      expect(await office.client.ok(bindings.getBindableDevice, { number })).toMatchObject({
        id: fresh.id,
        problem: null,
      })
    const low = await made.device({ battery: 29 })
    expect((await office.client.ok(bindings.getBindableDevice, { number: low.deviceNo })).problem).toContain('29%')
    const object = (number: string) => office.client.ok(bindings.getBindObject, { number })
    expect(await object(`${waybill.waybillNo}-001`)).toMatchObject({ kind: 'waybill', id: waybill.id, problem: null })
    expect(await object(no)).toMatchObject({
      kind: 'arrangement',
      id: arrangementId,
      holder: expect.stringContaining('随'),
    })
    expect(await object('浙a·8k215')).toMatchObject({ kind: 'vehicle', id: freight.vehicle })
    await made.bind(fresh.id, { arrangementId })
    expect((await object(no)).devices).toEqual([fresh.deviceNo])
    expect((await office.client.ok(bindings.getBindableDevice, { number: fresh.deviceNo })).problem).toContain('已绑定')
    expect((await office.client.refused(bindings.getBindObject, { number: 'YD26112099999' })).reason).toBe(
      'devices.unknownObject',
    )
    expect((await office.client.refused(bindings.getBindableDevice, { number: '<b>' })).reason).toBe(
      'devices.unknownDevice',
    )
    expect((await far.client.refused(bindings.getBindableDevice, { number: low.deviceNo })).reason).toBe(
      'devices.unknownDevice',
    )
  })

  it('of sixteen who bind one device at once exactly one does', async () => {
    const { id } = await made.device()
    const { id: arrangementId } = await made.trip()
    const input = { deviceId: id, arrangementId, expectedReturn: soon(), returnWay: 'carried' }
    const all = await Promise.all(Array.from({ length: 16 }, () => office.client.send(bindings.bindDevice, input)))
    expect(all.filter(({ code }) => code === 200)).toHaveLength(1)
    const open = await world.db.selectFrom('gps_binding').select('id').where('device_id', '=', id).execute()
    expect(open).toHaveLength(1)
  })

  it('refuses at the field, and stores nothing: no return, one that is past, two objects, what is over, a battery below 30 %', async () => {
    const { id: deviceId } = await made.device()
    const low = await made.device({ battery: 29 })
    const { id: arrangementId, waybill } = await made.trip()
    const ended = await made.trip()
    await office.client.ok(dispatch.cancelArrangements, { ids: [ended.id], reason: '取消' })
    const off = await freight.addVehicle('浙A00001', { enabled: false })
    const draft = await freight.waybill(office.client, 1, { place: false })
    const base = { deviceId, returnWay: 'carried', expectedReturn: soon() }
    for (const [input, path, reason] of [
      [{ ...base, arrangementId, expectedReturn: undefined }, 'expectedReturn', 'devices.returnNeeded'],
      [{ ...base, arrangementId, expectedReturn: ago(1) }, 'expectedReturn', 'devices.returnPast'],
      [base, 'waybillId', 'devices.oneObject'],
      [{ ...base, arrangementId, waybillId: waybill.id }, 'arrangementId', 'devices.oneObject'],
      [{ ...base, arrangementId: ended.id }, 'arrangementId', 'devices.objectOver'],
      [{ ...base, vehicleId: off }, 'vehicleId', 'devices.vehicleDisabled'],
      [{ ...base, waybillId: draft.id }, 'waybillId', 'devices.objectNotPlaced'],
      [{ ...base, waybillId: 999_999 }, 'waybillId', 'field.id'],
      [{ ...base, arrangementId, returnWay: 'x' }, 'returnWay', 'field.choice'],
    ] as const)
      expect((await office.client.refused(bindings.bindDevice, input)).fields, reason).toMatchObject([{ path, reason }])
    expect(
      (await office.client.refused(bindings.bindDevice, { ...base, deviceId: low.id, arrangementId })).reason,
    ).toBe('devices.lowBattery')
    expect(
      await world.db.selectFrom('gps_binding').select('id').where('device_id', 'in', [deviceId, low.id]).execute(),
    ).toEqual([])
  })

  it('whoever bound it takes it back before it leaves, others by a decision; after that he alone, the same day, while no position came in', async () => {
    const binder = await world.person('binder', { rights: gps })
    const other = await world.person('other', { rights: gps })
    const { id: deviceId } = await made.device()
    const { id: arrangementId } = await made.trip()
    const { id } = await binder.client.ok(bindings.bindDevice, {
      deviceId,
      arrangementId,
      expectedReturn: soon(),
      returnWay: 'carried',
    })
    const today = await binder.client.ok(bindings.getBindings, { byMe: true })
    expect(today.rows.map((row) => row.id)).toEqual([id])
    expect(one(await other.client.ok(bindings.undoBindings, { ids: [id] }))).toBe('devices.othersBinding')
    expect(one(await binder.client.ok(bindings.undoBindings, { ids: [id] }))).toBe('done')
    expect(await made.state(deviceId)).toBe('inStock')
    const again = await made.bind(deviceId, { arrangementId })
    await made.depart(arrangementId)
    await office.client.ok(calls.setDevicePlace, { id: deviceId, place: '杭州市余杭区' })
    expect(one(await office.client.ok(bindings.undoBindings, { ids: [again] }))).toBe('devices.swapInstead')
    const wrong = await made.deviceIn('underway')
    await world.db
      .updateTable('gps_binding')
      .set({ bound_at: ago(60 * 30) })
      .where('id', '=', wrong.binding)
      .execute()
    expect(one(await office.client.ok(bindings.undoBindings, { ids: [wrong.binding] }))).toBe('devices.swapInstead')
    const noticed = await made.deviceIn('underway')
    expect(one(await office.client.ok(bindings.undoBindings, { ids: [noticed.binding] }))).toBe('done')
    expect(await made.state(noticed.id)).toBe('inStock')
  })
})

describe('[RT-11/GPSRetrieve] every device comes back', () => {
  it('overdue first; one scan takes one back to where it was scanned, and the last one can be undone', async () => {
    const late = await made.deviceIn('toReturn')
    const due = await made.deviceIn('toReturn')
    await world.db
      .updateTable('gps_binding')
      .set({ expected_return: ago(60 * 34) })
      .where('id', '=', late.binding)
      .execute()
    await world.db
      .updateTable('gps_binding')
      .set({ expected_return: soon(1) })
      .where('id', '=', due.binding)
      .execute()
    const { rows } = await office.client.ok(bindings.getReturns, { tab: 'toReturn' })
    expect(rows[0]).toMatchObject({ id: late.binding, overdueDays: 1, holder: expect.stringContaining('随') })
    expect(rows.findIndex(({ id }) => id === late.binding)).toBeLessThan(rows.findIndex(({ id }) => id === due.binding))
    expect((await office.client.ok(bindings.getReturnTotals, {})).tabs.overdue).toBe(1)
    // The trip ended in Guangzhou: it has it in hand, and keeps it from now on.
    const back = await far.client.ok(bindings.takeBackScan, { number: late.deviceNo, condition: 'intact' })
    expect(back).toMatchObject({ deviceNo: late.deviceNo, overdueDays: 1 })
    expect(await made.read(late.id)).toMatchObject({ state: 'inStock', outletName: '广州白云站', keeperName: 'far' })
    expect(
      (await far.client.refused(bindings.takeBackScan, { number: late.deviceNo, condition: 'intact' })).reason,
    ).toBe('devices.notOut')
    expect(await far.client.ok(bindings.undoTakeBack, { id: back.id })).toEqual({ deviceNo: late.deviceNo })
    expect(await made.state(late.id)).toBe('toReturn')
    expect((await far.client.refused(bindings.undoTakeBack, { id: back.id })).reason).toBe('kernel.notFound')
    expect((await far.client.refused(bindings.takeBackScan, { number: 'XYZ', condition: 'intact' })).reason).toBe(
      'devices.unknownDevice',
    )
  })

  it('what is still on its way is not taken back by mistake; by courier it is mailed, and received', async () => {
    const going = await made.deviceIn('underway')
    expect(
      (await office.client.refused(bindings.takeBackScan, { number: going.deviceNo, condition: 'intact' })).reason,
    ).toBe('devices.notOver')
    const over = await made.deviceIn('toReturn')
    await office.client.ok(bindings.mailBindings, { ids: [over.binding], expressNo: 'SF1234567' })
    expect((await office.client.ok(bindings.getReturns, { tab: 'mailing', q: over.deviceNo })).rows[0]).toMatchObject({
      expressNo: 'SF1234567',
      returnWay: 'courier',
    })
    await office.client.ok(bindings.takeBackScan, { number: over.deviceNo, condition: 'damaged' })
    expect(await made.state(over.id)).toBe('repair')
    expect((await office.client.ok(bindings.getReturns, { tab: 'returned', q: over.deviceNo })).rows[0]).toMatchObject({
      state: 'returned',
      condition: 'damaged',
    })
  })

  it('those who have it in hand are told to bring it back, not who asks, and once an hour; another time of return has a reason', async () => {
    const over = await made.deviceIn('toReturn')
    await office.client.ok(bindings.remindBindings, { ids: [over.binding] })
    const told = async ({ client }: Person) =>
      (await client.ok(getNotifications, {})).rows.filter(
        ({ kind, params }) => kind === 'deviceToReturn' && params.no === over.deviceNo,
      ).length
    expect([await told(office), await told(far)]).toEqual([0, 1])
    expect(one(await office.client.ok(bindings.remindBindings, { ids: [over.binding] }))).toBe('devices.justReminded')
    expect(await told(far)).toBe(1)
    expect((await office.client.ok(bindings.getReturns, { q: over.deviceNo })).rows[0]).toMatchObject({
      remindedAt: expect.any(String),
      remindedByName: 'office',
    })
    const wrong = { ids: [over.binding], expectedReturn: ago(1), reason: '客户要求' }
    expect((await office.client.refused(bindings.extendBindings, wrong)).fields).toMatchObject([
      { path: 'expectedReturn' },
    ])
    const until = soon(72)
    await office.client.ok(bindings.extendBindings, { ...wrong, expectedReturn: until })
    expect((await office.client.ok(bindings.getBinding, { id: over.binding })).expectedReturn).toBe(until)
    const history = await office.client.ok(calls.getDeviceHistory, { id: over.id })
    expect(history.map(({ action }) => action).slice(0, 2)).toEqual(['extended', 'reminded'])
  })
})

describe('[RT-11/GPSStock] a lost device and its deposit', () => {
  const owed = (deviceNo: string) => boss.client.ok(getFees, { tab: 'receivable', feeItems: ['deposit'], q: deviceNo })

  it('the customer of its waybill owes it once reviewers say so; found within 30 days it goes back', async () => {
    const { id, deviceNo } = await made.device()
    const { waybill } = await made.trip()
    const binding = await made.bind(id, { waybillId: waybill.id })
    expect(await office.client.ok(bindings.loseBindings, { ids: [binding], reason: '客户处丢失' })).toMatchObject({
      done: 1,
      owed: 1,
    })
    expect(await made.state(id)).toBe('lost')
    const { rows } = await office.client.ok(adjustments.getAdjustments, { q: deviceNo })
    expect(rows).toMatchObject([
      {
        state: 'pending',
        feeItem: 'deposit',
        amount: '200.00',
        ofNo: deviceNo,
        customerName: '杭州云帆电子有限公司',
        partyName: '杭州云帆电子有限公司',
        waybillId: null,
      },
    ])
    expect(rows[0]?.actions.map(({ key }) => key)).not.toContain('edit')
    const asked = await boss.client.ok(approvals.getApprovals, { pageSize: 500 })
    expect(asked.rows.find(({ facts }) => facts.ofNo === deviceNo)?.facts.customer).toBe('杭州云帆电子有限公司')
    await approve()
    expect((await owed(waybill.waybillNo)).rows).toMatchObject([{ amount: '200.00', ofNo: deviceNo }])
    expect((await owed(deviceNo)).rows).toMatchObject([{ amount: '200.00', ofNo: deviceNo, state: 'confirmed' }])
    expect(one(await office.client.ok(calls.findDevices, { ids: [id], reason: '司机送回' }))).toBe('done')
    expect(await made.state(id)).toBe('inStock')
    await approve()
    expect((await owed(deviceNo)).rows.map(({ amount }) => amount).sort()).toEqual(['-200.00', '200.00'])
  })

  it('found before it is decided it is void; after 30 days it stays owed', async () => {
    const { id, deviceNo } = await made.device()
    const { id: arrangementId } = await made.trip({ carrierId: carrier })
    await made.bind(id, { arrangementId })
    await office.client.ok(calls.loseDevices, { ids: [id], reason: '丢' })
    const asked = () => office.client.ok(adjustments.getAdjustments, { q: deviceNo })
    expect((await asked()).rows).toMatchObject([{ state: 'pending', partyName: '顺达车队' }])
    await office.client.ok(calls.findDevices, { ids: [id], reason: '找到' })
    expect((await asked()).rows).toMatchObject([{ state: 'void' }])
    await made.bind(id, { arrangementId })
    await office.client.ok(calls.loseDevices, { ids: [id], reason: '又丢' })
    await approve()
    await world.db
      .updateTable('gps_device')
      .set({ lost_at: ago(31 * 24 * 60) })
      .where('id', '=', id)
      .execute()
    await office.client.ok(calls.findDevices, { ids: [id], reason: '太晚' })
    expect((await owed(deviceNo)).rows).toMatchObject([{ amount: '200.00' }])
  })

  it('where no company had it, or there is no deposit, the loss is noted and nothing owed', async () => {
    const noted = await made.deviceIn('inStock')
    const free = await made.device({ deposit: undefined })
    const own = await made.device()
    await made.bind(own.id, { vehicleId: freight.vehicle })
    const ids = [noted.id, free.id, own.id]
    expect(await office.client.ok(calls.loseDevices, { ids, reason: '盘亏' })).toEqual({
      done: 3,
      refused: [],
      owed: 0,
    })
    for (const { deviceNo } of [noted, free, own])
      expect((await office.client.ok(adjustments.getAdjustments, { q: deviceNo })).rows).toEqual([])
    const [entry] = await office.client.ok(calls.getDeviceHistory, { id: own.id })
    expect(entry?.action).toBe('lost')
  })
})

describe('[RT-16/GPSList] who sees what', () => {
  it('[D-05] a customer sees the devices of his own waybills with the city while under way, and neither keeper, deposit nor degrees', async () => {
    const mine = await made.device()
    const others = await made.device()
    const { id: arrangementId, waybill } = await made.trip()
    await made.bind(mine.id, { waybillId: waybill.id })
    await made.bind(others.id, { arrangementId })
    await office.client.ok(calls.setDevicePlace, {
      id: mine.id,
      place: '湖南省长沙市芙蓉区五一大道 1 号',
      position: wgs84(112.98, 28.19),
    })
    const customer = await world.person('customer', {
      rights: { GPSList: 'browse' },
      scope: 'customer',
      companies: [freight.yunfan],
    })
    const stranger = await world.person('stranger', {
      rights: { GPSList: 'browse' },
      scope: 'customer',
      companies: [freight.hengda],
    })
    const list = async () => (await customer.client.ok(bindings.getBindings, { q: mine.deviceNo })).rows
    expect(await list()).toMatchObject([{ objectNo: waybill.waybillNo, state: 'bound', place: null, positionAt: null }])
    await made.depart(arrangementId)
    const [row] = await list()
    expect(row).toMatchObject({
      state: 'underway',
      place: '长沙',
      position: null,
      deposit: null,
      holder: null,
      boundByName: null,
      actions: [],
    })
    expect(JSON.stringify(row)).not.toContain('五一大道')
    // Its way is told by cities too, and to nobody whose goods it is not with.
    const id = row?.id as number
    expect((await customer.client.ok(bindings.getBindingTrack, { id })).rows).toMatchObject([
      { place: '长沙', position: null, speed: null, battery: null },
    ])
    expect((await stranger.client.send(bindings.getBindingTrack, { id })).code).toBe(404)
    expect((await office.client.ok(bindings.getBindingTrack, { id })).rows).toMatchObject([
      { place: '湖南省长沙市芙蓉区五一大道 1 号', position: wgs84(112.98, 28.19), byHand: true },
    ])
    // What is wrong with a device is no customer's business.
    await world.db.updateTable('gps_device').set({ battery: 5 }).where('id', '=', mine.id).execute()
    expect((await list())[0]?.alarms).toEqual([])
    expect((await customer.client.ok(bindings.getBindings, { alarm: 'battery' })).rows).toEqual([])
    expect((await customer.client.ok(bindings.getBindings, { q: others.deviceNo })).rows).toEqual([])
    expect((await stranger.client.ok(bindings.getBindings, {})).rows).toEqual([])
    for (const call of [calls.getDevices, bindings.getReturns])
      expect((await customer.client.send(call, {})).code).toBe(403)
    // Colleagues read where it is.
    expect((await office.client.ok(bindings.getBindings, { q: mine.deviceNo })).rows).toMatchObject([
      {
        place: '湖南省长沙市芙蓉区五一大道 1 号',
        position: wgs84(112.98, 28.19),
        customerName: '杭州云帆电子有限公司',
      },
    ])
  })

  it('another outlet sees what comes its way, and neither the stock of others nor what they are bound to', async () => {
    const kept = await made.device()
    const coming = await made.device()
    const { id: arrangementId } = await made.trip()
    await made.bind(coming.id, { arrangementId })
    const seen = (await far.client.ok(calls.getDevices, { pageSize: 500 })).rows.map(({ id }) => id)
    expect(seen).toContain(coming.id)
    expect(seen).not.toContain(kept.id)
    for (const call of [calls.getDevice, calls.getDeviceHistory])
      expect((await far.client.send(call, { id: kept.id })).code).toBe(404)
    expect((await far.client.ok(calls.sendToRepair, { ids: [kept.id], reason: 'x' })).refused).toMatchObject([
      { reason: 'kernel.notFound', no: String(kept.id) },
    ])
  })

  it('another device goes on with what the first was bound to; that one is back', async () => {
    const { id, binding } = await made.deviceIn('underway')
    const next = await made.device()
    const swapped = await office.client.ok(bindings.swapDevice, {
      id: binding,
      deviceId: next.id,
      condition: 'damaged',
    })
    expect([await made.state(id), await made.state(next.id)]).toEqual(['repair', 'underway'])
    expect(await office.client.ok(bindings.getBinding, { id: swapped.id })).toMatchObject({ deviceNo: next.deviceNo })
    const low = await made.device({ battery: 10 })
    expect(
      (await office.client.refused(bindings.swapDevice, { id: swapped.id, deviceId: low.id, condition: 'intact' }))
        .fields,
    ).toMatchObject([{ path: 'deviceId', reason: 'devices.lowBattery' }])
  })
})

describe('[RT-11/GPSStock] taken into stock', () => {
  it('refuses at the field: numbers that are taken or impossible, an IMEI whose check digit is wrong, a keeper of another outlet', async () => {
    const { deviceNo } = await made.device({ imei: '356938035643809' })
    for (const [input, path, reason] of [
      [{ deviceNo: deviceNo.toLowerCase() }, 'deviceNo', 'devices.noTaken'],
      [{ deviceNo: '=1+1' }, 'deviceNo', 'devices.badNo'],
      [{ deviceNo: 'yd26112600001' }, 'deviceNo', 'devices.isDocumentNo'],
      [{ deviceNo: 'YD26112600001-003' }, 'deviceNo', 'devices.isDocumentNo'],
      [{ deviceNo: 'HD26112600001' }, 'deviceNo', 'devices.isDocumentNo'],
      [{ deviceNo: 'N1', imei: '356938035643809' }, 'imei', 'devices.imeiTaken'],
      [{ deviceNo: 'N1', imei: '356938035643808' }, 'imei', 'devices.badImei'],
      [{ deviceNo: 'N1', battery: 101 }, 'battery', 'field.tooLarge'],
      [{ deviceNo: 'N1', deposit: '-1' }, 'deposit', 'field.negative'],
      [{ deviceNo: 'N1', keeperId: far.id }, 'keeperId', 'devices.unknownKeeper'],
      [{ deviceNo: 'N1', outletId: freight.yunfan }, 'outletId', 'devices.unknownOutlet'],
      [{ deviceNo: 'N1', supplierId: 999_999 }, 'supplierId', 'devices.unknownSupplier'],
      [{ deviceNo: 'N1', remark: 'x'.repeat(501) }, 'remark', 'field.tooLong'],
    ] as const)
      expect((await office.client.refused(calls.addDevice, input)).fields, reason).toMatchObject([{ path, reason }])
    expect(await world.db.selectFrom('gps_device').select('id').where('device_no', '=', 'N1').execute()).toEqual([])
  })

  it('is transferred in a batch, and deleted while it was never bound', async () => {
    const [a, b] = [await made.device(), await made.deviceIn('bound')]
    const input = { ids: [a.id, b.id], outletId: freight.guangzhou, keeperId: far.id }
    const { done, refused } = await office.client.ok(calls.transferDevices, input)
    expect([done, refused.map(({ no, reason }) => [no, reason])]).toEqual([1, [[b.deviceNo, 'devices.wrongState']]])
    expect(await made.read(a.id)).toMatchObject({ outletName: '广州白云站', keeperName: 'far' })
    expect((await office.client.ok(calls.getDeviceHistory, { id: a.id }))[0]?.changes).toContainEqual({
      field: 'outletName',
      from: '杭州总站',
      to: '广州白云站',
    })
    const back = await made.deviceIn('bound')
    await office.client.ok(bindings.undoBindings, { ids: [back.binding] })
    expect(await office.client.ok(calls.deleteDevices, { ids: [a.id, back.id] })).toMatchObject({
      done: 1,
      refused: [{ no: back.deviceNo, reason: 'devices.wasBound' }],
    })
  })
})

describe('[RT-16/GPSBindle] bindings from a file', () => {
  const header = ['设备号*', '对象类型*', '对象号*', '应还时间', '归还方式']
  const due = soon(72).slice(0, 16).replace('T', ' ')

  it('good rows bind as the page does, a bad one is refused at its cell and leaves nothing; taken back while nothing has left', async () => {
    const [a, b, c] = [await made.device(), await made.device({ battery: 10 }), await made.device()]
    const { no, waybill } = await made.trip()
    await freight.addVehicle('浙B10001')
    const fileId = await upload(office.client, [
      header,
      [a.deviceNo, '安排', no, due, '快递'],
      [b.deviceNo, '运单', waybill.waybillNo, due, ''],
      [c.deviceNo, '车辆', '浙B10001', '', ''],
      [a.deviceNo, '运单', waybill.waybillNo, due, ''],
      ['G999', '运单', waybill.waybillNo, due, ''],
      [c.deviceNo, '飞机', waybill.waybillNo, due, ''],
      [c.deviceNo, '运单', 'YD00000000000', due, ''],
      [c.deviceNo, '运单', waybill.waybillNo, '2020-01-01 08:00', ''],
      [c.deviceNo, '运单', waybill.waybillNo, '', ''],
    ])
    const page = 'GPSBindle' as const
    const { refused, accepted } = await office.client.ok(imports.checkImport, { page, fileId })
    expect(accepted).toBe(2)
    expect(refused.map(({ row, errors }) => [row, errors[0]?.column])).toEqual([
      [3, '设备号'],
      [5, '设备号'],
      [6, '设备号'],
      [7, '对象类型'],
      [8, '对象号'],
      [9, '应还时间'],
      [10, '应还时间'],
    ])
    expect(await made.state(a.id)).toBe('inStock')
    const { importId } = await office.client.ok(imports.runImport, { page, fileId, mode: 'valid' })
    expect([await made.state(a.id), await made.state(b.id), await made.state(c.id)]).toEqual([
      'bound',
      'inStock',
      'bound',
    ])
    const { rows } = await office.client.ok(bindings.getBindings, { q: a.deviceNo })
    expect(rows).toMatchObject([{ objectNo: no, returnWay: 'courier', boundByName: expect.any(String) }])
    expect(await office.client.ok(imports.undoImport, { page, id: importId })).toEqual({ undone: 2 })
    expect([await made.state(a.id), await made.state(c.id)]).toEqual(['inStock', 'inStock'])
  })

  it('is not for who may only look, and times and objects are refused at their own cells', async () => {
    const looker = await world.person('looker', { rights: { GPSBindle: 'browse', GPSList: 'browse' } })
    const page = 'GPSBindle' as const
    const { deviceNo } = await made.device()
    const { waybill } = await made.trip()
    const row = (at: string, no: string = waybill.waybillNo) => [deviceNo, '运单', no, at, '']
    const fileId = await upload(office.client, [header, row('2020-01-01 08:00'), row(''), row('明天'), row(due, 'YD1')])
    expect((await looker.client.refused(imports.checkImport, { page, fileId })).reason).toBe('kernel.forbidden')
    const { refused } = await office.client.ok(imports.checkImport, { page, fileId })
    expect(refused.map(({ errors }) => errors[0]?.column)).toEqual(['应还时间', '应还时间', '应还时间', '对象号'])
    const { rows } = await download(office.client, imports.getImportTemplate, { page })
    expect(rows[0]).toEqual(header)
  })
})
