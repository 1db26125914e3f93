import { ssccOf } from '@xunyun/contract/kernel/gs1'
import * as calls from '@xunyun/contract/printing/calls'
import { carriedOver } from '@xunyun/contract/printing/layout'
import { presetLayout } from '@xunyun/contract/printing/presets'
import { addPrintTemplate, getPrintTemplates, getTemplateChoices } from '@xunyun/contract/printing/templates'
import { getCarton } from '@xunyun/contract/warehouse/shipping/cartons'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Dock, openDock } from '../../../test/dock.ts'
import { openGoods } from '../../../test/goods.ts'
import type { Client } from '../../../test/world.ts'

/** Labels of the warehouse: they come out as every paper does, once, counted, and for whoever works there. */
let dock: Dock
let packer: Client
beforeAll(async () => {
  dock = await openDock()
  const rights = { printDocuments: 'browse', encasement: 'edit' } as const
  packer = (await dock.world.person('packer', { rights })).client
})
afterAll(async () => expect(await dock.close()).toEqual([]))

const textOf = (pages: readonly { svg: string }[]) =>
  pages.flatMap(({ svg }) => [...svg.matchAll(/>([^<]+)<\/text>/g)].map(([, text]) => text)).join('\n')
const open = async (itemNo: string, qty: string, more: object = {}) => {
  const item = await dock.fresh(itemNo, qty)
  const { id } = await dock.picked([{ itemId: item, qty }], { customerOrderNo: `SO-${itemNo}`, ...more })
  return dock.packed(id)
}

it('[RT-18/encasement PR-04] a carton’s label has who gets it, what is in it, and its SSCC as GS1', async () => {
  const { id, cartonNo } = await open('BOX-A', '7', { consigneeCompany: '杭州仁和大药房' })
  const { pages, pageCount, template } = await packer.ok(calls.previewPrint, { type: 'carton', id })
  expect([pageCount, template]).toEqual([1, 'carton.100x150'])
  expect(pages[0]).toMatchObject({ width: 100, height: 150 })
  const text = textOf(pages)
  for (const word of [
    `(00)${cartonNo}`,
    '李四',
    '138 0013 8000',
    '杭州仁和大药房',
    '文三路 1 号',
    'BOX-A × 7',
    'SO-BOX-A',
    '1 / 1',
  ])
    expect(text).toContain(word)
  expect(text).not.toContain('补打')
})

it('[RT-18/encasement D-05] labels are counted when they came out, and a second one says that it is', async () => {
  const [one, two] = [await open('BOX-B', '2'), await open('BOX-C', '3')]
  const start = { type: 'carton', ids: [one.id, two.id], way: 'browser' } as never
  const { id, total } = await packer.ok(calls.startPrintBatch, start, { key: 'labels-1' })
  expect(total).toBe(2)
  const next = await packer.ok(calls.nextOfBatch, { id, holder: 'window-1' } as never)
  expect(next.sheets.map(({ no }) => no)).toEqual([one.cartonNo, two.cartonNo])
  const done = await packer.ok(calls.confirmPrinted, { id, holder: 'window-1', to: 2 } as never)
  expect(done).toMatchObject({ state: 'done', done: 2 })
  const { pages } = await packer.ok(calls.previewPrint, { type: 'carton', id: one.id })
  expect(textOf(pages)).toContain('补打 1')
  expect(await packer.ok(calls.getPrintLog, { type: 'carton', id: one.id })).toMatchObject([
    { byName: 'packer', whole: true },
  ])
  const pdf = await packer.fetch(
    `/api/Printing/GetBatchPdf?id=${(await packer.ok(calls.startPrintBatch, { type: 'carton', ids: [two.id], way: 'pdf' } as never)).id}`,
  )
  expect([pdf.headers.get('content-type'), (await pdf.text()).slice(0, 5)]).toEqual(['application/pdf', '%PDF-'])
})

it('[RT-18/encasement] an owner may ask for a label of its own; another size carries over what was chosen', async () => {
  const { id } = await open('BOX-D', '1')
  const layout = carriedOver(presetLayout('carton', '100x150'), presetLayout('carton', '100x180'))
  const own = { type: 'carton', name: '康源箱标', customerId: dock.goods.owner, layout } as never
  const { ref } = await dock.world.admin.ok(addPrintTemplate, own)
  expect((await packer.ok(calls.previewPrint, { type: 'carton', id })).pages[0]).toMatchObject({ height: 180 })
  const [first] = await packer.ok(getTemplateChoices, { type: 'carton', id })
  expect(first).toMatchObject({ ref, chosen: true })
  const { rows } = await dock.world.admin.ok(getPrintTemplates, { tab: 'carton' })
  expect(rows.map(({ ref: name }) => name).sort()).toEqual([ref, 'carton.100x150', 'carton.100x180'].sort())
})

it('[RT-18/encasement SE-08] nobody prints what lies in a warehouse of others, and no owner’s account at all', async () => {
  const { id } = await open('BOX-E', '1')
  const elsewhere = await openGoods(dock.world)
  const rights = { printDocuments: 'browse', encasement: 'edit' } as const
  const stranger = await dock.world.person('elsewhere', { rights })
  await dock.world.db.updateTable('app_user').set({ all_warehouses: false }).where('id', '=', stranger.id).execute()
  await dock.world.db
    .insertInto('user_warehouse')
    .values({ user_id: stranger.id, warehouse_id: elsewhere.warehouseId })
    .execute()
  const owner = await dock.world.person('owner', { rights, scope: 'customer', companies: [dock.goods.owner] })
  for (const client of [await dock.world.signIn('elsewhere'), owner.client]) {
    expect((await client.refused(calls.previewPrint, { type: 'carton', id })).reason).toBe('kernel.notFound')
    const start = { type: 'carton', ids: [id], way: 'pdf' } as never
    expect((await client.refused(calls.startPrintBatch, start)).reason).toBe('kernel.notFound')
  }
  expect((await dock.world.admin.ok(getCarton, { id })).cartonNo).toBe(
    ssccOf((await dock.world.admin.ok(getCarton, { id })).cartonNo.slice(0, 17)),
  )
})
