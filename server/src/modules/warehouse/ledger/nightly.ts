import { pageOf } from '@xunyun/contract/pages'
import type * as calls from '@xunyun/contract/warehouse/ledger/ledger'
import type { StockProof } from '@xunyun/contract/warehouse/ledger/proof'
import type { Act } from '../../../platform/act.ts'
import { clock } from '../../../platform/clock.ts'
import type { Db, Tx } from '../../../platform/db.ts'
import { notify } from '../../../platform/notify.ts'
import { buildOpenings } from './store.openings.ts'
import { proveStock } from './store.proof.ts'

/** Each night: the openings that are missing, then the proof; on Sundays of the whole ledger, which trusts no opening. */
export async function keepLedger(db: Db): Promise<void> {
  await buildOpenings(db)
  const isSunday = new Date(`${clock.today()}T00:00:00Z`).getUTCDay() === 0
  await db.transaction().execute(async (tx) => {
    await alarm(tx, await proveStock(tx, isSunday ? 'whole' : 'sinceOpening', null))
  })
}

export const proveLedger: Act<typeof calls.proveLedger> = async ({ tx, actor }, { kind }) => {
  const proof = await proveStock(tx, kind, actor.userId)
  await alarm(tx, proof)
  return proof
}

/** A difference is told to everybody who may prove the ledger, with the first key. */
async function alarm(tx: Tx, proof: StockProof): Promise<void> {
  const [first] = proof.broken
  if (first === undefined) return
  const people = await tx
    .selectFrom('effective_right as r')
    .innerJoin('app_user as u', 'u.id', 'r.user_id')
    .select('u.id')
    .where('r.page', '=', 'serialInfo')
    .where('r.approve', '=', true)
    .where('u.status', '=', 0)
    .where('u.is_deleted', '=', false)
    .execute()
  const key = [first.warehouse, first.location, first.itemNo, first.batchNo, first.container]
    .filter((part) => part !== null && part !== '')
    .join(' ')
  await notify(
    tx,
    people.map(({ id }) => id),
    'stockBroken',
    { count: proof.differences, key },
    pageOf('serialInfo').path,
  )
}
