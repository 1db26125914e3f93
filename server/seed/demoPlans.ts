import type { WaybillInput } from '@xunyun/contract/waybills/calls'
import { clock, dayOf, startOfDay } from '../src/platform/clock.ts'
import { regionByNames } from '../src/platform/regions.ts'
import type { Masters } from './demoMasters.ts'

/** The waybills of the demo company: how far each has gone. */

export type Plan = {
  /** Hours ago that it was placed, and how far it went since. */
  readonly hours: number
  readonly customer: number
  readonly to: number
  readonly goods: readonly [
    name: string,
    type: WaybillInput['goods'][number]['type'],
    pack: WaybillInput['goods'][number]['package'],
    pieces: number,
    kg: string,
    m3: string,
  ][]
  readonly end:
    | 'draft'
    | 'placed'
    | 'pickingUp'
    | 'inStation'
    | 'inTransit'
    | 'split'
    | 'arrived'
    | 'delivering'
    | 'awaitingPickup'
    | 'signed'
    | 'partSigned'
    | 'rejected'
    | 'cancelled'
  /** A trip that is left before its usual end, so that each state of a trip has one. */
  readonly leaves?: 'new' | 'assigned' | 'cancelled' | 'arrived'
  readonly more?: Partial<WaybillInput>
}

export const consignees = [
  {
    company: '广州穗芯电子商行',
    name: '陈国强',
    phone: '13922104475',
    place: ['广东省', '广州市', '白云区'],
    address: '太和镇石湖路 88 号 A 区 12 仓',
  },
  {
    company: '成都锦程商贸',
    name: '罗燕',
    phone: '13880276613',
    place: ['四川省', '成都市', '新都区'],
    address: '物流大道 399 号',
  },
  {
    company: '佛山顺发家电',
    name: '梁志辉',
    phone: '13702589044',
    place: ['广东省', '佛山市', '顺德区'],
    address: '容桂街道红旗中路 21 号',
  },
  {
    company: '宁波港城五金',
    name: '徐敏',
    phone: '13957881209',
    place: ['浙江省', '宁波市', '北仑区'],
    address: '大碶街道庐山西路 55 号',
  },
] as const

const ends: readonly Plan['end'][] = [
  'signed',
  'signed',
  'inTransit',
  'placed',
  'signed',
  'arrived',
  'delivering',
  'partSigned',
  'inStation',
  'draft',
  'split',
  'signed',
  'awaitingPickup',
  'rejected',
  'pickingUp',
  'signed',
  'cancelled',
  'placed',
  'inTransit',
  'signed',
]
/** By number of the plan: three in station, one arrived. */
const left: Readonly<Record<number, Plan['leaves']>> = { 8: 'new', 28: 'assigned', 48: 'cancelled', 25: 'arrived' }
const goodsRows: Plan['goods'] = [
  ['电子配件', 'parts', 'carton', 40, '486', '3.36'],
  ['控制柜', 'machinery', 'crate', 6, '312.5', '1.584'],
  ['水泵', 'machinery', 'crate', 24, '1080', '4.8'],
  ['餐边柜', 'furniture', 'carton', 18, '642.6', '7.92'],
  ['注射用耗材', 'medicine', 'carton', 32, '288', '2.56'],
  ['冷冻预制菜', 'food', 'foamBox', 60, '900', '3.6'],
  ['手电钻', 'daily', 'carton', 100, '1250', '5.2'],
  ['断路器', 'electronics', 'pallet', 8, '1936.8', '6.4'],
]

/** How long ago it was placed. */
function hoursAgo(end: Plan['end'], i: number): number {
  const done = end === 'signed' || end === 'partSigned' || end === 'rejected' || end === 'cancelled'
  if (done) return 30 + i * 2.7
  return end === 'draft' || end === 'placed' ? 1 + (i % 9) * 2.3 : 30 + (i % 14) * 2.6
}

/** What is older was carried and signed in the month before. */
const runningDays = 9
/** The first business day of what the company has on its hands. */
export const runningFrom = (): string => dayOf(new Date(clock.ms() - runningDays * 86_400_000))

/** Carried and signed in the month before, so that it can be closed and this one is compared with something. */
function lastMonth(): Plan[] {
  const first = Date.parse(startOfDay(`${clock.today().slice(0, 7)}-01`))
  return Array.from({ length: 8 }, (_, i) => ({
    hours: Math.max((clock.ms() - first) / 3_600_000 + 24 * 6, 24 * (runningDays + 1)) + 24 * i * 2.2,
    customer: i,
    to: i % 4,
    goods: [goodsRows[(i * 5) % 5] as Plan['goods'][number]],
    end: 'signed',
    more: {
      customerNo: `${customerCodes[i]}-SO-${String(2_610_900 + i)}`,
      payMethod: 'monthly',
      receiptRequirement: 'none',
    },
  }))
}
const customerCodes = ['YF', 'HD', 'MZ', 'KY', 'RC', 'HS', 'LT', 'ZH']

/** What the company has on its hands. */
export function plans(): Plan[] {
  return [...lastMonth(), ...running()]
}
function running(): Plan[] {
  return Array.from({ length: 60 }, (_, i) => {
    const end = ends[i % ends.length] as Plan['end']
    const cargo = goodsRows[(i * 3) % goodsRows.length] as Plan['goods'][number]
    const second = goodsRows[(i * 3 + 2) % goodsRows.length] as Plan['goods'][number]
    return {
      hours: hoursAgo(end, i),
      customer: i % 8,
      to: i % 4,
      goods: i % 3 === 0 ? [cargo, second] : [cargo],
      end,
      ...(left[i] === undefined ? {} : { leaves: left[i] }),
      more: {
        urgent: i % 7 === 2,
        hold: end === 'arrived' && i % 4 === 1,
        customerNo: `${customerCodes[i % 8]}-SO-${String(2611_000 + i)}`,
        deliveryWay: end === 'awaitingPickup' ? 'selfPickup' : i % 5 === 0 ? 'upstairs' : 'delivery',
        payMethod: (['monthly', 'receipt', 'prepaid', 'collect'] as const)[i % 4] as WaybillInput['payMethod'],
        // A deposit at once, the rest at the door.
        ...(i % 12 === 8
          ? {
              payMethod: 'split' as const,
              payments: [{ method: 'prepaid' as const, amount: '20' }, { method: 'collect' as const }],
            }
          : {}),
        // Two days and a half for the road: some will not make it.
        ...(end === 'draft'
          ? {}
          : { planArrive: new Date(clock.ms() - (hoursAgo(end, i) - 58) * 3_600_000).toISOString() }),
        receiptRequirement: (['receipt', 'none', 'original', 'electronic'] as const)[
          i % 4
        ] as WaybillInput['receiptRequirement'],
        ...(i % 6 === 4 ? { codAmount: String(800 + i * 137) } : {}),
        ...(cargo[1] === 'food' ? { serviceType: 'cold' as const } : {}),
        // Some prices were agreed on by telephone: they wait for the reviewer.
        ...(i % 8 === 5 ? { charges: [{ feeItem: 'freight' as const, amount: String(150 + i * 20) }] } : {}),
        ...(i % 10 === 3 ? { charges: [{ feeItem: 'pickup' as const, amount: '60' }] } : {}),
        ...(i % 6 === 4
          ? { services: [{ type: 'cod' as const }] }
          : i % 5 === 0
            ? { services: [{ type: 'stairs' as const, qty: '2' }] }
            : {}),
        ...(i % 9 === 0 ? { remarkCustomer: '收货前电话联系' } : {}),
        ...(i % 11 === 3 ? { remarkInternal: '客户投诉过一次，装车轻放' } : {}),
      },
    }
  })
}

export const codeOf = (place: readonly [string, string, string]) => regionByNames(...place)?.code as string

/** A waybill as the clerk types it. */
export function inputOf(plan: Plan, masters: Masters, bizDate: string): WaybillInput {
  const customer = masters.customers[plan.customer] as Masters['customers'][number]
  const consignee = consignees[plan.to] as (typeof consignees)[number]
  return {
    outletId: masters.outlets.hangzhou,
    customerId: customer.id,
    bizDate,
    deliveryWay: 'delivery',
    payMethod: 'monthly',
    shipper: {
      company: customer.name,
      name: customer.contact[0],
      phone: customer.contact[1],
      region: codeOf(customer.city),
      address: customer.contact[2],
    },
    consignee: {
      company: consignee.company,
      name: consignee.name,
      phone: consignee.phone,
      region: codeOf(consignee.place),
      address: consignee.address,
    },
    goods: plan.goods.map(([name, type, pack, pieces, weight, volume]) => ({
      name,
      type,
      package: pack,
      pieces,
      weight,
      volume,
      declaredValue: '10000',
    })),
    ...plan.more,
  } as WaybillInput
}
