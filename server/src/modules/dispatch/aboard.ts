import { sql } from 'kysely'
import { kept, type Tx } from '../../platform/db.ts'
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

/**
 * The last act, of those that stand, that brought pieces of these lines onto an arrangement, took them off it, or signed and refused
 * them there.
 */
export async function lastAct(
  tx: Tx,
  { id, lines }: Pick<Arrangement, 'id' | 'lines'>,
  way: Way,
): Promise<number | undefined> {
  const line = way === 'onto' ? sql`m.to_line` : sql`m.from_line`
  const found = await sql<{ act_id: number }>`select m.act_id from piece_movement m
    where ${moved(way, id)} and ${stands('m')} and m.waybill_id = any(${lines.map(({ waybillId }) => waybillId)}::bigint[])
      and ${line} = any(${lines.map((one) => one.id)}::bigint[])
    order by m.act_id desc limit 1`.execute(tx)
  return found.rows[0]?.act_id
}
