import { createWriteStream } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { importColumns } from '../server/src/modules/waybills/import/columns.ts'
import { writeExcel } from '../server/src/platform/excel/write.ts'
import { answerOf, type Bench, post } from './calls.ts'
import { prepareFreight } from './freight.ts'
import { runTag } from './generate.ts'
import { compare, drive, median, type Target } from './load.ts'
import { everyPart, give, perSecond, type Row, rates, ratio } from './scenarios.ts'
import { full } from './smoke.ts'

/** Placing, importing, signing. */

type Ids = { outlet: number; customers: number[]; user: number }

const insertWaybill = `insert into waybill (waybill_no, outlet_id, customer_id, source, biz_date, trans_mode, service_type, carriage, pickup_way, delivery_way,
    receipt_requirement, receipt_copies, urgent, hold, cod_amount, pay_method, shipper_name, shipper_phone, shipper_region, shipper_region_name, shipper_city,
    shipper_address, consignee_name, consignee_phone, consignee_region, consignee_region_name, consignee_city, consignee_address, goods_name, pieces, weight,
    volume, declared_value, state, search, created_by, chain_at, price_state, receivable, freight)
  values ($1,$2,$3,'office',current_date,'road','normal','part','pickup','delivery','none',0,false,false,0,'monthly','王','13922104475','440111','广东省 广州市 白云区',
    '广州','石湖路88号','陈','13922104475','440111','广东省 广州市 白云区','广州','石湖路88号','货物',24,123,7.5,0,'placed',$5,$4,now(),'reviewed',98.8,98.8)
  returning id`

/** Placed by hand, at the price of a rate, by customers with a credit limit; then from a file; then signed. */
export async function writes(bench: Bench): Promise<Row[]> {
  await prepareFreight(bench)
  const ids = await parties(bench)
  const tag = runTag()
  return [...(await placing(bench, ids, tag)), await importing(bench, ids, tag), ...(await signing(bench, ids, tag))]
}

/** An outlet, and customers that have a rate, with a limit nobody reaches. */
async function parties({ pool }: Bench): Promise<Ids> {
  const { rows } = await pool.query<{ id: number }>(
    `update company set credit_limit = 900000000 where id in (
       select company_id from transport_price where company_id is not null and status = 'active' order by id offset 9 limit 64)
     returning id`,
  )
  const one = await pool.query<{ outlet: number; user: number }>(
    `select (select id from company where roles @> '{own}' order by id limit 1) as outlet, (select id from app_user limit 1) as user`,
  )
  if (one.rows[0] === undefined || rows.length === 0) throw new Error('no companies')
  return { ...one.rows[0], customers: rows.map(({ id }) => id) }
}

async function placing(bench: Bench, { outlet, customers, user }: Ids, tag: string): Promise<Row[]> {
  let turn = 0
  const waybill = (customerId: number) => {
    turn += 1
    return {
      outletId: outlet,
      customerId,
      customerNo: `${tag}-${turn}`,
      bizDate: '2026-11-20',
      deliveryWay: 'delivery',
      payMethod: 'monthly',
      ...everyPart,
      place: true,
    }
  }
  const [first = 0] = customers
  const { id } = await post<{ id: number }>(bench, 'Waybills/CreateWaybill', waybill(first))
  const sample = (
    await bench.pool.query<
      Record<'search' | 'state', string> & Record<'payload' | 'fields' | 'explanation', unknown> & { outlet_id: number }
    >(
      `select w.search, w.price_state as state, e.payload, p.fields, c.explanation, c.outlet_id from waybill w join waybill_event e on e.waybill_id = w.id and e.seq = 1
       join waybill_event_personal p on p.waybill_id = w.id and p.seq = 1 join charge c on c.waybill_id = w.id where w.id = $1`,
      [id],
    )
  ).rows[0]
  if (sample?.state !== 'reviewed') throw new Error('what is placed is not priced by a rate')
  // What has to be read and written for one waybill, a statement each; the same text as the product's rows have, for its index.
  const { goods } = everyPart
  await give(bench, 'place', [
    { sql: 'select id as customer, name, enabled, blacklisted from company where id = $1', parameters: [first] },
    { sql: 'select id as outlet from company where id = $1', parameters: [outlet] },
    { sql: insertWaybill, parameters: ['$turn', outlet, first, user, sample.search] },
    {
      sql: `insert into waybill_goods (waybill_id, seq, name, type, package, pieces, weight, volume, declared_value) values ${goods.map((_, i) => `($1,${i + 1},$${i * 4 + 2},'other','carton',$${i * 4 + 3},$${i * 4 + 4},$${i * 4 + 5},0)`).join(',')}`,
      parameters: ['$id', ...goods.flatMap((line) => [line.name, line.pieces, line.weight, line.volume])],
    },
    {
      sql: `insert into bench_event (waybill_id, seq, type, payload, at, by_id, by_name, prev_hash, hash) values ($1,1,'created',$2,now(),$3,'bench',$4,$4)`,
      parameters: ['$id', JSON.stringify(sample.payload), user, '\\x00'],
    },
    {
      sql: 'insert into bench_event_personal (waybill_id, seq, salt, fields) values ($1,1,$2,$3)',
      parameters: ['$id', '\\x00', JSON.stringify(sample.fields)],
    },
    { sql: `select nextval('act_id') as act`, parameters: [] },
    {
      sql: `insert into piece_movement (waybill_id, act_id, from_place, from_id, to_place, to_id, pieces, at) values ($1, currval('act_id'), 'none', 0, 'shipper', 0, 24, now())`,
      parameters: ['$id'],
    },
    {
      sql: `insert into piece_place (waybill_id, place, place_id, pieces) values ($1, 'shipper', 0, 24)`,
      parameters: ['$id'],
    },
    {
      sql: `insert into track (waybill_id, node, at, text, source, visible, by_id, by_name) values ($1, 'placed', now(), '开单', 'system', true, $2, 'bench')`,
      parameters: ['$id', user],
    },
    {
      sql: `insert into charge (waybill_id, outlet_id, day, seq, fee_item, direction, company_id, amount, source, approved, quoted, explanation, created_by, updated_by)
        values ($1, ${sample.outlet_id}, current_date, 1, 'freight', 'receivable', $2, 98.8, 'quote', true, 98.8, $3, $4, $4)`,
      parameters: ['$id', first, JSON.stringify(sample.explanation), user],
    },
  ])
  const rows: Row[] = []
  for (const [name, connections, many] of [
    ['c1', 1, true],
    ['c8', 8, true],
    ['c8, all for one customer', 8, false],
  ] as const) {
    bench.say(`placing, ${name}`)
    const place: Target = {
      url: `${bench.ours}/api/Waybills/CreateWaybill`,
      method: 'POST',
      headers: { token: bench.token },
      body: () => JSON.stringify(waybill(many ? (customers[turn % customers.length] as number) : first)),
    }
    const limit = { url: `${bench.bare}/write/place`, method: 'POST', body: '{}' } as const
    const found = await compare(place, limit, connections, 3)
    rows.push(rates(`placing with 3 goods lines, priced by a rate, within a credit limit, ${name}`, found, '≥ 0.5'))
  }
  return rows
}

/** 10,000 rows from the uploaded file to placed waybills, against inserting as many bare rows in one transaction. */
async function importing(bench: Bench, { outlet }: Ids, tag: string): Promise<Row> {
  const count = full(10_000, 200)
  bench.say(`importing ${count} rows`)
  const customer = (
    await bench.pool.query<{ name: string }>(
      `select name from company where roles @> '{customer}' order by id offset 5 limit 1`,
    )
  ).rows[0]?.name as string
  const cells = (i: number) =>
    ({
      customer,
      customerNo: `${tag}-I${i}`,
      bizDate: '2026-11-19',
      shipperName: '王志强',
      shipperPhone: '13857112086',
      shipperProvince: '浙江省',
      shipperCity: '杭州市',
      shipperCounty: '余杭区',
      shipperAddress: `良睦路${i}号`,
      consigneeName: '陈国强',
      consigneePhone: '13922104475',
      consigneeProvince: '广东省',
      consigneeCity: '广州市',
      consigneeCounty: '白云区',
      consigneeAddress: `石湖路${i}号`,
      goods: '电子配件',
      package: '纸箱',
      pieces: String(1 + (i % 40)),
      weight: '12.5',
      volume: '0.25',
      deliveryWay: '送货',
      payMethod: '月结',
      receipt: '签回单',
    }) as Record<string, string>
  const file = path.join(bench.dir, 'import.xlsx')
  async function* sheet() {
    for (let start = 0; start < count; start += 500)
      yield Array.from({ length: 500 }, (_, i) => importColumns.map((column) => cells(start + i)[column.key] ?? ''))
  }
  await pipeline(
    writeExcel({
      sheet: '运单',
      columns: importColumns.map((column) => ({ title: column.titles.zh, width: 12, type: 'text' as const })),
      rows: sheet(),
    }),
    createWriteStream(file),
  )
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(await readFile(file))]), 'import.xlsx')
  const upload = `${bench.ours}/api/FileUpload/FileUpload`
  const stored = await answerOf<{ FileID: number }>(
    upload,
    await fetch(upload, { method: 'POST', headers: { token: bench.token }, body: form }),
  )
  const began = performance.now()
  await post(bench, 'Imports/RunImport', {
    page: 'taskList',
    fileId: stored.FileID,
    mode: 'whole',
    outletId: outlet,
    place: true,
  })
  const ours = (performance.now() - began) / 1000
  await writeFile(file, '')
  const bareBegan = performance.now()
  const client = await bench.pool.connect()
  try {
    await client.query('begin')
    await client.query(`create temp table copied on commit drop as select * from waybill where customer_no like $1`, [
      `${tag}-I%`,
    ])
    await client.query(
      `update copied set id = nextval(pg_get_serial_sequence('waybill','id')), waybill_no = waybill_no || 'B', customer_no = customer_no || 'B', import_id = null,
         chain_seq = 0, chain_hash = decode(repeat('00', 32), 'hex')`,
    )
    // What the database calculates itself cannot be copied.
    const { rows } = await client.query<{ columns: string }>(
      `select string_agg(quote_ident(attname), ', ') as columns from pg_attribute
       where attrelid = 'waybill'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    )
    const columns = rows[0]?.columns
    await client.query(`insert into waybill (${columns}) overriding system value select ${columns} from copied`)
    await client.query(
      `insert into waybill_goods (waybill_id, seq, name, type, package, pieces, weight, volume, declared_value) select id, 1, goods_name, 'other', 'carton', pieces, weight, volume, 0 from copied`,
    )
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
  const bare = (performance.now() - bareBegan) / 1000
  return {
    name: `importing ${count} rows (file read, checked, placed, hashed)`,
    ours: `${ours.toFixed(1)} s, ${perSecond(count / ours)}`,
    limit: `${bare.toFixed(1)} s (insert … select, no file)`,
    ratio: ratio(bare / ours),
    aim: '—',
  }
}

/** Signing waybills that wait for their consignees, by one clerk and by many, against a bare update and two inserts. */
async function signing(bench: Bench, { outlet }: Ids, tag: string): Promise<Row[]> {
  bench.say('signing')
  const ready = await bench.pool.query<{ id: number }>(
    `
    with w as (select id, pieces from waybill where customer_no like $1 and state = 'placed' limit 4000),
    moved as (insert into piece_movement (waybill_id, act_id, from_place, from_id, to_place, to_id, pieces, at) select id, nextval('act_id'), 'shipper', 0, 'pickup', $2, pieces, now() - interval '1 hour' from w),
    gone as (update piece_place p set pieces = 0 from w where p.waybill_id = w.id and p.place = 'shipper'),
    here as (insert into piece_place (waybill_id, place, place_id, pieces) select id, 'pickup', $2, pieces from w)
    update waybill set state = 'awaitingPickup', unarranged = 0 from w where waybill.id = w.id returning waybill.id`,
    [`${tag}-I%`, outlet],
  )
  const queue = ready.rows.map((row) => row.id)
  const pieces = new Map(
    (
      await bench.pool.query<{ id: number; pieces: number }>('select id, pieces from waybill where id = any($1)', [
        queue,
      ])
    ).rows.map((row) => [row.id, row.pieces]),
  )
  await give(bench, 'sign', [
    {
      sql: `select id from waybill where id > (select (max(id) * random())::bigint from waybill) order by id limit 1`,
      parameters: [],
    },
    {
      sql: `insert into piece_movement (waybill_id, act_id, from_place, from_id, to_place, to_id, pieces, at) values ($1, nextval('act_id'), 'none', 0, 'shipper', 0, 1, now())`,
      parameters: ['$id'],
    },
    {
      sql: `insert into track (waybill_id, node, at, text, source, visible, by_name) values ($1, 'sign', now(), '1', 'system', true, 'bench')`,
      parameters: ['$id'],
    },
    { sql: `update waybill set version = version + 1 where id = $1`, parameters: ['$id'] },
  ])
  const at = new Date(Date.now() - 60_000).toISOString()
  const next = () => {
    const id = queue.pop() ?? 0
    return { id, signed: pieces.get(id) ?? 1, signer: '陈国强', signedAt: at }
  }
  const target: Target = {
    url: `${bench.ours}/api/Waybills/SignWaybill`,
    method: 'POST',
    headers: { token: bench.token },
    body: () => JSON.stringify(next()),
  }
  const limit = { url: `${bench.bare}/write/sign`, method: 'POST', body: '{}' } as const
  const alone = rates('signing, c1', await compare(target, limit, 1, 3), '≥ 0.4')
  await give(bench, 'signWhole', bareSigning)
  const [clerks, count] = [16, full(200, 32)]
  const ours: number[] = []
  const theirs: number[] = []
  for (let round = 0; round < full(5, 1); round += 1) {
    const sign = () => post(bench, 'Waybills/SignWaybill', next()).then(() => true)
    ours.push((await drive(clerks, count, sign)).perSecond)
    const bare = () => isAnswered({ ...limit, url: `${bench.bare}/write/signWhole` })
    theirs.push((await drive(clerks, count, bare)).perSecond)
  }
  const together = { ours: { perSecond: median(ours) }, limit: { perSecond: median(theirs) } }
  return [alone, rates(`signing ${count} waybills by ${clerks} clerks, against the same rows`, together, '≥ 0.5')]
}

/** The same rows of any waybill, a statement a table: its state and the head of its chain stay what they are. */
const bareSigning = [
  {
    sql: `select id from waybill where id > (select (max(id) * random())::bigint from waybill) order by id limit 1 for update`,
    parameters: [],
  },
  {
    sql: `insert into piece_movement (waybill_id, act_id, from_place, from_id, to_place, to_id, pieces, at) values ($1, nextval('act_id'), 'none', 0, 'shipper', 0, 1, now())`,
    parameters: ['$id'],
  },
  {
    sql: `update piece_place set pieces = pieces where waybill_id = $1`,
    parameters: ['$id'],
  },
  {
    sql: `insert into piece_place (waybill_id, place, place_id, pieces) values ($1, 'refused', 1, 0)
      on conflict (waybill_id, place, place_id, line_id) do update set pieces = excluded.pieces`,
    parameters: ['$id'],
  },
  {
    sql: `insert into signing (waybill_id, act_id, from_place, from_id, signer, signed_at, signed, refused, short, collected, waived, undone)
      values ($1, currval('act_id'), 'pickup', 1, '陈国强', now(), 1, 0, 0, 0, false, true)`,
    parameters: ['$id'],
  },
  {
    sql: `insert into track (waybill_id, node, at, text, source, visible, by_name) values ($1, 'sign', now(), '1', 'system', true, 'bench')`,
    parameters: ['$id'],
  },
  {
    sql: `insert into bench_event (waybill_id, seq, type, payload, at, by_id, by_name, prev_hash, hash)
      select $1, coalesce(max(seq), 0) + 1, 'signed', '{"params":{"signed":1,"refused":0,"short":0,"damaged":0,"collected":"0"}}', now(), 1, 'bench',
        decode(repeat('00', 32), 'hex'), decode(repeat('00', 32), 'hex') from bench_event where waybill_id = $1`,
    parameters: ['$id'],
  },
  {
    sql: `insert into bench_event_personal (waybill_id, seq, salt, fields) select waybill_id, max(seq), '\\x00', '{"signer":"陈国强"}' from bench_event
      where waybill_id = $1 group by 1`,
    parameters: ['$id'],
  },
  {
    sql: `update waybill set state = state, state_pieces = state_pieces, unarranged = unarranged, chain_hash = chain_hash, chain_at = now() where id = $1`,
    parameters: ['$id'],
  },
]

async function isAnswered({ url, method, body }: { url: string; method: 'POST'; body: string }): Promise<boolean> {
  await answerOf(url, await fetch(url, { method, body, headers: { 'content-type': 'application/json' } }))
  return true
}
