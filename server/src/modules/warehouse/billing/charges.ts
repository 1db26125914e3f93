import { compareDecimal, sumDecimals } from '@xunyun/contract/kernel/decimal'
import type { Step } from '@xunyun/contract/prices/calls'
import type { Recomputed } from '@xunyun/contract/warehouse/billing/charges'
import { sql } from 'kysely'
import { clock, dayBefore } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/db.ts'
import {
  type Book,
  type Counted,
  documentsCounted,
  heldMonths,
  inForce,
  type LeftOut,
  storageCounted,
} from './queries.rating.ts'
import {
  type Calculated,
  calculateDay,
  calculateDocument,
  calculateMonth,
  daysOfMonth,
  firstOfMonth,
  lastOfMonth,
  type Terms,
} from './rating.ts'
import {
  adjust,
  type By,
  cancel,
  type Existing,
  existing,
  insert,
  type Made,
  type Owed,
  type Range,
  takeBack,
  update,
} from './store.charges.ts'

/** What is owed for a period, calculated from the ledger and the documents, against what is written (domain §6). */

export type Agreed = {
  id: number
  lineId: number
  no: string
  versionNo: number
  customerId: number
  customerName: string
  everywhere: boolean
  ownerIds: number[]
}
export type AgreedItem = Terms & { id: number; quotationId: number; trigger: string; feeItem: string }

/** The quotations that hold in a period, with their items, by id. */
export async function agreedIn(tx: Tx, from: string, to: string) {
  const quotations = await sql<Agreed>`
    -- unscoped: what was agreed, for whoever is charged by it
    select q.id, q.line_id as "lineId", q.quotation_no as no, q.version_no as "versionNo", q.customer_id as "customerId",
      c.name as "customerName", q.warehouse_id is null as everywhere, to_jsonb(q.owner_ids) as "ownerIds"
    from quotation q join company c on c.id = q.customer_id
    where q.status in ('active', 'ended') and not q.is_deleted and q.valid_from <= ${to}::date and (q.valid_to is null or q.valid_to >= ${from}::date)`.execute(
    tx,
  )
  const ids = quotations.rows.map(({ id }) => id)
  const items = await sql<AgreedItem>`
    select id, quotation_id as "quotationId", trigger, fee_item as "feeItem", basis, time_unit as "timeUnit", volume_method as "volumeMethod",
      free_days as "freeDays", tiers, tier_mode as "tierMode", rate, min_charge as "minCharge", max_charge as "maxCharge", tax_rate as "taxRate"
    from quotation_item where quotation_id = any(${ids}::bigint[])`.execute(tx)
  return {
    quotations: new Map(quotations.rows.map((one) => [one.id, one])),
    items: new Map(items.rows.map((one) => [one.id, one])),
  }
}

/** Whose goods quotations are about: of a customer, or of all. */
export const ownersOf = (quotations: Iterable<Agreed>, customerId: number | undefined): number[] => [
  ...new Set(
    [...quotations]
      .filter((one) => customerId === undefined || one.customerId === customerId)
      .flatMap((one) => one.ownerIds),
  ),
]

/**
 * Every charge that a book makes of a period: storage by the day and of documents on its days; storage by the month of
 * the months that it touches, where those are over, or with `open` to the last day that is. `owners`: of days that are
 * not counted too, from the ledger.
 */
export async function calculatePeriod(
  tx: Tx,
  book: Book,
  items: ReadonlyMap<number, Terms>,
  { from, to }: Pick<Range, 'from' | 'to'>,
  { owners, open }: { owners: readonly number[] | null; open: boolean },
): Promise<Made[]> {
  const termOf = (counted: { termId: number }) => items.get(counted.termId)
  const made: Made[] = []
  const one = (counted: Counted, calculated: Calculated, fromDay = counted.day): Made => ({
    quotationId: counted.quotationId,
    termId: counted.termId,
    warehouseId: counted.warehouseId,
    day: counted.day,
    fromDay,
    docType: counted.docType,
    docId: counted.docId,
    docNo: counted.docNo,
    ...calculated,
    steps: counted.problems.length === 0 ? calculated.steps : [...calculated.steps, leftOutStep(counted.problems)],
    problems: counted.problems,
  })
  for (const counted of await storageCounted(tx, book, 'day', from, to, owners)) {
    const terms = termOf(counted)
    if (terms !== undefined) made.push(one(counted, calculateDay(terms, counted)))
  }
  for (const counted of await documentsCounted(tx, book, from, to)) {
    const terms = termOf(counted)
    if (terms !== undefined) made.push(one(counted, calculateDocument(terms, counted.docNo ?? '', counted.quantity)))
  }
  const months = monthsOf(from, to, open)
  if (months === undefined || ![...items.values()].some(({ timeUnit }) => timeUnit === 'month')) return made
  const held = new Map(
    (await heldMonths(tx, book, months.from, months.to)).map((month) => [
      `${month.quotationId}/${month.warehouseId}/${month.month}`,
      month,
    ]),
  )
  const byMonth = Map.groupBy(
    await storageCounted(tx, book, 'month', months.from, months.to, owners),
    ({ termId, warehouseId, quotationId, day }) => `${termId}/${quotationId}/${warehouseId}/${day.slice(0, 7)}`,
  )
  for (const days of byMonth.values()) {
    const [first] = days as [Counted, ...Counted[]]
    const terms = termOf(first)
    const month = held.get(`${first.quotationId}/${first.warehouseId}/${first.day.slice(0, 7)}`)
    if (terms === undefined || month === undefined) continue
    const problems = [...new Map(days.flatMap((day) => day.problems).map((left) => [left.itemId, left])).values()]
    const calculated = calculateMonth(terms, { ...month, days: daysOfMonth(first.day) }, days)
    made.push(one({ ...first, day: month.to, problems }, calculated, month.from))
  }
  return made
}

const leftOutStep = (problems: readonly LeftOut[]): Step => ({
  step: 'leftOut',
  params: { count: String(problems.length) },
})

/** The months that a period touches and that are over; `open`: the one that goes on too, as far as it is over. */
function monthsOf(from: string, to: string, open: boolean): { from: string; to: string } | undefined {
  const yesterday = dayBefore(clock.today())
  let end = lastOfMonth(to)
  if (end > yesterday) end = open ? yesterday : dayBefore(firstOfMonth(clock.today()))
  const start = firstOfMonth(from)
  return end < start ? undefined : { from: start, to: end }
}

/** Which period charges are compared in: days and documents as asked, months as a whole. */
const monthly = (from: string, to: string) => monthsOf(from, to, false)

const keyOf = (charge: {
  customerId: number
  lineId: number
  warehouseId: number
  feeItem: string
  trigger: string
  day: string
  docType: string | null
  docId: number | null
}) =>
  [
    charge.customerId,
    charge.lineId,
    charge.warehouseId,
    charge.feeItem,
    charge.trigger,
    charge.day,
    charge.docType,
    charge.docId,
  ].join('/')

/** What has to be done so that what is written is what comes out. */
export type Plan = {
  add: Owed[]
  change: { old: Existing; now: Owed }[]
  cancel: Existing[]
  /** Held, and comes out otherwise: a charge of today takes the difference (V29). */
  adjust: { old: Existing; now: Owed }[]
  /** Held, and falls away: taken back by a charge of its own. */
  takeBack: Existing[]
  same: number
  owed: Owed[]
}

/** Old against new for days that are over; nothing is written. `isCounted`: the days have just been counted, for everybody. */
export async function planPeriod(tx: Tx, range: Range, isCounted: boolean): Promise<Plan> {
  const months = monthly(range.from, range.to)
  const first = months === undefined || months.from > range.from ? range.from : months.from
  const last = months === undefined || months.to < range.to ? range.to : months.to
  const { quotations, items } = await agreedIn(tx, first, last)
  const owners = isCounted ? null : ownersOf(quotations.values(), range.customerId)
  const made = await calculatePeriod(tx, inForce(range), items, range, { owners, open: false })
  const names = await warehouseNames(tx)
  const owed = made.flatMap((one): Owed[] => {
    const [quotation, item] = [quotations.get(one.quotationId), items.get(one.termId)]
    if (quotation === undefined || item === undefined) return []
    return [
      {
        ...one,
        customerId: quotation.customerId,
        customerName: quotation.customerName,
        lineId: quotation.lineId,
        quotationNo: quotation.no,
        trigger: item.trigger,
        feeItem: item.feeItem,
        basis: item.basis,
        rate: item.rate,
        taxRate: item.taxRate,
        steps: [matched(quotation, names.get(one.warehouseId) ?? ''), ...one.steps],
        remark: null,
      },
    ]
  })
  const plan: Plan = { add: [], change: [], cancel: [], adjust: [], takeBack: [], same: 0, owed }
  const left = new Map((await existing(tx, range, months)).map((old) => [keyOf(old), old]))
  for (const now of owed) {
    const key = keyOf(now)
    const old = left.get(key)
    left.delete(key)
    if (old === undefined) plan.add.push(now)
    else if (old.held ? compareDecimal(old.amount, now.amount) === 0 : isSame(old, now)) plan.same += 1
    else if (old.held) plan.adjust.push({ old, now })
    else plan.change.push({ old, now })
  }
  for (const old of left.values()) {
    if (old.held) plan.takeBack.push(old)
    else plan.cancel.push(old)
  }
  return plan
}

export const matched = (
  quotation: Pick<Agreed, 'no' | 'versionNo' | 'customerName' | 'everywhere'>,
  warehouse: string,
): Step => ({
  step: quotation.everywhere ? 'matchedAll' : 'matched',
  params: {
    no: quotation.no,
    version: String(quotation.versionNo),
    customer: quotation.customerName,
    warehouse,
  },
})

const isSame = (old: Existing, now: Owed): boolean =>
  compareDecimal(old.amount, now.amount) === 0 &&
  Number(old.quantity) === Number(now.quantity) &&
  Number(old.chargeable) === Number(now.chargeable) &&
  compareDecimal(old.rate ?? '-1', now.rate ?? '-1') === 0 &&
  (now.taxRate === null || compareDecimal(old.taxRate ?? '-1', now.taxRate) === 0) &&
  old.termId === now.termId &&
  old.problems === now.problems.length

export async function warehouseNames(tx: Tx): Promise<Map<number, string>> {
  // unscoped: names for charges of quotations that the caller asks for
  const found = await sql<{ id: number; name: string }>`select id, name from warehouse`.execute(tx)
  return new Map(found.rows.map(({ id, name }) => [id, name]))
}

/** Makes what is written what comes out. The caller has taken its turn, so that nothing changed since the plan. */
export async function carryOut(tx: Tx, by: By, plan: Plan): Promise<void> {
  await insert(tx, by, plan.add)
  await update(tx, by, plan.change)
  await cancel(tx, by, plan.cancel, null)
  await adjust(tx, by, plan.adjust)
  await takeBack(tx, by, plan.takeBack)
}

/** A plan as people see it: what differs, old beside new. */
export async function told(tx: Tx, plan: Plan): Promise<Omit<Recomputed, 'problems'>> {
  const names = await warehouseNames(tx)
  const row = (kind: Recomputed['rows'][number]['kind'], old: Existing | null, now: Owed | null) => {
    const one = (now ?? old) as Owed | Existing
    return {
      kind,
      id: old?.id ?? null,
      day: one.day,
      customerName: one.customerName,
      warehouseName: names.get(one.warehouseId) ?? '',
      trigger: one.trigger as Recomputed['rows'][number]['trigger'],
      feeItem: one.feeItem,
      docNo: one.docNo,
      oldQuantity: old?.quantity ?? null,
      newQuantity: now?.quantity ?? null,
      oldAmount: old?.amount ?? '0.00',
      newAmount: now?.amount ?? '0.00',
    }
  }
  const rows = [
    ...plan.add.map((now) => row('add', null, now)),
    ...plan.change.map(({ old, now }) => row('change', old, now)),
    ...plan.adjust.map(({ old, now }) => row('beside', old, now)),
    ...plan.cancel.map((old) => row('cancel', old, null)),
    ...plan.takeBack.map((old) => row('beside', old, null)),
  ].sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
  return {
    rows,
    same: plan.same,
    oldAmount: sumDecimals(
      rows.map(({ oldAmount }) => oldAmount),
      2,
    ),
    newAmount: sumDecimals(
      rows.map(({ newAmount }) => newAmount),
      2,
    ),
  }
}
