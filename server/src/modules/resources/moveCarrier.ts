import { recordHistory } from '../../platform/history.ts'
import { changed } from '../../platform/version.ts'
import type { MoveDocuments } from '../companies/index.ts'

/** Vehicles and drivers of a carrier that was merged into another. */
export const moveCarrier: MoveDocuments = async (tx, actor, from, to) => {
  for (const table of ['vehicle', 'driver'] as const) {
    const rows = await tx
      .selectFrom(table)
      .select(['id', 'version'])
      .where('carrier_id', '=', from.id)
      .orderBy('id')
      .forUpdate()
      .execute()
    for (const { id, version } of rows) {
      await tx
        .updateTable(table)
        .set({ carrier_id: to.id, ...changed(actor.userId, version) })
        .where('id', '=', id)
        .execute()
      await recordHistory(tx, actor, table, id, 'changed', [{ field: 'carrierName', from: from.name, to: to.name }])
    }
  }
}
