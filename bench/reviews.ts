import { type Bench, signIn } from './calls.ts'
import { prepareFreight } from './freight.ts'
import { runTag } from './generate.ts'
import { compare, type Target } from './load.ts'
import { everyPart, give, type Row, rates } from './scenarios.ts'

/** Placing with a price that goes to review, and deciding such reviews. */
export async function reviews(bench: Bench): Promise<Row[]> {
  await prepareFreight(bench)
  const token = await reviewer(bench)
  const tag = runTag()
  const ids = (
    await bench.pool.query<{ outlet: number; customer: number }>(
      `select (select id from company where roles @> '{own}' order by id limit 1) as outlet,
        (select company_id from transport_price where company_id is not null order by id offset 11 limit 1) as customer`,
    )
  ).rows[0]
  let turn = 0
  const place: Target = {
    url: `${bench.ours}/api/Waybills/CreateWaybill`,
    method: 'POST',
    headers: { token: bench.token },
    body: () => {
      turn += 1
      return JSON.stringify({
        outletId: ids?.outlet,
        customerId: ids?.customer,
        customerNo: `${tag}-R${turn}`,
        bizDate: '2026-11-20',
        deliveryWay: 'delivery',
        payMethod: 'monthly',
        ...everyPart,
        // Below what the rate makes of it: priced, explained, hashed, sent in.
        charges: [{ feeItem: 'freight', amount: '12.5' }],
        place: true,
      })
    },
  }
  // Writing what a placing and its review write, and reading nothing.
  await give(bench, 'placeAndSubmit', [
    {
      sql: `insert into waybill (waybill_no, outlet_id, customer_id, source, biz_date, trans_mode, service_type, carriage, pickup_way, delivery_way, receipt_requirement, receipt_copies, urgent, hold, cod_amount, pay_method, shipper_name, shipper_phone, shipper_region, shipper_region_name, shipper_city, shipper_address, consignee_name, consignee_phone, consignee_region, consignee_region_name, consignee_city, consignee_address, goods_name, pieces, weight, volume, declared_value, state, search, created_by, chain_at)
        select $1, outlet_id, customer_id, 'office', biz_date, trans_mode, service_type, carriage, pickup_way, delivery_way, 'none', 0, false, false, 0, 'monthly', shipper_name, shipper_phone, shipper_region, shipper_region_name, shipper_city, shipper_address, consignee_name, consignee_phone, consignee_region, consignee_region_name, consignee_city, consignee_address, goods_name, pieces, weight, volume, 0, 'placed', search, 1, now()
        from waybill where id = (select max(id) / 2 from waybill) returning id`,
      parameters: ['$turn'],
    },
    ...[1, 2, 3].map((seq) => ({
      sql: `insert into waybill_goods (waybill_id, seq, name, type, package, pieces, weight, volume, declared_value) values ($1, ${seq}, '货物', 'other', 'carton', 8, 20.5, 1.25, 0)`,
      parameters: ['$id'],
    })),
    ...[1, 2].map((seq) => ({
      sql: `insert into bench_event (waybill_id, seq, type, payload, at, by_id, by_name, prev_hash, hash) values ($1, ${seq}, 'priceSubmitted', '{}', now(), 1, 'bench', '\\x00', '\\x00')`,
      parameters: ['$id'],
    })),
    {
      sql: `insert into piece_movement (waybill_id, act_id, from_place, from_id, to_place, to_id, pieces, at) values ($1, nextval('act_id'), 'none', 0, 'shipper', 0, 24, now())`,
      parameters: ['$id'],
    },
    {
      sql: `insert into piece_place (waybill_id, place, place_id, pieces) values ($1, 'shipper', 0, 24)`,
      parameters: ['$id'],
    },
    {
      sql: `insert into track (waybill_id, node, at, text, source, visible, by_id, by_name) values ($1, 'placed', now(), '开单', 'system', true, 1, 'bench')`,
      parameters: ['$id'],
    },
    {
      sql: `insert into charge (waybill_id, outlet_id, day, seq, fee_item, direction, amount, source, approved, explanation, created_by, updated_by) select $1, outlet_id, biz_date, 1, 'freight', 'receivable', 12.5, 'manual', false, '[]', 1, 1 from waybill where id = $1`,
      parameters: ['$id'],
    },
    {
      sql: `update waybill set price_state = 'pending', receivable = 12.5, freight = 12.5, version = version + 1 where id = $1`,
      parameters: ['$id'],
    },
    {
      sql: `insert into approval (biz_type, entity_id, doc_no, reason, amount, facts, state, level, levels, applicant_id, applied_at, search) values ('price', $1, 'bench', 'discounted', 12.5, '{}', 'approved', 1, 1, 1, now(), 'bench')`,
      parameters: ['$id'],
    },
  ])
  const rows: Row[] = []
  for (const connections of [1, 8]) {
    bench.say(`placing with a price to review, ${connections} at a time`)
    const found = await compare(
      place,
      { url: `${bench.bare}/write/placeAndSubmit`, method: 'POST', body: '{}' },
      connections,
      3,
    )
    rows.push(rates(`placed, priced and sent to review, c${connections}`, found, '≥ 0.45'))
  }
  const queue = (
    await bench.pool.query<{ id: number }>(
      `select id from approval where biz_type = 'price' and state = 'pending' and applicant_id = 1 order by id desc limit 20000`,
    )
  ).rows.map(({ id }) => Number(id))
  await give(bench, 'decide', [
    {
      sql: `select entity_id as id from approval where biz_type = 'price' and id > (select (max(id) * random())::bigint from approval) order by id limit 1`,
      parameters: [],
    },
    {
      sql: `update approval set decided_at = now() where id = (select id from approval where biz_type = 'price' and entity_id = $1 limit 1)`,
      parameters: ['$id'],
    },
    {
      sql: `update approval_seat set decided_at = now() where approval_id = (select id from approval where biz_type = 'price' and entity_id = $1 limit 1)`,
      parameters: ['$id'],
    },
    { sql: `update waybill set price_note = null, version = version + 1 where id = $1`, parameters: ['$id'] },
    {
      sql: `update charge set approved = true where waybill_id = $1 and direction = 'receivable'`,
      parameters: ['$id'],
    },
    {
      sql: `insert into bench_event (waybill_id, seq, type, payload, at, by_id, by_name, prev_hash, hash) select $1, coalesce(max(seq), 0) + 1, 'priceApproved', '{}', now(), 1, 'bench', '\\x00', '\\x00' from bench_event where waybill_id = $1`,
      parameters: ['$id'],
    },
    {
      sql: `insert into notification (user_id, at, kind, params, link) values (1, now(), 'approvalPassed', '{}', '/')`,
      parameters: [],
    },
  ])
  bench.say(`deciding, of ${queue.length} reviews`)
  const decided = await compare(
    {
      url: `${bench.ours}/api/Approvals/DecideApprovals`,
      method: 'POST',
      headers: { token },
      body: () => JSON.stringify({ ids: [queue.pop() ?? 0], decision: 'approve' }),
    },
    { url: `${bench.bare}/write/decide`, method: 'POST', body: '{}' },
    1,
    3,
    1,
  )
  rows.push(rates('a review decided, c1', decided, '≥ 0.5'))
  return rows
}

/** Somebody beside the bench's own user who reviews prices; the token of a session. */
async function reviewer(bench: Bench): Promise<string> {
  await bench.pool.query(
    `with made as (insert into app_user (account, name, scope, password_hash, must_change_password)
       select 'reviewer', '审核', 'all', password_hash, false from app_user where id = 1
       and not exists (select 1 from app_user where account = 'reviewer') returning id),
     allowed as (insert into user_right (user_id, page, browse, edit, approve)
       select id, page, true, true, true from made, unnest('{priceCheck,unreviewed}'::text[]) page)
     insert into approver_member (level_id, user_id) select l.id, made.id from approver_level l, made where l.biz_type = 'price'`,
  )
  return signIn(bench.ours, 'reviewer', bench.password)
}
