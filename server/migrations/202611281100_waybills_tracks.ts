import { type Kysely, sql } from 'kysely'

/**
 * Tracks are corrected, hidden and taken back (T24); the last of a waybill, and the last that its customer may see, stand on
 * it, so that lists walk an index.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table track
    add column stop_seq integer,
    add column corrected_by bigint constraint track__corrected references track,
    add column undone boolean not null default false`.execute(db)
  await sql`comment on column track.corrected_by is 'The track that stands in its place: this one is struck, and no customer sees it'`.execute(
    db,
  )
  await sql`comment on column track.undone is 'Of an act that was taken back'`.execute(db)
  await markUndone(db)
  await sql`alter table waybill
    add column last_track_at timestamptz,
    add column last_track jsonb,
    add column shown_track_at timestamptz,
    add column shown_track jsonb`.execute(db)
  await sql`comment on column waybill.last_track is 'The last track by time, then id: node, place, text, source, by'`.execute(
    db,
  )
  await sql`comment on column waybill.shown_track is 'The same of those that the customer may see'`.execute(db)
  const latest = (which: string) => sql`(select distinct on (waybill_id) waybill_id, at,
      jsonb_build_object('node', node, 'place', place, 'text', text, 'source', source, 'by', by_name) as track
    from track where not undone and ${sql.raw(which)} order by waybill_id, at desc, id desc)`
  await sql`update waybill w set last_track_at = t.at, last_track = t.track from ${latest('true')} t where t.waybill_id = w.id`.execute(
    db,
  )
  await sql`update waybill w set shown_track_at = t.at, shown_track = t.track from ${latest('visible')} t where t.waybill_id = w.id`.execute(
    db,
  )
  await sql`create index waybill__last_track on waybill (last_track_at, id) where last_track_at is not null and not is_deleted`.execute(
    db,
  )
  await sql`create index waybill__shown_track on waybill (customer_id, shown_track_at, id)
    where shown_track_at is not null and customer_id is not null and not is_deleted`.execute(db)
}

type Event = { type: string; params: Record<string, unknown> }

/** As acts that are taken back mark their tracks from now on, by what the events of a waybill tell. */
async function markUndone(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ waybill_id: number; events: Event[] }>`
    select waybill_id, json_agg(json_build_object('type', type, 'params', payload -> 'params') order by seq) as events
    from waybill_event where waybill_id in (select waybill_id from waybill_event where type = any(${Object.keys(takenBack)}::text[]))
    group by 1`.execute(db)
  for (const { waybill_id, events } of rows) {
    const found = await sql<{ id: number; node: string; at: string; text: string }>`
      select id, node, at, text from track where waybill_id = ${waybill_id} and source = 'system' order by id desc`.execute(
      db,
    )
    const left = [...found.rows]
    for (const { type, params } of goneOf(events)) {
      const at = params.at ?? params.signedAt ?? params.refusedAt
      const index = left.findIndex(
        (track) =>
          nodes[type]?.includes(track.node) &&
          (at === undefined ? track.text === String(params.pieces) : Date.parse(track.at) === Date.parse(String(at))),
      )
      const [gone] = index < 0 ? [] : left.splice(index, 1)
      if (gone !== undefined) await sql`update track set undone = true where id = ${gone.id}`.execute(db)
    }
  }
}

const takenBack: Record<string, string[]> = {
  departureUndone: ['departed', 'courierCollected', 'courierTransit', 'courierDelivery'],
  arrivalUndone: ['arrived'],
  bringInUndone: ['broughtIn'],
  giveBackUndone: ['givenBack'],
  undone: ['checkedIn', 'pickupNotified', 'deliveredInstead', 'signed', 'refused'],
  refusalUndone: ['signed', 'refused'],
}
const nodes: Record<string, string[]> = {
  departed: ['pickup', 'depart', 'deliver'],
  courierCollected: ['depart'],
  courierTransit: ['via'],
  courierDelivery: ['deliver'],
  arrived: ['checkIn', 'unload', 'arrive', 'awaitPickup', 'deliver'],
  broughtIn: ['arrive'],
  givenBack: ['arrive'],
  checkedIn: ['checkIn'],
  pickupNotified: ['awaitPickup'],
  deliveredInstead: ['deliverInstead'],
  signed: ['sign'],
  refused: ['refuse'],
}

function goneOf(events: readonly Event[]): Event[] {
  const stands: Event[] = []
  const gone: Event[] = []
  for (const event of events) {
    const kinds = takenBack[event.type]
    if (kinds === undefined) {
      stands.push(event)
      continue
    }
    const { of, arrangementNo } = event.params
    const index = stands.findLastIndex(({ type, params }) => {
      if (!kinds.includes(type)) return false
      if (event.type === 'refusalUndone') return type === 'refused' || Number(params.refused ?? 0) > 0
      if (event.type !== 'undone') return params.arrangementNo === arrangementNo
      return of === undefined || type === of || (of === 'signed' && type === 'refused')
    })
    const back = stands[index]
    if (back === undefined) continue
    if (event.type === 'refusalUndone' && Number(back.params.signed ?? 0) > 0)
      stands[index] = { ...back, params: { ...back.params, refused: 0 } }
    else gone.push(...stands.splice(index, 1))
  }
  return gone
}
