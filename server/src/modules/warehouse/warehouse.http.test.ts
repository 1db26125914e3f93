import { createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { deleteCompanies, getCompany, mergeCompanies } from '@xunyun/contract/customers/calls'
import { checkImport, runImport, undoImport } from '@xunyun/contract/imports/calls'
import { addUsers, changeUsers, getAllUsers, getUserHistory, type User } from '@xunyun/contract/system/calls'
import { addCategory, deleteCategories } from '@xunyun/contract/system/categories'
import { getMyProfile } from '@xunyun/contract/system/profile'
import * as items from '@xunyun/contract/warehouse/items'
import * as locations from '@xunyun/contract/warehouse/locations'
import { getLocationPlan } from '@xunyun/contract/warehouse/plan'
import * as calls from '@xunyun/contract/warehouse/warehouses'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { download } from '../../../test/sheets.ts'
import { type Client, openWorld, type World } from '../../../test/world.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import { writeExcel } from '../../platform/excel/write.ts'
import { batchFor } from '../stock/batches.ts'
import { type Movement, postMovements } from '../stock/post.ts'

let world: World
let outlet: number
let ningbo: number
let owner: number
beforeAll(async () => {
  world = await openWorld()
  outlet = await world.outlet('杭州总站')
  ningbo = await world.outlet('宁波站')
  owner = await world.company('康源医药', ['owner', 'customer'])
})
afterAll(() => world.close())

let count = 0
function next(): number {
  count += 1
  return count
}
const zones: calls.WarehouseInput['zones'] = [
  { code: 'SH', name: '收货', type: 'receive', sellable: false, tempClass: 'normal', enabled: true },
  { code: 'A', name: '存储', type: 'store', sellable: true, tempClass: 'normal', enabled: true },
  { code: 'C', name: '次品', type: 'reject', sellable: false, tempClass: 'normal', enabled: true },
]
const warehouseOf = (more: Partial<calls.WarehouseInput> = {}): calls.WarehouseInput => ({
  code: `W${next()}`,
  name: `仓库${count}`,
  outletId: outlet,
  secondCheck: false,
  blindCount: true,
  weightTolerance: '5',
  nearExpiryDays: 30,
  zones,
  ...more,
})
const addWarehouse = async (more: Partial<calls.WarehouseInput> = {}) => {
  const { id } = await world.admin.ok(calls.addWarehouse, warehouseOf(more))
  const detail = await world.admin.ok(calls.getWarehouse, { id })
  const zone = (code: string) => detail.zones.find((one) => one.code === code)?.id ?? 0
  return { id, name: detail.name, zone, version: detail.version }
}
const locationOf = (warehouseId: number, zoneId: number, code: string) => ({
  warehouseId,
  zoneId,
  code,
  mixItem: true,
  mixBatch: true,
})
const addLocation = async (warehouseId: number, zoneId: number, code: string, more: object = {}) =>
  (await world.admin.ok(locations.addLocation, { ...locationOf(warehouseId, zoneId, code), ...more })).id
const itemOf = (itemNo: string, more: Partial<items.ItemInput> = {}): items.ItemInput => ({
  ownerId: owner,
  itemNo,
  name: `品名 ${itemNo}`,
  barcodes: [],
  baseUnit: 'piece',
  packs: [],
  batchControlled: false,
  serialControlled: false,
  expiryControlled: false,
  overReceivePercent: '0',
  tempClass: 'normal',
  hazard: false,
  ...more,
})
const addItem = async (itemNo: string, more: Partial<items.ItemInput> = {}) =>
  (await world.admin.ok(items.addItem, itemOf(itemNo, more))).id
const fieldsOf = async (refused: Promise<{ fields: { path: string; reason: string }[] }>) =>
  (await refused).fields.map(({ path: field, reason }) => `${field} ${reason}`)
const keeper: Actor = {
  userId: 1,
  account: 'admin',
  name: '管理员',
  sessionId: 0,
  outletId: null,
  scope: { kind: 'all' },
  warehouses: null,
  rights: new Map(),
  mustChangePassword: false,
  language: 'zh',
}
let postings = 0
/** Puts goods into a location, as a receipt does; a negative quantity takes them out again. */
const stock = (warehouseId: number, locationId: number, itemId: number, onHand: string) =>
  world.db.transaction().execute(async (whole) => {
    const tx = whole as unknown as Tx
    postings += 1
    const batchId = await batchFor(tx, { itemId, batchNo: '', production: null, expiry: null, inbound: '2026-01-01' })
    const into = !onHand.startsWith('-')
    const movement: Movement = {
      ...{ locationId, itemId, batchId, quality: 'good', containerId: 0, line: 1, onHand },
      type: into ? 'RCV' : 'SHP',
      flow: into ? 1 : -1,
    }
    const document = { docType: 'receipt', docId: postings, act: 'post' } as const
    await postMovements(tx, keeper, { warehouseId, ...document, movements: [movement] })
  })
async function upload(client: Client, rows: string[][]): Promise<number> {
  const [header, ...data] = rows as [string[], ...string[][]]
  const file = path.join(world.dataDir, `import-${next()}.xlsx`)
  const book = writeExcel({
    sheet: '表',
    columns: header.map((title) => ({ title, width: 12, type: 'text' as const })),
    rows: (async function* () {
      yield data
    })(),
  })
  await pipeline(book, createWriteStream(file))
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(await readFile(file))]), path.basename(file))
  const answer = await (await client.fetch('/api/FileUpload/FileUpload', { method: 'POST', body: form })).json()
  return (answer as { data: { FileID: number } }).data.FileID
}

describe('[RT-18/wList] warehouses', () => {
  it('a warehouse is added with its zones, found by code and pinyin, changed with a timeline that has names', async () => {
    const { id } = await world.admin.ok(
      calls.addWarehouse,
      warehouseOf({ code: 'hz1', name: '杭州一号仓', regionCode: '330110', managerId: 1, areaM2: '12000' }),
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
    const change = { ...warehouseOf({ code: 'HZ1', name: '杭州一仓', zones: swapped as never }), id }
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
      fieldsOf(world.admin.refused(calls.addWarehouse, { ...warehouseOf(), ...more }))
    await addWarehouse({ code: 'TAKEN' })
    expect(await wrong({ code: 'taken' })).toEqual(['code warehouse.codeTaken'])
    expect(await wrong({ code: '一仓' })).toEqual(['code warehouse.code'])
    expect(await wrong({ outletId: owner })).toEqual(['outletId field.choice'])
    expect(await wrong({ managerId: 999_999 })).toEqual(['managerId field.choice'])
    expect(await wrong({ regionCode: '999999' })).toEqual(['regionCode field.choice'])
    expect(await wrong({ zones: [zones[0]] })).toEqual(['zones warehouse.needsZone'])
    expect(await wrong({ zones: [...zones, { ...zones[1], code: 'a' }] })).toEqual(['zones.3.code warehouse.codeTaken'])
    expect(await wrong({ zones: [...zones.slice(0, 2), { ...zones[2], sellable: true }] })).toEqual([
      'zones.2.sellable warehouse.notSellable',
    ])
  })

  it('a zone with locations stays; a warehouse with goods is not disabled, one with locations not deleted', async () => {
    const { id, zone, name, version } = await addWarehouse()
    const place = await addLocation(id, zone('C'), 'C-01')
    const kept = (await world.admin.ok(calls.getWarehouse, { id })).zones.filter(({ code }) => code !== 'C')
    const less = { ...warehouseOf({ name, zones: kept as never }), id, version }
    expect(await world.admin.refused(calls.changeWarehouse, less)).toMatchObject({
      reason: 'warehouse.zoneUsed',
      params: { zone: 'C', count: 1 },
    })
    const item = await addItem('WH-STOCK')
    await stock(id, place, item, '3')
    expect(await world.admin.ok(calls.setWarehousesEnabled, { ids: [id], enabled: false })).toMatchObject({
      done: 0,
      refused: [{ id, reason: 'warehouse.hasStock' }],
    })
    expect((await world.admin.ok(calls.getWarehouse, { id })).usedPercent).toBe(100)
    await stock(id, place, item, '-3')
    expect(await world.admin.ok(calls.deleteWarehouses, { ids: [id] })).toMatchObject({
      refused: [{ reason: 'kernel.inUse' }],
    })
    expect(await world.admin.ok(calls.setWarehousesEnabled, { ids: [id], enabled: false })).toMatchObject({ done: 1 })
    // Its deleted locations hold no zone back.
    const spare = await addWarehouse()
    const gone = await addLocation(spare.id, spare.zone('C'), 'C-02')
    await world.admin.ok(locations.deleteLocations, { ids: [gone] })
    const others = (await world.admin.ok(calls.getWarehouse, { id: spare.id })).zones.slice(0, 2)
    const change = { ...warehouseOf({ zones: others as never }), id: spare.id, version: spare.version }
    await world.admin.ok(calls.changeWarehouse, change)
    expect(await world.admin.ok(calls.deleteWarehouses, { ids: [spare.id] })).toEqual({ done: 1, refused: [] })
    const sheet = await download(world.admin, calls.exportWarehouses, { tab: 'disabled' })
    expect(sheet.rows[0]?.slice(0, 3)).toEqual(['编码', '仓库', '网点'])
  })

  it('an open notice keeps its warehouse; an outlet with a warehouse stays an outlet', async () => {
    const { id, name } = await addWarehouse({ outletId: await world.outlet('绍兴站') })
    await world.db
      .insertInto('inbound_notice')
      .values({ notice_no: 'RK1', warehouse_id: id, owner_id: owner, type: 'purchase', search: '' })
      .execute()
    expect(await world.admin.ok(calls.setWarehousesEnabled, { ids: [id], enabled: false })).toMatchObject({
      refused: [{ reason: 'warehouse.hasTasks', msg: `${name} 还有未完成的单据 RK1` }],
    })
    const [row] = (await world.admin.ok(calls.getWarehouses, { ids: [id] })).rows
    expect(await world.admin.ok(deleteCompanies, { ids: [row?.outletId ?? 0] })).toMatchObject({
      refused: [{ reason: 'kernel.inUse' }],
    })
  })
})

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
    const { id, zone } = await addWarehouse()
    const other = await addWarehouse()
    await addLocation(id, zone('A'), 'a-01')
    await addLocation(other.id, other.zone('A'), 'A-01')
    const wrong = (more: Record<string, unknown>) =>
      fieldsOf(world.admin.refused(locations.addLocation, { ...locationOf(id, zone('A'), 'A-02'), ...more }))
    expect(await wrong({ code: 'A-01' })).toEqual(['code warehouse.codeTaken'])
    expect(await wrong({ code: 'A 02' })).toEqual(['code warehouse.code'])
    expect(await wrong({ zoneId: other.zone('A') })).toEqual(['zoneId field.choice'])
    expect(await wrong({ warehouseId: 999_999 })).toEqual(['warehouseId field.choice'])
    expect(await wrong({ maxWeight: '-1' })).toHaveLength(1)
  })

  it('the generator: what the preview says is made, in walking order, and what exists is left alone', async () => {
    const { id, zone } = await addWarehouse()
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
    const { id, zone } = await addWarehouse()
    const half = await addLocation(id, zone('A'), 'A-01-01-1', { aisle: '01', rack: '01', level: '1', maxWeight: '10' })
    const empty = await addLocation(id, zone('A'), 'A-01-01-2', { aisle: '01', rack: '01', level: '2' })
    const off = await addLocation(id, zone('A'), 'A-01-02-1', { aisle: '01', rack: '02', level: '1' })
    const counted = await addLocation(id, zone('C'), 'C-01')
    await world.db.updateTable('location').set({ count_id: 1 }).where('id', '=', counted).execute()
    await stock(id, half, await addItem('PLAN', { grossWeight: '0.5' }), '10')
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
      tabs: { enabled: 3, empty: 1, counting: 1, disabled: 1 },
    })
    for (const tab of locations.locationTabs) {
      const { rows } = await world.admin.ok(locations.getLocations, { warehouseId: id, tab })
      const { count: said } = await world.admin.ok(locations.getLocationTotals, { warehouseId: id, tab })
      expect(rows, tab).toHaveLength(said)
    }
  })

  it('[D-05] where goods were stays: not deleted, not into another zone; limits are changed for many at once', async () => {
    const { id, zone } = await addWarehouse()
    const [full, free] = [await addLocation(id, zone('A'), 'A-1'), await addLocation(id, zone('A'), 'A-2')]
    await stock(id, full, await addItem('MOVED'), '1')
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
    const { id, name } = await addWarehouse()
    const fileId = await upload(world.admin, [
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

describe('[RT-18/stockNumber] items', () => {
  it('an item with packs is added, found by number, name, barcode and pinyin, and changed', async () => {
    const id = await addItem('KY-0311', {
      name: '维生素C泡腾片',
      baseUnit: 'bottle',
      barcodes: ['6901234567892'],
      packs: [{ unit: 'box', ratio: '24', barcode: '16901234567899' }],
      grossWeight: '0.15',
      volume: '0.0004',
      batchControlled: true,
      expiryControlled: true,
      shelfLifeDays: 540,
      minRemainInDays: 180,
    })
    const row = await world.admin.ok(items.getItem, { id })
    expect(row).toMatchObject({
      ownerName: '康源医药',
      packs: [{ unit: 'box', ratio: '24', barcode: '16901234567899' }],
      grossWeight: '0.150',
      volume: '0.000400',
      onHand: '0',
      enabled: true,
    })
    for (const q of ['ky-0311', '泡腾', 'paoteng', '6901234567892', '16901234567899'])
      expect(
        (await world.admin.ok(items.getItems, { q })).rows.map(({ itemNo }) => itemNo),
        q,
      ).toEqual(['KY-0311'])
    expect((await world.admin.ok(items.getItemChoices, { ownerId: owner, q: '16901234567899' }))[0]).toMatchObject({
      id,
      baseUnit: 'bottle',
    })
    const change = { ...itemOf('KY-0311', { name: '维C', baseUnit: 'bottle' }), id, version: row.version }
    await world.admin.ok(items.changeItem, change)
    expect((await world.admin.ok(items.getItemHistory, { id }))[0]?.changes).toEqual(
      expect.arrayContaining([
        { field: 'name', from: '维生素C泡腾片', to: '维C' },
        expect.objectContaining({ field: 'packs' }),
      ]),
    )
    expect((await world.admin.ok(items.getItems, { tab: 'incomplete', q: 'KY-0311' })).rows).toHaveLength(1)
  })

  it('[D-01] wrong fields are said at their fields; a number and a barcode are unique within an owner', async () => {
    const wrong = (more: Record<string, unknown>) =>
      fieldsOf(world.admin.refused(items.addItem, { ...itemOf('NEW-1'), ...more }))
    await addItem('HAS', { barcodes: ['690000'], packs: [{ unit: 'box', ratio: '6', barcode: '690001' }] })
    expect(await wrong({ itemNo: 'has' })).toEqual(['itemNo warehouse.itemNoTaken'])
    expect(await wrong({ barcodes: ['690000'] })).toEqual(['barcodes warehouse.barcodeTwice'])
    expect(await wrong({ packs: [{ unit: 'box', ratio: '6', barcode: '690001' }] })).toEqual([
      'barcodes warehouse.barcodeTwice',
    ])
    expect(await wrong({ barcodes: ['6 9'] })).toEqual(['barcodes.0 warehouse.barcode'])
    expect(await wrong({ packs: [{ unit: 'box', ratio: '1' }] })).toEqual(['packs.0.ratio warehouse.ratio'])
    expect(await wrong({ packs: [{ unit: 'piece', ratio: '2' }] })).toEqual(['packs.0.unit warehouse.unitTwice'])
    expect(await wrong({ ownerId: outlet })).toEqual(['ownerId warehouse.ownerRole'])
    expect(await wrong({ categoryId: 999_999 })).toEqual(['categoryId field.choice'])
    expect(await wrong({ minStock: '1.5' })).toEqual(['minStock field.places'])
    expect(await wrong({ minStock: '10', maxStock: '5' })).toEqual(['maxStock field.range'])
    expect(await wrong({ shelfLifeDays: 30, minRemainInDays: 60 })).toEqual(['minRemainInDays warehouse.shelfLife'])
    // Another owner may use the same number and barcode for goods of his own.
    const other = await world.company('恒盛食品', ['owner'])
    await world.admin.ok(items.addItem, itemOf('HAS', { ownerId: other, barcodes: ['690000'] }))
  })

  it('[D-05] once in stock, owner, unit and controls stay, with goods it is not disabled, and it is never deleted', async () => {
    const { id: warehouseId, zone } = await addWarehouse()
    const place = await addLocation(warehouseId, zone('A'), 'A-1')
    const id = await addItem('LOCKED', { batchControlled: true })
    await stock(warehouseId, place, id, '12')
    const { version } = await world.admin.ok(items.getItem, { id })
    const change = (more: Partial<items.ItemInput>) => ({
      ...itemOf('LOCKED', { batchControlled: true, ...more }),
      id,
      version,
    })
    for (const more of [{ baseUnit: 'box' }, { batchControlled: false }, { serialControlled: true }])
      expect(await fieldsOf(world.admin.refused(items.changeItem, change(more)))).toEqual([
        'baseUnit warehouse.controlsLocked',
      ])
    await world.admin.ok(items.changeItem, change({ name: '新品名' }))
    expect(await world.admin.ok(items.getItem, { id })).toMatchObject({
      name: '新品名',
      onHand: '12',
      locked: true,
    })
    expect(await world.admin.ok(items.setItemsEnabled, { ids: [id], enabled: false })).toMatchObject({
      refused: [{ no: 'LOCKED', reason: 'warehouse.hasStock' }],
    })
    await stock(warehouseId, place, id, '-12')
    expect(await world.admin.ok(items.setItemsEnabled, { ids: [id], enabled: false })).toMatchObject({ done: 1 })
    expect(await world.admin.ok(items.deleteItems, { ids: [id] })).toMatchObject({
      refused: [{ reason: 'kernel.inUse' }],
    })
    expect(await world.admin.ok(items.deleteItems, { ids: [await addItem('FRESH')] })).toMatchObject({ done: 1 })
  })

  it('a category with items is not deleted; an owner with items is neither deleted nor merged away', async () => {
    const { id: categoryId } = await world.admin.ok(addCategory, { pid: 0, code: 'FOOD', name: '食品' })
    const double = await world.company('康源医药有限公司', ['owner'])
    const id = await addItem('SORTED', { categoryId, ownerId: double })
    expect(await world.admin.ok(deleteCategories, { ids: [categoryId] })).toMatchObject({
      refused: [{ reason: 'kernel.inUse' }],
    })
    expect(await world.admin.ok(deleteCompanies, { ids: [double] })).toMatchObject({
      refused: [{ reason: 'kernel.inUse' }],
    })
    const { version } = await world.admin.ok(getCompany, { id: owner })
    const merge = { id: owner, otherIds: [double], version }
    expect(await world.admin.refused(mergeCompanies, merge)).toMatchObject({
      reason: 'warehouse.ownerMerged',
      params: { name: '康源医药有限公司', count: 1, item: 'SORTED' },
    })
    await world.admin.ok(items.deleteItems, { ids: [id] })
    await world.admin.ok(mergeCompanies, merge)
  })

  it('[D-01] an office’s file: owners and words by name, each wrong row at its column, taken back whole', async () => {
    const fileId = await upload(world.admin, [
      ['货主*', '货号*', '品名*', '单位*', '条码', '包装单位', '换算', '效期控制', '保质期天', '下限'],
      ['康源医药', 'IMP-1', '钙片', '瓶', '6911111111111', '箱', '12', '是', '720', ''],
      ['康源医药', 'IMP-1', '钙片', '瓶', '', '', '', '', '', ''],
      ['没有的货主', 'IMP-2', '钙片', '瓶', '', '', '', '', '', ''],
      ['康源医药', 'IMP-3', '钙片', '大桶', '', '', '', '', '', ''],
      ['康源医药', 'IMP-4', '钙片', '瓶', '6911111111111', '', '', '', '', ''],
      ['康源医药', 'IMP-5', '钙片', '瓶', '', '箱', '1', '', '', ''],
    ])
    const report = await world.admin.ok(checkImport, { page: 'stockNumber', fileId })
    expect(report.refused.map(({ row, errors: [first] }) => [row, first?.column])).toEqual([
      [3, '货号'],
      [4, '货主'],
      [5, '单位'],
      [6, '条码'],
      [7, '换算'],
    ])
    const { importId } = await world.admin.ok(runImport, { page: 'stockNumber', fileId, mode: 'valid' })
    expect((await world.admin.ok(items.getItems, { q: 'IMP-1' })).rows).toMatchObject([
      { packs: [{ unit: 'box', ratio: '12' }], expiryControlled: true, shelfLifeDays: 720, overReceivePercent: '0.00' },
    ])
    await world.admin.ok(undoImport, { page: 'stockNumber', id: importId })
    expect((await world.admin.ok(items.getItems, { q: 'IMP-1' })).rows).toEqual([])
  })
})

describe('whose warehouses and whose goods', () => {
  const rights = { wList: 'edit', wLocation: 'edit', stockNumber: 'edit' } as const

  it('[RT-18/wList] an outlet’s user works in its own warehouses alone', async () => {
    const mine = await addWarehouse({ outletId: ningbo })
    const other = await addWarehouse()
    const place = await addLocation(other.id, other.zone('A'), 'A-1')
    const { client } = await world.person('ningbo', { rights, scope: 'outlet', companies: [ningbo] })
    expect((await client.ok(calls.getWarehouses, {})).rows.map(({ id }) => id)).toEqual([mine.id])
    expect((await client.ok(calls.getWarehouseChoices, {})).map(({ id }) => id)).toEqual([mine.id])
    expect(await client.refused(calls.getWarehouse, { id: other.id })).toMatchObject({ code: 404 })
    expect(await client.refused(locations.getLocation, { id: place })).toMatchObject({ code: 404 })
    expect(await client.ok(locations.setLocations, { ids: [place], abc: 'A' })).toMatchObject({ done: 0 })
    const there = locationOf(other.id, other.zone('A'), 'A-2')
    expect(await fieldsOf(client.refused(locations.addLocation, there))).toEqual(['warehouseId field.choice'])
    expect(await fieldsOf(client.refused(calls.addWarehouse, warehouseOf()))).toEqual(['outletId field.choice'])
    const plan = await client.ok(getLocationPlan, { warehouseId: other.id, zoneId: other.zone('A') })
    expect(plan).toEqual({ count: 0, cells: [] })
    const added = await client.ok(calls.addWarehouse, warehouseOf({ outletId: ningbo }))
    expect(await client.ok(calls.getWarehouse, { id: added.id })).toMatchObject({ outletName: '宁波站' })
  })

  it('[RT-12/user] [RT-18/wList] chosen warehouses: set with the user, in force at once, named in the timeline', async () => {
    const [one, two] = [await addWarehouse(), await addWarehouse()]
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
    const mine = await addItem('MINE')
    const theirs = await addItem('THEIRS', { ownerId: other })
    const { id: warehouseId, zone } = await addWarehouse()
    const place = await addLocation(warehouseId, zone('A'), 'A-1')
    await stock(warehouseId, place, mine, '5')
    const { client } = await world.person('kangyuan', { rights, scope: 'customer', companies: [owner] })
    const { rows } = await client.ok(items.getItems, { q: 'MINE' })
    expect(rows).toMatchObject([{ id: mine, onHand: '5' }])
    expect(new Set((await client.ok(items.getItems, { pageSize: 500 })).rows.map(({ ownerId }) => ownerId))).toEqual(
      new Set([owner]),
    )
    expect(await client.refused(items.getItem, { id: theirs })).toMatchObject({ code: 404 })
    expect((await client.ok(calls.getOwnerChoices, {})).map(({ id }) => id)).toEqual([owner])
    expect((await client.ok(locations.getLocations, {})).rows).toEqual([])
    expect(await client.refused(items.addItem, itemOf('X', { ownerId: other }))).toMatchObject({
      fields: [{ path: 'ownerId', reason: 'warehouse.ownerRole' }],
    })
  })
})
