import type { Input } from '@xunyun/contract/kernel/call'
import type * as calls from '@xunyun/contract/mobileOrders/calls'
import {
  acceptPhoneOrders,
  cancelPhoneOrders,
  convertPhoneOrder,
  placePhoneOrder,
  takePhoneOrder,
} from '../src/modules/mobileOrders/index.ts'
import type { Actor } from '../src/platform/actor.ts'
import type { Approvals } from '../src/platform/approvals.ts'
import { clock, dayOf } from '../src/platform/clock.ts'
import type { Db } from '../src/platform/db.ts'
import type { Files } from '../src/platform/files.ts'
import type { Numbering } from '../src/platform/numbering.ts'
import { regionByNames } from '../src/platform/regions.ts'
import type { Masters } from './demoMasters.ts'

/** Phone orders of the demo company: some wait, some are answered, some are waybills, some came to nothing. */

type Party = Input<typeof calls.placePhoneOrder>['shipper']
type Plan = {
  readonly by: 'customer' | 'driver' | 'telephone'
  /** Minutes ago. */
  readonly ago: number
  readonly end: 'new' | 'accepted' | 'converted' | 'cancelled'
  readonly customer?: number
  readonly to: number
  readonly goods: readonly [name: string, pack: string, pieces: number, kg: string, m3: string]
  readonly says?: readonly string[]
  readonly remark?: string
  readonly reason?: string
}

const plans: readonly Plan[] = [
  { by: 'customer', ago: 8, end: 'new', to: 0, goods: ['连接器', 'carton', 36, '420', '2.6'], says: ['fragile'] },
  {
    by: 'driver',
    ago: 47,
    end: 'new',
    customer: 2,
    to: 3,
    goods: ['水泵', 'crate', 4, '180', '0.8'],
    says: ['tailLift'],
  },
  {
    by: 'customer',
    ago: 95,
    end: 'new',
    to: 1,
    goods: ['开关电源', 'carton', 60, '780', '4.2'],
    says: ['callDelivery'],
  },
  {
    by: 'driver',
    ago: 190,
    end: 'new',
    to: 2,
    goods: ['旧家具', 'bare', 7, '260', '3.1'],
    remark: '货主在三楼，没有电梯',
  },
  { by: 'telephone', ago: 25, end: 'accepted', customer: 1, to: 0, goods: ['控制柜', 'crate', 3, '390', '1.9'] },
  {
    by: 'customer',
    ago: 130,
    end: 'accepted',
    to: 3,
    goods: ['显示屏', 'carton', 24, '310', '2.2'],
    says: ['upright', 'fragile'],
  },
  {
    by: 'telephone',
    ago: 260,
    end: 'accepted',
    to: 1,
    goods: ['样品', 'carton', 1, '12', '0.08'],
    remark: '提货前一小时打电话',
  },
  {
    by: 'customer',
    ago: 1500,
    end: 'converted',
    to: 0,
    goods: ['电子配件', 'carton', 40, '486', '3.36'],
    says: ['dry'],
  },
  { by: 'driver', ago: 1720, end: 'converted', customer: 3, to: 2, goods: ['断路器', 'pallet', 2, '484', '1.6'] },
  { by: 'telephone', ago: 2980, end: 'converted', customer: 4, to: 1, goods: ['手电钻', 'carton', 50, '625', '2.6'] },
  {
    by: 'customer',
    ago: 1650,
    end: 'cancelled',
    to: 1,
    goods: ['充电器', 'carton', 12, '96', '0.7'],
    reason: '客户改期到下周',
  },
  {
    by: 'telephone',
    ago: 3100,
    end: 'cancelled',
    customer: 5,
    to: 3,
    goods: ['注塑件', 'wovenBag', 30, '900', '3'],
    reason: '重复下单',
  },
]

/** How long an order waits before it is answered, and how long that takes. */
const [answered, done] = [4, 9]

export async function seedOrders(
  db: Db,
  deps: { numbering: Numbering; approvals: Approvals; files: Files },
  masters: Masters,
  people: { operator: Actor; service: Actor; driver: Actor; customer: Actor },
  consignees: readonly Party[],
): Promise<void> {
  const start = clock.ms()
  const sees = { browse: true, edit: true, approve: true }
  const clerk: Actor = { ...people.operator, rights: new Map([['taskList', sees]]) }
  for (const [index, plan] of [...plans].sort((a, b) => b.ago - a.ago).entries()) {
    const at = <T>(later: number, act: (tx: Db) => Promise<T>): Promise<T> =>
      clock.as(new Date(start - Math.max(plan.ago - later, 0.2) * 60_000), () => db.transaction().execute(act))
    const input = inputOf(plan, masters, consignees)
    const answering = index % 2 === 0 ? clerk : people.service
    const { id } = await at(0, (tx) =>
      plan.by === 'telephone'
        ? takePhoneOrder(deps)(
            { tx, actor: answering },
            {
              ...input,
              callerPhone: input.shipper.phone,
              callerName: input.shipper.name,
            },
          )
        : placePhoneOrder(deps)({ tx, actor: people[plan.by] }, input),
    )
    if (plan.end === 'new') continue
    if (plan.end === 'cancelled') {
      await at(done, (tx) => cancelPhoneOrders({ tx, actor: clerk }, { ids: [id], reason: plan.reason ?? '' }))
      continue
    }
    if (plan.by !== 'telephone') await at(answered, (tx) => acceptPhoneOrders({ tx, actor: answering }, { ids: [id] }))
    if (plan.end === 'converted')
      await at(done, (tx) => convertPhoneOrder(deps)({ tx, actor: clerk }, waybillOf(plan, input, id, start)))
  }
}

function inputOf(plan: Plan, masters: Masters, consignees: readonly Party[]): Input<typeof calls.placePhoneOrder> {
  // A customer's account orders for itself, the first of the masters.
  const customer = masters.customers[plan.by === 'customer' ? 0 : (plan.customer ?? 6)] as Masters['customers'][number]
  const [goodsName, pack, pieces, weight, volume] = plan.goods
  return {
    outletId: masters.outlets.hangzhou,
    customerId: plan.by === 'customer' || plan.customer !== undefined ? customer.id : undefined,
    shipper: {
      company: customer.name,
      name: customer.contact[0],
      phone: customer.contact[1],
      region: regionByNames(...customer.city)?.code ?? '',
      address: customer.contact[2],
    },
    consignee: consignees[plan.to] as Party,
    goodsName,
    package: pack,
    pieces,
    weight,
    volume,
    planPickup: plan.end === 'new' || plan.end === 'accepted' ? inHours(3 + plan.to * 2) : undefined,
    deliveryWay: 'delivery',
    payMethod: undefined,
    quickRemarks: plan.says === undefined ? undefined : [...plan.says],
    remark: plan.remark,
    photos: undefined,
  } as Input<typeof calls.placePhoneOrder>
}

const inHours = (hours: number): string => new Date(clock.ms() + hours * 3_600_000).toISOString()

const waybillOf = (plan: Plan, input: Input<typeof calls.placePhoneOrder>, phoneOrderId: number, start: number) => ({
  outletId: input.outletId,
  customerId: input.customerId,
  bizDate: dayOf(new Date(start - plan.ago * 60_000)),
  deliveryWay: 'delivery' as const,
  payMethod: input.customerId === undefined ? ('prepaid' as const) : ('monthly' as const),
  shipper: input.shipper,
  consignee: input.consignee,
  goods: [
    {
      name: input.goodsName,
      package: input.package ?? 'carton',
      pieces: input.pieces,
      weight: input.weight ?? '0',
      volume: input.volume ?? '0',
    },
  ],
  place: true,
  waybillNo: undefined,
  phoneOrderId,
})
