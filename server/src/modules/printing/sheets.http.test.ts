import * as calls from '@xunyun/contract/printing/calls'
import type { PrintType } from '@xunyun/contract/printing/papers'
import * as cartons from '@xunyun/contract/warehouse/shipping/cartons'
import * as counts from '@xunyun/contract/warehouse/storing/counts'
import { getMovableStock } from '@xunyun/contract/warehouse/storing/orders'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { barsOn } from '../../../test/barcodes.ts'
import { type Dock, openDock } from '../../../test/dock.ts'
import { openGoods } from '../../../test/goods.ts'
import type { Client } from '../../../test/world.ts'

/** Sheets of the floor: in the order people walk, with room for their hand, and nothing on them that they must not know. */
let dock: Dock
let printer: Client
beforeAll(async () => {
  dock = await openDock()
  const rights = {
    printDocuments: 'browse',
    outBound: 'browse',
    encasement: 'approve',
    count: 'edit',
    moveStock: 'edit',
  } as const
  printer = (await dock.world.person('printer', { rights })).client
})
afterAll(async () => expect(await dock.close()).toEqual([]))

const shown = async (type: PrintType, id: number) => {
  const { pages } = await printer.ok(calls.previewPrint, { type, id } as never)
  const texts = pages.flatMap(({ svg }) => [...svg.matchAll(/>([^<]+)<\/text>/g)].map(([, text]) => text as string))
  return { texts, codes: pages.flatMap(({ svg }) => barsOn(svg)) }
}

it('[RT-18/outBound] a pick list goes from place to place as the scanner does, with what is to be taken and room for what was', async () => {
  const item = await dock.fresh('PICKED', '0', 'A-01', { batchControlled: true })
  // Ordered in another order than the places are walked past.
  for (const [code, batchNo] of [
    ['A-03', 'B3'],
    ['A-01', 'B1'],
    ['A-02', 'B2'],
  ] as const)
    await dock.stock(code, item, '4', { batchNo })
  const { id, noticeNo } = await dock.notice(['B3', 'B1', 'B2'].map((batchNo) => ({ itemId: item, qty: '4', batchNo })))
  await dock.allocate(id)
  const task = await dock.wave(id)
  const { texts, codes } = await shown('pickList', task.id)
  expect(codes).toEqual([task.taskNo])
  expect(texts.filter((text) => /^A-0\d$/.test(text))).toEqual(['A-01', 'A-02', 'A-03'])
  expect(texts.filter((text) => /^B\d$/.test(text))).toEqual(['B1', 'B2', 'B3'])
  for (const word of ['拣货单', noticeNo, '实拣', '拣货人签字', '12']) expect(texts).toContain(word)
  expect(texts.filter((text) => text === '4')).toHaveLength(3)
  await dock.pickAll(task.id)
  expect((await shown('pickList', task.id)).texts.filter((text) => text === '4')).toHaveLength(6)
})

it('[RT-18/encasement] a packing list has every carton with its goods and weight; one that was taken apart is none', async () => {
  const item = await dock.fresh('PACKED', '9', 'A-01', { grossWeight: '2' })
  const { id, noticeNo } = await dock.picked([{ itemId: item, qty: '9' }], { consigneeCompany: '杭州仁和大药房' })
  const { cartonNo } = await dock.packed(id)
  const { texts, codes } = await shown('packList', id)
  expect(codes).toEqual([noticeNo])
  for (const word of ['装箱单', cartonNo, 'PACKED', '9', '18', '18 kg', '杭州仁和大药房', '收货人签字'])
    expect(texts).toContain(word)
})

it('[RT-18/moveStock] a count sheet is blind: every place in walking order, and never what the book says', async () => {
  const item = await dock.fresh('COUNTED', '0')
  await dock.stock('A-04', item, '7777')
  await dock.stock('A-03', item, '8888')
  const { id } = await printer.ok(counts.addStockCount, {
    warehouseId: dock.goods.warehouseId,
    zoneIds: [],
    locationIds: [dock.at['A-04'], dock.at['A-03'], dock.at['S-02']],
    itemIds: [],
    start: true,
  } as never)
  const { countNo } = await printer.ok(counts.getStockCount, { id } as never)
  const { texts, codes } = await shown('countSheet', id)
  expect(codes).toEqual([countNo])
  expect([...new Set(texts.filter((text) => /^[AS]-0\d$/.test(text)))].toSorted()).toEqual(['A-03', 'A-04', 'S-02'])
  expect(texts.indexOf('A-03')).toBeLessThan(texts.indexOf('A-04'))
  expect(texts.join(' ')).not.toMatch(/7777|8888/)
  for (const word of ['盘点表', 'COUNTED', '实盘', '复盘', '盘点人签字', '监盘人签字']) expect(texts).toContain(word)
  await dock.world.admin.ok(counts.cancelStockCounts, { ids: [id], reason: '测试' } as never)
  const start = { type: 'countSheet', ids: [id], way: 'pdf' } as never
  expect((await printer.refused(calls.startPrintBatch, start)).reason).toBe('printing.cancelled')
})

it('[RT-18/encasement] the GS1 prefix is checked, and the next carton is numbered with it', async () => {
  for (const prefix of ['690123', '69012345678', '69O1234'])
    expect((await printer.refused(cartons.setCartonPrefix, { prefix } as never)).fields).toMatchObject([
      { path: 'prefix' },
    ])
  await printer.ok(cartons.setCartonPrefix, { prefix: '69012345' })
  expect(await printer.ok(cartons.getCartonPrefix, {})).toEqual({ prefix: '69012345' })
  const item = await dock.fresh('PREFIXED', '1')
  const { id } = await dock.picked([{ itemId: item, qty: '1' }])
  const box = await dock.packed(id)
  expect(box.cartonNo).toMatch(/^069012345\d{9}$/)
  const { codes } = await shown('carton', box.id)
  expect(codes).toEqual([`]C100${box.cartonNo}`])
  await printer.ok(cartons.setCartonPrefix, {} as never)
  const after = await dock.picked([{ itemId: await dock.fresh('INTERNAL', '1'), qty: '1' }])
  expect((await dock.packed(after.id)).cartonNo).toMatch(/^02000000/)
})

it('[RT-18/moveStock] what stands at a label’s place is asked of its warehouse alone', async () => {
  const other = await openGoods(dock.world)
  await other.place('A-01')
  await dock.fresh('HERE', '3')
  const { rows } = await sql<{ code: string; id: number }>`select id, code from warehouse order by id`.execute(
    dock.world.db,
  )
  const codeOf = (id: number) => rows.find((row) => row.id === id)?.code as string
  const ask = (warehouse: number) =>
    printer.ok(getMovableStock, { code: 'A-01', warehouseCode: codeOf(warehouse) } as never)
  const found = await ask(dock.goods.warehouseId)
  expect(found.some(({ itemNo }) => itemNo === 'HERE')).toBe(true)
  expect(new Set(found.map(({ warehouseCode }) => warehouseCode))).toEqual(new Set([codeOf(dock.goods.warehouseId)]))
  expect(await ask(other.warehouseId)).toEqual([])
  const wrong = { code: 'A-01', warehouseCode: 'WH:1' } as never
  expect((await printer.refused(getMovableStock, wrong)).fields).toMatchObject([{ path: 'warehouseCode' }])
})
