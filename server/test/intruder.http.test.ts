import { mailInvoice } from '@xunyun/contract/invoices/calls'
import type { Call, Envelope } from '@xunyun/contract/kernel/call'
import { getUserInfo } from '@xunyun/contract/system/calls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Client, openWorld, type World } from './world.ts'

/**
 * Every call that the server binds, tried by those who must not get in. Generated from the contract, so that a new call
 * is covered on the day it is bound. What belongs to another outlet or customer is tried module by module (scope tests).
 */
let world: World
beforeAll(async () => {
  // Every call as everybody, all from one address.
  world = await openWorld({}, 30_000)
})
afterAll(() => world.close())

async function codeOf(client: Client, call: Call): Promise<number> {
  const path = call.path.replace(/:(\w+)/g, 'x1')
  const init =
    call.method === 'POST' ? { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' } : {}
  const response = await client.fetch(path, init)
  expect(response.status, call.path).toBe(200)
  return ((await response.json()) as Envelope).code
}

describe('[SE-08] an intruder meets every call', () => {
  it('[AP-14] nobody: no call but login answers without a token', async () => {
    for (const { call } of world.app.bound) {
      if (call.access === 'public') continue
      expect(await codeOf(new Client(world.url), call), call.path).toBe(50014)
      expect(await codeOf(new Client(world.url, 'made-up-token'), call), call.path).toBe(50014)
    }
  })

  it('[AP-09] a call that answers bare text says err to whoever comes with nothing or with something made up', async () => {
    const bare = world.app.bound.filter(({ call }) => call.transport === 'text')
    expect(bare.map(({ call }) => call.path)).toEqual(['/api/WXHelper/GetWXKFOpenId'])
    for (const { call } of bare)
      for (const query of ['', '?code=x&state=y', `?code=${'x'.repeat(600)}`]) {
        const answer = await new Client(world.url, 'made-up-token').fetch(call.path + query)
        expect([answer.status, await answer.text()]).toEqual([200, 'err'])
      }
  })

  it('a user without any right: every call that needs one answers 403', async () => {
    const { client } = await world.person('nobody', {})
    for (const { call } of world.app.bound) {
      if (typeof call.access === 'string') continue
      expect(await codeOf(client, call), call.path).toBe(403)
    }
  })

  it('a user with every right but those a call asks for is refused by it', async () => {
    const { rightPages } = await import('@xunyun/contract/pages')
    // One person for all calls that ask for the same pages: logins are limited to 60 a minute.
    const people = new Map<string, Client>()
    for (const { call } of world.app.bound) {
      if (typeof call.access === 'string') continue
      const needed = new Set(call.access.map(({ page }) => page))
      const key = [...needed].sort().join(',')
      let client = people.get(key)
      if (client === undefined) {
        const rights = Object.fromEntries(
          rightPages.filter((page) => !needed.has(page)).map((page) => [page, 'edit' as const]),
        )
        client = (await world.person(`but-${people.size}`, { rights })).client
        people.set(key, client)
      }
      expect(await codeOf(client, call), call.path).toBe(403)
    }
  }, 120_000)

  it('a user who may only browse the pages is refused by every call that changes something', async () => {
    const { rightPages } = await import('@xunyun/contract/pages')
    const { client } = await world.person('only-looks', {
      rights: Object.fromEntries(rightPages.map((page) => [page, 'browse' as const])),
    })
    for (const { call } of world.app.bound) {
      // 发客户: what was issued goes to the customer, and stays as it is.
      if (typeof call.access === 'string' || call.method === 'GET' || call.path === mailInvoice.path) continue
      expect(
        call.access.every(({ kind }) => kind !== 'browse'),
        `${call.path} changes something with a browse right`,
      ).toBe(true)
      expect(await codeOf(client, call), call.path).toBe(403)
    }
  })

  it("[SE-07] a customer's account with every right is refused by all calls for staff, and offered no page of theirs", async () => {
    const companies = [await world.company('有全部权限的客户', ['customer', 'owner'])]
    const { client } = await world.person('customer', { rights: 'all', scope: 'customer', companies })
    for (const { call } of world.app.bound)
      if (call.audience !== 'everybody') expect(await codeOf(client, call), call.path).toBe(403)
    const { ListSysUserRights: menus } = await client.ok(getUserInfo, {})
    const offered = menus
      .filter(({ Page }) => Page !== '')
      .map((entry) => `${entry.Page} ${entry.AddModifyAccess}${entry.DeleteApprovedAccess}`)
    // Each with: may change, may decide.
    expect(offered.sort()).toEqual([
      'GPSList 00',
      'addServices 00',
      'allWayBill 00',
      'combination 00',
      'companyManage 10',
      'companySupplier 10',
      'companyView 10',
      'contactConsignee 11',
      'contactCustomer 11',
      'contactShipper 11',
      'contactSupplier 11',
      'dashboard 11',
      'feeList 00',
      'freight 00',
      'hashList 00',
      'integratedSerialInfo 00',
      'integratedStock 00',
      'integratedSummaryInfo 00',
      'integratedSummaryInfo1 00',
      'outboundNotice 10',
      'phoneList 00',
      'phoneOrder 10',
      'printDocuments 00',
      'printTemplate 00',
      'quotation 00',
      'receiptList 00',
      'serialInfo 00',
      'statistics 00',
      'stock 00',
      'stockNumber 11',
      'summaryInfo 00',
      'summaryInfo1 00',
      'taskList 10',
      'trackList 00',
      'transport 00',
      'transportPrice 00',
      'wareNotice 10',
      'warehouseStock 00',
      'wayBillList 00',
      'waybill 00',
    ])
  })

  it('a call that names no access does not start', async () => {
    const { createBinder } = await import('../src/platform/http/binder.ts')
    const { bind } = createBinder({} as never, {} as never)
    expect(() => bind({ method: 'GET', path: '/api/X/Y' } as never, (async () => ({})) as never)).toThrow('no access')
    const forNobody = { method: 'GET', path: '/api/X/Y', access: 'session' }
    expect(() => bind(forNobody as never, (async () => ({})) as never)).toThrow('not for everybody')
  })
})
