import * as categories from '@xunyun/contract/system/categories'
import * as dictionary from '@xunyun/contract/system/dictionary'
import * as imports from '@xunyun/contract/workbench/imports'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { upload } from '../../../test/sheets.ts'
import { openWorld, type Person, type World } from '../../../test/world.ts'

let world: World
let office: Person
beforeAll(async () => {
  world = await openWorld()
  office = await world.person('office', { rights: { dictionary: 'edit', gCode: 'edit' } })
})
afterAll(() => world.close())

const check = async (page: 'dictionary' | 'gCode', rows: string[][]) => {
  const fileId = await upload(office.client, rows)
  return { fileId, report: await office.client.ok(imports.checkImport, { page, fileId }) }
}
const take = (page: 'dictionary' | 'gCode', fileId: number, mode: 'whole' | 'valid' = 'whole') =>
  office.client.ok(imports.runImport, { page, fileId, mode } as never)
const undo = (page: 'dictionary' | 'gCode', id: number) => office.client.send(imports.undoImport, { page, id })
const said = (report: imports.ImportReport) =>
  report.refused.map(({ row, errors }) => [row, ...errors.map(({ column, msg }) => `${column}: ${msg}`)])

describe('entries of the dictionary from Excel', () => {
  const head = ['类型*', '编码*', '中文*', '英文', '西班牙文', '日文']
  const packages = async () =>
    (await world.admin.ok(dictionary.getDictionary, { type: 'package' })).map(
      ({ code, zh, ja }) => `${code} ${zh} ${ja}`,
    )

  it('[RT-12/dictionary] are added to open types by what the type is called; each wrong row says its cell and why', async () => {
    const { fileId, report } = await check('dictionary', [
      head,
      ['包装', 'gasCylinder', '气瓶', 'Gas cylinder', 'Bombona', 'ガスボンベ'],
      ['package', 'tin', '铁罐', '', '', ''],
      ['包装', 'carton', '另一种纸箱', '', '', ''],
      ['包装', 'tube', '纸箱', '', '', ''],
      ['包装', 'Tin', '锡罐', '', '', ''],
      ['没有的类型', 'x', '某物', '', '', ''],
      ['运输方式', 'rocket', '火箭', '', '', ''],
      ['包装', '', '无码', '', '', ''],
      ['包装', 'noWord', '', '', '', ''],
    ])
    expect(report.accepted).toBe(2)
    expect(said(report)).toEqual([
      [4, expect.stringMatching(/^编码: /)],
      [5, expect.stringMatching(/^中文: .*carton/)],
      [6, expect.stringMatching(/^编码: /)],
      [7, '类型: “没有的类型”不是可填的内容'],
      [8, expect.stringMatching(/^类型: .*运输方式/)],
      [9, '编码: 必填'],
      [10, '中文: 必填'],
    ])
    const before = await packages()
    expect(before.join()).not.toContain('gasCylinder')
    expect(
      (await office.client.refused(imports.runImport, { page: 'dictionary', fileId, mode: 'whole' } as never)).code,
    ).not.toBe(200)
    const { importId, accepted } = await take('dictionary', fileId, 'valid')
    expect(accepted).toBe(2)
    expect(await packages()).toEqual([...before, 'gasCylinder 气瓶 ガスボンベ', 'tin 铁罐 '])
    expect((await undo('dictionary', importId)).data).toEqual({ undone: 2 })
    expect(await packages()).toEqual(before)
    expect((await undo('dictionary', importId)).error?.reason).toBe('imports.undoneAlready')
  })

  it('[RT-12/dictionary] are for whoever may edit it, and nobody else', async () => {
    const reader = await world.person('reader', { rights: { dictionary: 'browse' } })
    const fileId = await upload(office.client, [head, ['包装', 'y', '某', '', '', '']])
    expect((await reader.client.refused(imports.checkImport, { page: 'dictionary', fileId })).code).toBe(403)
  })
})

describe('categories from Excel', () => {
  const head = ['上级', '编码*', '名称*', '备注']
  const tree = async () =>
    (await world.admin.ok(categories.getCategories, { pageSize: 100, sort: 'code' } as never)).rows.map(
      ({ parents, code }) => `${parents}|${code}`,
    )

  it('[RT-12/g_code] stand below one that is there or on an earlier row, by name or code; what is wrong is said at its cell', async () => {
    const { report } = await check('gCode', [
      head,
      ['', 'E', '电子', ''],
      ['电子', 'E1', '手机', '含配件'],
      ['e / 手机', 'E11', '手机壳', ''],
      ['电脑', 'X', '键盘', ''],
      ['电子', 'e1', '平板', ''],
      ['', 'Z', '', ''],
    ])
    expect(report.accepted).toBe(3)
    expect(said(report)).toEqual([
      [5, '上级: 没有“电脑”，或有多个同名'],
      [6, expect.stringMatching(/^编码: /)],
      [7, '名称: 必填'],
    ])
    expect(await tree()).toEqual([])
  })

  it('[RT-12/g_code] are taken back whole, those below first, and not once something else stands below', async () => {
    const { fileId } = await check('gCode', [
      head,
      ['', 'F', '食品', ''],
      ['食品', 'F1', '生鲜', ''],
      ['食品/生鲜', 'F11', '水果', ''],
    ])
    const { importId } = await take('gCode', fileId)
    expect(await tree()).toEqual(['|F', '食品|F1', '食品 / 生鲜|F11'])
    const fresh = (await world.admin.ok(categories.getCategories, { q: 'F1' } as never)).rows.find(
      ({ code }) => code === 'F1',
    )
    const own = await world.admin.ok(categories.addCategory, { pid: fresh?.id ?? 0, code: 'OWN', name: '自己加的' })
    expect((await undo('gCode', importId)).error).toMatchObject({ reason: 'imports.cannotUndo' })
    expect(await tree()).toHaveLength(4)
    await world.admin.ok(categories.deleteCategories, { ids: [own.id] })
    expect((await undo('gCode', importId)).data).toEqual({ undone: 3 })
    expect(await tree()).toEqual([])
  })
})
