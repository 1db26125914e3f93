import { endedWaybills } from '@xunyun/contract/devices/states'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Actor, isCustomer } from '../../platform/actor.ts'
import { inScope } from '../../platform/scope.ts'

/**
 * How a device is, told apart by what it is bound to (ADR 039). Nobody writes it: when a trip leaves, a waybill is signed, or either
 * is taken back, every list and act reads something else here. `d` is the device, `b` a binding of it.
 */

/** What a binding that holds comes to: 已绑定, 在途, 待回收. A vehicle's never ends by itself. */
const following = sql<string>`case
  when b.waybill_id is not null then case
    when exists (select from waybill w where w.id = b.waybill_id and w.state = any(${[...endedWaybills]}::text[])) then 'toReturn'
    when exists (select from arrangement_line n join arrangement a on a.id = n.arrangement_id
      where n.waybill_id = b.waybill_id and a.phase in ('underway', 'ended') and not a.is_deleted) then 'underway'
    else 'bound' end
  when b.arrangement_id is not null then (select case a.phase when 'underway' then 'underway' when 'planned' then 'bound' else 'toReturn' end
    from arrangement a where a.id = b.arrangement_id)
  when exists (select from arrangement a where a.vehicle_id = b.vehicle_id and a.state = 'departed' and not a.is_deleted) then 'underway'
  else 'bound' end`

export const deviceState = sql<string>`case when d.state <> 'bound' or b.id is null then d.state else ${following} end`
export const bindingState = sql<string>`case when b.condition = 'lost' then 'lost' when b.returned_at is not null then 'returned'
  when d.state = 'mailing' then 'mailing' else ${following} end`

/** The trip that it is bound to has left, and the device has reported since. */
export const hasMoved = sql<boolean>`exists (select from arrangement a where a.id = b.arrangement_id and d.last_at > a.depart_at)`

export const isOpen = sql<SqlBool>`b.returned_at is null and b.undone_at is null`
/** The binding that holds, beside each device. */
export const withOpen = sql`left join gps_binding b on b.device_id = d.id and ${isOpen}`

export const objectKind = sql<string>`case when b.waybill_id is not null then 'waybill' when b.arrangement_id is not null then 'arrangement'
  when b.vehicle_id is not null then 'vehicle' end`
/** Its number, for whoever may see it; that there is one is no secret. A vehicle is everybody's. */
export const objectNo = (actor: Actor): RawBuilder<string | null> => sql`coalesce(
  (select w.waybill_no from waybill w where w.id = b.waybill_id and ${inScope(actor, 'waybill', 'w')}),
  (select a.arrangement_no from arrangement a where a.id = b.arrangement_id and ${inScope(actor, 'arrangement', 'a')}),
  ${isCustomer(actor) ? sql`null` : sql`(select v.plate_no from vehicle v where v.id = b.vehicle_id)`})`
/** The vehicle that it is on, or that its trip goes by. */
export const plateNo = (actor: Actor): RawBuilder<string | null> =>
  isCustomer(actor)
    ? sql`null::text`
    : sql`(select v.plate_no from vehicle v where v.id = coalesce(b.vehicle_id, (select a.vehicle_id from arrangement a
        where a.id = b.arrangement_id and ${inScope(actor, 'arrangement', 'a')})))`
export const customerName = (actor: Actor): RawBuilder<string | null> =>
  sql`(select c.name from waybill w join company c on c.id = w.customer_id where w.id = b.waybill_id and ${inScope(actor, 'waybill', 'w')})`
