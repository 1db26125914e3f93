import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import {
  addOutboundNotice,
  allocateNotices,
  checkPicks,
  createWave,
  interceptOutboundNotices,
  openCarton,
  packGoods,
  pickLine,
  sealCartons,
  shipNotices,
  weighCarton,
} from '../src/modules/warehouse/shipping/index.ts'
import type { Actor } from '../src/platform/actor.ts'
import type { Approvals } from '../src/platform/approvals.ts'
import { clock, dayOf } from '../src/platform/clock.ts'
import { type Db, owned, type Tx } from '../src/platform/db.ts'
import type { Numbering } from '../src/platform/numbering.ts'
import { regionByNames } from '../src/platform/regions.ts'

/** Who orders, who picks and packs, and who looks again at what another picked. */
export type OutboundPeople = { readonly clerk: Actor; readonly keeper: Actor; readonly checker: Actor }

const steps = ['new', 'allocated', 'tasked', 'picked', 'packed', 'shipped'] as const
type Plan = {
  readonly hours: number
  readonly end: (typeof steps)[number]
  /** Item numbers and quantities; more than there is runs short. */
  readonly lines: readonly (readonly [itemNo: string, qty: string])[]
  readonly to: readonly [
    company: string,
    name: string,
    phone: string,
    province: string,
    city: string,
    district: string,
    address: string,
  ]
  readonly intercepted?: string
}

const pharmacy = ['杭州仁和大药房', '徐慧', '13857142206', '浙江省', '杭州市', '拱墅区', '莫干山路 508 号'] as const
const market = ['宁波三江超市', '邵勇', '13958301174', '浙江省', '宁波市', '鄞州区', '中山东路 1083 号'] as const
const clinic = ['上海安康诊所', '周雯', '13817760539', '上海市', '市辖区', '静安区', '江宁路 212 号'] as const
const shop = ['苏州康乐健康馆', '吴刚', '13962105588', '江苏省', '苏州市', '姑苏区', '人民路 1690 号'] as const

/** Orders in every state there is; one runs short, one is stopped. */
const plans: readonly Plan[] = [
  {
    // Shipped more than a day ago, whatever the hour: the night has charged it.
    hours: 100,
    end: 'shipped',
    to: pharmacy,
    lines: [
      ['KY-0311', '24'],
      ['KY-0315', '48'],
    ],
  },
  { hours: 50, end: 'shipped', to: market, lines: [['KY-0315', '96']] },
  {
    hours: 26,
    end: 'packed',
    to: clinic,
    lines: [
      ['KY-0312', '12'],
      ['KY-0320', '6'],
    ],
  },
  { hours: 9, end: 'picked', to: shop, lines: [['KY-0331', '20']] },
  {
    hours: 5,
    end: 'tasked',
    to: pharmacy,
    lines: [
      ['KY-0315', '60'],
      ['KY-0332', '24'],
      ['KY-0325', '6'],
    ],
  },
  { hours: 4, end: 'allocated', to: market, lines: [['KY-0320', '24']] },
  { hours: 3, end: 'allocated', to: clinic, lines: [['KY-0325', '40']] },
  { hours: 2, end: 'allocated', to: shop, lines: [['KY-0311', '12']], intercepted: '客户改地址，先别发' },
  {
    hours: 1,
    end: 'new',
    to: pharmacy,
    lines: [
      ['KY-0312', '20'],
      ['KY-0340', '30'],
    ],
  },
  { hours: 0.5, end: 'new', to: clinic, lines: [['KY-0332', '48']] },
]

/** By the real acts, at the hours they would have had. */
export async function demoOutbound(
  db: Db,
  people: OutboundPeople,
  warehouseId: number,
  ownerId: number,
  platform: { numbering: Numbering; approvals: Approvals },
): Promise<void> {
  const items = new Map(
    (
      await owned(db)
        .selectFrom('item')
        .select(['id', 'item_no', 'base_unit'])
        .where('owner_id', '=', ownerId)
        .execute()
    ).map((item) => [item.item_no, item] as const),
  )
  const start = clock.ms()
  for (const [at, { hours, end, lines, to, intercepted }] of plans.entries()) {
    let left = hours
    const step = <T>(act: (tx: Tx) => Promise<T>): Promise<T> => {
      const now = new Date(start - left * 3_600_000)
      left = Math.max(left * 0.8, 0.02)
      return clock.as(now, () => db.transaction().execute(act))
    }
    const reaches = (state: (typeof steps)[number]) => steps.indexOf(end) >= steps.indexOf(state)
    const [company, name, phone, province, city, district, address] = to
    const { id } = await step((tx) =>
      addOutboundNotice(platform.numbering)(
        { tx, actor: people.clerk },
        {
          warehouseId,
          ownerId,
          type: 'sale',
          consigneeCompany: company,
          consigneeName: name,
          consigneePhone: phone,
          regionCode: regionByNames(province, city, district)?.code,
          address,
          requiredAt: new Date(start + (20 - hours) * 3_600_000).toISOString(),
          carrierId: undefined,
          customerOrderNo: `SO-${dayOf(clock.now()).replaceAll('-', '').slice(2)}-${String(at + 1).padStart(2, '0')}`,
          remark: undefined,
          lines: lines.map(([itemNo, unitQty]) => ({
            itemId: items.get(itemNo)?.id as number,
            unit: items.get(itemNo)?.base_unit ?? 'piece',
            unitQty,
            batchNo: undefined,
            expiryAfter: undefined,
            quality: undefined,
          })),
        },
      ),
    )
    if (reaches('allocated')) await step((tx) => allocateNotices({ tx, actor: people.keeper }, { ids: [id] }))
    if (intercepted !== undefined)
      await step((tx) => interceptOutboundNotices({ tx, actor: people.clerk }, { ids: [id], reason: intercepted }))
    if (!reaches('tasked')) continue
    const taskId = await step(async (tx) => {
      const input = { ids: [id], mode: 'single' as const, pickerId: people.keeper.userId }
      return (await createWave(platform.numbering)({ tx, actor: people.keeper }, input)).tasks[0]?.id as number
    })
    if (!reaches('picked')) continue
    await step((tx) => pickAll(tx, people.keeper, taskId, platform.numbering))
    await step((tx) => checkPicks({ tx, actor: people.checker }, { ids: [taskId] }))
    if (!reaches('packed')) continue
    await step((tx) => packAll(tx, people.keeper, id))
    if (reaches('shipped'))
      await step((tx) =>
        shipNotices(platform)(
          { tx, actor: people.keeper },
          {
            ids: [id],
            createWaybill: undefined,
            deliveryWay: undefined,
            payMethod: undefined,
            shipperName: undefined,
            shipperPhone: undefined,
            pieces: undefined,
          },
        ),
      )
  }
}

async function pickAll(tx: Tx, keeper: Actor, taskId: number, numbering: Numbering): Promise<void> {
  const found = await sql<{ id: number; qty: string; serials: string[] }>`
    select id, trim_scale(qty)::text as qty, serials from allocation where task_id = ${taskId} and state = 'allocated' order by id`.execute(
    tx,
  )
  for (const { id, qty, serials } of found.rows)
    await pickLine(numbering)(
      { tx, actor: keeper },
      {
        actId: randomUUID(),
        taskId,
        lineId: id,
        qty,
        shortReason: undefined,
        stagingLocationId: undefined,
        serials,
        at: undefined,
      },
    )
}

/** Everything of a notice in one carton, weighed as it is calculated, and sealed. */
async function packAll(tx: Tx, keeper: Actor, noticeId: number): Promise<void> {
  const { id } = await openCarton({ tx, actor: keeper }, { noticeId, boxType: 'carton', cartonNo: undefined })
  const loose = await sql<{ lineId: number; qty: string; serials: string[] }>`
    select line_id as "lineId", trim_scale(sum(qty))::text as qty, coalesce(array_agg(s) filter (where s is not null), '{}') as serials
    from allocation a left join lateral unnest(a.serials) s on true where notice_id = ${noticeId} and state = 'picked' group by 1`.execute(
    tx,
  )
  const { calculated } = await packGoods(
    { tx, actor: keeper },
    {
      cartonId: id,
      lines: loose.rows.map((line) => ({ ...line, batchNo: undefined })),
    },
  )
  const { version } = await owned(tx)
    .selectFrom('carton')
    .select('version')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await weighCarton({ tx, actor: keeper }, { id, version, weight: calculated, reason: undefined })
  await sealCartons({ tx, actor: keeper }, { cartons: [{ id, sealNo: `F${String(id).padStart(6, '0')}` }] })
}
