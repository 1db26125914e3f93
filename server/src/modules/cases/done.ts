import type { Code } from '@xunyun/contract/dictionary'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'

/** Dealings that the waybill tells of, each by the event of the act and, where one act does several, what it made. */
const told: Readonly<Partial<Record<Code<'abnormalDealing'>, readonly [type: string, relation?: string]>>> = {
  return: ['sentOnward', 'return'],
  forward: ['sentOnward', 'forward'],
  readdress: ['readdressed'],
  abandon: ['abandoned'],
  found: ['found'],
}
type Dealing = keyof typeof told

/** What became of the goods since the case was opened, the latest first: a case is closed by what was done. */
export async function dealingsDone(
  tx: Tx,
  { waybillId, createdAt, type }: { readonly waybillId: number; readonly createdAt: string; readonly type: string },
): Promise<Dealing[]> {
  const { rows } = await sql<{ type: string; relation: string | null }>`
    select e.type, e.payload -> 'params' ->> 'relation' as relation from waybill_event e
    where e.waybill_id = ${waybillId} and e.type = any(${[...new Set(Object.values(told).map(([event]) => event))]}::text[])
      and e.at::timestamptz >= ${createdAt}::timestamptz - interval '1 minute' order by e.seq desc`.execute(tx)
  const done = rows.flatMap((row) =>
    (Object.keys(told) as Dealing[]).filter((dealing) => {
      const [event, relation] = told[dealing] ?? []
      return row.type === event && (relation === undefined || row.relation === relation)
    }),
  )
  return [...new Set(done)].filter((dealing) => dealing !== 'found' || type === 'lost' || type === 'short')
}
