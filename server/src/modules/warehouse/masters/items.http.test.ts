import { deleteCompanies, getCompany, mergeCompanies } from '@xunyun/contract/companies/calls'
import { addCategory, deleteCategories } from '@xunyun/contract/system/categories'
import * as items from '@xunyun/contract/warehouse/masters/items'
import { checkImport, runImport, undoImport } from '@xunyun/contract/workbench/imports'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fieldsOf, type Ground, openGround } from '../../../../test/warehouses.ts'
import type { World } from '../../../../test/world.ts'

let ground: Ground
let world: World
beforeAll(async () => {
  ground = await openGround()
  world = ground.world
})
afterAll(() => world.close())

describe('[RT-18/stockNumber] items', () => {
  it('an item with packs is added, found by number, name, barcode and pinyin, and changed', async () => {
    const id = await ground.addItem('KY-0311', {
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
    expect(
      (await world.admin.ok(items.getItemChoices, { ownerId: ground.owner, q: '16901234567899' }))[0],
    ).toMatchObject({
      id,
      baseUnit: 'bottle',
    })
    const change = { ...ground.itemOf('KY-0311', { name: '维C', baseUnit: 'bottle' }), id, version: row.version }
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
      fieldsOf(world.admin.refused(items.addItem, { ...ground.itemOf('NEW-1'), ...more }))
    await ground.addItem('HAS', { barcodes: ['690000'], packs: [{ unit: 'box', ratio: '6', barcode: '690001' }] })
    expect(await wrong({ itemNo: 'has' })).toEqual(['itemNo warehouse.itemNoTaken'])
    expect(await wrong({ barcodes: ['690000'] })).toEqual(['barcodes warehouse.barcodeTwice'])
    expect(await wrong({ packs: [{ unit: 'box', ratio: '6', barcode: '690001' }] })).toEqual([
      'barcodes warehouse.barcodeTwice',
    ])
    expect(await wrong({ barcodes: ['6 9'] })).toEqual(['barcodes.0 warehouse.barcode'])
    expect(await wrong({ packs: [{ unit: 'box', ratio: '1' }] })).toEqual(['packs.0.ratio warehouse.ratio'])
    expect(await wrong({ packs: [{ unit: 'piece', ratio: '2' }] })).toEqual(['packs.0.unit warehouse.unitTwice'])
    expect(await wrong({ ownerId: ground.outlet })).toEqual(['ownerId warehouse.ownerRole'])
    expect(await wrong({ categoryId: 999_999 })).toEqual(['categoryId field.choice'])
    expect(await wrong({ minStock: '1.5' })).toEqual(['minStock inbound.whole'])
    expect(await wrong({ minStock: '10', maxStock: '5' })).toEqual(['maxStock warehouse.limits'])
    expect(await wrong({ shelfLifeDays: 30, minRemainInDays: 60 })).toEqual(['minRemainInDays warehouse.shelfLife'])
    // Another owner may use the same number and barcode for goods of his own.
    const other = await world.company('恒盛食品', ['owner'])
    await world.admin.ok(items.addItem, ground.itemOf('HAS', { ownerId: other, barcodes: ['690000'] }))
  })

  it('has a value, up to four decimals, by hand or by file, which its owner sees and others’ customers do not', async () => {
    const id = await ground.addItem('WORTH', { unitValue: '12.5' })
    const row = await world.admin.ok(items.getItem, { id })
    expect(row.unitValue).toBe('12.5')
    const change = (unitValue: string | undefined, { version } = row) => ({
      ...ground.itemOf('WORTH', { unitValue }),
      id,
      version,
    })
    expect(await fieldsOf(world.admin.refused(items.changeItem, change('-1')))).toEqual(['unitValue field.negative'])
    expect(await fieldsOf(world.admin.refused(items.changeItem, change('1.00001')))).toEqual(['unitValue field.places'])
    await world.admin.ok(items.changeItem, change('0.4125'))
    const [last] = await world.admin.ok(items.getItemHistory, { id })
    expect(last?.changes).toEqual([{ field: 'unitValue', from: '12.5000', to: '0.4125' }])
    const rights = { stockNumber: 'browse' } as const
    const owner = await world.person('itsOwner', { rights, scope: 'customer', companies: [ground.owner] })
    expect(await owner.client.ok(items.getItem, { id })).toMatchObject({ unitValue: '0.4125' })
    const companies = [await world.company('旁人', ['owner'])]
    const other = await world.person('otherOwner', { rights, scope: 'customer', companies })
    expect((await other.client.refused(items.getItem, { id })).reason).toBe('kernel.notFound')
    const fileId = await ground.upload(world.admin, [
      ['货主*', '货号*', '品名*', '单位*', '单位货值'],
      ['康源医药', 'WORTH-2', '钙片', '瓶', '3.75'],
      ['康源医药', 'WORTH-3', '钙片', '瓶', '3.755555'],
    ])
    const report = await world.admin.ok(checkImport, { page: 'stockNumber', fileId })
    expect(report.refused.map(({ row: at, errors: [first] }) => [at, first?.column])).toEqual([[3, '单位货值']])
    await world.admin.ok(runImport, { page: 'stockNumber', fileId, mode: 'valid' })
    expect((await world.admin.ok(items.getItems, { q: 'WORTH-2' })).rows).toMatchObject([{ unitValue: '3.75' }])
  })

  it('[D-05] once in stock, owner, unit and controls stay, with goods it is not disabled, and it is never deleted', async () => {
    const { id: warehouseId, zone } = await ground.addWarehouse()
    const place = await ground.addLocation(warehouseId, zone('A'), 'A-1')
    const id = await ground.addItem('LOCKED', { batchControlled: true })
    await ground.stock(warehouseId, place, id, '12')
    const { version } = await world.admin.ok(items.getItem, { id })
    const change = (more: Partial<items.ItemInput>) => ({
      ...ground.itemOf('LOCKED', { batchControlled: true, ...more }),
      id,
      version,
    })
    for (const more of [{ baseUnit: 'box' }, { batchControlled: false }, { serialControlled: true }])
      expect(await fieldsOf(world.admin.refused(items.changeItem, change(more)))).toEqual([
        'baseUnit warehouse.controlsLocked',
      ])
    expect(await fieldsOf(world.admin.refused(items.changeItem, change({ itemNo: 'OTHER' })))).toEqual([
      'itemNo warehouse.controlsLocked',
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
    await ground.stock(warehouseId, place, id, '-12')
    expect(await world.admin.ok(items.setItemsEnabled, { ids: [id], enabled: false })).toMatchObject({ done: 1 })
    expect(await world.admin.ok(items.deleteItems, { ids: [id] })).toMatchObject({
      refused: [{ reason: 'kernel.inUse' }],
    })
    expect(await world.admin.ok(items.deleteItems, { ids: [await ground.addItem('FRESH')] })).toMatchObject({ done: 1 })
  })

  it('a category with items is not deleted; an owner with items is neither deleted nor merged away', async () => {
    const { id: categoryId } = await world.admin.ok(addCategory, { pid: 0, code: 'FOOD', name: '食品' })
    const double = await world.company('康源医药有限公司', ['owner'])
    const id = await ground.addItem('SORTED', { categoryId, ownerId: double })
    expect(await world.admin.ok(deleteCategories, { ids: [categoryId] })).toMatchObject({
      refused: [{ reason: 'kernel.inUse' }],
    })
    expect(await world.admin.ok(deleteCompanies, { ids: [double] })).toMatchObject({
      refused: [{ reason: 'kernel.inUse' }],
    })
    const { version } = await world.admin.ok(getCompany, { id: ground.owner })
    const merge = { id: ground.owner, otherIds: [double], version }
    expect(await world.admin.refused(mergeCompanies, merge)).toMatchObject({
      reason: 'warehouse.ownerMerged',
      params: { name: '康源医药有限公司', count: 1, item: 'SORTED' },
    })
    await world.admin.ok(items.deleteItems, { ids: [id] })
    await world.admin.ok(mergeCompanies, merge)
  })

  it('[D-01] an office’s file: owners and words by name, each wrong row at its column, taken back whole', async () => {
    const fileId = await ground.upload(world.admin, [
      ['货主*', '货号*', '品名*', '单位*', '条码', '包装单位', '换算', '效期控制', '保质期天', '下限'],
      ['康源医药', 'IMP-1', '钙片', '瓶', '6911111111111', '箱', '12', '是', '720', ''],
      ['康源医药', 'IMP-1', '钙片', '瓶', '', '', '', '', '', ''],
      ['没有的货主', 'IMP-2', '钙片', '瓶', '', '', '', '', '', ''],
      ['康源医药', 'IMP-3', '钙片', '大桶', '', '', '', '', '', ''],
      ['康源医药', 'IMP-4', '钙片', '瓶', '6911111111111', '', '', '', '', ''],
      ['康源医药', 'IMP-5', '钙片', '瓶', '', '箱', '1', '', '', ''],
      ['康源医药', '#N/A', '钙片', '瓶', '', '', '', '', '', ''],
      ['康源医药', 'IMP-6', '钙片', '瓶', '6.90060E+12', '', '', '', '', ''],
      ['康源医药', 'IMP-7', '钙片', '瓶', '', '箱', '12.5', '', '', ''],
    ])
    const report = await world.admin.ok(checkImport, { page: 'stockNumber', fileId })
    expect(report.refused.map(({ row, errors: [first] }) => [row, first?.column])).toEqual([
      [3, '货号'],
      [4, '货主'],
      [5, '单位'],
      [6, '条码'],
      [7, '换算'],
      [8, '货号'],
      [9, '条码'],
      [10, '换算'],
    ])
    expect(report.refused.find(({ row }) => row === 8)?.errors).toMatchObject([
      { msg: expect.stringContaining('#N/A') },
    ])
    // Its last digit does not prove the others: taken, and said.
    expect(report.warnings).toMatchObject([
      { row: 2, errors: [{ column: '条码', msg: expect.stringContaining('6911111111111') }] },
    ])
    const { importId } = await world.admin.ok(runImport, { page: 'stockNumber', fileId, mode: 'valid' })
    expect((await world.admin.ok(items.getItems, { q: 'IMP-1' })).rows).toMatchObject([
      { packs: [{ unit: 'box', ratio: '12' }], expiryControlled: true, shelfLifeDays: 720, overReceivePercent: '0.00' },
    ])
    await world.admin.ok(undoImport, { page: 'stockNumber', id: importId })
    expect((await world.admin.ok(items.getItems, { q: 'IMP-1' })).rows).toEqual([])
  })
})
