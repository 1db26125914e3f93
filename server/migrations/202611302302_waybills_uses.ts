import { type Kysely, sql } from 'kysely'

/**
 * 开票 and 收款 of a waybill are told by its charges one by one (M6): sums of −50.00 and 500.00 say nothing of either. And a waybill keeps what is
 * open of it with parties of the waybill or other companies, which is no credit of its customer (M4, M12).
 */

/** What a row of `charge` is that its waybill's customer does not owe. */
const aside = (row: string) => `(${row}.payer <> 'customer' or ${row}.apart)`
/** 0: nothing is used of its charges; 1: some; 2: all, 3 (of invoices): all on issued ones. Of charges of nothing nobody asks. */
const used = `(
    select coalesce(case when bool_and(h.applied = 0) filter (where h.invoiceable) then 0
        when bool_and(h.applied = h.amount) filter (where h.invoiceable) then case when bool_and(h.invoiced = h.applied) filter (where h.invoiceable) then 3 else 2 end
        when bool_or(h.invoiceable) then 1 end, 0),
      coalesce(case when bool_and(h.settled = 0) then 0 when bool_and(h.settled = h.amount) then 2 else 1 end, 0),
      coalesce(bool_or(h.invoiceable and h.amount < 0), false)
    from charge h where h.waybill_id = w.id and h.direction = 'receivable' and h.state <> 'void' and h.amount <> 0)`
const isUsed = `(w.apply_state <> 0 or w.settle_state <> 0 or w.has_credit)`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table charge add column apart boolean not null default false`.execute(db)
  await sql`comment on column charge.apart is 'Of a waybill whose customer does not owe it: an adjustment of another company'`.execute(
    db,
  )
  await sql`update charge h set apart = true from waybill w where w.id = h.waybill_id and h.direction = 'receivable' and h.payer = 'customer'
    and h.source in ('adjustment', 'writeOff') and h.company_id is distinct from w.customer_id`.execute(db)
  await sql`create function note_apart() returns trigger language plpgsql as $$
  begin
    new.apart := new.payer = 'customer' and new.company_id is distinct from (select w.customer_id from waybill w where w.id = new.waybill_id);
    return new;
  end $$`.execute(db)
  await sql`create trigger charge__apart before insert or update of company_id, payer on charge for each row
    when (new.direction = 'receivable' and new.waybill_id is not null and new.source in ('adjustment', 'writeOff'))
    execute function note_apart()`.execute(db)

  await sql`alter table waybill
    add column party_open numeric(14,2) not null default 0,
    add column apply_state smallint not null default 0,
    add column settle_state smallint not null default 0,
    add column has_credit boolean not null default false`.execute(db)
  for (const [column, comment] of [
    ['party_open', 'Σ open of its receivable charges that its customer does not owe, yuan'],
    [
      'apply_state',
      'Of its invoiceable charges: 0 none applied for, 1 some, 2 each in full, 3 each on issued invoices (M6)',
    ],
    ['settle_state', 'Of its receivable charges: 0 none settled, 1 some, 2 each in full (M6)'],
    ['has_credit', 'One of its invoiceable charges owes less than nothing'],
  ] as const)
    await sql.raw(`comment on column waybill.${column} is '${comment}'`).execute(db)
  await sql
    .raw(
      `update waybill w set party_open = coalesce((select sum(h.amount - h.settled) from charge h where h.waybill_id = w.id and h.direction = 'receivable' and ${aside('h')}), 0),
      (apply_state, settle_state, has_credit) = ${used}
    where exists (select from charge h where h.waybill_id = w.id and h.direction = 'receivable'
      and (h.applied <> 0 or h.settled <> 0 or h.amount < 0 or ${aside('h')}))`,
    )
    .execute(db)
  await sql`alter table waybill
    alter column invoicing set expression as (case
      when state in ('draft', 'cancelled') or (apply_state = 0 and receivable = not_invoiceable and not has_credit) then 'none'
      when apply_state = 0 then 'unapplied' when apply_state = 1 then 'partial' when apply_state = 2 then 'applied' else 'invoiced' end),
    alter column collection set expression as (case settle_state when 0 then 'uncollected' when 1 then 'partial' else 'collected' end)`.execute(
    db,
  )
  await rollUps(db)
}

/** As before, with what is the parties' and how far the charges are used: looked at only where some are, or one owes less than nothing. */
async function rollUps(db: Kysely<unknown>): Promise<void> {
  const sumsOf = (sign: '+' | '-', rows: string) => `
    update waybill w set not_invoiceable = w.not_invoiceable ${sign} d.kept_out, to_collect = w.to_collect ${sign} d.to_collect,
      party_open = w.party_open ${sign} d.aside, (apply_state, settle_state, has_credit) = ${used}
    from (
      select r.waybill_id, sum(case when r.invoiceable then 0 else r.amount end) as kept_out, bool_or(r.amount < 0) as credit,
        sum(case when r.pay_method = 'collect' then r.amount else 0 end) as to_collect, sum(case when ${aside('r')} then r.amount - r.settled else 0 end) as aside
      from ${rows} r where r.direction = 'receivable' and r.waybill_id is not null group by 1
    ) d where w.id = d.waybill_id and (d.kept_out <> 0 or d.to_collect <> 0 or d.aside <> 0 or d.credit or ${isUsed});`
  await sql
    .raw(
      `create or replace function note_charges_added() returns trigger language plpgsql as $$
  begin ${sumsOf('+', 'added')}
    return null;
  end $$`,
    )
    .execute(db)
  await sql
    .raw(
      `create or replace function note_charges_gone() returns trigger language plpgsql as $$
  begin ${sumsOf('-', 'gone')}
    return null;
  end $$`,
    )
    .execute(db)
  await sql
    .raw(
      `create or replace function note_charges_changed() returns trigger language plpgsql as $$
  begin
    update waybill w set not_invoiceable = w.not_invoiceable + d.kept_out, applied = w.applied + d.applied, invoiced = w.invoiced + d.invoiced,
      settled = w.settled + d.settled, to_collect = w.to_collect + d.to_collect, party_open = w.party_open + d.aside,
      (apply_state, settle_state, has_credit) = ${used}
    from (
      select n.waybill_id, sum(n.applied - o.applied) as applied, sum(n.invoiced - o.invoiced) as invoiced, sum(n.settled - o.settled) as settled,
        bool_or((n.applied, n.invoiced, n.settled) is distinct from (o.applied, o.invoiced, o.settled) or n.amount < 0 or o.amount < 0) as uses,
        sum(case when n.invoiceable then 0 else n.amount end - case when o.invoiceable then 0 else o.amount end) as kept_out,
        sum(case when n.pay_method = 'collect' then n.amount else 0 end - case when o.pay_method = 'collect' then o.amount else 0 end) as to_collect,
        sum(case when ${aside('n')} then n.amount - n.settled else 0 end - case when ${aside('o')} then o.amount - o.settled else 0 end) as aside
      from now_so n join was_so o on o.id = n.id
      where n.waybill_id is not null and n.direction = 'receivable'
        and (n.amount, n.applied, n.invoiced, n.settled, n.invoiceable, n.pay_method, n.payer, n.apart, n.state)
          is distinct from (o.amount, o.applied, o.invoiced, o.settled, o.invoiceable, o.pay_method, o.payer, o.apart, o.state)
      group by 1
    ) d where w.id = d.waybill_id and (d.uses or d.kept_out <> 0 or d.to_collect <> 0 or d.aside <> 0 or ${isUsed});
    return null;
  end $$`,
    )
    .execute(db)
}
