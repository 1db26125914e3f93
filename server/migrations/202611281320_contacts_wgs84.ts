import { gcj02, toWgs84 } from '@xunyun/contract/kernel/position'
import { type Kysely, sql } from 'kysely'

/** Coordinates of contacts were typed from Chinese maps, GCJ-02; from now on they are kept as all others, WGS-84 (T33). */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ id: number; lng: string; lat: string }>`
    select id, lng::text, lat::text from contact where lng is not null and lat is not null`.execute(db)
  const places = rows.map(({ id, lng, lat }) => {
    const place = toWgs84(gcj02(Number(lng), Number(lat)))
    return [id, place.lng.toFixed(6), place.lat.toFixed(6)] as const
  })
  await sql`update contact c set lng = x.lng, lat = x.lat from (select unnest(${places.map(([id]) => id)}::bigint[]) as id,
    unnest(${places.map(([, lng]) => lng)}::numeric[]) as lng, unnest(${places.map(([, , lat]) => lat)}::numeric[]) as lat) x
    where x.id = c.id`.execute(db)
  await sql`comment on column contact.lng is 'Longitude, degrees, WGS-84'`.execute(db)
  await sql`comment on column contact.lat is 'Latitude, degrees, WGS-84'`.execute(db)
}
