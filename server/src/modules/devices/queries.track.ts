import { type getBindingTrack, trackPage } from '@xunyun/contract/devices/bindings'
import type { Input, Output } from '@xunyun/contract/kernel/call'
import { fromMicro } from '@xunyun/contract/kernel/position'
import { type Selectable, sql } from 'kysely'
import { type Actor, isCustomer } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import { cityIn } from '../../platform/regions.ts'
import type { DeviceTables } from '../../platform/schema.devices.ts'
import { bindingDetail } from './queries.bindings.ts'

type Point = Pick<Selectable<DeviceTables['position']>, 'lng' | 'lat' | 'place' | 'speed' | 'battery'> & {
  at: string
  byHand: boolean
}

/** 轨迹: where a device was from its binding to its return, latest first. */
export async function bindingTrack(
  tx: Tx,
  actor: Actor,
  { id, before }: Input<typeof getBindingTrack>,
): Promise<Output<typeof getBindingTrack>> {
  const { state } = await bindingDetail(tx, actor, id)
  // As in the list: a customer is told where his goods are while they travel.
  if (isCustomer(actor) && state !== 'underway') return { rows: [], next: null }
  const { rows } = await sql<Point>`
    select p.at, p.lng, p.lat, p.place, p.speed, p.battery, p.by_hand as "byHand"
    -- unscoped: of a binding in scope
    from gps_binding b join position p on p.device_id = b.device_id and p.at >= b.bound_at and p.at <= coalesce(b.returned_at, 'infinity')
    where b.id = ${id} and p.at < ${before ?? 'infinity'}::timestamptz order by p.at desc limit ${trackPage + 1}`.execute(
    tx,
  )
  const shown = rows.slice(0, trackPage)
  return {
    rows: isCustomer(actor)
      ? cities(shown)
      : shown.map(({ lng, lat, ...row }) => ({ ...row, position: fromMicro(lng, lat) })),
    next: rows.length > trackPage ? (shown.at(-1)?.at ?? null) : null,
  }
}

/** The city alone, and since when: a row for each that the way came to. */
const cities = (points: readonly Point[]): Output<typeof getBindingTrack>['rows'] =>
  points
    .flatMap(({ at, place }) => {
      const city = place === null ? null : cityIn(place)
      return city === null ? [] : [{ at, place: city, position: null, speed: null, battery: null, byHand: false }]
    })
    .filter(({ place }, at, all) => all[at + 1]?.place !== place)
