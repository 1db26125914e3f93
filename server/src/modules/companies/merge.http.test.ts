import * as calls from '@xunyun/contract/companies/calls'
import { addContact, getContacts } from '@xunyun/contract/companies/contacts'
import { getVehicle } from '@xunyun/contract/resources/calls'
import { getWaybill, getWaybillEvents, getWaybills } from '@xunyun/contract/waybills/calls'
import { addAttachments, addComment, getAttachments, getComments } from '@xunyun/contract/workbench/comments'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Freight, openFreight } from '../../../test/freight.ts'
import { upload } from '../../../test/sheets.ts'
import { openWorld, type World } from '../../../test/world.ts'

let world: World
let freight: Freight
beforeAll(async () => {
  world = await openWorld()
  freight = await openFreight(world)
})
afterAll(() => world.close())

const company = (id: number) => world.admin.ok(calls.getCompany, { id })
const merge = async (id: number, ...otherIds: number[]) => ({ id, version: (await company(id)).version, otherIds })

describe('merging doubles', () => {
  it('[RT-10/companyManage/manage] the one that stays gets documents, contacts, accounts, comments, roles and what it lacks', async () => {
    const kept = freight.yunfan
    const double = await world.company('云帆电子（重复）', ['customer', 'carrier'])
    await world.db
      .updateTable('company')
      .set({ tel: '0571-87654321', uscc: '91330100799655058B' })
      .where('id', '=', double)
      .execute()
    const waybill = await freight.waybill(world.admin, 3, { customerId: double, customerNo: 'A-1' })
    const vehicle = await freight.addVehicle('浙A30001', { type: 'contract', carrier_id: double })
    const person = { companyId: double, type: 'consignee' as const, isDefault: true }
    await world.admin.ok(addContact, { ...person, name: '张三', mobile: '13957123456' })
    await world.admin.ok(addContact, { ...person, companyId: kept, name: '李四', mobile: '13957123457' })
    await world.admin.ok(addComment, { entity: 'company', entityId: double, text: '月底对账' })
    const paper = await upload(world.admin, [['合同底稿']])
    await world.admin.ok(addAttachments, { entity: 'company', entityId: double, files: [paper] })
    const theirs = await world.person('theirs', {
      scope: 'customer',
      companies: [double],
      rights: { allWayBill: 'browse' },
    })
    const elsewhere = await freight.waybill(world.admin, 1, { customerId: kept, customerNo: 'B-1' })

    await world.admin.ok(calls.mergeCompanies, await merge(kept, double))

    expect(await company(kept)).toMatchObject({
      name: '杭州云帆电子有限公司',
      roles: ['customer', 'carrier'],
      tel: '0571-87654321',
      uscc: '91330100799655058B',
      counts: { contacts: 2, waybills: 2, vehicles: 1 },
    })
    expect(await world.admin.send(calls.getCompany, { id: double })).toMatchObject({ code: 404 })
    expect(await world.admin.ok(getWaybill, { id: waybill.id })).toMatchObject({ customerName: '杭州云帆电子有限公司' })
    const { events, chain } = await world.admin.ok(getWaybillEvents, { id: waybill.id })
    expect(chain.ok).toBe(true)
    expect(events[0]).toMatchObject({
      type: 'changed',
      changes: [{ field: 'customer_id', from: '云帆电子（重复）', to: '杭州云帆电子有限公司' }],
    })
    for (const q of ['重复', '有限公司'])
      expect(
        (await world.admin.ok(getWaybills, { q })).rows.map(({ id }) => id),
        q,
      ).toContain(waybill.id)
    expect(await world.admin.ok(getVehicle, { id: vehicle })).toMatchObject({ carrierId: kept })
    const contacts = await world.admin.ok(getContacts, { type: 'consignee', companyId: kept })
    expect(contacts.rows.filter(({ isDefault }) => isDefault).map(({ name }) => name)).toEqual(['李四'])
    expect(await world.admin.ok(getComments, { entity: 'company', entityId: kept })).toMatchObject([
      { text: '月底对账' },
    ])
    // Papers of the company's side stay its own: they are listed to colleagues, and the customer's account gets none of them.
    const attached = await world.admin.ok(getAttachments, { entity: 'company', entityId: kept })
    expect(attached.map(({ FileID }) => FileID)).toEqual([paper])
    // The customer's account goes on, now with all that is the company's.
    const seen = (await theirs.client.ok(getWaybills, {})).rows.map(({ id }) => id)
    expect(seen).toEqual(expect.arrayContaining([waybill.id, elsewhere.id]))
    const told = await world.admin.ok(calls.getCompanyHistory, { id: kept })
    expect(told[0]).toMatchObject({ action: 'absorbed' })
    expect(told[0]?.changes.map(({ field }) => field)).toEqual(
      expect.arrayContaining(['absorbed', 'tel', 'uscc', 'roles']),
    )
  })

  it('is refused for another company, an outlet, a number that both use, a stale version, and whoever may not decide on all of it; nothing moves', async () => {
    const kept = await world.company('宁波甲', ['customer'])
    const double = await world.company('宁波乙', ['customer'])
    const mine = await freight.waybill(world.admin, 1, { customerId: kept, customerNo: 'SAME' })
    await freight.waybill(world.admin, 1, { customerId: double, customerNo: 'SAME' })
    const reason = async (input: Awaited<ReturnType<typeof merge>>, client = world.admin) =>
      (await client.refused(calls.mergeCompanies, input)).reason
    expect(await reason(await merge(kept, double))).toBe('customers.mergeNumber')
    expect(await reason(await merge(kept, freight.hangzhou))).toBe('customers.mergeOutlet')
    expect(await reason({ ...(await merge(kept, double)), version: 99 })).toBe('kernel.stale')
    expect(await reason(await merge(kept, 999_999))).toBe('kernel.notFound')
    await world.db.updateTable('company').set({ uscc: '91330100799655058C' }).where('id', '=', kept).execute()
    await world.db.updateTable('company').set({ uscc: '91330100799655058D' }).where('id', '=', double).execute()
    expect(await reason(await merge(kept, double))).toBe('customers.mergeUscc')
    const there = await world.person('there', {
      scope: 'outlet',
      companies: [freight.hangzhou],
      rights: { companyManage: 'approve' },
    })
    expect(await reason(await merge(kept, double), there.client)).toBe('customers.beyondRights')
    const clerk = await world.person('clerk', { rights: { companyManage: 'edit' } })
    expect(await reason(await merge(kept, double), clerk.client)).toBe('kernel.forbidden')
    await world.admin.ok(calls.setCompaniesEnabled, { ids: [kept], enabled: false })
    await world.db.updateTable('company').set({ uscc: null }).where('id', '=', double).execute()
    expect(await reason(await merge(kept, double))).toBe('customers.mergeDisabled')
    expect(await company(double)).toMatchObject({ counts: { waybills: 1 } })
    expect(await world.admin.ok(getWaybill, { id: mine.id })).toMatchObject({ customerName: '宁波甲' })
  })
})
