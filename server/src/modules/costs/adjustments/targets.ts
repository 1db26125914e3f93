import type { AdjustmentDirection } from '@xunyun/contract/costs/adjustments'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Actor } from '../../../platform/actor.ts'
import { anyId, kept, type Tx } from '../../../platform/db.ts'
import { isOneOfOurs, ofOwnOutlet } from '../../../platform/scope.ts'
import { type Head, ownTotal } from '../../waybills/index.ts'

/** An item of one party: what it comes to, adjustments with it. */
export type TargetItem = {
  readonly feeItem: string
  readonly companyId: number | null
  readonly driverId: number | null
  readonly partyName: string | null
  readonly amount: string
  readonly taxRate: string | null
  /** An adjustment of it that is under review. */
  readonly openNo: string | null
}
/**
 * What can be adjusted: a waybill or a charge of storage (应收), a payable charge (应付); or the deposit of a lost device, owed by whoever had it, and a
 * penalty for an arrangement (应收).
 */
export type Target = {
  readonly direction: AdjustmentDirection
  readonly waybillId: number | null
  readonly chargeId: number | null
  readonly deviceId?: number | null
  readonly arrangementId?: number | null
  /** The waybill; of storage its document, else warehouse and day; of a payable charge the arrangement, else the application that it was approved with. */
  readonly no: string
  /** Numbers that name it. */
  readonly numbers: readonly (string | null)[]
  readonly outletId: number
  readonly customerId: number | null
  readonly customerName: string | null
  readonly state: string
  readonly priceState: string
  readonly receivable: string
  /** Of a waybill: what the parts of its payment are of (M4). */
  readonly own?: string
  readonly cost: string
  readonly payMethod: string
  readonly payments: string | null
  readonly items: readonly TargetItem[]
  /** The head of a locked waybill's chain. */
  readonly head: Head | null
}

export type Which = { readonly ids: readonly number[] } | { readonly numbers: readonly string[] }

/** Waybills of the actor's own outlets. `lock`: for the command that adjusts them, in the order of their ids. */
export async function waybillTargets(tx: Tx, actor: Actor, which: Which, lock = false): Promise<Target[]> {
  const named: RawBuilder<SqlBool> =
    'ids' in which
      ? sql<SqlBool>`w.id = ${anyId(which.ids)}`
      : sql<SqlBool>`w.waybill_no = any(${[...which.numbers]}::text[])`
  const found = await sql<Omit<Target, 'head'> & { seq: number; hash: Buffer }>`${'ids' in which ? kept : sql``}
    select 'receivable' as direction, w.id as "waybillId", null as "chargeId", w.waybill_no as no, json_build_array(w.waybill_no) as numbers,
      w.outlet_id as "outletId", w.customer_id as "customerId", c.name as "customerName", w.state, w.price_state as "priceState",
      w.receivable, ${ownTotal('w')} as own, w.cost, w.pay_method as "payMethod", w.payments, coalesce((
        select json_agg(json_build_object('feeItem', x.fee_item, 'companyId', x.company_id, 'driverId', null, 'partyName', k.name,
          'amount', x.amount::text, 'taxRate', x.tax_rate::text, 'openNo', (
            -- unscoped: as below
            select p.no from adjustment d join application p on p.id = d.id where d.open and d.waybill_id = w.id
              and d.fee_item = x.fee_item and d.company_id is not distinct from x.company_id)) order by x.seq)
        from (select h.fee_item, h.company_id, sum(h.amount) as amount, min(h.tax_rate) as tax_rate, min(h.seq) as seq
          from charge h where h.waybill_id = w.id and h.direction = 'receivable' group by 1, 2) x
        left join company k on k.id = x.company_id), '[]') as items, w.chain_seq as seq, w.chain_hash as hash
    from waybill w left join company c on c.id = w.customer_id
    where ${named} and not w.is_deleted and w.state <> 'draft' and ${ofOwnOutlet(actor, 'w')} order by w.id ${lock ? sql`for update of w` : sql``}`.execute(
    tx,
  )
  return found.rows.map(({ seq, hash, ...target }) => ({
    ...target,
    head: lock ? { id: target.waybillId as number, seq, hash } : null,
  }))
}

/** Items of a charge `h` with what adjusts it. */
const itemsOf = sql`(
        select json_agg(json_build_object('feeItem', x.fee_item, 'companyId', x.company_id, 'driverId', x.driver_id,
          'partyName', coalesce(k.name, v.name), 'amount', x.amount::text, 'taxRate', x.tax_rate::text, 'openNo', (
            -- unscoped: what is under review lends its number
            select p.no from adjustment d join application p on p.id = d.id where d.open and d.charge_id = h.id
              and d.fee_item = x.fee_item and d.company_id is not distinct from x.company_id
              and d.driver_id is not distinct from x.driver_id)) order by x.id)
        from (select g.fee_item, g.company_id, g.driver_id, sum(g.amount) as amount, min(g.tax_rate) as tax_rate, min(g.id) as id
          from charge g where g.id = h.id or g.adjusts_id = h.id group by 1, 2, 3) x
        left join company k on k.id = x.company_id left join driver v on v.id = x.driver_id)`

/** `#` and an id: a charge that has no number of its own. */
const chargesNamed = (numbers: readonly string[]): number[] =>
  numbers.flatMap((number) => (/^#\d{1,15}$/.test(number) ? [Number(number.slice(1))] : []))
/** By the id of the charge `h`, or of one that adjusts it. */
const isNamed = (numbers: readonly string[]) =>
  sql<SqlBool>`h.id in (select coalesce(x.adjusts_id, x.id) from charge x where x.id = ${anyId(chargesNamed(numbers))})`
const ownNumbers = sql`select '#' || g.id from charge g where g.id = h.id or g.adjusts_id = h.id`

/**
 * Charges of storage at the actor's own outlets, by the number of their document too; one that adjusts another is reached by that one. What was
 * cancelled or taken back is not there.
 */
export async function storageTargets(tx: Tx, actor: Actor, which: Which, lock = false): Promise<Target[]> {
  const named: RawBuilder<SqlBool> =
    'ids' in which
      ? sql<SqlBool>`h.id = ${anyId(which.ids)}`
      : // unscoped: as below
        sql<SqlBool>`(h.id in (select x.id from warehouse_charge x where x.doc_no = any(${[...which.numbers]}::text[])) or ${isNamed(which.numbers)})`
  const found = await sql<Target>`${'ids' in which ? kept : sql``}
    select 'receivable' as direction, null as "waybillId", h.id as "chargeId", coalesce(s.doc_no, u.name || ' ' || s.day) as no,
      (select json_agg(n.no) from (select s.doc_no as no union all ${ownNumbers}) n) as numbers, h.outlet_id as "outletId",
      h.company_id as "customerId", c.name as "customerName", 'placed' as state, 'confirmed' as "priceState", (
        select sum(g.amount) from charge g where g.id = h.id or g.adjusts_id = h.id)::numeric(14,2)::text as receivable,
      '0.00' as cost, '' as "payMethod", null as payments, ${itemsOf} as items, null as head
    -- unscoped: of the actor's own outlets by the condition
    from charge h join warehouse_charge s on s.id = h.id join warehouse u on u.id = s.warehouse_id join company c on c.id = h.company_id
    where ${named} and h.source = 'storage' and h.state = 'owed' and h.adjusts_id is null and ${isOneOfOurs(actor, 'h.outlet_id')}
      -- unscoped: as above
      and not exists (select from warehouse_charge r where r.reverses_id = h.id)
    order by h.id ${lock ? sql`for update of h` : sql``}`.execute(tx)
  return found.rows
}

/** Approved payable charges of the actor's own outlets; one that adjusts another is reached by that one. */
export async function chargeTargets(tx: Tx, actor: Actor, which: Which, lock = false): Promise<Target[]> {
  const named: RawBuilder<SqlBool> =
    'ids' in which
      ? sql<SqlBool>`h.id = ${anyId(which.ids)}`
      : sql<SqlBool>`(a.no = any(${[...which.numbers]}::text[]) or h.cost_line_id in (
          -- unscoped: as below
          select n.id from cost_line n join arrangement r on r.id = n.arrangement_id where r.arrangement_no = any(${[...which.numbers]}::text[]))
          or ${isNamed(which.numbers)})`
  const found = await sql<Target>`${'ids' in which ? kept : sql``}
    select 'payable' as direction, null as "waybillId", h.id as "chargeId", a.no,
      (select json_agg(n.no) from (select a.no union all select t.arrangement_no union all ${ownNumbers}) n) as numbers, h.outlet_id as "outletId", null as "customerId", null as "customerName", 'placed' as state, 'confirmed' as "priceState",
      '0.00' as receivable, '0.00' as cost, '' as "payMethod", null as payments, ${itemsOf} as items, null as head
    -- unscoped: of the actor's own outlets by the condition
    from charge h join application a on a.id = h.application_id left join cost_line l on l.id = h.cost_line_id
    left join arrangement t on t.id = l.arrangement_id
    where ${named} and h.direction = 'payable' and h.approved and h.adjusts_id is null and ${isOneOfOurs(actor, 'h.outlet_id')}
    order by h.id ${lock ? sql`for update of h` : sql``}`.execute(tx)
  return found.rows
}

/** What each of some adjustments is of; undefined where it is not there, or not the actor's. */
export async function targetsOf(
  tx: Tx,
  actor: Actor,
  all: readonly {
    readonly waybillId: number | null
    readonly chargeId: number | null
    readonly deviceId: number | null
    readonly arrangementId: number | null
  }[],
  lock = false,
): Promise<(Target | undefined)[]> {
  const ids = (name: 'waybillId' | 'chargeId' | 'deviceId' | 'arrangementId') => [
    ...new Set(all.flatMap((one) => one[name] ?? [])),
  ]
  const [waybillIds, chargeIds, deviceIds] = [ids('waybillId'), ids('chargeId'), ids('deviceId')]
  const arrangementIds = ids('arrangementId')
  const found = [
    ...(waybillIds.length === 0 ? [] : await waybillTargets(tx, actor, { ids: waybillIds }, lock)),
    ...(chargeIds.length === 0 ? [] : await chargeTargets(tx, actor, { ids: chargeIds }, lock)),
    ...(chargeIds.length === 0 ? [] : await storageTargets(tx, actor, { ids: chargeIds }, lock)),
    ...(deviceIds.length === 0 ? [] : await deviceTargets(tx, deviceIds, lock)),
    ...(arrangementIds.length === 0 ? [] : await arrangementTargets(tx, arrangementIds, lock)),
  ]
  return all.map(({ waybillId, chargeId, deviceId, arrangementId }) =>
    found.find(
      (target) =>
        target.waybillId === waybillId &&
        target.chargeId === chargeId &&
        (target.deviceId ?? null) === deviceId &&
        (target.arrangementId ?? null) === arrangementId,
    ),
  )
}

/** Arrangements, for penalties: a case names one that carried its waybill, and reviewers decide on it. */
async function arrangementTargets(tx: Tx, ids: readonly number[], lock: boolean): Promise<Target[]> {
  const found = await sql<Target>`
    select 'receivable' as direction, null as "waybillId", null as "chargeId", t.id as "arrangementId", null as head, t.arrangement_no as no,
      json_build_array(t.arrangement_no) as numbers, t.outlet_id as "outletId", null as "customerId", null as "customerName", 'placed' as state,
      'confirmed' as "priceState", coalesce((select sum(h.amount) from charge h where h.arrangement_id = t.id), 0)::numeric(14,2)::text as receivable,
      '0.00' as cost, '' as "payMethod", null as payments, coalesce((
        select json_agg(json_build_object('feeItem', x.fee_item, 'companyId', x.company_id, 'driverId', x.driver_id, 'partyName', coalesce(k.name, v.name),
          'amount', x.amount::text, 'taxRate', null, 'openNo', (
            -- unscoped: what is under review lends its number
            select p.no from adjustment d join application p on p.id = d.id where d.open and d.arrangement_id = t.id and d.fee_item = x.fee_item
              and d.company_id is not distinct from x.company_id and d.driver_id is not distinct from x.driver_id)) order by x.company_id, x.driver_id)
        from (select h.fee_item, h.company_id, h.driver_id, sum(h.amount) as amount from charge h where h.arrangement_id = t.id group by 1, 2, 3) x
        left join company k on k.id = x.company_id left join driver v on v.id = x.driver_id), '[]') as items
    -- unscoped: named by a case in scope, or by its adjustment
    from arrangement t where t.id = any(${[...ids]}::bigint[]) order by t.id ${lock ? sql`for update of t` : sql``}`.execute(
    tx,
  )
  return found.rows
}

/** Lost devices, whichever outlet keeps them: whoever may say that one is lost asks for its deposit, and reviewers decide on it. */
async function deviceTargets(tx: Tx, ids: readonly number[], lock: boolean): Promise<Target[]> {
  const found = await sql<Target>`
    select 'receivable' as direction, null as "waybillId", null as "chargeId", g.id as "deviceId", null as head, g.device_no as no,
      json_build_array(g.device_no) as numbers, g.outlet_id as "outletId", null as "customerId", (
        -- unscoped: whoever had the device, by the last adjustment of it
        select k.name from adjustment d join company k on k.id = d.company_id where d.device_id = g.id order by d.id desc limit 1
      ) as "customerName", 'placed' as state,
      'confirmed' as "priceState", coalesce((select sum(h.amount) from charge h where h.device_id = g.id), 0)::numeric(14,2)::text as receivable,
      '0.00' as cost, '' as "payMethod", null as payments, coalesce((
        select json_agg(json_build_object('feeItem', x.fee_item, 'companyId', x.company_id, 'driverId', null, 'partyName', k.name,
          'amount', x.amount::text, 'taxRate', null, 'openNo', (
            -- unscoped: what is under review lends its number
            select p.no from adjustment d join application p on p.id = d.id where d.open and d.device_id = g.id
              and d.fee_item = x.fee_item and d.company_id is not distinct from x.company_id)) order by x.company_id)
        from (select h.fee_item, h.company_id, sum(h.amount) as amount from charge h where h.device_id = g.id group by 1, 2) x
        left join company k on k.id = x.company_id), '[]') as items
    -- unscoped: reached by the device, or by its adjustment, in scope
    from gps_device g where g.id = any(${[...ids]}::bigint[]) order by g.id ${lock ? sql`for update of g` : sql``}`.execute(
    tx,
  )
  return found.rows
}
