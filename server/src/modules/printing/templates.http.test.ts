import { getPrintSettings, previewLayout, previewPrint } from '@xunyun/contract/printing/calls'
import { mapItems } from '@xunyun/contract/printing/layout'
import { presetLayout } from '@xunyun/contract/printing/presets'
import * as calls from '@xunyun/contract/printing/templates'
import { getHistory } from '@xunyun/contract/system/upkeep'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Freight, openFreight } from '../../../test/freight.ts'
import { type Client, openWorld, type World } from '../../../test/world.ts'

let world: World
let freight: Freight
let admin: Client
let editor: Client
let waybill: { id: number; waybillNo: string }
beforeAll(async () => {
  world = await openWorld()
  freight = await openFreight(world)
  admin = (await world.person('boss', { rights: 'all' })).client
  editor = (await world.person('editor', { rights: { printTemplate: 'edit', printDocuments: 'browse' } })).client
  waybill = await freight.waybill(admin, 4)
})
afterAll(() => world.close())

const layout = presetLayout('waybill', 'a4')
/** A layout that says on paper which one it is. */
const named = (name: string) => mapItems(layout, (item) => (item.field === 'title' ? { ...item, text: name } : item))
const add = (name: string, over: Record<string, unknown> = {}) =>
  editor.ok(calls.addPrintTemplate, { type: 'waybill', name, layout: named(name), ...over })
const titleOf = async (id: number) => {
  const { pages, template } = await editor.ok(previewPrint, { type: 'waybill', id })
  const text = pages[0]?.svg ?? ''
  return { template, says: (name: string) => text.includes(`>${name}<`) }
}

describe('templates', () => {
  it('[PR-04] those of the product are there from the beginning, the standard one of each type as default', async () => {
    const { rows } = await editor.ok(calls.getPrintTemplates, {})
    expect(rows.filter(({ isDefault }) => isDefault).map(({ ref }) => ref)).toEqual([
      'waybill.a5',
      'label.100x150',
      'loading.a4',
      'receipt.a5',
      'pickupNotice.a5',
      'handover.a4',
      'agreement.a4',
      'receiptSending.a4',
      'receiptReturn.a4',
      'carton.100x150',
      'location.60x40',
      'container.100x100',
      'item.60x40',
      'lot.60x40',
      'goodsIn.a4',
      'pickList.a4',
      'packList.a4',
      'countSheet.a4',
    ])
    const sizes = rows.map(({ width, height }) => `${width}×${height}`)
    for (const size of ['241×93', '100×180', '76×130', '210×297', '210×148']) expect(sizes).toContain(size)
    expect(await editor.ok(calls.getPrintTemplateTotals, { tab: 'label' })).toMatchObject({ count: 3 })
  })

  it('[PR-04] a customer’s template wins over the company’s, that over the product’s, and the way back is open', async () => {
    expect((await titleOf(waybill.id)).template).toBe('waybill.a5')
    const own = await add('公司模板')
    expect((await titleOf(waybill.id)).template).toBe('waybill.a5')
    await editor.ok(calls.setDefaultPrintTemplate, { ref: own.ref })
    expect((await titleOf(waybill.id)).says('公司模板')).toBe(true)
    const theirs = await add('云帆模板', { customerId: freight.yunfan })
    expect((await titleOf(waybill.id)).says('云帆模板')).toBe(true)
    const another = await freight.waybill(admin, 2, { customerId: freight.hengda })
    expect((await titleOf(another.id)).says('公司模板')).toBe(true)
    const choices = await editor.ok(calls.getTemplateChoices, { type: 'waybill', id: another.id })
    expect(choices[0]).toMatchObject({ ref: own.ref, chosen: true })
    expect(choices.map(({ ref }) => ref)).not.toContain(theirs.ref)
    await editor.ok(calls.setDefaultPrintTemplate, { ref: 'waybill.a5' })
    expect((await titleOf(another.id)).template).toBe('waybill.a5')
    // A customer's own may go; the papers are then everybody's again.
    expect(await admin.ok(calls.deletePrintTemplates, { ids: [theirs.id] })).toEqual({ done: 1, refused: [] })
    expect((await titleOf(waybill.id)).template).toBe('waybill.a5')
  })

  it('a name is taken once a type, a stale save is refused, and the timeline tells what changed', async () => {
    const { id } = await add('改动')
    expect(
      (await editor.refused(calls.addPrintTemplate, { type: 'waybill', name: '改动', layout })).fields,
    ).toMatchObject([{ path: 'name', reason: 'printing.nameTaken' }])
    const without = mapItems(named('改动'), (item) => (item.field === 'terms' ? { ...item, on: false } : item))
    const next = { ...without, offset: { x: 1.5, y: -2 } }
    expect(await editor.ok(calls.changePrintTemplate, { id, version: 1, name: '改动', layout: next })).toEqual({
      version: 2,
    })
    expect((await editor.refused(calls.changePrintTemplate, { id, version: 1, name: '改动', layout })).reason).toBe(
      'kernel.stale',
    )
    const [entry] = await editor.ok(calls.getPrintTemplateHistory, { id })
    expect(entry?.changes.map(({ field }) => field)).toEqual(['offset', 'fields'])
    const { rows } = await admin.ok(getHistory, { entity: 'printTemplate' })
    expect(rows[0]).toMatchObject({ name: '改动', link: expect.stringContaining('/printTemplate?q=') })
    expect((await editor.ok(calls.getPrintTemplate, { ref: String(id) })).layout.offset).toEqual({ x: 1.5, y: -2 })
  })

  it('the default one is neither disabled nor deleted; a disabled one is not printed with', async () => {
    const { id, ref } = await add('默认')
    await editor.ok(calls.setDefaultPrintTemplate, { ref })
    for (const refused of [
      await admin.ok(calls.deletePrintTemplates, { ids: [id] }),
      await admin.ok(calls.setPrintTemplatesEnabled, { ids: [id], enabled: false }),
    ])
      expect(refused).toMatchObject({ done: 0, refused: [{ reason: 'printing.isDefault' }] })
    await editor.ok(calls.setDefaultPrintTemplate, { ref: 'waybill.a5' })
    await admin.ok(calls.setPrintTemplatesEnabled, { ids: [id], enabled: false })
    expect((await editor.refused(previewPrint, { type: 'waybill', id: waybill.id, template: ref })).reason).toBe(
      'printing.noTemplate',
    )
    expect((await editor.refused(calls.setDefaultPrintTemplate, { ref })).reason).toBe('printing.disabled')
  })

  it('a layout that is none, or has no room, is refused at its field', async () => {
    const broken = await editor.refused(calls.addPrintTemplate, {
      type: 'waybill',
      name: 'x',
      layout: {
        ...layout,
        rows: [{ height: 5, columns: [{ flex: 1, items: [{ field: 'secret', on: true, flex: 1 }] }] }],
      },
    })
    expect(broken.fields[0]?.path).toMatch(/^layout/)
    const margin = { top: 60, right: 60, bottom: 60, left: 60 }
    const narrow = { ...layout, margin, paper: { width: 125, height: 200 } }
    expect(
      (await editor.refused(calls.addPrintTemplate, { type: 'waybill', name: 'y', layout: narrow })).fields,
    ).toMatchObject([{ path: 'layout', reason: 'printing.margins' }])
  })

  it('[PR-02] what is not saved yet is drawn with a real document, and nobody without the right may ask', async () => {
    const { pages, no } = await editor.ok(previewLayout, { type: 'waybill', layout: named('未保存'), id: waybill.id })
    expect(no).toBe(waybill.waybillNo)
    expect(pages[0]?.svg).toContain('>未保存<')
    const { client } = await world.person('onlyprints', { rights: { printDocuments: 'browse' } })
    expect((await client.refused(previewLayout, { type: 'waybill', layout })).code).toBe(403)
    expect((await client.refused(calls.getPrintTemplates, {})).code).toBe(403)
    expect((await client.ok(getPrintSettings, {})).serviceMin).toBe('2.0.9.0')
  })

  it('a layout that this release can’t read stops no printing: the product’s is printed with until it is laid out anew', async () => {
    const { id, ref } = await add('旧版')
    await editor.ok(calls.setDefaultPrintTemplate, { ref })
    await world.db.updateTable('print_template').set({ layout: '{"rows":1}' }).where('id', '=', id).execute()
    expect((await titleOf(waybill.id)).template).toBe('waybill.a5')
    const { rows } = await editor.ok(calls.getPrintTemplates, { tab: 'waybill' })
    expect(rows.find((row) => row.id === id)).toMatchObject({ enabled: false })
    await editor.ok(calls.changePrintTemplate, { id, version: 2, name: '旧版', layout: named('新排') })
    expect((await titleOf(waybill.id)).says('新排')).toBe(true)
    await editor.ok(calls.setDefaultPrintTemplate, { ref: 'waybill.a5' })
  })

  it('[SE-08] a customer’s account hears nothing of other customers’ templates', async () => {
    const theirs = await add('恒达专用', { customerId: freight.hengda })
    const { client } = await world.person('yunfan', {
      rights: { printDocuments: 'browse', printTemplate: 'browse' },
      scope: 'customer',
      companies: [freight.yunfan],
    })
    expect((await client.ok(calls.getPrintTemplates, {})).rows.map(({ name }) => name)).not.toContain('恒达专用')
    expect((await client.refused(calls.getPrintTemplate, { ref: theirs.ref })).code).toBe(404)
    expect((await client.refused(previewPrint, { type: 'waybill', id: waybill.id, template: theirs.ref })).code).toBe(
      404,
    )
  })
})
