import * as calls from '@xunyun/contract/prices/calls'
import * as imports from '@xunyun/contract/workbench/imports'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Freight, openFreight } from '../../../test/freight.ts'
import { upload } from '../../../test/sheets.ts'
import { openWorld, type World } from '../../../test/world.ts'

let world: World
let freight: Freight
beforeAll(async () => {
  world = await openWorld()
  freight = await openFreight(world)
})
afterAll(() => world.close())

const page = 'transportPrice' as const
const header = [
  '单位',
  '名称*',
  '收付方向',
  '起运地',
  '到达地',
  '计费方式',
  '重量单位',
  '单价(元)',
  '阶梯方式',
  '从低计费',
  '首重(kg)',
  '首重价',
  '续重',
  '续重价',
  '最低收费',
  '税率(%)',
  '生效日期',
  '失效日期',
  '阶梯起',
  '阶梯止',
  '阶梯单价',
]
const row = (cells: Record<string, string>) => header.map((title) => cells[title.replace(/\*|\(.*\)/g, '')] ?? '')
const said = (report: imports.ImportReport) =>
  report.refused.map((one) => `${one.row} ${one.errors.map(({ column, msg }) => `${column}：${msg}`).join('；')}`)

it('[RT-10/transportPrice] [D-01] rates come from a file: rows of one name are the tiers of one price, as drafts', async () => {
  const { name } = await world.db
    .selectFrom('company')
    .select('name')
    .where('id', '=', freight.yunfan)
    .executeTakeFirstOrThrow()
  const rate = { 单位: name, 名称: '杭州到广州', 计费方式: '计费重', 生效日期: '2026/1/1' }
  const fileId = await upload(world.admin, [
    header,
    row({
      ...rate,
      起运地: '浙江省杭州市',
      到达地: '广东省广州市',
      从低计费: '是',
      最低收费: '1,030',
      税率: '9',
      阶梯起: '0',
      阶梯止: '100',
      阶梯单价: '2',
    }),
    row({ 单位: name, 名称: '杭州到广州', 阶梯起: '100', 阶梯止: '500', 阶梯单价: '1.6' }),
    row({
      名称: '快递',
      计费方式: '计费重',
      首重: '1',
      首重价: '12',
      续重: '0.5',
      续重价: '2',
      生效日期: '2026-01-01',
    }),
    row({ 单位: name, 名称: '杭州到广州', 阶梯起: '500', 阶梯单价: '1.2' }),
    row({ 名称: '断档', 计费方式: '重量', 生效日期: '2026-01-01', 阶梯起: '0', 阶梯止: '100', 阶梯单价: '2' }),
    row({ 名称: '断档', 阶梯起: '200', 阶梯单价: '1' }),
    row({ 单位: '没有的', 名称: '谁的', 计费方式: '件', 单价: '5', 生效日期: '2026-01-01' }),
    row({ 名称: '没有价', 计费方式: '件', 生效日期: '2026-01-01' }),
    row({ 名称: '没有日期', 计费方式: '件', 单价: '-5' }),
  ])
  const report = await world.admin.ok(imports.checkImport, { page, fileId })
  expect(report).toMatchObject({ rows: 9, accepted: 4, unknownColumns: [] })
  expect(said(report)).toEqual([
    // Each column as this file names it, though the page says 报价名, 往来单位, 生效日.
    '6 名称：同一单第 7 行有错，整单未导入',
    expect.stringMatching(/^7 阶梯起：第 2 段/),
    expect.stringMatching(/^8 单位：没有“没有的”/),
    expect.stringMatching(/^9 单价：/),
    expect.stringMatching(/^10 生效日期：必填；单价：/),
  ])
  const { importId } = await world.admin.ok(imports.runImport, { page, fileId, mode: 'valid' })
  const { rows } = await world.admin.ok(calls.getTransportPrices, { tab: 'draft' })
  expect(rows.map((one) => [one.name, one.companyName, one.status])).toEqual(
    expect.arrayContaining([
      ['杭州到广州', name, 'draft'],
      ['快递', null, 'draft'],
    ]),
  )
  expect(rows.find((one) => one.name === '杭州到广州')).toMatchObject({
    direction: 'receivable',
    fromRegion: '330100',
    toRegion: '440100',
    basis: 'chargeable',
    tiers: [
      { from: '0', to: '100', price: '2' },
      { from: '100', to: '500', price: '1.6' },
      { from: '500', to: null, price: '1.2' },
    ],
    lowBreak: true,
    minCharge: '1030.00',
    taxRate: '9.00',
    validFrom: '2026-01-01',
  })
  expect(rows.find((one) => one.name === '快递')).toMatchObject({
    firstPrice: expect.stringMatching(/^12/),
    stepQty: expect.stringMatching(/^0.5/),
    tiers: [],
  })
  await world.admin.ok(imports.undoImport, { page, id: importId })
  expect((await world.admin.ok(calls.getTransportPrices, { tab: 'draft' })).rows).toEqual([])
})

it('[D-05] whoever may not write rates brings none from a file', async () => {
  const { client } = await world.person('reader', { rights: { transportPrice: 'browse' } })
  const fileId = await upload(world.admin, [
    header,
    row({ 名称: '甲', 计费方式: '件', 单价: '5', 生效日期: '2026-01-01' }),
  ])
  expect(await client.refused(imports.checkImport, { page, fileId })).toMatchObject({ code: 403 })
})
