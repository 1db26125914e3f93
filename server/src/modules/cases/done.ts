import type { Code } from '@xunyun/contract/dictionary'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'
import { standing } from '../waybills/index.ts'

/** Dealings that the waybill tells of, each by the event of the act and, where one act does several, what it made. */
const told: Readonly<Partial<Record<Code<'abnormalDealing'>, readonly [type: string, relation?: string]>>> = {
  return: ['sentOnward', 'return'],
  forward: ['sentOnward', 'forward'],
  readdress: ['readdressed'],
  abandon: ['abandoned'],
  found: ['found'],
}
type Dealing = keyof typeof told

/** What became of the goods since the case was opened and was not taken back, the latest first: a case is closed by what was done. */
export async function dealingsDone(
  tx: Tx,
  { waybillId, createdAt, type }: { readonly waybillId: number; readonly createdAt: string; readonly type: string },
): Promise<Dealing[]> {
  const { rows } = await sql<{ seq: number; type: string; params: Readonly<Record<string, unknown>>; since: boolean }>`
    select e.seq, e.type, coalesce(e.payload -> 'params', '{}') as params,
      e.at::timestamptz >= ${createdAt}::timestamptz - interval '1 minute' as since
    from waybill_event e where e.waybill_id = ${waybillId} order by e.seq`.execute(tx)
  const done = standing(rows)
    .stands.filter(({ since }) => since)
    .reverse()
    .flatMap((row) =>
      (Object.keys(told) as Dealing[]).filter((dealing) => {
        const [event, relation] = told[dealing] ?? []
        return row.type === event && (relation === undefined || row.params.relation === relation)
      }),
    )
  return [...new Set(done)].filter((dealing) => dealing !== 'found' || type === 'lost' || type === 'short')
}
