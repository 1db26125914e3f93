import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** Whether a movement is neither a counter-movement nor taken back by one. */
export const stands = (
  movement: string,
): RawBuilder<SqlBool> => sql<SqlBool>`(${sql.ref(`${movement}.reverses`)} is null
  and not exists (select from piece_movement r where r.waybill_id = ${sql.ref(`${movement}.waybill_id`)} and r.reverses = ${sql.ref(`${movement}.id`)}))`
