import * as charges from '@xunyun/contract/warehouse/billing/charges'
import * as calls from '@xunyun/contract/warehouse/billing/quotations'
import * as items from '@xunyun/contract/warehouse/masters/items'
import { receiveGoods } from '@xunyun/contract/warehouse/receiving/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { applyFor } from '../../../../test/applying.ts'
import { type Billing, openBilling, perPallet } from '../../../../test/billing.ts'
import { day } from '../../../../test/floor.ts'
import { reversePosting } from '../ledger/index.ts'

let billing: Billing
const admin = () => billing.world.admin

beforeAll(async () => {
  billing = await openBilling()
})
afterAll(() => billing.close())

/** An owner of his own with one item; pallets of ten. */
async function ownerWith(name: string, more: Record<string, unknown> = {}) {
  const ownerId = await billing.owner(name)
  const itemId = await billing.goods.item(`${name}-1`, {
    ownerId,
    packs: [{ unit: 'pallet', ratio: '10' }],
    ...more,
  } as never)
  return { ownerId, itemId }
}
const storageDay = (basis: string, more: Record<string, unknown> = {}) =>
  ({ ...perPallet, basis, freeDays: 0, ...more }) as never

describe('[RT-18/quotation] storage by the day', () => {
  it('the vector: 100 pallets in, 40 out on the 11th day, to the 20th, 3 days free, 2 yuan: 1,300 pallet days = 2,600.00', async () => {
    const { ownerId, itemId } = await ownerWith('向量')
    await billing.move(itemId, '1000', -20)
    await billing.move(itemId, '-400', -10)
    await billing.agreed(ownerId, [{ ...perPallet, taxRate: '6' }])
    await billing.night()
    const rows = await billing.charges(ownerId)
    expect(rows).toHaveLength(20)
    expect(await billing.totals(ownerId)).toMatchObject({
      count: 20,
      quantity: '1600',
      free: '300',
      chargeable: '1300',
      amount: '2600.00',
      tabs: { all: 20, open: 20, applied: 0, cancelled: 0, problems: 0 },
    })
    expect(rows[2]).toMatchObject({ day: day(-18), quantity: '100', free: '100', chargeable: '0', amount: '0.00' })
    expect(rows[9]).toMatchObject({ day: day(-11), chargeable: '100', amount: '200.00' })
    expect(rows[10]).toMatchObject({
      day: day(-10),
      quantity: '60',
      chargeable: '60',
      amount: '120.00',
      rate: '2.0000',
    })
    const { steps } = await admin().ok(charges.getWarehouseCharge, { id: rows[10]?.id as number })
    expect(steps.map(({ step }) => step)).toEqual(['matchedAll', 'stood', 'free', 'unitPrice', 'tax'])
  })

  it('free days count from each receipt: what leaves is the oldest', async () => {
    const { ownerId, itemId } = await ownerWith('先进先出')
    await billing.move(itemId, '100', -9)
    await billing.move(itemId, '50', -4)
    await billing.move(itemId, '-70', -2)
    await billing.agreed(ownerId, [perPallet])
    await billing.night()
    expect(await billing.layers(itemId, -3)).toEqual(['-9 100', '-4 50'])
    expect(await billing.layers(itemId, -2)).toEqual(['-9 30', '-4 50'])
    const rows = await billing.charges(ownerId)
    // The second receipt is free on its days -4, -3, -2.
    expect(rows.map(({ free, chargeable }) => `${free}/${chargeable}`)).toEqual([
      '10/0',
      '10/0',
      '10/0',
      '0/10',
      '0/10',
      '5/10',
      '5/10',
      '5/3',
      '0/8',
    ])
  })

  it('once for a day, however often and by however many it is run', async () => {
    const { ownerId, itemId } = await ownerWith('两台服务器')
    await billing.move(itemId, '30', -5)
    await billing.agreed(ownerId, [perPallet])
    await Promise.all([billing.night(), billing.night(), billing.night()])
    expect(await billing.charges(ownerId)).toHaveLength(5)
    const { added, changed, cancelled } = await billing.night()
    expect([added, changed, cancelled]).toEqual([0, 0, 0])
  })

  it('after a crash in the middle the next run goes on: days that are whole stay, the others follow', async () => {
    const { ownerId, itemId } = await ownerWith('中断')
    await billing.move(itemId, '30', -6)
    await billing.agreed(ownerId, [perPallet])
    await sql`create function crash() returns trigger language plpgsql as $$ begin
      if new.day = ${sql.lit(day(-3))}::date and new.customer_id = ${sql.lit(ownerId)} then raise exception 'crash'; end if; return new; end $$`.execute(
      billing.world.db,
    )
    await sql`create trigger crash before insert on warehouse_charge for each row execute function crash()`.execute(
      billing.world.db,
    )
    await expect(billing.night()).rejects.toThrow('crash')
    expect(await billing.charges(ownerId)).toHaveLength(0)
    await sql`drop trigger crash on warehouse_charge`.execute(billing.world.db)
    await billing.night()
    expect(await billing.charges(ownerId)).toHaveLength(6)
  })

  it('what was recorded later and dated earlier has its days counted and charged anew', async () => {
    const { ownerId, itemId } = await ownerWith('补录')
    await billing.move(itemId, '100', -8)
    await billing.agreed(ownerId, [perPallet])
    await billing.night()
    await billing.move(itemId, '-50', -5)
    await billing.night()
    const rows = await billing.charges(ownerId)
    expect(rows.map(({ quantity }) => quantity)).toEqual(['10', '10', '10', '5', '5', '5', '5', '5'])
    expect((await admin().ok(charges.getWarehouseChargeHistory, { id: rows[4]?.id as number }))[0]).toMatchObject({
      action: 'recomputed',
      changes: [
        { field: 'quantity', from: '10', to: '5' },
        { field: 'chargeable', from: '10', to: '5' },
        { field: 'amount', from: '20.00', to: '10.00' },
      ],
    })
  })

  it('going on from the day before and counting from the ledger come to the same, with receipts and shipments taken back too', async () => {
    const { ownerId, itemId } = await ownerWith('重算')
    await billing.agreed(ownerId, [perPallet])
    const first = await billing.move(itemId, '40', -7)
    await billing.move(itemId, '30', -6)
    const shipped = await billing.move(itemId, '-35', -5)
    await billing.night()
    // Taken back today: yesterday stays as it was, today differs.
    await billing.world.db.transaction().execute((tx) =>
      reversePosting(tx as never, { userId: 1, name: 'x' } as never, shipped.postingId, {
        docType: 'outbound',
        docId: 1_000_900,
        docNo: 'T900',
        act: 'undo',
      }),
    )
    await billing.world.db.transaction().execute((tx) =>
      reversePosting(tx as never, { userId: 1, name: 'x' } as never, first.postingId, {
        docType: 'receipt',
        docId: 1_000_901,
        docNo: 'T901',
        act: 'undo',
      }),
    )
    await billing.night(0)
    expect(await billing.layers(itemId, -1)).toEqual(['-7 5', '-6 30'])
    expect(await billing.layers(itemId, 0)).toEqual(['-6 30'])
    const gone = await billing.counted()
    await sql`delete from storage_day`.execute(billing.world.db)
    await sql`delete from storage_item`.execute(billing.world.db)
    await sql`delete from storage_layer`.execute(billing.world.db)
    await billing.night(0)
    expect(await billing.counted()).toEqual(gone)
    // And every day alone, without the one before.
    for (const at of [-6, -5, -1, 0]) {
      const before = day(at - 1)
      await sql`delete from storage_day where day in (${before}::date, ${day(at)}::date)`.execute(billing.world.db)
      await sql`delete from storage_item where day in (${before}::date, ${day(at)}::date)`.execute(billing.world.db)
      await sql`delete from storage_layer where day in (${before}::date, ${day(at)}::date)`.execute(billing.world.db)
      await billing.night(0)
      expect(await billing.counted()).toEqual(gone)
    }
  })

  it('a day takes over what stands where nothing happened, and comes to the same as one that is counted whole', async () => {
    const { ownerId, itemId } = await ownerWith('接着算')
    const { db } = billing.world
    await billing.agreed(ownerId, [perPallet])
    await sql`update location set length_cm = 120, width_cm = 100 where id = ${billing.places['R-01']}`.execute(db)
    const others = await Promise.all(
      Array.from({ length: 9 }, (_, n) => billing.goods.item(`接着算-${n + 2}`, { ownerId } as never)),
    )
    for (const other of others) await billing.move(other, '6', -6, { place: 'A-02' })
    await billing.move(itemId, '20', -6, { place: 'R-01' })
    await billing.move(itemId, '-5', -3, { place: 'R-01' })
    // A neighbour comes: what stands beside it takes less of the place from then on.
    await billing.move(await billing.goods.item('接着算-11', { ownerId } as never), '3', -2, { place: 'R-01' })
    const forget = async (from: number) => {
      for (const table of ['storage_day', 'storage_item', 'storage_layer'])
        await sql`delete from ${sql.table(table)} where day >= ${day(from)}::date`.execute(db)
    }
    // Places that were made just now are counted whole.
    await forget(-30)
    await billing.night()
    const whole = await billing.counted()
    await sql`update location set updated_at = now() - interval '60 days'`.execute(db)
    await forget(-30)
    await billing.night()
    expect(await billing.counted()).toEqual(whole)

    // That it was taken over is seen by a figure that is wrong.
    const containers = async (at: number) => {
      const found = await sql<{ n: string }>`
        select containers::float8::text as n from storage_item where day = ${day(at)}::date and item_id = ${others[0]}`.execute(
        db,
      )
      return found.rows[0]?.n
    }
    await sql`update storage_item set containers = 7 where day = ${day(-2)}::date and item_id = ${others[0]}`.execute(
      db,
    )
    await forget(-1)
    await billing.night()
    expect(await containers(-1)).toBe('7')
    // Not after a day of which some goods were counted anew, nor where a place was measured since.
    await forget(-1)
    await sql`update storage_day set partly = true where day = ${day(-2)}::date`.execute(db)
    await billing.night()
    expect(await containers(-1)).toBe('0')
    await forget(-1)
    await sql`update storage_day set partly = false where day = ${day(-2)}::date`.execute(db)
    await sql`update location set updated_at = now() where id = ${billing.places['A-02']}`.execute(db)
    await billing.night()
    expect(await containers(-1)).toBe('0')
    await forget(-30)
    await billing.night()
    expect(await billing.counted()).toEqual(whole)
  })
})

describe('[RT-18/quotation] what a quantity is', () => {
  it('pallets are the containers that goods stand on, and the loose rest by the pack unit, a begun one whole', async () => {
    const { ownerId, itemId } = await ownerWith('托盘')
    const other = await billing.goods.item('托盘-2', { ownerId, packs: [{ unit: 'pallet', ratio: '10' }] } as never)
    await billing.move(itemId, '7', -3, { container: 'P000001' })
    await billing.move(other, '5', -3, { container: 'P000001' })
    await billing.move(itemId, '4', -3, { container: 'P000002', place: 'A-02' })
    await billing.move(itemId, '11', -3)
    await billing.agreed(ownerId, [storageDay('pallet')])
    await billing.night()
    // P000001 is a half of each, P000002 one, eleven loose are two.
    expect((await billing.charges(ownerId))[0]).toMatchObject({ quantity: '4', chargeable: '4', amount: '8.00' })
  })

  it('boxes are rounded up, kilograms and cubic metres come from the item, square metres from the places', async () => {
    const { ownerId, itemId } = await ownerWith('各种计量', {
      packs: [{ unit: 'box', ratio: '12' }],
      grossWeight: '1.5',
      volume: '0.0125',
    })
    await billing.world.db
      .updateTable('location')
      .set({ length_cm: '120', width_cm: '100' })
      .where('id', '=', billing.places['A-03'] as number)
      .execute()
    await billing.move(itemId, '25', -2, { place: 'A-03' })
    await billing.agreed(
      ownerId,
      (
        [
          ['piece', 'storage'],
          ['box', 'other'],
          ['kg', 'packing'],
          ['m3', 'handling'],
          ['m2', 'labelling'],
        ] as const
      ).map(([basis, feeItem]) => storageDay(basis, { feeItem })),
    )
    await billing.night()
    const rows = await billing.charges(ownerId, { from: day(-1), to: day(-1) })
    expect(Object.fromEntries(rows.map(({ basis, quantity, amount }) => [basis, `${quantity} ${amount}`]))).toEqual({
      piece: '25 50.00',
      box: '3 6.00',
      kg: '37.5 75.00',
      m3: '0.3125 0.63',
      m2: '1.2 2.40',
    })
  })

  it('goods without the size are left out and named, and counted once they have it', async () => {
    const { ownerId, itemId } = await ownerWith('缺资料', { packs: [] })
    const sized = await billing.goods.item('缺资料-2', { ownerId, grossWeight: '2' } as never)
    await billing.move(itemId, '10', -3)
    await billing.move(sized, '10', -3)
    await billing.agreed(ownerId, [storageDay('kg'), storageDay('pallet', { feeItem: 'other' })])
    await billing.night()
    const rows = await billing.charges(ownerId, { tab: 'problems' })
    expect(rows.map(({ basis, quantity, problems }) => `${basis} ${quantity} ${problems}`).sort()).toEqual([
      ...Array(3).fill('kg 20 1'),
      ...Array(3).fill('pallet 0 2'),
    ])
    const { leftOut, steps } = await admin().ok(charges.getWarehouseCharge, {
      id: rows.find(({ basis }) => basis === 'kg')?.id as number,
    })
    expect(leftOut).toMatchObject([{ reason: 'noWeight', itemNo: '缺资料-1', ownerName: '缺资料', qty: '10' }])
    expect(steps.at(-1)).toEqual({ step: 'leftOut', params: { count: '1' } })
    const { problems } = await admin().ok(charges.getBillingStatus, {})
    expect(problems.filter(({ ownerName }) => ownerName === '缺资料')).toMatchObject([
      { reason: 'noPallet', itemNo: '缺资料-1' },
      { reason: 'noWeight', itemNo: '缺资料-1', firstDay: day(-3), lastDay: day(-1) },
      { reason: 'noPallet', itemNo: '缺资料-2' },
    ])
    await billing.world.db.updateTable('item').set({ gross_weight: '3' }).where('id', '=', itemId).execute()
    const range = { from: day(-3), to: day(-1), customerId: ownerId }
    const { rows: changes } = await admin().ok(charges.previewRecompute, range)
    expect(changes).toHaveLength(3)
    expect(changes[0]).toMatchObject({
      kind: 'change',
      oldQuantity: '20',
      newQuantity: '50',
      oldAmount: '40.00',
      newAmount: '100.00',
    })
  })

  it('goods whose owner has no quotation at their warehouse are named, with their days and quantity', async () => {
    const { ownerId, itemId } = await ownerWith('无报价')
    await billing.move(itemId, '30', -4)
    const unpriced = async (client = admin()) =>
      (await client.ok(charges.getBillingStatus, {})).unpriced.filter((row) => row.ownerId === ownerId)
    expect(await unpriced()).toMatchObject([
      { ownerName: '无报价', days: 5, firstDay: day(-4), lastDay: day(0), items: 1, qty: '30' },
    ])
    // One that begins later does not hold yet, and says so.
    await billing.agreed(ownerId, [perPallet], { validFrom: day(3) })
    const { rows } = await admin().ok(calls.getQuotations, { customerId: ownerId, tab: 'upcoming' })
    expect(rows).toMatchObject([{ status: 'active', upcoming: true, expired: false }])
    expect((await admin().ok(calls.getQuotations, { customerId: ownerId, tab: 'active' })).rows).toEqual([])
    expect(await unpriced()).toMatchObject([{ days: 5 }])
    await billing.agreed(ownerId, [perPallet], { validFrom: day(-2), validTo: day(2) })
    expect(await unpriced()).toMatchObject([{ days: 2, firstDay: day(-4), lastDay: day(-3), qty: '30' }])
    const account = await billing.world.person('bare', {
      scope: 'customer',
      companies: [ownerId],
      rights: { quotation: 'browse' },
    })
    expect(await unpriced(account.client)).toEqual([])
  })

  it('a place without length and width is named, and counted anew once it has them', async () => {
    const { ownerId, itemId } = await ownerWith('面积')
    const place = await billing.goods.place('A-09')
    billing.places['A-09'] = place
    await billing.move(itemId, '10', -2, { place: 'A-09' })
    await billing.agreed(ownerId, [storageDay('m2')])
    await billing.night()
    const [first] = await billing.charges(ownerId)
    expect(first).toMatchObject({ quantity: '0', problems: 1 })
    const { leftOut } = await admin().ok(charges.getWarehouseCharge, { id: first?.id as number })
    expect(leftOut).toMatchObject([{ reason: 'noFootprint', locationCode: 'A-09', itemNo: '面积-1' }])
    await billing.world.db
      .updateTable('location')
      .set({ length_cm: '200', width_cm: '150' })
      .where('id', '=', place)
      .execute()
    await billing.night()
    expect((await billing.charges(ownerId)).map(({ quantity, amount }) => `${quantity} ${amount}`)).toEqual([
      '3 6.00',
      '3 6.00',
    ])
  })

  it('by the month once it is over: unit days, the peak, or the average', async () => {
    const { ownerId, itemId } = await ownerWith('按月', { packs: [], baseUnit: 'pallet' })
    const from = `${day(-32).slice(0, 7)}-01`
    const inMonth = (offset: number) => Math.round((Date.parse(from) - Date.parse(day(0))) / 86_400_000) + offset
    await billing.move(itemId, '100', inMonth(0))
    await billing.move(itemId, '-40', inMonth(10))
    await billing.move(itemId, '-60', inMonth(20))
    const month = (volumeMethod: string, feeItem: string) =>
      storageDay('pallet', { timeUnit: 'month', volumeMethod, feeItem, freeDays: 3 })
    await billing.agreed(ownerId, [month('daily', 'storage'), month('peak', 'other'), month('average', 'handling')], {
      validFrom: from,
    })
    await billing.night()
    const rows = await billing.charges(ownerId)
    const days = new Date(Number(from.slice(0, 4)), Number(from.slice(5, 7)), 0).getDate()
    expect(rows).toHaveLength(3)
    expect(rows[0]).toMatchObject({ fromDay: from, day: `${from.slice(0, 8)}${days}` })
    expect(Object.fromEntries(rows.map(({ volumeMethod, chargeable }) => [volumeMethod, chargeable]))).toEqual({
      daily: '1300',
      peak: '100',
      average: String(Number((1300 / days).toFixed(4))),
    })
  })
})

describe('[RT-18/quotation] for whom, where and by what', () => {
  it('the rates of a warehouse take the place of those for every warehouse; one pays for the goods of several', async () => {
    const { ownerId: customerId } = await ownerWith('结算方')
    const one = await ownerWith('货主甲')
    const two = await ownerWith('货主乙')
    await billing.move(one.itemId, '10', -2)
    await billing.move(two.itemId, '20', -2)
    const owners = { ownerIds: [one.ownerId, two.ownerId] }
    await billing.agreed(customerId, [storageDay('pallet', { rate: '5' })], owners)
    const here = await billing.agreed(customerId, [storageDay('pallet', { rate: '7' })], {
      ...owners,
      warehouseId: billing.goods.warehouseId,
      validFrom: day(-1),
    })
    await billing.night()
    const rows = await billing.charges(customerId)
    expect(rows.map(({ quantity, amount }) => `${quantity} ${amount}`)).toEqual(['3 15.00', '3 21.00'])
    expect(rows[1]).toMatchObject({ quotationNo: here.quotationNo, customerName: '结算方' })
    expect(await billing.charges(one.ownerId)).toEqual([])
  })

  it('a version that is approved late charges its days anew, those of the one before stay', async () => {
    const { ownerId, itemId } = await ownerWith('迟批')
    await billing.move(itemId, '10', -6)
    const { id } = await billing.agreed(ownerId, [storageDay('pallet')])
    await billing.night()
    const { id: next } = await admin().ok(calls.newQuotationVersion, { id })
    const { version } = await admin().ok(calls.getQuotation, { id: next })
    await admin().ok(calls.changeQuotation, {
      id: next,
      version,
      customerId: ownerId,
      validFrom: day(-2),
      items: [storageDay('pallet', { rate: '3' })],
    })
    await admin().ok(calls.submitQuotations, { ids: [next] })
    await billing.decide(next)
    await billing.night()
    expect((await billing.charges(ownerId)).map(({ versionNo, amount }) => `v${versionNo} ${amount}`)).toEqual([
      ...Array(4).fill('v1 2.00'),
      ...Array(2).fill('v2 3.00'),
    ])
  })

  it('试算 says what the night charges, and writes nothing; so does the form before it is saved', async () => {
    const { ownerId, itemId } = await ownerWith('试算客户')
    await billing.move(itemId, '100', -10)
    await billing.move(itemId, '-40', -5)
    const period = { from: day(-10), to: day(5) }
    const quotation = { customerId: ownerId, validFrom: day(0), items: [perPallet] }
    const tried = await admin().ok(calls.tryQuotation, { quotation, ...period })
    expect(tried).toMatchObject({
      amount: '100.00',
      items: [
        { quotationNo: null, trigger: 'storage', quantity: '80', free: '30', chargeable: '50', amount: '100.00' },
      ],
    })
    expect(tried.items[0]?.charges).toHaveLength(10)
    expect(tried.items[0]?.charges[3]?.steps.map(({ step }) => step)).toEqual(['draft', 'stood', 'free', 'unitPrice'])
    const { quotationNo } = await billing.agreed(ownerId, [perPallet])
    const asked = { customerId: ownerId, ...period }
    const before = await admin().ok(calls.calculateCharges, asked)
    expect(before).toMatchObject({ amount: '100.00', items: [{ quotationNo, versionNo: 1, chargeable: '50' }] })
    expect(await billing.charges(ownerId)).toEqual([])
    await billing.night()
    expect(await billing.totals(ownerId)).toMatchObject({ count: 10, amount: '100.00' })
    expect(await admin().ok(calls.calculateCharges, asked)).toEqual(before)
    expect((await admin().refused(calls.calculateCharges, { ...asked, from: day(-200) })).fields).toMatchObject([
      { path: 'to', reason: 'warehouseBilling.tooLong' },
    ])
  })

  it('[V29] 重算 shows old against new before the night has counted anew; what is applied for stays, and the difference is beside it', async () => {
    const { ownerId, itemId } = await ownerWith('重算客户')
    await billing.move(itemId, '100', -4)
    await billing.agreed(ownerId, [storageDay('pallet')])
    await billing.night()
    const [first, second] = await billing.charges(ownerId)
    await applyFor(billing.world, ownerId, [first?.id as number], billing.boss.id)
    await billing.move(itemId, '-50', -4)
    const range = { from: day(-4), to: day(-1), customerId: ownerId }
    const told = await admin().ok(charges.previewRecompute, range)
    expect(told.rows.map(({ kind, oldAmount, newAmount }) => `${kind} ${oldAmount} ${newAmount}`)).toEqual([
      'beside 20.00 10.00',
      ...Array(3).fill('change 20.00 10.00'),
    ])
    expect(told).toMatchObject({ oldAmount: '80.00', newAmount: '40.00', same: 0 })
    expect((await billing.totals(ownerId)).amount).toBe('80.00')
    expect(await admin().ok(charges.recomputeCharges, range)).toEqual(told)
    expect((await billing.totals(ownerId)).amount).toBe('40.00')
    expect(await admin().ok(charges.getWarehouseCharge, { id: first?.id as number })).toMatchObject({
      amount: '20.00',
      state: 'applied',
    })
    expect(await admin().ok(charges.getWarehouseCharge, { id: second?.id as number })).toMatchObject({
      amount: '10.00',
      version: 2,
    })
    // What the night counts is what was shown.
    const { changed } = await billing.night()
    expect(changed).toBe(0)
    expect((await admin().refused(charges.recomputeCharges, { from: day(-1), to: day(0) })).fields[0]).toMatchObject({
      path: 'to',
      reason: 'warehouseBilling.notOver',
    })
  })

  it('a pack that holds another number from today on leaves the days before as they were charged', async () => {
    const { ownerId, itemId } = await ownerWith('换托规')
    await billing.move(itemId, '100', -3)
    await billing.agreed(ownerId, [storageDay('pallet')])
    await billing.night()
    const range = { from: day(-3), to: day(-1), customerId: ownerId }
    const item = await admin().ok(items.getItem, { id: itemId })
    const packs = [{ unit: 'pallet', ratio: '5' }]
    await admin().ok(items.changeItem, { ...item, id: itemId, packs, categoryId: undefined } as never)
    expect(await admin().ok(charges.previewRecompute, range)).toMatchObject({ rows: [], same: 3 })
    await billing.night(0)
    expect((await billing.charges(ownerId)).map(({ quantity }) => quantity)).toEqual(['10', '10', '10', '20'])
  })

  it('no receipt is dated into days whose storage an invoice application holds', async () => {
    const { ownerId, itemId } = await ownerWith('已结')
    await billing.move(itemId, '10', -3)
    await billing.agreed(ownerId, [storageDay('pallet')])
    await billing.night()
    const [first] = await billing.charges(ownerId)
    const { withdraw } = await applyFor(billing.world, ownerId, [first?.id as number], billing.boss.id)
    expect((await billing.charges(ownerId, { tab: 'applied' })).map(({ id, state }) => [id, state])).toEqual([
      [first?.id, 'applied'],
    ])
    expect((await billing.totals(ownerId)).tabs).toMatchObject({ all: 3, open: 2, applied: 1 })
    const { receipt } = await billing.goods.notice([{ itemId, qty: '1' }], { ownerId })
    const counted = { lineId: receipt.lines[0]?.id, qty: '1', damaged: '0', short: '0', quality: 'good', serials: [] }
    const lines = [{ ...counted, damagedSerials: [] }]
    const dated = (offset: number) => ({ id: receipt.id, at: `${day(offset)}T09:00:00+08:00`, lines }) as never
    expect((await admin().refused(receiveGoods, dated(-3))).fields).toMatchObject([
      { path: 'at', reason: 'inbound.closedDay' },
    ])
    // Taken back, nothing holds the day.
    await withdraw()
    expect((await billing.totals(ownerId)).tabs).toMatchObject({ open: 3, applied: 0 })
    await admin().ok(receiveGoods, dated(-3))
  })

  it("[D-05] a customer's account sees what it owes and none of the inside; who works elsewhere sees nothing", async () => {
    const { ownerId, itemId } = await ownerWith('看自己')
    await billing.move(itemId, '10', -2)
    await billing.agreed(ownerId, [storageDay('pallet'), storageDay('kg', { feeItem: 'other' })])
    await billing.night()
    const account = await billing.world.person('owing', {
      scope: 'customer',
      companies: [ownerId],
      rights: { quotation: 'edit' },
    })
    const { rows } = await account.client.ok(charges.getWarehouseCharges, { pageSize: 500 })
    expect(new Set(rows.map(({ customerId }) => customerId))).toEqual(new Set([ownerId]))
    expect(rows.every(({ problems, createdByName }) => problems === 0 && createdByName === null)).toBe(true)
    const [others] = await billing.charges(await billing.owner('无'), { customerId: undefined } as never)
    expect((await account.client.refused(charges.getWarehouseCharge, { id: others?.id as number })).reason).toBe(
      'kernel.notFound',
    )
    for (const call of [charges.previewRecompute, charges.recomputeCharges])
      expect((await account.client.refused(call, { from: day(-2), to: day(-1) })).code).toBe(403)
    expect(
      (
        await account.client.refused(calls.calculateCharges, {
          customerId: others?.customerId as number,
          from: day(-2),
          to: day(-1),
        })
      ).fields[0]?.path,
    ).toBe('customerId')
    const elsewhere = await billing.world.person('nowhere', { rights: 'all' })
    await billing.world.db
      .updateTable('app_user')
      .set({ all_warehouses: false })
      .where('id', '=', elsewhere.id)
      .execute()
    const client = await billing.world.signIn('nowhere')
    expect((await client.ok(charges.getWarehouseCharges, {})).rows).toEqual([])
    expect((await client.ok(charges.previewRecompute, { from: day(-2), to: day(-1) })).rows).toEqual([])
    expect((await client.refused(charges.runWarehouseCharges, { from: day(-2), to: day(-1) })).reason).toBe(
      'kernel.forbidden',
    )
  })
})
