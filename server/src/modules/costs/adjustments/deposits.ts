import { isApproved } from '@xunyun/contract/costs/states'
import { sql } from 'kysely'
import type { Actor } from '../../../platform/actor.ts'
import { everywhere } from '../../../platform/actor.ts'
import type { Approvals } from '../../../platform/approvals.ts'
import type { Tx } from '../../../platform/db.ts'
import type { Numbering } from '../../../platform/numbering.ts'
import { writeTogether } from '../../../platform/rows.ts'
import { type Kinds, submitTogether } from '../applications.ts'
import { partiesOf } from '../parties.ts'
import { insertApplications, lockApplications, movedApplications } from '../store.ts'
import { closed } from './store.ts'

/** The deposit of a GPS device that was lost: a receivable of whoever had it, by costZJ like any other adjustment (T32). */

const feeItem = 'deposit'
type Deposit = {
  readonly deviceId: number
  readonly deviceNo: string
  /** What it was bound to: its number finds the deposit. */
  readonly objectNo: string | null
  readonly outletId: number
  readonly companyId: number
  /** Yuan, with its sign. */
  readonly amount: string
  readonly reason: string
}
export type Deposits = {
  /** Asks for it; answers the application. It refuses where nobody is set up to decide. */
  owe(tx: Tx, actor: Actor, deposit: Deposit): Promise<number>
  /** Takes it back: what is approved by an adjustment of its own, what is not by being void. */
  giveBack(tx: Tx, actor: Actor, applicationId: number, reason: string): Promise<void>
}

export const depositsOf = (numbering: Numbering, approvals: Approvals, kinds: Kinds): Deposits => {
  const owe: Deposits['owe'] = async (tx, actor, deposit) => {
    const { deviceId, deviceNo, objectNo, outletId, companyId, amount, reason } = deposit
    const [no = ''] = await numbering.next('ZJ', 1)
    const name = (await partiesOf(tx, [companyId])).get(companyId)?.name ?? null
    const row = {
      no,
      kind: 'costZJ',
      outletId,
      reason,
      amount,
      companyId,
      driverId: null,
      words: [deviceNo, objectNo, name],
    } as const
    const [id = 0] = await insertApplications(tx, actor, [row])
    await tx
      .insertInto('adjustment')
      .values({ id, direction: 'receivable', device_id: deviceId, fee_item: feeItem, company_id: companyId, amount })
      .execute()
    const application = (await lockApplications(tx, everywhere(actor), [id])).get(id)
    if (application !== undefined) await submitTogether(tx, actor, approvals, kinds, [application])
    return id
  }
  return {
    owe,
    async giveBack(tx, actor, applicationId, reason) {
      const application = (await lockApplications(tx, everywhere(actor), [applicationId])).get(applicationId)
      if (application === undefined || application.state === 'void') return
      if (isApproved(application.state)) {
        const { rows } = await sql<{ deviceId: number; deviceNo: string; objectNo: string | null; companyId: number }>`
          -- unscoped: of the deposit that the caller asked for
          select d.device_id as "deviceId", g.device_no as "deviceNo", d.company_id as "companyId", (
            select w.waybill_no from gps_binding b join waybill w on w.id = b.waybill_id where b.device_id = g.id order by b.id desc limit 1
          ) as "objectNo" from adjustment d
          -- unscoped: of the deposit that the caller asked for
          join gps_device g on g.id = d.device_id where d.id = ${application.id}`.execute(tx)
        const [asked] = rows
        if (asked === undefined) return
        const { outletId, amount } = application
        await owe(tx, actor, { ...asked, outletId, amount: `-${amount}`, reason })
        return
      }
      // Whoever is asked for it now is asked no longer, whatever was decided so far.
      await approvals.cancel(tx, 'costZJ', [application.id], reason)
      const move = { state: 'void', action: 'voided', opinion: reason } as const
      await writeTogether(
        tx,
        [...movedApplications(actor, [application], move), closed([application.id])],
        sql`select 1`,
      )
    },
  }
}
