import { decimal, int } from '@xunyun/contract/kernel/wire'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db.ts'
import { readSetting } from '../../platform/settings.ts'

/** What a driver may have in hand, yuan, and for how many days, before he is warned of (M49). */
const shape = z.object({ amount: decimal(2, '0'), days: int(1, 365) })
const usual = { amount: '20000.00', days: 7 }

/**
 * Of these drivers whoever has more in hand than the setting, or for longer, so many times over: what he has, yuan. Once over he is warned of;
 * twice over he takes nothing out for which he would collect.
 */
export async function driversOver(
  tx: Tx,
  driverIds: readonly number[],
  times: 1 | 2,
): Promise<ReadonlyMap<number, string>> {
  const { value } = await readSetting(tx, 'collections', shape as never, usual)
  const { amount, days } = value as typeof usual
  const { rows } = await sql<{ id: number; held: string }>`
    -- unscoped: whoever chooses a driver is told of him
    select holder_id as id, sum(c.held_freight + c.held_cod - c.handed_freight - c.handed_cod)::numeric(14,2)::text as held from collection c
    where c.holder_kind = 'driver' and c.holder_id = any(${[...driverIds]}::bigint[]) and c.undone_posting_id is null
      and c.held_freight + c.held_cod > c.handed_freight + c.handed_cod
    group by 1 having sum(c.held_freight + c.held_cod - c.handed_freight - c.handed_cod) > ${amount}::numeric * ${times}
      or min(c.day) < ${clock.today()}::date - ${days * times}::int`.execute(tx)
  return new Map(rows.map(({ id, held }) => [id, held]))
}
