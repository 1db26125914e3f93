import { sql } from 'kysely'
import { kept, type Tx } from '../../platform/db.ts'
import type { SeenId } from '../../platform/scope.ts'
import { stands } from '../waybills/index.ts'
import type { Arrangement } from './facts.ts'

export type Aboard = { waybillId: number; lineId: number; isRefused: boolean; pieces: number }

/** What is still on an arrangement, by line; refused ones apart. */
export async function aboard(tx: Tx, { id }: Pick<Arrangement, 'id'>): Promise<Aboard[]> {
  const rows = await tx
    .selectFrom('piece_place')
    .modifyFront(kept)
    .select(['waybill_id', 'place', 'line_id', 'pieces'])
    .where('place', 'in', ['arrangement', 'refusedOut'])
    .where('place_id', '=', id)
    .where('pieces', '>', 0)
    .orderBy('waybill_id')
    .orderBy('line_id')
    .execute()
  return rows.map((row) => ({
    waybillId: row.waybill_id,
    lineId: row.line_id,
    isRefused: row.place === 'refusedOut',
    pieces: row.pieces,
  }))
}

type Way = 'onto' | 'off' | 'signed'
const moved = (way: Way, id: number) =>
  way === 'onto'
    ? sql`m.to_place = 'arrangement' and m.to_id = ${id} and m.from_place in ('shipper', 'outlet')`
    : way === 'off'
      ? sql`m.from_place in ('arrangement', 'refusedOut') and m.from_id = ${id} and m.to_place in ('outlet', 'refused')`
      : sql`m.from_place = 'arrangement' and m.from_id = ${id} and m.to_place in ('consignee', 'refusedOut')`

type Carried = { readonly id: SeenId; readonly lines: readonly { readonly waybillId: number }[] }
/**
 * The last act, of those that stand, that brought pieces onto an arrangement, took them off it, or signed and refused them there; `of`: the
 * last that moved pieces of these lines of it.
 */
export async function lastAct(
  tx: Tx,
  { id, lines }: Carried,
  way: Way,
  of?: readonly { readonly id: number }[],
): Promise<number | undefined> {
  const line = way === 'onto' ? sql`m.to_line` : sql`m.from_line`
  const found = await sql<{ act_id: number }>`select m.act_id from piece_movement m
    where ${moved(way, id)} and ${stands('m')} and m.waybill_id = any(${lines.map(({ waybillId }) => waybillId)}::bigint[])
      and ${of === undefined ? sql`true` : sql`${line} = any(${of.map((one) => one.id)}::bigint[])`}
    order by m.act_id desc limit 1`.execute(tx)
  return found.rows[0]?.act_id
}
