import type pg from 'pg'

/**
 * Where the pieces of the generated waybills lie, and the trips that brought them there: what each waybill's state tells
 * becomes legs, the legs become trips and movements, and the movements the balances, so that all of it agrees.
 */

/** Outlets over which goes what is not sent straight: the first of all, which sends most, is one of them. */
const hubCount = 8
/** Waybills on one trip or line; a parcel is of one. */
const onOneTrip = 20
/** Carriers of dedicated lines, and couriers. */
const carriers = { line: 40, courier: 8 }
/** Vehicles and drivers that are on no trip. */
const spare = 20
/** The day of a trip and its number of that day, as the product counts them. */
const numberOfDay = `to_char(at, 'YYMMDD') || lpad(row_number() over (partition by kind, at::date order by trip)::text, 5, '0')`

/** Runs in one session, on tables that are empty but for waybills. */
export async function carry(client: pg.ClientBase, outlets: readonly number[], recentFrom: number): Promise<void> {
  await strands(client, outlets.slice(0, hubCount))
  await legs(client)
  await trips(client, recentFrom)
  await ledger(client)
  await outletsThatSee(client)
  await client.query(`drop table strand, leg`)
}

/**
 * The parts of a waybill that are at one place, by how far they are: 0 at the shipper's, 1 at its own outlet, 2 on the trip to
 * a hub, 3 there, 4 on the trip to the destination, 5 there, 6 out for delivery or awaiting pickup, 7 with the consignee,
 * 8 refused. One in five that are under way is in two parts.
 */
const strands = (client: pg.ClientBase, hubs: readonly number[]) =>
  client.query(
    `create temp table strand as
    with w as (
      select id as waybill_id, created_at, state, pieces, delivery_way = 'selfPickup' as fetched, outlet_id as origin,
        coalesce(dest_outlet_id, outlet_id) as last,
        nullif(case when dest_outlet_id <> outlet_id and outlet_id <> all(${arrayOf(hubs)})
          then (${arrayOf(hubs)})[1 + outlet_id % ${hubs.length}] end, dest_outlet_id) as hub,
        case when pieces > 1 and (state = 'partSigned' or state in ('inTransit', 'arrived', 'delivering') and id % 5 = 0)
          then pieces / 2 else 0 end as behind
      from waybill where state not in ('draft', 'cancelled')
    )
    select w.waybill_id, w.created_at, w.fetched, w.origin, w.hub, w.last, s.pieces,
      case when w.last = w.origin and s.step between 2 and 5 then 1 when w.hub is null and s.step in (2, 3) then 4 else s.step end as step
    from w cross join lateral (values
      (w.pieces - w.behind, case w.state when 'placed' then 0 when 'inStation' then 1 when 'inTransit' then 2 + w.waybill_id % 3
        when 'arrived' then 5 when 'delivering' then 6 when 'rejected' then 8 else 7 end),
      (w.behind, case w.state when 'inTransit' then 1 when 'arrived' then 3 when 'delivering' then 5 else 8 end)
    ) s(pieces, step) where s.pieces > 0`,
  )

/**
 * What was, is or will be carried: a row a waybill, leg and how far it is; one in eight of what waits is planned. A sixth of the
 * lanes go by line, one delivery in five by courier, the rest by vehicle.
 */
const legs = (client: pg.ClientBase) =>
  client.query(
    `create temp table leg as
    with raw as (
      select s.waybill_id, case when l.type = 'trunk' and (l.from_id + l.to_id) % 6 = 5 then 'line'
        when l.type = 'delivery' and s.waybill_id % 5 = 2 then 'courier' else 'vehicle' end as kind, l.type, l.from_place, l.from_id, l.to_id, x.stage, sum(s.pieces)::int as pieces, max(s.created_at) + l.days * interval '1 day' as at
      from strand s cross join lateral (values
        ('pickup', 'shipper', 0, s.origin, 0, 0, null, true),
        ('trunk', 'outlet', s.origin, s.hub, 1, 1, 2, s.hub is not null),
        ('trunk', 'outlet', coalesce(s.hub, s.origin), s.last, 2, case when s.hub is null then 1 else 3 end, 4, s.last <> s.origin),
        ('delivery', 'outlet', s.last, null, 3, case when s.last = s.origin then 1 else 5 end, 6, not s.fetched and s.step < 8)
      ) l(type, from_place, from_id, to_id, days, waits, rides, goes)
      cross join lateral (select case when s.step > l.rides then 'over' when s.step = l.rides then 'on'
        when s.step = l.waits and s.waybill_id % 8 = 3 then 'planned' end as stage) x
      where l.goes and x.stage is not null group by 1, 2, 3, 4, 5, 6, 7, l.days
    ), lane as (
      select *, (row_number() over (partition by kind, type, from_id, to_id, stage order by waybill_id) - 1) / case kind when 'courier' then 1 else ${onOneTrip} end as batch from raw
    ), loaded as (
      select *, min(waybill_id) over (partition by kind, type, from_id, to_id, stage, batch) as first from lane
    )
    select *, dense_rank() over (order by first, kind, type, from_id, to_id, stage) as trip,
      row_number() over (order by first, kind, type, from_id, to_id, stage, waybill_id) as line from loaded`,
  )

/** A vehicle and a driver are on the road once; what has come back long ago is done. */
async function trips(client: pg.ClientBase, recentFrom: number): Promise<void> {
  const found = await client.query<{ n: number }>(
    `select count(distinct trip)::int as n from leg where stage = 'on' and kind = 'vehicle'`,
  )
  const vehicles = (found.rows[0]?.n ?? 0) + spare
  await client.query(
    `insert into driver (name, mobile, licence_class, search) select '司机' || n, '139' || lpad(n::text, 8, '0'), 'A2', '司机' || n
     from generate_series(1, ${vehicles}) n`,
  )
  await client.query(
    `insert into vehicle (type, plate_no, plate_color, model, load_kg, search)
     select 'own', '浙A' || lpad(n::text, 5, '0'), 'yellow', 'box', 30000, '浙a' || lpad(n::text, 5, '0') from generate_series(1, ${vehicles}) n`,
  )
  await handedOut(client)
  await client.query(
    `insert into arrangement (id, arrangement_no, outlet_id, kind, type, state, vehicle_id, driver_id, from_outlet_id, to_outlet_id, plan_at,
       depart_at, arrive_at, done_at, search, created_at, created_by, updated_at, updated_by) overriding system value
     select trip, no, coalesce(nullif(from_id, 0), to_id), 'vehicle', type,
       case stage when 'on' then 'departed' when 'planned' then case trip % 2 when 0 then 'new' else 'assigned' end
         else case when first < ${recentFrom} then 'done' else 'arrived' end end,
       vehicle, vehicle, nullif(from_id, 0), to_id, at, case when stage <> 'planned' then at + interval '1 hour' end,
       case when stage = 'over' then at + interval '9 hours' end, case when stage = 'over' and first < ${recentFrom} then at + interval '10 hours' end,
       lower(no) || ' 浙a' || lpad(vehicle::text, 5, '0'), at - interval '3 hours', 1, at, 1
     from (
       select *, 'PC' || ${numberOfDay} as no,
         case stage when 'on' then row_number() over (partition by stage order by trip) else 1 + trip % ${vehicles} end as vehicle
       from (select trip, kind, stage, type, from_id, to_id, first, max(at) as at from leg where kind = 'vehicle' group by 1, 2, 3, 4, 5, 6, 7) t
     ) x`,
  )
  await client.query(
    `insert into arrangement_stop (arrangement_id, seq, kind, outlet_id, plan_at, arrived_at, left_at)
     select id, 1, case when from_outlet_id is null then 'shipper' else 'outlet' end, from_outlet_id, plan_at, null, depart_at from arrangement
     union all
     select id, 2, case when to_outlet_id is null then 'consignee' else 'outlet' end, to_outlet_id, null, arrive_at, null from arrangement`,
  )
  await client.query(
    `insert into arrangement_line (id, arrangement_id, waybill_id, seq, leg, from_place, from_id, pieces, weight, volume, load_stop, unload_stop)
       overriding system value
     select l.line, l.trip, l.waybill_id, row_number() over (partition by l.trip order by l.line), l.type, l.from_place, l.from_id, l.pieces,
       round(w.weight * l.pieces / w.pieces, 3), round(w.volume * l.pieces / w.pieces, 4), 1, 2
     from leg l join waybill w on w.id = l.waybill_id`,
  )
  await client.query(
    `select setval(pg_get_serial_sequence('arrangement', 'id'), max(trip)), setval(pg_get_serial_sequence('arrangement_line', 'id'), max(line)),
       setval('act_id', 2 * max(trip) + 1) from leg`,
  )
}

/** The lines to outlets and the parcels, with the carriers that have them. */
async function handedOut(client: pg.ClientBase): Promise<void> {
  await client.query(
    `insert into company (code, name, short_name, search, roles)
     select c.letter || n, c.word || n, c.word || n, lower(c.letter || n) || ' ' || c.word || n, array[c.role]
     from (values ('ZX', '专线', 'special', ${carriers.line}), ('KD', '快递', 'courier', ${carriers.courier})) c(letter, word, role, number),
       generate_series(1, c.number) n`,
  )
  await client.query(
    `insert into arrangement (id, arrangement_no, outlet_id, kind, state, carrier_id, carrier_no, ends, from_outlet_id, to_outlet_id, plan_at, expect_at,
       depart_at, transit_at, deliver_at, arrive_at, done_at, charge_weight, cod_amount, search, created_at, created_by, updated_at, updated_by) overriding system value
     select trip, no, from_id, kind,
       case stage when 'planned' then 'new' when 'over' then 'signed' else case kind when 'line' then 'handedOver' else 'outForDelivery' end end,
       k.id, carrier_no, case kind when 'line' then 'outlet' end, from_id, case kind when 'line' then to_id end, at, at + interval '2 days',
       case when stage <> 'planned' then at + interval '1 hour' end,
       case when kind = 'courier' and stage <> 'planned' then at + interval '2 hours' end,
       case when kind = 'courier' and stage <> 'planned' then at + interval '3 hours' end,
       case when kind = 'line' and stage = 'over' then at + interval '9 hours' end, case when stage = 'over' then at + interval '9 hours' end,
       case kind when 'courier' then 10 end, case kind when 'courier' then 0 end,
       lower(no || ' ' || carrier_no) || ' ' || k.short_name, at - interval '3 hours', 1, at, 1
     from (
       select *, case kind when 'line' then 'ZX' else 'KD' end || ${numberOfDay} as no,
         case kind when 'line' then 'AD' else 'SF' end || lpad(trip::text, 12, '0') as carrier_no,
         case kind when 'line' then 'ZX' || 1 + trip % ${carriers.line} else 'KD' || 1 + trip % ${carriers.courier} end as carrier
       from (select trip, kind, stage, from_id, to_id, max(at) as at from leg where kind <> 'vehicle' group by 1, 2, 3, 4, 5) t
     ) x join company k on k.code = x.carrier`,
  )
}

/** Every movement of pieces, and the balances that they leave. A trip's departure and its arrival are an act each. */
async function ledger(client: pg.ClientBase): Promise<void> {
  const fetchedOrRefused = `s.step >= 6 and (s.fetched or s.step = 8)`
  await client.query(
    `insert into piece_movement (waybill_id, act_id, from_place, from_id, from_line, to_place, to_id, to_line, pieces, at, by_id)
     select waybill_id, coalesce(act, nextval('act_id')), from_place, from_id, from_line, to_place, to_id, to_line, pieces, at, 1 from (
       select id as waybill_id, null::bigint as act, 'none' as from_place, 0::bigint as from_id, 0::bigint as from_line,
         'shipper' as to_place, 0::bigint as to_id, 0::bigint as to_line, pieces, created_at as at from waybill where state <> 'draft'
       union all
       select id, null, 'shipper', 0, 0, 'none', 0, 0, pieces, created_at + interval '1 hour' from waybill where state = 'cancelled'
       union all
       select waybill_id, null, 'shipper', 0, 0, 'outlet', origin, 0, sum(pieces), created_at + interval '2 hours'
         from strand where step > 0 group by waybill_id, origin, created_at
       union all
       select waybill_id, 2 * trip, from_place, from_id, 0, 'arrangement', trip, line, pieces, at + interval '1 hour' from leg where stage <> 'planned'
       union all
       select waybill_id, 2 * trip + 1, 'arrangement', trip, line, 'outlet', to_id, 0, pieces, at + interval '9 hours'
         from leg where stage = 'over' and type = 'trunk'
       union all
       select waybill_id, null, 'arrangement', trip, line, 'consignee', 0, 0, pieces, at + interval '9 hours'
         from leg where stage = 'over' and type = 'delivery'
       union all
       select waybill_id, null, 'outlet', last, 0, 'pickup', last, 0, sum(pieces), created_at + interval '80 hours'
         from strand s where ${fetchedOrRefused} group by waybill_id, last, created_at
       union all
       select waybill_id, null, 'pickup', last, 0, case step when 7 then 'consignee' else 'refused' end, case step when 7 then 0 else last end, 0,
         pieces, created_at + interval '90 hours' from strand s where ${fetchedOrRefused} and step > 6
     ) m order by waybill_id, at`,
  )
  await client.query(
    `insert into piece_place (waybill_id, place, place_id, line_id, leg, pieces, planned)
     select x.waybill_id, x.place, x.place_id, x.line_id, l.type, x.pieces, coalesce(p.pieces, 0) from (
       select waybill_id, place, place_id, line_id, sum(pieces) as pieces from (
         select waybill_id, to_place as place, to_id as place_id, to_line as line_id, pieces from piece_movement
         union all select waybill_id, from_place, from_id, from_line, -pieces from piece_movement
       ) m where place <> 'none' group by 1, 2, 3, 4 having sum(pieces) > 0
     ) x left join leg l on x.line_id <> 0 and l.line = x.line_id
     left join leg p on p.stage = 'planned' and p.waybill_id = x.waybill_id and p.from_place = x.place and p.from_id = x.place_id`,
  )
}

/** Its own outlet, from placing on its destination, and each that pieces are under way to or have reached. */
const outletsThatSee = (client: pg.ClientBase) =>
  client.query(
    `insert into waybill_outlet (waybill_id, outlet_id, created_at, since)
     select w.id, o.outlet_id, w.created_at, w.created_at from (
       select id, outlet_id from waybill
       union select id, dest_outlet_id from waybill where dest_outlet_id is not null and state <> 'draft'
       union select waybill_id, to_id from leg where stage <> 'planned' and to_id is not null
     ) o join waybill w on w.id = o.id`,
  )

const arrayOf = (ids: readonly number[]) => `'{${ids.join(',')}}'::bigint[]`
