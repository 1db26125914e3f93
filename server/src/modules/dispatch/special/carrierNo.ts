import type * as calls from '@xunyun/contract/dispatch/special'
import type { Outcomes } from '@xunyun/contract/kernel/list'
import { sql } from 'kysely'
import { refuseFor } from '../../../platform/abilities.ts'
import type { Act } from '../../../platform/act.ts'
import type { Actor } from '../../../platform/actor.ts'
import { eachRecord } from '../../../platform/batch.ts'
import type { Tx } from '../../../platform/db.ts'
import { differences, recordHistory } from '../../../platform/history.ts'
import { badField, Refusal } from '../../../platform/refusal.ts'
import { searchText } from '../../../platform/search.ts'
import { refuseStale } from '../../../platform/version.ts'
import { numberKey, takenNumbers } from '../carriers.ts'
import { lockSpecialAlone, lockSpecials, type Special } from '../facts.ts'
import type { Objection } from '../rules.ts'
import { setState } from '../store.ts'
import { specialAllows, specialHere } from './rules.ts'

/** The carrier's own number is often known only after the handing over. */

/** What a line shipment is found by. */
export const searchOf = (special: {
  arrangementNo: string
  carrierNo: string | null | undefined
  carrier: string
  station: string | null
}): string => searchText([special.arrangementNo, special.carrierNo, special.carrier, special.station])

const mayBeNumbered = (actor: Actor, special: Special): Objection =>
  specialAllows('setNumber', special.state) ?? specialHere(actor, 'setNumber', special)

/** 填承运商单号: not given, it has none any more. */
export const setCarrierNo: Act<typeof calls.setCarrierNo> = async (
  { tx, actor },
  { id, version, carrierNo = null },
) => {
  const special = await lockSpecialAlone(tx, actor, id)
  refuseFor(mayBeNumbered(actor, special))
  await refuseStale(
    tx,
    { version: special.version, updated_at: special.updatedAt, updated_by: special.updatedBy },
    version,
  )
  const isSame = special.carrierNo === carrierNo
  if (!isSame) await writeNumber(tx, actor, special, carrierNo)
  return { id: special.id, arrangementNo: special.arrangementNo, version: special.version + (isSame ? 0 : 1) }
}

/** A number from a file; one that the shipment has already is no change, whatever its state. */
export async function takeNumber(
  tx: Tx,
  actor: Actor,
  { id, carrierNo }: { id: number; carrierNo: string },
): Promise<{ id: number }> {
  const special = await lockSpecialAlone(tx, actor, id)
  if (special.carrierNo !== carrierNo) {
    refuseFor(mayBeNumbered(actor, special))
    await writeNumber(tx, actor, special, carrierNo)
  }
  return { id }
}

/** Shipments get back the numbers that they had before an import, unless those were changed since. */
export async function takeNumbersBack(
  tx: Tx,
  actor: Actor,
  ids: readonly number[],
  importId: number,
): Promise<Outcomes> {
  const found = await sql<{ id: number; before: string | null; times: number }>`
    select h.entity_id as id, (array_agg(c.change ->> 'from' order by h.id))[1] as before, count(*)::int as times
    from import_batch b join history h on h.entity = 'arrangement' and h.entity_id = any(${[...ids]}::bigint[]) and h.action = 'changed' and h.at >= b.created_at
    cross join jsonb_array_elements(h.changes) c(change)
    where b.id = ${importId} and c.change ->> 'field' = 'carrierNo' group by h.entity_id`.execute(tx)
  const changes = new Map(found.rows.map((row) => [row.id, row]))
  const { done, refused } = await eachRecord(
    { tx, actor },
    [...changes.keys()],
    {
      lock: lockSpecials,
      no: ({ arrangementNo }) => arrangementNo,
      may: (special) => {
        const changedSince: Objection =
          (changes.get(special.id)?.times ?? 0) > 1 ? { reason: 'dispatch.numberChangedSince' } : undefined
        const no = changedSince ?? mayBeNumbered(actor, special)
        return no === undefined ? undefined : new Refusal(no.reason, no.params ?? {})
      },
    },
    (special) => writeNumber(tx, actor, special, changes.get(special.id)?.before ?? null),
  )
  // Those that had their number before have nothing to be taken back.
  return { done: done + ids.length - changes.size, refused }
}

async function writeNumber(tx: Tx, actor: Actor, special: Special, carrierNo: string | null): Promise<void> {
  if (carrierNo !== null) {
    const own = { carrierId: special.carrierId, carrierNo }
    const taken = (await takenNumbers(tx, [own], special.id)).get(numberKey(own))
    if (taken !== undefined) throw badField('carrierNo', 'dispatch.carrierNoTaken', { no: taken })
  }
  const found = await sql<{ carrier: string; station: string | null }>`
    -- unscoped: it has been locked inside the scope
    select c.short_name as carrier, a.station from arrangement a join company c on c.id = a.carrier_id where a.id = ${special.id}`.execute(
    tx,
  )
  const [{ carrier, station }] = found.rows as [(typeof found.rows)[number]]
  const { arrangementNo } = special
  await setState(tx, actor, special, 'derived', {
    carrier_no: carrierNo,
    search: searchOf({ arrangementNo, carrierNo, carrier, station }),
  })
  const changes = differences({ carrierNo: special.carrierNo }, { carrierNo })
  await recordHistory(tx, actor, 'arrangement', special.id, 'changed', changes)
}
