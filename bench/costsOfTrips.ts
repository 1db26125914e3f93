import type pg from 'pg'

/**
 * Two costs for each trip that left, approved, owed and shared over what it carries. A generated trip gathers its waybills over months: what it
 * costs is dated by the first of them, and by its departure, which is later than the months of most, in one of twenty.
 */
export async function costsOfTrips(client: pg.ClientBase): Promise<void> {
  await client.query(`insert into application (no, kind, state, outlet_id, applicant_id, reason, amount, submitted_at, decided_at, search, created_by)
    select 'FY-B' || a.id, 'carCost', 'approved', a.outlet_id, 1, '车费', 1200, coalesce(a.depart_at, now()), now(), a.search, 1
    from arrangement a where a.kind = 'vehicle' and a.phase <> 'planned'`)
  await client.query('analyze application')
  await client.query(`insert into cost_line (kind, arrangement_id, outlet_id, seq, fee_item, driver_id, amount, tax_rate, application_id, created_by)
    select 'car', a.id, a.outlet_id, n, case n when 1 then 'vehicle' else 'fuel' end, a.driver_id, case n when 1 then 1000 else 200 end, 9, p.id, 1
    from arrangement a left join application p on p.no = 'FY-B' || a.id cross join generate_series(1, 2) n where a.kind = 'vehicle'`)
  await client.query('analyze cost_line')
  await client.query(`insert into charge (outlet_id, day, seq, fee_item, direction, driver_id, amount, tax_rate, source, approved, application_id, cost_line_id)
    select l.outlet_id, case when a.id % 20 = 0 then coalesce(a.depart_at, now())::date else x.first + 2 end, 100, l.fee_item, 'payable', l.driver_id, l.amount, l.tax_rate, 'arrangement', true,
      l.application_id, l.id from cost_line l join arrangement a on a.id = l.arrangement_id
    join (select n.arrangement_id, min(w.biz_date) as first from arrangement_line n join waybill w on w.id = n.waybill_id group by 1) x on x.arrangement_id = a.id
    where l.application_id is not null`)
  await client.query('analyze charge')
  await client.query(`insert into charge_share (charge_id, waybill_id, amount, seq, basis, net)
    select h.id, x.waybill_id, round(h.amount / x.n, 2), x.seq, 1, round(h.amount / x.n, 2) from charge h join cost_line l on l.id = h.cost_line_id
    join (select arrangement_id, waybill_id, min(seq) as seq, count(*) over (partition by arrangement_id) as n from arrangement_line group by 1, 2) x
      on x.arrangement_id = l.arrangement_id`)
  // What trips are compared by, as the product writes it.
  await client.query(`insert into arrangement_cost (arrangement_id, share_method, way)
    select a.id, 'weight', 'vehicle ' || v.model || ' ' || left(f.region_code, 4) || ' ' || left(coalesce(t.region_code, f.region_code), 4)
    from arrangement a join vehicle v on v.id = a.vehicle_id join company f on f.id = a.from_outlet_id left join company t on t.id = a.to_outlet_id
    where exists (select from cost_line l where l.arrangement_id = a.id and l.kind = 'car') on conflict do nothing`)
}
