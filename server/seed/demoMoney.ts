import { byDue } from '@xunyun/contract/payments/allocate'
import { sql } from 'kysely'
import { payoutReviewed } from '../src/modules/collections/index.ts'
import { addCashAccount } from '../src/modules/money/index.ts'
import { addPayment, addReceipt, openCharges, paymentReviewed, payPayments } from '../src/modules/payments/index.ts'
import { generateStatement, sendStatements } from '../src/modules/statements/index.ts'
import { confirmPrices } from '../src/modules/waybills/index.ts'
import type { Actor } from '../src/platform/actor.ts'
import type { Approvals } from '../src/platform/approvals.ts'
import { clock, dayBefore } from '../src/platform/clock.ts'
import { type Db, owned, type Tx } from '../src/platform/db.ts'
import type { Files } from '../src/platform/files.ts'
import type { Numbering } from '../src/platform/numbering.ts'
import { created } from '../src/platform/version.ts'
import { handInSome } from './demoHandIns.ts'

type Deps = { numbering: Numbering; approvals: Approvals; files: Files }
type People = { operator: Actor; auditor: Actor; finance: Actor }

/** Accounts of the head office, what customers paid and what carriers are paid: settled, open, waiting, and an advance. */
export async function seedMoney(db: Db, deps: Deps, people: People, outletId: number, start: number): Promise<void> {
  deps.approvals.kind('payment', paymentReviewed)
  deps.approvals.kind('codPayout', payoutReviewed)
  const finance: Actor = {
    ...people.finance,
    rights: new Map(
      ['payment', 'cashAccount', 'payEarly', 'wayBillList', 'handIn', 'cod', 'statement'].map((page) => [
        page,
        { browse: true, edit: true, approve: true },
      ]),
    ),
  }
  const payer: Actor = { ...people.auditor, rights: new Map([['payOut', { browse: true, edit: true, approve: true }]]) }
  const then = <T>(hours: number, act: (tx: Tx) => Promise<T>): Promise<T> =>
    clock.as(new Date(start - hours * 3_600_000), () => db.transaction().execute(act))
  await then(47, (tx) => reviewer(tx, people))
  const account = (name: string, kind: 'bank' | 'cash' | 'wechat', bank?: string, accountNo?: string) =>
    then(47, (tx) =>
      addCashAccount(
        { tx, actor: finance },
        { outletId, name, kind, bank, accountNo, mayGoBelow: undefined, door: undefined, remark: undefined },
      ),
    )
  const bank = (await account('农行基本户', 'bank', '中国农业银行杭州余杭支行', '19050101040012345')).id
  const till = (await account('总站备用金', 'cash')).id
  await account('总站微信收款', 'wechat')

  const agreed = await owned(db)
    .selectFrom('waybill')
    .select(['id', 'customer_id'])
    .where('price_state', '=', 'reviewed')
    .where('pay_method', '=', 'monthly')
    .where('customer_id', 'is not', null)
    .where('state', '=', 'signed')
    .orderBy('id')
    .limit(14)
    .execute()
  await then(30, (tx) => confirmPrices({ tx, actor: finance }, { ids: agreed.map(({ id }) => id) }))
  const customers = [...new Set(agreed.flatMap(({ customer_id }) => customer_id ?? []))]
  for (const [at, companyId] of customers.slice(0, 3).entries())
    await then(20 - at * 6, async (tx) => {
      const asked = {
        direction: 'receipt',
        companyId,
        driverId: undefined,
        waybillNo: undefined,
        paymentId: undefined,
      } as const
      const { charges, open } = await openCharges(tx, finance, asked)
      // The first pays everything and a little more, the others a part.
      const amount = at === 0 ? (Number(open) + 500).toFixed(2) : (Number(open) * 0.6).toFixed(2)
      if (Number(amount) <= 0) return
      const lines = Object.entries(byDue(charges, amount)).map(([id, part]) => ({ chargeId: Number(id), amount: part }))
      await addReceipt(deps)(
        { tx, actor: finance },
        {
          ...body(bank, amount, `农行 2026112${at}0${at + 1}17`),
          companyId,
          lines,
          roundOff: undefined,
          confirm: undefined,
        },
      )
    })

  const owed = await sql<{ id: number; companyId: number; open: string }>`
    select h.id, h.company_id as "companyId", h.amount::text as open from charge h
    where h.direction = 'payable' and h.company_id is not null and h.state = 'owed' and h.amount > 0 order by h.id limit 4`.execute(
    db,
  )
  for (const [at, { id, companyId, open }] of owed.rows.entries()) {
    const { id: paymentId } = await then(9 - at * 2, (tx) =>
      addPayment(deps)(
        { tx, actor: finance },
        {
          ...body(bank, open, undefined),
          companyId,
          lines: [{ chargeId: id, amount: open }],
          reason: '按运费结算单付款',
          submit: at < 3,
        },
      ),
    )
    if (at > 1) continue
    await then(8 - at * 2, async (tx) => {
      const review = await tx
        .selectFrom('approval')
        .select('id')
        .where('biz_type', '=', 'payment')
        .where('entity_id', '=', paymentId)
        .executeTakeFirstOrThrow()
      await deps.approvals.decide(tx, people.auditor, [review.id], 'approve', undefined)
    })
    if (at === 0)
      await then(7, (tx) =>
        payPayments({ tx, actor: payer }, { ids: [paymentId], day: clock.today(), reference: 'OUT20261126001' }),
      )
  }
  await then(2, (tx) => handInSome({ tx, actor: finance }, deps, till, bank))
  await statedSome(then, finance, deps, outletId)
}

/** Of two customers what they owe up to the end of the month before: one was sent, one is a draft. */
async function statedSome(
  then: <T>(hours: number, act: (tx: Tx) => Promise<T>) => Promise<T>,
  finance: Actor,
  { numbering }: Deps,
  outletId: number,
): Promise<void> {
  const toDay = dayBefore(`${clock.today().slice(0, 7)}-01`)
  const owing = await then(1.5, (tx) =>
    sql<{ companyId: number }>`
      -- unscoped: the demo company's own
      select distinct company_id as "companyId" from charge where direction = 'receivable' and state = 'owed' and payer = 'customer' and day <= ${toDay}::date
      order by 1 desc limit 2`.execute(tx),
  )
  for (const [at, { companyId }] of owing.rows.entries()) {
    const made = await then(1.4, (tx) =>
      generateStatement(numbering)({ tx, actor: finance }, { companyId, outletId, toDay, direction: 'receivable' }),
    )
    if (at === 0)
      await then(1.3, (tx) =>
        sendStatements({ tx, actor: finance }, null, { ids: [made.id], mailboxId: undefined, language: undefined }),
      )
  }
}

const body = (cashAccountId: number, amount: string, reference: string | undefined) => ({
  companyId: undefined,
  driverId: undefined,
  waybillNo: undefined,
  cashAccountId,
  channel: 'bank' as const,
  amount,
  day: clock.today(),
  reference,
  reason: undefined,
  fileIds: undefined,
})

/** Who reviews what moves money, and the reopening of a month. */
async function reviewer(tx: Tx, { finance, auditor }: People): Promise<void> {
  for (const bizType of ['payment', 'codPayout', 'handInDifference', 'writeOff', 'monthReopen'] as const) {
    const { id } = await tx
      .insertInto('approver_level')
      .values({
        biz_type: bizType,
        level: 1,
        mode: 'any',
        amount_from: '0',
        amount_to: null,
        ...created(finance.userId),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx.insertInto('approver_member').values({ level_id: id, user_id: auditor.userId }).execute()
  }
}
