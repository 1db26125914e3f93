import { pieceOf } from '@xunyun/contract/dispatch/scan'
import { sql } from 'kysely'
import type { Actor } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/db.ts'
import { inScope, type SeenId } from '../../../platform/scope.ts'

/** YD26112600001-003 is a piece of a waybill. */
const waybillOf = (no: string): string => pieceOf(no)?.waybillNo ?? no

/**
 * The waybills that numbers name: their own, that of a piece, or those of a trip, line shipment or parcel, by our number or a courier's, then all that it
 * carries. In the order of the numbers, each once; `unknown` are those that find nothing in scope.
 */
export async function waybillsOf(
  tx: Tx,
  actor: Actor,
  numbers: readonly string[],
): Promise<{ ids: SeenId[]; unknown: string[] }> {
  const wanted = [...new Set(numbers.map((no) => no.trim().toUpperCase()).filter((no) => no !== ''))]
  const found = await sql<{ no: string; id: SeenId }>`
    with n as (select no, of, at from unnest(${wanted}::text[], ${wanted.map(waybillOf)}::text[]) with ordinality as t(no, of, at))
    select n.no, w.id, n.at, 0 as seq from n join waybill w on w.waybill_no in (n.no, n.of) and not w.is_deleted and ${inScope(actor, 'waybill', 'w')}
    union all
    select n.no, w.id, n.at, l.seq from n
      join arrangement a on (a.arrangement_no = n.no or (a.kind = 'courier' and a.carrier_no = n.no)) and not a.is_deleted and a.phase <> 'cancelled'
        and ${inScope(actor, 'arrangement', 'a')}
      join arrangement_line l on l.arrangement_id = a.id join waybill w on w.id = l.waybill_id and ${inScope(actor, 'waybill', 'w')}
    order by 3, 4, 2`.execute(tx)
  const known = new Set(found.rows.map(({ no }) => no))
  return { ids: [...new Set(found.rows.map(({ id }) => id))], unknown: wanted.filter((no) => !known.has(no)) }
}
