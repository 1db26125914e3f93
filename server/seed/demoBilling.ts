import type { QuotationInput } from '@xunyun/contract/warehouse/billing/quotations'
import {
  addQuotation,
  addValueAdded,
  quotationReviewed,
  runNight,
  submitQuotations,
} from '../src/modules/warehouse/billing/index.ts'
import type { Actor } from '../src/platform/actor.ts'
import { Approvals } from '../src/platform/approvals.ts'
import { clock, dayOf } from '../src/platform/clock.ts'
import type { Db, Tx } from '../src/platform/db.ts'
import type { Numbering } from '../src/platform/numbering.ts'
import { created } from '../src/platform/version.ts'

export type BillingPeople = { clerk: Actor; auditor: Actor }

const tiers = [
  { from: '0', to: '50', price: '0.4' },
  { from: '50', to: '200', price: '0.35' },
  { from: '200', price: '0.3' },
]
const perDocument = [
  { feeItem: 'inbound', trigger: 'inbound', basis: 'box', rate: '0.8', minCharge: '30', taxRate: '6' },
  { feeItem: 'handling', trigger: 'inbound', basis: 'kg', rate: '0.05', taxRate: '6' },
  { feeItem: 'outbound', trigger: 'outbound', basis: 'order', rate: '6', taxRate: '6' },
  { feeItem: 'handling', trigger: 'outbound', basis: 'kg', rate: '0.06', minCharge: '5', taxRate: '6' },
  { feeItem: 'moving', trigger: 'move', basis: 'box', rate: '0.5', taxRate: '6' },
  { feeItem: 'counting', trigger: 'count', basis: 'piece', rate: '0.02', taxRate: '6' },
  { feeItem: 'labelling', trigger: 'valueAdded', basis: 'piece', rate: '0.3', taxRate: '6' },
  { feeItem: 'packing', trigger: 'valueAdded', basis: 'box', rate: '3.5', taxRate: '6' },
] as const satisfies QuotationInput['items']

/** What the owner of the demo's goods agreed to, what is being agreed, and the charges of the days since the goods came. */
export async function demoBilling(
  db: Db,
  people: BillingPeople,
  { ownerId, other, warehouseId }: { ownerId: number; other: number; warehouseId: number },
  numbering: Numbering,
): Promise<void> {
  const approvals = new Approvals()
  approvals.kind('warehouseQuotation', quotationReviewed)
  const at = (hours: number) => new Date(clock.ms() - hours * 3_600_000)
  const then = <T>(hours: number, act: (tx: Tx) => Promise<T>): Promise<T> =>
    clock.as(at(hours), () => db.transaction().execute(act))
  await then(700, (tx) => reviewer(tx, people))
  const since = dayOf(at(600))
  const { id } = await then(620, (tx) =>
    addQuotation(numbering)(
      { tx, actor: people.clerk },
      {
        customerId: ownerId,
        validFrom: since,
        remark: '2026 年仓储合同 CC-2026-018',
        items: [
          {
            feeItem: 'storage',
            trigger: 'storage',
            basis: 'box',
            timeUnit: 'day',
            freeDays: 3,
            tiers,
            tierMode: 'progressive',
            taxRate: '6',
          },
          ...perDocument,
        ],
      },
    ),
  )
  await then(612, (tx) => submitQuotations(approvals)({ tx, actor: people.clerk }, { ids: [id] }))
  await then(608, async (tx) => {
    const review = await tx
      .selectFrom('approval')
      .select('id')
      .where('biz_type', '=', 'warehouseQuotation')
      .where('entity_id', '=', id)
      .executeTakeFirstOrThrow()
    await approvals.decide(tx, people.auditor, [review.id], 'approve', undefined)
  })
  const next: QuotationInput = {
    customerId: other,
    validFrom: dayOf(at(-240)),
    items: [
      {
        feeItem: 'storage',
        trigger: 'storage',
        basis: 'm3',
        timeUnit: 'month',
        volumeMethod: 'average',
        rate: '38',
        minCharge: '300',
        taxRate: '6',
      },
      ...perDocument,
    ],
  }
  const { id: waiting } = await then(20, (tx) =>
    addQuotation(numbering)({ tx, actor: people.clerk }, { ...next, warehouseId }),
  )
  await then(19, (tx) => submitQuotations(approvals)({ tx, actor: people.clerk }, { ids: [waiting] }))
  await then(6, (tx) =>
    addQuotation(numbering)({ tx, actor: people.clerk }, { ...next, remark: '谈判中，峰值还是平均待定' }),
  )
  await runNight(db)
  for (const [hours, feeItem, quantity, docNo, remark] of [
    [70, 'labelling', '240', '康源 PO-88', '贴中文标'],
    [26, 'packing', '12', '', '加缠绕膜'],
  ] as const)
    await then(hours, (tx) =>
      addValueAdded(
        { tx, actor: people.clerk },
        {
          customerId: ownerId,
          warehouseId,
          day: clock.today(),
          feeItem,
          quantity,
          docNo: docNo === '' ? undefined : docNo,
          remark,
        },
      ),
    )
}

async function reviewer(tx: Tx, { clerk, auditor }: BillingPeople): Promise<void> {
  const { id } = await tx
    .insertInto('approver_level')
    .values({
      biz_type: 'warehouseQuotation',
      level: 1,
      mode: 'any',
      amount_from: '0',
      amount_to: null,
      ...created(clerk.userId),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx.insertInto('approver_member').values({ level_id: id, user_id: auditor.userId }).execute()
}
