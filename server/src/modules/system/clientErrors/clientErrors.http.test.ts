import * as calls from '@xunyun/contract/system/clientErrors'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { download } from '../../../../test/sheets.ts'
import { Client, countRows, openWorld, type World } from '../../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const fault = {
  page: '/tms/operations/allWayBill?q=13800001111',
  message: 'x is not a function',
  stack: 'at draw (http://host/assets/a.js?v=13800001111:1:2)\nat run (http://host/assets/b.js:3:4)',
  release: '0.1.0',
  agent: 'Chrome 140',
}

it('[ER-05] a fault is recorded by anybody, without queries, once a minute for each person, and grouped for who may look', async () => {
  const { client } = await world.person('meets-faults', {})
  const nobody = new Client(world.url)
  for (const one of [client, client, nobody]) await one.ok(calls.addClientError, fault)
  await client.ok(calls.addClientError, { ...fault, message: 'another' })
  expect(await countRows(world.db, 'client_error')).toBe(3)
  const { rows } = await world.admin.ok(calls.getClientErrors, { sort: 'count', dir: 'desc' })
  expect(rows[0]).toMatchObject({
    message: 'x is not a function',
    page: '/tms/operations/allWayBill',
    count: 2,
    people: 2,
  })
  expect(await world.admin.ok(calls.getClientErrorTotals, {})).toEqual({ count: 2, reports: 3 })
  const detail = await world.admin.ok(calls.getClientError, { id: rows[0]?.id ?? 0 })
  expect(detail.stack).toBe('at draw (http://host/assets/a.js:1:2)\nat run (http://host/assets/b.js:3:4)')
  expect(detail.reports.map((one) => one.account)).toEqual(['', 'meets-faults'])
  expect((await client.send(calls.getClientErrors, {})).code).toBe(403)
})

it('[ER-05] the list is searched, limited to days, paged by cursor and exported', async () => {
  const found = await world.admin.ok(calls.getClientErrors, { q: 'ANOTHER' })
  expect(found.rows.map((row) => row.message)).toEqual(['another'])
  expect((await world.admin.ok(calls.getClientErrors, { q: 'meets-faults' })).rows).toHaveLength(2)
  expect((await world.admin.ok(calls.getClientErrors, { to: '2020-01-01' })).rows).toEqual([])
  const first = await world.admin.ok(calls.getClientErrors, { pageSize: 1 })
  const second = await world.admin.ok(calls.getClientErrors, { pageSize: 1, after: first.next ?? '' })
  expect([...first.rows, ...second.rows].map((row) => row.message)).toEqual(['another', 'x is not a function'])
  expect(second.next).toBeNull()
  const sheet = await download(world.admin, calls.exportClientErrors, { columns: ['message', 'count'], q: 'another' })
  expect(sheet.name).toContain('前端错误')
  expect(sheet.rows).toEqual([
    ['错误', '次数'],
    ['another', '1'],
  ])
})

it('[ER-05] texts longer than their columns are cut, a flood is held back, and what is older than 90 days goes', async () => {
  await world.db
    .insertInto('client_error')
    .values({ ...fault, at: '2020-01-01T00:00:00Z', user_id: null, account: '', fingerprint: 'old' })
    .execute()
  const nobody = new Client(world.url)
  await nobody.ok(calls.addClientError, { ...fault, message: `long ${'m'.repeat(5000)}` })
  const stored = await world.db.selectFrom('client_error').select(['message', 'fingerprint']).execute()
  expect(Math.max(...stored.map((row) => row.message.length))).toBe(500)
  expect(stored.some((row) => row.fingerprint === 'old')).toBe(false)
  const send = async (body: object) => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    return (await nobody.fetch(calls.addClientError.path, init)).status
  }
  // Said before it is read, and before the flood is held back.
  expect(await send({ ...fault, stack: 'x'.repeat(100_000) })).toBe(413)
  const statuses: number[] = []
  for (let at = 0; at < 70; at += 1) statuses.push(await send(fault))
  expect(statuses).toContain(429)
})
