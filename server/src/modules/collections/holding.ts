import {
  type changeHoldingSetting,
  type getHoldingSetting,
  type HoldingSetting,
  holdingSetting,
  usualHolding,
} from '@xunyun/contract/collections/holding'
import type { Output } from '@xunyun/contract/kernel/call'
import { roundDecimal } from '@xunyun/contract/kernel/decimal'
import { sql } from 'kysely'
import type { Act } from '../../platform/act.ts'
import { clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db.ts'
import { readSetting, settingHistory, writeSetting } from '../../platform/settings.ts'

const setting = 'collections'
const inCents = ({ heldAmount, heldDays }: HoldingSetting): HoldingSetting => ({
  heldAmount: roundDecimal(heldAmount, 2),
  heldDays,
})
const read = async (tx: Tx) => {
  const { value, version } = await readSetting(tx, setting, holdingSetting, usualHolding)
  return { value: inCents(value), version }
}

export const readHoldingSetting = async (tx: Tx): Promise<Output<typeof getHoldingSetting>> => {
  const { value, version } = await read(tx)
  return { ...value, version, history: await settingHistory(tx, setting) }
}
export const changeHolding: Act<typeof changeHoldingSetting> = async ({ tx, actor }, { version, ...value }) => ({
  version: await writeSetting(tx, actor, setting, (await read(tx)).value, inCents(value), version),
})

/**
 * Of these drivers, or carriers, whoever has more in hand than the setting, or for longer, so many times over: what he has, yuan. Once over he is
 * warned of; twice over he is given nothing for which he would collect (M49).
 */
export async function holdersOver(
  tx: Tx,
  kind: 'driver' | 'company',
  ids: readonly number[],
  times: 1 | 2,
): Promise<ReadonlyMap<number, string>> {
  const { heldAmount, heldDays } = (await read(tx)).value
  const { rows } = await sql<{ id: number; held: string }>`
    -- unscoped: whoever chooses one is told of him
    select holder_id as id, sum(c.held_freight + c.held_cod - c.handed_freight - c.handed_cod)::numeric(14,2)::text as held from collection c
    where c.holder_kind = ${kind} and c.holder_id = any(${[...ids]}::bigint[]) and c.undone_posting_id is null
      and c.held_freight + c.held_cod > c.handed_freight + c.handed_cod
    group by 1 having sum(c.held_freight + c.held_cod - c.handed_freight - c.handed_cod) > ${heldAmount}::numeric * ${times}
      or min(c.day) < ${clock.today()}::date - ${heldDays * times}::int`.execute(tx)
  return new Map(rows.map(({ id, held }) => [id, held]))
}
