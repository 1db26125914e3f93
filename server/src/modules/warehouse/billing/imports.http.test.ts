import * as calls from '@xunyun/contract/warehouse/billing/quotations'
import * as imports from '@xunyun/contract/workbench/imports'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Billing, openBilling } from '../../../../test/billing.ts'
import { upload } from '../../../../test/sheets.ts'
import type { Person } from '../../../../test/world.ts'

let billing: Billing
let clerk: Person
beforeAll(async () => {
  billing = await openBilling()
  clerk = await billing.world.person('clerk', { rights: { quotation: 'edit' } })
  await billing.owner('云帆')
  await billing.owner('远航')
})
afterAll(() => billing.close())

const page = 'quotation' as const
const header = [
  '客户*',
  '生效日*',
  '失效日',
  '货主',
  '仓库',
  '收费项目*',
  '触发*',
  '计量*',
  '时间单位',
  '计量法',
  '免费天',
  '单价(元)',
  '阶梯',
  '阶梯方式',
  '最低(元)',
  '税率(%)',
]
const row = (cells: Record<string, string>) => header.map((title) => cells[title.replace(/\*|\(.*\)/g, '')] ?? '')
const bring = async (rows: readonly Record<string, string>[]) => {
  const fileId = await upload(clerk.client, [header, ...rows.map(row)])
  const report = await clerk.client.ok(imports.checkImport, { page, fileId })
  const said = report.refused.map(
    (one) => `${one.row} ${one.errors.map(({ column, msg }) => `${column}：${msg}`).join('；')}`,
  )
  return { fileId, report, said }
}
const drafts = async () => {
  const { rows } = await clerk.client.ok(calls.getQuotations, { tab: 'draft' })
  return Promise.all(rows.map(({ id }) => clerk.client.ok(calls.getQuotation, { id })))
}

const whose = { 客户: '云帆', 生效日: '2026/1/1' }
const storage = { 收费项目: '仓储费', 触发: '仓储', 计量: '托', 时间单位: '日' }

it('[RT-18/quotation] [D-01] rates come from a file as drafts: a row a charge, tiers in one cell; and go as they came', async () => {
  const { fileId, report, said } = await bring([
    { ...whose, ...storage, 免费天: '3', 单价: '２', 税率: '6' },
    { ...whose, 收费项目: '装卸费', 触发: '入库', 计量: '件', 阶梯: '0-100=2；100—500 ：1.6; 500-=1.2', 最低: '1,030' },
    { ...whose, 货主: '云帆；远航', ...storage, 时间单位: '月', 计量法: '峰值', 单价: '45' },
  ])
  expect(said).toEqual([])
  expect(report).toMatchObject({ rows: 3, accepted: 3, unknownColumns: [] })
  expect(await drafts()).toEqual([])
  const { importId } = await clerk.client.ok(imports.runImport, { page, fileId, mode: 'whole' })
  const all = await drafts()
  expect(all.map(({ ownerNames, items }) => `${ownerNames} ${items.length}`).sort()).toEqual(['云帆 2', '云帆、远航 1'])
  expect(all.find(({ items }) => items.length === 2)).toMatchObject({
    customerName: '云帆',
    warehouseId: null,
    validFrom: '2026-01-01',
    items: [
      { trigger: 'storage', basis: 'pallet', timeUnit: 'day', freeDays: 3, rate: '2.0000', taxRate: '6.00', tiers: [] },
      {
        trigger: 'inbound',
        basis: 'piece',
        rate: null,
        minCharge: '1030.00',
        tiers: [
          { from: '0', to: '100', price: '2' },
          { from: '100', to: '500', price: '1.6' },
          { from: '500', to: null, price: '1.2' },
        ],
      },
    ],
  })
  await clerk.client.ok(imports.undoImport, { page, id: importId })
  expect(await drafts()).toEqual([])
})

it('[RT-18/quotation] [D-05] what is wrong is said at its cell, and keeps its quotation out, no other', async () => {
  const { report, said } = await bring([
    { ...whose, ...storage, 单价: '2' },
    { ...whose, ...storage, 单价: '3' },
    { ...whose, 客户: '远航', ...storage, 单价: '2' },
    { ...whose, 货主: '远航', ...storage, 阶梯: '百件以下两元' },
    { ...whose, 货主: '远航;没有的', ...storage, 单价: '1' },
    { ...whose, 生效日: '2026-02-01', ...storage, 阶梯: '0-100=2；200-=1' },
    { ...whose, 生效日: '2026-03-01', 收费项目: '装卸费', 触发: '入库', 计量: 'm²', 单价: '-1' },
    { ...whose, 生效日: '2026-04-01', 收费项目: '装卸费', 触发: '入库', 计量: '件' },
    { 客户: '云帆', ...storage, 单价: '2' },
  ])
  expect(said).toEqual([
    '2 生效日：同一单第 3 行有错，整单未导入',
    expect.stringMatching(/^3 收费项目：第 3 行重复：.*已在第 2 行$/),
    '5 阶梯：“百件以下两元”看不懂，写成 0-100=2；100-=1.5',
    expect.stringMatching(/^6 货主：没有“没有的”/),
    expect.stringMatching(/^7 阶梯：第 2 段/),
    expect.stringMatching(/^8 单价：/),
    expect.stringMatching(/^9 单价：/),
    '10 生效日：必填',
  ])
  expect(report.accepted).toBe(1)
})

it('[D-05] whoever may not write rates brings none from a file', async () => {
  const { client } = await billing.world.person('reader', { rights: { quotation: 'browse' } })
  const fileId = await upload(clerk.client, [header, row({ ...whose, ...storage, 单价: '2' })])
  expect(await client.refused(imports.checkImport, { page, fileId })).toMatchObject({ code: 403 })
})
