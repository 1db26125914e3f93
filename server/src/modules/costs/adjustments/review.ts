import { compareDecimal, Exact, share, sumDecimals } from '@xunyun/contract/kernel/decimal'
import { pageOf } from '@xunyun/contract/pages'
import { sql } from 'kysely'
import { type Actor, everywhere } from '../../../platform/actor.ts'
import { clock } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/db.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { postCharges, type Share } from '../../charges/index.ts'
import { recordEvents, updateWaybill } from '../../waybills/index.ts'
import type { Applied } from '../applications.ts'
import type { LockedApplication } from '../store.ts'
import { targetOf, wrongParts } from './create.ts'
import { itemOf, newReceivable, wrongWith } from './rules.ts'
import { type Adjustment, adjustmentOf, setOpen } from './store.ts'
import type { Target } from './targets.ts'

/** An adjustment and what it is of, checked as it stands now (T21); what no longer fits refuses the act. */
async function checked(
  tx: Tx,
  actor: Actor,
  application: LockedApplication,
  lock: boolean,
): Promise<{ adjustment: Adjustment; target: Target }> {
  const adjustment = await adjustmentOf(tx, application.id)
  const target = await targetOf(tx, actor, adjustment, lock)
  if (target === undefined)
    throw new Refusal(adjustment.waybillId === null ? 'costs.unknownCharge' : 'costs.unknownWaybill')
  const wrong = wrongWith(target, adjustment, application.no) ?? wrongParts(target, adjustment, adjustment.payments)
  if (wrong !== undefined) throw new Refusal(wrong.reason, wrong.params)
  return { adjustment, target }
}

/** ZJ (RT-16/incOrDec, RT-15/costZJ): approved it is a charge of its own, which nothing rewrites. */
export const adjustmentKind: Applied = {
  async submitted(tx, actor, application) {
    const { adjustment, target } = await checked(tx, actor, application, false)
    const item = itemOf(target, adjustment)
    const before = item?.amount ?? '0.00'
    await setOpen(tx, application.id, true, before)
    const isReceivable = target.direction === 'receivable'
    return {
      reason: compareDecimal(adjustment.amount, '0') > 0 ? 'chargeMore' : 'chargeLess',
      companyId: adjustment.companyId,
      facts: {
        ofNo: target.no,
        customer: target.customerName,
        direction: target.direction,
        feeItem: adjustment.feeItem,
        party: item?.partyName ?? null,
        before,
        change: adjustment.amount,
        after: sumDecimals([before, adjustment.amount], 2),
        ...(isReceivable
          ? {
              receivable: target.receivable,
              newReceivable: newReceivable(target, adjustment),
              margin: marginOf(target.receivable, target),
              newMargin: marginOf(newReceivable(target, adjustment), target),
            }
          : {}),
        note: application.reason,
      },
    }
  },
  reopened: (tx, { id }) => setOpen(tx, id, false),
  async approved(tx, actor, application) {
    const { adjustment, target } = await checked(tx, everywhere(actor), application, true)
    await setOpen(tx, application.id, false)
    const shares = adjustment.chargeId === null ? [] : await frozenShares(tx, adjustment.chargeId, adjustment.amount)
    await postCharges(tx, actor.userId, [
      {
        direction: target.direction,
        source: 'adjustment',
        outletId: target.outletId,
        waybillId: adjustment.waybillId,
        deviceId: adjustment.deviceId,
        feeItem: adjustment.feeItem,
        companyId: adjustment.companyId,
        driverId: adjustment.driverId,
        amount: adjustment.amount,
        taxRate: adjustment.taxRate,
        day: clock.today(),
        adjustsId: adjustment.chargeId,
        applicationId: application.id,
        costLineId: null,
        steps: [{ step: 'adjusted', params: { no: application.no } }],
        shares,
      },
    ])
    if (adjustment.waybillId === null) return
    const { waybillId, payments } = adjustment
    await updateWaybill(tx, actor, waybillId, payments === null ? {} : { payments })
    const params = { amount: adjustment.amount, receivable: newReceivable(target, adjustment) }
    await recordEvents(tx, actor, [{ waybillId, event: { type: 'adjusted', params } }])
  },
  link: (no) => `${pageOf('incOrDecList').path}?tab=&q=${encodeURIComponent(no)}`,
}

const marginOf = (receivable: string, { cost }: Target): string => new Exact(receivable).minus(cost).toFixed(2)

/** What adjusts a payable charge is shared as that one was. */
async function frozenShares(tx: Tx, chargeId: number, amount: string): Promise<Share[]> {
  const { rows } = await sql<{ waybillId: number; basis: string }>`
    select s.waybill_id as "waybillId", s.basis from charge_share s where s.charge_id = ${chargeId} order by s.seq`.execute(
    tx,
  )
  // unscoped: only locked, in the order of their ids; the charge was reached in scope
  await sql`select id from waybill where id = any(${rows.map(({ waybillId }) => waybillId)}::bigint[]) order by id for update`.execute(
    tx,
  )
  const parts = share(
    amount,
    rows.map(({ basis }) => basis),
    2,
  )
  return rows.map(({ waybillId, basis }, at) => ({ waybillId, basis, amount: parts[at] as string }))
}
