import { sql } from 'kysely'
import type { Tx } from '../../../platform/db.ts'
import type { ContainerMove } from '../storing/index.ts'

/** What is promised of a container goes where it is moved: whoever picks, packs or ships looks for it there. */
export async function followContainers(tx: Tx, moves: readonly ContainerMove[]): Promise<void> {
  for (const { containerId, fromLocationId, toLocationId } of moves) {
    await sql`
      -- unscoped: of containers that were moved inside the scope
      update allocation set location_id = ${toLocationId}, shelf_id = case when state = 'allocated' then ${toLocationId} else shelf_id end
      where container_id = ${containerId} and location_id = ${fromLocationId} and state in ('allocated', 'picked', 'packed')`.execute(
      tx,
    )
    await sql`
      -- unscoped: as above
      update carton set location_id = ${toLocationId} where container_id = ${containerId} and location_id = ${fromLocationId}`.execute(
      tx,
    )
  }
}
