import { createWriteStream } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { pageKeys } from '@xunyun/contract/pages'
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type pg from 'pg'
import { importColumns } from '../server/src/modules/waybills/import/columns.ts'
import { conditionsOf, rowColumns, rowJoins } from '../server/src/modules/waybills/queries.ts'
import type { Actor } from '../server/src/platform/actor.ts'
import type { Db } from '../server/src/platform/db.ts'
import { writeExcel } from '../server/src/platform/excel/write.ts'
import { runTag } from './generate.ts'
import { compare, median, type Target, time } from './load.ts'

export type Bench = {
  pool: pg.Pool
  db: Db
  ours: string
  bare: string
  token: string
  password: string
  dir: string
  say: (line: string) => void
}
export type Row = { name: string; ours: string; limit: string; ratio: string; aim: string }

/** Who asks in the bench: the administrator, with every right and no scope. */
export const everything: Actor = {
  userId: 1,
  account: '',
  name: '',
  sessionId: 0,
  outletId: null,
  scope: { kind: 'all' },
  warehouses: null,
  rights: new Map(pageKeys.map((page) => [page, { browse: true, edit: true, approve: true }] as const)),
  mustChangePassword: false,
  language: 'zh',
}
const perSecond = (value: number) => `${value.toFixed(0)}/s`
export const ms = (value: number) => `${value < 10 ? value.toFixed(2) : value.toFixed(0)} ms`
export const ratio = (value: number) => value.toFixed(2)

/** The list's own statement, to be run by the bare server. */
function listStatement(bench: Bench, filter: Parameters<typeof conditionsOf>[1]) {
  const compiled = sql`
    select ${rowColumns}, p.k::text as k from (
      select w.id, w.created_at as k from waybill w where ${conditionsOf(everything, filter)} order by w.created_at desc, w.id desc limit 51
    ) p join waybill w on w.id = p.id ${rowJoins} order by p.k desc, p.id desc`.compile(
    bench.db as unknown as Kysely<unknown>,
  )
  return { sql: compiled.sql, parameters: [...compiled.parameters] }
}

export const give = (bench: Bench, name: string, list: { sql: string; parameters: unknown[] }[]) =>
  fetch(`${bench.bare}/statements`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name, list }),
  })

const headers = (bench: Bench) => ({ token: bench.token })

/** Lists, pages deep inside, totals. */
export async function reads(bench: Bench): Promise<Row[]> {
  const rows: Row[] = []
  const list = `${bench.ours}/api/Waybills/GetWaybills`
  const big = (
    await bench.pool.query('select customer_id as id from waybill group by 1 order by count(*) desc limit 1')
  ).rows[0].id as number
  const filter = { customerId: big }
  await give(bench, 'list', [listStatement(bench, filter)])
  for (const connections of [1, 16]) {
    bench.say(`list, ${connections} at a time`)
    const { ours, limit } = await compare(
      { url: `${list}?customerId=${big}&sort=createdAt&dir=desc`, headers: headers(bench) },
      { url: `${bench.bare}/read/list` },
      connections,
    )
    rows.push({
      name: `list of 50, filtered and sorted, c${connections}`,
      ours: perSecond(ours.perSecond),
      limit: perSecond(limit.perSecond),
      ratio: ratio(ours.perSecond / limit.perSecond),
      aim: '≥ 0.5',
    })
  }

  bench.say('pages deep inside')
  const first = await time(list, headers(bench))
  const middle = (
    await bench.pool.query<{ k: string; id: number }>(
      'select created_at::text as k, id from waybill order by created_at desc, id desc offset (select count(*) / 2 from waybill) limit 1',
    )
  ).rows[0]
  const cursor = Buffer.from(JSON.stringify([middle?.k, Number(middle?.id)])).toString('base64url')
  const deep = await time(`${list}?after=${cursor}`, headers(bench))
  rows.push({
    name: 'next page by cursor, half-way down',
    ours: ms(deep),
    limit: `${ms(first)} (first page)`,
    ratio: ratio(deep / first),
    aim: '≤ 2 × the first',
  })
  const jump = await time(`${list}?page=10000`, headers(bench), 7)
  const offset = async () => {
    const began = performance.now()
    await bench.pool.query(
      'select id from waybill where not is_deleted order by created_at desc, id desc limit 51 offset 499950',
    )
    return performance.now() - began
  }
  const bareJump = median([await offset(), await offset(), await offset(), await offset(), await offset()])
  rows.push({
    name: 'jump to page 10,000',
    ours: ms(jump),
    limit: `${ms(bareJump)} (ids only)`,
    ratio: ratio(jump / bareJump),
    aim: '—',
  })

  bench.say('totals')
  const today = (await bench.pool.query<{ d: string }>('select max(biz_date) as d from waybill')).rows[0]?.d as string
  const from = new Date(Date.parse(today) - 30 * 86_400_000).toISOString().slice(0, 10)
  for (const [name, query, where] of [
    ['totals and tabs, 30 days', `?bizFrom=${from}&bizTo=${today}`, `biz_date between '${from}' and '${today}'`],
    ['totals and tabs, all', '', 'true'],
  ] as const) {
    const ours = await time(`${bench.ours}/api/Waybills/GetWaybillTotals${query}`, headers(bench), 5)
    const bare: number[] = []
    for (let i = 0; i < 5; i += 1) {
      const began = performance.now()
      await bench.pool.query(
        `select state, count(*), sum(pieces), sum(weight), sum(volume) from waybill where not is_deleted and ${where} group by state`,
      )
      bare.push(performance.now() - began)
    }
    rows.push({ name, ours: ms(ours), limit: ms(median(bare)), ratio: ratio(ours / median(bare)), aim: '—' })
  }
  return rows
}

/** Search terms of each kind against looking up an exact number. */
export async function searches(bench: Bench): Promise<Row[]> {
  const one = (
    await bench.pool.query<{ no: string; phone: string }>(
      `select waybill_no as no, consignee_phone as phone from waybill where id = (select max(id) / 3 from waybill)`,
    )
  ).rows[0]
  const rare = await rareNames(bench)
  const exact = await time(`${bench.ours}/api/Waybills/GetWaybills?q=${one?.no}`, headers(bench))
  const rows: Row[] = [{ name: 'search: a whole waybill number', ours: ms(exact), limit: '—', ratio: '1', aim: '—' }]
  for (const [name, term] of [
    ['2 Chinese characters', rare[0]],
    ['3 Chinese characters', rare[1]],
    ['6 digits of a phone', one?.phone.slice(3, 9)],
    ['a common one', '水泵'],
  ] as const) {
    bench.say(`search ${name}`)
    const found = await bench.pool.query<{ n: number }>(
      'select count(*) as n from (select 1 from waybill where search like $1 limit 50001) x',
      [await patternOf(term ?? '')],
    )
    const took = await time(
      `${bench.ours}/api/Waybills/GetWaybills?q=${encodeURIComponent(term ?? '')}`,
      headers(bench),
    )
    rows.push({
      name: `search: ${name} (${found.rows[0]?.n} rows)`,
      ours: ms(took),
      limit: `${ms(exact)} (exact)`,
      ratio: ratio(took / exact),
      aim: Number(found.rows[0]?.n) <= 1000 ? '≤ 10 ×' : '—',
    })
  }
  return rows
}

const patternOf = async (term: string) => (await import('../server/src/platform/search.ts')).searchPattern(term)

/** Names that few waybills hold: of two and of three characters. */
async function rareNames(bench: Bench): Promise<[string, string]> {
  const of = async (length: number) =>
    (
      await bench.pool.query<{ name: string }>(
        `select consignee_name as name from waybill tablesample system (1) where length(consignee_name) = $1 group by 1 order by count(*) limit 1`,
        [length],
      )
    ).rows[0]?.name ?? '鹤翥'
  return [await of(2), await of(3)]
}

const goods = [1, 2, 3].map((i) => ({
  name: `货物${i}`,
  package: 'carton',
  pieces: i * 4,
  weight: `${i * 20}.5`,
  volume: `${i}.25`,
}))
const party = (name: string) => ({ name, phone: '13922104475', region: '440111', address: '石湖路88号' })

/** What a placed waybill carries: both parties and three lines of goods. */
export const everyPart = { shipper: party('王志强'), consignee: party('陈国强'), goods }

/** Placing, importing, signing. */
export async function writes(bench: Bench): Promise<Row[]> {
  const rows: Row[] = []
  const ids = (
    await bench.pool.query<{ outlet: number; customer: number; user: number }>(
      `select (select id from company where roles @> '{own}' order by id limit 1) as outlet, (select id from company where roles @> '{customer}' order by id offset 9 limit 1) as customer, (select id from app_user limit 1) as user`,
    )
  ).rows[0]
  if (ids === undefined) throw new Error('no companies')
  const sample = (
    await bench.pool.query<{ search: string; payload: unknown; fields: unknown }>(
      `select search, e.payload, p.fields from waybill w join waybill_event e on e.waybill_id = w.id and e.seq = 1 left join waybill_event_personal p on p.waybill_id = w.id and p.seq = 1 order by w.id desc limit 1`,
    )
  ).rows[0]
  // The product's own statements of one placing, in its order.
  await give(bench, 'place', [
    { sql: 'select id as customer, name, enabled, blacklisted from company where id = $1', parameters: [ids.customer] },
    { sql: 'select id as outlet from company where id = $1', parameters: [ids.outlet] },
    {
      sql: `insert into waybill (waybill_no, outlet_id, customer_id, source, biz_date, trans_mode, service_type, carriage, pickup_way, delivery_way, receipt_requirement, receipt_copies, urgent, hold, cod_amount, pay_method, shipper_name, shipper_phone, shipper_region, shipper_region_name, shipper_city, shipper_address, consignee_name, consignee_phone, consignee_region, consignee_region_name, consignee_city, consignee_address, goods_name, pieces, weight, volume, declared_value, state, search, created_by, chain_at)
        values ($1,$2,$3,'office',current_date,'road','normal','part','pickup','delivery','none',0,false,false,0,'monthly','王','13922104475','440111','广东省 广州市 白云区','广州','石湖路88号','陈','13922104475','440111','广东省 广州市 白云区','广州','石湖路88号','货物',24,123,7.5,0,'placed',$5,$4,now()) returning id`,
      // The same text as the product's rows have: its index is a part of the limit.
      parameters: ['$turn', ids.outlet, ids.customer, ids.user, sample?.search],
    },
    {
      sql: `insert into waybill_goods (waybill_id, seq, name, type, package, pieces, weight, volume, declared_value) values ${goods.map((_, i) => `($1,${i + 1},$${i * 4 + 2},'other','carton',$${i * 4 + 3},$${i * 4 + 4},$${i * 4 + 5},0)`).join(',')}`,
      parameters: ['$id', ...goods.flatMap((line) => [line.name, line.pieces, line.weight, line.volume])],
    },
    {
      sql: `insert into bench_event (waybill_id, seq, type, payload, at, by_id, by_name, prev_hash, hash) values ($1,1,'created',$2,now(),$3,'bench',$4,$4)`,
      parameters: ['$id', JSON.stringify(sample?.payload), ids.user, '\\x00'],
    },
    {
      sql: 'insert into waybill_event_personal (waybill_id, seq, salt, fields) values ($1,1,$2,$3)',
      parameters: ['$id', '\\x00', JSON.stringify(sample?.fields)],
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
      parameters: ['$id', ids.user],
    },
  ])
  const tag = runTag()
  let turn = 0
  const place: Target = {
    url: `${bench.ours}/api/Waybills/CreateWaybill`,
    method: 'POST',
    headers: headers(bench),
    body: () => {
      turn += 1
      return JSON.stringify({
        outletId: ids.outlet,
        customerId: ids.customer,
        customerNo: `${tag}-${turn}`,
        bizDate: '2026-11-20',
        deliveryWay: 'delivery',
        payMethod: 'monthly',
        ...everyPart,
        place: true,
      })
    },
  }
  for (const connections of [1, 8]) {
    bench.say(`placing, ${connections} at a time`)
    const { ours, limit } = await compare(
      place,
      { url: `${bench.bare}/write/place`, method: 'POST', body: '{}' },
      connections,
      3,
    )
    rows.push({
      name: `placing with 3 goods lines, c${connections}${ours.errors + limit.errors > 0 ? ` (${ours.errors} + ${limit.errors} errors)` : ''}`,
      ours: perSecond(ours.perSecond),
      limit: perSecond(limit.perSecond),
      ratio: ratio(ours.perSecond / limit.perSecond),
      aim: '≥ 0.5',
    })
  }
  rows.push(await importing(bench, tag), await signing(bench, ids, tag))
  return rows
}

/** 10,000 rows from the uploaded file to placed waybills, against inserting as many bare rows in one transaction. */
async function importing(bench: Bench, tag: string): Promise<Row> {
  bench.say('importing 10,000 rows')
  const count = 10_000
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
  const stored = (await (
    await fetch(`${bench.ours}/api/FileUpload/FileUpload`, { method: 'POST', headers: headers(bench), body: form })
  ).json()) as { data: { FileID: number } }
  const began = performance.now()
  const answer = (await (
    await fetch(`${bench.ours}/api/Imports/RunImport`, {
      method: 'POST',
      headers: { ...headers(bench), 'content-type': 'application/json' },
      body: JSON.stringify({
        page: 'taskList',
        fileId: stored.data.FileID,
        mode: 'whole',
        outletId: (
          await bench.pool.query(`select id from company where roles @> '{own}' order by id limit 1`)
        ).rows[0].id,
        place: true,
      }),
    })
  ).json()) as { code: number; msg: string }
  const ours = (performance.now() - began) / 1000
  if (answer.code !== 200) throw new Error(`import refused: ${answer.msg}`)
  await writeFile(file, '')
  const bareBegan = performance.now()
  const client = await bench.pool.connect()
  try {
    await client.query('begin')
    await client.query(`create temp table copied on commit drop as select * from waybill where customer_no like $1`, [
      `${tag}-I%`,
    ])
    await client.query(
      `update copied set id = nextval(pg_get_serial_sequence('waybill','id')), waybill_no = waybill_no || 'B', customer_no = customer_no || 'B', import_id = null`,
    )
    await client.query('insert into waybill overriding system value select * from copied')
    await client.query(
      `insert into waybill_goods (waybill_id, seq, name, type, package, pieces, weight, volume, declared_value) select id, 1, goods_name, 'other', 'carton', pieces, weight, volume, 0 from copied`,
    )
    await client.query('commit')
  } finally {
    client.release()
  }
  const bare = (performance.now() - bareBegan) / 1000
  return {
    name: 'importing 10,000 rows (file read, checked, placed, hashed)',
    ours: `${ours.toFixed(1)} s, ${perSecond(count / ours)}`,
    limit: `${bare.toFixed(1)} s (insert … select, no file)`,
    ratio: ratio(bare / ours),
    aim: '—',
  }
}

/** Signing waybills that are out for delivery, against a bare update and two inserts. */
async function signing(
  bench: Bench,
  ids: { outlet: number; customer: number; user: number },
  tag: string,
): Promise<Row> {
  bench.say('signing')
  const ready = await bench.pool.query<{ id: number }>(
    `
    with w as (select id, pieces from waybill where customer_no like $1 and state = 'placed' limit 4000),
    moved as (insert into piece_movement (waybill_id, act_id, from_place, from_id, to_place, to_id, pieces, at) select id, nextval('act_id'), 'shipper', 0, 'pickup', $2, pieces, now() - interval '1 hour' from w),
    gone as (update piece_place p set pieces = 0 from w where p.waybill_id = w.id and p.place = 'shipper'),
    here as (insert into piece_place (waybill_id, place, place_id, pieces) select id, 'pickup', $2, pieces from w)
    update waybill set state = 'awaitingPickup', unarranged = 0 from w where waybill.id = w.id returning waybill.id`,
    [`${tag}-I%`, ids.outlet],
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
  const target: Target = {
    url: `${bench.ours}/api/Waybills/SignWaybill`,
    method: 'POST',
    headers: headers(bench),
    body: () => {
      const id = queue.pop() ?? 0
      return JSON.stringify({ id, signed: pieces.get(id) ?? 1, signer: '陈国强', signedAt: at })
    },
  }
  const { ours, limit } = await compare(target, { url: `${bench.bare}/write/sign`, method: 'POST', body: '{}' }, 1, 3)
  return {
    name: `signing, c1${ours.errors + limit.errors > 0 ? ` (${ours.errors} + ${limit.errors} errors)` : ''}`,
    ours: perSecond(ours.perSecond),
    limit: perSecond(limit.perSecond),
    ratio: ratio(ours.perSecond / limit.perSecond),
    aim: '—',
  }
}
