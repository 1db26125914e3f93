import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { sql } from 'kysely'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { destinationsOf, regionAndAbove } from '../server/src/modules/waybills/destination.ts'
import { emptyChain, nextEvent } from '../server/src/modules/waybills/events.ts'
import { foundBy } from '../server/src/modules/waybills/foundBy.ts'
import { refreshState } from '../server/src/modules/waybills/pieces.ts'
import { type Db, openDb, type Tx } from '../server/src/platform/db.ts'
import { regionTree } from '../server/src/platform/regions.ts'
import { searchText } from '../server/src/platform/search.ts'
import { provePieces } from '../server/test/proofs.ts'
import { full } from './smoke.ts'
import { carry } from './trips.ts'

/** A generator of believable waybills: skewed customers, real regions, two years of days, most of them signed. */
export type Generated = { waybills: number; seconds: number; outlets: number[]; customers: number[]; operator: number }

/** Deterministic, so that two runs compare the same rows. */
let seed = 20_261_120
const random = () => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
  return seed / 4_294_967_296
}
const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T
const int = (from: number, to: number) => from + Math.floor(random() * (to - from + 1))

const surnames = [
  ...'王李张刘陈杨黄赵周吴徐孙马朱胡郭何林高罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘蔡蒋余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤',
]
const given = [
  ...'伟芳娜敏静丽强磊军洋勇艳杰娟涛明超秀霞平刚桂英华玉萍红玲芬燕建国志文海波鹏飞宇浩然子轩晨欣雨梓涵一诺思远嘉豪翥',
]
const trades = [
  '电子',
  '机电',
  '家居',
  '医药',
  '精工',
  '食品',
  '工具',
  '电气',
  '纺织',
  '建材',
  '日化',
  '五金',
  '汽配',
  '塑胶',
  '包装',
  '服饰',
]
const goods = [
  '水泵',
  '电子配件',
  '控制柜',
  '餐边柜',
  '纺织面料',
  '瓷砖',
  '汽车轮胎',
  '调味品',
  '图书',
  '家具组件',
  '打印机耗材',
  '电机配件',
  '化妆品',
  '大米',
  'LED显示屏',
  '铝型材',
]
const packages = ['carton', 'crate', 'pallet', 'wovenBag', 'drum', 'bundle']
const pays = ['monthly', 'receipt', 'prepaid', 'collect']
const deliveries = ['delivery', 'selfPickup', 'upstairs']

type Place = { code: string; name: string; city: string }
const places: Place[] = regionTree.flatMap((province) =>
  (province.children ?? []).flatMap((city) =>
    (city.children ?? [city]).map((county) => ({
      code: county.value,
      name: `${province.label} ${city.label} ${county.label}`,
      city: city.label.replace(/(市|地区|盟)$/, ''),
    })),
  ),
)
const person = () => `${pick(surnames)}${pick(given)}${random() < 0.6 ? pick(given) : ''}`
const phone = () => `1${int(3, 9)}${String(int(0, 999_999_999)).padStart(9, '0')}`

const field = (value: unknown): string =>
  value === null || value === undefined
    ? '\\N'
    : String(value).replace(
        /[\\\t\n\r]/g,
        (char) => `\\${char === '\t' ? 't' : char === '\n' ? 'n' : char === '\r' ? 'r' : '\\'}`,
      )

export class Copy {
  readonly #stream
  #buffer = ''
  constructor(client: pg.ClientBase, table: string, columns: string[]) {
    this.#stream = client.query(copyFrom(`copy ${table} (${columns.join(',')}) from stdin`))
  }
  async row(values: readonly unknown[]): Promise<void> {
    this.#buffer += `${values.map(field).join('\t')}\n`
    if (this.#buffer.length < 1_000_000) return
    await this.#flush()
  }
  async #flush(): Promise<void> {
    const chunk = this.#buffer
    this.#buffer = ''
    if (!this.#stream.write(chunk)) await once(this.#stream, 'drain')
  }
  async end(): Promise<void> {
    await this.#flush()
    this.#stream.end()
    await once(this.#stream, 'finish')
  }
}

const waybillColumns = `
  id created_at created_by updated_at updated_by waybill_no outlet_id dest_outlet_id customer_id customer_no source
  biz_date placed_at clerk_id trans_mode service_type carriage pickup_way delivery_way receipt_requirement receipt_copies
  urgent hold cod_amount pay_method shipper_name shipper_phone shipper_region shipper_region_name shipper_city
  shipper_address consignee_name consignee_phone consignee_region consignee_region_name consignee_city consignee_address
  goods_name pieces weight volume declared_value state state_pieces unarranged chain_seq chain_hash chain_at search
  price_state charge_weight freight receivable to_collect collect_open applied invoiced settled
  plan_pickup plan_arrive last_track_at last_track shown_track_at shown_track`
  .trim()
  .split(/\s+/)

/** The latest part of the waybills, in which all states are found, five of seven of them live; what is older is over. */
const recentShare = 0.084
/** What of the older ones, by their part of all, was applied for, invoiced and received; the door collected whatever it had to. */
const shares = { applied: 0.87, invoiced: 0.85, settled: 0.5 }
/** Pickup and delivery of each waybill, beside its freight. */
export const fees = { pickup: 20, delivery: 30 }
/** One in so many of the live ones is late and silent. */
const late = 12
/** Waybills of the outlet that has hardly any. */
const idle = 40
/** The province that no outlet serves: what goes there has no destination. */
const unserved = '65'

/** The table that stands once all is made: without its indexes a database answers, and slowly. */
export const generated = 'bench_made'

/** Fills an empty, migrated database. Secondary indexes are built afterwards, which is how a bulk load is done. */
export async function generate(pool: pg.Pool, count: number, say: (line: string) => void): Promise<Generated> {
  const began = performance.now()
  const seconds = () => (performance.now() - began) / 1000
  const db = openDb(pool)
  const client = await pool.connect()
  try {
    const operator = (await client.query<{ id: number }>(`select id from app_user where account = 'admin'`)).rows[0]
      ?.id as number
    const { outlets, customers, names } = await companies(client)
    const destinations = await destinationsOf(
      db as unknown as Tx,
      places.map(({ code }) => code),
    )
    const indexes = await dropIndexes(client, filled)
    const recentFrom = Math.ceil(count * (1 - recentShare))
    await waybills(client, { count, recentFrom, operator, outlets, destinations, customers, names }, say)
    await client.query(`select setval(pg_get_serial_sequence('waybill', 'id'), (select max(id) from waybill))`)
    say(`${count} waybills in ${seconds().toFixed(0)} s; their trips`)
    await carry(client, outlets, recentFrom)
    await states(db)
    say(`trips after ${seconds().toFixed(0)} s; building ${indexes.length} indexes and keys`)
    for (const index of indexes) await client.query(index)
    await client.query('vacuum analyze')
    await provePieces(db)
    await client.query(`create table ${generated} ()`)
    return { waybills: count, seconds: seconds(), outlets, customers, operator }
  } finally {
    client.release()
  }
}

/** What the product says of where the pieces are. What was signed as a whole was written so. */
async function states(db: Db): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from waybill where state not in ('draft', 'cancelled', 'signed') order by id`.execute(db)
  for (let at = 0; at < rows.length; at += 2000)
    await refreshState(
      db as unknown as Tx,
      rows.slice(at, at + 2000).map(({ id }) => id),
    )
}

async function companies(client: pg.PoolClient) {
  const columns = 'code name short_name search roles region_code region_name service_regions'.split(' ')
  const copy = new Copy(client, 'company', columns)
  const seen = new Set<string>()
  for (let i = 0; i < full(20_000, 500); i += 1) {
    let name = `${pick(places).city}${pick(given)}${pick(given)}${pick(trades)}有限公司`
    if (seen.has(name)) name = name.replace('有限公司', `${i}有限公司`)
    seen.add(name)
    await copy.row([`K${i}`, name, name.slice(0, 6), searchText([`K${i}`, name]), '{customer}', null, null, '{}'])
  }
  const outlets = full(1000, 50)
  const served = new Set<string>()
  for (let i = 0; i < outlets; i += 1) {
    const home = places[Math.floor((i * places.length) / outlets)] as Place
    const isIdle = i === outlets - 1
    const serves =
      isIdle || home.code.startsWith(unserved) ? [] : regionAndAbove(home.code).filter((code) => !served.has(code))
    for (const code of serves) served.add(code)
    const name = `${home.city}${i}站`
    await copy.row([`W${i}`, name, name, searchText([`W${i}`]), '{own}', home.code, home.name, `{${serves.join(',')}}`])
  }
  await copy.end()
  const rows = await client.query<{ id: number; name: string; own: boolean }>(
    `select id, name, roles @> '{own}' as own from company order by id`,
  )
  return {
    outlets: rows.rows.filter((row) => row.own).map((row) => row.id),
    customers: rows.rows.filter((row) => !row.own).map((row) => row.id),
    names: new Map(rows.rows.map((row) => [row.id, row.name])),
  }
}

/** The tables that are filled here. */
const filled = [
  ...['waybill', 'waybill_goods', 'waybill_event', 'waybill_outlet'],
  ...['arrangement', 'arrangement_stop', 'arrangement_line', 'piece_place', 'piece_movement'],
]

/** Drops what a bulk load is done without: indexes, and foreign keys, which are checked at once afterwards. Answers what makes them again. */
export async function dropIndexes(client: pg.ClientBase, tables: readonly string[]): Promise<string[]> {
  const found = await client.query<{ drop: string; make: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
       format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as make
     from pg_constraint where contype = 'f' and conrelid::regclass::text = any($1)
     union all
     select 'drop index ' || indexname, indexdef from pg_indexes
     where tablename = any($1) and not exists (select from pg_constraint where conname = indexname)`,
    [tables],
  )
  for (const { drop } of found.rows) await client.query(drop)
  return found.rows.map(({ make }) => make)
}

const day = 86_400_000
const month = 30 * day

type Makings = {
  count: number
  recentFrom: number
  operator: number
  outlets: readonly number[]
  destinations: ReadonlyMap<string, number>
  customers: readonly number[]
  names: ReadonlyMap<number, string>
}

/**
 * One customer has three tenths of everything, the rest a long tail; one outlet sends a fifth of it, one a handful; states thin
 * out with age as they do in life.
 */
async function waybills(
  client: pg.PoolClient,
  { count, recentFrom, operator, outlets, destinations, customers, names }: Makings,
  say: (line: string) => void,
) {
  const goodsClient = client
  const others = outlets.slice(0, -1)
  const start = Date.parse('2024-11-20T00:00:00Z')
  const span = 730 * 86_400_000
  const lines: unknown[][] = []
  const events: unknown[][] = []
  const copy = new Copy(client, 'waybill', waybillColumns)
  for (let i = 1; i <= count; i += 1) {
    const at = new Date(start + (span * i) / count)
    const iso = at.toISOString()
    const customer =
      random() < 0.3
        ? (customers[0] as number)
        : (customers[Math.min(customers.length - 1, Math.floor(customers.length * random() ** 2))] as number)
    const outlet =
      i % Math.ceil(count / idle) === 0
        ? (outlets.at(-1) as number)
        : random() < 0.2
          ? (outlets[0] as number)
          : pick(others)
    const [from, to] = [pick(places), pick(places)]
    const cargo = [pick(goods), ...(random() < 0.5 ? [pick(goods)] : [])]
    const each = cargo.map((name) => ({
      name,
      pieces: int(1, 60),
      kg: (random() * 900 + 5).toFixed(3),
      m3: (random() * 8 + 0.01).toFixed(4),
    }))
    const pieces = each.reduce((sum, one) => sum + one.pieces, 0)
    const weight = each.reduce((sum, one) => sum + Number(one.kg), 0).toFixed(3)
    const volume = each.reduce((sum, one) => sum + Number(one.m3), 0).toFixed(4)
    const date = iso.slice(0, 10)
    const no = `YD${date.slice(2).replaceAll('-', '')}${String(i % 100_000).padStart(5, '0')}`
    const recent = i >= recentFrom
    const state = recent
      ? pick(['placed', 'inStation', 'inTransit', 'arrived', 'delivering', 'draft', 'signed'])
      : random() < 0.985
        ? 'signed'
        : pick(['partSigned', 'rejected', 'cancelled'])
    const freight = state === 'draft' ? 0 : (Number(weight) * 0.8 + 30).toFixed(2)
    const receivable = state === 'draft' ? 0 : (Number(weight) * 0.8 + 30 + fees.pickup + fees.delivery).toFixed(2)
    const pay = pick(pays)
    const isOver = state === 'signed' && !recent
    const became = (share: number) => (isOver && pay !== 'collect' && i <= count * share ? receivable : 0)
    const isLate = recent && i % late === 0
    const planned = new Date(recent && !isLate ? Date.now() + month : at.getTime() + 3 * day).toISOString()
    const tracked = trackOf(state, at, recent && !isLate, to.city, pieces)
    const [shipper, shipperPhone, consignee, consigneePhone] = [person(), phone(), person(), phone()]
    const event = nextEvent(
      emptyChain,
      { userId: operator, name: 'admin' },
      { type: 'placed', params: { waybillNo: no, pieces } },
      iso,
    )
    const customerNo = `SO${String(i).padStart(9, '0')}`
    const [shipperAddress, consigneeAddress] = [`中山路${int(1, 999)}号`, `人民路${int(1, 999)}号`]
    await copy.row([
      i,
      iso,
      operator,
      iso,
      operator,
      no,
      outlet,
      destinations.get(to.code) ?? null,
      customer,
      customerNo,
      'office',
      date,
      iso,
      operator,
      'road',
      'normal',
      'part',
      'pickup',
      pick(deliveries),
      i % 10 < 3 ? 'original' : 'none',
      i % 10 < 3 ? 1 : 0,
      random() < 0.03,
      false,
      isOver && i % 20 === 7 ? 100 * int(1, 20) : 0,
      pay,
      shipper,
      shipperPhone,
      from.code,
      from.name,
      from.city,
      shipperAddress,
      consignee,
      consigneePhone,
      to.code,
      to.name,
      to.city,
      consigneeAddress,
      cargo.join('、'),
      pieces,
      weight,
      volume,
      int(0, 50) * 1000,
      state,
      pieces,
      0,
      1,
      `\\x${event.hash.toString('hex')}`,
      iso,
      foundBy({
        waybillNo: no,
        customerNo,
        customer: names.get(customer),
        shipper: { name: shipper, phone: shipperPhone, region: from.name, address: shipperAddress },
        consignee: { name: consignee, phone: consigneePhone, region: to.name, address: consigneeAddress },
        goodsName: cargo.join('、'),
      }),
      state === 'draft' ? 'unpriced' : recent ? pick(['unpriced', 'reviewed', 'confirmed']) : 'confirmed',
      weight,
      freight,
      receivable,
      pay === 'collect' ? receivable : 0,
      pay === 'collect' && !isOver ? receivable : 0,
      became(shares.applied),
      became(shares.invoiced),
      pay === 'collect' && isOver ? receivable : became(shares.settled),
      planned,
      planned,
      ...tracked,
      ...tracked,
    ])
    each.forEach((one, line) => {
      lines.push([i, line + 1, one.name, 'other', pick(packages), one.pieces, one.kg, one.m3, 0])
    })
    events.push([
      i,
      1,
      'placed',
      JSON.stringify(event.payload),
      iso,
      operator,
      'admin',
      `\\x${event.prev_hash.toString('hex')}`,
      `\\x${event.hash.toString('hex')}`,
    ])
    if (i % 100_000 === 0) say(`${i} …`)
  }
  await copy.end()
  const write = async (table: string, columns: string[], rows: unknown[][]) => {
    const into = new Copy(goodsClient, table, columns)
    for (const row of rows) await into.row(row)
    await into.end()
  }
  await write(
    'waybill_goods',
    ['waybill_id', 'seq', 'name', 'type', 'package', 'pieces', 'weight', 'volume', 'declared_value'],
    lines,
  )
  await write(
    'waybill_event',
    ['waybill_id', 'seq', 'type', 'payload', 'at', 'by_id', 'by_name', 'prev_hash', 'hash'],
    events,
  )
}

/** What the last track of a waybill says, by its state. */
const nodes: Readonly<Record<string, string>> = {
  placed: 'placed',
  inStation: 'checkIn',
  inTransit: 'depart',
  arrived: 'arrive',
  delivering: 'deliver',
  rejected: 'refuse',
  cancelled: 'placed',
}

/** When, and what; of what is under way, not late, some minutes ago. */
function trackOf(state: string, placed: Date, isFresh: boolean, place: string, pieces: number): unknown[] {
  if (state === 'draft') return [null, null]
  const ago = isFresh ? Date.now() - (pieces % 60) * 600_000 : placed.getTime() + 90 * 3_600_000
  const last = { node: nodes[state] ?? 'sign', place, text: String(pieces), source: 'system', by: 'admin' }
  return [new Date(Math.min(ago, Date.now())).toISOString(), JSON.stringify(last)]
}

/** A tag for one run, so that rows of two runs never collide. */
export const runTag = (): string => createHash('sha256').update(randomBytes(8)).digest('hex').slice(0, 8)
