import { deleteCompanies } from '@xunyun/contract/companies/calls'
import { addUsers, changeUsers, getAllUsers, getUserHistory, type User } from '@xunyun/contract/system/calls'
import { getMyProfile } from '@xunyun/contract/system/profile'
import * as locations from '@xunyun/contract/warehouse/locations/calls'
import { getLocationPlan } from '@xunyun/contract/warehouse/locations/plan'
import * as items from '@xunyun/contract/warehouse/masters/items'
import * as calls from '@xunyun/contract/warehouse/masters/warehouses'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { download } from '../../../../test/sheets.ts'
import { fieldsOf, type Ground, locationOf, openGround } from '../../../../test/warehouses.ts'
import type { World } from '../../../../test/world.ts'

let ground: Ground
let world: World
let ningbo: number
beforeAll(async () => {
  ground = await openGround()
  world = ground.world
  ningbo = await world.outlet('宁波站')
})
afterAll(() => world.close())

describe('[RT-18/wList] warehouses', () => {
  it('a warehouse is added with its zones, found by code and pinyin, changed with a timeline that has names', async () => {
    const { id } = await world.admin.ok(
      calls.addWarehouse,
      ground.warehouseOf({ code: 'hz1', name: '杭州一号仓', regionCode: '330110', managerId: 1, areaM2: '12000' }),
    )
    const before = await world.admin.ok(calls.getWarehouse, { id })
    expect(before).toMatchObject({
      code: 'HZ1',
      outletName: '杭州总站',
      regionName: '浙江省 杭州市 余杭区',
      areaM2: '12000.00',
      zoneCount: 3,
      locationCount: 0,
      usedPercent: null,
      enabled: true,
    })
    for (const q of ['hz1', '一号', 'yihao', 'hzyhc'])
      expect(
        (await world.admin.ok(calls.getWarehouses, { q })).rows.map(({ code }) => code),
        q,
      ).toEqual(['HZ1'])
    const swapped = before.zones.map((zone) => ({ ...zone, code: { SH: 'A', A: 'SH' }[zone.code] ?? zone.code }))
    const change = { ...ground.warehouseOf({ code: 'HZ1', name: '杭州一仓', zones: swapped as never }), id }
    await world.admin.ok(calls.changeWarehouse, { ...change, version: before.version })
    const after = await world.admin.ok(calls.getWarehouse, { id })
    expect(after.zones.map(({ id: zone, code }) => [zone, code])).toEqual(swapped.map((zone) => [zone.id, zone.code]))
    expect(await world.admin.refused(calls.changeWarehouse, { ...change, version: before.version })).toMatchObject({
      reason: 'kernel.stale',
    })
    const [latest] = await world.admin.ok(calls.getWarehouseHistory, { id })
    expect(latest?.changes).toEqual(
      expect.arrayContaining([
        { field: 'name', from: '杭州一号仓', to: '杭州一仓' },
        expect.objectContaining({ field: 'managerName', to: null }),
        expect.objectContaining({ field: 'zones' }),
      ]),
    )
    expect(await world.admin.ok(calls.getWarehouseTotals, { q: 'hz1', tab: 'enabled' })).toEqual({
      count: 1,
      areaM2: '0.00',
      tabs: { enabled: 1, disabled: 0 },
    })
  })

  it('[D-01] wrong fields are said at their fields: code, outlet, zones', async () => {
    const wrong = (more: Record<string, unknown>) =>
      fieldsOf(world.admin.refused(calls.addWarehouse, { ...ground.warehouseOf(), ...more }))
    await ground.addWarehouse({ code: 'TAKEN' })
    expect(await wrong({ code: 'taken' })).toEqual(['code warehouse.codeTaken'])
    expect(await wrong({ code: '一仓' })).toEqual(['code warehouse.code'])
    expect(await wrong({ outletId: ground.owner })).toEqual(['outletId field.choice'])
    expect(await wrong({ managerId: 999_999 })).toEqual(['managerId field.choice'])
    expect(await wrong({ regionCode: '999999' })).toEqual(['regionCode field.choice'])
    expect(await wrong({ zones: [ground.zones[0]] })).toEqual(['zones warehouse.needsZone'])
    expect(await wrong({ zones: [...ground.zones, { ...ground.zones[1], code: 'a' }] })).toEqual([
      'zones.3.code warehouse.codeTaken',
    ])
    expect(await wrong({ zones: [...ground.zones.slice(0, 2), { ...ground.zones[2], sellable: true }] })).toEqual([
      'zones.2.sellable warehouse.notSellable',
    ])
  })

  it('a zone with locations stays; a warehouse with goods is not disabled, one with locations not deleted', async () => {
    const { id, zone, name, version } = await ground.addWarehouse()
    const place = await ground.addLocation(id, zone('C'), 'C-01')
    const kept = (await world.admin.ok(calls.getWarehouse, { id })).zones.filter(({ code }) => code !== 'C')
    const less = { ...ground.warehouseOf({ name, zones: kept as never }), id, version }
    expect(await world.admin.refused(calls.changeWarehouse, less)).toMatchObject({
      reason: 'warehouse.zoneUsed',
      params: { zone: 'C', count: 1 },
    })
    const item = await ground.addItem('WH-STOCK')
    await ground.stock(id, place, item, '3')
    expect(await world.admin.ok(calls.setWarehousesEnabled, { ids: [id], enabled: false })).toMatchObject({
      done: 0,
      refused: [{ id, reason: 'warehouse.hasStock' }],
    })
    expect((await world.admin.ok(calls.getWarehouse, { id })).usedPercent).toBe(100)
    await ground.stock(id, place, item, '-3')
    expect(await world.admin.ok(calls.deleteWarehouses, { ids: [id] })).toMatchObject({
      refused: [{ reason: 'kernel.inUse' }],
    })
    expect(await world.admin.ok(calls.setWarehousesEnabled, { ids: [id], enabled: false })).toMatchObject({ done: 1 })
    // Its deleted locations hold no zone back.
    const spare = await ground.addWarehouse()
    const gone = await ground.addLocation(spare.id, spare.zone('C'), 'C-02')
    await world.admin.ok(locations.deleteLocations, { ids: [gone] })
    const others = (await world.admin.ok(calls.getWarehouse, { id: spare.id })).zones.slice(0, 2)
    const change = { ...ground.warehouseOf({ zones: others as never }), id: spare.id, version: spare.version }
    await world.admin.ok(calls.changeWarehouse, change)
    expect(await world.admin.ok(calls.deleteWarehouses, { ids: [spare.id] })).toEqual({ done: 1, refused: [] })
    const sheet = await download(world.admin, calls.exportWarehouses, { tab: 'disabled' })
    expect(sheet.rows[0]?.slice(0, 3)).toEqual(['编码', '仓库', '网点'])
  })

  it('an open notice keeps its warehouse; an outlet with a warehouse stays an outlet', async () => {
    const { id, name } = await ground.addWarehouse({ outletId: await world.outlet('绍兴站') })
    await world.db
      .insertInto('inbound_notice')
      .values({ notice_no: 'RK1', warehouse_id: id, owner_id: ground.owner, type: 'purchase', search: '' })
      .execute()
    expect(await world.admin.ok(calls.setWarehousesEnabled, { ids: [id], enabled: false })).toMatchObject({
      refused: [{ reason: 'warehouse.hasTasks', msg: `${name} 还有未完成的单据 RK1` }],
    })
    const [row] = (await world.admin.ok(calls.getWarehouses, { ids: [id] })).rows
    expect(await world.admin.ok(calls.deleteWarehouses, { ids: [id] })).toMatchObject({
      refused: [{ msg: expect.stringMatching(/：入库单 RK1$/) }],
    })
    expect(await world.admin.ok(deleteCompanies, { ids: [row?.outletId ?? 0] })).toMatchObject({
      refused: [{ reason: 'kernel.inUse', msg: expect.stringContaining(`：仓库 ${name}`) }],
    })
  })
})

describe('whose warehouses and whose goods', () => {
  const rights = { wList: 'edit', wLocation: 'edit', stockNumber: 'edit' } as const

  it('[RT-18/wList] an outlet’s user works in its own warehouses alone', async () => {
    const mine = await ground.addWarehouse({ outletId: ningbo })
    const other = await ground.addWarehouse()
    const place = await ground.addLocation(other.id, other.zone('A'), 'A-1')
    const { client } = await world.person('ningbo', { rights, scope: 'outlet', companies: [ningbo] })
    expect((await client.ok(calls.getWarehouses, {})).rows.map(({ id }) => id)).toEqual([mine.id])
    expect((await client.ok(calls.getWarehouseChoices, {})).map(({ id }) => id)).toEqual([mine.id])
    expect(await client.refused(calls.getWarehouse, { id: other.id })).toMatchObject({ code: 404 })
    expect(await client.refused(locations.getLocation, { id: place })).toMatchObject({ code: 404 })
    expect(await client.ok(locations.setLocations, { ids: [place], abc: 'A' })).toMatchObject({ done: 0 })
    const there = locationOf(other.id, other.zone('A'), 'A-2')
    expect(await fieldsOf(client.refused(locations.addLocation, there))).toEqual(['warehouseId field.choice'])
    expect(await fieldsOf(client.refused(calls.addWarehouse, ground.warehouseOf()))).toEqual(['outletId field.choice'])
    const plan = await client.ok(getLocationPlan, { warehouseId: other.id, zoneId: other.zone('A') })
    expect(plan).toEqual({ count: 0, cells: [] })
    const added = await client.ok(calls.addWarehouse, ground.warehouseOf({ outletId: ningbo }))
    expect(await client.ok(calls.getWarehouse, { id: added.id })).toMatchObject({ outletName: '宁波站' })
  })

  it('[RT-12/user] [RT-18/wList] chosen warehouses: set with the user, in force at once, named in the timeline', async () => {
    const [one, two] = [await ground.addWarehouse(), await ground.addWarehouse()]
    const user = { LOGNAME: 'picker', PSD: 'First-Pass-1', UNAME: '仓管', scope: 'all' as const }
    const no = await world.admin.refused(addUsers, { ...user, allWarehouses: false, warehouses: [] })
    expect(no.fields).toMatchObject([{ path: 'warehouses', reason: 'field.required' }])
    const unknown = await world.admin.refused(addUsers, { ...user, allWarehouses: false, warehouses: [999_999] })
    expect(unknown.fields).toMatchObject([{ path: 'warehouses', reason: 'field.choice' }])
    const { UserID } = await world.admin.ok(addUsers, { ...user, allWarehouses: false, warehouses: [one.id] })
    const shown = async () => ((await world.admin.ok(getAllUsers, { ids: [UserID] })) as User[])[0] as User
    expect((await shown()).warehouses).toEqual([{ id: one.id, name: one.name }])

    const person = await world.person('chosen', { rights })
    const change = { UserID: person.id, UNAME: 'chosen', scope: 'all' as const }
    await world.admin.ok(changeUsers, { ...change, version: 1, allWarehouses: false, warehouses: [one.id, two.id] })
    const seen = async () => (await person.client.ok(calls.getWarehouses, {})).rows.map(({ id }) => id)
    expect((await seen()).sort()).toEqual([one.id, two.id].sort())
    expect((await person.client.ok(getMyProfile, {})).warehouses).toEqual([one.name, two.name])
    // Not said: as it was.
    await world.admin.ok(changeUsers, { ...change, version: 2, mobile: '13800138000' })
    expect(await seen()).toHaveLength(2)
    await world.admin.ok(changeUsers, { ...change, version: 3, warehouses: [two.id] })
    expect(await seen()).toEqual([two.id])
    const [latest] = await world.admin.ok(getUserHistory, { id: person.id })
    expect(latest?.changes).toContainEqual({ field: 'warehouses', from: `${one.name}, ${two.name}`, to: two.name })
    await world.admin.ok(changeUsers, { ...change, version: 4, allWarehouses: true })
    expect((await seen()).length).toBeGreaterThan(2)
    expect((await person.client.ok(getMyProfile, {})).warehouses).toBeNull()
  })

  it('[RT-18/stockNumber] an owner’s account sees its own goods, and no locations', async () => {
    const other = await world.company('别家食品', ['owner'])
    const mine = await ground.addItem('MINE')
    const theirs = await ground.addItem('THEIRS', { ownerId: other })
    const { id: warehouseId, zone } = await ground.addWarehouse()
    const place = await ground.addLocation(warehouseId, zone('A'), 'A-1')
    await ground.stock(warehouseId, place, mine, '5')
    const { client } = await world.person('kangyuan', { rights, scope: 'customer', companies: [ground.owner] })
    const { rows } = await client.ok(items.getItems, { q: 'MINE' })
    expect(rows).toMatchObject([{ id: mine, onHand: '5' }])
    expect(new Set((await client.ok(items.getItems, { pageSize: 500 })).rows.map(({ ownerId }) => ownerId))).toEqual(
      new Set([ground.owner]),
    )
    expect(await client.refused(items.getItem, { id: theirs })).toMatchObject({ code: 404 })
    expect(await client.refused(items.getItemHistory, { id: mine })).toMatchObject({ code: 403 })
    expect((await client.ok(calls.getOwnerChoices, {})).map(({ id }) => id)).toEqual([ground.owner])
    expect(await client.refused(locations.getLocations, {})).toMatchObject({ code: 403 })
    // A warehouse has a name for him: who runs it, how full it is and how it is arranged are ours.
    expect(await client.refused(calls.getWarehouse, { id: warehouseId })).toMatchObject({ code: 403 })
    expect((await client.ok(calls.getWarehouseChoices, { ids: [warehouseId] })).map(({ zones }) => zones)).toEqual([[]])
    expect(await client.refused(items.addItem, ground.itemOf('X', { ownerId: other }))).toMatchObject({
      fields: [{ path: 'ownerId', reason: 'warehouse.ownerRole' }],
    })
  })
})
