import { sql } from 'kysely'
import type { Objection } from '../../platform/abilities.ts'

/** Whether a signed waybill has its e-POD (电子回单): the paper itself is drawn by the module `signedReceipts`. */

/** Photos of the signings of `w` that stand, and of its paper; what colleagues keep for themselves is none of them. */
export const photoLinks = sql`
  select l.file_id, l.entity, l.entity_id from signing s join file_link l on l.entity = 'signing' and l.entity_id = s.act_id
  where s.waybill_id = w.id and not s.undone and not l.internal
  union all
  select l.file_id, l.entity, l.entity_id from signed_receipt r join file_link l on l.entity = 'signedReceipt' and l.entity_id = r.id
  where r.waybill_id = w.id and not r.is_deleted and not l.internal`
export const proofCount = sql`(select count(*)::int from (${photoLinks}) l join stored_file f on f.id = l.file_id where f.type like 'image/%')`

type Facts = {
  readonly waybillNo: string
  readonly waybillState: string
  readonly wasSigned: boolean
  /** Photos of the signing and of the paper. */
  readonly proofs: number
}

/** Signed whole or in part, and nothing of it is under way any more. */
export const isSigned = ({ waybillState, wasSigned }: Pick<Facts, 'waybillState' | 'wasSigned'>): boolean =>
  wasSigned && ['signed', 'partSigned', 'closed'].includes(waybillState)

/** Why there is none yet: nothing was signed, or nothing shows it. */
export function noEpod(facts: Facts): Objection | undefined {
  const params = { no: facts.waybillNo }
  if (!isSigned(facts)) return { reason: 'signedReceipts.noSigning', params }
  return facts.proofs > 0 ? undefined : { reason: 'signedReceipts.noProof', params }
}
