import * as locations from '@xunyun/contract/warehouse/locations/calls'
import { getLocationPlan } from '@xunyun/contract/warehouse/locations/plan'
import * as calls from '@xunyun/contract/warehouse/masters/warehouses'
import { checkImport, runImport, undoImport } from '@xunyun/contract/workbench/imports'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { download } from '../../../../test/sheets.ts'
import { fieldsOf, type Ground, locationOf, openGround } from '../../../../test/warehouses.ts'
import type { World } from '../../../../test/world.ts'

let ground: Ground
let world: World
beforeAll(async () => {
  ground = await openGround()
  world = ground.world
})
afterAll(() => world.close())

describe('[RT-18/wLocation] locations', () => {
  it('[D-01] a range is digits of one width or letters; codes are unique in the warehouse, limits are numbers', async () => {
    expect(locations.rangeOf('08', '11')).toEqual(['08', '09', '10', '11'])
    expect(locations.rangeOf('A', 'C')).toEqual(['A', 'B', 'C'])
    for (const [from, to] of [
      ['11', '08'],
      ['01', '100'],
      ['A', 'a'],
      ['A1', 'A9'],
    ] as const)
      expect(locations.rangeOf(from, to), `${from}–${to}`).toEqual([])
    const { id, zone } = await ground.addWarehouse()
    const other = await ground.addWarehouse()
    await ground.addLocation(id, zone('A'), 'a-01')
    await ground.addLocation(other.id, other.zone('A'), 'A-01')
    const wrong = (more: Record<string, unknown>) =>
      fieldsOf(world.admin.refused(locations.addLocation, { ...locationOf(id, zone('A'), 'A-02'), ...more }))
    expect(await wrong({ code: 'A-01' })).toEqual(['code warehouse.codeTaken'])
    expect(await wrong({ code: 'A 02' })).toEqual(['code warehouse.code'])
    expect(await wrong({ zoneId: other.zone('A') })).toEqual(['zoneId field.choice'])
    expect(await wrong({ warehouseId: 999_999 })).toEqual(['warehouseId field.choice'])
    expect(await wrong({ maxWeight: '-1' })).toHaveLength(1)
  })

  it('the generator: what the preview says is made, in walking order, and what exists is left alone', async () => {
    const { id, zone } = await ground.addWarehouse()
    const pattern = {
      warehouseId: id,
      zoneId: zone('A'),
      aisle: { from: '01', to: '02' },
      rack: { from: '01', to: '03' },
      level: { from: '1', to: '2' },
      serpentine: true,
      mixItem: true,
      mixBatch: true,
      maxWeight: '1000',
      abc: 'A' as const,
    }
    const preview = await world.admin.ok(locations.previewLocations, pattern)
    expect(preview).toMatchObject({ count: 12, existing: 0 })
    expect(preview.codes.slice(5, 8)).toEqual(['A-01-03-2', 'A-02-03-1', 'A-02-03-2'])
    expect(await world.admin.ok(locations.generateLocations, pattern)).toEqual({ made: 12, existing: 0 })
    const wider = { ...pattern, level: { from: '1', to: '3' } }
    expect(await world.admin.ok(locations.previewLocations, wider)).toMatchObject({ count: 18, existing: 12 })
    expect(await world.admin.ok(locations.generateLocations, wider)).toEqual({ made: 6, existing: 12 })
    const walked = await world.admin.ok(locations.getLocations, { warehouseId: id, sort: 'pickSeq', dir: 'asc' })
    expect(walked.rows.map(({ code }) => code).slice(4, 8)).toEqual([
      'A-01-03-1',
      'A-01-03-2',
      'A-02-03-1',
      'A-02-03-2',
    ])
    expect(walked.rows[0]).toMatchObject({ pickSeq: 1, maxWeight: '1000.000', abc: 'A', state: 'empty' })
    const wrong = (more: object) => fieldsOf(world.admin.refused(locations.previewLocations, { ...pattern, ...more }))
    expect(await wrong({ aisle: { from: '02', to: '01' } })).toEqual(['aisle warehouse.range'])
    expect(await wrong({ rack: { from: '001', to: '500' }, level: { from: '01', to: '50' } })).toEqual([
      'level warehouse.tooMany',
    ])
    const slots = { ...pattern, aisle: { from: 'F', to: 'F' }, slot: { from: '1', to: '2' } }
    expect((await world.admin.ok(locations.previewLocations, slots)).codes[0]).toBe('A-F-01-1-1')
    const [made] = await world.admin.ok(calls.getWarehouseHistory, { id })
    expect(made?.changes[0]).toMatchObject({ field: 'locations' })
  })

  it('the plan tells of each place how full it is; tabs and totals count what they list', async () => {
    const { id, zone } = await ground.addWarehouse()
    const half = await ground.addLocation(id, zone('A'), 'A-01-01-1', {
      aisle: '01',
      rack: '01',
      level: '1',
      maxWeight: '10',
    })
    const empty = await ground.addLocation(id, zone('A'), 'A-01-01-2', { aisle: '01', rack: '01', level: '2' })
    const off = await ground.addLocation(id, zone('A'), 'A-01-02-1', { aisle: '01', rack: '02', level: '1' })
    const counted = await ground.addLocation(id, zone('C'), 'C-01')
    await world.db.updateTable('location').set({ count_id: 1 }).where('id', '=', counted).execute()
    await ground.stock(id, half, await ground.addItem('PLAN', { grossWeight: '0.5' }), '10')
    expect(await world.admin.ok(locations.setLocationsEnabled, { ids: [half, off], enabled: false })).toMatchObject({
      done: 1,
      refused: [{ no: 'A-01-01-1', reason: 'warehouse.hasStock' }],
    })
    const plan = await world.admin.ok(getLocationPlan, { warehouseId: id, zoneId: zone('A') })
    expect(plan.count).toBe(3)
    expect(
      plan.cells.map(({ id: cell, state, usedPercent, itemCount }) => [cell, state, usedPercent, itemCount]),
    ).toEqual([
      [half, 'used', 50, 1],
      [empty, 'empty', null, 0],
      [off, 'disabled', null, 0],
    ])
    expect(await world.admin.ok(locations.getLocationTotals, { warehouseId: id, tab: 'empty' })).toEqual({
      count: 1,
      tabs: { all: 4, enabled: 3, empty: 1, counting: 1, disabled: 1 },
    })
    for (const tab of locations.locationTabs) {
      const { rows } = await world.admin.ok(locations.getLocations, { warehouseId: id, tab })
      const { count: said } = await world.admin.ok(locations.getLocationTotals, { warehouseId: id, tab })
      expect(rows, tab).toHaveLength(said)
    }
  })

  it('[D-05] where goods were stays: not deleted, not into another zone; limits are changed for many at once', async () => {
    const { id, zone } = await ground.addWarehouse()
    const [full, free] = [
      await ground.addLocation(id, zone('A'), 'A-1'),
      await ground.addLocation(id, zone('A'), 'A-2'),
    ]
    await ground.stock(id, full, await ground.addItem('MOVED'), '1')
    const row = await world.admin.ok(locations.getLocation, { id: full })
    const into = { ...locationOf(id, zone('C'), 'A-1'), id: full, version: row.version }
    expect(await fieldsOf(world.admin.refused(locations.changeLocation, into))).toEqual(['zoneId warehouse.hasStock'])
    expect(
      await world.admin.ok(locations.setLocations, { ids: [full, free, 999_999], maxWeight: '800', abc: 'B' }),
    ).toMatchObject({ done: 2, refused: [{ id: 999_999 }] })
    expect(await world.admin.ok(locations.getLocation, { id: free })).toMatchObject({ maxWeight: '800.000', abc: 'B' })
    expect((await world.admin.ok(locations.getLocationHistory, { id: free }))[0]?.changes).toEqual([
      { field: 'maxWeight', from: null, to: '800' },
      { field: 'abc', from: null, to: 'B' },
    ])
    expect(await world.admin.ok(locations.deleteLocations, { ids: [full, free] })).toMatchObject({
      done: 1,
      refused: [{ no: 'A-1', reason: 'kernel.inUse' }],
    })
  })

  it('[D-01] an office’s file: rows by the form’s own rules, taken back whole', async () => {
    const { id, name } = await ground.addWarehouse()
    const fileId = await ground.upload(world.admin, [
      ['仓库*', '库区*', '库位*', '排', '限重', '混货', 'ABC'],
      [name, 'A', 'A-07-01', '07', '1,200', '否', 'A'],
      [name, '不存在', 'A-07-02', '', '', '', ''],
      [name, 'A', 'a-07-01', '', '', '', ''],
      ['没有的仓', 'A', 'A-07-03', '', '', '', ''],
    ])
    const report = await world.admin.ok(checkImport, { page: 'wLocation', fileId })
    expect(report.refused.map(({ row, errors: [first] }) => [row, first?.column])).toEqual([
      [3, '库区'],
      [4, '库位'],
      [5, '仓库'],
    ])
    const { importId } = await world.admin.ok(runImport, { page: 'wLocation', fileId, mode: 'valid' })
    expect((await world.admin.ok(locations.getLocations, { warehouseId: id })).rows).toMatchObject([
      { code: 'A-07-01', maxWeight: '1200.000', mixItem: false, mixBatch: true, abc: 'A' },
    ])
    await world.admin.ok(undoImport, { page: 'wLocation', id: importId })
    expect((await world.admin.ok(locations.getLocations, { warehouseId: id })).rows).toEqual([])
    const sheet = await download(world.admin, locations.exportLocations, { tab: 'enabled', columns: 'code,state' })
    expect(sheet.rows[0]).toEqual(['库位', '状态'])
  })
})
