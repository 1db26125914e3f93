import type pg from 'pg'
import { proveMoney } from '../server/src/modules/money/index.ts'
import type { Bench } from './calls.ts'
import { costsOfTrips } from './costsOfTrips.ts'
import { dropIndexes, fees } from './generate.ts'
import { isSmoke } from './smoke.ts'

/**
 * The money of the generated waybills, written set by set, once a database: three charges each, what of them stands on statements
 * and invoices, what was received for them, collected at the door and handed in. What became of a waybill's charges is read from
 * the waybill, whose sums were written with it.
 */

/** Waybills on an invoice, or settled by one receipt; collections on a hand-in. */
const together = { invoice: 13, receipt: 13, handIn: 20 }
/** The table that stands once all of it is there. */
const made = 'bench_money'
const filled = [
  ...['charge', 'charge_share', 'statement', 'statement_line', 'invoice', 'invoice_line', 'invoice_part'],
  ...['payment', 'payment_line', 'money_posting', 'money_entry', 'collection', 'hand_in', 'hand_in_line'],
]

export async function money({ pool, db, say }: Pick<Bench, 'pool' | 'db' | 'say'>): Promise<void> {
  const { rows } = await pool.query<{ have: boolean }>(`select to_regclass($1) is not null as have`, [made])
  if (rows[0]?.have === true) return
  const began = performance.now()
  say('charges, costs, statements, invoices, receipts, hand-ins')
  const client = await pool.connect()
  try {
    // One transaction: what breaks off leaves no table without its indexes.
    await client.query(`begin; set local work_mem = '256MB'; set local maintenance_work_mem = '512MB'`)
    const indexes = await dropIndexes(client, filled)
    // The sums of the waybills hold these charges already.
    await client.query('alter table charge disable trigger user')
    await statements(client)
    await client.query('analyze statement')
    // A table that is empty when it begins, without an index: row by row it would be read again and again while it grows.
    await client.query('set local enable_nestloop = off')
    await charges(client)
    await client.query('set local enable_nestloop = on; analyze charge')
    await client.query('alter table charge enable trigger user')
    await client.query(`insert into statement_line (statement_id, kind, charge_id, waybill_id, day, of_no, fee_item, amount, sending)
      select h.statement_id, 'charge', h.id, h.waybill_id, h.day, w.waybill_no, h.fee_item, h.amount, 1
      from charge h join waybill w on w.id = h.waybill_id where h.statement_id is not null`)
    await costsOfTrips(client)
    await client.query('analyze charge')
    await invoices(client)
    await receipts(client)
    await doors(client)
    await client.query(`insert into money_balance (account, owner_kind, owner_id, balance)
      select account, owner_kind, owner_id, sum(amount) from money_entry where account not in ('receivable', 'payable') group by 1, 2, 3
      on conflict (account, owner_kind, owner_id) do update set balance = excluded.balance`)
    for (const index of indexes) await client.query(index)
    for (const table of ['statement', 'invoice', 'invoice_line', 'payment', 'collection', 'hand_in', 'money_posting'])
      await client.query(`select setval(pg_get_serial_sequence('${table}', 'id'), max(id)) from ${table}`)
    await client.query(`create table ${made} (); commit`)
    await client.query(
      `vacuum analyze ${filled.join(', ')}, money_balance, application, cost_line, arrangement_cost, approval`,
    )
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
  if (isSmoke) await proveMoney(db)
  say(`money of the waybills in ${((performance.now() - began) / 1000).toFixed(0)} s`)
}

/** The first id after those that there are. */
const after = async (client: pg.ClientBase, table: string): Promise<number> =>
  (await client.query<{ id: number }>(`select coalesce(max(id), 0)::int as id from ${table}`)).rows[0]?.id ?? 0

/** Of the older half each fourth waybill that its customer pays: one statement a customer and outlet, one in twenty not answered. */
const isStated = `w.state = 'signed' and w.pay_method <> 'collect' and w.settled <> 0 and w.id % 4 = 0`
const statements = (client: pg.ClientBase) =>
  client.query(`insert into statement (no, company_id, outlet_id, direction, from_day, to_day, opening, charges, adjustments, received, closing, state, sendings,
      sent_at, sent_by, answer, answered_at, search)
    select 'DZB' || row_number() over (order by w.customer_id, w.outlet_id), w.customer_id, w.outlet_id, 'receivable', min(w.biz_date), max(w.biz_date), 0,
      sum(w.receivable), 0, 0, sum(w.receivable), x.state, 1, max(w.biz_date) + interval '1 day', 1, x.answer,
      case when x.answer is not null then max(w.biz_date) + interval '5 days' end, any_value(lower(k.name))
    from waybill w join company k on k.id = w.customer_id cross join lateral (
      select case when (w.customer_id + w.outlet_id) % 20 = 0 then 'sent' else 'confirmed' end as state,
        case when (w.customer_id + w.outlet_id) % 20 <> 0 then 'confirmed' end as answer) x
    where ${isStated} group by w.customer_id, w.outlet_id, x.state, x.answer`)

/** Freight, pickup and delivery; of what the waybill says was applied for, invoiced or settled, each whole. */
async function charges(client: pg.ClientBase): Promise<void> {
  const whole = (sum: string) => `case when w.${sum} <> 0 then f.amount else 0 end`
  const both = fees.pickup + fees.delivery
  await client.query(`insert into charge (waybill_id, outlet_id, day, seq, fee_item, direction, company_id, payer, amount, tax_rate, source, approved,
      pay_method, state, applied, invoiced, settled, statement_id, stated)
    select w.id, w.outlet_id, w.biz_date, f.seq, f.item, 'receivable', case w.pay_method when 'collect' then null else w.customer_id end,
      case w.pay_method when 'collect' then 'consignee' else 'customer' end, f.amount, 9, 'quote', true,
      case w.pay_method when 'split' then 'monthly' else w.pay_method end,
      case when w.state = 'cancelled' then 'void' when w.price_state = 'confirmed' then 'owed' else 'draft' end,
      ${whole('applied')}, ${whole('invoiced')}, ${whole('settled')}, s.id, s.id is not null
    from waybill w cross join lateral (select case when w.receivable = w.freight + ${both} then 1 else 0 end as n) apart
    cross join lateral (values (1, 'freight', w.receivable - n * ${both}), (2, 'pickup', n * ${fees.pickup}), (3, 'delivery', n * ${fees.delivery}))
      f(seq, item, amount)
    left join statement s on s.company_id = w.customer_id and s.outlet_id = w.outlet_id and ${isStated}
    where f.amount > 0 and not exists (select from charge h where h.waybill_id = w.id and h.direction = 'receivable')`)
}

/** What was applied for, a customer's by the dozen; what is not issued is under review, or waits to be. */
async function invoices(client: pg.ClientBase): Promise<void> {
  const [first, line] = [await after(client, 'invoice'), await after(client, 'invoice_line')]
  await client.query(`create temp table billed as
    select waybill_id, issued, dense_rank() over (order by customer_id, issued, n) as invoice from (
      select id as waybill_id, customer_id, invoiced <> 0 as issued,
        (row_number() over (partition by customer_id, invoiced <> 0 order by id) - 1) / ${together.invoice} as n
      from waybill where applied <> 0) w; analyze billed`)
  await client.query(`insert into invoice (id, kind, no, state, outlet_id, seller_id, customer_id, type, title, tax_no, merge, gross, net, tax, applicant_id,
      submitted_at, decided_at, invoice_no, issued_on, issued_at, issued_by, search, created_at, created_by, updated_by) overriding system value
    select ${first} + x.invoice, 'invoice', 'KPB' || x.invoice, x.state, x.outlet, (select min(id) from company where roles @> '{own}'), x.customer, 'special', k.name,
      '91330110MA2B0RXU59', 'taxItem', x.gross, x.net, x.gross - x.net, 1, x.at, case when x.state <> 'pending' then x.at + interval '1 day' end,
      case when x.issued then lpad(x.invoice::text, 20, '0') end, case when x.issued then (x.at + interval '2 days')::date end,
      case when x.issued then x.at + interval '2 days' end, case when x.issued then 1 end, 'kpb' || x.invoice || ' ' || lower(k.name), x.at, 1, 1
    from (
      select b.invoice, b.issued, case when b.issued then 'issued' when b.invoice % 3 = 0 then 'pending' else 'toIssue' end as state,
        min(h.outlet_id) as outlet, min(h.company_id) as customer, sum(h.amount) as gross, sum(h.net) as net, max(h.day) + interval '3 days' as at
      from billed b join charge h on h.waybill_id = b.waybill_id and h.applied <> 0 group by 1, 2, 3
    ) x join company k on k.id = x.customer`)
  await client.query('analyze invoice')
  await client.query(`insert into invoice_line (id, invoice_id, seq, key, item_name, class_code, tax_rate, freight, gross, net, tax, reckoned_tax)
      overriding system value
    select ${line} + id - ${first}, id, 1, 'freight', '运输服务 运费', null, 9, true, gross, net, tax, tax from invoice where id > ${first}`)
  await client.query(`insert into invoice_part (line_id, seq, charge_id, amount, net)
    select ${line} + b.invoice, row_number() over (partition by b.invoice order by h.id), h.id, h.amount, h.net
    from billed b join charge h on h.waybill_id = b.waybill_id and h.applied <> 0`)
  await client.query(`insert into approval (biz_type, entity_id, doc_no, reason, amount, outlet_id, facts, state, level, levels, applicant_id, applied_at, search)
    select 'invoice', id, no, 'invoice', gross, outlet_id, '{}', 'pending', 1, 1, 1, submitted_at, search from invoice where state = 'pending'`)
  await client.query('drop table billed')
}

/** What customers paid, by the dozen into the account of the head office: a posting each. */
async function receipts(client: pg.ClientBase): Promise<void> {
  const [payment, posting] = [await after(client, 'payment'), await after(client, 'money_posting')]
  await client.query(`insert into cash_account (outlet_id, name, kind)
    select min(id), '总公司基本户', 'bank' from company where roles @> '{own}'
    union all select id, short_name || ' 现金', 'cash' from company where roles @> '{own}'`)
  await client.query(`create temp table paid as
    select waybill_id, dense_rank() over (order by customer_id, n) as payment from (
      select id as waybill_id, customer_id, (row_number() over (partition by customer_id order by id) - 1) / ${together.receipt} as n
      from waybill where settled <> 0 and pay_method <> 'collect') w; analyze paid`)
  await client.query(`insert into payment (id, no, direction, state, outlet_id, company_id, cash_account_id, channel, amount, allocated, day, search,
      created_at, created_by, updated_by) overriding system value
    select ${payment} + x.payment, 'SKB' || x.payment, 'receipt', 'received', a.outlet_id, x.customer, a.id, 'bank', x.amount, x.amount, x.day,
      'skb' || x.payment || ' ' || lower(k.name), x.day, 1, 1
    from (select p.payment, min(h.company_id) as customer, sum(h.amount) as amount, least(max(h.day) + 30, current_date) as day
      from paid p join charge h on h.waybill_id = p.waybill_id and h.settled <> 0 group by 1) x
    join company k on k.id = x.customer join cash_account a on a.name = '总公司基本户'`)
  await client.query('analyze payment')
  await client.query(`insert into money_posting (id, act, doc_type, doc_id, doc_no, key, day, outlet_id, posted_at, posted_by) overriding system value
    select ${posting} + id - ${payment}, 'receipt', 'payment', id, no, 'posted', day, outlet_id, created_at, 1 from payment where id > ${payment}`)
  await client.query(`insert into money_entry (posting_id, account, owner_kind, owner_id, amount, day)
    select ${posting} + id - ${payment}, 'cash', 'cashAccount', cash_account_id, amount, day from payment where id > ${payment}
    union all
    select ${posting} + p.payment, 'receivable', 'charge', h.id, -h.amount, m.day
    from paid p join charge h on h.waybill_id = p.waybill_id and h.settled <> 0 join payment m on m.id = ${payment} + p.payment`)
  await client.query(`insert into payment_line (payment_id, charge_id, amount, state, posting_id, settled_at)
    select ${payment} + p.payment, h.id, h.amount, 'settled', ${posting} + p.payment, now()
    from paid p join charge h on h.waybill_id = p.waybill_id and h.settled <> 0`)
  await client.query('drop table paid')
}

/** What drivers collected, freight and COD; all but the latest was handed in, by the score into the till of their outlet. */
async function doors(client: pg.ClientBase): Promise<void> {
  const [collection, handIn, posting] = [
    await after(client, 'collection'),
    await after(client, 'hand_in'),
    await after(client, 'money_posting'),
  ]
  await client.query(`create temp table taken as
    select *, row_number() over (order by waybill_id) as n, case when is_old then dense_rank() over (order by is_old, outlet, batch) end as hand_in from (
      select id as waybill_id, coalesce(dest_outlet_id, outlet_id) as outlet, biz_date + 3 as day, cod_amount as cod,
        (array(select id from driver order by id))[1 + coalesce(dest_outlet_id, outlet_id) % (select count(*) from driver)] as holder,
        case pay_method when 'collect' then settled else 0 end as freight, id <= (select max(id) * 0.9 from waybill) as is_old,
        (row_number() over (partition by coalesce(dest_outlet_id, outlet_id) order by id) - 1) / ${together.handIn} as batch
      from waybill where state = 'signed' and (cod_amount > 0 or pay_method = 'collect' and settled <> 0)) w`)
  // Of what is not old the ranks come first, or last: the old ones begin with 1.
  await client.query(
    `update taken t set hand_in = t.hand_in - x.least + 1 from (select min(hand_in) as least from taken) x where t.is_old`,
  )
  const { rows } = await client.query<{ n: number }>('select count(*)::int as n from taken')
  const ofHandIns = posting + (rows[0]?.n ?? 0)
  await client.query(`insert into hand_in (id, no, state, outlet_id, holder_kind, holder_id, from_day, to_day, collections, prepaid, freight, cod, straight, due,
      counted, posting_id, counted_at, counted_by, created_by) overriding system value
    select ${handIn} + hand_in, 'JZB' || hand_in, 'settled', min(outlet), 'driver', min(holder), min(day), max(day), count(*), 0, sum(freight), sum(cod), 0,
      sum(freight + cod), sum(freight + cod), ${ofHandIns} + hand_in, max(day), 1, 1 from taken where hand_in is not null group by hand_in`)
  await client.query(`insert into hand_in_line (hand_in_id, channel, due, counted, cash_account_id)
    select h.id, 'cash', h.due, h.counted, a.id from hand_in h join cash_account a on a.outlet_id = h.outlet_id and a.kind = 'cash' where h.id > ${handIn}`)
  await client.query(`insert into collection (id, waybill_id, act_id, holder_kind, holder_id, outlet_id, day, method, freight, freight_channel, cod, cod_channel,
      posting_id, created_at, created_by, hand_in_id, handed_freight, handed_cod) overriding system value
    select ${collection} + n, waybill_id, nextval('act_id'), 'driver', holder, outlet, day, 'collect', freight, case when freight > 0 then 'cash' end, cod,
      case when cod > 0 then 'cash' end, ${posting} + n, day, 1, ${handIn} + hand_in, case when hand_in is null then 0 else freight end,
      case when hand_in is null then 0 else cod end from taken`)
  await client.query('analyze collection; analyze hand_in; analyze hand_in_line')
  await client.query(`insert into money_posting (id, act, doc_type, doc_id, doc_no, key, day, outlet_id, posted_at, posted_by) overriding system value
    select c.posting_id, 'collect', 'collection', c.id, w.waybill_no, 'collected', c.day, c.outlet_id, c.created_at, 1
    from collection c join waybill w on w.id = c.waybill_id where c.id > ${collection}
    union all
    select posting_id, 'handIn', 'handIn', id, no, 'counted', to_day, outlet_id, counted_at, 1 from hand_in where id > ${handIn}`)
  await client.query(`insert into money_entry (posting_id, account, owner_kind, owner_id, channel, amount, day)
    select posting_id, 'custody', 'driver', holder_id, 'cash', freight + cod, day from collection where id > ${collection}
    union all
    select posting_id, 'cod', 'waybill', waybill_id, null, -cod, day from collection where id > ${collection} and cod > 0
    union all
    select c.posting_id, 'receivable', 'charge', h.id, null, -h.amount, c.day
    from collection c join charge h on h.waybill_id = c.waybill_id and h.pay_method = 'collect' and h.settled <> 0 where c.id > ${collection}
    union all
    select posting_id, 'custody', 'driver', holder_id, 'cash', -due, to_day from hand_in where id > ${handIn}
    union all
    select h.posting_id, 'cash', 'cashAccount', l.cash_account_id, null, l.counted, h.to_day
    from hand_in h join hand_in_line l on l.hand_in_id = h.id where h.id > ${handIn}`)
  await client.query('drop table taken')
}
