import { sql } from 'kysely'
import { clock } from './clock.ts'
import type { Tx } from './db.ts'
import type { AccessLog } from './schema.ts'

/** Where a request came from. */
export type From = { readonly address: string; readonly agent: string }

type Who = { readonly userId: number; readonly account: string; readonly name: string }
export type Access = {
  readonly kind: AccessLog['kind']
  /** Null: an account that does not exist; what was typed there may be a password. */
  readonly who: Who | null
  readonly from?: From | undefined
  readonly detail?: Readonly<Record<string, unknown>>
}

/** Notes who came in, was refused, left, or took data along as a file. Kept for ACCESS_LOG_DAYS. */
export async function recordAccess(tx: Tx, { kind, who, from, detail = {} }: Access): Promise<number> {
  const { id } = await tx
    .insertInto('access_log')
    .values({
      at: clock.now(),
      kind,
      user_id: who?.userId ?? null,
      account: who?.account ?? '',
      name: who?.name ?? '',
      address: from?.address ?? '',
      agent: from?.agent.slice(0, 300) ?? '',
      detail,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Beside the filter in the input of an export. */
const noFilter: ReadonlySet<string> = new Set(['columns', 'sort', 'dir'])
const longestText = 200

/** What a list was asked for, short: of thousands of chosen rows their number. */
export function filterOf(input: unknown): Readonly<Record<string, unknown>> {
  const said = Object.entries((input ?? {}) as Record<string, unknown>).filter(
    ([name, value]) => value !== undefined && !noFilter.has(name),
  )
  return Object.fromEntries(
    said.map(([name, value]) => {
      const text = Array.isArray(value) && value.length > 20 ? `${value.length} ×` : String(value)
      return [name, text.slice(0, longestText).toWellFormed()]
    }),
  )
}

/** Grows with each page that left, so that one broken off is noted too. */
export async function noteRows(tx: Tx, id: number, rows: number): Promise<void> {
  await sql`update access_log set detail = detail || jsonb_build_object('rows', ${rows}::int) where id = ${id}`.execute(
    tx,
  )
}

/** Nightly: what is older than it has to be kept. */
export async function dropOldAccess(tx: Tx, days: number): Promise<void> {
  const before = new Date(clock.ms() - days * 86_400_000).toISOString()
  await tx.deleteFrom('access_log').where('at', '<', before).execute()
}
