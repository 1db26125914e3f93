import type { PriceInput } from '@xunyun/contract/prices/calls'
import { addTransportPrice, submitTransportPrices } from '../src/modules/prices/index.ts'
import type { Actor } from '../src/platform/actor.ts'
import type { Approvals } from '../src/platform/approvals.ts'
import { clock } from '../src/platform/clock.ts'
import type { Tx } from '../src/platform/db.ts'
import { regionByNames } from '../src/platform/regions.ts'
import { created } from '../src/platform/version.ts'
import type { Masters } from './demoMasters.ts'

type Places = { from?: readonly [string, string, string]; to?: readonly [string, string, string] }

const zhejiang = ['浙江省', '', ''] as const

const tiers = (...rows: readonly [from: string, to: string | undefined, price: string][]) =>
  rows.map(([from, to, price]) => ({ from, to, price }))

/** Rates of a company that mostly carries part loads: a public one, some of customers, express, and one under review. */
function rates(
  masters: Masters,
): (Partial<PriceInput> & Pick<PriceInput, 'name'> & Places & { end?: 'draft' | 'pending' })[] {
  const customer = (at: number) => masters.customers[at]?.id as number
  return [
    {
      name: '零担公布价',
      basis: 'chargeable',
      tiers: tiers(['0', '100', '2.8'], ['100', '500', '2.3'], ['500', '3000', '1.9'], ['3000', undefined, '1.6']),
      lowBreak: true,
      minCharge: '60',
    },
    {
      name: '云帆 华南线',
      companyId: customer(0),
      from: zhejiang,
      to: ['广东省', '', ''],
      basis: 'chargeable',
      tiers: tiers(['0', '300', '2.1'], ['300', '1000', '1.75'], ['1000', undefined, '1.45']),
      lowBreak: true,
      minCharge: '80',
      leadDays: 3,
    },
    {
      name: '恒达 机电择大',
      companyId: customer(1),
      from: zhejiang,
      basis: 'greater',
      weightUnit: 't',
      unitPrice: '1350',
      volumePrice: '320',
      minCharge: '120',
    },
    { name: '冷链按件', serviceType: 'cold', basis: 'piece', unitPrice: '18.5', minCharge: '150', maxCharge: '6800' },
    {
      name: '小件快递',
      transMode: 'express',
      basis: 'chargeable',
      volumeDivisor: 6000,
      firstQty: '1',
      firstPrice: '12',
      stepQty: '1',
      stepPrice: '4.5',
      rounding: 'seven',
    },
    { name: '整车 杭州出发', basis: 'km', vehicleModel: '9.6box', unitPrice: '5.6', minCharge: '800' },
    {
      name: '云帆 华东线（谈判中）',
      companyId: customer(0),
      from: zhejiang,
      to: ['上海市', '', ''],
      basis: 'weight',
      unitPrice: '0.9',
      minCharge: '50',
      end: 'pending',
    },
    {
      name: '美滋 冷链新价',
      companyId: customer(2),
      serviceType: 'cold',
      basis: 'weight',
      unitPrice: '3.2',
      end: 'draft',
    },
    ...payableRates(masters),
  ]
}

/** What carriers, dedicated lines and couriers are paid. */
function payableRates({ carrier, special, otherSpecial, courier, otherCourier }: Masters) {
  const payable = { direction: 'payable', basis: 'chargeable' } as const
  const parcel = {
    ...payable,
    firstQty: '1',
    stepQty: '1',
    volumeDivisor: 6000,
    rounding: 'seven',
    taxRate: '6',
  } as const
  return [
    { ...payable, name: '陆港 合同运价', companyId: carrier, basis: 'weight', unitPrice: '0.85', minCharge: '900' },
    {
      ...payable,
      name: '安达 浙粤专线',
      companyId: special,
      tiers: tiers(['0', '500', '0.95'], ['500', undefined, '0.8']),
      minCharge: '40',
      leadDays: 2,
    },
    { ...payable, name: '粤达 浙粤专线', companyId: otherSpecial, unitPrice: '0.82', minCharge: '60', leadDays: 3 },
    { ...parcel, name: '顺达 月结', companyId: courier, firstPrice: '9', stepPrice: '3.2', leadDays: 2 },
    { ...parcel, name: '通远 月结', companyId: otherCourier, firstPrice: '7.5', stepPrice: '2.6', leadDays: 3 },
  ] as const
}

/** What services cost, and who reviews: prices of waybills by the reviewer, from 5,000 yuan on by the manager as well. */
export async function seedPrices(
  tx: Tx,
  approvals: Approvals,
  masters: Masters,
  people: { clerk: Actor; auditor: Actor; manager: number },
): Promise<void> {
  const stamp = created(people.clerk.userId)
  await tx
    .insertInto('service_rate')
    .values([
      { type: 'insurance', rate: '0.003', min_charge: '5', ...stamp },
      { type: 'cod', rate: '0.004', min_charge: '5', max_charge: '80', ...stamp },
      { type: 'stairs', rate: '25', ...stamp },
      { type: 'packing', rate: '12', ...stamp },
      { type: 'handling', rate: '30', ...stamp },
      { type: 'forklift', rate: '80', ...stamp },
      { type: 'urgent', rate: '100', ...stamp },
    ])
    .execute()
  const level = async (bizType: string, height: number, from: string, user: number) => {
    const { id } = await tx
      .insertInto('approver_level')
      .values({ biz_type: bizType, level: height, mode: 'any', amount_from: from, amount_to: null, ...stamp })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx.insertInto('approver_member').values({ level_id: id, user_id: user }).execute()
  }
  await level('price', 1, '0', people.auditor.userId)
  await level('price', 2, '5000', people.manager)
  await level('transportPrice', 1, '0', people.auditor.userId)
  await level('changeRequest', 1, '0', people.auditor.userId)
  await level('countAdjust', 1, '0', people.auditor.userId)
  await level('costZJ', 1, '0', people.auditor.userId)
  await level('costZJ', 2, '1000', people.manager)
  for (const { end, from, to, ...rate } of rates(masters)) {
    const price: PriceInput = {
      direction: 'receivable',
      basis: 'chargeable',
      taxRate: '9',
      validFrom: '2026-01-01',
      validTo: rate.companyId === undefined ? undefined : `${Number(clock.today().slice(0, 4)) + 1}-12-31`,
      fromRegion: regionCode(from),
      toRegion: regionCode(to),
      ...rate,
    }
    const { id } = await addTransportPrice({ tx, actor: people.clerk }, price)
    if (end === 'draft') continue
    await submitTransportPrices(approvals)({ tx, actor: people.clerk }, { ids: [id] })
    if (end === 'pending') continue
    const review = await tx
      .selectFrom('approval')
      .select('id')
      .where('biz_type', '=', 'transportPrice')
      .where('entity_id', '=', id)
      .executeTakeFirstOrThrow()
    await approvals.decide(tx, people.auditor, [review.id], 'approve', undefined)
  }
}

const regionCode = (names: readonly [string, string, string] | undefined): string | undefined =>
  names === undefined ? undefined : regionByNames(names[0], names[1], names[2])?.code
