import { sql } from 'kysely'
import type { Objection } from '../../platform/abilities.ts'
import { clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db.ts'

/** Which months there are: closed ones, and those that may be next. */

const lastOver = (): string => {
  const [year, number] = clock.today().split('-').map(Number) as [number, number]
  return new Date(Date.UTC(year, number - 2, 1)).toISOString().slice(0, 7)
}

type Standing = { readonly last: string | null; readonly reopening: string | null; readonly earliest: string | null }

async function standing(tx: Tx): Promise<Standing> {
  const { rows } = await sql<Standing>`
    select to_char(max(month) filter (where state <> 'open'), 'YYYY-MM') as last,
      to_char(max(month) filter (where state = 'reopening'), 'YYYY-MM') as reopening,
      to_char((select min(day) from charge), 'YYYY-MM') as earliest from month_close`.execute(tx)
  return rows[0] as Standing
}

function monthsTo(from: string, to: string): string[] {
  const months: string[] = []
  for (let month = from; month <= to; month = after(month)) months.push(month)
  return months
}
const after = (month: string): string => {
  const [year, number] = month.split('-').map(Number) as [number, number]
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 7)
}

export type Next = {
  readonly months: readonly string[]
  readonly last: string | null
  readonly no: Objection | undefined
}

/** The month after the last that is closed; where none is any that is over, the earliest with charges first. */
export async function nextMonths(tx: Tx): Promise<Next> {
  const { last, reopening, earliest } = await standing(tx)
  if (reopening !== null) return { months: [], last, no: { reason: 'close.reopening', params: { month: reopening } } }
  const months =
    last === null
      ? earliest === null
        ? []
        : monthsTo(earliest, lastOver())
      : after(last) <= lastOver()
        ? [after(last)]
        : []
  return { months, last, no: months.length === 0 ? { reason: 'close.nothing' } : undefined }
}

/** Why this month may not be closed now. */
export function objectionTo(month: string, { months, last, no }: Next): Objection | undefined {
  if (last !== null && month <= last) return { reason: 'close.already', params: { month } }
  if (month > lastOver()) return { reason: 'close.notOver' }
  if (no !== undefined) return no
  return months.includes(month) ? undefined : { reason: 'close.notNext', params: { month: months[0] as string } }
}
