import { compareDecimal, Exact, share, sumDecimals } from '@xunyun/contract/kernel/decimal'
import { pageOf } from '@xunyun/contract/pages'
import { type RawBuilder, sql } from 'kysely'
import { type Actor, everywhere } from '../../../platform/actor.ts'
import { clock } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/db.ts'
import { notFound, Refusal } from '../../../platform/refusal.ts'
import { type Posted, postCharges, type Share } from '../../charges/index.ts'
import { adjustedWaybills, divideAgain } from '../../waybills/index.ts'
import type { Applied } from '../applications.ts'
import type { LockedApplication } from '../store.ts'
import { wrongParts } from './create.ts'
import { itemOf, newReceivable, wrongWith } from './rules.ts'
import { type Adjustment, adjustmentsOf, closed, opened } from './store.ts'
import { type Target, targetsOf } from './targets.ts'

type Checked = { readonly application: LockedApplication; readonly adjustment: Adjustment; readonly target: Target }

/** Adjustments and what they are of, checked as it stands now (T21); what no longer fits refuses the act. */
async function checked(
  tx: Tx,
  actor: Actor,
  applications: readonly LockedApplication[],
  lock: boolean,
): Promise<Checked[]> {
  const known = await adjustmentsOf(
    tx,
    applications.map(({ id }) => id),
  )
  const adjustments = applications.map(({ id }) => {
    const adjustment = known.get(id)
    if (adjustment === undefined) throw notFound()
    return adjustment
  })
  const targets = await targetsOf(tx, actor, adjustments, lock)
  return adjustments.map((adjustment, at) => {
    const target = targets[at]
    const application = applications[at] as LockedApplication
    if (target === undefined)
      throw new Refusal(adjustment.waybillId === null ? 'costs.unknownCharge' : 'costs.unknownWaybill')
    const wrong = wrongWith(target, adjustment, application.no) ?? wrongParts(target, adjustment, adjustment.payments)
    if (wrong !== undefined) throw new Refusal(wrong.reason, wrong.params)
    return { application, adjustment, target }
  })
}

const keyOf = ({ waybillId, chargeId, deviceId, arrangementId }: Adjustment): string =>
  `${waybillId}/${chargeId}/${deviceId}/${arrangementId}`

/** Of the same item of the same party: whoever comes second finds the first under review. */
function refuseTwice(all: readonly Checked[]): void {
  const open = new Map<string, string>()
  for (const { application, adjustment } of all) {
    const key = [keyOf(adjustment), adjustment.feeItem, adjustment.companyId, adjustment.driverId].join('/')
    const no = open.get(key)
    if (no !== undefined) throw new Refusal('costs.adjustmentOpen', { no })
    open.set(key, application.no)
  }
}

function lookOf({ application, adjustment, target }: Checked) {
  const item = itemOf(target, adjustment)
  const before = item?.amount ?? '0.00'
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
      ...(target.direction === 'receivable'
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
}

/** ZJ (RT-16/incOrDec, RT-15/costZJ): approved it is a charge of its own, which nothing rewrites. */
export const adjustmentKind: Applied = {
  async submitted(tx, actor, applications) {
    const all = await checked(tx, actor, applications, false)
    refuseTwice(all)
    const looks = all.map(lookOf)
    return {
      looks,
      beside: [
        opened(all.map(({ adjustment }, at) => ({ id: adjustment.id, before: looks[at]?.facts.before ?? '0.00' }))),
      ],
    }
  },
  reopened: (applications) => [closed(applications.map(({ id }) => id))],
  async approved(tx, actor, applications, moved) {
    const all = await checked(tx, everywhere(actor), applications, true)
    // Of several that adjust the same waybill or charge each begins with what the one before it left.
    const first = new Map(all.toReversed().map((one) => [keyOf(one.adjustment), one]))
    const now = all.filter((one) => first.get(keyOf(one.adjustment)) === one)
    await post(tx, actor, now, [...moved, closed(applications.map(({ id }) => id))])
    let left = all.filter((one) => !now.includes(one)).map(({ application }) => application)
    for (; left.length > 0; left = left.slice(1))
      await post(tx, actor, await checked(tx, everywhere(actor), left.slice(0, 1), true), [])
  },
  link: (no) => `${pageOf('incOrDecList').path}?tab=&q=${encodeURIComponent(no)}`,
}

/** Their charges, shares and events, in one statement with what else is written. */
async function post(
  tx: Tx,
  actor: Actor,
  all: readonly Checked[],
  beside: readonly RawBuilder<unknown>[],
): Promise<void> {
  const frozen = await frozenShares(tx, all)
  const charges = all.map(
    ({ application, adjustment, target }): Posted => ({
      direction: target.direction,
      source: 'adjustment',
      outletId: target.outletId,
      waybillId: adjustment.waybillId,
      deviceId: adjustment.deviceId,
      arrangementId: adjustment.arrangementId,
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
      shares: frozen.get(application.id) ?? [],
    }),
  )
  const told = adjustedWaybills(
    actor,
    all.flatMap(({ adjustment: { amount, payments }, target }) =>
      target.head === null
        ? []
        : [{ head: target.head, payments, params: { amount, receivable: newReceivable(target, { amount }) } }],
    ),
  )
  await postCharges(tx, actor.userId, charges, [...beside, ...told.parts], told)
  const paidOtherwise = all.flatMap(({ adjustment: { payments, waybillId } }) =>
    payments === null || waybillId === null ? [] : [waybillId],
  )
  if (paidOtherwise.length > 0) await divideAgain(tx, actor, paidOtherwise)
}

const marginOf = (receivable: string, { cost }: Target): string => new Exact(receivable).minus(cost).toFixed(2)

/** What adjusts a payable charge is shared as that one was; by application. */
async function frozenShares(tx: Tx, all: readonly Checked[]): Promise<Map<number, Share[]>> {
  const chargeIds = all.flatMap(({ adjustment }) => adjustment.chargeId ?? [])
  if (chargeIds.length === 0) return new Map()
  const { rows } = await sql<{ chargeId: number; waybillId: number; basis: string }>`
    select s.charge_id as "chargeId", s.waybill_id as "waybillId", s.basis from charge_share s
    where s.charge_id = any(${chargeIds}::bigint[]) order by s.charge_id, s.seq`.execute(tx)
  // unscoped: only locked, in the order of their ids; the charges were reached in scope
  await sql`select id from waybill where id = any(${rows.map(({ waybillId }) => waybillId)}::bigint[]) order by id for update`.execute(
    tx,
  )
  const of = Map.groupBy(rows, ({ chargeId }) => chargeId)
  return new Map(
    all.map(({ application, adjustment }) => {
      const basis = of.get(adjustment.chargeId ?? 0) ?? []
      const parts = share(
        adjustment.amount,
        basis.map((one) => one.basis),
        2,
      )
      return [
        application.id,
        basis.map(({ waybillId, basis }, at) => ({ waybillId, basis, amount: parts[at] as string })),
      ]
    }),
  )
}
