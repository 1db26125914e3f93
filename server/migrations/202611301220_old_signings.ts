import { type Kysely, sql } from 'kysely'

/**
 * What signings collected before money was kept: posted on the day of the signing, in the hands of whoever signed; freight first, then COD
 * (M22, M46). A day of a closed month is today.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create temp table old_signing on commit drop as
    select s.act_id, s.waybill_id, w.waybill_no, w.outlet_id, coalesce(s.by_id, w.created_by) as user_id, coalesce(s.freight_channel, 'cash') as freight_channel,
      coalesce(s.cod_channel, s.freight_channel, 'cash') as cod_channel, d.day, f.freight, least(s.collected - f.freight, w.cod_amount) as cod,
      null::bigint as collection_id, null::bigint as posting_id
    from signing s join waybill w on w.id = s.waybill_id
    cross join lateral (select (s.signed_at at time zone 'Asia/Shanghai')::date as signed) g
    cross join lateral (select case when g.signed <= closed_until() then (now() at time zone 'Asia/Shanghai')::date else g.signed end as day) d
    cross join lateral (
      select least(s.collected, coalesce(sum(h.amount - h.settled), 0)) as freight from charge h
      where h.waybill_id = w.id and h.direction = 'receivable' and h.pay_method = 'collect' and h.state <> 'void') f
    where s.collected > 0 and not s.undone and not exists (select from collection c where c.waybill_id = s.waybill_id)
      and coalesce(s.by_id, w.created_by) is not null`.execute(db)
  await sql`delete from old_signing where freight + cod <= 0`.execute(db)
  await sql`with made as (
      insert into collection (waybill_id, act_id, holder_kind, holder_id, outlet_id, day, method, freight, freight_channel, cod, cod_channel, created_at, created_by)
      select waybill_id, act_id, 'user', user_id, outlet_id, day, 'collect', freight, case when freight > 0 then freight_channel end,
        cod, case when cod > 0 then cod_channel end, now(), user_id from old_signing returning id, act_id, waybill_id
    ) update old_signing o set collection_id = m.id from made m where m.act_id = o.act_id and m.waybill_id = o.waybill_id`.execute(
    db,
  )
  await sql`with made as (
      insert into money_posting (act, doc_type, doc_id, doc_no, key, day, outlet_id, posted_at, posted_by)
      select 'collect', 'collection', collection_id, waybill_no, 'collected', day, outlet_id, now(), user_id from old_signing returning id, doc_id
    ) update old_signing o set posting_id = m.id from made m where m.doc_id = o.collection_id`.execute(db)
  await sql`update collection c set posting_id = o.posting_id from old_signing o where o.collection_id = c.id`.execute(
    db,
  )
  // Charges are covered in their order, the last one perhaps in part.
  await sql`create temp table old_settled on commit drop as
    select o.posting_id, o.day, x.id as charge_id, least(x.open, o.freight - x.before) as amount from old_signing o cross join lateral (
      select h.id, h.amount - h.settled as open, coalesce(sum(h.amount - h.settled) over (order by h.id rows between unbounded preceding and 1 preceding), 0) as before
      from charge h where h.waybill_id = o.waybill_id and h.direction = 'receivable' and h.pay_method = 'collect' and h.state <> 'void' and h.amount <> h.settled
    ) x where x.before < o.freight`.execute(db)
  await sql`insert into money_entry (posting_id, account, owner_kind, owner_id, channel, amount, day)
    select posting_id, 'receivable', 'charge', charge_id, null, -amount, day from old_settled
    union all select posting_id, 'cod', 'waybill', waybill_id, null, -cod, day from old_signing where cod > 0
    union all select posting_id, 'custody', 'user', user_id, freight_channel, freight, day from old_signing where freight > 0
    union all select posting_id, 'custody', 'user', user_id, cod_channel, cod, day from old_signing where cod > 0`.execute(
    db,
  )
  await sql`update charge h set state = 'owed', settled = h.settled + s.amount from old_settled s where s.charge_id = h.id`.execute(
    db,
  )
  await sql`insert into money_balance as b (account, owner_kind, owner_id, balance)
    select account, owner_kind, owner_id, sum(amount) from (
      select 'custody' as account, 'user' as owner_kind, user_id as owner_id, freight + cod as amount from old_signing
      union all select 'cod', 'waybill', waybill_id, -cod from old_signing where cod > 0) x group by 1, 2, 3
    on conflict (account, owner_kind, owner_id) do update set balance = b.balance + excluded.balance`.execute(db)
}
