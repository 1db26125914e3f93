import * as vehicles from '@xunyun/contract/resources/calls'
import * as calls from '@xunyun/contract/resources/drivers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { download } from '../../../test/sheets.ts'
import { openWorld, type World } from '../../../test/world.ts'

let world: World
let count = 0
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const idCard = '11010519491231002X'
const account = '6222020200112233445'
const day = (offset: number) => new Date(Date.now() + 8 * 3_600_000 + offset * 86_400_000).toISOString().slice(0, 10)
const input = (name: string, more: Partial<calls.DriverInput> = {}) => {
  count += 1
  return { name, mobile: `1390000${1000 + count}`, licenceClass: 'A2', ...more }
}
const add = async (name: string, more: Partial<calls.DriverInput> = {}) =>
  (await world.admin.ok(calls.addDriver, input(name, more))).id
const driver = (id: number) => world.admin.ok(calls.getDriver, { id })
const names = (page: { rows: { name: string }[] }) => page.rows.map(({ name }) => name)

describe('drivers', () => {
  it('[RT-10/contactManage] a dispatcher adds a driver and finds him by name, pinyin, mobile, carrier and plate', async () => {
    const carrier = await world.company('宏远物流', ['carrier'])
    const clerk = await world.person('dispatcher', { rights: { driver: 'edit' } })
    const { id } = await clerk.client.ok(calls.addDriver, {
      ...input('赵铁柱', { carrierId: carrier, mobile: '13700137001' }),
    })
    await world.admin.ok(vehicles.addVehicle, {
      type: 'own',
      plateNo: '浙A66666',
      plateColor: 'blue',
      model: 'van',
      loadKg: '800',
      driverId: id,
    })
    for (const q of ['铁柱', 'zhaotiezhu', 'ztz', '7001', '66666'])
      expect(names(await clerk.client.ok(calls.getDrivers, { q })), q).toEqual(['赵铁柱'])
    expect(await driver(id)).toMatchObject({
      carrierName: '宏远物流',
      plates: ['浙A66666'],
      onTask: false,
      paperState: 'none',
    })
    expect(await clerk.client.ok(calls.getDriverChoices, { q: 'ztz' })).toEqual([
      { id, label: '赵铁柱', hint: '13700137001 · 宏远物流' },
    ])
    const { version, ...row } = await driver(id)
    await clerk.client.ok(calls.changeDriver, { id, version, name: '赵铁锤', mobile: row.mobile, licenceClass: 'B2' })
    expect(
      await clerk.client.refused(calls.changeDriver, {
        id,
        version,
        name: '赵',
        mobile: row.mobile,
        licenceClass: 'B2',
      }),
    ).toMatchObject({ reason: 'kernel.stale' })
    expect(await driver(id)).toMatchObject({ name: '赵铁锤', licenceClass: 'B2', carrierId: null })
  })

  it('identity and bank numbers go in and never come out: masked in every answer, export and timeline', async () => {
    const id = await add('密号司机', {
      idCard: idCard.toLowerCase() as never,
      bankAccount: '6222 0202 0011 2233 445',
      bankName: '工商银行',
    })
    const looks = [
      await world.admin.send(calls.getDriver, { id }),
      await world.admin.send(calls.getDrivers, { q: '密号' }),
      await world.admin.send(calls.getDriverHistory, { id }),
      await world.admin.send(calls.getDriverChoices, { q: '密号' }),
      await download(world.admin, calls.exportDrivers, { q: '密号' }),
    ]
    for (const look of looks) {
      expect(JSON.stringify(look)).toContain('密号司机')
      expect(JSON.stringify(look)).not.toMatch(/19491231|11223344|2233445/)
    }
    expect(await driver(id)).toMatchObject({ idCardMasked: '110105********002X', bankAccountMasked: '**** 3445' })
    // Nor can it be guessed through the search.
    for (const q of [idCard, '19491231', account])
      expect(names(await world.admin.ok(calls.getDrivers, { q }))).toEqual([])
    const stored = await world.db
      .selectFrom('driver')
      .select(['id_card', 'bank_account'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(stored).toEqual({ id_card: idCard, bank_account: account })
  })

  it('a number not sent stays, a sent one replaces it, an empty one clears it; the timeline says only that', async () => {
    const id = await add('改号司机', { bankAccount: account })
    const change = async (more: Partial<calls.DriverInput>) => {
      const { version, mobile } = await driver(id)
      await world.admin.ok(calls.changeDriver, { id, version, name: '改号司机', mobile, licenceClass: 'A2', ...more })
      return driver(id)
    }
    expect((await change({})).bankAccountMasked).toBe('**** 3445')
    expect((await change({ bankAccount: '6217000010001234567' })).bankAccountMasked).toBe('**** 4567')
    expect((await change({ bankAccount: '' })).bankAccountMasked).toBeNull()
    const history = await world.admin.ok(calls.getDriverHistory, { id })
    expect(history.map(({ changes }) => changes.filter(({ field }) => field === 'bankAccount'))).toEqual([
      [{ field: 'bankAccount', from: '***', to: null }],
      [{ field: 'bankAccount', from: '***', to: '***' }],
      [{ field: 'bankAccount', from: null, to: '***' }],
    ])
    const { version, mobile } = await driver(id)
    // A masked number that a form sends back is no number.
    expect(
      await world.admin.refused(calls.changeDriver, {
        id,
        version,
        name: 'x',
        mobile,
        licenceClass: 'A2',
        idCard: '110105********002X',
      }),
    ).toMatchObject({ fields: [{ path: 'idCard', reason: 'field.idCard' }] })
  })

  it('mobile and identity number are taken once, each said at its field', async () => {
    await add('原主', { mobile: '13600136000' })
    expect(await world.admin.refused(calls.addDriver, input('后来', { mobile: '13600136000' }))).toMatchObject({
      fields: [{ path: 'mobile', reason: 'resources.mobileTaken' }],
    })
    await world.db.updateTable('driver').set({ id_card: null }).where('id_card', '=', idCard).execute()
    await add('有证', { idCard })
    expect(await world.admin.refused(calls.addDriver, input('同证', { idCard }))).toMatchObject({
      fields: [{ path: 'idCard', reason: 'resources.idCardTaken' }],
    })
  })

  it('tabs 可派 将到期 已到期 停用: who may drive today, and who not much longer', async () => {
    await add('可派甲', { licenceExpiry: day(400) })
    await add('将到期乙', { licenceExpiry: day(400), qualificationExpiry: day(30) })
    await add('已到期丙', { licenceExpiry: day(-1) })
    const off = await add('停用丁')
    await world.admin.ok(calls.setDriversEnabled, { ids: [off], enabled: false })
    const ids = (await world.admin.ok(calls.getDrivers, { pageSize: 500 })).rows
      .filter(({ name }) => ['可派甲', '将到期乙', '已到期丙', '停用丁'].includes(name))
      .map(({ id }) => id)
    const listed = async (tab: calls.DriverTab) => names(await world.admin.ok(calls.getDrivers, { tab, ids })).sort()
    expect(await listed('available')).toEqual(['可派甲', '将到期乙'].sort())
    expect(await listed('expiring')).toEqual(['将到期乙'])
    expect(await listed('expired')).toEqual(['已到期丙'])
    expect(await listed('disabled')).toEqual(['停用丁'])
    expect(await world.admin.ok(calls.getDriverTotals, { ids, tab: 'expired' })).toEqual({
      count: 1,
      tabs: { all: 4, available: 2, expiring: 1, expired: 1, disabled: 1 },
    })
    expect((await world.admin.ok(calls.getDriverChoices, { q: '停用' })).map(({ label }) => label)).toEqual([])
    for (const sort of calls.driverSorts) {
      const first = await world.admin.ok(calls.getDrivers, { ids, sort, pageSize: 2 })
      const second = await world.admin.ok(calls.getDrivers, { ids, sort, pageSize: 2, after: first.next ?? '' })
      expect([...names(first), ...names(second)].sort(), sort).toEqual(
        ['可派甲', '将到期乙', '已到期丙', '停用丁'].sort(),
      )
    }
  })

  it('with a live trip he is not disabled, after any trip or with a vehicle not deleted', async () => {
    const outlet = await world.outlet('站')
    const busy = await add('在途司机')
    const keeper = await add('有车司机')
    const free = await add('闲司机')
    const { id: vehicleId } = await world.admin.ok(vehicles.addVehicle, {
      type: 'own',
      plateNo: '浙A55555',
      plateColor: 'blue',
      model: 'van',
      loadKg: '800',
      driverId: keeper,
    })
    await world.db
      .insertInto('arrangement')
      .values({
        arrangement_no: 'PC26112000001',
        outlet_id: outlet,
        kind: 'vehicle',
        type: 'trunk',
        state: 'departed',
        vehicle_id: vehicleId,
        driver_id: busy,
        plan_at: new Date(),
        search: '',
      })
      .execute()
    expect((await driver(busy)).onTask).toBe(true)
    expect(await world.admin.ok(calls.setDriversEnabled, { ids: [busy], enabled: false })).toMatchObject({
      done: 0,
      refused: [{ no: '在途司机', reason: 'resources.liveTrip', msg: '在途司机 还有未完成的安排 PC26112000001' }],
    })
    expect(await world.admin.ok(calls.deleteDrivers, { ids: [busy, keeper, free] })).toMatchObject({
      done: 1,
      refused: [
        { id: busy, reason: 'kernel.inUse', msg: expect.stringMatching(/：安排 PC26112000001$/) },
        { id: keeper, reason: 'kernel.inUse', msg: expect.stringMatching(/：车辆 \S+$/) },
      ],
    })
  })

  it('the export carries the user’s columns with words and masks', async () => {
    await add('导出司机', { licenceExpiry: day(-1), bankAccount: account })
    const { name, rows } = await download(world.admin, calls.exportDrivers, {
      q: '导出',
      columns: 'name,nearestPaper,paperState,bankAccountMasked,enabled',
    })
    expect(name).toBe('司机.xlsx')
    expect(rows).toEqual([
      ['姓名', '到期证照', '证照状态', '银行账号', '启用'],
      ['导出司机', '驾驶证', '已到期', '**** 3445', '是'],
    ])
  })

  it('a customer’s account meets no driver by any path; a user of one outlet meets all, for they are shared', async () => {
    const id = await add('共享司机')
    const company = await world.company('客户', ['customer'])
    const { client } = await world.person('customer', { scope: 'customer', companies: [company], rights: 'all' })
    const tries = [
      client.send(calls.getDrivers, {}),
      client.send(calls.getDriverTotals, {}),
      client.send(calls.getDriver, { id }),
      client.send(calls.getDriverHistory, { id }),
      client.send(calls.getDriverChoices, {}),
      client.send(calls.addDriver, input('x')),
      client.send(calls.changeDriver, { id, version: 1, ...input('x') }),
      client.send(calls.setDriversEnabled, { ids: [id], enabled: false }),
      client.send(calls.deleteDrivers, { ids: [id] }),
    ]
    expect((await Promise.all(tries)).map(({ code }) => code)).toEqual(tries.map(() => 403))
    expect((await download(client, calls.exportDrivers, {})).code).toBe(403)
    const outlet = await world.outlet('某站')
    const person = await world.person('outlet-user', {
      scope: 'outlet',
      companies: [outlet],
      rights: { driver: 'browse' },
    })
    expect(names(await person.client.ok(calls.getDrivers, { q: '共享' }))).toEqual(['共享司机'])
    expect(await person.client.refused(calls.deleteDrivers, { ids: [id] })).toMatchObject({ code: 403 })
  })
})
