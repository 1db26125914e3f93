import { type Kysely, sql } from 'kysely'

/**
 * A vehicle and a driver are on the road once, also when two dispatchers let them go in the same moment. Where trips from before
 * break it, the rule beside it goes on alone: what is on the road cannot be changed from here.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const one of ['vehicle', 'driver']) {
    const column = sql.ref(`${one}_id`)
    const onRoad = sql`state = 'departed' and not is_deleted`
    const twice =
      await sql`select from arrangement where ${onRoad} group by ${column} having count(*) > 1 limit 1`.execute(db)
    if (twice.rows.length === 0)
      await sql`create unique index ${sql.id(`arrangement__${one}_on_road`)} on arrangement (${column}) where ${onRoad}`.execute(
        db,
      )
  }
}
