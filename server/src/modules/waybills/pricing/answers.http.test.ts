import * as approvals from '@xunyun/contract/approvals/calls'
import * as setup from '@xunyun/contract/approvals/setup'
import { languages } from '@xunyun/contract/pages'
import * as calls from '@xunyun/contract/waybills/calls'
import * as charges from '@xunyun/contract/waybills/charges'
import * as imports from '@xunyun/contract/workbench/imports'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Freight, openFreight } from '../../../../test/freight.ts'
import { download, upload } from '../../../../test/sheets.ts'
import { openWorld, type Person, type World } from '../../../../test/world.ts'
import { agreed, sheetColumns } from './sheet.ts'

let world: World
let freight: Freight
let boss: Person
beforeAll(async () => {
  world = await openWorld()
  freight = await openFreight(world)
  boss = await world.person('boss', { rights: { priceCheck: 'approve', unreviewed: 'approve' } })
  await world.admin.ok(setup.addApproverLevel, {
    bizType: 'price',
    level: 1,
    mode: 'any',
    amountFrom: '0',
    userIds: [boss.id],
    roleIds: [],
  })
})
afterAll(() => world.close())

const page = 'wayBillList' as const
/** A waybill whose price was reviewed, of so many yuan. */
async function reviewed(amount: string, customerId = freight.yunfan) {
  const waybill = await freight.waybill(world.admin, 2, { customerId, charges: [{ feeItem: 'freight', amount }] })
  const { rows } = await boss.client.ok(approvals.getApprovals, {})
  await boss.client.ok(approvals.decideApprovals, {
    ids: rows.map(({ id }) => id),
    decision: 'approve',
    opinion: '同意',
  })
  return waybill
}
const detail = (id: number) => world.admin.ok(calls.getWaybill, { id })
const header = ['运单号', '运费合计(元)', '答复', '意见']
const said = (report: imports.ImportReport) =>
  report.refused.map((one) => `${one.row} ${one.errors.map(({ column, msg }) => `${column}：${msg}`).join('；')}`)

describe('[RT-16/wayBillList] 发客户: prices go out as a sheet and come back with the answers', () => {
  it("the sheet holds one customer's reviewed prices, with room for the answers", async () => {
    const mine = await reviewed('120.5')
    const other = await reviewed('80', freight.hengda)
    const { rows } = await download(world.admin, calls.exportPriceSheet, {
      customerId: freight.yunfan,
      ids: [mine.id, other.id],
    })
    expect(rows[0]).toEqual(expect.arrayContaining(header))
    expect(rows.slice(1).map((row) => row[0])).toEqual([mine.waybillNo])
    // What can be chosen there is understood when it comes back.
    const { choices } = sheetColumns.find(({ key }) => key === 'answer') ?? {}
    for (const language of languages) expect(choices?.(language).map(agreed)).toEqual([true, false])
    expect((await world.admin.ok(charges.markPricesSent, { ids: [mine.id, other.id] })).done).toBe(2)
    expect((await detail(mine.id)).priceSentAt).not.toBeNull()
  })

  it('what the customer agrees to is confirmed; what it disputes stays, with its words, in a tab of its own', async () => {
    const [yes, no] = [await reviewed('100'), await reviewed('200')]
    const fileId = await upload(world.admin, [
      header,
      [yes.waybillNo, '100.00', '同意', ''],
      [no.waybillNo, '200', '不同意', '说好 180'],
    ])
    expect(said(await world.admin.ok(imports.checkImport, { page, fileId }))).toEqual([])
    const { importId } = await world.admin.ok(imports.runImport, { page, fileId, mode: 'whole' })
    expect(await detail(yes.id)).toMatchObject({ priceState: 'confirmed', priceNote: null })
    expect(await detail(no.id)).toMatchObject({ priceState: 'reviewed', priceNote: '说好 180' })
    const disputed = async () =>
      (await world.admin.ok(calls.getWaybills, { priceTab: 'disputed' })).rows.map(({ id }) => id)
    expect(await disputed()).toEqual([no.id])
    expect((await world.admin.ok(calls.getWaybillTotals, { priceTab: 'disputed' })).tabs.disputed).toBe(1)

    await world.admin.ok(imports.undoImport, { page, id: importId })
    expect(await detail(yes.id)).toMatchObject({ priceState: 'reviewed' })
    expect(await detail(no.id)).toMatchObject({ priceNote: null })
    expect(await disputed()).toEqual([])
  })

  it('another price ends the dispute', async () => {
    const { id, waybillNo } = await reviewed('200')
    const fileId = await upload(world.admin, [header, [waybillNo, '', '有异议', '太贵']])
    await world.admin.ok(imports.runImport, { page, fileId, mode: 'whole' })
    expect((await detail(id)).priceNote).toBe('太贵')
    expect((await world.admin.ok(charges.confirmPrices, { ids: [id] })).done).toBe(1)
    expect((await detail(id)).priceNote).toBeNull()
  })

  it('an answer to another price, to nothing, or to what is settled is refused at its cell', async () => {
    const { waybillNo, id } = await reviewed('100')
    const settled = await reviewed('50')
    await world.admin.ok(charges.confirmPrices, { ids: [settled.id] })
    const fileId = await upload(world.admin, [
      header,
      [waybillNo, '90', '同意', ''],
      [waybillNo, '', '也许', ''],
      [waybillNo, '', '不同意', ''],
      ['YD00000000000', '', '同意', ''],
      [settled.waybillNo, '50', '同意', ''],
      [waybillNo, '', '', ''],
    ])
    const found = said(await world.admin.ok(imports.checkImport, { page, fileId }))
    expect(found[0]).toContain('运费合计：现在的价格是 100.00 元')
    expect(found[1]).toContain('答复')
    expect(found[2]).toContain('意见：不同意要写意见')
    expect(found[3]).toContain('运单号')
    expect(found[4]).toContain('已确认')
    expect(found[5]).toContain('答复')
    expect((await detail(id)).priceState).toBe('reviewed')
  })

  it('[D-05] a customer answers for nobody, and another outlet not for this one', async () => {
    const { waybillNo, id } = await reviewed('100')
    const rights = { wayBillList: 'edit', allWayBill: 'edit' } as const
    const guangzhou = await world.person('gz', { rights, scope: 'outlet', companies: [freight.guangzhou] })
    const fileId = await upload(guangzhou.client, [header, [waybillNo, '', '同意', '']])
    expect(said(await guangzhou.client.ok(imports.checkImport, { page, fileId }))).toHaveLength(1)
    const buyer = await world.person('buyer', { rights: 'all', scope: 'customer', companies: [freight.yunfan] })
    const theirs = await upload(buyer.client, [header, [waybillNo, '', '同意', '']])
    expect((await buyer.client.refused(imports.checkImport, { page, fileId: theirs })).code).toBe(403)
    expect((await buyer.client.refused(charges.markPricesSent, { ids: [id] })).code).toBe(403)
    expect((await detail(id)).priceState).toBe('reviewed')
  })
})
