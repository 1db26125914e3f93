import { addApproverLevel } from '@xunyun/contract/approvals/setup'
import * as waybills from '@xunyun/contract/waybills/calls'
import * as calls from '@xunyun/contract/waybills/chains'
import * as charges from '@xunyun/contract/waybills/charges'
import { getMyJobs } from '@xunyun/contract/workbench/jobs'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Freight, openFreight } from '../../../../test/freight.ts'
import { rowsOf } from '../../../../test/sheets.ts'
import { type Client, openWorld, type Person, type World } from '../../../../test/world.ts'

let world: World
let freight: Freight
let office: Person
beforeAll(async () => {
  world = await openWorld()
  freight = await openFreight(world)
  office = await world.person('office', { rights: 'all' })
})
afterAll(() => world.close())

/** Changes a row as somebody with the database's password would, and takes it back afterwards. */
async function byHand(change: string, back: string, run: () => Promise<void>): Promise<void> {
  const each = async (statement: string) => {
    await sql`alter table waybill_event disable trigger user`.execute(world.db)
    await sql.raw(statement).execute(world.db)
    await sql`alter table waybill_event enable trigger user`.execute(world.db)
  }
  await each(change)
  try {
    await run()
  } finally {
    await each(back)
  }
}
const rowOf = async (id: number, client: Client = office.client) =>
  (await client.ok(calls.getChains, { ids: [id] })).rows[0]
const page = (path: string, language = 'zh') =>
  fetch(`${world.url}${path}`, { headers: { 'accept-language': language } })
async function finished(id: number, client: Client = office.client) {
  return vi.waitFor(async () => {
    const job = (await client.ok(getMyJobs, {})).find((one) => one.id === id)
    if (job?.state !== 'done') throw new Error(job?.state)
    return job
  }, 20_000)
}

describe('[RT-16/hashList] the chain of a waybill', () => {
  it('is unchecked until somebody looks, whole after that, and unchecked again when it has grown', async () => {
    const { id } = await freight.waybill(office.client, 3)
    expect(await rowOf(id)).toMatchObject({ chainState: 'unchecked', events: 1, lastEvent: 'placed', brokenAt: null })
    expect(await office.client.ok(calls.verifyChains, { ids: [id] })).toEqual({ whole: 1, broken: [] })
    expect(await rowOf(id)).toMatchObject({ chainState: 'whole' })
    await office.client.ok(waybills.checkInWaybills, { ids: [id] })
    expect(await rowOf(id)).toMatchObject({ chainState: 'unchecked', events: 2 })
  })

  it('names the first broken event after a change by hand, in the list, alone and among all', async () => {
    const { id } = await freight.waybill(office.client, 3)
    await office.client.ok(waybills.checkInWaybills, { ids: [id] })
    const change = (pieces: number) =>
      `update waybill_event set payload = jsonb_set(payload, '{params,pieces}', '${pieces}') where waybill_id = ${id} and seq = 2`
    await byHand(change(2), change(3), async () => {
      expect((await office.client.ok(calls.verifyChains, { ids: [id] })).broken).toMatchObject([{ id, brokenAt: 2 }])
      expect(await rowOf(id)).toMatchObject({ chainState: 'broken', brokenAt: 2 })
      const chain = await office.client.ok(calls.getChain, { id })
      expect(chain).toMatchObject({ ok: false, brokenAt: 2 })
      expect(chain.events.map(({ holds }) => holds)).toEqual([true, false])
      const job = await office.client.ok(calls.verifyAllChains, {})
      expect(await finished(job.id)).toMatchObject({ kind: 'verify', state: 'done' })
      const totals = await office.client.ok(calls.getChainTotals, {})
      expect(totals.tabs).toMatchObject({ broken: 1, unchecked: 0 })
      expect(await (await page(chain.verifyPath)).text()).toContain('记录被改动过')
    })
    expect(await office.client.ok(calls.verifyChains, { ids: [id] })).toEqual({ whole: 1, broken: [] })
  })

  it('notices a name changed in the plain text beside its digest', async () => {
    const { id } = await freight.waybill(office.client, 3)
    const change = (name: string) =>
      `update waybill_event_personal set fields = jsonb_set(fields, '{shipper}', '"${name}"') where waybill_id = ${id}`
    await byHand(change('张三'), change('王志强'), async () => {
      expect((await office.client.ok(calls.verifyChains, { ids: [id] })).broken).toMatchObject([{ id, brokenAt: 1 }])
    })
    await office.client.ok(calls.verifyChains, { ids: [id] })
  })

  it('names the event that the waybill itself no longer keeps, whichever figure, name or address was changed by hand', async () => {
    const { id } = await freight.waybill(office.client, 3)
    const changes: [string, string, string][] = [
      ['pieces', '4', '3'],
      ['weight', 'weight + 0.5', 'weight - 0.5'],
      ['cod_amount', 'cod_amount + 100', 'cod_amount - 100'],
      ['consignee_phone', `'1' || consignee_phone`, 'substr(consignee_phone, 2)'],
      ['shipper_address', `shipper_address || '9'`, 'left(shipper_address, -1)'],
    ]
    const set = (column: string, value: string) => `update waybill set ${column} = ${value} where id = ${id}`
    for (const [column, changed, back] of changes)
      await byHand(set(column, changed), set(column, back), async () => {
        const { broken } = await office.client.ok(calls.verifyChains, { ids: [id] })
        expect([column, broken]).toEqual([column, [expect.objectContaining({ id, brokenAt: 1 })]])
      })
    expect(await office.client.ok(calls.verifyChains, { ids: [id] })).toEqual({ whole: 1, broken: [] })
  })

  it('names the price that the waybill no longer has', async () => {
    await world.admin.ok(addApproverLevel, {
      bizType: 'price',
      level: 1,
      mode: 'any',
      amountFrom: '0',
      userIds: [office.id],
      roleIds: [],
    })
    const { id } = await freight.waybill(world.admin, 2, { charges: [{ feeItem: 'freight', amount: '100' }] })
    const owes = (amount: number) => `update waybill set receivable = ${amount} where id = ${id}`
    await byHand(owes(90), owes(100), async () => {
      const { events, brokenAt } = await office.client.ok(calls.getChain, { id })
      expect(events.find(({ seq }) => seq === brokenAt)?.type).toBe('priceSubmitted')
    })
    expect(await office.client.ok(calls.verifyChains, { ids: [id] })).toEqual({ whole: 1, broken: [] })
  })

  it('is downloaded as a file that anybody can recompute', async () => {
    const { id, waybillNo } = await freight.waybill(office.client, 3)
    const file = await office.client.fetch(`${calls.downloadChain.path}?id=${id}`)
    expect(file.headers.get('content-disposition')).toContain(`${waybillNo}.chain.json`)
    const chain = (await file.json()) as { head: string; events: { hash: string; prevHash: string }[] }
    expect(chain.events[0]?.prevHash).toBe('0'.repeat(64))
    expect(chain.events.at(-1)?.hash).toBe(chain.head)
  })

  it('[SE-08] is nobody else’s: another outlet’s user neither sees nor verifies it', async () => {
    const { id } = await freight.waybill(office.client, 3)
    const other = await world.person('guangzhou', {
      scope: 'outlet',
      companies: [freight.guangzhou],
      rights: { hashList: 'edit' },
    })
    expect(await rowOf(id, other.client)).toBeUndefined()
    expect((await other.client.refused(calls.getChain, { id })).code).toBe(404)
    expect((await other.client.refused(calls.verifyChains, { ids: [id] })).code).toBe(404)
  })

  it("[SE-08] tells a customer's account who did nothing, and gives it no file of what was said inside", async () => {
    const { id } = await freight.waybill(office.client, 3, { customerId: freight.yunfan })
    const customer = await world.person('yunfan', {
      scope: 'customer',
      companies: [freight.yunfan],
      rights: { hashList: 'browse' },
    })
    const chain = await customer.client.ok(calls.getChain, { id })
    expect(chain.ok).toBe(true)
    expect(chain.events.map(({ byName }) => byName)).not.toContain(office.account)
    expect(new Set(chain.events.map(({ byName }) => byName))).toEqual(new Set(['']))
    // A step inside the company keeps its place and its hash, and says no more.
    const { version } = await office.client.ok(waybills.getWaybill, { id } as never)
    await office.client.ok(waybills.holdWaybill, { id, version, reason: '等款' })
    const inside = await customer.client.ok(calls.getChain, { id })
    expect(inside.events.at(-1)).toMatchObject({ type: 'internal', holds: true })
    expect(inside.events[0]?.type).toBe('placed')
    const { rows } = await customer.client.ok(calls.getChains, { ids: [id] } as never)
    expect(rows[0]?.lastEvent).toBe('internal')
    expect((await office.client.ok(calls.getChain, { id })).events.at(-1)?.type).toBe('held')
    const file = await customer.client.fetch(`${calls.downloadChain.path}?id=${id}`)
    expect(((await file.json()) as { code: number }).code).toBe(403)
  })
})

describe('the public check behind the printed code', () => {
  it('says that a paper is genuine, also after the waybill went on, and tells nothing about anybody', async () => {
    const { id, waybillNo } = await freight.waybill(office.client, 3, { charges: [] })
    const { verifyPath } = await office.client.ok(calls.getChain, { id })
    await office.client.ok(waybills.checkInWaybills, { ids: [id] })
    const answer = await page(verifyPath)
    const html = await answer.text()
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(html).toContain('单据属实，记录完整')
    expect(html).toContain(waybillNo)
    expect(html).toContain('本单印制于第 1 步')
    for (const secret of ['王志强', '陈国强', '13857112086', '13922104475', '仓前', '太和', '云帆'])
      expect(html).not.toContain(secret)
    expect(await (await page(verifyPath, 'en')).text()).toContain('Genuine, and its history is whole')
  })

  it('is 404 for a made-up code, another number, or nonsense', async () => {
    const { id, waybillNo } = await freight.waybill(office.client, 3)
    const { verifyPath } = await office.client.ok(calls.getChain, { id })
    const code = verifyPath.split('/').at(-1)
    for (const path of [
      `/verify/${waybillNo}/00000000`,
      `/verify/YD00000000000/${code}`,
      '/verify/<script>/x',
      `/verify/${waybillNo}/${'a'.repeat(80)}`,
    ]) {
      const answer = await page(path)
      expect(answer.status, path).toBe(404)
      expect(await answer.text()).not.toContain('<script>')
    }
  })
})

describe('[D-04] pricing many anew', () => {
  it('runs in the background with progress, and leaves a sheet of old against new', async () => {
    const made = [await freight.waybill(office.client, 2), await freight.waybill(office.client, 4)]
    const job = await office.client.ok(charges.startReprice, { ids: made.map(({ id }) => id) })
    expect(job).toMatchObject({ kind: 'reprice', total: 2 })
    const done = await finished(job.id)
    expect(done.fileName).toContain('重新计价')
    const file = await office.client.fetch(done.fileUrl ?? '', { headers: { connection: 'close' } })
    expect((await file.arrayBuffer()).byteLength).toBeGreaterThan(1000)
  })

  it('[SE-08] says no number and no amount of a waybill that is not mine: the id as sent, like one that is none', async () => {
    const { id, waybillNo } = await freight.waybill(office.client, 2)
    const elsewhere = await world.person('elsewhere', {
      rights: { wayBillList: 'edit' },
      scope: 'outlet',
      companies: [freight.guangzhou],
    })
    const job = await elsewhere.client.ok(charges.startReprice, { ids: [id, 99_999] })
    const { fileUrl } = await finished(job.id, elsewhere.client)
    const rows = await rowsOf(Buffer.from(await (await elsewhere.client.fetch(fileUrl ?? '')).arrayBuffer()))
    expect(rows.slice(1)).toEqual([
      [String(id), '', '', '', '没有这条记录'],
      ['99999', '', '', '', '没有这条记录'],
    ])
    expect(JSON.stringify(rows)).not.toContain(waybillNo)
  })
})
