import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { clock } from '../../platform/clock.ts'

/** Papers are warned of so many days before they end (domain §1). */
const warnDays = 30

/** The dates of a record's papers: the paper's code and its column. A paper without a date on record never ends. */
export type Papers = readonly (readonly [paper: string, column: string])[]

export const vehiclePaperColumns: Papers = [
  ['licence', 'v.licence_expiry'],
  ['permit', 'v.permit_expiry'],
  ['inspection', 'v.inspection_expiry'],
  ['insurance', 'v.insurance_expiry'],
]
export const driverPaperColumns: Papers = [
  ['driverLicence', 'd.licence_expiry'],
  ['qualification', 'd.qualification_expiry'],
]

/** What a list says and asks about papers. The day of expiry itself is still valid. */
export function paperSql(papers: Papers) {
  // `least` ignores what is null.
  const nearest = sql`least(${sql.join(papers.map(([, column]) => sql.ref(column)))})`
  const today = sql`${clock.today()}::date`
  const expired = sql<SqlBool>`coalesce(${nearest} < ${today}, false)`
  const soon = sql<SqlBool>`coalesce(${nearest} between ${today} and ${today} + ${sql.lit(warnDays)}, false)`
  const which = sql`case ${sql.join(
    papers.map(([paper, column]) => sql`when ${sql.ref(column)} = ${nearest} then ${sql.lit(paper)}`),
    sql` `,
  )} end`
  return {
    nearest,
    expired,
    soon,
    columns: sql`${nearest} as "nearestExpiry", ${which} as "nearestPaper",
      case when ${nearest} is null then 'none' when ${expired} then 'expired' when ${soon} then 'expiring' else 'valid' end as "paperState"`,
  }
}

/** True for a record whose paper of this kind ends within the warning time or has ended. */
export function endsSoon(papers: Papers, paper: string | undefined): RawBuilder<SqlBool> | undefined {
  const column = papers.find(([name]) => name === paper)?.[1]
  return column === undefined
    ? undefined
    : sql<SqlBool>`${sql.ref(column)} <= ${clock.today()}::date + ${sql.lit(warnDays)}`
}
