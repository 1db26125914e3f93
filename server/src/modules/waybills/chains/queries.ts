import type { Input, Output } from '@xunyun/contract/kernel/call'
import type {
  ChainFilter,
  ChainRow,
  ChainTab,
  getChain,
  getChains,
  getChainTotals,
} from '@xunyun/contract/waybills/chains'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import QRCode from 'qrcode'
import { type Actor, isCustomer } from '../../../platform/actor.ts'
import { all, anyOf, anyOfCodes, between, contains, equals } from '../../../platform/conditions.ts'
import type { Tx } from '../../../platform/db.ts'
import { paging, type SortKey } from '../../../platform/list.ts'
import { notFound } from '../../../platform/refusal.ts'
import { inScope, markSeen, ofOwnOutlet, scoped } from '../../../platform/scope.ts'
import type { EventRow } from '../events.ts'
import { namedFor } from '../internalEvents.ts'
import { standing } from '../standing.ts'
import { checkChains } from './verify.ts'

const sorts = {
  lastAt: { by: sql.ref('w.chain_at'), type: 'timestamptz' },
  waybillNo: { by: sql.ref('w.waybill_no'), type: 'text' },
  bizDate: { by: sql.ref('w.biz_date'), type: 'date' },
} satisfies Record<string, SortKey>

/** Looked at when it had as many events as now; what grew since is unchecked again. */
const isFresh = sql<SqlBool>`exists (select 1 from chain_check k where k.waybill_id = w.id and k.events = w.chain_seq and k.broken_at is null)`
const isBroken = sql<SqlBool>`w.id in (select k.waybill_id from chain_check k where k.broken_at is not null)`

function tabCondition(tab: ChainTab | undefined): RawBuilder<SqlBool> {
  if (tab === 'walkIn') return sql<SqlBool>`w.customer_id is null`
  if (tab === 'broken') return isBroken
  if (tab === 'whole') return isFresh
  if (tab === 'unchecked') return sql<SqlBool>`not (${isFresh}) and not (${isBroken})`
  return sql<SqlBool>`true`
}

function conditionsOf(actor: Actor, filter: ChainFilter): RawBuilder<SqlBool> {
  return all([
    sql<SqlBool>`not w.is_deleted`,
    sql<SqlBool>`${inScope(actor, 'waybill', 'w')}`,
    contains('w.search', filter.q),
    equals('w.customer_id', filter.customerId),
    equals('w.outlet_id', filter.outletId),
    between('w.biz_date', filter.bizFrom, filter.bizTo),
    anyOfCodes('w.state', filter.states),
    anyOf('w.id', filter.ids),
  ])
}

export async function listChains(
  tx: Tx,
  actor: Actor,
  input: Input<typeof getChains>,
): Promise<Output<typeof getChains>> {
  const page = paging(sorts, { sort: 'lastAt', dir: 'desc' }, 'w.id', input)
  type Found = ChainRow & { k: string; lastParams: Record<string, unknown>; mine: boolean }
  const mine = ofOwnOutlet(actor, 'w')
  const found = await sql<Found>`
    select w.id, ${mine} as mine, w.waybill_no as "waybillNo",
      case when k.broken_at is not null then 'broken' when k.events = w.chain_seq then 'whole' else 'unchecked' end as "chainState",
      w.chain_seq as events, encode(w.chain_hash, 'hex') as head, e.type as "lastEvent",
      e.payload->'params' as "lastParams", w.chain_at as "lastAt",
      k.checked_at as "checkedAt", k.broken_at as "brokenAt", c.name as "customerName", w.shipper_city as "shipperCity",
      w.consignee_city as "consigneeCity", w.state, w.refused_pieces as refused,
      case when ${mine} then w.receivable end as receivable, w.biz_date as "bizDate", p.k::text as k
    from (
      select w.id, ${page.key} as k from waybill w
      where ${conditionsOf(actor, input)} and ${tabCondition(input.tab)} and ${page.afterCursor} ${page.order} ${page.limit}
    ) p join waybill w on w.id = p.id left join company c on c.id = w.customer_id
      left join chain_check k on k.waybill_id = w.id
      left join waybill_event e on e.waybill_id = w.id and e.seq = w.chain_seq ${page.orderOut}`.execute(tx)
  const { rows, next } = page.finish(found.rows)
  return {
    rows: (rows as Omit<Found, 'k'>[]).map(({ lastParams, mine, ...row }) => ({
      ...row,
      lastEvent: row.lastEvent === null ? null : namedFor(actor, mine, row.lastEvent, lastParams),
    })),
    next,
  }
}

export async function totalChains(tx: Tx, actor: Actor, filter: ChainFilter): Promise<Output<typeof getChainTotals>> {
  // Checks are counted from their own small table; what is neither whole nor broken is unchecked.
  const found = await sql<Record<ChainTab | 'all' | 'count', number> & { receivable: string }>`
    select count(*) as "all", count(*) filter (where w.customer_id is null) as "walkIn",
      count(*) filter (where k.broken_at is not null) as broken,
      count(*) filter (where k.broken_at is null and k.events = w.chain_seq) as whole,
      count(*) filter (where ${shownBy(filter.tab)}) as count,
      coalesce(sum(w.receivable) filter (where ${shownBy(filter.tab)} and ${ofOwnOutlet(actor, 'w')}), 0)::text as receivable
    from waybill w left join chain_check k on k.waybill_id = w.id where ${conditionsOf(actor, filter)}`.execute(tx)
  const row = found.rows[0]
  if (row === undefined) throw notFound()
  const { count, receivable, ...tabs } = row
  return { count, receivable, tabs: { ...tabs, unchecked: tabs.all - tabs.whole - tabs.broken } }
}

function shownBy(tab: ChainTab | undefined): RawBuilder<SqlBool> {
  if (tab === 'walkIn') return sql<SqlBool>`w.customer_id is null`
  if (tab === 'broken') return sql<SqlBool>`k.broken_at is not null`
  if (tab === 'whole') return sql<SqlBool>`(k.broken_at is null and k.events = w.chain_seq)`
  if (tab === 'unchecked')
    return sql<SqlBool>`(k.waybill_id is null or (k.broken_at is null and k.events <> w.chain_seq))`
  return sql<SqlBool>`true`
}

/** One chain, recomputed now: each event says whether it still holds. */
export async function chainOf(tx: Tx, actor: Actor, id: number, origin: string): Promise<Output<typeof getChain>> {
  const head = await scoped(tx, actor, 'waybill')
    .select(['id', 'waybill_no', 'chain_seq', 'chain_hash', ofOwnOutlet(actor).as('mine')])
    .where('id', '=', id)
    .executeTakeFirst()
  if (head === undefined) throw notFound()
  const [checked] = await checkChains(tx, [markSeen(head).id])
  const rows = await tx.selectFrom('waybill_event').selectAll().where('waybill_id', '=', id).orderBy('seq').execute()
  const brokenAt = checked?.brokenAt ?? null
  const events = rows.map((row) => ({ ...row, params: (row.payload as EventRow['payload']).params }))
  // What was taken back keeps its place, as a step inside the company.
  const gone = new Set(isCustomer(actor) ? standing(events).gone.map(({ seq }) => seq) : [])
  const hash = head.chain_hash.toString('hex')
  const path = verifyPath(head.waybill_no, hash)
  return {
    waybillNo: head.waybill_no,
    head: hash,
    ok: brokenAt === null,
    brokenAt,
    verifyPath: path,
    verifyUrl: origin + path,
    qr: await QRCode.toString(origin + path, { type: 'svg', margin: 1 }),
    events: events.map((row) => ({
      seq: row.seq,
      type: gone.has(row.seq) ? 'internal' : namedFor(actor, Boolean(head.mine), row.type, row.params),
      at: row.at,
      // Who of us did it is internal.
      byName: isCustomer(actor) ? '' : row.by_name,
      prevHash: row.prev_hash.toString('hex'),
      hash: row.hash.toString('hex'),
      holds: brokenAt === null || row.seq < brokenAt,
    })),
  }
}

/** The page behind the printed code: the number and the first eight digits of the head as it was then. */
export const verifyPath = (waybillNo: string, head: string): string =>
  `/verify/${encodeURIComponent(waybillNo)}/${head.slice(0, 8)}`
