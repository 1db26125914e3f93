import { isSscc, readGs1, ssccOf } from '@xunyun/contract/kernel/gs1'
import * as calls from '@xunyun/contract/printing/calls'
import type { PrintType } from '@xunyun/contract/printing/papers'
import { generateLocations, getLocations } from '@xunyun/contract/warehouse/locations/calls'
import { getReceipt } from '@xunyun/contract/warehouse/receiving/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { barsOn, hasSquare } from '../../../test/barcodes.ts'
import { counted, day, type Floor, openFloor } from '../../../test/floor.ts'
import { openGoods } from '../../../test/goods.ts'
import type { Client } from '../../../test/world.ts'

/** Labels and sheets of the floor: what their codes say, in which order they come, and for whom. */
let floor: Floor
let printer: Client
beforeAll(async () => {
  floor = await openFloor()
  const rights = { printDocuments: 'browse', wLocation: 'browse', receive: 'browse', stockNumber: 'browse' } as const
  printer = (await floor.world.person('printer', { rights })).client
})
afterAll(async () => expect(await floor.close()).toEqual([]))

const textOf = (pages: readonly { svg: string }[]) =>
  pages.flatMap(({ svg }) => [...svg.matchAll(/>([^<]+)<\/text>/g)].map(([, text]) => text)).join('\n')
const shown = async (type: PrintType, id: number, piece?: number, client = printer) => {
  const { pages } = await client.ok(calls.previewPrint, { type, id, piece } as never)
  return { text: textOf(pages), codes: pages.flatMap(({ svg }) => barsOn(svg)), pages }
}
/** All sheets of a batch, as a window gets them. */
const sheetsOf = async (type: PrintType, ids: readonly number[], more: object = {}) => {
  const { id, total } = await printer.ok(calls.startPrintBatch, { type, ids, way: 'browser', ...more } as never)
  const sheets: { no: string; pages: readonly { svg: string }[] }[] = []
  while (sheets.length < total) {
    const next = await printer.ok(calls.nextOfBatch, { id, holder: 'w', size: 200 } as never)
    sheets.push(...next.sheets)
  }
  return { id, sheets }
}
const receipt = (no: string) => floor.world.admin.ok(getReceipt, { no } as never)

it('[RT-18/wLocation] a location’s label says its warehouse and its place in one code, and both to the eye', async () => {
  const { warehouseId } = floor.goods
  const code = await sql<{ code: string }>`select code from warehouse where id = ${warehouseId}`
    .execute(floor.world.db)
    .then(({ rows }) => rows[0]?.code)
  const id = floor.at['A-01'] as number
  const { text, codes, pages } = await shown('location', id)
  expect(codes).toEqual([`${code}:A-01`])
  expect(pages).toEqual([expect.objectContaining({ width: 60, height: 40 })])
  for (const word of ['A-01', '存储区']) expect(text).toContain(word)
  // The same place of another warehouse is another label.
  const other = await openGoods(floor.world)
  const twin = await other.place('A-01')
  const [read] = (await shown('location', twin)).codes
  expect(read).toMatch(/^WH\d+:A-01$/)
  expect(read).not.toBe(codes[0])
  // A code too long for bars that a hand scanner reads stands as a square.
  const long = await shown('location', await floor.goods.place('A-0123456789-0123456789-01'))
  expect([long.codes, hasSquare(long.pages[0]?.svg ?? '')]).toEqual([[], true])
})

it('[RT-18/wLocation D-05] a thousand labels come in the order asked for, once, and are counted', async () => {
  const { goods, world } = floor
  const zoneId = await sql<{
    id: number
  }>`select id from warehouse_zone where warehouse_id = ${goods.warehouseId} and code = 'A'`
    .execute(world.db)
    .then(({ rows }) => rows[0]?.id)
  const range = (from: string, to: string) => ({ from, to })
  await world.admin.ok(generateLocations, {
    warehouseId: goods.warehouseId,
    zoneId,
    aisle: range('01', '10'),
    rack: range('01', '20'),
    level: range('1', '5'),
    serpentine: false,
    mixItem: true,
    mixBatch: true,
  } as never)
  const found = await sql<{ id: number; code: string }>`
    select id, code from location where warehouse_id = ${goods.warehouseId} and aisle is not null order by md5(code) limit 1000`.execute(
    world.db,
  )
  const { id, sheets } = await sheetsOf(
    'location',
    found.rows.map((row) => row.id),
  )
  expect(sheets.map(({ no }) => no)).toEqual(found.rows.map((row) => row.code))
  expect(sheets.map(({ pages }) => barsOn(pages[0]?.svg ?? '')[0]?.split(':')[1])).toEqual(
    found.rows.map((row) => row.code),
  )
  await printer.ok(calls.confirmPrinted, { id, holder: 'w', to: 1000 } as never)
  const first = found.rows[0]?.id as number
  expect(await printer.ok(calls.getPrintLog, { type: 'location', id: first })).toMatchObject([{ whole: true }])
  expect((await shown('location', first)).text).not.toContain('补打')
})

it('[RT-18/receive] labels of what was counted in: the pallet’s number, and item, batch, expiry in one GS1 code', async () => {
  const sscc = ssccOf('06901234500000001')
  const { milk, screw, phone, goods } = floor
  const notice = await goods.notice([
    { itemId: milk, qty: '24' },
    { itemId: phone, qty: '2' },
    { itemId: screw, qty: '5' },
  ])
  const { id, receiptNo: no } = notice.receipt
  const lines = notice.receipt.lines.map((line) => line.id)
  await floor.receive(id, [
    counted(lines[0] as number, '24', { batchNo: 'B-2611', expiry: day(170), containerCode: sscc }),
    counted(lines[1] as number, '2', { serials: ['SN-A1', 'SN-A2'], containerCode: 'LPN-77' }),
    counted(lines[2] as number, '4', { short: '1' }),
  ])
  const { entries } = await receipt(no)
  const of = (itemNo: string, kind = 'received') =>
    entries.find((entry) => entry.itemNo === itemNo && entry.kind === kind) as (typeof entries)[number]
  const large = await sheetsOf('lot', [of('MILK').id], { template: 'lot.100x100', copies: 24 })
  expect(large.sheets).toHaveLength(24)
  const [code] = barsOn(large.sheets[23]?.pages[0]?.svg ?? '')
  expect(code?.startsWith(']C101')).toBe(true)
  expect(readGs1(code ?? '', 2026)).toEqual({ gtin: '06291041500213', expiry: day(170), batch: 'B-2611' })
  // On the small one the same stands as a square.
  const small = await shown('lot', of('MILK').id)
  expect([small.codes, hasSquare(small.pages[0]?.svg ?? '')]).toEqual([[], true])
  for (const word of ['B-2611', day(170), no]) expect(small.text).toContain(word)
  // Nothing was made on a day that nobody wrote down.
  expect(small.text).not.toContain('生产日期')
  // One label for each serial number; goods without a GTIN have the code of their item.
  const serials = await sheetsOf('lot', [of('PHONE').id])
  expect(serials.sheets.map(({ pages }) => textOf(pages).match(/SN-A\d/)?.[0])).toEqual(['SN-A1', 'SN-A2'])
  expect((await shown('lot', of('PHONE').id, 2)).codes).toEqual(['PHONE'])

  const pallet = await shown('container', of('MILK').containerId as number)
  expect(pallet.codes).toEqual([`]C100${sscc}`])
  expect(isSscc(sscc)).toBe(true)
  for (const word of ['MILK B-2611 × 24', 'R-01']) expect(pallet.text).toContain(word)
  expect((await shown('container', of('PHONE').containerId as number)).codes).toEqual(['LPN-77'])

  const sheet = await shown('goodsIn', id)
  expect(sheet.codes).toEqual([no])
  for (const word of ['收货单', 'B-2611', 'MILK', 'SCREW', '24', '送货人签字']) expect(sheet.text).toContain(word)
  // What came short has no label, nor what was taken back.
  const none = { type: 'lot', ids: [of('SCREW', 'short').id], way: 'pdf' } as never
  expect((await printer.refused(calls.startPrintBatch, none)).reason).toBe('kernel.notFound')
  await floor.clear()
})

it('[RT-18/stockNumber] an item’s label is EAN-13, GS1-128 of 14 digits, or any code that it has', async () => {
  const { goods, milk } = floor
  expect((await shown('item', milk)).codes).toEqual(['6291041500213'])
  const upc = await goods.item('UPC', { barcodes: ['036000291452'] })
  const box = await goods.item('BOX14', { barcodes: ['16901234567899'] })
  const own = await goods.item('OWN', { barcodes: ['X-9'] })
  const chinese = await goods.item('螺丝', {})
  expect((await shown('item', upc)).codes).toEqual(['0036000291452'])
  expect((await shown('item', box)).codes).toEqual([']C10116901234567899'])
  expect((await shown('item', own)).codes).toEqual(['X-9'])
  const bare = await shown('item', chinese)
  expect([bare.codes, bare.text.includes('螺丝')]).toEqual([[], true])
  const { sheets } = await sheetsOf('item', [milk, own], { copies: 3 })
  expect(sheets.map(({ no }) => no)).toEqual(['MILK', 'MILK', 'MILK', 'OWN', 'OWN', 'OWN'])
  const many = { type: 'item', ids: [milk], way: 'pdf', copies: 1001 } as never
  expect((await printer.refused(calls.startPrintBatch, many)).code).toBe(422)
})

it('[SE-08] a paper is for who may see its page and its warehouse: others print nothing', async () => {
  const id = floor.at['A-01'] as number
  const start = (type: PrintType, ids: number[]) => ({ type, ids, way: 'pdf' }) as never
  const noPage = (await floor.world.person('noPage', { rights: { printDocuments: 'browse' } })).client
  const noPrint = (await floor.world.person('noPrint', { rights: { wLocation: 'edit' } })).client
  const elsewhere = await floor.world.person('elsewhere', {
    rights: { printDocuments: 'browse', wLocation: 'browse', stockNumber: 'browse', receive: 'browse' },
  })
  await sql`update app_user set all_warehouses = false where id = ${elsewhere.id}`.execute(floor.world.db)
  const owner = await floor.world.person('owner', {
    rights: { printDocuments: 'browse', wLocation: 'browse', stockNumber: 'browse', receive: 'browse' },
    scope: 'customer',
    companies: [floor.goods.owner],
  })
  const away = await floor.world.signIn('elsewhere')
  for (const client of [noPage, away, owner.client])
    expect((await client.refused(calls.startPrintBatch, start('location', [id]))).reason).toBe('kernel.notFound')
  expect((await noPrint.refused(calls.startPrintBatch, start('location', [id]))).code).toBe(403)
  // His own goods' label is his.
  await owner.client.ok(calls.startPrintBatch, start('item', [floor.milk]))
  const rows = await away.ok(getLocations, {} as never)
  expect(rows.rows).toEqual([])
})
