import { sql } from 'kysely'
import { type Actor, everywhere } from '../../../platform/actor.ts'
import type { Approvals } from '../../../platform/approvals.ts'
import type { Tx } from '../../../platform/db.ts'
import type { Numbering } from '../../../platform/numbering.ts'
import { type Kinds, submitTogether } from '../applications.ts'
import { partiesOf } from '../parties.ts'
import { insertApplications, lockApplications } from '../store.ts'

/** 罚款: taken off what the responsible carrier or driver is owed for that arrangement; where that is too little, owed by it (T28). */

export type Penalty = {
  readonly waybillId: number
  readonly waybillNo: string
  readonly outletId: number
  readonly arrangementId: number
  /** Whose arrangement it is: the carrier, else the driver. */
  readonly companyId: number | null
  readonly driverId: number | null
  /** Yuan, above nothing. */
  readonly amount: string
  readonly reason: string
  /** Numbers that find it. */
  readonly words: readonly string[]
}
export type Penalties = {
  /** Sends it to review; refuses where nobody is set up to decide. */
  penalty(tx: Tx, actor: Actor, penalty: Penalty): Promise<{ readonly id: number; readonly no: string }>
}

type Owed = { readonly chargeId: number; readonly no: string; readonly outletId: number; readonly feeItem: string }

export const penaltiesOf = (numbering: Numbering, approvals: Approvals, kinds: Kinds): Penalties => ({
  async penalty(tx, actor, penalty) {
    const { companyId, driverId, arrangementId, words, reason } = penalty
    const owed = await owedTo(tx, penalty)
    const [no = ''] = await numbering.next('ZJ', 1)
    const amount = owed === undefined ? penalty.amount : `-${penalty.amount}`
    const name = (await partiesOf(tx, companyId === null ? [] : [companyId])).get(companyId ?? 0)?.name ?? null
    const [id = 0] = await insertApplications(tx, actor, [
      {
        no,
        kind: 'costZJ',
        outletId: owed?.outletId ?? penalty.outletId,
        reason,
        amount,
        companyId,
        driverId,
        words: [owed?.no ?? penalty.waybillNo, await numberOf(tx, arrangementId), ...words, name],
      },
    ])
    await tx
      .insertInto('adjustment')
      .values({
        id,
        direction: owed === undefined ? 'receivable' : 'payable',
        arrangement_id: owed === undefined ? arrangementId : null,
        charge_id: owed?.chargeId ?? null,
        fee_item: owed?.feeItem ?? 'penalty',
        company_id: companyId,
        driver_id: driverId,
        amount,
      })
      .execute()
    const application = (await lockApplications(tx, everywhere(actor), [id])).get(id)
    if (application !== undefined) await submitTogether(tx, everywhere(actor), approvals, kinds, [application])
    return { id, no }
  },
})

async function numberOf(tx: Tx, arrangementId: number): Promise<string | null> {
  const { rows } = await sql<{ no: string }>`
    -- unscoped: named by a case in scope
    select arrangement_no as no from arrangement where id = ${arrangementId}`.execute(tx)
  return rows[0]?.no ?? null
}

/** The approved payable of the party for the arrangement that the penalty can be taken off; of several the largest. */
async function owedTo(tx: Tx, { arrangementId, companyId, driverId, amount }: Penalty): Promise<Owed | undefined> {
  const { rows } = await sql<Owed>`
    -- unscoped: of the arrangement that a case seen in scope names
    select h.id as "chargeId", a.no, h.outlet_id as "outletId", h.fee_item as "feeItem"
    from cost_line l join charge h on h.cost_line_id = l.id join application a on a.id = h.application_id,
      lateral (select sum(g.amount) as left_over from charge g where g.id = h.id or (g.adjusts_id = h.id and g.fee_item = h.fee_item
        and g.company_id is not distinct from h.company_id and g.driver_id is not distinct from h.driver_id)) x
    where l.arrangement_id = ${arrangementId} and h.approved and h.amount > 0
      and h.company_id is not distinct from ${companyId}::bigint and (${driverId}::bigint is null or h.driver_id = ${driverId})
      and x.left_over >= ${amount}
      and not exists (select from adjustment d where d.charge_id = h.id and d.open and d.fee_item = h.fee_item)
    order by x.left_over desc limit 1`.execute(tx)
  return rows[0]
}
