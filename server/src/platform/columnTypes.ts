import type { ColumnType, Generated } from 'kysely'

/** Column shapes of the tables, as pg gives them: numeric and dates as text, moments as ISO UTC text. */
export type Moment = ColumnType<string, string | Date, string | Date>
export type MomentNow = ColumnType<string, string | Date | undefined, string | Date>
export type MomentOr = ColumnType<string | null, string | Date | null | undefined, string | Date | null>
export type Decimal = ColumnType<string, string | number, string | number>
export type DecimalOr = ColumnType<string | null, string | number | null | undefined, string | number | null>
export type Json<T> = ColumnType<T, string, string>
export type JsonOr<T> = ColumnType<T | null, string | null | undefined, string | null>
export type Or<T> = ColumnType<T | null, T | null | undefined, T | null>

/** Every editable record: who and when are the server's only; `version` refuses stale saves (domain §0.4, §0.5). */
export type Record_ = {
  id: Generated<number>
  created_at: MomentNow
  created_by: Or<number>
  updated_at: MomentNow
  updated_by: Or<number>
  version: Generated<number>
  is_deleted: Generated<boolean>
}
