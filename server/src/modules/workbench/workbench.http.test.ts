import type { StoredFile } from '@xunyun/contract/system/files'
import { fileUpload } from '@xunyun/contract/system/files'
import * as calls from '@xunyun/contract/workbench/comments'
import { deleteView, getMyLists, saveView, setMyList } from '@xunyun/contract/workbench/lists'
import { getNotifications, readNotifications } from '@xunyun/contract/workbench/notifications'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Freight, openFreight } from '../../../test/freight.ts'
import { type Client, openWorld, type Person, type World } from '../../../test/world.ts'

let world: World
let freight: Freight
let clerk: Person
let colleague: Person
let customer: Person
beforeAll(async () => {
  world = await openWorld()
  freight = await openFreight(world)
  const rights = { taskList: 'edit', allWayBill: 'edit' } as const
  clerk = await world.person('clerk', { rights, outletId: freight.hangzhou })
  colleague = await world.person('colleague', { rights: { allWayBill: 'browse' } })
  customer = await world.person('customer', { rights, scope: 'customer', companies: [freight.yunfan] })
})
afterAll(() => world.close())

const list = '/tms/operations/allWayBill'

describe('[D-01] lists as each person arranged them', () => {
  it('columns and page size are kept on the server, for this person alone', async () => {
    const settings = { order: ['state', 'waybillNo'], shown: { remark: true }, widths: { state: 88 }, pageSize: 100 }
    await clerk.client.ok(setMyList, { list, settings })
    expect((await clerk.client.ok(getMyLists, {})).lists).toEqual([{ list, settings }])
    expect((await colleague.client.ok(getMyLists, {})).lists).toEqual([])
    await clerk.client.ok(setMyList, { list, settings: { pageSize: 20 } })
    expect((await clerk.client.ok(getMyLists, {})).lists).toEqual([{ list, settings: { pageSize: 20 } }])
  })

  it('what is no list, no column setting or too much is refused by its field', async () => {
    const bad = await clerk.client.send(setMyList, { list: 'javascript:alert(1)', settings: { pageSize: 9999 } })
    expect(bad.error?.fields.map(({ path }) => path).sort()).toEqual(['list', 'settings.pageSize'])
  })

  it('a view is private until it is shared; only its owner changes it; the same name renews it', async () => {
    const view = await clerk.client.ok(saveView, { list, name: '华东在途', search: '?tab=inTransit', shared: false })
    const seen = async (client: Client) => (await client.ok(getMyLists, {})).views.map(({ name }) => name)
    expect(await seen(colleague.client)).toEqual([])
    await clerk.client.ok(saveView, { id: view.id, list, name: '华东在途', search: '?tab=inTransit', shared: true })
    expect((await colleague.client.ok(getMyLists, {})).views).toMatchObject([
      { id: view.id, mine: false, ownerName: 'clerk', search: '?tab=inTransit' },
    ])
    expect(await seen(customer.client)).toEqual([])
    const theirs = { id: view.id, list, name: '改名', search: '', shared: true }
    expect((await colleague.client.send(saveView, theirs)).code).toBe(404)
    expect((await colleague.client.send(deleteView, { id: view.id })).code).toBe(404)
    expect((await clerk.client.ok(saveView, { list, name: '华东在途', search: '?q=1', shared: true })).id).toBe(view.id)
    expect((await customer.client.send(saveView, { list, name: 'x', search: '', shared: true })).code).toBe(403)
  })

  it('a view keeps the columns, for colleagues too; sharing it later leaves them', async () => {
    const columns = { order: ['state', 'waybillNo'], shown: { remark: true }, widths: { state: 88 } }
    const kept = { list, name: '带列', search: '?tab=draft' }
    const view = await clerk.client.ok(saveView, { ...kept, shared: false, columns })
    expect(view.columns).toEqual(columns)
    await clerk.client.ok(saveView, { ...kept, id: view.id, shared: true })
    const seen = async () => (await colleague.client.ok(getMyLists, {})).views.find(({ id }) => id === view.id)
    expect((await seen())?.columns).toEqual(columns)
    expect((await clerk.client.ok(getMyLists, {})).lists.map((one) => one.list)).toEqual([list])
    await clerk.client.ok(saveView, { ...kept, id: view.id, shared: true, columns: { shown: { remark: false } } })
    expect((await seen())?.columns).toEqual({ shown: { remark: false } })
    await clerk.client.ok(deleteView, { id: view.id })
    expect(await seen()).toBeUndefined()
  })

  it('a default view must be one that may be opened, and forgetting a view takes it away', async () => {
    const view = await clerk.client.ok(saveView, { list, name: '我的', search: '?tab=signed', shared: false })
    await clerk.client.ok(setMyList, { list, settings: { defaultView: view.id } })
    const other = await colleague.client.send(setMyList, { list, settings: { defaultView: view.id } })
    expect(other.error?.fields).toMatchObject([{ path: 'settings.defaultView' }])
    await clerk.client.ok(deleteView, { id: view.id })
    expect((await clerk.client.ok(getMyLists, {})).views.map(({ id }) => id)).not.toContain(view.id)
  })
})

describe('[D-05] what colleagues say about a record', () => {
  it('is read by who may see the record; who is named and who it concerns is notified once', async () => {
    const { id, waybillNo } = await freight.waybill(clerk.client, 3, { customerId: freight.yunfan })
    const of = { entity: 'waybill', entityId: id } as const
    const said = await colleague.client.ok(calls.addComment, { ...of, text: '客户要求周五前到\n先发前两件' })
    expect(said).toMatchObject({ byName: 'colleague', mine: true })
    expect(await clerk.client.ok(calls.getComments, of)).toMatchObject([{ text: said.text, mine: false }])
    const { rows, unread } = await clerk.client.ok(getNotifications, {})
    expect(unread).toBe(1)
    expect(rows[0]).toMatchObject({
      kind: 'commented',
      params: { by: 'colleague', record: waybillNo },
      link: `/tms/operations/allWayBill/${waybillNo}`,
      read: false,
    })
    await clerk.client.ok(calls.addComment, { ...of, text: '@colleague 收到', mentions: [colleague.id] })
    expect((await colleague.client.ok(getNotifications, {})).rows[0]).toMatchObject({ kind: 'mentioned' })
    expect(await clerk.client.ok(readNotifications, {})).toEqual({ unread: 0 })
  })

  it('is never for a customer’s account, for who may not see the record, or to be taken back by others', async () => {
    const { id } = await freight.waybill(clerk.client, 1, { customerId: freight.yunfan })
    const of = { entity: 'waybill', entityId: id } as const
    const said = await clerk.client.ok(calls.addComment, { ...of, text: '客户信用不好，注意' })
    expect((await customer.client.send(calls.getComments, of)).code).toBe(403)
    expect((await customer.client.send(calls.getAttachments, of)).code).toBe(403)
    const stranger = await world.person('stranger', { rights: { driver: 'browse' } })
    expect((await stranger.client.send(calls.getComments, of)).code).toBe(404)
    const far = await world.person('far', {
      rights: { allWayBill: 'browse' },
      scope: 'outlet',
      companies: [freight.guangzhou],
    })
    expect((await far.client.send(calls.addComment, { ...of, text: '?' })).code).toBe(404)
    expect((await colleague.client.send(calls.deleteComment, { id: said.id })).code).toBe(404)
    await clerk.client.ok(calls.deleteComment, { id: said.id })
    expect(await clerk.client.ok(calls.getComments, of)).toEqual([])
  })

  it('a paper tied to a record is opened by colleagues who see the record, never by the customer, and untied by who tied it', async () => {
    const { id } = await freight.waybill(clerk.client, 1, { customerId: freight.yunfan })
    const of = { entity: 'waybill', entityId: id } as const
    const form = new FormData()
    form.append('file', new Blob([Buffer.from('%PDF-1.7\nclaim')]), '索赔单.pdf')
    const sent = await clerk.client.fetch(fileUpload.path, { method: 'POST', body: form })
    const { data: file } = (await sent.json()) as { data: StoredFile }
    expect(await clerk.client.ok(calls.addAttachments, { ...of, files: [file.FileID] })).toMatchObject([
      { Name: '索赔单.pdf', byName: 'clerk', mine: true },
    ])
    const opens = async (client: Client) => (await client.fetch(file.Url)).headers.get('content-type')
    expect(await opens(colleague.client)).toBe('application/pdf')
    expect(await opens(customer.client)).toContain('json')
    const untie = { ...of, fileId: file.FileID }
    expect((await colleague.client.send(calls.removeAttachment, untie)).code).toBe(404)
    await clerk.client.ok(calls.removeAttachment, untie)
    expect(await colleague.client.ok(calls.getAttachments, of)).toEqual([])
  })
})
