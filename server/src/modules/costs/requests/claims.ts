import { sql } from 'kysely'
import { type Actor, everywhere } from '../../../platform/actor.ts'
import type { Approvals } from '../../../platform/approvals.ts'
import type { Tx } from '../../../platform/db.ts'
import type { Numbering } from '../../../platform/numbering.ts'
import { type Kinds, submitTogether } from '../applications.ts'
import { partiesOf } from '../parties.ts'
import { insertApplications, lockApplications } from '../store.ts'

/** 理赔: what a customer is paid for damaged or lost goods; an application of costs whose payee is the customer (T18, T28). */

export type Claim = {
  /** Null: of no waybill. */
  readonly waybillId: number | null
  readonly outletId: number
  readonly companyId: number
  /** Yuan, above nothing. */
  readonly amount: string
  readonly reason: string
  /** Numbers that find it. */
  readonly words: readonly string[]
}
export type Claims = {
  /** Sends it to review; refuses where nobody is set up to decide. */
  claim(tx: Tx, actor: Actor, claim: Claim): Promise<{ readonly id: number; readonly no: string }>
}

export const claimsOf = ({
  numbering,
  approvals,
  kinds,
}: {
  numbering: Numbering
  approvals: Approvals
  kinds: Kinds
}): Claims => ({
  async claim(tx, actor, { waybillId, outletId, companyId, amount, reason, words }) {
    const [no = ''] = await numbering.next('FY')
    const name = (await partiesOf(tx, [companyId])).get(companyId)?.name ?? null
    const [id = 0] = await insertApplications(tx, actor, [
      { no, kind: 'claim', outletId, reason, amount, companyId, driverId: null, words: [...words, name] },
    ])
    const line = await tx
      .insertInto('cost_line')
      .values({
        kind: 'claim',
        outlet_id: outletId,
        seq: 1,
        fee_item: 'claim',
        company_id: companyId,
        amount,
        explanation: JSON.stringify([{ step: 'byHand', params: { amount } }]),
        application_id: id,
        created_by: actor.userId,
        updated_by: actor.userId,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (waybillId !== null)
      await sql`insert into cost_line_waybill (cost_line_id, waybill_id, seq) values (${line.id}, ${waybillId}, 1)`.execute(
        tx,
      )
    // A case is dealt with where the goods are, whichever outlet the waybill is of.
    const application = (await lockApplications(tx, everywhere(actor), [id])).get(id)
    if (application !== undefined) await submitTogether(tx, everywhere(actor), approvals, kinds, [application])
    return { id, no }
  },
})
