import * as calls from '@xunyun/contract/companies/contacts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { download } from '../../../test/sheets.ts'
import { openWorld, type World } from '../../../test/world.ts'
import type { Actor } from '../../platform/actor.ts'
import { usedParty } from './index.ts'

let world: World
let yunfan: number
let hengda: number
beforeAll(async () => {
  world = await openWorld()
  yunfan = await world.company('云帆电子', ['customer'])
  hengda = await world.company('恒达机电', ['customer', 'carrier'])
})
afterAll(() => world.close())

const names = (rows: { name: string }[]) => rows.map(({ name }) => name)
const add = (name: string, more: Partial<Parameters<typeof sent>[0]> = {}) =>
  world.admin.ok(calls.addContact, sent({ name, ...more }))
const sent = (more: {
  name: string
  type?: calls.ContactType
  companyId?: number
  isDefault?: boolean
  partyCompany?: string
  address?: string
  remark?: string
  mobile?: string | undefined
  tel?: string
}) => ({
  type: 'consignee' as const,
  companyId: yunfan,
  mobile: '13800138000',
  ...more,
})
const contact = (id: number) => world.admin.ok(calls.getContact, { id })

describe('contacts', () => {
  it('[RT-10/contactManage] a clerk adds a contact, finds it by name, pinyin, phone and company, and changes it', async () => {
    const clerk = await world.person('clerk', { rights: { contactConsignee: 'edit' } })
    const { id } = await clerk.client.ok(calls.addContact, {
      type: 'consignee',
      companyId: yunfan,
      name: ' 欧阳 锋 ',
      partyCompany: '白驼山庄',
      mobile: '１３９-5712-3456',
      tel: '0571 87654321',
      regionCode: '330110',
      address: '仓前街道1399号',
      lng: '120.012345',
      lat: '30.2',
    })
    expect(await contact(id)).toMatchObject({
      name: '欧阳 锋',
      mobile: '13957123456',
      regionName: '浙江省 杭州市 余杭区',
      companyName: '云帆电子',
      isDefault: false,
      enabled: true,
      lng: '120.012345',
    })
    for (const q of ['欧阳', 'ouyang', 'oy', '5712', '白驼山', 'btsz', '1399'])
      expect(names((await clerk.client.ok(calls.getContacts, { q })).rows), q).toEqual(['欧阳 锋'])
    const { version, companyId } = await contact(id)
    await clerk.client.ok(calls.changeContact, { id, version, companyId, name: '欧阳锋', tel: '400-820-8820' })
    expect(await contact(id)).toMatchObject({ name: '欧阳锋', mobile: null, tel: '400-820-8820', address: null })
    expect(
      await clerk.client.refused(calls.changeContact, { id, version, companyId, name: '西毒', mobile: '13800138000' }),
    ).toMatchObject({
      reason: 'kernel.stale',
    })
    expect((await world.admin.ok(calls.getContactHistory, { id })).map(({ action }) => action)).toEqual([
      'changed',
      'created',
    ])
  })

  it('needs a phone, a company that exists and a region that exists, each said at its field', async () => {
    const base = { type: 'consignee', companyId: yunfan, name: '无名' } as const
    const fieldsOf = async (input: Record<string, unknown>) =>
      (await world.admin.refused(calls.addContact, input)).fields.map(({ path, reason }) => `${path} ${reason}`)
    expect(await fieldsOf(base)).toEqual(['mobile customers.phoneNeeded'])
    expect(await fieldsOf({ ...base, mobile: '13800138000', regionCode: '999999' })).toEqual([
      'regionCode field.region',
    ])
    expect(await fieldsOf({ ...base, mobile: '13800138000', companyId: 999_999 })).toEqual(['companyId field.id'])
    expect(await fieldsOf({ ...base, mobile: '0571-87654321' })).toEqual(['mobile field.mobile'])
    expect(await fieldsOf({ ...base, tel: '13800138000' })).toEqual(['tel field.phone'])
  })

  it('a number from Hong Kong, from abroad or of a service stays as it was typed, and is found by its digits', async () => {
    const phones = ['+852 9123 4567', '853-2833 1234', '+1 415-555-2671', '95555']
    for (const tel of phones) await add(`外线${tel}`, { mobile: undefined, tel })
    const found = async (text: string) =>
      (await world.admin.ok(calls.getContacts, { type: 'consignee', q: text })).rows.map(({ tel }) => tel)
    expect(await found('85291234567')).toEqual(['+852 9123 4567'])
    expect(await found('+1 4155552671')).toEqual(['+1 415-555-2671'])
    expect(await found('28331234')).toEqual(['853-2833 1234'])
    expect(await found('95555')).toEqual(['95555'])
  })

  it('one default a company and type: a new one takes it over, a disabled one cannot be it', async () => {
    const first = await add('默认甲', { isDefault: true })
    const second = await add('默认乙', { isDefault: true })
    const elsewhere = await add('默认丙', { companyId: hengda, isDefault: true })
    expect([
      (await contact(first.id)).isDefault,
      (await contact(second.id)).isDefault,
      (await contact(elsewhere.id)).isDefault,
    ]).toEqual([false, true, true])
    await world.admin.ok(calls.setDefaultContact, { id: first.id })
    expect((await contact(second.id)).isDefault).toBe(false)
    await world.admin.ok(calls.setContactsEnabled, { ids: [first.id], enabled: false })
    expect(await contact(first.id)).toMatchObject({ enabled: false, isDefault: false })
    expect(await world.admin.refused(calls.setDefaultContact, { id: first.id })).toMatchObject({
      reason: 'customers.disabledDefault',
    })
    expect(names((await world.admin.ok(calls.getContacts, { tab: 'disabled' })).rows)).toEqual(['默认甲'])
    expect(await world.admin.ok(calls.getContactTotals, { companyId: yunfan, tab: 'default' })).toMatchObject({
      count: 0,
      tabs: { disabled: 1, default: 0 },
    })
    // Two at once: exactly one default is left.
    await Promise.all([first, second].map(({ id }) => world.admin.send(calls.setDefaultContact, { id })))
    await world.admin.send(calls.setDefaultContact, { id: second.id })
    const { rows } = await world.admin.ok(calls.getContacts, { tab: 'default', companyId: yunfan })
    expect(names(rows)).toEqual(['默认乙'])
  })

  it('each type belongs to its page: list, detail, history, export, look-up and change keep to it', async () => {
    const carrierContact = await add('承运调度', { type: 'supplier', companyId: hengda, mobile: '13700137000' })
    const shipper = await add('发货仓管', { type: 'shipper' })
    const person = await world.person('shipper-clerk', {
      rights: { contactShipper: 'edit', contactSupplier: 'browse' },
    })
    const { client } = person
    expect(names((await client.ok(calls.getContacts, {})).rows).sort()).toEqual(['发货仓管', '承运调度'].sort())
    expect(await client.refused(calls.getContacts, { type: 'consignee' })).toMatchObject({ code: 403 })
    const consignee = await add('别人收货', {})
    expect(await client.refused(calls.getContact, { id: consignee.id })).toMatchObject({ code: 404 })
    expect(await client.refused(calls.getContactHistory, { id: consignee.id })).toMatchObject({ code: 404 })
    expect((await download(client, calls.exportContacts, { columns: 'name' })).rows.flat().sort()).toEqual(
      ['姓名', '发货仓管', '承运调度'].sort(),
    )
    expect(
      await client.refused(calls.addContact, { type: 'supplier', companyId: hengda, name: 'x', mobile: '13800138000' }),
    ).toMatchObject({ code: 403 })
    const { version } = await contact(carrierContact.id)
    expect(
      await client.refused(calls.changeContact, {
        id: carrierContact.id,
        version,
        companyId: hengda,
        name: 'x',
        mobile: '13800138000',
      }),
    ).toMatchObject({ code: 403 })
    expect(await client.refused(calls.setDefaultContact, { id: carrierContact.id })).toMatchObject({ code: 403 })
    const judge = await world.person('contact-judge', {
      rights: { contactShipper: 'approve', contactSupplier: 'browse' },
    })
    expect(
      await judge.client.ok(calls.deleteContacts, { ids: [carrierContact.id, shipper.id, consignee.id] }),
    ).toMatchObject({
      done: 1,
      refused: [
        { id: carrierContact.id, reason: 'customers.beyondRights' },
        { id: consignee.id, reason: 'kernel.notFound' },
      ],
    })
  })
})

describe('parties for a waybill', () => {
  it('the default and the last used come first; suppliers’ contacts only with their page', async () => {
    const company = await world.company('地址簿公司', ['customer'])
    const [plain, used, standard] = [
      await add('普通', { companyId: company }),
      await add('用过', { companyId: company, partyCompany: '收货商行', address: '路1号' }),
      await add('常用', { companyId: company, isDefault: true }),
    ]
    await add('供应', { companyId: company, type: 'supplier' })
    const actor = { userId: 1, name: 'x' } as Actor
    await usedParty(
      world.db as never,
      actor,
      company,
      'consignee',
      { name: '用过', phone: '13800138000', region: '330110', address: '路2号' },
      true,
    )
    const operator = await world.person('operator', { rights: { taskList: 'edit' } })
    const choices = await operator.client.ok(calls.getContactChoices, { companyId: company })
    expect(choices.map(({ id }) => id)).toEqual([standard.id, used.id, plain.id])
    expect(choices[1]).toMatchObject({
      name: '用过',
      phone: '13800138000',
      company: '收货商行',
      companyId: company,
      address: '路1号',
    })
    expect(names(await operator.client.ok(calls.getContactChoices, { companyId: company, q: 'yg' }))).toEqual(['用过'])
    expect(await operator.client.ok(calls.getContactChoices, { companyId: company, types: ['supplier'] })).toEqual([])
    expect(names(await world.admin.ok(calls.getContactChoices, { companyId: company, types: ['supplier'] }))).toEqual([
      '供应',
    ])
  })

  it('a party typed on a waybill is kept once as a contact of the customer', async () => {
    const company = await world.company('保存公司', ['customer'])
    const actor = { userId: 1, name: 'x' } as Actor
    const party = { company: '新收货方', name: '新人', phone: '0571-87654321', region: '330110', address: '某路9号' }
    for (const save of [false, true, true]) await usedParty(world.db as never, actor, company, 'consignee', party, save)
    const { rows } = await world.admin.ok(calls.getContacts, { companyId: company })
    expect(rows).toMatchObject([
      {
        name: '新人',
        tel: '0571-87654321',
        mobile: null,
        partyCompany: '新收货方',
        regionName: '浙江省 杭州市 余杭区',
        lastUsedAt: expect.any(String),
      },
    ])
  })
})

describe('a customer’s account', () => {
  it('meets the contacts of its own company by every path, and writes into no other', async () => {
    const own = await add('自己的', { companyId: hengda, remark: '难缠' })
    const other = await add('别人的', { companyId: yunfan })
    const person = await world.person('their-account', {
      scope: 'customer',
      companies: [hengda],
      rights: { contactConsignee: 'edit', taskList: 'edit' },
    })
    const { client } = person
    expect(
      (await client.ok(calls.getContacts, {})).rows.every(
        ({ companyId, remark }) => companyId === hengda && remark === null,
      ),
    ).toBe(true)
    const { rows } = await client.ok(calls.getContacts, {})
    expect((await client.ok(calls.getContactTotals, {})).tabs.all).toBe(rows.length)
    expect(await client.refused(calls.getContact, { id: other.id })).toMatchObject({ code: 404 })
    expect(await client.refused(calls.getContactHistory, { id: own.id })).toMatchObject({ code: 403 })
    expect((await download(client, calls.exportContacts, { columns: 'companyName' })).rows.flat()).not.toContain(
      '云帆电子',
    )
    expect((await client.ok(calls.getContactChoices, {})).every(({ companyId }) => companyId === hengda)).toBe(true)
    expect(await client.ok(calls.getContactChoices, { companyId: yunfan })).toEqual([])
    expect(await client.refused(calls.addContact, sent({ name: '塞给别人', companyId: yunfan }))).toMatchObject({
      fields: [{ path: 'companyId' }],
    })
    expect(await client.refused(calls.setDefaultContact, { id: other.id })).toMatchObject({ code: 404 })
    const { version } = await contact(own.id)
    expect(
      await client.refused(calls.changeContact, {
        id: own.id,
        version,
        ...sent({ name: '换公司', companyId: yunfan }),
      }),
    ).toMatchObject({ code: 422 })
    await client.ok(calls.changeContact, { id: own.id, version, ...sent({ name: '自己改', companyId: hengda }) })
    // What it does not see it did not empty.
    expect(await contact(own.id)).toMatchObject({ name: '自己改', remark: '难缠' })
  })

  it('a user of one outlet sees the partners’ contacts of all: they are shared', async () => {
    const outlet = await world.outlet('共享站')
    const person = await world.person('outlet-user', {
      scope: 'outlet',
      companies: [outlet],
      rights: { contactConsignee: 'browse', taskList: 'edit' },
    })
    const mine = (await person.client.ok(calls.getContacts, { pageSize: 500 })).rows.map(({ id }) => id)
    const all = (await world.admin.ok(calls.getContacts, { type: 'consignee', pageSize: 500 })).rows.map(({ id }) => id)
    expect(mine).toEqual(all)
    expect((await download(person.client, calls.exportContacts, {})).rows).toHaveLength(all.length + 1)
    expect((await person.client.ok(calls.getContactChoices, {})).length).toBeGreaterThan(0)
  })
})
