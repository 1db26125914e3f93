import { compareDecimal, Exact, sumDecimals } from '@xunyun/contract/kernel/decimal'
import type { OpenCharge } from '@xunyun/contract/payments/calls'
import { sql } from 'kysely'
import { type Actor, may } from '../../platform/actor.ts'
import { clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db.ts'
import { badField } from '../../platform/refusal.ts'
import { postCharges } from '../charges/index.ts'
import { negated, postMoney, receivable } from '../money/index.ts'
import { adjustedWaybills, type Head } from '../waybills/index.ts'
import type { Line } from './open.ts'
import { readRoundOffLimit } from './setting.ts'

type Rest = { readonly at: number; readonly charge: OpenCharge; readonly rest: string }

/**
 * 抹零 (V13): what is left of charges after their lines is written off by charges of less than nothing, and set off against the
 * debts. Up to the setting in all, more by right.
 */
export async function roundOff(
  tx: Tx,
  actor: Actor,
  payment: { readonly id: number; readonly no: string; readonly outletId: number },
  lines: readonly Line[],
  open: readonly OpenCharge[],
  chargeIds: readonly number[],
): Promise<void> {
  const rests = [...new Set(chargeIds)].flatMap((id, at): Rest[] => {
    const line = lines.find(({ chargeId }) => chargeId === id)
    const charge = open.find(({ chargeId }) => chargeId === id)
    if (line === undefined || charge === undefined) throw badField(`roundOff.${at}`, 'payments.notOpen')
    const rest = new Exact(charge.open).minus(line.amount).toFixed(2)
    return compareDecimal(rest, '0') > 0 ? [{ at, charge, rest }] : []
  })
  if (rests.length === 0) return
  const limit = await readRoundOffLimit(tx)
  const beyond = rests.find(({ rest }) => compareDecimal(rest, limit) > 0)
  if (beyond !== undefined && !may(actor, 'roundOff', 'edit'))
    throw badField(`roundOff.${beyond.at}`, 'payments.roundOffLimit', { limit })
  const written = await writeOff(tx, actor, payment.no, rests)
  await postMoney(tx, actor, {
    act: 'offset',
    doc: { type: 'payment', id: payment.id, no: payment.no },
    key: 'rounded off',
    day: clock.today(),
    outletId: payment.outletId,
    entries: rests.flatMap(({ charge, rest }) => [
      receivable(written.get(charge.chargeId) as number, negated(rest)),
      receivable(charge.chargeId, rest),
    ]),
  })
}

type Written = {
  id: number
  waybill_id: number | null
  outlet_id: number
  company_id: number | null
}

/** The charges of less than nothing, by the charge that each adjusts; their waybills' chains are told. */
async function writeOff(tx: Tx, actor: Actor, no: string, rests: readonly Rest[]): Promise<Map<number, number>> {
  const ids = rests.map(({ charge }) => charge.chargeId)
  const bases =
    await sql<Written>`select id, waybill_id, outlet_id, company_id from charge where id = any(${ids}::bigint[])`.execute(
      tx,
    )
  const known = new Map(bases.rows.map((row) => [row.id, row]))
  const waybillIds = [...new Set(bases.rows.flatMap(({ waybill_id }) => waybill_id ?? []))]
  const heads = await sql<Head & { receivable: string }>`
    -- unscoped: of charges that were found in scope
    select id, chain_seq as seq, chain_hash as hash, receivable from waybill where id = any(${waybillIds}::bigint[]) order by id for no key update`.execute(
    tx,
  )
  const told = adjustedWaybills(
    actor,
    heads.rows.map(({ receivable, ...head }) => {
      const off = sumDecimals(
        rests.filter(({ charge }) => known.get(charge.chargeId)?.waybill_id === head.id).map(({ rest }) => rest),
        2,
      )
      return {
        head,
        payments: null,
        params: { amount: negated(off), receivable: new Exact(receivable).minus(off).toFixed(2) },
      }
    }),
  )
  await postCharges(
    tx,
    actor.userId,
    rests.map(({ charge, rest }) => {
      const base = known.get(charge.chargeId) as Written
      return {
        direction: 'receivable',
        source: 'writeOff',
        outletId: base.outlet_id,
        waybillId: base.waybill_id,
        feeItem: 'roundOff',
        companyId: base.company_id,
        driverId: null,
        amount: negated(rest),
        taxRate: null,
        day: clock.today(),
        adjustsId: base.id,
        applicationId: null,
        costLineId: null,
        steps: [{ step: 'roundedOff', params: { no } }],
        shares: [],
      }
    }),
    told.parts,
    told,
  )
  const made = await sql<{ id: number; of: number }>`select max(id) as id, adjusts_id as of from charge
    where adjusts_id = any(${ids}::bigint[]) and source = 'writeOff' group by 2`.execute(tx)
  return new Map(made.rows.map(({ id, of }) => [of, id]))
}
