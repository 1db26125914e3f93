import { type Kysely, sql } from 'kysely'

/** Applications KP that become invoices, and red letters HP: their lines, the parts of charges in them, and where freight went (M30–M37). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table invoice (
    id bigint generated always as identity primary key,
    kind text not null constraint invoice__kind check (kind in ('invoice', 'redInvoice')),
    no text not null constraint invoice__no unique,
    state text not null default 'draft' constraint invoice__state
      check (state in ('draft', 'pending', 'rejected', 'toIssue', 'issued', 'partRed', 'red', 'void')),
    outlet_id bigint not null references company,
    seller_id bigint not null references company,
    customer_id bigint references company,
    profile_id bigint references invoice_profile,
    of_id bigint references invoice,
    type text not null constraint invoice__type check (type in ('special', 'ordinary')),
    title text not null,
    tax_no text,
    bank text,
    account text,
    address text,
    tel text,
    recipient text,
    mobile text,
    email text,
    merge text not null constraint invoice__merge check (merge in ('waybill', 'route', 'taxItem')),
    with_list boolean not null default false,
    remark text,
    gross numeric(14,2) not null,
    net numeric(14,2) not null,
    tax numeric(14,2) not null,
    applicant_id bigint not null references app_user,
    submitted_at timestamptz,
    decided_at timestamptz,
    opinion text,
    invoice_no text constraint invoice__invoice_no_digits check (invoice_no ~ '^[0-9]{20}$'),
    issued_on date,
    issued_at timestamptz,
    issued_by bigint references app_user,
    red_reason text,
    confirm_no text constraint invoice__confirm_no_digits check (confirm_no ~ '^[0-9]{20}$'),
    confirmation text,
    confirm_by timestamptz,
    search text not null,
    version integer not null default 1,
    is_deleted boolean not null default false,
    created_at timestamptz not null default now(),
    created_by bigint references app_user,
    updated_at timestamptz not null default now(),
    updated_by bigint references app_user,
    constraint invoice__head check (gross = net + tax),
    constraint invoice__red check ((kind = 'redInvoice') = (of_id is not null) and (kind = 'redInvoice' or red_reason is null)),
    constraint invoice__sign check (case when kind = 'invoice' then gross > 0 else gross < 0 end),
    constraint invoice__number_if_issued check ((state in ('issued', 'partRed', 'red')) = (invoice_no is not null and issued_on is not null))
  )`.execute(db)
  await sql`comment on table invoice is 'An application KP that becomes an invoice, or a red letter HP of an issued one'`.execute(
    db,
  )
  for (const [column, comment] of [
    ['outlet_id', 'Whose it is: the outlet of its charges'],
    ['seller_id', 'The company of ours that bills: the nearest above that outlet with a tax number'],
    ['customer_id', 'Null: a walk-in, whose title was typed'],
    ['profile_id', 'The title that the columns beside it were taken from when it was written'],
    ['of_id', 'Of a red letter: the invoice that it reverses'],
    ['opinion', 'Of the last decision; of a void one why'],
    ['invoice_no', 'Drawn by the tax bureau'],
    ['confirmation', 'What the bureau says of the confirmation of a red letter'],
    ['confirm_by', 'Until when the other side may confirm it'],
  ] as const)
    await sql.raw(`comment on column invoice.${column} is '${comment}'`).execute(db)
  await sql`create unique index invoice__invoice_no on invoice (invoice_no) where invoice_no is not null`.execute(db)
  await sql`create index invoice__state on invoice (state, (coalesce(submitted_at, created_at)) desc, id desc) where not is_deleted`.execute(
    db,
  )
  await sql`create index invoice__applied_at on invoice ((coalesce(submitted_at, created_at)) desc, id desc) where not is_deleted`.execute(
    db,
  )
  await sql`create index invoice__customer on invoice (customer_id) where customer_id is not null`.execute(db)
  await sql`create index invoice__profile on invoice (profile_id) where profile_id is not null`.execute(db)
  await sql`create index invoice__of on invoice (of_id) where of_id is not null`.execute(db)
  await sql`create index invoice__awaited on invoice (confirm_by) where confirm_by is not null`.execute(db)
  await sql`create index invoice__search on invoice using gin (search gin_trgm_ops)`.execute(db)

  await sql`create table invoice_line (
    id bigint generated always as identity primary key,
    invoice_id bigint not null references invoice on delete cascade,
    seq integer not null,
    key text not null,
    of_line_id bigint references invoice_line,
    item_name text not null,
    class_code text,
    tax_rate numeric(5,2) not null,
    apart text,
    freight boolean not null,
    gross numeric(14,2) not null,
    net numeric(14,2) not null,
    tax numeric(14,2) not null,
    reckoned_tax numeric(14,2) not null,
    constraint invoice_line__sum check (gross = net + tax),
    constraint invoice_line__seq unique (invoice_id, seq)
  )`.execute(db)
  await sql`comment on table invoice_line is 'A line of an invoice: parts of charges of one tax item and rate'`.execute(
    db,
  )
  await sql`comment on column invoice_line.key is 'What made it a line of its own'`.execute(db)
  await sql`comment on column invoice_line.apart is 'The waybill or route that it was kept apart for'`.execute(db)
  await sql`comment on column invoice_line.of_line_id is 'Of a red letter: the line that it reverses'`.execute(db)
  await sql`comment on column invoice_line.reckoned_tax is 'By the rate; the tax as printed may be some cents off (M35)'`.execute(
    db,
  )
  await sql`create index invoice_line__of on invoice_line (of_line_id) where of_line_id is not null`.execute(db)

  await sql`create table invoice_part (
    line_id bigint not null references invoice_line on delete cascade,
    seq integer not null,
    charge_id bigint not null references charge,
    amount numeric(14,2) not null,
    net numeric(14,2) not null,
    primary key (line_id, seq)
  )`.execute(db)
  await sql`comment on table invoice_part is 'A part of a charge on an invoice line; held from the application on, freed by voiding, refusing or a red letter'`.execute(
    db,
  )
  await sql`create index invoice_part__charge on invoice_part (charge_id)`.execute(db)

  // What can still be applied for of a customer.
  await sql`create index charge__unapplied on charge (company_id, day)
    where direction = 'receivable' and state = 'owed' and invoiceable and applied <> amount`.execute(db)

  await sql`create table invoice_route (
    line_id bigint not null references invoice_line on delete cascade,
    seq integer not null,
    from_region text not null,
    to_region text not null,
    tool text not null constraint invoice_route__tool check (tool in ('rail', 'road', 'water', 'air', 'pipeline')),
    plate_no text,
    goods text not null,
    primary key (line_id, seq)
  )`.execute(db)
  await sql`comment on table invoice_route is 'What a line with a freight element says: from where to where, by what, what was carried (M34)'`.execute(
    db,
  )
}
