import { wordFor } from '@xunyun/contract/dictionary'
import type { Language } from '@xunyun/contract/pages'
import type { PrintType } from '@xunyun/contract/printing/papers'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import { figure } from '../../platform/list.ts'
import { inScope } from '../../platform/scope.ts'
import type { PaperTable } from './engine/paper.ts'
import { companyJoins, companyOf } from './queries.labels.ts'
import { type Papers, sharedFields } from './queries.papers.ts'
import { moment, phone, trimmed } from './words.ts'

/** Sheets of the floor: two reads however many they are, a head each and all their rows. */

type Row = { readonly docId: number; readonly unit: string | null } & Readonly<Record<string, string | number | null>>
type Shape<H> = { readonly heads: readonly H[]; readonly rows: readonly Row[] }

async function read<H>(tx: Tx, heads: RawBuilder<H>, rows: RawBuilder<Row>): Promise<Shape<H>> {
  const found = await heads.execute(tx)
  const lines = found.rows.length === 0 ? { rows: [] } : await rows.execute(tx)
  return { heads: found.rows, rows: lines.rows }
}

/** Heads by their id, rows by the document they belong to, in the order they were read. */
function gathered<H extends { id: number }>({ heads, rows }: Shape<H>) {
  const rowsOf = new Map<number, Row[]>()
  for (const row of rows) {
    const known = rowsOf.get(row.docId)
    if (known === undefined) rowsOf.set(row.docId, [row])
    else known.push(row)
  }
  return { heads: new Map(heads.map((head) => [head.id, head])), rowsOf: (id: number) => rowsOf.get(id) ?? [] }
}

function tableOf(rows: readonly Row[], language: Language, total?: PaperTable['total']): PaperTable {
  return {
    flows: true,
    rows: rows.map(({ docId: _, unit, ...cells }, at) => ({
      seq: String(at + 1),
      ...Object.fromEntries(Object.entries(cells).map(([key, value]) => [key, value === null ? '' : String(value)])),
      unit: unit === null ? '' : wordFor('unit', unit, language),
    })),
    ...(total === undefined ? {} : { total }),
  }
}

/**
 * Sheets as they are printed: each has its number as bar code and QR code, what every paper has, its own fields, and its
 * rows as one table with what they sum up to.
 */
function sheetsOf<H extends { id: number; no: string; companyName: string }>(
  found: Shape<H>,
  actor: Actor,
  kind: PrintType,
  table: string,
  fieldsOf: (head: H) => Readonly<Record<string, string>>,
  total?: (head: H) => PaperTable['total'],
): Papers {
  const { heads, rowsOf } = gathered(found)
  return ({ id, reprint }, language) => {
    const head = heads.get(id)
    if (head === undefined) return undefined
    return {
      no: head.no,
      reprint,
      barcode: head.no,
      qr: head.no,
      fields: { ...sharedFields(actor, kind, language, head.companyName), ...fieldsOf(head) },
      tables: { [table]: tableOf(rowsOf(id), language, total?.(head)) },
    }
  }
}

type Intake = {
  id: number
  no: string
  inboundNo: string
  companyName: string
  warehouseName: string
  ownerName: string
  customerNo: string | null
  plateNo: string | null
  receivedAt: string | null
  receivedBy: string | null
  remark: string | null
  received: string
}
export async function goodsInSheets(tx: Tx, actor: Actor, ids: readonly number[]): Promise<Papers> {
  const found = await read<Intake>(
    tx,
    sql`select r.id, r.receipt_no as no, n.notice_no as "inboundNo", ${companyOf}, w.name as "warehouseName", c.name as "ownerName",
        n.customer_order_no as "customerNo", n.vehicle_no as "plateNo", coalesce(r.received_at, r.started_at) as "receivedAt",
        u.name as "receivedBy", n.remark,
        (select ${figure(sql`sum(e.qty)`)} from receipt_entry e where e.receipt_id = r.id and e.reversed_at is null and e.kind <> 'short') as received
      from receipt r join inbound_notice n on n.id = r.notice_id join warehouse w on w.id = r.warehouse_id ${companyJoins}
      join company c on c.id = n.owner_id left join app_user u on u.id = r.received_by
      where r.id = any(${[...ids]}::bigint[]) and not r.is_deleted and ${inScope(actor, 'receipt', 'r')}`,
    // A line that came as several batches has a row for each; what was announced stands in the first.
    sql`select r.id as "docId", i.item_no as "itemNo", i.name as "itemName", i.base_unit as unit,
        case when row_number() over (partition by r.id, k.id order by g.first) = 1
          then trim_scale(greatest(k.qty - coalesce(b.qty, 0), 0))::text end as announced,
        trim_scale(g.received)::text as received, nullif(trim_scale(g.damaged), 0)::text as damaged,
        nullif(trim_scale(g.short), 0)::text as short, coalesce(g.batch_no, k.batch_no) as "batchNo", coalesce(g.expiry, k.expiry)::text as expiry,
        g.container
      -- unscoped: lines of a receipt that is in scope
      from receipt r join inbound_line k on k.notice_id = r.notice_id join item i on i.id = k.item_id
      left join lateral (
        select sum(e.qty) as qty from receipt_entry e join receipt a on a.id = e.receipt_id
        where e.line_id = k.id and e.reversed_at is null and a.seq < r.seq) b on true
      left join lateral (
        select min(e.id) as first, nullif(x.batch_no, '') as batch_no, x.expiry, y.code as container,
          sum(e.qty) filter (where e.kind <> 'short') as received, coalesce(sum(e.qty) filter (where e.kind = 'damaged'), 0) as damaged,
          coalesce(sum(e.qty) filter (where e.kind = 'short'), 0) as short
        from receipt_entry e left join batch x on x.id = e.batch_id left join container y on y.id = e.container_id
        where e.receipt_id = r.id and e.line_id = k.id and e.reversed_at is null group by 2, 3, 4) g on true
      where r.id = any(${[...ids]}::bigint[]) order by r.id, k.seq, g.first`,
  )
  return sheetsOf(found, actor, 'goodsIn', 'intake', (head) => ({
    receiptNo: head.no,
    inboundNo: head.inboundNo,
    warehouseName: head.warehouseName,
    ownerName: head.ownerName,
    customerNo: head.customerNo ?? '',
    plateNo: head.plateNo ?? '',
    receivedAt: moment(head.receivedAt),
    receivedBy: head.receivedBy ?? '',
    remark: head.remark ?? '',
    quantity: head.received === '0' ? '' : head.received,
  }))
}

type Pick = {
  id: number
  no: string
  waveNo: string
  companyName: string
  warehouseName: string
  pickerName: string | null
  owners: string | null
  notices: string | null
  requiredAt: string | null
  qty: string
}
export async function pickLists(tx: Tx, actor: Actor, ids: readonly number[]): Promise<Papers> {
  const found = await read<Pick>(
    tx,
    sql`select t.id, t.task_no as no, t.wave_no as "waveNo", ${companyOf}, w.name as "warehouseName", u.name as "pickerName",
        t.required_at as "requiredAt", ${figure(sql`t.qty`)} as qty, x.*
      from pick_task t join warehouse w on w.id = t.warehouse_id ${companyJoins} left join app_user u on u.id = t.picker_id
      cross join lateral (
        -- unscoped: whom a task that is in scope is for
        select string_agg(distinct n.notice_no, ' ') as notices, string_agg(distinct c.name, '，') as owners
        from allocation a join outbound_notice n on n.id = a.notice_id join company c on c.id = n.owner_id
        where a.task_id = t.id and a.state <> 'released') x
      where t.id = any(${[...ids]}::bigint[]) and not t.is_deleted and ${inScope(actor, 'pick_task', 't')}`,
    sql`select a.task_id as "docId", y.code as location, k.code as container, i.item_no as "itemNo", i.name as "itemName",
        i.base_unit as unit, nullif(b.batch_no, '') as "batchNo", b.expiry::text as expiry, trim_scale(a.qty)::text as qty,
        case when a.state <> 'allocated' then trim_scale(a.qty)::text end as picked, n.notice_no as "noticeNo"
      -- unscoped: lines of a task that is in scope
      from allocation a join outbound_notice n on n.id = a.notice_id join item i on i.id = a.item_id join batch b on b.id = a.batch_id
      join location y on y.id = a.shelf_id left join container k on k.id = a.shelf_container_id
      where a.task_id = any(${[...ids]}::bigint[]) and a.state <> 'released'
      -- The way that the scanner leads, too.
      order by a.task_id, y.pick_seq, y.code, a.id`,
  )
  return sheetsOf(
    found,
    actor,
    'pickList',
    'picks',
    (head) => ({
      taskNo: head.no,
      waveNo: head.waveNo,
      warehouseName: head.warehouseName,
      pickerName: head.pickerName ?? '',
      ownerName: head.owners ?? '',
      noticeNo: head.notices ?? '',
      requiredAt: moment(head.requiredAt),
      quantity: head.qty,
    }),
    (head) => ({ qty: head.qty }),
  )
}

type Packing = {
  id: number
  no: string
  companyName: string
  warehouseName: string
  ownerName: string
  customerNo: string | null
  carrier: string | null
  company: string | null
  name: string
  phone: string
  region: string | null
  address: string
  requiredAt: string | null
  remark: string | null
  cartons: number
  weight: string | null
  qty: string
}
export async function packLists(tx: Tx, actor: Actor, ids: readonly number[]): Promise<Papers> {
  const found = await read<Packing>(
    tx,
    sql`select n.id, n.notice_no as no, ${companyOf}, w.name as "warehouseName", c.name as "ownerName", n.customer_order_no as "customerNo",
        r.name as carrier, n.consignee_company as company, n.consignee_name as name, n.consignee_phone as phone, n.region_name as region,
        n.address, n.required_at as "requiredAt", n.remark, x.*
      from outbound_notice n join warehouse w on w.id = n.warehouse_id ${companyJoins} join company c on c.id = n.owner_id
      left join company r on r.id = n.carrier_id
      cross join lateral (
        -- unscoped: cartons of a notice that is in scope
        select count(*)::int as cartons, trim_scale(sum(k.weight))::text as weight, (
          select ${figure(sql`sum(a.qty)`)} from allocation a where a.notice_id = n.id and a.state in ('packed', 'shipped') and a.carton_id is not null) as qty
        from carton k where k.notice_id = n.id and not k.is_deleted and k.state <> 'unpacked') x
      where n.id = any(${[...ids]}::bigint[]) and not n.is_deleted and ${inScope(actor, 'carton', 'n')}`,
    // The weight is the carton's: it stands once.
    sql`select k.notice_id as "docId", k.seq::text as carton, k.carton_no as "cartonNo", i.item_no as "itemNo", i.name as "itemName",
        i.base_unit as unit, nullif(b.batch_no, '') as "batchNo", b.expiry::text as expiry, trim_scale(sum(a.qty))::text as qty,
        case when row_number() over (partition by k.id order by i.item_no, b.batch_no) = 1 then trim_scale(k.weight)::text end as weight,
        k.seal_no as "sealNo"
      from (
        -- unscoped: cartons of a notice that is in scope
        select z.*, row_number() over (partition by z.notice_id order by z.id) as seq from carton z
        where z.notice_id = any(${[...ids]}::bigint[]) and not z.is_deleted and z.state <> 'unpacked') k
      join allocation a on a.carton_id = k.id and a.state in ('packed', 'shipped') join item i on i.id = a.item_id join batch b on b.id = a.batch_id
      group by k.id, k.notice_id, k.seq, k.carton_no, k.weight, k.seal_no, i.item_no, i.name, i.base_unit, b.batch_no, b.expiry
      order by k.notice_id, k.seq, i.item_no, b.batch_no`,
  )
  return sheetsOf(
    found,
    actor,
    'packList',
    'packs',
    (head) => ({
      noticeNo: head.no,
      customerNo: head.customerNo ?? '',
      ownerName: head.ownerName,
      warehouseName: head.warehouseName,
      carrierOf: head.carrier ?? '',
      consigneeCompany: head.company ?? '',
      consigneeName: head.name,
      consigneePhone: phone(head.phone),
      consigneeAddress: [head.region?.replaceAll(' ', ''), head.address].filter(Boolean).join(' '),
      requiredAt: moment(head.requiredAt),
      remark: head.remark ?? '',
      cartons: String(head.cartons),
      quantity: head.qty,
      weight: head.weight === null ? '' : `${trimmed(head.weight)} kg`,
    }),
    (head) => ({ qty: head.qty, weight: head.weight ?? '' }),
  )
}

type Count = {
  id: number
  no: string
  companyName: string
  warehouseName: string
  ownerName: string | null
  range: string
  remark: string | null
  places: number
}
/** Blind: what the book says is not even read. Of a second count only the places that are counted again. */
export async function countSheets(tx: Tx, actor: Actor, ids: readonly number[]): Promise<Papers> {
  const found = await read<Count>(
    tx,
    sql`select d.id, d.count_no as no, ${companyOf}, w.name as "warehouseName", c.name as "ownerName", d.range, d.remark,
        (select count(*)::int from stock_count_place p where p.count_id = d.id and (d.state <> 'recount' or p.recount)) as places
      from stock_count d join warehouse w on w.id = d.warehouse_id ${companyJoins} left join company c on c.id = d.owner_id
      where d.id = any(${[...ids]}::bigint[]) and not d.is_deleted and ${inScope(actor, 'stock_count', 'd')}`,
    sql`select p.count_id as "docId", l.code as location, k.code as container, i.item_no as "itemNo", i.name as "itemName",
        i.base_unit as unit, nullif(b.batch_no, '') as "batchNo"
      -- unscoped: places and lines of a count that is in scope
      from stock_count_place p join stock_count d on d.id = p.count_id join location l on l.id = p.location_id
      left join stock_count_line x on x.count_id = p.count_id and x.location_id = p.location_id
      left join item i on i.id = x.item_id left join batch b on b.id = x.batch_id left join container k on k.id = x.container_id
      where p.count_id = any(${[...ids]}::bigint[]) and (d.state <> 'recount' or p.recount)
      order by p.count_id, l.pick_seq, l.code, i.item_no, x.id`,
  )
  return sheetsOf(found, actor, 'countSheet', 'counts', (head) => ({
    countNo: head.no,
    warehouseName: head.warehouseName,
    ownerName: head.ownerName ?? '',
    range: head.range,
    remark: head.remark ?? '',
    places: String(head.places),
  }))
}
