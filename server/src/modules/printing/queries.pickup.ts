import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import { owned, type Tx } from '../../platform/db.ts'
import { codeFor, waitingPlaces, waybillFacts } from '../waybills/index.ts'
import type { Paper } from './engine/paper.ts'
import { address, phone } from './words.ts'

/** What the notice says besides the waybill: how many pieces wait at which outlet, and the code for whoever is shown it. */
export async function pickupFields(
  tx: Tx,
  actor: Actor,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Paper['fields']>> {
  const waybills = [...(await waybillFacts(tx, actor, ids, false, false)).values()]
  const waiting = new Map(waybills.map((waybill) => [waybill.id as number, waitingPlaces(waybill)]))
  // unscoped: the outlets that give these waybills out, to the consignee
  const found = await owned(tx)
    .selectFrom('company')
    .select(['id', 'name', 'region_name', 'address', 'tel'])
    .where(sql<boolean>`id = any(${[...waiting.values()].flat().map(({ placeId }) => placeId)}::bigint[])`)
    .execute()
  return new Map(
    waybills.map((waybill) => {
      const places = waiting.get(waybill.id) ?? []
      const outlets = places.flatMap(({ placeId }) => found.filter(({ id }) => id === placeId))
      const each = (say: (outlet: (typeof outlets)[number]) => string) => outlets.map(say).join(' / ')
      return [
        waybill.id,
        {
          pickupCode: codeFor(waybill) ?? '',
          waiting: String(places.reduce((sum, { pieces }) => sum + pieces, 0)),
          pickupOutlet: each(({ name }) => name),
          pickupAddress: each((outlet) => address(outlet.region_name ?? '', outlet.address ?? '')),
          pickupPhone: each(({ tel }) => phone(tel ?? '')),
        },
      ]
    }),
  )
}
