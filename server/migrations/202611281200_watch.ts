import { type Kysely, sql } from 'kysely'

/** What is late, silent or must not go wrong: a clock beside a rule, and settings that a company changes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table setting (
    id bigint generated always as identity primary key,
    name text not null constraint setting__name unique,
    value jsonb not null,
    version integer not null default 1,
    updated_at timestamptz not null default now(),
    updated_by bigint
  )`.execute(db)
  await sql`comment on table setting is 'What a company sets, by name; its module knows the shape and what is usual without a row'`.execute(
    db,
  )
  await sql`create table watch (
    waybill_id bigint not null references waybill,
    list text not null constraint watch__list check (list in ('unshipped', 'noSign', 'unTrack', 'keyPieces')),
    owner_id bigint references app_user,
    since timestamptz not null,
    due_at timestamptz not null,
    level integer not null default 0,
    due_told boolean not null default false,
    primary key (waybill_id, list)
  )`.execute(db)
  await sql`comment on table watch is 'The clock of a waybill on a watch list, while it is on it; since: of the time on the list that it belongs to'`.execute(
    db,
  )
  await sql`comment on column watch.level is 'How often it was escalated'`.execute(db)
  await sql`create index watch__owner on watch (owner_id, list)`.execute(db)
  await sql`create index watch__due on watch (list, due_at)`.execute(db)

  await sql`alter table waybill
    add column arrived_at timestamptz,
    add column key_at timestamptz,
    add column key_reason text`.execute(db)
  await sql`comment on column waybill.arrived_at is 'When the last of what is under way came to its destination; null while some has not'`.execute(
    db,
  )
  await sql`comment on column waybill.key_at is 'When it was marked as a key one by hand'`.execute(db)
  await sql`update waybill w set arrived_at = coalesce((select max(at) from track t where t.waybill_id = w.id and t.node in ('arrive', 'unload', 'checkIn')), w.updated_at)
    where state in ('arrived', 'delivering', 'awaitingPickup')`.execute(db)
  await sql`drop index waybill__overdue`.execute(db)
  await sql`create index waybill__no_sign on waybill (coalesce(plan_arrive, arrived_at))
    where state in ('placed', 'pickingUp', 'inStation', 'inTransit', 'arrived', 'delivering', 'awaitingPickup') and not is_deleted`.execute(
    db,
  )
  await sql`create index waybill__no_track on waybill (last_track_at)
    where state in ('pickingUp', 'inStation', 'inTransit', 'arrived', 'delivering') and not is_deleted`.execute(db)
  await sql`create index waybill__key on waybill (id)
    where state in ('placed', 'pickingUp', 'inStation', 'inTransit', 'arrived', 'delivering', 'awaitingPickup') and not is_deleted
      and (key_at is not null or urgent or service_type in ('cold', 'hazard') or declared_value >= 1000 or cod_amount >= 1000)`.execute(
    db,
  )
  await sql`create index waybill__live_customer on waybill (customer_id)
    where state in ('placed', 'pickingUp', 'inStation', 'inTransit', 'arrived', 'delivering', 'awaitingPickup') and not is_deleted`.execute(
    db,
  )

  await sql`alter table company add column head_id bigint references app_user, add column vip boolean not null default false`.execute(
    db,
  )
  await sql`comment on column company.head_id is 'Who heads the outlet: what has no other owner is his'`.execute(db)
  await sql`create index company__vip on company (id) where vip`.execute(db)
}
