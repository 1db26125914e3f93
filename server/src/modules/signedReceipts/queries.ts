import type { Input, Output } from '@xunyun/contract/kernel/call'
import type {
  getSignedReceipts,
  getSignedReceiptTotals,
  SignedReceiptDetail,
  SignedReceiptRow,
} from '@xunyun/contract/signedReceipts/calls'
import { type SignedReceiptState, signedReceiptStates } from '@xunyun/contract/signedReceipts/states'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Actor, isCustomer } from '../../platform/actor.ts'
import { all, betweenDays, equals } from '../../platform/conditions.ts'
import type { Tx } from '../../platform/db.ts'
import type { Files } from '../../platform/files.ts'
import { countTabs, paging, totalsOf } from '../../platform/list.ts'
import { notFound } from '../../platform/refusal.ts'
import { ofOwnOutlet } from '../../platform/scope.ts'
import { searchPattern } from '../../platform/search.ts'
import { proofCount, waybillConditions } from '../waybills/index.ts'
import { type ReceiptFacts, receiptAbilities } from './rules.ts'
import { isToSee, seesOnlyOwn } from './store.ts'

type Filter = Input<typeof getSignedReceiptTotals>

const tabCondition = (tab: SignedReceiptState | undefined): RawBuilder<SqlBool> =>
  tab === undefined ? sql<SqlBool>`true` : sql<SqlBool>`x.state = ${tab}`

/** Receipts `x` of waybills `w` that the actor sees. */
const conditions = (actor: Actor, { tab: _, ...filter }: Filter): RawBuilder<SqlBool> => {
  const { q, requirement, batchNo, placeId, signedFrom, signedTo, ...ofWaybill } = filter
  return all([
    sql<SqlBool>`not x.is_deleted`,
    isToSee(actor),
    waybillConditions(actor, ofWaybill),
    q === undefined
      ? undefined
      : sql<SqlBool>`(x.receipt_no = ${q.trim().toUpperCase()} or w.search like ${searchPattern(q)})`,
    equals('w.receipt_requirement', requirement),
    equals('x.outlet_id', placeId),
    betweenDays('x.signed_at', signedFrom, signedTo),
    batchNo === undefined
      ? undefined
      : sql<SqlBool>`(select b.id from signed_receipt_batch b where b.batch_no = ${batchNo.trim().toUpperCase()}) in (x.send_batch_id, x.return_batch_id)`,
  ])
}

const sorts = {
  // As the index has it: what is not signed yet comes last.
  signedAt: { by: sql`coalesce(x.signed_at, 'infinity')`, type: 'timestamptz' as const },
  receiptNo: { by: sql.ref('x.receipt_no'), type: 'text' as const },
  updatedAt: { by: sql.ref('x.updated_at'), type: 'timestamptz' as const },
}

type Raw = Omit<SignedReceiptRow, 'actions'> &
  Pick<ReceiptFacts, 'waybillState' | 'placeId' | 'recoveredId' | 'bySigning'> & { readonly proofs: number }

/** A batch as the row names it. */
const batchColumn = (b: string) =>
  sql`case when ${sql.ref(`${b}.id`)} is not null then json_build_object('id', ${sql.ref(`${b}.id`)}, 'batchNo', ${sql.ref(`${b}.batch_no`)}) end`

const columns = (
  actor: Actor,
) => sql`x.id, x.receipt_no as "receiptNo", x.state, w.id as "waybillId", w.waybill_no as "waybillNo",
  w.receipt_requirement as requirement, x.copies, w.customer_id as "customerId", c.name as "customerName", w.shipper_city as "shipperCity",
  w.consignee_city as "consigneeCity", x.signed_at as "signedAt",
  (select string_agg(distinct s.signer, '、') from signing s where s.waybill_id = w.id and s.signed > 0 and not s.undone) as signer,
  w.outlet_id as "ownOutletId", oo.short_name as "ownOutlet", po.short_name as place, x.outlet_id as "placeId", x.recovered_outlet_id as "recoveredId",
  ${batchColumn('sb')} as "sendBatch", ${batchColumn('rb')} as "returnBatch", coalesce(rb.batch_no, sb.batch_no) as "batchNo",
  case when rb.id is null then sb.express_no else rb.express_no end as "expressNo", u.name as "handlerName", x.reason,
  (select count(*)::int from file_link f where f.entity = 'signedReceipt' and f.entity_id = x.id) as photos, w.pay_method as "payMethod",
  case when ${ofOwnOutlet(actor, 'w')} and not ${seesOnlyOwn(actor)}::boolean then w.receivable end as receivable, x.updated_at as "updatedAt", x.version,
  w.state as "waybillState", x.done_act_id is not null as "bySigning",
  ${proofCount} as proofs`
// unscoped: outlets and customers of waybills in scope lend their names
const joins = sql`join company oo on oo.id = w.outlet_id left join company po on po.id = x.outlet_id left join company c on c.id = w.customer_id
  left join signed_receipt_batch sb on sb.id = x.send_batch_id left join signed_receipt_batch rb on rb.id = x.return_batch_id
  left join app_user u on u.id = x.updated_by`

function present(actor: Actor, raw: Raw): SignedReceiptRow {
  const { waybillState, placeId, recoveredId, bySigning, proofs, ...row } = raw
  const inside = isCustomer(actor)
    ? {
        place: null,
        sendBatch: null,
        returnBatch: null,
        batchNo: null,
        expressNo: null,
        handlerName: null,
        reason: null,
      }
    : {}
  return {
    ...row,
    ...inside,
    actions: receiptAbilities(actor, { ...row, waybillState, placeId, recoveredId, bySigning, proofs }),
  }
}

/** Receipts, what was signed longest ago first. */
export async function listSignedReceipts(
  tx: Tx,
  actor: Actor,
  input: Input<typeof getSignedReceipts>,
): Promise<Output<typeof getSignedReceipts>> {
  const page = paging(sorts, { sort: 'signedAt', dir: 'asc' }, 'x.id', input)
  const found = await sql<Raw & { k: string }>`
    select ${columns(actor)}, p.k::text as k from (
      select x.id, ${page.key} as k
      -- unscoped: the scope stands in the condition
      from signed_receipt x join waybill w on w.id = x.waybill_id
      where ${conditions(actor, input)} and ${tabCondition(input.tab)} and ${page.afterCursor} ${page.order} ${page.limit}
    ) p join signed_receipt x on x.id = p.id join waybill w on w.id = x.waybill_id ${joins} ${page.orderOut}`.execute(
    tx,
  )
  const { rows, next } = page.finish(found.rows)
  return { rows: rows.map((row) => present(actor, row as Raw)), next }
}

export async function totalSignedReceipts(
  tx: Tx,
  actor: Actor,
  filter: Filter,
): Promise<Output<typeof getSignedReceiptTotals>> {
  const found = await sql<Output<typeof getSignedReceiptTotals>>`
    select ${countTabs(['all', ...signedReceiptStates], tabCondition, filter.tab)},
      coalesce(sum(x.copies) filter (where ${tabCondition(filter.tab)}), 0) as copies
    -- unscoped: the scope stands in the condition
    from signed_receipt x join waybill w on w.id = x.waybill_id where ${conditions(actor, filter)}`.execute(tx)
  return totalsOf(found)
}

/** One receipt, found by its number or by its id. */
export async function signedReceiptDetail(
  tx: Tx,
  actor: Actor,
  files: Files,
  key: { no: string } | { id: number },
): Promise<SignedReceiptDetail> {
  const which = 'no' in key ? sql`x.receipt_no = ${key.no.trim().toUpperCase()}` : sql`x.id = ${key.id}`
  const found = await sql<Raw>`select ${columns(actor)}
    -- unscoped: the scope stands in the condition
    from signed_receipt x join waybill w on w.id = x.waybill_id ${joins} where ${conditions(actor, {})} and ${which}`.execute(
    tx,
  )
  const [raw] = found.rows
  if (raw === undefined) throw notFound()
  const { rows } = await sql<SignedReceiptDetail['steps'][number]>`
    select t.step, t.at, u.name as "byName", b.batch_no as "batchNo", b.express_company as "expressCompany", b.express_no as "expressNo",
      b.arrangement_no as "arrangementNo"
    from signed_receipt x cross join lateral (values (1, 'recover', x.recovered_at, x.recovered_by, null::bigint), (2, 'send', x.sent_at, x.sent_by, x.send_batch_id),
      (3, 'receive', x.received_at, x.received_by, null), (4, 'giveBack', x.returned_at, x.returned_by, x.return_batch_id),
      (5, 'finish', x.done_at, x.done_by, null)) t(seq, step, at, by_id, batch_id)
    left join app_user u on u.id = t.by_id left join signed_receipt_batch b on b.id = t.batch_id
    where x.id = ${raw.id} and t.at is not null order by t.seq`.execute(tx)
  const isTold = ({ step }: { step: string }) => !isCustomer(actor) || (step !== 'send' && step !== 'receive')
  const nobody = { byName: null, batchNo: null, expressCompany: null, expressNo: null, arrangementNo: null }
  return {
    ...present(actor, raw),
    files: await files.of(tx, 'signedReceipt', raw.id),
    steps: rows.filter(isTold).map((step) => (isCustomer(actor) ? { ...step, ...nobody } : step)),
  }
}
