import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { listApprovals, totalApprovals } from '../server/src/modules/approvals/queries.ts'
import { listOrders, totalOrders } from '../server/src/modules/mobileOrders/queries.ts'
import { listPrices, totalPrices } from '../server/src/modules/prices/queries.ts'
import { listChains, totalChains } from '../server/src/modules/waybills/chains/queries.ts'
import { checkChains } from '../server/src/modules/waybills/chains/verify.ts'
import { listWaybills, totalWaybills } from '../server/src/modules/waybills/queries.ts'
import { listServices, totalServices } from '../server/src/modules/waybills/services/queries.ts'
import { closeShipped } from '../server/src/modules/waybills/statistics/store.ts'
import type { Tx } from '../server/src/platform/db.ts'
import type { SeenId } from '../server/src/platform/scope.ts'
import { answerOf, type Bench, post } from './calls.ts'
import { compareLists, type ListCase } from './lists.ts'
import { median, time } from './load.ts'
import { everything, ms, type Row, ratio } from './scenarios.ts'
import { full } from './smoke.ts'

/** Prices, reviews, services and chains, on as many waybills as there are. */
export async function freight(bench: Bench): Promise<Row[]> {
  await prepareFreight(bench)
  return [...(await lists(bench)), ...(await chains(bench)), await repricing(bench)]
}

/** Once: twenty thousand rates, a service on each fifth waybill, a hundred thousand reviews of which most are decided. */
export async function prepareFreight(bench: Bench): Promise<void> {
  await phoneOrders(bench)
  const { rows } = await bench.pool.query('select 1 from transport_price limit 1')
  if (rows.length > 0) return
  bench.say('rates, services, reviews, checks')
  await bench.pool.query(
    `insert into transport_price (version_no, name, direction, company_id, basis, weight_unit, volume_ratio, unit_price,
       tier_mode, low_break, valid_from, status, search)
     select 1, name, 'receivable', id, 'weight', 'kg', 300, 0.8, 'whole', false, '2024-01-01', 'active', lower(name)
     from company where roles @> '{customer}'`,
  )
  await bench.pool.query('update transport_price set line_id = id')
  await bench.pool.query(
    `insert into waybill_service (waybill_id, type, qty, rate, amount, payer, created_at)
     select id, 'packing', 1, 20, 20, 'customer', created_at from waybill where id % 5 = 0 and state <> 'draft'`,
  )
  await bench.pool.query(
    `insert into approval (biz_type, entity_id, doc_no, reason, amount, outlet_id, facts, state, level, levels, applicant_id, applied_at, search)
     select 'price', id, waybill_no, 'byHand', receivable, outlet_id, '{}', case when id % 100 = 0 then 'pending' else 'approved' end,
       1, 1, 1, created_at, lower(waybill_no)
     from waybill where id % 10 = 0 and state <> 'draft'`,
  )
  await bench.pool.query(
    `with level as (insert into approver_level (biz_type, level, mode, amount_from) values ('price', 1, 'any', 0) returning id),
       member as (insert into approver_member (level_id, user_id) select id, 1 from level returning id)
     insert into approval_seat (approval_id, level, mode, member_id, user_id, open, decision, decided_by, decided_at)
     select a.id, 1, 'any', m.id, 1, a.state = 'pending', case when a.state = 'pending' then null else 'approve' end,
       case when a.state = 'pending' then null else 1 end, case when a.state = 'pending' then null else a.applied_at end
     from approval a, member m`,
  )
  await bench.pool.query(
    `insert into chain_check (waybill_id, checked_at, events, by_id)
     select id, now(), chain_seq, 1 from waybill where id % 2 = 0 on conflict do nothing`,
  )
  await bench.pool.query('vacuum analyze')
}

/** One order for each tenth waybill, a hundredth of them still waiting. */
async function phoneOrders({ pool, say }: Bench): Promise<void> {
  const { rows } = await pool.query('select 1 from phone_order limit 1')
  if (rows.length > 0) return
  say('phone orders')
  await pool.query(
    `insert into phone_order (order_no, outlet_id, channel, customer_id, shipper_name, shipper_phone, shipper_region, shipper_region_name,
       shipper_city, shipper_address, consignee_name, consignee_phone, consignee_region, consignee_region_name, consignee_city,
       consignee_address, goods_name, pieces, state, placed_at, waybill_id, converted_at, search)
     select 'SJ' || id, outlet_id, 'customer', customer_id, shipper_name, shipper_phone, shipper_region, shipper_region_name,
       shipper_city, shipper_address, consignee_name, consignee_phone, consignee_region, consignee_region_name, consignee_city,
       consignee_address, goods_name, pieces, case when id % 1000 = 0 then 'new' else 'converted' end, created_at,
       case when id % 1000 = 0 then null else id end, case when id % 1000 = 0 then null else created_at end, search
     from waybill where id % 10 = 0 and customer_id is not null`,
  )
  await pool.query('vacuum analyze phone_order')
}

/** Each list's first page and its totals, against the same statements through pg alone. */
async function lists(bench: Bench): Promise<Row[]> {
  const page = { pageSize: 50 }
  return compareLists(bench, [
    ['waybills', 'Waybills/GetWaybills', (tx: Tx) => listWaybills(tx, everything, page)],
    ...(['reviewed', 'pending', 'rejected', 'disputed', 'confirmed'] as const).map(
      (priceTab): ListCase => [
        `price confirmation: ${priceTab}`,
        `Waybills/GetWaybills?priceTab=${priceTab}&sort=bizDate&dir=asc`,
        (tx: Tx) => listWaybills(tx, everything, { ...page, priceTab, sort: 'bizDate', dir: 'asc' }),
      ],
    ),
    [
      'price confirmation: totals and tabs',
      'Waybills/GetWaybillTotals?priceTab=reviewed',
      (tx: Tx) => totalWaybills(tx, everything, { priceTab: 'reviewed' }),
    ],
    ['phone orders', 'PhoneOrders/GetPhoneOrders', (tx: Tx) => listOrders(tx, everything, page)],
    [
      'phone orders that became waybills',
      'PhoneOrders/GetPhoneOrders?tab=converted',
      (tx: Tx) => listOrders(tx, everything, { ...page, tab: 'converted' }),
    ],
    ['phone orders: totals and tabs', 'PhoneOrders/GetPhoneOrderTotals', (tx: Tx) => totalOrders(tx, everything, {})],
    ['rates', 'TransportPrices/GetTransportPrices', (tx: Tx) => listPrices(tx, everything, page)],
    ['rates: totals and tabs', 'TransportPrices/GetTransportPriceTotals', (tx: Tx) => totalPrices(tx, everything, {})],
    ['awaiting me', 'Approvals/GetApprovals', (tx: Tx) => listApprovals(tx, everything, page)],
    [
      'freight review: decided by me',
      'Approvals/GetApprovals?tab=decided&bizTypes=price',
      (tx: Tx) => listApprovals(tx, everything, { ...page, tab: 'decided', bizTypes: ['price'] }),
    ],
    ['awaiting me: totals and tabs', 'Approvals/GetApprovalTotals', (tx: Tx) => totalApprovals(tx, everything, {})],
    ['extra services', 'Services/GetServices', (tx: Tx) => listServices(tx, everything, page)],
    ['extra services: totals and tabs', 'Services/GetServiceTotals', (tx: Tx) => totalServices(tx, everything, {})],
    ['chains', 'Chains/GetChains', (tx: Tx) => listChains(tx, everything, page)],
    [
      'chains that are broken',
      'Chains/GetChains?tab=broken',
      (tx: Tx) => listChains(tx, everything, { ...page, tab: 'broken' }),
    ],
    ['chains: totals and tabs', 'Chains/GetChainTotals', (tx: Tx) => totalChains(tx, everything, {})],
  ])
}

/** By customer and month over all there is, against the bare aggregate, and equal to it. */
export async function statistics(bench: Bench): Promise<Row[]> {
  bench.say('statistics')
  const url = `${bench.ours}/api/Waybills/GetShippingStatistics?bizFrom=2024-11-20&bizTo=2026-12-31&group=customer&period=month`
  const bare = `select customer_id, count(*), sum(pieces), sum(weight), sum(volume), sum(charge_weight), sum(receivable) from waybill
    where not is_deleted and state not in ('draft', 'cancelled') and biz_date between '2024-11-20' and '2026-12-31' group by 1`
  await closeShipped(bench.db)
  const ours = await time(url, { token: bench.token }, 5)
  const index = await bareTimes(bench, bare, true)
  const table = await bareTimes(bench, bare, false)
  const total = (
    await bench.pool.query<{ count: number; receivable: string }>(
      `select sum(count)::int as count, sum(sum)::text as receivable from (select count(*), sum(receivable) from waybill
       where not is_deleted and state not in ('draft', 'cancelled') and biz_date between '2024-11-20' and '2026-12-31') x`,
    )
  ).rows[0]
  const answer = await answerOf<{ total: { count: number; receivable: string } }>(
    url,
    await fetch(url, { headers: { token: bench.token } }),
  )
  if (answer.total.count !== total?.count || answer.total.receivable !== total.receivable)
    throw new Error('the statistics differ from the bare sums')
  return [
    {
      name: 'statistics by customer and month, two years',
      ours: ms(ours),
      limit: `${ms(table)} (bare aggregate over the table)`,
      ratio: ratio(ours / table),
      aim: '≤ 0.5',
    },
    {
      name: 'the same, against half of what it asks for',
      ours: ms(ours),
      limit: `${ms(index)} (bare aggregate by customer, over our index)`,
      ratio: ratio(ours / index),
      aim: '—',
    },
  ]
}

/** Milliseconds of a bare aggregate, with the index that holds all it needs or over the table alone. */
async function bareTimes({ pool }: Bench, statement: string, withIndex: boolean): Promise<number> {
  const client = await pool.connect()
  try {
    if (!withIndex)
      await client.query('set enable_indexonlyscan = off; set enable_indexscan = off; set enable_bitmapscan = off')
    const took: number[] = []
    for (let round = 0; round < full(5, 1); round += 1) {
      const began = performance.now()
      await client.query(statement)
      took.push(performance.now() - began)
    }
    return median(took)
  } finally {
    await client.query('reset all')
    client.release()
  }
}

/** Read and recomputed, against SHA-256 of the same bytes. */
async function chains(bench: Bench): Promise<Row[]> {
  bench.say('chains')
  const most = 1_000_000
  const ids = (await bench.pool.query<{ id: number }>('select id from waybill order by id limit $1', [most])).rows.map(
    ({ id }) => Number(id),
  )
  const began = performance.now()
  let events = 0
  for (let at = 0; at < ids.length; at += 1000)
    for (const one of await checkChains(bench.db as unknown as Tx, ids.slice(at, at + 1000) as SeenId[])) {
      if (one.brokenAt !== null) throw new Error(`${one.no} is broken`)
      events += one.events
    }
  const seconds = (performance.now() - began) / 1000
  const sample = Buffer.from('x'.repeat(260))
  const raw = performance.now()
  for (let i = 0; i < events; i += 1) createHash('sha256').update(sample).digest()
  const hashing = (performance.now() - raw) / 1000
  return [
    {
      name: `chains of ${events} events read and recomputed`,
      ours: `${(events / seconds).toFixed(0)}/s`,
      limit: `${(events / hashing).toFixed(0)}/s (SHA-256 alone)`,
      ratio: ratio(hashing / seconds),
      aim: '—',
    },
  ]
}

/** The job, from its start to its sheet, against as many bare updates. */
async function repricing(bench: Bench): Promise<Row> {
  bench.say('repricing')
  const ids = (
    await bench.pool.query<{ id: number }>(
      `select id from waybill where price_state in ('unpriced', 'reviewed') and state not in ('draft', 'cancelled')
       and customer_id is not null order by id desc limit 10000`,
    )
  ).rows.map(({ id }) => Number(id))
  const started = await post<{ id: number }>(bench, 'Waybills/StartReprice', { ids })
  for (;;) {
    await pause(500)
    const job = (
      await bench.pool.query<{ state: string; ms: number }>(
        'select state, extract(epoch from ended_at - started_at)::float * 1000 as ms from job where id = $1',
        [started.id],
      )
    ).rows[0]
    if (job?.state === 'failed') throw new Error('repricing failed')
    if (job?.state !== 'done') continue
    const client = await bench.pool.connect()
    const began = performance.now()
    for (let at = 0; at < ids.length; at += 500) {
      await client.query('begin')
      for (const id of ids.slice(at, at + 500))
        await client.query('update waybill set receivable = receivable + 1, version = version + 1 where id = $1', [id])
      await client.query('commit')
    }
    const bare = performance.now() - began
    client.release()
    return {
      name: `repricing ${ids.length} waybills: priced, charged, hashed, reported`,
      ours: `${(job.ms / 1000).toFixed(1)} s, ${((ids.length / job.ms) * 1000).toFixed(0)}/s`,
      limit: `${(bare / 1000).toFixed(1)} s (one update each)`,
      ratio: ratio(bare / job.ms),
      aim: '—',
    }
  }
}
