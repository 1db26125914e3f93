import type { WaybillInput } from '@xunyun/contract/waybills/calls'
import { sql } from 'kysely'
import type { Actor } from '../../../platform/actor.ts'
import type { Approvals } from '../../../platform/approvals.ts'
import { owned, type Tx } from '../../../platform/db.ts'
import type { ImportKind } from '../../../platform/import/kind.ts'
import type { Numbering } from '../../../platform/numbering.ts'
import { scoped } from '../../../platform/scope.ts'
import { destinationsOf, isOpenOutlet } from '../destination.ts'
import { insertWaybills } from '../insert.ts'
import { cancelWaybills } from '../moves.ts'
import { outletFor } from '../place.ts'
import { checkCredit } from '../pricing/credit.ts'
import type { NewWaybill } from '../store.ts'
import { importColumns } from './columns.ts'
import { columnOf, parseRows, type WaybillRow } from './parse.ts'

export const maxImportRows = 10_000

/** What a batch that is taken back says on its waybills: a document is cancelled with a reason, never deleted. */
const undone = '撤销导入'

const notes = {
  zh: [
    '客户须是已有客户，名称一字不差',
    '同一文件里客户单号不能重复；已开过的客户单号不会再开一次',
    '省、市、区县都空时，从地址开头识别地区',
    '件数为正整数；重量 kg，最多 3 位小数；体积 m³，最多 4 位小数；金额元，2 位小数',
  ],
  en: [
    'The customer must exist, its name to the letter',
    'A customer number may stand once in a file, and is never placed twice',
    'With province, city and county empty, the region is read from the beginning of the address',
    'Pieces are whole and positive; weight in kg, 3 decimals; volume in m³, 4 decimals; money in CNY, 2 decimals',
  ],
  es: [
    'El cliente debe existir, con su nombre exacto',
    'Un número de cliente figura una sola vez por archivo y nunca se registra dos veces',
    'Sin provincia, ciudad ni distrito, la región se lee del inicio de la dirección',
    'Bultos enteros y positivos; peso en kg, 3 decimales; volumen en m³, 4 decimales; importes en CNY, 2 decimales',
  ],
  ja: [
    '顧客は登録済みの名称と一致させてください',
    '顧客番号は 1 ファイルに 1 回だけ、同じ番号が二重に登録されることはありません',
    '省・市・区県が空の場合は住所の先頭から地域を判別します',
    '個数は正の整数、重量は kg（小数 3 桁）、容積は m³（小数 4 桁）、金額は元（小数 2 桁）',
  ],
} as const

/** Waybills from an office's file, as drafts or placed at once; ten thousand in one statement's work, not one by one. */
export function waybillImport(numbering: Numbering, approvals: Approvals): ImportKind {
  return {
    entity: 'waybill',
    sheet: { zh: '运单', en: 'Waybills', es: 'Guías', ja: '送り状' },
    columns: importColumns,
    maxRows: maxImportRows,
    notes: (language) => notes[language],
    async check(tx, actor, sheet) {
      const rows = parseRows(sheet)
      const customers = await customersByName(tx, actor, rows)
      checkCustomers(rows, customers)
      await checkOutlets(tx, rows)
      await checkTaken(tx, rows, customers)
      return rows
    },
    async apply(tx, actor, checked, importId, { outletId: asked, place }) {
      const rows = checked as readonly WaybillRow[]
      const outletId = await outletFor(tx, actor, asked)
      const customers = await customersByName(tx, actor, rows)
      const outlets = await outletsByName(tx, rows)
      const proposed = await destinationsOf(
        tx,
        rows.map(({ input }) => (input as WaybillInput).consignee.region),
      )
      const numbers = await numbering.next('YD', rows.length)
      const waybills: NewWaybill[] = rows.map((row, index) => {
        const typed = outlets.get(row.destName)
        const input = { ...(row.input as WaybillInput), destOutletId: typed }
        return {
          input,
          destOutletId: typed ?? proposed.get(input.consignee.region) ?? null,
          waybillNo: numbers[index] as string,
          source: 'import',
          outletId,
          customer: customers.get(row.customerName) ?? null,
          importId,
        }
      })
      const settled = await insertWaybills(tx, actor, { numbering, approvals }, waybills, place === true)
      if (place === true)
        await checkCredit(
          tx,
          actor,
          settled.map(({ waybill: { id, customerId } }) => ({ id, customerId })),
        )
      return []
    },
    async records(tx, importId) {
      // unscoped: whoever may take a batch back takes back all of it
      const rows = await owned(tx)
        .selectFrom('waybill')
        .select('id')
        .where('import_id', '=', importId)
        .where('is_deleted', '=', false)
        .where('state', '<>', 'cancelled')
        .execute()
      return rows.map(({ id }) => id)
    },
    undo: (tx, actor, ids) => cancelWaybills(approvals)({ tx, actor }, { ids: [...ids], reason: undone }),
  }
}

/** Customers inside the scope by their exact name. */
async function customersByName(
  tx: Tx,
  actor: Actor,
  rows: readonly WaybillRow[],
): Promise<Map<string, { id: number; name: string }>> {
  const names = [...new Set(rows.map((row) => row.customerName))]
  const found = await scoped(tx, actor, 'company')
    .select(['id', 'name'])
    .where(sql<boolean>`name = any(${names}::text[])`)
    .where(sql<boolean>`roles && '{customer,owner,settle}'::text[]`)
    .where('enabled', '=', true)
    .where('blacklisted', '=', false)
    .execute()
  return new Map(found.map((row) => [row.name, row]))
}

/** Open outlets by name, short name or code. */
async function outletsByName(tx: Tx, rows: readonly WaybillRow[]): Promise<Map<string, number>> {
  const names = [...new Set(rows.map((row) => row.destName).filter((name) => name !== ''))]
  if (names.length === 0) return new Map()
  // unscoped: a waybill goes to another's outlet
  const found = await owned(tx)
    .selectFrom('company')
    .select(['id', 'name', 'short_name', 'code'])
    .where(isOpenOutlet)
    .where(
      sql<boolean>`(name = any(${names}::text[]) or short_name = any(${names}::text[]) or code = any(${names}::text[]))`,
    )
    .orderBy('id', 'desc')
    .execute()
  return new Map(
    (['short_name', 'name', 'code'] as const).flatMap((field) =>
      found.map((row): [string, number] => [row[field], row.id]),
    ),
  )
}

async function checkOutlets(tx: Tx, rows: readonly WaybillRow[]): Promise<void> {
  const outlets = await outletsByName(tx, rows)
  for (const row of rows) {
    if (row.destName === '' || outlets.has(row.destName)) continue
    row.errors.push({
      column: columnOf('destOutlet'),
      reason: 'waybills.noOutletNamed',
      params: { name: row.destName },
    })
    row.input = undefined
  }
}

function checkCustomers(rows: readonly WaybillRow[], customers: ReadonlyMap<string, unknown>): void {
  for (const row of rows) {
    if (row.customerName === '' || customers.has(row.customerName)) continue
    row.errors.push({
      column: columnOf('customer'),
      reason: 'waybills.noCustomerNamed',
      params: { name: row.customerName },
    })
    row.input = undefined
  }
}

/** Numbers that the customer's waybills have already: the same file twice creates nothing twice. */
async function checkTaken(
  tx: Tx,
  rows: readonly WaybillRow[],
  customers: ReadonlyMap<string, { id: number }>,
): Promise<void> {
  const asked = rows.flatMap((row) => {
    const customer = customers.get(row.customerName)
    return customer === undefined || row.customerNo === ''
      ? []
      : [{ customer_id: customer.id, customer_no: row.customerNo }]
  })
  if (asked.length === 0) return
  const found = await sql<{ customer_id: number; customer_no: string; waybill_no: string }>`
    select w.customer_id, w.customer_no, w.waybill_no
    from json_to_recordset(${JSON.stringify(asked)}::json) as a(customer_id bigint, customer_no text)
    -- unscoped: whether a number is taken must be known whatever the outlet
    join waybill w on w.customer_id = a.customer_id and w.customer_no = a.customer_no and w.state <> 'cancelled' and not w.is_deleted`.execute(
    tx,
  )
  const taken = new Map(found.rows.map((row) => [`${row.customer_id}/${row.customer_no}`, row.waybill_no]))
  for (const row of rows) {
    const by = taken.get(`${customers.get(row.customerName)?.id ?? 0}/${row.customerNo}`)
    if (by === undefined) continue
    row.errors.push({ column: columnOf('customerNo'), reason: 'waybills.customerNoTaken', params: { by } })
    row.input = undefined
  }
}
