import { type RawBuilder, sql } from 'kysely'

/** Of a waybill `w`, what the door is still to take of its freight or took of it, yuan: what was paid otherwise it never asks for (M4). */
export const freightAtDoor: RawBuilder<string> = sql<string>`(
  greatest(w.collect_open, 0) + coalesce((select sum(g.freight) from signing g where g.waybill_id = w.id and not g.undone), 0))::numeric(14,2)::text`
