import * as approvals from '@xunyun/contract/approvals/calls'
import * as setup from '@xunyun/contract/approvals/setup'
import * as calls from '@xunyun/contract/costs/adjustments'
import * as applications from '@xunyun/contract/costs/applications'
import { exportFreights, getFreights } from '@xunyun/contract/enquiries/freight'
import type { Sent } from '@xunyun/contract/kernel/call'
import * as waybills from '@xunyun/contract/waybills/calls'
import * as charges from '@xunyun/contract/waybills/charges'
import { paymentText } from '@xunyun/contract/waybills/payments'
import * as imports from '@xunyun/contract/workbench/imports'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Freight, openFreight, waybillOf } from '../../../../test/freight.ts'
import { download, upload } from '../../../../test/sheets.ts'
import { openWorld, type Person, type World } from '../../../../test/world.ts'

let world: World
let freight: Freight
let clerk: Person
let boss: Person
let chief: Person
let head: Person
const office = {
  taskList: 'edit',
  allWayBill: 'edit',
  wayBillList: 'edit',
  incOrDec: 'edit',
  incOrDecList: 'edit',
  hashList: 'edit',
} as const
const level = (bizType: 'price' | 'changeRequest' | 'costZJ', userId: number, level = 1, amountFrom = '0') =>
  world.admin.ok(setup.addApproverLevel, { bizType, level, mode: 'any', amountFrom, userIds: [userId], roleIds: [] })

beforeAll(async () => {
  world = await openWorld()
  freight = await openFreight(world)
  clerk = await world.person('clerk', { rights: office })
  boss = await world.person('boss', { rights: { costZJ: 'approve', priceCheck: 'approve', unreviewed: 'approve' } })
  head = await world.person('head', { rights: { wayBillList: 'approve', incOrDecList: 'approve' } })
  chief = await world.person('chief', { rights: { costZJ: 'approve', costView: 'browse' } })
  await level('price', boss.id)
  await level('changeRequest', boss.id)
  await level('costZJ', boss.id)
  await level('costZJ', chief.id, 2, '1000')
})
afterAll(() => world.close())

const decide = async (by: Person, decision: 'approve' | 'reject' = 'approve', no?: string) => {
  const { rows } = await by.client.ok(approvals.getApprovals, { pageSize: 500, ...(no === undefined ? {} : { q: no }) })
  return by.client.ok(approvals.decideApprovals, { ids: rows.map(({ id }) => id), decision, opinion: '核对过' })
}
/** A waybill whose freight is agreed with the customer. */
const confirmed = async (freightAmount = '1000', over: Partial<Sent<typeof waybills.createWaybill>> = {}) => {
  const made = await freight.waybill(clerk.client, 10, {
    charges: [{ feeItem: 'freight', amount: freightAmount }],
    ...over,
  })
  await decide(boss)
  const { done } = await clerk.client.ok(charges.confirmPrices, { ids: [made.id] })
  expect(done).toBe(1)
  return made
}
type Line = Sent<typeof calls.addAdjustments>['lines'][number]
const adjust = (line: Partial<Exclude<Line, string>> & { waybillId: number }, submit = true) =>
  clerk.client.ok(calls.addAdjustments, {
    lines: [{ feeItem: 'freight', amount: '-120', reason: '客户投诉破损', ...line }],
    submit,
  })
const refused = async (line: Partial<Exclude<Line, string>>) => {
  const { fields } = await clerk.client.refused(calls.addAdjustments, {
    lines: [{ feeItem: 'freight', amount: '-120', reason: '客户投诉破损', ...line }],
    submit: true,
  })
  return fields
}
const chargesOf = (id: number) => clerk.client.ok(charges.getWaybillCharges, { id })
const detail = (id: number) => clerk.client.ok(calls.getAdjustment, { id })

describe('[RT-16/incOrDec] [D-02] a confirmed charge changes by an adjustment alone', () => {
  it('[T21] an approved one is a charge of its own, and the chain keeps the new receivable', async () => {
    const { id, waybillNo } = await confirmed()
    const {
      ids: [zj = 0],
      nos: [no = ''],
    } = await adjust({ waybillId: id })
    expect(no).toMatch(/^ZJ\d{11}$/)
    expect((await chargesOf(id)).receivable).toBe('1000.00')
    expect(await detail(zj)).toMatchObject({
      state: 'pending',
      before: '1000.00',
      amount: '-120.00',
      level: 1,
      levels: 1,
    })
    await decide(boss, 'approve', no)
    const after = await chargesOf(id)
    expect(after.receivable).toBe('880.00')
    expect(after.charges.map(({ feeItem, amount, source }) => `${feeItem} ${amount} ${source}`)).toEqual([
      'freight 1000.00 manual',
      'freight -120.00 adjustment',
    ])
    expect(await detail(zj)).toMatchObject({ state: 'approved', opinion: '核对过', before: '1000.00' })
    const { events, chain } = await clerk.client.ok(waybills.getWaybillEvents, { id })
    expect(chain.ok).toBe(true)
    expect(events.find(({ type }) => type === 'adjusted')?.params).toEqual({ amount: '-120.00', receivable: '880.00' })
    expect((await clerk.client.ok(calls.getAdjustables, { numbers: [waybillNo] }))[0]?.items).toMatchObject([
      { feeItem: 'freight', amount: '880.00', openNo: null },
    ])
  })

  it('[T21] no item falls below nothing, neither when it is sent in nor when it is approved', async () => {
    const { id } = await confirmed()
    await adjust({ waybillId: id })
    await decide(boss)
    expect(await refused({ waybillId: id, amount: '-880.01' })).toMatchObject([
      { path: 'lines.0.amount', reason: 'costs.belowZero', params: { least: '880.00' } },
    ])
    await adjust({ waybillId: id, amount: '-880.00' })
    await decide(boss)
    expect((await chargesOf(id)).receivable).toBe('0.00')
  })

  it('is asked of a confirmed waybill, one at a time for an item, in a whole form or not at all', async () => {
    const open = await freight.waybill(clerk.client, 10, { charges: [{ feeItem: 'freight', amount: '50' }] })
    expect(await refused({ waybillId: open.id })).toMatchObject([
      { path: 'lines.0.waybillId', reason: 'costs.notConfirmed' },
    ])
    const { id } = await confirmed()
    for (const [line, path, reason] of [
      [{ waybillId: id, amount: '0' }, 'lines.0.amount', 'costs.noAmount'],
      [{ waybillId: id, amount: '1.005' }, 'lines.0.amount', 'field.places'],
      [{ waybillId: id, amount: '1234567890123' }, 'lines.0.amount', 'field.tooLarge'],
      [{ waybillId: 999_999 }, 'lines.0.waybillId', 'costs.unknownWaybill'],
      [{ chargeId: 999_999 }, 'lines.0.chargeId', 'costs.unknownCharge'],
      [{}, 'lines.0.waybillId', 'costs.oneOfBoth'],
      // A device, a receipt, a bad debt, a hand-in make these.
      ...(['deposit', 'roundOff', 'badDebt', 'handInDifference'] as const).map(
        (feeItem) => [{ waybillId: id, feeItem }, 'lines.0.feeItem', 'waybills.ownDocument'] as const,
      ),
      [{ waybillId: id, companyId: 999_999 }, 'lines.0.companyId', 'costs.unknownParty'],
      [{ waybillId: id, payments: [{ method: 'cash', amount: '1' }] }, 'lines.0.payments.0.method', 'field.choice'],
    ] as const)
      expect(await refused(line as never), reason).toMatchObject([{ path, reason }])
    await adjust({ waybillId: id })
    expect(await refused({ waybillId: id })).toMatchObject([
      { path: 'lines.0.feeItem', reason: 'costs.adjustmentOpen' },
    ])
    const typed = {
      ...waybillOf(freight.hangzhou, freight.yunfan, 10),
      charges: [{ feeItem: 'deposit', amount: '10' }],
    }
    expect((await clerk.client.refused(waybills.createWaybill, typed as never)).fields).toMatchObject([
      { path: 'charges.0.feeItem', reason: 'waybills.ownDocument' },
    ])
    const before = await world.db.selectFrom('application').select('id').execute()
    const { fields } = await clerk.client.refused(calls.addAdjustments, {
      lines: [
        { waybillId: id, feeItem: 'handling', amount: '30', reason: '装卸' },
        { waybillId: id, feeItem: 'handling', amount: '31', reason: '装卸' },
      ],
      submit: true,
    })
    expect(fields).toMatchObject([{ path: 'lines.1.feeItem', reason: 'costs.twice' }])
    expect(await world.db.selectFrom('application').select('id').execute()).toHaveLength(before.length)
  })

  it('[T20] a draft is sent in, taken back, sent back, mended and void; never decided by who applied', async () => {
    const { id } = await confirmed()
    const {
      ids: [zj = 0],
      nos: [no = ''],
    } = await adjust({ waybillId: id }, false)
    expect((await detail(zj)).actions.map(({ key }) => key)).toEqual(['edit', 'submit', 'void'])
    expect((await clerk.client.ok(applications.submitApplications, { ids: [zj] })).done).toBe(1)
    expect((await clerk.client.ok(applications.withdrawApplications, { ids: [zj] })).done).toBe(1)
    await clerk.client.ok(applications.submitApplications, { ids: [zj] })
    await decide(boss, 'reject', no)
    expect(await detail(zj)).toMatchObject({ state: 'rejected', opinion: '核对过' })
    const { version } = await detail(zj)
    await clerk.client.ok(calls.changeAdjustment, {
      id: zj,
      version,
      feeItem: 'freight',
      amount: '-100',
      reason: '重谈',
      submit: true,
    })
    await decide(boss, 'approve', no)
    expect((await chargesOf(id)).receivable).toBe('900.00')
    expect((await clerk.client.ok(applications.voidApplications, { ids: [zj], reason: '不要' })).refused).toMatchObject(
      [{ no, reason: 'costs.wrongState' }],
    )
  })

  it('[D-04] −1,500 asks whom 1,500 asks: two levels', async () => {
    const { id } = await confirmed('5000')
    const {
      ids: [zj = 0],
      nos: [no = ''],
    } = await adjust({ waybillId: id, amount: '-1500' })
    expect(await detail(zj)).toMatchObject({ level: 1, levels: 2 })
    await decide(boss, 'approve', no)
    expect((await chargesOf(id)).receivable).toBe('5000.00')
    await decide(chief, 'approve', no)
    expect((await chargesOf(id)).receivable).toBe('3500.00')
  })

  it('a confirmation is not taken back while one is under review; afterwards it stays through a new price', async () => {
    const { id } = await confirmed()
    const {
      nos: [no = ''],
    } = await adjust({ waybillId: id })
    const held = await head.client.ok(charges.unconfirmPrices, { ids: [id], reason: '重谈' })
    expect(held.refused).toMatchObject([{ reason: 'waybills.adjustmentOpen' }])
    await decide(boss, 'approve', no)
    expect((await head.client.ok(charges.unconfirmPrices, { ids: [id], reason: '重谈' })).done).toBe(1)
    const { version } = await chargesOf(id)
    const kept = (await chargesOf(id)).charges[0]?.id
    const { msg } = await clerk.client.refused(charges.priceWaybill, {
      id,
      version,
      charges: [{ feeItem: 'freight', amount: '100' }],
    })
    expect(msg).toContain(no)
    await clerk.client.ok(charges.priceWaybill, { id, version, charges: [{ feeItem: 'freight', amount: '1100' }] })
    await decide(boss)
    const after = await chargesOf(id)
    expect(after.receivable).toBe('980.00')
    // A priced line keeps its id.
    expect(after.charges[0]?.id).toBe(kept)
    expect((await clerk.client.ok(waybills.getWaybillEvents, { id })).chain.ok).toBe(true)
  })

  it('named parts of 多笔付 that are more than the new receivable are agreed anew', async () => {
    const { id } = await confirmed('1000', {
      payMethod: 'split',
      payments: [{ method: 'prepaid', amount: '950' }, { method: 'monthly' }],
    })
    expect(await refused({ waybillId: id })).toMatchObject([
      { path: 'lines.0.payments', reason: 'waybills.splitExceeds' },
    ])
    await adjust({ waybillId: id, payments: [{ method: 'prepaid', amount: '800' }, { method: 'monthly' }] })
    await decide(boss)
    expect((await chargesOf(id)).payments).toEqual([
      { method: 'prepaid', amount: '800.00' },
      { method: 'monthly', amount: '80.00' },
    ])
  })

  it('[M4] [V11] charges divided over parts and adjusted later keep each part as agreed; the door collects Σ 到付 and COD', async () => {
    const fees = [
      { feeItem: 'freight', amount: '400' },
      { feeItem: 'pickup', amount: '50' },
      { feeItem: 'insurance', amount: '20' },
    ] as const
    const made = async (payments: { method: 'prepaid' | 'collect' | 'monthly'; amount?: string }[]) =>
      (await confirmed('400', { charges: [...fees], payMethod: 'split', payments, codAmount: '5000' })).id
    /** Of each way to pay: Σ charges, and what was agreed. */
    const parts = async (id: number) => {
      const { rows } = await sql<{ method: string; amount: string }>`
        select pay_method as method, sum(amount)::text as amount from charge
        where waybill_id = ${id} and direction = 'receivable' and state <> 'void' group by 1`.execute(world.db)
      const byMethod = (all: readonly { method: string; amount: string }[]) =>
        Object.fromEntries(all.map(({ method, amount }) => [method, amount]))
      return { charged: byMethod(rows), agreed: byMethod((await chargesOf(id)).payments) }
    }
    const same = (of: Record<string, string>) => ({ charged: of, agreed: of })
    const atDoor = async (id: number) => {
      const { freightToCollect, codAmount } = await clerk.client.ok(waybills.getWaybill, { id })
      return [freightToCollect, codAmount]
    }
    const fixed = await made([
      { method: 'prepaid', amount: '200' },
      { method: 'collect', amount: '100' },
      { method: 'monthly' },
    ])
    expect(await parts(fixed)).toEqual(same({ prepaid: '200.00', collect: '100.00', monthly: '170.00' }))
    await adjust({ waybillId: fixed })
    await decide(boss)
    expect(await parts(fixed)).toEqual(same({ prepaid: '200.00', collect: '100.00', monthly: '50.00' }))
    expect(await atDoor(fixed)).toEqual(['100.00', '5000.00'])

    // What the consignee pays for by himself comes to it.
    const stairs = await confirmed('400', {
      charges: [...fees],
      payMethod: 'split',
      payments: [{ method: 'prepaid', amount: '200' }, { method: 'collect', amount: '100' }, { method: 'monthly' }],
      codAmount: '5000',
      services: [{ type: 'stairs', payer: 'consignee', amount: '30' }],
    })
    expect(await atDoor(stairs.id)).toEqual(['130.00', '5000.00'])
    // What is shown is what is charged: on the price, the waybill, the list, integrated freight and their files.
    const ways = { prepaid: '200.00', collect: '130.00', monthly: '170.00' }
    expect(await parts(stairs.id)).toEqual(same(ways))
    const text = '现付 200.00 + 到付 130.00 + 月结 170.00'
    const reader = (await world.person('reader', { rights: 'all' })).client
    const { waybillNo, ...one } = await reader.ok(waybills.getWaybill, { id: stairs.id })
    const [row] = (await reader.ok(waybills.getWaybills, { q: waybillNo })).rows
    const [earned] = (await reader.ok(getFreights, { q: waybillNo })).rows
    expect([one, row, earned].map((shown) => shown && paymentText(shown, 'zh'))).toEqual([text, text, text])
    for (const call of [waybills.exportWaybills, exportFreights])
      expect(JSON.stringify(await download(reader, call, { q: waybillNo }))).toContain(text)
    // An adjustment asks the same of them: 300.00 are named of the customer's 470.00, of which 200.00 come off.
    const less = { waybillId: stairs.id, amount: '-200' }
    expect(await refused(less)).toMatchObject([
      { path: 'lines.0.payments', params: { fixed: '300.00', receivable: '270.00' } },
    ])
    const [known] = await clerk.client.ok(calls.getAdjustables, { numbers: [waybillNo] })
    expect(known).toMatchObject({ receivable: '500.00', own: '470.00' })
    const { ids } = await adjust({ ...less, amount: '-20' }, false)
    expect(await detail(ids[0] ?? 0)).toMatchObject({ receivable: '500.00', own: '470.00' })
    // What the consignee alone owes is in none of them.
    const whole = await confirmed('400', {
      charges: [...fees],
      payMethod: 'split',
      payments: [{ method: 'prepaid', amount: '370' }, { method: 'collect', amount: '100' }, { method: 'monthly' }],
      services: [{ type: 'stairs', payer: 'consignee', amount: '30' }],
    })
    await adjust({ waybillId: whole.id, feeItem: 'stairs', amount: '-10' })
    // Fixed parts are of what the customer owes: 480.00 of his 470.00 is too much, whatever others pay for.
    const over = {
      ...waybillOf(freight.hangzhou, freight.yunfan, 10),
      place: true,
      charges: [...fees],
      payMethod: 'split' as const,
      payments: [{ method: 'prepaid' as const, amount: '480' }, { method: 'monthly' as const }],
      services: [{ type: 'stairs' as const, payer: 'consignee' as const, amount: '30' }],
    }
    expect((await clerk.client.refused(waybills.createWaybill, over)).fields).toMatchObject([
      { path: 'payments', reason: 'waybills.splitExceeds', params: { fixed: '480.00', receivable: '470.00' } },
    ])
    const draft = await clerk.client.ok(waybills.createWaybill, { ...over, place: false })
    expect((await clerk.client.ok(waybills.placeWaybills, { ids: [draft.id] })).refused).toMatchObject([
      { reason: 'waybills.splitExceeds' },
    ])

    // The door takes what the others leave: what is adjusted is collected there.
    const rest = await made([{ method: 'prepaid', amount: '200' }, { method: 'collect' }])
    expect(await parts(rest)).toEqual(same({ prepaid: '200.00', collect: '270.00' }))
    await adjust({ waybillId: rest })
    await decide(boss)
    expect(await parts(rest)).toEqual(same({ prepaid: '200.00', collect: '150.00' }))
    expect(await atDoor(rest)).toEqual(['150.00', '5000.00'])
  })

  it('of two reviewers at once and sixteen applicants of one line exactly one has his way', async () => {
    const { id } = await confirmed()
    const all = await Promise.all(
      Array.from({ length: 16 }, () =>
        clerk.client.send(calls.addAdjustments, {
          lines: [{ waybillId: id, feeItem: 'freight', amount: '-1', reason: '抢' }],
          submit: true,
        }),
      ),
    )
    expect(all.filter(({ code }) => code === 200)).toHaveLength(1)
    const { rows } = await boss.client.ok(approvals.getApprovals, { pageSize: 500 })
    const ids = rows.map((row) => row.id)
    const twice = await Promise.all(
      [1, 2].map(() => boss.client.ok(approvals.decideApprovals, { ids, decision: 'approve' })),
    )
    expect(twice.map(({ done }) => done).sort()).toEqual([0, 1])
    expect((await chargesOf(id)).receivable).toBe('999.00')
  })

  it('[T21] many are sent in and approved by one call each: those of one waybill build on one another, what one meets leaves the others alone', async () => {
    const a = await confirmed()
    const b = await confirmed()
    const drafts = await clerk.client.ok(calls.addAdjustments, {
      lines: [
        { waybillId: a.id, feeItem: 'freight', amount: '-100', reason: '一' },
        { waybillId: a.id, feeItem: 'stairs', amount: '30', reason: '二' },
        { waybillId: b.id, feeItem: 'freight', amount: '-600', reason: '三' },
      ],
    })
    const twice = await adjust({ waybillId: b.id, amount: '-500' }, false)
    const sent = await clerk.client.ok(applications.submitApplications, { ids: [...drafts.ids, ...twice.ids] })
    expect(sent).toMatchObject({
      done: 3,
      refused: [
        { no: twice.nos[0], reason: 'costs.adjustmentOpen', msg: expect.stringContaining(drafts.nos[2] ?? '?') },
      ],
    })
    expect(await decide(boss, 'approve')).toMatchObject({ done: 3, refused: [] })
    expect((await chargesOf(a.id)).receivable).toBe('930.00')
    expect((await chargesOf(b.id)).receivable).toBe('400.00')
    const { events, chain } = await clerk.client.ok(waybills.getWaybillEvents, { id: a.id })
    expect(chain.ok).toBe(true)
    expect(events.filter(({ type }) => type === 'adjusted').map(({ params }) => params?.receivable)).toEqual(
      expect.arrayContaining(['900.00', '930.00']),
    )
    // What would have fitted before no longer does.
    await clerk.client
      .ok(applications.submitApplications, { ids: twice.ids })
      .then(({ refused }) => expect(refused).toMatchObject([{ reason: 'costs.belowZero' }]))
  })

  it('[RT-15/costZJ] the margin before and after is for reviewers who may see costs; the others are not sent it', async () => {
    const { id } = await confirmed('5000')
    const {
      nos: [no = ''],
    } = await adjust({ waybillId: id, amount: '-1500' })
    const factsOf = async (by: Person) => {
      const { rows } = await by.client.ok(approvals.getApprovals, { q: no, bizTypes: ['costZJ'] })
      const { facts } = await by.client.ok(approvals.getApproval, { id: rows[0]?.id ?? 0 })
      expect(facts).toEqual(rows[0]?.facts)
      return facts
    }
    const plain = await factsOf(boss)
    expect(plain).toMatchObject({ before: '5000.00', change: '-1500.00', after: '3500.00', newReceivable: '3500.00' })
    expect(plain).not.toHaveProperty('margin')
    expect(plain).not.toHaveProperty('newMargin')
    await decide(boss, 'approve', no)
    expect(await factsOf(chief)).toMatchObject({ margin: '5000.00', newMargin: '3500.00' })
    await decide(chief, 'approve', no)
  })

  it('[D-05] a customer reads the new receivable and no reason; another outlet and a customer reach no adjustment', async () => {
    const { id } = await confirmed()
    const {
      ids: [zj = 0],
    } = await adjust({ waybillId: id, reason: '内部原因' })
    await decide(boss)
    const customer = await world.person('customer1', {
      rights: { allWayBill: 'browse', incOrDecList: 'browse', incOrDec: 'edit' },
      scope: 'customer',
      companies: [freight.yunfan],
    })
    const seen = await customer.client.ok(charges.getWaybillCharges, { id })
    expect(seen.receivable).toBe('880.00')
    const { events } = await customer.client.ok(waybills.getWaybillEvents, { id })
    expect(JSON.stringify({ seen, events })).not.toContain('内部原因')
    expect(events.find(({ type }) => type === 'adjusted')?.params).toEqual({ amount: '-120.00', receivable: '880.00' })
    const other = await world.person('other1', { rights: office, scope: 'outlet', companies: [freight.guangzhou] })
    for (const person of [customer, other]) {
      expect((await person.client.send(calls.getAdjustment, { id: zj })).code).not.toBe(200)
      expect((await person.client.send(applications.voidApplications, { ids: [zj], reason: 'x' })).code === 200).toBe(
        person === other,
      )
    }
    expect((await other.client.ok(calls.getAdjustments, {})).rows).toEqual([])
    expect((await other.client.ok(calls.getAdjustables, { numbers: ['YD1'] }))[0]?.problem).not.toBeNull()
  })
})

describe('[RT-16/incOrDec] adjustments of an Excel file', () => {
  const page = 'incOrDec'
  const sheet = (...rows: string[][]) =>
    upload(clerk.client, [['单号', '费用项', '往来单位', '增减(元)*', '事由*'].with(0, '运单号/安排单号*'), ...rows])

  it('come in as drafts by the rules of the form; what is wrong stands at its cell, and they are taken back until one was sent in', async () => {
    const a = await confirmed()
    const b = await confirmed()
    const unconfirmed = await freight.waybill(clerk.client, 1)
    const fileId = await sheet(
      [a.waybillNo, '基本运费', '', '−120', '破损'],
      [b.waybillNo, '', '', '(30)', '少收件'],
      [b.waybillNo, '上楼费', '', '1,080.5', '加上楼'],
      [a.waybillNo, '基本运费', '', '-1', '再减'],
      [b.waybillNo, '没有这项', '', '-1', 'x'],
      [unconfirmed.waybillNo, '基本运费', '', '-1', 'x'],
      ['YD00000000000', '基本运费', '', '-1', 'x'],
      [a.waybillNo, '上楼费', '', '-1', '多减'],
    )
    const report = await clerk.client.ok(imports.checkImport, { page, fileId })
    expect([report.accepted, ...report.refused.map(({ row, errors }) => `${row} ${errors[0]?.column}`)]).toEqual([
      3,
      '5 费用项',
      '6 费用项',
      '7 运单号/安排单号',
      '8 运单号/安排单号',
      '9 增减',
    ])
    const { importId } = await clerk.client.ok(imports.runImport, { page, fileId, mode: 'valid' })
    const drafts = async () =>
      (await clerk.client.ok(calls.getAdjustments, { tab: 'draft', pageSize: 100 })).rows.filter(({ ofNo }) =>
        [a.waybillNo, b.waybillNo].includes(ofNo),
      )
    const made = await drafts()
    expect(made.map(({ no, feeItem, amount, reason }) => [no.length, feeItem, amount, reason]).sort()).toEqual([
      [13, 'freight', '-120.00', '破损'],
      [13, 'freight', '-30.00', '少收件'],
      [13, 'stairs', '1080.50', '加上楼'],
    ])
    const one = made.find(({ amount }) => amount === '-120.00')
    await clerk.client.ok(applications.submitApplications, { ids: [one?.id ?? 0] })
    expect((await clerk.client.refused(imports.undoImport, { page, id: importId })).reason).toBe('imports.cannotUndo')
    expect(await drafts()).toHaveLength(2)
    await clerk.client.ok(applications.withdrawApplications, { ids: [one?.id ?? 0] })
    await clerk.client.ok(imports.undoImport, { page, id: importId })
    expect(await drafts()).toEqual([])
  })
})
