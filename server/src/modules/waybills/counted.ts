import { type SqlBool, sql } from 'kysely'

/**
 * What every sum of waybills (`w`) counts: placed, and not void. The one condition of a list's totals, the statistics and
 * the dashboard, each by business day; a list's rows may be more, and its totals say how many they leave out.
 */
export const isCounted = sql<SqlBool>`not w.is_deleted and w.state not in ('draft', 'cancelled')`
