import * as calls from '@xunyun/contract/waybills/calls'
import { exportShippingStatistics, getShippingStatistics } from '@xunyun/contract/waybills/statistics'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Freight, openFreight } from '../../../../test/freight.ts'
import { download } from '../../../../test/sheets.ts'
import { openWorld, type Person, type World } from '../../../../test/world.ts'
import { clock, dayBefore } from '../../../platform/clock.ts'

let world: World
let freight: Freight
let office: Person
const today = clock.today()
const yesterday = dayBefore(today)

beforeAll(async () => {
  world = await openWorld()
  freight = await openFreight(world)
  office = await world.person('office', { rights: 'all' })
  await freight.waybill(office.client, 3, { bizDate: today })
  await freight.waybill(office.client, 5, { bizDate: yesterday, customerId: freight.hengda })
  await freight.waybill(office.client, 7, { bizDate: today, transMode: 'rail', customerId: undefined })
  // Neither a draft nor a cancelled waybill was shipped.
  await office.client.ok(calls.createWaybill, { ...(await draftOf()), bizDate: today })
  const gone = await freight.waybill(office.client, 9, { bizDate: today })
  await office.client.ok(calls.cancelWaybills, { ids: [gone.id], reason: '不发了' })
})
afterAll(() => world.close())

const draftOf = async () => {
  const { waybillOf } = await import('../../../../test/freight.ts')
  return waybillOf(freight.hangzhou, freight.yunfan, 11)
}
const ask = (over: object = {}, who = office) =>
  who.client.ok(getShippingStatistics, { bizFrom: yesterday, bizTo: today, group: 'customer', period: 'day', ...over })

describe('[RT-16/statistics] what was shipped', () => {
  it('by customer, destination, mode and outlet, with walk-ins in a row of their own', async () => {
    const of = async (group: string) =>
      (await ask({ group })).rows.map(({ label, count, pieces }) => `${label} ${count} ${pieces}`)
    expect((await of('customer')).sort()).toEqual(['宁波恒达机电有限公司 1 5', '散客 1 7', '杭州云帆电子有限公司 1 3'])
    expect(await of('destination')).toEqual(['广州 3 15'])
    expect(await of('mode')).toEqual(['公路 2 8', '铁路 1 7'])
    expect(await of('outlet')).toEqual(['杭州总站 3 15'])
  })

  it('agrees with the list of the same filter, to the cent and the piece', async () => {
    const { total, rows, course } = await ask()
    const states = [
      'placed',
      'pickingUp',
      'inStation',
      'inTransit',
      'arrived',
      'delivering',
      'awaitingPickup',
      'signed',
      'partSigned',
      'rejected',
      'closed',
    ]
    const list = await office.client.ok(calls.getWaybillTotals, {
      bizFrom: yesterday,
      bizTo: today,
      states: states.join(',') as never,
    })
    expect(total).toMatchObject({
      count: list.count,
      pieces: list.pieces,
      weight: list.weight,
      volume: list.volume,
      receivable: list.receivable,
    })
    const sum = (of: readonly { pieces: number }[]) => of.reduce((all, { pieces }) => all + pieces, 0)
    expect([sum(rows), sum(course)]).toEqual([total.pieces, total.pieces])
  })

  it('shows every day or month, those without a waybill too', async () => {
    const { course } = await ask({ bizFrom: dayBefore(yesterday) })
    expect(course.map(({ period, count }) => `${period} ${count}`)).toEqual([
      `${dayBefore(yesterday)} 0`,
      `${yesterday} 1`,
      `${today} 2`,
    ])
    expect((await ask({ period: 'month', bizFrom: '2026-01-01', bizTo: '2026-12-31' })).course).toHaveLength(12)
  })

  it('compares with as many days before', async () => {
    const found = await ask({ bizFrom: today, bizTo: today, group: 'outlet' })
    expect(found).toMatchObject({ beforeFrom: yesterday, beforeTo: yesterday })
    expect(found.rows[0]?.before).toBe('0.00')
  })

  it('refuses days that end before they begin', async () => {
    const refused = await office.client.refused(getShippingStatistics, {
      bizFrom: today,
      bizTo: yesterday,
      group: 'customer',
      period: 'day',
    })
    expect(refused.fields).toMatchObject([{ path: 'bizTo', reason: 'field.range' }])
  })

  it("[SE-08] stays inside the scope: a customer's account sees its own, and no salesmen", async () => {
    const customer = await world.person('customer', {
      scope: 'customer',
      companies: [freight.hengda],
      rights: { statistics: 'browse' },
    })
    expect((await ask({}, customer)).rows).toMatchObject([{ label: '宁波恒达机电有限公司', pieces: 5 }])
    expect(
      (
        await customer.client.refused(getShippingStatistics, {
          bizFrom: today,
          bizTo: today,
          group: 'salesman',
          period: 'day',
        })
      ).code,
    ).toBe(422)
    const other = await world.person('guangzhou', {
      scope: 'outlet',
      companies: [freight.guangzhou],
      rights: { statistics: 'browse' },
    })
    expect((await ask({}, other)).total.count).toBe(0)
  })

  it("[SE-08] a customer's account reads its own words in its files: what we receive is what it pays", async () => {
    const customer = await world.person('reader', {
      scope: 'customer',
      companies: [freight.hengda],
      rights: { statistics: 'browse', allWayBill: 'browse' },
    })
    const heads = async (who: Person) =>
      (
        await Promise.all([
          download(who.client, exportShippingStatistics, {
            bizFrom: yesterday,
            bizTo: today,
            group: 'customer',
            period: 'day',
          } as never),
          download(who.client, calls.exportWaybills, { columns: 'receivable' } as never),
        ])
      ).map(({ rows }) => rows[0]?.join(' '))
    expect(await heads(office)).toEqual([expect.stringContaining('应收 元'), '应收 元'])
    expect(await heads(customer)).toEqual([expect.stringContaining('运费合计 元'), '运费合计 元'])
    expect((await heads(customer)).join()).not.toContain('应收')
    const stateFor = async (who: Person) =>
      (
        await download(who.client, calls.exportWaybills, {
          columns: 'priceState',
          customerId: freight.hengda,
        } as never)
      ).rows[1]
    expect([await stateFor(customer), await stateFor(office)]).toEqual([['待计价'], ['未定价']])
  })

  it('is exported as it stands', async () => {
    const file = await office.client.fetch(
      `${exportShippingStatistics.path}?bizFrom=${yesterday}&bizTo=${today}&group=customer&period=day`,
    )
    expect((await file.arrayBuffer()).byteLength).toBeGreaterThan(1000)
  })
})
