import * as specials from '@xunyun/contract/dispatch/special'
import * as printing from '@xunyun/contract/printing/calls'
import * as waybills from '@xunyun/contract/waybills/calls'
import * as imports from '@xunyun/contract/workbench/imports'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Freight, openFreight } from '../../../test/freight.ts'
import { download, upload } from '../../../test/sheets.ts'
import { type Client, openWorld, type World } from '../../../test/world.ts'

let world: World
let freight: Freight
let clerk: Client
let stranger: Client
let carrier: number
let other: number
beforeAll(async () => {
  world = await openWorld()
  freight = await openFreight(world)
  carrier = await world.company('安达浙粤专线', ['special'])
  other = await world.company('骏通专线', ['special'])
  const at = (outletId: number) => ({
    rights: 'all' as const,
    outletId,
    scope: 'outlet' as const,
    companies: [outletId],
  })
  clerk = (await world.person('clerk', at(freight.hangzhou))).client
  stranger = (await world.person('stranger', at(await world.outlet('武汉网点')))).client
})
afterAll(() => world.close())

async function stored(over: Parameters<Freight['waybill']>[2] = {}) {
  const made = await freight.waybill(clerk, 4, over)
  await clerk.ok(waybills.checkInWaybills, { ids: [made.id] })
  return made
}
async function handOut(over: Record<string, unknown> = {}, ids?: readonly number[]) {
  const carried = ids ?? [(await stored()).id]
  return clerk.ok(specials.createSpecial, {
    carrierId: carrier,
    fromOutletId: freight.hangzhou,
    ends: 'station',
    toRegion: '440111',
    station: '白云物流园 A12',
    lines: carried.map((waybillId) => ({
      waybillId,
      fromPlace: 'outlet' as const,
      fromId: freight.hangzhou,
      pieces: 4,
    })),
    ...over,
  })
}
const special = (id: number) => clerk.ok(specials.getSpecial, { id })
const numberOf = async (id: number) => (await special(id)).carrierNo
const foundBy = async (q: string) => (await clerk.ok(specials.getSpecials, { q })).rows.map(({ id }) => id)
const changesOf = async (id: number) =>
  (await clerk.ok(specials.getSpecialHistory, { id }))
    .filter(({ action }) => action === 'changed')
    .map(({ changes }) => changes)

const page = 'specialList'
const head = ['专线单号', '承运商单号']
const check = async (client: Client, rows: readonly (readonly string[])[]) => {
  const fileId = await upload(client, [head, ...rows])
  const { accepted, refused, warnings } = await client.ok(imports.checkImport, { page, fileId })
  const saidOf = (rows: typeof refused) =>
    rows.map(({ row, errors }) => `${row} ${errors.map(({ column, msg }) => `${column}: ${msg}`).join()}`)
  return {
    fileId,
    accepted,
    refused: saidOf(refused),
    warnings: saidOf(warnings),
  }
}

describe('a number that is typed', () => {
  it('[RT-16/specialList] is given after the handing over, stands in the timeline and finds its shipment; the old one does not', async () => {
    const made = await handOut({ carrierNo: 'AD-OLD', handOver: true })
    const { actions, version } = await special(made.id)
    expect(actions).toContainEqual({ key: 'setNumber' })
    const set = await clerk.ok(specials.setCarrierNo, { id: made.id, version, carrierNo: 'AD-NEW' })
    expect(set.version).toBe(version + 1)
    expect(await special(made.id)).toMatchObject({ state: 'handedOver', carrierNo: 'AD-NEW', version: version + 1 })
    expect(await foundBy('AD-NEW')).toEqual([made.id])
    expect(await foundBy('AD-OLD')).toEqual([])
    for (const q of [made.arrangementNo, '白云物流园'])
      expect(await foundBy(q)).toEqual(expect.arrayContaining([made.id]))
    expect(await changesOf(made.id)).toEqual([[{ field: 'carrierNo', from: 'AD-OLD', to: 'AD-NEW' }]])
    await clerk.ok(specials.arriveSpecials, { ids: [made.id] })
    await clerk.ok(specials.setCarrierNo, { id: made.id, version: version + 2 })
    expect(await numberOf(made.id)).toBeNull()
  })

  it('[RT-16/specialList] is used once per carrier, of a version that was seen, while the carrier has the goods, by the outlet that gave them', async () => {
    const taken = await handOut({ carrierNo: 'AD-TAKEN' })
    const made = await handOut()
    const ask = { id: made.id, version: 1, carrierNo: 'AD-TAKEN' }
    expect((await clerk.refused(specials.setCarrierNo, ask)).fields).toMatchObject([
      { path: 'carrierNo', reason: 'dispatch.carrierNoTaken', params: { no: taken.arrangementNo } },
    ])
    expect((await clerk.refused(specials.setCarrierNo, { ...ask, carrierNo: 'N'.repeat(41) })).fields).toMatchObject([
      { path: 'carrierNo' },
    ])
    const elsewhere = await handOut({ carrierId: other })
    await clerk.ok(specials.setCarrierNo, { ...ask, id: elsewhere.id })
    expect((await clerk.refused(specials.setCarrierNo, { ...ask, version: 7, carrierNo: 'A' })).reason).toBe(
      'kernel.stale',
    )
    expect((await stranger.refused(specials.setCarrierNo, ask)).code).toBe(404)
    const looks = (await world.person('looks', { rights: { specialList: 'browse' } })).client
    expect((await looks.refused(specials.setCarrierNo, ask)).code).toBe(403)
    await clerk.ok(specials.cancelSpecials, { ids: [made.id], reason: '不发了' })
    expect((await clerk.refused(specials.setCarrierNo, { ...ask, version: 2, carrierNo: 'A' })).reason).toBe(
      'dispatch.wrongSpecialState',
    )
    expect(await numberOf(made.id)).toBeNull()
  })
})

describe('numbers from a file', () => {
  it('[RT-16/specialList] are set one row one shipment, handed over or not, as if typed, and taken back with the import', async () => {
    const [planned, gone, had] = [
      await handOut(),
      await handOut({ handOver: true }),
      await handOut({ carrierNo: 'F-HAD' }),
    ]
    const { fileId, accepted, refused } = await check(clerk, [
      [planned.arrangementNo, 'F-1'],
      [gone.arrangementNo.toLowerCase(), ' F-2 '],
      [had.arrangementNo, 'F-HAD'],
    ])
    expect([accepted, refused]).toEqual([3, []])
    expect(await numberOf(planned.id)).toBeNull()
    const { importId } = await clerk.ok(imports.runImport, { page, fileId, mode: 'whole' })
    expect([await numberOf(planned.id), await numberOf(gone.id), await numberOf(had.id)]).toEqual([
      'F-1',
      'F-2',
      'F-HAD',
    ])
    expect(await foundBy('F-2')).toEqual([gone.id])
    expect(await changesOf(planned.id)).toEqual([[{ field: 'carrierNo', from: null, to: 'F-1' }]])
    expect(await changesOf(had.id)).toEqual([])

    expect(await clerk.ok(imports.undoImport, { page, id: importId })).toEqual({ undone: 3 })
    expect([await numberOf(planned.id), await numberOf(gone.id), await numberOf(had.id)]).toEqual([null, null, 'F-HAD'])
    expect(await foundBy('F-2')).toEqual([])
  })

  it('[RT-16/specialList] that take the place of another say which, row by row, before anything is stored', async () => {
    const [had, same, none] = [
      await handOut({ carrierNo: 'W-HAD' }),
      await handOut({ carrierNo: 'W-SAME' }),
      await handOut(),
    ]
    const { accepted, warnings } = await check(clerk, [
      [had.arrangementNo, 'W-1'],
      [same.arrangementNo, 'W-SAME'],
      [none.arrangementNo, 'W-2'],
    ])
    expect(accepted).toBe(3)
    expect(warnings).toEqual(['2 承运商单号: 替换原单号 W-HAD'])
    expect(await numberOf(had.id)).toBe('W-HAD')
  })

  it('[RT-16/specialList] that were typed over since are not taken back over anybody’s head', async () => {
    const [one, two] = [await handOut(), await handOut()]
    const { fileId } = await check(clerk, [
      [one.arrangementNo, 'F-3'],
      [two.arrangementNo, 'F-4'],
    ])
    const { importId } = await clerk.ok(imports.runImport, { page, fileId, mode: 'whole' })
    const { version } = await special(two.id)
    await clerk.ok(specials.setCarrierNo, { id: two.id, version, carrierNo: 'F-5' })
    expect((await clerk.refused(imports.undoImport, { page, id: importId })).reason).toBe('imports.cannotUndo')
    expect([await numberOf(one.id), await numberOf(two.id)]).toEqual(['F-3', 'F-5'])
  })

  it('[RT-16/specialList] are refused row by row, each with its reason, and nothing of a refused row is stored', async () => {
    const taken = await handOut({ carrierNo: 'G-TAKEN' })
    const [one, two, three, gone] = [await handOut(), await handOut(), await handOut(), await handOut()]
    await clerk.ok(specials.cancelSpecials, { ids: [gone.id], reason: '不发了' })
    const rows = [
      [one.arrangementNo, 'G-1'],
      ['ZX99999999999', 'G-2'],
      [two.arrangementNo, 'G-TAKEN'],
      [three.arrangementNo, 'G-1'],
      [one.arrangementNo, 'G-3'],
      [gone.arrangementNo, 'G-4'],
      [two.arrangementNo.replace(/^/, ' '), ''],
      ['', 'G-5'],
    ]
    const { fileId, accepted, refused } = await check(clerk, rows)
    expect(accepted).toBe(1)
    expect(refused).toEqual([
      '3 专线单号: 没有这条记录',
      `4 承运商单号: ${taken.arrangementNo} 已用此单号`,
      `5 承运商单号: ${one.arrangementNo} 已用此单号`,
      '6 专线单号: 与第 2 行重复',
      expect.stringMatching(/^7 专线单号: 专线已取消/),
      expect.stringMatching(/^8 专线单号: 与第 4 行重复,承运商单号: 必填/),
      '9 专线单号: 必填',
    ])
    expect((await check(clerk, [[two.arrangementNo, 'N'.repeat(41)]])).refused).toEqual([
      expect.stringMatching(/^2 承运商单号: /),
    ])
    expect((await check(stranger, [[two.arrangementNo, 'G-6']])).refused).toEqual(['2 专线单号: 没有这条记录'])
    await clerk.ok(imports.runImport, { page, fileId, mode: 'valid' })
    expect([await numberOf(one.id), await numberOf(two.id), await numberOf(three.id)]).toEqual(['G-1', null, null])

    const reads = await world.person('reads', { rights: { specialList: 'browse', specialDelivery: 'edit' } })
    const theirs = await upload(reads.client, [head, [two.arrangementNo, 'G-7']])
    expect((await reads.client.refused(imports.checkImport, { page, fileId: theirs })).code).toBe(403)
  })

  it('[RT-16/specialList] come back in the exported list, filled in as it is', async () => {
    const made = await handOut({ handOver: true })
    const { rows } = await download(clerk, specials.exportSpecials, { q: made.arrangementNo })
    const [titles = [], values = []] = rows
    const filled = titles.map((title, at) => (title === '承运商单号' ? 'H-1' : (values[at] ?? '')))
    const fileId = await upload(clerk, [titles, filled])
    expect(await clerk.ok(imports.checkImport, { page, fileId })).toMatchObject({ accepted: 1, unknownColumns: [] })
    await clerk.ok(imports.runImport, { page, fileId, mode: 'whole' })
    expect(await numberOf(made.id)).toBe('H-1')
  })
})

describe('the handover sheet', () => {
  const textOf = (pages: readonly { svg: string }[]) =>
    pages.flatMap(({ svg }) => [...svg.matchAll(/>([^<]+)<\/text>/g)].map(([, text]) => text)).join('\n')

  it('[PR-04] says who hands what to whom, where it ends, and what the carrier is to collect, with its sums', async () => {
    await world.db.updateTable('company').set({ tel: '13600009999' }).where('id', '=', carrier).execute()
    await world.db.updateTable('company').set({ tel: '0571-85001234' }).where('id', '=', freight.hangzhou).execute()
    await world.db
      .insertInto('transport_price')
      .values({
        version_no: 1,
        name: '恒达',
        company_id: freight.hengda,
        direction: 'receivable',
        basis: 'piece',
        weight_unit: 'kg',
        volume_ratio: '300',
        unit_price: '75',
        tiers: '[]',
        tier_mode: 'whole',
        low_break: false,
        valid_from: '2026-01-01',
        status: 'active',
        search: '',
      })
      .execute()
    const [a, b] = [
      await stored({
        customerId: freight.hengda,
        payMethod: 'collect',
        codAmount: '1280.00',
        receiptRequirement: 'receipt',
        receiptCopies: 2,
      }),
      await stored({ codAmount: '20.50', receiptRequirement: 'receipt', receiptCopies: 1 }),
    ]
    const made = await handOut(
      { carrierNo: 'AD-88', onNotice: true, expectAt: '2026-12-01T10:00:00+08:00', remark: '勿压', handOver: true },
      [a.id, b.id],
    )
    const { pages, template } = await clerk.ok(printing.previewPrint, { type: 'handover', id: made.id })
    expect(template).toBe('handover.a4')
    const text = textOf(pages)
    for (const word of [
      '专线外发单',
      made.arrangementNo,
      '杭州',
      '0571-85001234',
      '安达浙粤专线',
      '136 0000 9999',
      'AD-88',
      '广东省广州市白云区',
      '承运商站点自提 · 等通知放货',
      '白云物流园 A12',
      '2026-12-01 10:00',
      '勿压',
      a.waybillNo,
      b.waybillNo,
      '¥300.00',
      '¥1,300.50',
      '80 kg',
      '合计',
      '交出人签字',
      '接收人签字',
    ])
      expect(text).toContain(word)
    expect(text).toMatch(/回单份数[\s\S]*\b3\b/)
  })

  it('[SE-08] is printed by whoever may see the line shipment, and not once it is cancelled', async () => {
    const made = await handOut()
    const ask = { type: 'handover', id: made.id } as const
    expect((await stranger.refused(printing.previewPrint, ask)).code).toBe(404)
    const { client } = await world.person('yunfan', {
      rights: { printDocuments: 'browse' },
      scope: 'customer',
      companies: [freight.yunfan],
    })
    expect((await client.refused(printing.previewPrint, ask)).code).toBe(404)
    const batch = { type: 'handover' as const, ids: [made.id], way: 'pdf' as const }
    // A line shipment has no loading list.
    expect((await clerk.refused(printing.startPrintBatch, { ...batch, type: 'loading' })).code).toBe(404)
    const { id } = await clerk.ok(printing.startPrintBatch, batch)
    await clerk.ok(printing.nextOfBatch, { id, holder: 'w' })
    await clerk.ok(printing.confirmPrinted, { id, holder: 'w', to: 1 })
    expect(await clerk.ok(printing.getPrintLog, ask)).toMatchObject([{ way: 'pdf', whole: true }])
    await clerk.ok(specials.cancelSpecials, { ids: [made.id], reason: '不发了' })
    expect((await clerk.refused(printing.startPrintBatch, batch)).reason).toBe('printing.cancelled')
  })
})
