import { canStart } from '@xunyun/contract/kernel/lifecycle'
import type { Outcomes } from '@xunyun/contract/kernel/list'
import { type OutboundAction, type OutboundState, outboundLifecycle } from '@xunyun/contract/warehouse/shipping/notices'
import { sql } from 'kysely'
import { refuseFor } from '../../../platform/abilities.ts'
import type { Asked } from '../../../platform/act.ts'
import { BatchReport, type Records } from '../../../platform/batch.ts'
import { kept, type Tx } from '../../../platform/db.ts'
import { notFound, Refusal } from '../../../platform/refusal.ts'
import { isInHand, isStopped } from './abilities.ts'
import { holdGoodsOf } from './queries.candidates.ts'
import { lockNotices, type Notice } from './store.ts'

export const objection = ({ state }: Notice, action: OutboundAction): Refusal | undefined =>
  canStart(outboundLifecycle, action, state as OutboundState)
    ? undefined
    : new Refusal('outbound.wrongState', { outboundState: state })
export function requireState(notice: Notice, action: OutboundAction): void {
  const no = objection(notice, action)
  if (no !== undefined) throw no
}

const movesGoods: ReadonlySet<OutboundAction> = new Set(['deallocate', 'ship', 'close', 'cancel'])

/** Notices, and the goods that the act moves: several are posted one after the other. */
async function lockFor(action: OutboundAction, { tx, actor }: Asked, ids: readonly number[]) {
  const locked = await lockNotices(tx, actor, ids)
  if (movesGoods.has(action) && locked.size > 1)
    await holdGoodsOf(
      tx,
      Array.from(locked.values(), ({ id }) => id),
    )
  return locked
}

export const noticesTo = (action: OutboundAction): Records<Notice> => ({
  lock: (tx, actor, ids) => lockFor(action, { tx, actor }, ids),
  no: (notice) => notice.notice_no,
  may: (notice) => objection(notice, action),
})

/** From here on a refusal takes back; what the notice before it did stays, with the transaction. */
const begin = (tx: Tx, isFirst: boolean) =>
  sql.raw(isFirst ? 'savepoint each_notice' : 'release savepoint each_notice; savepoint each_notice').execute(tx)

/** As eachRecord, but one statement a batch less: for allocating and shipping, which are counted (budgets.http.test.ts). */
export async function eachNotice(
  asked: Asked,
  ids: readonly number[],
  action: OutboundAction,
  act: (notice: Notice) => Promise<void>,
  /** Those of them that are locked already. */
  held?: ReadonlyMap<number, Notice>,
): Promise<Outcomes> {
  const { tx, actor } = asked
  const report = new BatchReport(actor)
  const locked = held ?? (await lockFor(action, asked, ids))
  let isFirst = true
  for (const id of new Set(ids)) {
    const notice = locked.get(id)
    if (notice === undefined) {
      report.refuse(id, String(id), notFound())
      continue
    }
    const before = notice.state
    await begin(tx, isFirst)
    isFirst = false
    try {
      requireState(notice, action)
      await act(notice)
      report.done()
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      await sql`rollback to savepoint each_notice`.execute(tx)
      notice.state = before
      report.refuse(id, notice.notice_no, error)
    }
  }
  return report.outcomes()
}

export async function requireNothingInHand(tx: Tx, notice: Notice): Promise<void> {
  const found = await sql<{ qty: string }>`${kept}
    select trim_scale(coalesce(sum(qty), 0))::text as qty from allocation
    where notice_id = ${notice.id} and state in ('picked', 'packed')`.execute(tx)
  const qty = found.rows[0]?.qty ?? '0'
  refuseFor(isInHand(qty))
}
export async function shippedOf(tx: Tx, noticeId: number): Promise<string> {
  const found = await sql<{ qty: string }>`${kept}
    select coalesce(sum(shipped), 0)::text as qty from outbound_line where notice_id = ${noticeId}`.execute(tx)
  return found.rows[0]?.qty ?? '0'
}

export function requireGoing(notice: Notice): void {
  refuseFor(isStopped(notice.notice_no, notice.intercepted))
}
