import type * as calls from '@xunyun/contract/collections/calls'
import { Exact, negated } from '@xunyun/contract/kernel/decimal'
import { pageOf } from '@xunyun/contract/pages'
import { sql } from 'kysely'
import type { Act } from '../../platform/act.ts'
import { type Actor, everywhere } from '../../platform/actor.ts'
import type { Approvals, Reviewed } from '../../platform/approvals.ts'
import { eachRecord } from '../../platform/batch.ts'
import { clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db.ts'
import { Refusal } from '../../platform/refusal.ts'
import { type Posted, postCharge } from '../charges/index.ts'
import { accountFor, cash, custody, type Entry, payable, postMoney, receivable } from '../money/index.ts'
import { handIns, lockFor, refusePaidOut } from './acts.ts'
import { cover, type LockedHandIn, linesOf, lockHandIns, moveHandIn, spread } from './store.ts'

/** What becomes of a difference (M48): made up by the holder, borne by the company after a review, or income. */

const missingOf = ({ difference }: LockedHandIn) => new Exact(difference ?? 0).abs().toFixed(2)
const isShort = ({ difference }: LockedHandIn) => new Exact(difference ?? 0).isNegative()

/** 补交, 长款收入: by what differs. */
export const settleDifference: Act<typeof calls.settleDifference> = async (asked, input) => {
  const { tx, actor } = asked
  const one = await lockFor(asked, (found) => (isShort(found) ? 'makeUp' : 'keep'), input)
  const account = await accountFor(tx, actor, input.cashAccountId, 'cashAccountId')
  const amount = missingOf(one)
  const from = isShort(one)
    ? await outOfHands(tx, one)
    : [receivable(await postCharge(tx, actor.userId, chargeOf(one, 'receivable')), amount)]
  await post(tx, actor, one, [...from, cash(account.id, amount)])
  if (isShort(one)) await cover(tx, one.id, one.due)
  const decision = isShort(one) ? 'makeUp' : 'keep'
  await moveHandIn(tx, actor, one, { state: 'settled', decision }, decision, { amount })
  return { version: one.version + 1 }
}

/** What was not counted leaves the holder's hands, by channel. */
async function outOfHands(tx: Tx, one: LockedHandIn): Promise<Entry[]> {
  return spread(await linesOf(tx, one.id)).map(({ channel, left }) => custody(one.holder, negated(left), channel))
}

const chargeOf = (
  one: LockedHandIn,
  direction: 'receivable' | 'payable',
  amount = missingOf(one),
  adjustsId: number | null = null,
): Posted => ({
  direction,
  source: 'handIn',
  outletId: one.outletId,
  waybillId: null,
  feeItem: 'handInDifference',
  companyId: null,
  driverId: null,
  amount,
  taxRate: null,
  day: clock.today(),
  adjustsId,
  applicationId: null,
  costLineId: null,
  steps: [{ step: 'handedIn', params: { no: one.no } }],
  shares: [],
})

const post = (tx: Tx, actor: Actor, one: LockedHandIn, entries: readonly Entry[]) =>
  postMoney(tx, actor, {
    act: 'handInDifference',
    doc: { type: 'handIn', id: one.id, no: one.no },
    key: `difference ${one.version}`,
    day: clock.today(),
    outletId: one.outletId,
    entries,
  })

/** 公司承担: reviewed by its amount. */
export const bearDifferences =
  ({ approvals }: { readonly approvals: Approvals }): Act<typeof calls.bearDifferences> =>
  (asked, { ids, reason }) => {
    const { tx, actor } = asked
    return eachRecord(asked, ids, handIns(actor, 'bear'), async (one) => {
      await moveHandIn(tx, actor, one, { state: 'inReview', decision: 'bear', opinion: null }, 'submitted', { reason })
      await approvals.submit(tx, actor, 'handInDifference', [
        {
          id: one.id,
          no: one.no,
          reason: 'handInShort',
          amount: missingOf(one),
          companyId: one.holder.kind === 'company' ? one.holder.id : null,
          outletId: one.outletId,
          facts: {
            party: await nameOf(tx, one),
            due: one.due,
            counted: one.counted,
            waybills: await waybillsOf(tx, one.id),
            note: reason,
          },
        },
      ])
    })
  }

/**
 * 撤销处理: what was decided of a difference is taken back whole, dated today (M25), and it is to be decided anew. What the company bore, or had
 * as income, has its contrary beside it, which a closed month leaves as it was.
 */
export const undoDifferences: Act<typeof calls.undoDifferences> = (asked, { ids, reason }) => {
  const { tx, actor } = asked
  return eachRecord(asked, ids, handIns(actor, 'undoDecision'), async (one) => {
    if (isShort(one)) await refusePaidOut(tx, one)
    const found = await sql<Entry & { postingId: number; ownerId: number; told: string }>`
      select g.id as "postingId", e.account, e.owner_id as "ownerId", coalesce(e.channel, '') as told, e.amount::text as amount
      from money_posting g join money_entry e on e.posting_id = g.id
      where g.doc_type = 'handIn' and g.doc_id = ${one.id} and g.act = 'handInDifference'
        and not exists (select from money_posting b where b.reverses_id = g.id) order by e.id`.execute(tx)
    const entries: Entry[] = []
    for (const { account, ownerId, told, amount } of found.rows)
      if (account === 'receivable' || account === 'payable') {
        const back = negated(missingOf(one))
        const chargeId = await postCharge(tx, actor.userId, chargeOf(one, account, back, ownerId))
        entries.push(account === 'receivable' ? receivable(chargeId, back) : payable(chargeId, back))
      } else
        entries.push(
          account === 'custody' ? custody(one.holder, negated(amount), told) : cash(ownerId, negated(amount)),
        )
    await postMoney(tx, actor, {
      act: 'reversal',
      doc: { type: 'handIn', id: one.id, no: one.no },
      key: `difference undone ${one.version}`,
      day: clock.today(),
      outletId: one.outletId,
      note: reason,
      reversesId: found.rows[0]?.postingId as number,
      entries,
    })
    if (isShort(one)) await cover(tx, one.id, one.counted ?? '0')
    await moveHandIn(tx, actor, one, { state: 'differs', decision: null, opinion: null }, 'decisionUndone', { reason })
  })
}

async function nameOf(tx: Tx, { holder }: LockedHandIn): Promise<string | null> {
  const table = { driver: 'driver', company: 'company', user: 'app_user' }[holder.kind]
  // unscoped: the holder of a hand-in that was found in scope
  const found = await sql<{ name: string }>`select name from ${sql.table(table)} where id = ${holder.id}`.execute(tx)
  return found.rows[0]?.name ?? null
}

/** Numbers of the waybills that a hand-in is of, as its reviewer reads them: the first, and that there are more. */
async function waybillsOf(tx: Tx, id: number): Promise<string | null> {
  const { rows } = await sql<{ no: string }>`
    -- unscoped: of a hand-in that was found in scope
    select distinct w.waybill_no as no from collection c join waybill w on w.id = c.waybill_id where c.hand_in_id = ${id} order by 1 limit ${mostTold + 1}`.execute(
    tx,
  )
  const told = rows.slice(0, mostTold).map(({ no }) => no)
  return told.length === 0 ? null : [...told, ...(rows.length > mostTold ? ['…'] : [])].join('、')
}
const mostTold = 20

export const withdrawDifferences =
  ({ approvals }: { readonly approvals: Approvals }): Act<typeof calls.withdrawDifferences> =>
  (asked, { ids }) =>
    eachRecord(asked, ids, handIns(asked.actor, 'withdraw'), (one) =>
      approvals.withdrawDocument(asked.tx, asked.actor, 'handInDifference', one.id),
    )

/** What the review leads to: a cost that is owed to nobody in particular and settled with what was missing. */
export const differenceReviewed: Reviewed = {
  async approved(tx, actor, id, { opinion }) {
    const one = await inReview(tx, actor, id)
    const chargeId = await postCharge(tx, actor.userId, chargeOf(one, 'payable'))
    await post(tx, actor, one, [...(await outOfHands(tx, one)), payable(chargeId, missingOf(one))])
    await cover(tx, one.id, one.due)
    await moveHandIn(tx, actor, one, { state: 'settled', opinion }, 'bear', { amount: missingOf(one), opinion })
  },
  async rejected(tx, actor, id, { opinion }) {
    const one = await inReview(tx, actor, id)
    await moveHandIn(tx, actor, one, { state: 'differs', decision: null, opinion }, 'rejected', { opinion })
  },
  async withdrawn(tx, actor, id) {
    await moveHandIn(tx, actor, await inReview(tx, actor, id), { state: 'differs', decision: null }, 'withdrawn')
  },
  link: (no) => `${pageOf('handIn').path}?tab=all&handIn=${encodeURIComponent(no)}`,
}
async function inReview(tx: Tx, actor: Actor, id: number): Promise<LockedHandIn> {
  const one = (await lockHandIns(tx, everywhere(actor), [id])).get(id)
  if (one?.state !== 'inReview') throw new Refusal('approvals.decided')
  return one
}
