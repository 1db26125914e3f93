import type { SpecialUndoes } from '@xunyun/contract/dispatch/special'
import type { Tx } from '../../../platform/db.ts'
import { firstGoneOn } from '../../waybills/index.ts'
import { lastAct } from '../aboard.ts'
import type { Special } from '../facts.ts'

export type Undone = {
  readonly step: SpecialUndoes
  /** That took pieces off the line, and stands. */
  readonly off: number | undefined
}

/** What 撤销 takes back: a bringing in, else a giving back whose pieces lie where it put them, else the arrival, else the handing over (T8). */
export async function undoneNext(
  tx: Tx,
  special: Pick<Special, 'id' | 'arriveAt' | 'ends' | 'broughtIn'> & {
    readonly lines: readonly Pick<Special['lines'][number], 'waybillId'>[]
  },
): Promise<Undone> {
  const off = await lastAct(tx, special, 'off')
  const waybillIds = special.lines.map(({ waybillId }) => waybillId)
  // At an outlet of ours, arriving is what took them off, and then bringing in what was missing.
  if (special.broughtIn > 0) return { step: 'bringIn', off }
  const isArrival = special.arriveAt !== null && special.ends === 'outlet'
  if (off !== undefined && !isArrival && (await firstGoneOn(tx, off, waybillIds)) === undefined)
    return { step: 'giveBack', off }
  return { step: special.arriveAt === null ? 'handOver' : 'arrive', off }
}
