import { type Kysely, sql } from 'kysely'
import { recordColumns } from '../src/platform/columns.ts'

/** Orders placed on a phone or taken by telephone, each of which becomes one waybill at the most (domain §2 phoneList). */
export async function up(db: Kysely<unknown>): Promise<void> {
  const party = (side: string) =>
    sql.raw(
      ['company', 'name', 'phone', 'region', 'region_name', 'city', 'address']
        .map((field) => `${side}_${field} text`)
        .join(', '),
    )
  await sql`create table phone_order (
    ${recordColumns},
    order_no text not null,
    outlet_id bigint not null references company,
    channel text not null constraint phone_order__channel check (channel in ('customer','driver','phone')),
    customer_id bigint references company,
    caller_name text,
    caller_phone text,
    ${party('shipper')},
    ${party('consignee')},
    goods_name text not null,
    package text,
    pieces integer not null constraint phone_order__pieces check (pieces > 0),
    weight numeric(14,3),
    volume numeric(14,4),
    plan_pickup timestamptz,
    pay_method text,
    delivery_way text,
    quick_remarks text[] not null default '{}',
    remark text,
    state text not null default 'new' constraint phone_order__state check (state in ('new','accepted','converted','cancelled')),
    placed_at timestamptz not null default now(),
    accepted_by bigint references app_user,
    accepted_at timestamptz,
    waybill_id bigint references waybill,
    converted_at timestamptz,
    converted_by bigint references app_user,
    cancel_reason text,
    cancelled_at timestamptz,
    search text not null,
    constraint phone_order__converted check ((state = 'converted') = (waybill_id is not null))
  )`.execute(db)
  await sql`comment on column phone_order.channel is 'customer: by its own account; driver: by one of our own people on the phone page; phone: taken by telephone'`.execute(
    db,
  )
  await sql`comment on column phone_order.outlet_id is 'Whose clerks see it'`.execute(db)
  await sql`comment on column phone_order.waybill_id is 'The one waybill it became'`.execute(db)
  await sql`create unique index phone_order__no on phone_order (order_no)`.execute(db)
  await sql`create unique index phone_order__waybill on phone_order (waybill_id) where waybill_id is not null`.execute(
    db,
  )
  await sql`create index phone_order__waiting on phone_order (state, placed_at, id) where not is_deleted`.execute(db)
  await sql`create index phone_order__customer on phone_order (customer_id, placed_at, id)`.execute(db)
  await sql`create index phone_order__mine on phone_order (created_by, placed_at, id)`.execute(db)
  await sql`create index phone_order__caller on phone_order (caller_phone) where caller_phone is not null`.execute(db)
  await sql`create index phone_order__search on phone_order using gin (search gin_trgm_ops)`.execute(db)
}
