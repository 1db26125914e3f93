import { type Kysely, sql } from 'kysely'

/**
 * Stock and its ledger (domain §6). `post_stock` is the one writer: balances and ledger change together, in one
 * round trip, each document once. What makes it safe is said at each step; `stock/post.ts` is its door.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table batch (
    id bigint generated always as identity primary key,
    item_id bigint not null references item,
    batch_no text not null default '',
    production date,
    expiry date,
    inbound date not null,
    created_at timestamptz not null default now(),
    constraint batch__of_item unique (id, item_id),
    constraint batch__same unique nulls not distinct (item_id, batch_no, production, expiry, inbound),
    constraint batch__dates check (expiry > production)
  )`.execute(db)
  await sql`comment on table batch is 'Goods that came alike: every receipt has one, named or not, so that what came first can go first'`.execute(
    db,
  )

  await sql`create table container (
    id bigint generated always as identity primary key,
    warehouse_id bigint not null references warehouse,
    code text not null,
    type text not null constraint container__type check (type in ('lpn','carton')),
    created_at timestamptz not null default now(),
    created_by bigint references app_user
  )`.execute(db)
  await sql`create unique index container__code on container (code)`.execute(db)

  await sql`create table stock (
    id bigint generated always as identity primary key,
    warehouse_id bigint not null,
    location_id bigint not null,
    owner_id bigint not null,
    item_id bigint not null,
    batch_id bigint not null,
    quality text not null constraint stock__quality check (quality in ('good','bad','pending')),
    container_id bigint not null default 0,
    on_hand numeric(18,4) not null default 0 constraint stock__on_hand check (on_hand >= 0),
    allocated numeric(18,4) not null default 0 constraint stock__allocated check (allocated >= 0),
    frozen numeric(18,4) not null default 0 constraint stock__frozen check (frozen >= 0),
    constraint stock__available check (allocated + frozen <= on_hand),
    constraint stock__key unique (warehouse_id, item_id, location_id, batch_id, quality, container_id),
    constraint stock__location foreign key (warehouse_id, location_id) references location (warehouse_id, id),
    constraint stock__item foreign key (item_id, owner_id) references item (id, owner_id),
    constraint stock__batch foreign key (batch_id, item_id) references batch (id, item_id)
  ) with (fillfactor = 80)`.execute(db)
  await sql`comment on table stock is 'Balances; written by post_stock alone. No index on a quantity: a change stays on its page'`.execute(
    db,
  )
  await sql`comment on column stock.container_id is 'LPN or carton; 0: loose'`.execute(db)
  await sql`create index stock__by_location on stock (location_id)`.execute(db)
  await sql`create index stock__by_container on stock (container_id) where container_id <> 0`.execute(db)
  await sql`create index stock__by_owner on stock (owner_id, item_id)`.execute(db)

  await sql`create table stock_posting (
    id bigint generated always as identity primary key,
    warehouse_id bigint not null references warehouse,
    idem_key text not null,
    doc_type text not null,
    doc_id bigint not null,
    doc_no text not null,
    actor_id bigint references app_user,
    actor_name text not null,
    recorded_at timestamptz not null default clock_timestamp(),
    constraint stock_posting__once unique (warehouse_id, idem_key)
  )`.execute(db)
  await sql`comment on table stock_posting is 'One act of one document; idem_key says which, so that it can happen once'`.execute(
    db,
  )
  await sql`comment on column stock_posting.doc_no is 'As people call the document: it never changes'`.execute(db)
  await sql`create index stock_posting__doc_no on stock_posting (upper(doc_no) text_pattern_ops)`.execute(db)
  await sql`create index stock_posting__doc on stock_posting (doc_type, doc_id)`.execute(db)

  await sql`create table stock_move (
    id bigint generated always as identity primary key,
    posting_id bigint not null references stock_posting,
    seq integer not null,
    warehouse_id bigint not null,
    stock_id bigint not null references stock,
    owner_id bigint not null,
    item_id bigint not null,
    doc_line bigint not null,
    type text not null constraint stock_move__type check
      (type in ('RCV','PA','MV','ALC','UNALC','PK','SHP','ADJ','PACK','UNPACK','ASM','DIS','FRZ','UNFRZ','QLT')),
    flow smallint not null constraint stock_move__flow check (flow in (-1,0,1)),
    d_on_hand numeric(18,4) not null,
    d_allocated numeric(18,4) not null,
    d_frozen numeric(18,4) not null,
    on_hand numeric(18,4) not null,
    allocated numeric(18,4) not null,
    frozen numeric(18,4) not null,
    reverses_id bigint references stock_move,
    occurred_at timestamptz not null,
    recorded_at timestamptz not null default clock_timestamp()
  )`.execute(db)
  await sql`comment on table stock_move is 'The ledger: append-only. A move is two rows, out of one key and into another'`.execute(
    db,
  )
  await sql`comment on column stock_move.flow is '1 into the warehouse, -1 out of it, 0 within'`.execute(db)
  await sql`comment on column stock_move.on_hand is 'After it, in the order of recording'`.execute(db)
  await sql`create unique index stock_move__reversed_once on stock_move (reverses_id) where reverses_id is not null`.execute(
    db,
  )
  await sql`create unique index stock_move__posting on stock_move (posting_id, seq)`.execute(db)
  await sql`create index stock_move__item on stock_move (item_id, occurred_at, id)`.execute(db)
  await sql`create index stock_move__owner on stock_move (owner_id, occurred_at, id)`.execute(db)
  await sql`create index stock_move__stock on stock_move (stock_id, occurred_at)`.execute(db)
  await sql`create index stock_move__period on stock_move (occurred_at, id)
    include (warehouse_id, owner_id, item_id, type, flow, d_on_hand)`.execute(db)

  await sql`create table item_serial (
    id bigint generated always as identity primary key,
    item_id bigint not null references item,
    serial_no text not null,
    stock_id bigint references stock,
    constraint item_serial__once unique (item_id, serial_no)
  )`.execute(db)
  await sql`comment on column item_serial.stock_id is 'Where it is; null: gone'`.execute(db)
  await sql`create index item_serial__stock on item_serial (stock_id) where stock_id is not null`.execute(db)
  await sql`create index item_serial__no on item_serial (serial_no text_pattern_ops)`.execute(db)
  await sql`create table stock_move_serial (
    move_id bigint not null references stock_move,
    serial_id bigint not null references item_serial,
    primary key (move_id, serial_id)
  )`.execute(db)
  await sql`create index stock_move_serial__serial on stock_move_serial (serial_id)`.execute(db)

  await sql`create table stock_period (
    month timestamptz primary key,
    max_move_id bigint not null,
    ready boolean not null default false
  )`.execute(db)
  await sql`comment on table stock_period is 'Months whose openings are reckoned; max_move_id: what had been recorded when it began'`.execute(
    db,
  )
  await sql`create table stock_opening (
    month timestamptz not null,
    stock_id bigint not null,
    on_hand numeric(18,4) not null,
    allocated numeric(18,4) not null,
    frozen numeric(18,4) not null,
    primary key (month, stock_id)
  ) with (fillfactor = 90)`.execute(db)
  await sql`create table item_opening (
    month timestamptz not null,
    warehouse_id bigint not null,
    owner_id bigint not null,
    item_id bigint not null,
    on_hand numeric(18,4) not null,
    cum_in numeric(18,4) not null,
    cum_out numeric(18,4) not null,
    cum_received numeric(18,4) not null,
    cum_shipped numeric(18,4) not null,
    primary key (month, warehouse_id, item_id)
  ) with (fillfactor = 90)`.execute(db)
  await sql`comment on table item_opening is 'Balance at the start of a month, and all that ever came and went before it: a period is the difference of its edges'`.execute(
    db,
  )

  await sql`create table stock_proof (
    id bigint generated always as identity primary key,
    kind text not null constraint stock_proof__kind check (kind in ('whole','sinceOpening')),
    started_at timestamptz not null,
    ended_at timestamptz not null,
    moves bigint not null,
    differences integer not null,
    broken jsonb not null default '[]',
    by_id bigint references app_user
  )`.execute(db)
  await sql`comment on column stock_proof.broken is 'The first keys whose balance is not the sum of their ledger'`.execute(
    db,
  )

  await sql`create function refuse_ledger_change() returns trigger language plpgsql as $$
    begin raise exception 'the stock ledger is append-only' using errcode = 'SK009'; end $$`.execute(db)
  for (const table of ['stock_move', 'stock_posting', 'stock_move_serial']) {
    await sql`create trigger ${sql.id(`${table}__append_only`)} before update or delete on ${sql.table(table)}
      for each row execute function refuse_ledger_change()`.execute(db)
    await sql`create trigger ${sql.id(`${table}__no_truncate`)} before truncate on ${sql.table(table)}
      for each statement execute function refuse_ledger_change()`.execute(db)
  }

  // A posting dated before openings that are reckoned adds itself to them, in the same transaction.
  await sql`create function backdate_stock(p_posting bigint, p_at timestamptz) returns void language plpgsql as $$
    begin
      insert into stock_opening as o
        select p.month, m.stock_id, sum(m.d_on_hand), sum(m.d_allocated), sum(m.d_frozen)
        from stock_move m, stock_period p where m.posting_id = p_posting and p.month > p_at
        group by 1, 2 order by 1, 2
        on conflict (month, stock_id) do update set on_hand = o.on_hand + excluded.on_hand,
          allocated = o.allocated + excluded.allocated, frozen = o.frozen + excluded.frozen;
      insert into item_opening as o
        select p.month, m.warehouse_id, m.owner_id, m.item_id, sum(m.d_on_hand),
          coalesce(sum(m.d_on_hand) filter (where m.flow = 1), 0), coalesce(-sum(m.d_on_hand) filter (where m.flow = -1), 0),
          coalesce(sum(m.d_on_hand) filter (where m.type = 'RCV'), 0), coalesce(-sum(m.d_on_hand) filter (where m.type = 'SHP'), 0)
        from stock_move m, stock_period p where m.posting_id = p_posting and p.month > p_at
        group by 1, 2, 3, 4 order by 1, 2, 4
        on conflict (month, warehouse_id, item_id) do update set on_hand = o.on_hand + excluded.on_hand,
          cum_in = o.cum_in + excluded.cum_in, cum_out = o.cum_out + excluded.cum_out,
          cum_received = o.cum_received + excluded.cum_received, cum_shipped = o.cum_shipped + excluded.cum_shipped;
    end $$`.execute(db)

  /*
   * SK001 a key would fall below zero, or more would be allocated and frozen than is there · SK002 a later moment would ·
   * SK003 dated in the future · SK004 a serial number is not where it is taken from · SK005 one is in stock already ·
   * SK006 as many serial numbers as goods · SK007 the location is being counted. DETAIL is json of every offender.
   */
  await sql`create function post_stock(
      p_warehouse bigint, p_key text, p_doc_type text, p_doc_id bigint, p_doc_no text, p_actor bigint, p_actor_name text, p_at timestamptz,
      p_location bigint[], p_item bigint[], p_batch bigint[], p_quality text[], p_container bigint[],
      p_line bigint[], p_type text[], p_flow smallint[], p_on_hand numeric[], p_allocated numeric[], p_frozen numeric[],
      p_reverses bigint[], p_serial_seq integer[], p_serial_no text[],
      out posting_id bigint, out fresh boolean
    ) language plpgsql
      -- One plan, by index and nested loops, from the first row on: reckoned while the tables are empty it would read them whole.
      set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
    #variable_conflict use_column
    declare
      v_ids bigint[];
      v_at timestamptz;
      v_rows integer;
      v_bad jsonb;
    begin
      -- A second try waits here for the first one, and gives back what that one did.
      insert into stock_posting (warehouse_id, idem_key, doc_type, doc_id, doc_no, actor_id, actor_name)
        values (p_warehouse, p_key, p_doc_type, p_doc_id, p_doc_no, p_actor, p_actor_name)
        on conflict (warehouse_id, idem_key) do nothing returning id into posting_id;
      fresh := posting_id is not null;
      if not fresh then
        select id into posting_id from stock_posting where warehouse_id = p_warehouse and idem_key = p_key;
        return;
      end if;

      -- Missing keys first, locks after, both in the order of the key: the other way round two writers deadlock.
      insert into stock (warehouse_id, location_id, owner_id, item_id, batch_id, quality, container_id)
        select distinct p_warehouse, u.location, i.owner_id, u.item, u.batch, u.quality, u.container
        from unnest(p_location, p_item, p_batch, p_quality, p_container) u(location, item, batch, quality, container)
        join item i on i.id = u.item
        where not exists (select 1 from stock s where s.warehouse_id = p_warehouse and s.item_id = u.item
          and s.location_id = u.location and s.batch_id = u.batch and s.quality = u.quality and s.container_id = u.container)
        order by u.item, u.location, u.batch, u.quality, u.container
        on conflict do nothing;
      with locked as materialized (
        select s.id, u.o
        from unnest(p_location, p_item, p_batch, p_quality, p_container) with ordinality u(location, item, batch, quality, container, o)
        join stock s on s.warehouse_id = p_warehouse and s.item_id = u.item and s.location_id = u.location
          and s.batch_id = u.batch and s.quality = u.quality and s.container_id = u.container
        order by s.item_id, s.location_id, s.batch_id, s.quality, s.container_id for no key update of s
      ) select array_agg(id order by o) into v_ids from locked;

      -- The time is taken when the keys are held: on every key, later recorded is later dated.
      if p_at > clock_timestamp() + interval '1 minute' then
        raise exception 'stock.future' using errcode = 'SK003';
      end if;
      -- least: the clock of whoever gave the time may be a little ahead of ours.
      v_at := least(p_at, clock_timestamp());
      if p_doc_type <> 'count' then
        select jsonb_agg(jsonb_build_object('location', l.code, 'count', l.count_id)) into v_bad
        from location l where l.id = any(p_location) and l.count_id is not null;
        if v_bad is not null then
          raise exception 'stock.counting' using errcode = 'SK007', detail = v_bad::text;
        end if;
      end if;

      -- The net of each key is judged, and every key of the document: balances and ledger in one statement.
      with given as materialized (
        select * from unnest(v_ids, p_line, p_type, p_flow, p_on_hand, p_allocated, p_frozen, p_reverses)
          with ordinality u(stock_id, line, type, flow, d_on, d_al, d_fr, reverses, seq)
      ), net as (
        select stock_id, sum(d_on) as d_on, sum(d_al) as d_al, sum(d_fr) as d_fr from given group by stock_id
      ), done as (
        update stock s set on_hand = s.on_hand + n.d_on, allocated = s.allocated + n.d_al, frozen = s.frozen + n.d_fr
        from net n where s.id = n.stock_id
          and s.on_hand + n.d_on >= s.allocated + n.d_al + s.frozen + n.d_fr
          and s.allocated + n.d_al >= 0 and s.frozen + n.d_fr >= 0
        returning s.id, s.owner_id, s.item_id, s.on_hand - n.d_on as b_on, s.allocated - n.d_al as b_al, s.frozen - n.d_fr as b_fr
      ), written as (
        insert into stock_move (posting_id, seq, warehouse_id, stock_id, owner_id, item_id, doc_line, type, flow,
          d_on_hand, d_allocated, d_frozen, on_hand, allocated, frozen, reverses_id, occurred_at)
        select post_stock.posting_id, g.seq, p_warehouse, g.stock_id, d.owner_id, d.item_id, g.line, g.type, g.flow, g.d_on, g.d_al, g.d_fr,
          d.b_on + sum(g.d_on) over w, d.b_al + sum(g.d_al) over w, d.b_fr + sum(g.d_fr) over w, g.reverses, v_at
        from given g join done d on d.id = g.stock_id
        window w as (partition by g.stock_id order by g.seq) order by g.seq
        returning 1
      ) select count(*) into v_rows from written;
      if v_rows <> cardinality(p_location) then
        select jsonb_agg(jsonb_build_object('item', i.item_no, 'location', l.code, 'batch', b.batch_no,
          'free', trim_scale(s.on_hand - s.allocated - s.frozen)::text,
          'asked', trim_scale(greatest(-n.d_on, n.d_al + n.d_fr, -n.d_al, -n.d_fr))::text) order by n.line) into v_bad
        from (select u.stock_id, sum(d_on) as d_on, sum(d_al) as d_al, sum(d_fr) as d_fr, min(u.line) as line
          from unnest(v_ids, p_on_hand, p_allocated, p_frozen, p_line) u(stock_id, d_on, d_al, d_fr, line) group by 1) n
        join stock s on s.id = n.stock_id join item i on i.id = s.item_id join location l on l.id = s.location_id
        join batch b on b.id = s.batch_id
        where s.on_hand + n.d_on < s.allocated + n.d_al + s.frozen + n.d_fr or s.allocated + n.d_al < 0 or s.frozen + n.d_fr < 0;
        raise exception 'stock.short' using errcode = 'SK001', detail = v_bad::text;
      end if;

      -- Dated back: no moment between then and now may turn out to have been below zero.
      if p_at is not null then
        select jsonb_agg(jsonb_build_object('item', i.item_no, 'location', l.code, 'batch', b.batch_no, 'since', x.since, 'onHand', trim_scale(x.on_hand)::text)
          order by x.since) into v_bad
        from (
          select distinct on (t.stock_id) t.stock_id, t.since, t.on_hand from (
            select m.stock_id, greatest(v_at, lag(m.occurred_at) over o) as since,
              s.on_hand - sum(m.d_on) over r as on_hand, s.allocated - sum(m.d_al) over r as allocated, s.frozen - sum(m.d_fr) over r as frozen
            from (select stock_id, occurred_at, sum(d_on_hand) as d_on, sum(d_allocated) as d_al, sum(d_frozen) as d_fr
              from stock_move where stock_id = any(v_ids) and occurred_at > v_at group by 1, 2) m
            join stock s on s.id = m.stock_id
            window o as (partition by m.stock_id order by m.occurred_at),
              r as (partition by m.stock_id order by m.occurred_at desc rows unbounded preceding)
          ) t where t.on_hand < t.allocated + t.frozen or t.allocated < 0 or t.frozen < 0
          order by t.stock_id, t.since
        ) x join stock s on s.id = x.stock_id join item i on i.id = s.item_id join location l on l.id = s.location_id
        join batch b on b.id = s.batch_id;
        if v_bad is not null then
          raise exception 'stock.wasShort' using errcode = 'SK002', detail = v_bad::text;
        end if;
      end if;

      perform post_serials(post_stock.posting_id, p_serial_seq, p_serial_no);
      -- One look at a tiny table; nothing is written for what is dated in the open month.
      if exists (select 1 from stock_period where month > v_at) then
        perform backdate_stock(post_stock.posting_id, v_at);
      end if;
    end $$`.execute(db)

  await sql`create function post_serials(p_posting bigint, p_seq integer[], p_no text[]) returns void language plpgsql as $$
    declare
      v_bad jsonb;
    begin
      select jsonb_agg(jsonb_build_object('item', x.item_no, 'line', x.doc_line, 'given', x.given, 'needed', trim_scale(x.needed)::text)) into v_bad
      from (
        select i.item_no, m.doc_line, abs(m.d_on_hand) as needed,
          (select count(distinct u.no) from unnest(p_seq, p_no) u(seq, no) where u.seq = m.seq) as given
        from stock_move m join item i on i.id = m.item_id
        where m.posting_id = p_posting and m.d_on_hand <> 0 and i.serial_controlled
      ) x where x.given <> x.needed;
      if v_bad is not null then
        raise exception 'stock.serialCount' using errcode = 'SK006', detail = v_bad::text;
      end if;
      if coalesce(cardinality(p_seq), 0) = 0 then
        return;
      end if;
      -- Out first, in after: a move takes a number from one key and puts it on another.
      with given as (
        select m.item_id, m.stock_id, u.no from unnest(p_seq, p_no) u(seq, no)
        join stock_move m on m.posting_id = p_posting and m.seq = u.seq where m.d_on_hand < 0
      ), taken as (
        update item_serial s set stock_id = null from given g
        where s.item_id = g.item_id and s.serial_no = g.no and s.stock_id = g.stock_id returning s.item_id, s.serial_no
      ) select jsonb_agg(g.no order by g.no) into v_bad from given g
        where not exists (select 1 from taken t where t.item_id = g.item_id and t.serial_no = g.no);
      if v_bad is not null then
        raise exception 'stock.serialElsewhere' using errcode = 'SK004', detail = v_bad::text;
      end if;
      with given as (
        select m.item_id, m.stock_id, u.no from unnest(p_seq, p_no) u(seq, no)
        join stock_move m on m.posting_id = p_posting and m.seq = u.seq where m.d_on_hand > 0
      ), put as (
        insert into item_serial as s (item_id, serial_no, stock_id) select item_id, no, stock_id from given order by item_id, no
        on conflict (item_id, serial_no) do update set stock_id = excluded.stock_id where s.stock_id is null
        returning s.item_id, s.serial_no
      ) select jsonb_agg(g.no order by g.no) into v_bad from given g
        where not exists (select 1 from put p where p.item_id = g.item_id and p.serial_no = g.no);
      if v_bad is not null then
        raise exception 'stock.serialTaken' using errcode = 'SK005', detail = v_bad::text;
      end if;
      insert into stock_move_serial (move_id, serial_id)
        select m.id, s.id from unnest(p_seq, p_no) u(seq, no)
        join stock_move m on m.posting_id = p_posting and m.seq = u.seq
        join item_serial s on s.item_id = m.item_id and s.serial_no = u.no;
    end $$`.execute(db)

  // Reckons the opening of a month that stock_period has marked: the one before it and what was recorded since.
  await sql`create procedure build_stock_opening(p_month timestamptz) language plpgsql as $$
    declare
      v_prev timestamptz;
      v_max bigint;
    begin
      select max_move_id into v_max from stock_period where month = p_month and not ready for update;
      if not found then return; end if;
      select max(month) into v_prev from stock_period where month < p_month and ready;
      -- What was dated back since the mark has added itself to both months: taken out of the earlier one again.
      insert into stock_opening as o
        select p_month, stock_id, sum(a), sum(b), sum(c) from (
          select stock_id, on_hand a, allocated b, frozen c from stock_opening where month = v_prev
          union all select stock_id, -d_on_hand, -d_allocated, -d_frozen from stock_move
            where v_prev is not null and id > v_max and occurred_at < v_prev
          union all select stock_id, d_on_hand, d_allocated, d_frozen from stock_move
            where id <= v_max and occurred_at < p_month and (v_prev is null or occurred_at >= v_prev)
        ) x group by stock_id having sum(a) <> 0 or sum(b) <> 0 or sum(c) <> 0 order by stock_id
        on conflict (month, stock_id) do update set on_hand = o.on_hand + excluded.on_hand,
          allocated = o.allocated + excluded.allocated, frozen = o.frozen + excluded.frozen;
      insert into item_opening as o
        select p_month, warehouse_id, min(owner_id), item_id, sum(a), sum(i), sum(u), sum(r), sum(s) from (
          select warehouse_id, owner_id, item_id, on_hand a, cum_in i, cum_out u, cum_received r, cum_shipped s
            from item_opening where month = v_prev
          union all select warehouse_id, owner_id, item_id, -d_on_hand,
              case when flow = 1 then -d_on_hand else 0 end, case when flow = -1 then d_on_hand else 0 end,
              case when type = 'RCV' then -d_on_hand else 0 end, case when type = 'SHP' then d_on_hand else 0 end
            from stock_move where v_prev is not null and id > v_max and occurred_at < v_prev
          union all select warehouse_id, owner_id, item_id, d_on_hand,
              case when flow = 1 then d_on_hand else 0 end, case when flow = -1 then -d_on_hand else 0 end,
              case when type = 'RCV' then d_on_hand else 0 end, case when type = 'SHP' then -d_on_hand else 0 end
            from stock_move where id <= v_max and occurred_at < p_month and (v_prev is null or occurred_at >= v_prev)
        ) x group by warehouse_id, item_id order by warehouse_id, item_id
        on conflict (month, warehouse_id, item_id) do update set on_hand = o.on_hand + excluded.on_hand,
          cum_in = o.cum_in + excluded.cum_in, cum_out = o.cum_out + excluded.cum_out,
          cum_received = o.cum_received + excluded.cum_received, cum_shipped = o.cum_shipped + excluded.cum_shipped;
      update stock_period set ready = true where month = p_month;
    end $$`.execute(db)
}
