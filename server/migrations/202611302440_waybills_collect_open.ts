import { type Kysely, sql } from 'kysely'

/**
 * A waybill keeps what is open of its 到付: what a receipt, or an adjustment, has settled of it before the goods are handed over is not asked for at
 * the door (M4, M22).
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
  await sql`alter table waybill add column collect_open numeric(14,2) not null default 0`.execute(db)
  await sql`comment on column waybill.collect_open is 'Σ open of its 到付 charges: the door still collects it, beside COD; below 0 it is given back; yuan'`.execute(
    db,
  )
  await sql`comment on column waybill.to_collect is 'Σ of its 到付 charges, yuan'`.execute(db)
  await sql`update waybill w set collect_open = h.open from (
      select waybill_id, sum(amount - settled) as open from charge where pay_method = 'collect' and direction = 'receivable' and waybill_id is not null
      group by 1) h
    where h.waybill_id = w.id and h.open <> 0`.execute(db)
  await rollUps(db)
}

/** As before, with what is open of 到付. */
async function rollUps(db: Kysely<unknown>): Promise<void> {
  const sumsOf = (sign: '+' | '-', rows: string) => `
    update waybill w set not_invoiceable = w.not_invoiceable ${sign} d.kept_out, to_collect = w.to_collect ${sign} d.to_collect,
      collect_open = w.collect_open ${sign} d.collect_open, party_open = w.party_open ${sign} d.aside, (apply_state, settle_state, has_credit) = ${used}
    from (
      select r.waybill_id, sum(case when r.invoiceable then 0 else r.amount end) as kept_out, bool_or(r.amount < 0) as credit,
        sum(case when r.pay_method = 'collect' then r.amount else 0 end) as to_collect,
        sum(case when r.pay_method = 'collect' then r.amount - r.settled else 0 end) as collect_open, sum(case when ${aside('r')} then r.amount - r.settled else 0 end) as aside
      from ${rows} r where r.direction = 'receivable' and r.waybill_id is not null group by 1
    ) d where w.id = d.waybill_id and (d.kept_out <> 0 or d.to_collect <> 0 or d.collect_open <> 0 or d.aside <> 0 or d.credit or ${isUsed});`
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
      settled = w.settled + d.settled, to_collect = w.to_collect + d.to_collect, collect_open = w.collect_open + d.collect_open,
      party_open = w.party_open + d.aside, (apply_state, settle_state, has_credit) = ${used}
    from (
      select n.waybill_id, sum(n.applied - o.applied) as applied, sum(n.invoiced - o.invoiced) as invoiced, sum(n.settled - o.settled) as settled,
        bool_or((n.applied, n.invoiced, n.settled) is distinct from (o.applied, o.invoiced, o.settled) or n.amount < 0 or o.amount < 0) as uses,
        sum(case when n.invoiceable then 0 else n.amount end - case when o.invoiceable then 0 else o.amount end) as kept_out,
        sum(case when n.pay_method = 'collect' then n.amount else 0 end - case when o.pay_method = 'collect' then o.amount else 0 end) as to_collect,
        sum(case when n.pay_method = 'collect' then n.amount - n.settled else 0 end - case when o.pay_method = 'collect' then o.amount - o.settled else 0 end) as collect_open,
        sum(case when ${aside('n')} then n.amount - n.settled else 0 end - case when ${aside('o')} then o.amount - o.settled else 0 end) as aside
      from now_so n join was_so o on o.id = n.id
      where n.waybill_id is not null and n.direction = 'receivable'
        and (n.amount, n.applied, n.invoiced, n.settled, n.invoiceable, n.pay_method, n.payer, n.apart, n.state)
          is distinct from (o.amount, o.applied, o.invoiced, o.settled, o.invoiceable, o.pay_method, o.payer, o.apart, o.state)
      group by 1
    ) d where w.id = d.waybill_id and (d.uses or d.kept_out <> 0 or d.to_collect <> 0 or d.collect_open <> 0 or d.aside <> 0 or ${isUsed});
    return null;
  end $$`,
    )
    .execute(db)
}
