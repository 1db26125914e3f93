import { sql } from 'kysely'
import { refuseFor } from '../../platform/abilities.ts'
import type { Tx } from '../../platform/db.ts'
import { holdersOver } from '../collections/index.ts'

type Holder = { readonly kind: 'driver' | 'company'; readonly id: number; readonly name: string }

/** Who has far more in hand than he may is given nothing for which he would collect (M49): `waybillIds` are what he is to deliver. */
export async function refuseHolding(tx: Tx, { kind, id, name }: Holder, waybillIds: readonly number[]): Promise<void> {
  if (waybillIds.length === 0) return
  const held = (await holdersOver(tx, kind, [id], 2)).get(id)
  if (held === undefined) return
  const { rows } = await sql<{ no: string }>`
    -- unscoped: of an arrangement that was found in scope
    select w.waybill_no as no from waybill w where w.id = any(${[...waybillIds]}::bigint[]) and (w.collect_open > 0 or w.cod_amount > 0)
      and not exists (select from collection c where c.waybill_id = w.id and c.undone_posting_id is null) order by w.id limit 1`.execute(
    tx,
  )
  const [one] = rows
  if (one === undefined) return
  refuseFor(
    kind === 'driver'
      ? { reason: 'dispatch.driverHolds', params: { driver: name, held, no: one.no } }
      : { reason: 'dispatch.carrierHolds', params: { carrier: name, held, no: one.no } },
  )
}
