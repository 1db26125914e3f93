import { pageKeys } from '@xunyun/contract/pages'
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import { conditionsOf, rowColumns, rowJoins } from '../server/src/modules/waybills/queries.ts'
import type { Actor } from '../server/src/platform/actor.ts'
import { answerOf, type Bench } from './calls.ts'
import { compare, median, time } from './load.ts'

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
export const perSecond = (value: number) => `${value.toFixed(0)}/s`
export const ms = (value: number) => `${value < 10 ? value.toFixed(2) : value.toFixed(0)} ms`
export const ratio = (value: number) => value.toFixed(2)

/** The list's own statement, to be run by the bare server. */
function listStatement(bench: Bench, filter: Parameters<typeof conditionsOf>[1]) {
  const compiled = sql`
    select ${rowColumns(everything)}, p.k::text as k from (
      select w.id, w.created_at as k from waybill w where ${conditionsOf(everything, filter)} order by w.created_at desc, w.id desc limit 51
    ) p join waybill w on w.id = p.id ${rowJoins} order by p.k desc, p.id desc`.compile(
    bench.db as unknown as Kysely<unknown>,
  )
  return { sql: compiled.sql, parameters: [...compiled.parameters] }
}

/** Hands the bare server the statements of one name. */
export const give = async (
  bench: Pick<Bench, 'bare'>,
  name: string,
  list: { sql: string; parameters: unknown[] }[],
): Promise<void> => {
  await answerOf(
    `${bench.bare}/statements`,
    await fetch(`${bench.bare}/statements`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name, list }),
    }),
  )
}

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

/** What both sides did in a second, and how near ours comes. */
export const rates = (
  name: string,
  { ours, limit }: { ours: { perSecond: number }; limit: { perSecond: number } },
  aim = '—',
): Row => ({
  name,
  ours: perSecond(ours.perSecond),
  limit: perSecond(limit.perSecond),
  ratio: ratio(ours.perSecond / limit.perSecond),
  aim,
})
