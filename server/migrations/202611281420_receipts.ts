import { type Kysely, sql } from 'kysely'

/** The signed receipt (回单) of a waybill on its way home, and when a waybill came to its end and was closed (T12, T29). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table signed_receipt_batch (
    id bigint generated always as identity primary key,
    batch_no text not null constraint signed_receipt_batch__no unique,
    kind text not null constraint signed_receipt_batch__kind check (kind in ('send', 'return')),
    round_id uuid not null,
    from_outlet_id bigint not null references company,
    to_outlet_id bigint references company,
    customer_id bigint references company,
    express_company text,
    express_no text,
    arrangement_no text,
    created_at timestamptz not null default now(),
    created_by bigint references app_user,
    constraint signed_receipt_batch__round unique nulls not distinct (round_id, kind, from_outlet_id, to_outlet_id, customer_id)
  )`.execute(db)
  await sql`comment on table signed_receipt_batch is 'Receipts that went out together: to an outlet (send), or to the customer (return)'`.execute(
    db,
  )
  await sql`comment on column signed_receipt_batch.round_id is 'Of one sitting at the scanner, or of one act over many: what goes to one place shares a batch'`.execute(
    db,
  )
  await sql`comment on column signed_receipt_batch.customer_id is 'To whom they were returned; null: a walk-in, or an outlet'`.execute(
    db,
  )
  await sql`comment on column signed_receipt_batch.arrangement_no is 'The trip that carries them, instead of a courier'`.execute(
    db,
  )

  await sql`create table signed_receipt (
    id bigint generated always as identity primary key,
    receipt_no text not null constraint signed_receipt__no unique,
    waybill_id bigint not null references waybill,
    copies integer not null constraint signed_receipt__copies check (copies between 1 and 99),
    state text not null default 'toSign' constraint signed_receipt__state
      check (state in ('toSign', 'recovered', 'sent', 'received', 'returned', 'done', 'abnormal', 'lost')),
    before_abnormal text,
    before_lost text,
    reason text,
    outlet_id bigint references company,
    recovered_outlet_id bigint references company,
    send_batch_id bigint references signed_receipt_batch,
    return_batch_id bigint references signed_receipt_batch,
    signed_at timestamptz,
    done_act_id bigint,
    recovered_at timestamptz,
    recovered_by bigint,
    sent_at timestamptz,
    sent_by bigint,
    received_at timestamptz,
    received_by bigint,
    returned_at timestamptz,
    returned_by bigint,
    done_at timestamptz,
    done_by bigint,
    version integer not null default 1,
    is_deleted boolean not null default false,
    created_at timestamptz not null default now(),
    created_by bigint,
    updated_at timestamptz not null default now(),
    updated_by bigint
  )`.execute(db)
  await sql`comment on table signed_receipt is 'The paper that the consignee signs, on its way back to the customer; one a waybill that asks for it'`.execute(
    db,
  )
  await sql`comment on column signed_receipt.before_abnormal is 'The state that it goes back to once it is in order again'`.execute(
    db,
  )
  await sql`comment on column signed_receipt.before_lost is 'The state that it was lost in'`.execute(db)
  await sql`comment on column signed_receipt.reason is 'Why it is abnormal or lost'`.execute(db)
  await sql`comment on column signed_receipt.outlet_id is 'The outlet where the paper lies; null while it is with the consignee, on its way or with the customer'`.execute(
    db,
  )
  await sql`comment on column signed_receipt.signed_at is 'When the last of the goods was signed; kept with the signings'`.execute(
    db,
  )
  await sql`comment on column signed_receipt.done_act_id is 'The signing that completed an electronic one'`.execute(db)
  await sql`create unique index signed_receipt__waybill on signed_receipt (waybill_id) where not is_deleted`.execute(db)
  await sql`create index signed_receipt__state on signed_receipt (state, coalesce(signed_at, 'infinity'), id) where not is_deleted`.execute(
    db,
  )
  await sql`create index signed_receipt__outlet on signed_receipt (outlet_id) where outlet_id is not null`.execute(db)
  await sql`create index signed_receipt__send_batch on signed_receipt (send_batch_id) where send_batch_id is not null`.execute(
    db,
  )
  await sql`create index signed_receipt__return_batch on signed_receipt (return_batch_id) where return_batch_id is not null`.execute(
    db,
  )

  await sql`create table signed_receipt_scan (
    act_id uuid primary key,
    signed_receipt_id bigint not null references signed_receipt,
    step text not null,
    at timestamptz not null,
    by_id bigint not null references app_user,
    undone_at timestamptz
  )`.execute(db)
  await sql`comment on table signed_receipt_scan is 'A scan that moved a receipt; sent twice it counts once'`.execute(
    db,
  )
  await sql`comment on column signed_receipt_scan.act_id is 'Drawn by the device that scanned'`.execute(db)
  await sql`create index signed_receipt_scan__receipt on signed_receipt_scan (signed_receipt_id)`.execute(db)

  await sql`alter table waybill add column ended_at timestamptz, add column closed_at timestamptz`.execute(db)
  await sql`comment on column waybill.ended_at is 'Since when none of its pieces is live or refused; null while one is'`.execute(
    db,
  )
  await sql`comment on column waybill.closed_at is 'When it was closed; null before, and once it was opened again'`.execute(
    db,
  )
  await sql`update waybill w set ended_at = coalesce((select max(at) from piece_movement m where m.waybill_id = w.id), w.updated_at)
    where state in ('signed', 'partSigned', 'closed') and refused_pieces = 0`.execute(db)
  await sql`create index waybill__to_close on waybill (ended_at, id) where ended_at is not null and closed_at is null and not is_deleted`.execute(
    db,
  )

  const placed = sql`from waybill w where w.receipt_requirement <> 'none' and w.state not in ('draft', 'cancelled') and not w.is_deleted`
  await sql`insert into signed_receipt (receipt_no, waybill_id, copies, signed_at, created_at)
    select 'HD' || to_char(now() at time zone 'Asia/Shanghai', 'YYMMDD') || lpad(n::text, greatest(5, length(n::text)), '0'), id, copies, signed_at, placed_at
    from (select row_number() over (order by w.id) as n, w.id, greatest(w.receipt_copies, 1) as copies, coalesce(w.placed_at, w.created_at) as placed_at,
      (select max(s.signed_at) from signing s where s.waybill_id = w.id and s.signed > 0 and not s.undone) as signed_at ${placed}) t`.execute(
    db,
  )
  await sql`insert into counter (prefix, day, next)
    select 'HD', (now() at time zone 'Asia/Shanghai')::date, count(*) + 1 ${placed} having count(*) > 0
    on conflict (prefix, day) do update set next = counter.next + excluded.next`.execute(db)
}
