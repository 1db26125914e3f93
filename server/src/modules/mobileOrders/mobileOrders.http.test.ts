import * as customers from '@xunyun/contract/companies/calls'
import { isAble } from '@xunyun/contract/kernel/ability'
import type { Envelope, Sent } from '@xunyun/contract/kernel/call'
import { canStart } from '@xunyun/contract/kernel/lifecycle'
import * as calls from '@xunyun/contract/mobileOrders/calls'
import {
  type PhoneOrderAction,
  type PhoneOrderState,
  phoneOrderActions,
  phoneOrderLifecycle,
  phoneOrderStates,
} from '@xunyun/contract/mobileOrders/states'
import { fileUpload } from '@xunyun/contract/system/files'
import * as waybills from '@xunyun/contract/waybills/calls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ago, type Freight, openFreight, waybillOf } from '../../../test/freight.ts'
import { type Client, countRows, openWorld, type Person, type World } from '../../../test/world.ts'

let world: World
let freight: Freight
let clerk: Person
let other: Person
let boss: Person
let customer: Person
let stranger: Person
let driver: Person

const office = { phoneList: 'edit', taskList: 'edit', allWayBill: 'browse' } as const

beforeAll(async () => {
  world = await openWorld()
  freight = await openFreight(world)
  const { hangzhou, yunfan, hengda } = freight
  clerk = await world.person('clerk', { rights: office, outletId: hangzhou })
  other = await world.person('other', { rights: office, outletId: hangzhou })
  boss = await world.person('boss', { rights: 'all', outletId: hangzhou })
  const account = {
    rights: { phoneOrder: 'edit', allWayBill: 'browse' },
    scope: 'customer',
    outletId: hangzhou,
  } as const
  customer = await world.person('customer', { ...account, companies: [yunfan] })
  stranger = await world.person('stranger', { ...account, companies: [hengda] })
  driver = await world.person('driver', { rights: { phoneOrder: 'edit' }, outletId: hangzhou })
})
afterAll(() => world.close())

const shipper = { name: '王志强', phone: '138 5711 2086', region: '330110', address: '仓前街道良睦路1399号3幢' }
const consignee = { name: '陈国强', phone: '13922104475', region: '440111', address: '太和镇石湖路88号A区12仓' }
const orderOf = (over: Partial<Sent<typeof calls.placePhoneOrder>> = {}): Sent<typeof calls.placePhoneOrder> => ({
  shipper,
  consignee,
  goodsName: '电子配件',
  package: 'carton',
  pieces: 12,
  weight: '120',
  volume: '0.9',
  quickRemarks: ['fragile'],
  ...over,
})
const place = (who: Person = customer, over = {}) => who.client.ok(calls.placePhoneOrder, orderOf(over))
const placed = async (who: Person = customer, over = {}) => (await place(who, over)).id
const accepted = async (who: Person = customer): Promise<number> => {
  const id = await placed(who)
  await clerk.client.ok(calls.acceptPhoneOrders, { ids: [id] })
  return id
}
const convertInput = (phoneOrderId: number, over = {}): Sent<typeof calls.convertPhoneOrder> => ({
  ...waybillOf(freight.hangzhou, freight.yunfan, 12),
  place: true,
  phoneOrderId,
  ...over,
})
const orderNow = (id: number) => boss.client.ok(calls.getPhoneOrder, { id })
const upload = async (client: Client, name = 'a.png'): Promise<number> => {
  const form = new FormData()
  const png = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47]), Buffer.from(name)])
  form.append('file', new Blob([png]), name)
  const response = await client.fetch(fileUpload.path, { method: 'POST', body: form })
  return ((await response.json()) as Envelope<{ FileID: number }>).data.FileID
}

describe('[RT-16/phoneList] an order becomes exactly one waybill', () => {
  it('[D-02] two clerks convert at once: one waybill, and the other reads its number', async () => {
    const id = await accepted()
    const before = await countRows(world.db, 'waybill')
    const answers = await Promise.all([
      clerk.client.send(calls.convertPhoneOrder, convertInput(id)),
      other.client.send(calls.convertPhoneOrder, convertInput(id)),
    ])
    const [made] = answers.filter(({ code }) => code === 200)
    const [refused] = answers.filter(({ code }) => code !== 200)
    expect(refused).toMatchObject({ code: 409, error: { reason: 'phoneOrders.converted' } })
    expect(refused?.msg).toContain(made?.data.waybillNo)
    expect(await countRows(world.db, 'waybill')).toBe(before + 1)
    expect(await orderNow(id)).toMatchObject({ state: 'converted', waybillNo: made?.data.waybillNo })
    const waybill = await boss.client.ok(waybills.getWaybill, { id: made?.data.id })
    expect(waybill).toMatchObject({ source: 'phone', state: 'placed', pieces: 12 })
  })

  it('[D-02] twenty at once make one as well', async () => {
    const id = await accepted()
    const before = await countRows(world.db, 'waybill')
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        (at % 2 ? clerk : other).client.send(calls.convertPhoneOrder, convertInput(id)),
      ),
    )
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
    expect(await countRows(world.db, 'waybill')).toBe(before + 1)
  })

  it('[D-02] one clicks twice: with the same key the same answer, with another a refusal with the number', async () => {
    const id = await accepted()
    const [first, again] = await Promise.all([
      clerk.client.ok(calls.convertPhoneOrder, convertInput(id), { key: 'one-click' }),
      clerk.client.ok(calls.convertPhoneOrder, convertInput(id), { key: 'one-click' }),
    ])
    expect(again).toEqual(first)
    expect(await clerk.client.ok(calls.convertPhoneOrder, convertInput(id), { key: 'one-click' })).toEqual(first)
    const late = await clerk.client.refused(calls.convertPhoneOrder, convertInput(id), { key: 'second-click' })
    expect(late).toMatchObject({ reason: 'phoneOrders.converted', params: { waybillNo: first.waybillNo } })
  })

  it('a waybill that is refused leaves the order as it was', async () => {
    const id = await accepted()
    const bad = await clerk.client.refused(calls.convertPhoneOrder, convertInput(id, { customerId: 999_999 }))
    expect(bad.fields.map(({ path }) => path)).toEqual(['customerId'])
    expect(await orderNow(id)).toMatchObject({ state: 'accepted', waybillNo: null })
    expect((await clerk.client.ok(calls.convertPhoneOrder, convertInput(id))).waybillNo).toMatch(/^YD/)
  })

  it('its photos are the waybill’s too, and the customer reads the number', async () => {
    const photo = await upload(customer.client)
    const id = await placed(customer, { photos: [photo] })
    await clerk.client.ok(calls.acceptPhoneOrders, { ids: [id] })
    const { files } = await clerk.client.ok(calls.getPhoneOrder, { id })
    expect(files.map(({ FileID }) => FileID)).toEqual([photo])
    const shown = await clerk.client.fetch(files[0]?.Url ?? '')
    expect(Buffer.from(await shown.arrayBuffer()).toString()).toContain('a.png')
    expect(await (await stranger.client.fetch(files[0]?.Url ?? '')).json()).toMatchObject({ code: 404 })
    const made = await clerk.client.ok(calls.convertPhoneOrder, convertInput(id))
    const waybill = await clerk.client.ok(waybills.getWaybill, { id: made.id })
    expect(waybill.files.map(({ FileID }) => FileID)).toEqual([photo])
    const { rows } = await customer.client.ok(calls.getMyPhoneOrders, { id })
    expect(rows).toMatchObject([{ state: 'converted', waybillNo: made.waybillNo, mayCancel: false, photos: 1 }])
  })

  it('whoever may not place waybills converts none', async () => {
    const answers = await world.person('answers', { rights: { phoneList: 'edit' }, outletId: freight.hangzhou })
    const id = await accepted()
    expect((await answers.client.refused(calls.convertPhoneOrder, convertInput(id))).code).toBe(403)
    expect((await answers.client.ok(calls.getPhoneOrder, { id })).actions.map(({ key }) => key)).not.toContain(
      'convert',
    )
  })
})

/** Brings a fresh order into a state by real acts. */
async function orderIn(state: PhoneOrderState): Promise<number> {
  const id = await placed()
  if (state === 'accepted' || state === 'converted') await clerk.client.ok(calls.acceptPhoneOrders, { ids: [id] })
  if (state === 'converted') await clerk.client.ok(calls.convertPhoneOrder, convertInput(id))
  if (state === 'cancelled') await boss.client.ok(calls.cancelPhoneOrders, { ids: [id], reason: '客户改期' })
  return id
}

/** Tries the action; true when it had its effect. */
async function tryOn(action: PhoneOrderAction, id: number): Promise<boolean> {
  const ids = [id]
  const done = async (answer: Promise<{ done: number }>) => (await answer).done === 1
  switch (action) {
    case 'accept':
      return done(boss.client.ok(calls.acceptPhoneOrders, { ids }))
    case 'assign':
      return done(boss.client.ok(calls.assignPhoneOrders, { ids, userId: other.id }))
    case 'giveBack':
      return done(boss.client.ok(calls.returnPhoneOrders, { ids }))
    case 'convert':
      return (await boss.client.send(calls.convertPhoneOrder, convertInput(id))).code === 200
    case 'cancel':
      return done(boss.client.ok(calls.cancelPhoneOrders, { ids, reason: '重复下单' }))
  }
}

describe('[RT-16/phoneList] [D-05] every state × action of a phone order', () => {
  it.each(phoneOrderStates.flatMap((state) => phoneOrderActions.map((action) => [state, action] as const)))(
    '%s: %s',
    async (state, action) => {
      const id = await orderIn(state)
      const before = await orderNow(id)
      expect(before.state).toBe(state)
      const expected = canStart(phoneOrderLifecycle, action, state)
      // The button says the same as the server does.
      expect(isAble(before, action)).toBe(expected)
      expect(await tryOn(action, id)).toBe(expected)
      const after = await orderNow(id)
      expect(after.state).toBe(expected ? phoneOrderLifecycle[action].to : state)
      if (!expected) expect(after.version).toBe(before.version)
    },
  )

  it('two clerks accept at once: one has it, the other is told', async () => {
    const id = await placed()
    const answers = await Promise.all(
      [clerk, other].map(({ client }) => client.ok(calls.acceptPhoneOrders, { ids: [id] })),
    )
    expect(answers.map(({ done }) => done).sort()).toEqual([0, 1])
    expect(answers.flatMap(({ refused }) => refused)).toMatchObject([{ id, reason: 'phoneOrders.wrongState' }])
  })

  it('each row of a batch has its outcome, and each step its entry in the timeline', async () => {
    const [a, b] = [await placed(), await orderIn('cancelled')]
    const { done, refused } = await clerk.client.ok(calls.acceptPhoneOrders, { ids: [a, b, 999_999] })
    expect([done, refused.map(({ reason }) => reason)]).toEqual([1, ['phoneOrders.wrongState', 'kernel.notFound']])
    await clerk.client.ok(calls.assignPhoneOrders, { ids: [a], userId: other.id })
    await other.client.ok(calls.returnPhoneOrders, { ids: [a] })
    expect((await orderNow(a)).acceptedByName).toBeNull()
    const history = await clerk.client.ok(calls.getPhoneOrderHistory, { id: a })
    expect(history.map(({ action }) => action)).toEqual(['givenBack', 'assigned', 'accepted', 'created'])
  })

  it('an order is given to a colleague who may handle it and sees its outlet, to nobody else', async () => {
    const id = await placed()
    const away = await world.person('away', { rights: office, scope: 'outlet', companies: [freight.guangzhou] })
    for (const person of [customer, driver])
      expect(
        (await clerk.client.refused(calls.assignPhoneOrders, { ids: [id], userId: person.id })).fields,
      ).toMatchObject([{ path: 'userId', reason: 'phoneOrders.clerk' }])
    const { refused } = await clerk.client.ok(calls.assignPhoneOrders, { ids: [id], userId: away.id })
    expect(refused).toMatchObject([{ reason: 'phoneOrders.clerkOutside' }])
    const labels = (await clerk.client.ok(calls.getClerks, {})).map(({ label }) => label)
    expect(labels).toEqual(expect.arrayContaining(['clerk', 'other', 'away']))
    expect(labels).not.toContain('driver')
  })
})

describe('[RT-16/phoneList] who orders, and who sees it', () => {
  it('a customer’s account orders for its own company, whatever it sends', async () => {
    const bad = await customer.client.refused(calls.placePhoneOrder, orderOf({ customerId: freight.hengda }))
    expect(bad.fields.map(({ path }) => path)).toEqual(['customerId'])
    expect(await orderNow(await placed())).toMatchObject({ customerId: freight.yunfan, channel: 'customer' })
  })

  it('a driver orders for whoever stands beside him, and sees what he placed', async () => {
    const walkIn = await placed(driver)
    const known = await placed(driver, { customerId: freight.hengda })
    expect(await orderNow(walkIn)).toMatchObject({ customerId: null, channel: 'driver', callerName: 'driver' })
    expect((await driver.client.ok(calls.getMyPhoneOrders, {})).rows.map(({ id }) => id)).toEqual([known, walkIn])
    // Addresses of customers are not his to read.
    const { shippers } = await driver.client.ok(calls.getRecentParties, {})
    expect(shippers).toHaveLength(1)
  })

  it('[D-05] another customer and another outlet see nothing and do nothing', async () => {
    const id = await placed()
    expect((await stranger.client.ok(calls.getMyPhoneOrders, {})).rows.map((row) => row.id)).not.toContain(id)
    expect((await stranger.client.refused(calls.cancelMyPhoneOrder, { id })).code).toBe(404)
    const away = await world.person('faraway', {
      rights: office,
      scope: 'outlet',
      companies: [freight.guangzhou],
    })
    expect((await away.client.ok(calls.getPhoneOrders, {})).rows).toEqual([])
    expect((await away.client.ok(calls.getPhoneOrderTotals, {})).count).toBe(0)
    expect((await away.client.refused(calls.getPhoneOrder, { id })).code).toBe(404)
    expect((await away.client.refused(calls.getPhoneOrderHistory, { id })).code).toBe(404)
    expect((await away.client.refused(calls.convertPhoneOrder, convertInput(id))).code).toBe(404)
    const { refused } = await away.client.ok(calls.acceptPhoneOrders, { ids: [id] })
    expect(refused).toMatchObject([{ reason: 'kernel.notFound' }])
    // Its own outlet's it sees.
    const near = await world.person('near', { rights: office, scope: 'outlet', companies: [freight.hangzhou] })
    expect((await near.client.ok(calls.getPhoneOrder, { id })).orderNo).toMatch(/^SJ\d{11}$/)
  })

  it('a customer’s account that may look at the list sees its own, without our names and without acts', async () => {
    const looks = await world.person('looks', {
      rights: { phoneList: 'approve', taskList: 'edit' },
      scope: 'customer',
      companies: [freight.yunfan],
    })
    const id = await accepted()
    expect(await looks.client.ok(calls.getPhoneOrder, { id })).toMatchObject({ acceptedByName: null, actions: [] })
    for (const [call, input] of [
      [calls.convertPhoneOrder, convertInput(id)],
      [calls.acceptPhoneOrders, { ids: [id] }],
      [calls.takePhoneOrder, { callerPhone: '13800000000', goodsName: 'x', pieces: 1 }],
      [calls.getPhoneOrderHistory, { id }],
      [calls.getClerks, {}],
    ] as const)
      expect((await looks.client.refused(call as typeof calls.acceptPhoneOrders, input)).code).toBe(403)
  })

  it('whoever placed an order cancels it while nobody has accepted it', async () => {
    const id = await placed()
    await customer.client.ok(calls.cancelMyPhoneOrder, { id })
    expect((await orderNow(id)).state).toBe('cancelled')
    const taken = await accepted()
    expect(await customer.client.refused(calls.cancelMyPhoneOrder, { id: taken })).toMatchObject({
      reason: 'phoneOrders.wrongState',
    })
    // Placed by others of the same company: seen, not his to cancel.
    const byPhone = await clerk.client.ok(calls.takePhoneOrder, {
      callerPhone: '13857112086',
      customerId: freight.yunfan,
      goodsName: '水泵',
      pieces: 2,
    })
    await clerk.client.ok(calls.returnPhoneOrders, { ids: [byPhone.id] })
    const { rows } = await customer.client.ok(calls.getMyPhoneOrders, { id: byPhone.id })
    expect(rows).toMatchObject([{ state: 'new', mayCancel: false }])
    expect((await customer.client.refused(calls.cancelMyPhoneOrder, { id: byPhone.id })).code).toBe(404)
  })

  it('a customer that is merged into another takes its orders along', async () => {
    const double = await world.company('云帆电子（旧）', ['customer'])
    const id = await placed(driver, { customerId: double })
    const { version } = await boss.client.ok(customers.getCompany, { id: freight.yunfan })
    await boss.client.ok(customers.mergeCompanies, { id: freight.yunfan, version, otherIds: [double] })
    expect(await orderNow(id)).toMatchObject({ customerId: freight.yunfan })
  })
})

describe('[RT-16/phoneList] what is typed', () => {
  it('[D-05] wrong input is named, field by field', async () => {
    const wrong = async (over: Record<string, unknown>) =>
      (await customer.client.refused(calls.placePhoneOrder, { ...orderOf(), ...over })).fields.map(
        ({ path, reason }) => `${path} ${reason}`,
      )
    expect(await wrong({ pieces: 0, goodsName: '' })).toEqual(['goodsName field.required', 'pieces field.positive'])
    expect(await wrong({ shipper: { ...shipper, phone: '12' } })).toEqual(['shipper.phone field.phone'])
    expect(await wrong({ consignee: { ...consignee, region: '440100' } })).toEqual(['consignee.region field.region'])
    expect(await wrong({ quickRemarks: ['nonsense'] })).toEqual(['quickRemarks.0 field.choice'])
    expect(await wrong({ planPickup: ago(60 * 48) })).toEqual(['planPickup phoneOrders.pickupPast'])
    expect(await wrong({ planPickup: '2099-01-01T00:00:00Z' })).toEqual(['planPickup phoneOrders.pickupFar'])
    expect((await wrong({ photos: [1, 2, 3, 4, 5, 6] }))[0]).toMatch(/^photos /)
    expect((await customer.client.refused(calls.placePhoneOrder, orderOf({ photos: [999_999] }))).code).toBe(404)
  })

  it('the same key places one order', async () => {
    const [a, b] = await Promise.all([
      customer.client.ok(calls.placePhoneOrder, orderOf(), { key: 'tap' }),
      customer.client.ok(calls.placePhoneOrder, orderOf(), { key: 'tap' }),
    ])
    expect(b).toEqual(a)
  })

  it('by telephone: the number is enough for the customer and the parties of last time', async () => {
    await placed(customer)
    await world.db.updateTable('company').set({ tel: '0571-85001234' }).where('id', '=', freight.yunfan).execute()
    const known = await clerk.client.ok(calls.getCaller, { phone: '0571-85001234' })
    expect(known).toMatchObject({ customerId: freight.yunfan, customerName: '杭州云帆电子有限公司' })
    expect(known.consignees[0]).toMatchObject({ name: '陈国强', region: '440111' })
    const taken = await clerk.client.ok(calls.takePhoneOrder, {
      callerPhone: '13955556666',
      callerName: '小李',
      customerId: freight.yunfan,
      goodsName: '控制柜',
      pieces: 3,
    })
    expect(await orderNow(taken.id)).toMatchObject({ state: 'accepted', acceptedByName: 'clerk', channel: 'phone' })
    expect(await clerk.client.ok(calls.getCaller, { phone: '13955556666' })).toMatchObject({
      customerId: freight.yunfan,
      name: '小李',
    })
    expect(await clerk.client.ok(calls.getCaller, { phone: '13700000001' })).toEqual({
      customerId: null,
      customerName: null,
      name: null,
      shippers: [],
      consignees: [],
    })
  })

  it('whoever waits longest stands first; filters, totals and the file agree', async () => {
    const { rows } = await clerk.client.ok(calls.getPhoneOrders, { tab: 'new', pageSize: 500 })
    expect(rows.map(({ placedAt }) => placedAt)).toEqual(rows.map(({ placedAt }) => placedAt).sort())
    const { tabs } = await clerk.client.ok(calls.getPhoneOrderTotals, { tab: 'new' })
    expect(tabs.new).toBe(rows.length)
    const filter = { tab: 'new', to: '440000', from: '330000', channels: 'customer' } as const
    const some = await clerk.client.ok(calls.getPhoneOrders, { ...filter, pageSize: 500 })
    expect(some.rows.length).toBe((await clerk.client.ok(calls.getPhoneOrderTotals, filter)).count)
    expect(some.rows.every(({ channel }) => channel === 'customer')).toBe(true)
    expect((await clerk.client.ok(calls.getPhoneOrders, { ...filter, to: '310000' })).rows).toEqual([])
    const file = await clerk.client.fetch(`${calls.exportPhoneOrders.path}?tab=new`)
    expect(file.headers.get('content-type')).toContain('spreadsheetml')
    expect((await file.arrayBuffer()).byteLength).toBeGreaterThan(1000)
  })
})
