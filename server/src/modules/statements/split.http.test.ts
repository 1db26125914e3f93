import * as calls from '@xunyun/contract/statements/calls'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Freight, openFreight } from '../../../test/freight.ts'
import * as owing from '../../../test/owing.ts'
import { downloadPdf } from '../../../test/pdf.ts'
import { reviewedBy } from '../../../test/reviews.ts'
import { download } from '../../../test/sheets.ts'
import { openWorld, type Person, type World } from '../../../test/world.ts'

let world: World
let freight: Freight
let finance: Person
let boss: Person
beforeAll(async () => {
  world = await openWorld()
  freight = await openFreight(world)
  finance = await world.person('finance', { rights: 'all' })
  boss = await world.person('boss', { rights: { unreviewed: 'approve', costZJ: 'approve' } })
  await reviewedBy(world, boss.id, ['price', 'costZJ'])
})
afterAll(() => world.close())

it('[M53] of a waybill of 多笔付 a statement says its customer’s part and the whole: in the sheet, on his page, in Excel and PDF; where all is his it says nothing', async () => {
  const company = await world.company('嵊州三界', ['customer'])
  const split = (monthly: string) => ({
    payMethod: 'split',
    payments: [{ method: 'monthly', amount: monthly }, { method: 'collect' }],
  })
  await owing.owed({ world, freight, by: boss }, company, '2026-06-05', '1461.60', split('20'))
  await owing.owed({ world, freight, by: boss }, company, '2026-06-06', '300')
  const asked = { companyId: company, outletId: freight.hangzhou, toDay: '2026-06-30' }
  const { id } = await finance.client.ok(calls.generateStatement, asked)
  const { lines } = await finance.client.ok(calls.getStatement, { id })
  expect(lines.map(({ kind, amount, split: part }) => [kind, amount, part])).toEqual([
    ['charge', '20.00', { own: '20.00', whole: '1461.60' }],
    ['charge', '300.00', null],
  ])
  await finance.client.ok(calls.sendStatements, { ids: [id] })
  const said = '多笔付 本方 20.00 / 共 1,461.60'
  const { path } = await finance.client.ok(calls.copyStatementLink, { id })
  const page = await (await fetch(`${world.url}${path}`, { headers: { 'accept-language': 'zh' } })).text()
  expect(page.split(said)).toHaveLength(2)
  const { rows: sheet } = await download(finance.client, calls.exportStatement, { id })
  expect(sheet.flat().filter((cell) => cell === said)).toHaveLength(1)
  const paper = await downloadPdf(finance.client, calls.getStatementPdf, { id })
  expect(paper.pages.flat().join('')).toContain('本方 20.00')
})
