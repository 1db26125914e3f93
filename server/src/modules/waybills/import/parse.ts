import { codeFor, type DictionaryType } from '@xunyun/contract/dictionary'
import type { Reason } from '@xunyun/contract/errors'
import type { Params } from '@xunyun/contract/kernel/call'
import { tidy, toHalfWidth } from '@xunyun/contract/kernel/text'
import { type WaybillInput, waybillInput } from '@xunyun/contract/waybills/calls'
import * as z from 'zod/mini'
import { fieldErrors } from '../../../platform/http/issues.ts'
import { badField, Refusal } from '../../../platform/refusal.ts'
import { regionByNames, regionInAddress, unknownRegionPart } from '../../../platform/regions.ts'
import { columnFor, type ImportColumn, importColumns } from './columns.ts'

export type SheetRow = { row: number; cells: readonly string[] }
export type RowError = { column: ImportColumn; reason: Reason; params: Params }
export type ParsedRow = {
  row: number
  customerName: string
  customerNo: string
  /** Undefined when something is wrong with the row itself. */
  input: WaybillInput | undefined
  errors: RowError[]
}
/** `titles`: the header of each column as it stands in the file. */
export type ParsedSheet = { rows: ParsedRow[]; unknownColumns: string[]; titles: ReadonlyMap<string, string> }

const columnOf = (key: string): ImportColumn => importColumns.find((column) => column.key === key) as ImportColumn

/**
 * Understands a sheet as an office would send it: full-width digits, several ways to write a date, padded names, the
 * region inside the address, words for codes. What it does not understand is an error of its cell; nothing is guessed.
 */
export function parseSheet(rows: readonly SheetRow[], maxRows: number): ParsedSheet {
  const [header, ...data] = rows
  if (header === undefined) throw badField('fileId', 'waybills.importEmpty')
  const at = new Map<string, number>()
  const unknownColumns: string[] = []
  header.cells.forEach((title, index) => {
    const column = columnFor(title)
    if (column !== undefined) at.set(column.key, index)
    else if (title.trim() !== '') unknownColumns.push(title.trim())
  })
  const missing = importColumns.filter((column) => column.required && !at.has(column.key))
  if (missing.length > 0)
    throw new Refusal('waybills.importColumnMissing', { columns: missing.map((column) => column.titles.zh).join('、') })
  const filled = data.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  if (filled.length === 0) throw badField('fileId', 'waybills.importEmpty')
  if (filled.length > maxRows) throw new Refusal('waybills.importTooLong', { max: maxRows })
  const parsed = filled.map(({ row, cells }) => parseRow(row, (key) => tidy(cells[at.get(key) ?? -1] ?? '')))
  markDuplicates(parsed)
  const titles = new Map([...at].map(([key, index]) => [key, header.cells[index] ?? '']))
  return { rows: parsed, unknownColumns, titles }
}

function parseRow(row: number, cell: (key: string) => string): ParsedRow {
  const errors: RowError[] = []
  const refuse = (key: string, reason: Reason, params: Params = {}) =>
    errors.push({ column: columnOf(key), reason, params })
  const word = <T extends DictionaryType>(key: string, type: T, standard?: string): string | undefined => {
    const text = cell(key)
    if (text === '') return standard
    const code = codeFor(type, text)
    if (code === undefined) refuse(key, 'waybills.unknownWord', { word: text })
    return code
  }
  const raw = {
    customerNo: cell('customerNo'),
    bizDate: dateText(cell('bizDate')),
    deliveryWay: word('deliveryWay', 'deliveryWay'),
    payMethod: word('payMethod', 'payMethod'),
    receiptRequirement: word('receipt', 'receiptRequirement'),
    codAmount: cell('codAmount'),
    remarkCustomer: cell('remark'),
    shipper: party('shipper', cell, refuse),
    consignee: party('consignee', cell, refuse),
    goods: [
      {
        name: cell('goods'),
        package: word('package', 'package', 'carton'),
        pieces: cell('pieces') === '' ? undefined : toHalfWidth(cell('pieces')),
        weight: cell('weight') || '0',
        volume: cell('volume') || '0',
        declaredValue: cell('declaredValue'),
      },
    ],
  }
  if (cell('customer') === '') refuse('customer', 'field.required')
  const checked = z.safeParse(waybillInput, raw, { reportInput: true })
  if (!checked.success) {
    for (const { path, reason, params } of fieldErrors(checked.error.issues)) {
      const column =
        importColumns.find((one) => one.path === path) ??
        importColumns.find((one) => path.startsWith(one.path)) ??
        columnOf('customer')
      // The word or region that was not understood has been reported already.
      if (
        !errors.some(
          (error) =>
            error.column.key === column.key || (path.endsWith('.region') && error.column.path.startsWith(path)),
        )
      ) {
        errors.push({ column, reason: reason as Reason, params })
      }
    }
  }
  return {
    row,
    customerName: cell('customer'),
    customerNo: raw.customerNo,
    input: checked.success && errors.length === 0 ? checked.data : undefined,
    errors,
  }
}

/** A party's region from its columns, or, when they are empty, from the beginning of the address. */
function party(
  side: 'shipper' | 'consignee',
  cell: (key: string) => string,
  refuse: (key: string, reason: Reason, params?: Params) => void,
) {
  const [province, city, county] = [cell(`${side}Province`), cell(`${side}City`), cell(`${side}County`)] as [
    string,
    string,
    string,
  ]
  const address = cell(`${side}Address`)
  const base = { name: cell(`${side}Name`), phone: cell(`${side}Phone`) }
  if (province === '' && city === '' && county === '') {
    const found = address === '' ? undefined : regionInAddress(address)
    if (found === undefined && address !== '') refuse(`${side}Address`, 'field.region')
    return { ...base, region: found?.region.code, address: found === undefined ? address : found.rest || address }
  }
  const region = regionByNames(province, city, county)
  if (region === undefined) {
    const part = unknownRegionPart(province, city)
    refuse(`${side}${part === 'province' ? 'Province' : part === 'city' ? 'City' : 'County'}`, 'field.region')
  }
  return { ...base, region: region?.code, address }
}

/** 2026-11-04, 2026/11/4, 2026.11.4, 2026年11月4日, 20261104 → YYYY-MM-DD; anything else stays and is refused as no date. */
export function dateText(text: string): string {
  const half = toHalfWidth(text).trim()
  const parts =
    /^(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})\s*日?(?:\s+\d{1,2}:\d{2}(?::\d{2})?)?$/.exec(half) ??
    /^(\d{4})(\d{2})(\d{2})$/.exec(half)
  if (parts === null) return half
  const [, year, month, day] = parts as unknown as [string, string, string, string]
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

/**
 * Within one file a customer's number may stand once: every later row with it is refused, whichever customer it names
 * and even if the earlier row is refused too (domain §0.10).
 */
function markDuplicates(rows: ParsedRow[]): void {
  const first = new Map<string, number>()
  for (const row of rows) {
    if (row.customerNo === '') continue
    const earlier = first.get(row.customerNo)
    if (earlier === undefined) first.set(row.customerNo, row.row)
    else {
      row.errors.push({ column: columnOf('customerNo'), reason: 'waybills.duplicateInFile', params: { row: earlier } })
      row.input = undefined
    }
  }
}
