import { adjustmentReviewed, makeAdjustments, voidAdjustments } from '../src/modules/costs/index.ts'
import { confirmPrices } from '../src/modules/waybills/index.ts'
import type { Actor } from '../src/platform/actor.ts'
import type { Approvals } from '../src/platform/approvals.ts'
import { clock } from '../src/platform/clock.ts'
import { type Db, owned, type Tx } from '../src/platform/db.ts'
import type { Files } from '../src/platform/files.ts'
import type { Numbering } from '../src/platform/numbering.ts'
import { runningFrom } from './demoPlans.ts'

type Deps = { numbering: Numbering; approvals: Approvals; files: Files }
type Plan = {
  /** How long ago it was written. */
  readonly hours: number
  readonly feeItem: 'freight' | 'delivery' | 'stairs' | 'detention' | 'handling'
  readonly amount: string
  readonly reason: string
  readonly ends: 'draft' | 'pending' | 'approved' | 'rejected' | 'void'
  readonly opinion?: string
}
const plans: readonly Plan[] = [
  { hours: 46, feeItem: 'freight', amount: '-60', reason: '外箱破损 2 件，客户要求扣减', ends: 'approved' },
  {
    hours: 40,
    feeItem: 'stairs',
    amount: '80',
    reason: '收货方无电梯，搬上 4 楼',
    ends: 'approved',
    opinion: '有签收照片',
  },
  {
    hours: 30,
    feeItem: 'freight',
    amount: '-100',
    reason: '客户说多收',
    ends: 'rejected',
    opinion: '没有凭证，请补客户邮件',
  },
  { hours: 22, feeItem: 'detention', amount: '150', reason: '等卸货 3 小时', ends: 'pending' },
  { hours: 9, feeItem: 'freight', amount: '-35.5', reason: '计费重复核，少 22 kg', ends: 'pending' },
  { hours: 4, feeItem: 'handling', amount: '120', reason: '叉车卸货', ends: 'void' },
  { hours: 1.5, feeItem: 'delivery', amount: '45', reason: '二次派送', ends: 'draft' },
]

/** What the customers' agreed prices were changed by since: approved, sent back, waiting, void, and one that is still written. */
export async function seedAdjustments(
  db: Db,
  { numbering, approvals, files }: Deps,
  people: { operator: Actor; auditor: Actor },
  start: number,
): Promise<void> {
  approvals.kind('costZJ', adjustmentReviewed)
  const clerk: Actor = {
    ...people.operator,
    rights: new Map([
      ['incOrDecList', { browse: true, edit: true, approve: false }],
      ['wayBillList', { browse: true, edit: true, approve: false }],
    ]),
  }
  const then = <T>(hours: number, act: (tx: Tx) => Promise<T>): Promise<T> =>
    clock.as(new Date(start - Math.max(hours, 0.02) * 3_600_000), () => db.transaction().execute(act))
  const priced = await owned(db)
    .selectFrom('waybill')
    .select('id')
    .where('price_state', '=', 'reviewed')
    .where('pay_method', 'not in', ['split', 'collect'])
    .where('receivable', '>', '200')
    .where('biz_date', '>=', runningFrom())
    .where('state', 'in', ['signed', 'delivering', 'arrived', 'inTransit', 'inStation'])
    .orderBy('id')
    .limit(plans.length)
    .execute()
  for (const [at, { hours, feeItem, amount, reason, ends, opinion }] of plans.entries()) {
    const waybillId = priced[at]?.id
    if (waybillId === undefined) return
    await then(hours, (tx) => confirmPrices({ tx, actor: clerk }, { ids: [waybillId] }))
    const line = { waybillId, chargeId: undefined, feeItem, companyId: undefined, amount, taxRate: undefined, reason }
    const { ids } = await then(hours - 0.2, (tx) =>
      makeAdjustments(
        numbering,
        files,
        approvals,
      )(
        { tx, actor: clerk },
        {
          lines: [{ ...line, payments: undefined }],
          submit: ends !== 'draft' && ends !== 'void',
          fileIds: undefined,
        },
      ),
    )
    const [id] = ids
    if (ends === 'void')
      await then(hours - 0.5, (tx) => voidAdjustments({ tx, actor: clerk }, { ids, reason: '已包在送货费里' }))
    if (ends !== 'approved' && ends !== 'rejected') continue
    await then(hours - 3, async (tx) => {
      const review = await tx
        .selectFrom('approval')
        .select('id')
        .where('biz_type', '=', 'costZJ')
        .where('entity_id', '=', id as number)
        .executeTakeFirstOrThrow()
      await approvals.decide(tx, people.auditor, [review.id], ends === 'approved' ? 'approve' : 'reject', opinion)
    })
  }
}
