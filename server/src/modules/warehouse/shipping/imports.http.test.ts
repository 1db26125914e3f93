import * as inbound from '@xunyun/contract/warehouse/receiving/calls'
import * as calls from '@xunyun/contract/warehouse/shipping/notices'
import * as imports from '@xunyun/contract/workbench/imports'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Dock, openDock } from '../../../../test/dock.ts'
import { day } from '../../../../test/floor.ts'
import { upload } from '../../../../test/sheets.ts'

let dock: Dock
beforeAll(async () => {
  dock = await openDock()
})
afterAll(async () => expect(await dock.close()).toEqual([]))

const said = (report: imports.ImportReport) =>
  report.refused.map(({ row, errors }) => `${row} ${errors.map(({ column, msg }) => `${column}：${msg}`).join('；')}`)

describe('[D-01] notices from an Excel file', () => {
  it('[RT-13/wareNotice] rows of one number are one notice; a wrong row keeps its notice out, and only that one', async () => {
    const { admin } = dock.world
    const header = [
      '货主',
      '客户单号',
      '仓库',
      '预计到货',
      '货号',
      '数量',
      '单位',
      '批次',
      '生产日期',
      '到期日',
      '质量',
    ]
    const fileId = await upload(admin, [
      header,
      ['货主1', 'PO-1', 'WH1', `${day(2)} 9:30`, 'MILK', '２', '箱', 'B1', day(-1), day(179), ''],
      ['货主1', 'PO-2', '仓1', '', 'SCREW', '5', '', '', '', '', ''],
      ['货主1', 'PO-1', '', '', 'SCREW', '1,200', '', '', '', '', '次品'],
      ['货主1', 'PO-2', '仓1', '', 'NONE', '5', '', '', '', '', ''],
      ['货主1', 'PO-3', 'WH1', '明天', 'SCREW', '0', '', '', '', '', ''],
      ['货主1', 'PO-4', 'WH1', '', 'SCREW', '5', '', '', '', '', ''],
      ['货主1', 'PO-4', 'WH9', '', 'SCREW', '5', '', '', '', '', ''],
      ['货主1', '', 'WH1', '', 'SCREW', '5', '', '', '', '', ''],
      ['货主1', 'PO-5', 'WH1', '', 'SCREW', '5', '', '', '', '', ''],
      ['货主1', 'PO-5', 'WH1', '', 'SCREW', '7', '', '', '', '', ''],
    ])
    const report = await admin.ok(imports.checkImport, { page: 'wareNotice', fileId })
    expect(report).toMatchObject({ rows: 10, accepted: 2, unknownColumns: [] })
    expect(said(report)).toEqual([
      '3 客户单号：同一单第 5 行有错，整单未导入',
      expect.stringMatching(/^5 货号：没有“NONE”/),
      expect.stringMatching(/^6 预计到货：.*数量：/),
      '7 客户单号：同一单第 8 行有错，整单未导入',
      '8 仓库：与第 7 行的同一单不一致',
      expect.stringMatching(/^9 客户单号：/),
      '10 客户单号：同一单第 11 行有错，整单未导入',
      expect.stringMatching(/^11 货号：.*10/),
    ])
    expect(await admin.refused(imports.runImport, { page: 'wareNotice', fileId, mode: 'whole' })).toMatchObject({
      reason: 'imports.hasErrors',
    })
    const { importId, accepted } = await admin.ok(imports.runImport, { page: 'wareNotice', fileId, mode: 'valid' })
    expect(accepted).toBe(2)
    const [row, ...others] = (await admin.ok(inbound.getNotices, { q: 'PO-' })).rows
    expect(others).toEqual([])
    expect(row).toMatchObject({ noticeNo: expect.stringMatching(/^RK\d{11}$/), type: 'purchase', qty: '1224' })
    expect(row?.eta).toBe(new Date(`${day(2)}T09:30:00+08:00`).toISOString())
    const { lines } = await admin.ok(inbound.getNotice, { id: row?.id ?? 0 })
    expect(lines).toMatchObject([
      { itemNo: 'MILK', unit: 'box', unitQty: '2', qty: '24', batchNo: 'B1', quality: 'good' },
      { itemNo: 'SCREW', unit: 'piece', qty: '1200', quality: 'bad' },
    ])
    // The number is taken now: the same file again brings nothing.
    expect((await admin.ok(imports.checkImport, { page: 'wareNotice', fileId })).accepted).toBe(0)
    await admin.ok(imports.undoImport, { page: 'wareNotice', id: importId })
    expect((await admin.ok(inbound.getNotice, { id: row?.id ?? 0 })).state).toBe('cancelled')
    expect((await admin.ok(imports.checkImport, { page: 'wareNotice', fileId })).accepted).toBe(2)
  })

  it('[RT-13/outboundNotice] orders come with their consignee, the region from the address; a customer orders its own alone', async () => {
    const { world, goods } = dock
    const { client } = await world.person('shop', {
      rights: { outboundNotice: 'edit' },
      scope: 'customer',
      companies: [goods.owner],
    })
    const header = ['货主*', '客户单号*', '仓库*', '收货人*', '电话*', '地址*', '货号*', '数量*', '到期晚于']
    const to = ['王五', '13800008888', '浙江省杭州市余杭区文一西路 969 号']
    await world.company('别家', ['owner', 'customer'])
    const fileId = await upload(client, [
      header,
      ['货主1', 'SO-1', 'WH1', ...to, 'SCREW', '5', ''],
      ['货主1', 'SO-1', '', '', '', '', 'MILK', '3', day(30)],
      ['别家', 'SO-2', 'WH1', ...to, 'SCREW', '5', ''],
      ['货主1', 'SO-3', 'WH1', '王五', '123', to[2] ?? '', 'SCREW', '5', ''],
    ])
    const report = await client.ok(imports.checkImport, { page: 'outboundNotice', fileId })
    expect(said(report)).toEqual(['4 货主：没有“别家”，或有多个同名', expect.stringMatching(/^5 电话：/)])
    await client.ok(imports.runImport, { page: 'outboundNotice', fileId, mode: 'valid' })
    const { rows } = await client.ok(calls.getOutboundNotices, { q: 'SO-' })
    expect(rows).toMatchObject([
      { type: 'sale', consigneeName: '王五', regionName: expect.stringContaining('余杭'), lineCount: 2, qty: '8' },
    ])
  })

  it('whoever may not make notices may not import them', async () => {
    const { client } = await dock.world.person('looker', { rights: { wareNotice: 'browse' } })
    expect((await client.refused(imports.getImports, { page: 'wareNotice' })).reason).toBe('kernel.forbidden')
  })
})
