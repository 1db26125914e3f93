import { codeFor } from '@xunyun/contract/dictionary'
import type { Reason } from '@xunyun/contract/errors'
import type { Params } from '@xunyun/contract/kernel/call'
import { toHalfWidth } from '@xunyun/contract/kernel/text'
import { waybillInput } from '@xunyun/contract/waybills/calls'
import * as z from 'zod/mini'
import { fieldErrors } from '../../../platform/http/issues.ts'
import type { ImportColumn } from '../../../platform/import/columns.ts'
import type { CheckedRow, RowError, SheetRow } from '../../../platform/import/kind.ts'
import { dateText } from '../../../platform/import/words.ts'
import { regionByNames, regionInAddress, unknownRegionPart } from '../../../platform/regions.ts'
import { importColumns } from './columns.ts'

/** A row and the customer whose waybill it is: one row, one waybill. */
export type WaybillRow = CheckedRow & {
  readonly customerName: string
  readonly customerNo: string
  readonly destName: string
}

export const columnOf = (key: string): ImportColumn =>
  importColumns.find((column) => column.key === key) as ImportColumn

/** Columns that fill a field of the waybill itself, as they stand or by their words. */
const own = importColumns.filter(({ key, path }) => key === path)

/**
 * Understands a sheet as an office would send it: full-width digits, several ways to write a date, padded names, the
 * region inside the address, words for codes. What it does not understand is an error of its cell; nothing is guessed.
 */
export function parseRows(rows: readonly SheetRow[]): WaybillRow[] {
  const parsed = rows.map(({ row, cell }) => parseRow(row, cell))
  markDuplicates(parsed)
  return parsed
}

function parseRow(row: number, cell: (key: string) => string): WaybillRow {
  const errors: RowError[] = []
  const refuse = (key: string, reason: Reason, params: Params = {}) =>
    errors.push({ column: columnOf(key), reason, params })
  const word = ({ key, choices }: ImportColumn, standard?: string): string | undefined => {
    const text = cell(key)
    if (text === '' || choices === undefined) return standard
    const code = codeFor(choices, text)
    if (code === undefined) refuse(key, 'imports.unknownChoice', { word: text, choices })
    return code
  }
  const raw = {
    ...Object.fromEntries(own.map((column) => [column.path, column.choices ? word(column) : cell(column.key)])),
    bizDate: dateText(cell('bizDate')),
    shipper: party('shipper', cell, refuse),
    consignee: party('consignee', cell, refuse),
    goods: [
      {
        name: cell('goods'),
        package: word(columnOf('package'), 'carton'),
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
    name: cell('customerNo'),
    customerName: cell('customer'),
    customerNo: cell('customerNo'),
    destName: cell('destOutlet'),
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

/**
 * Within one file a customer's number may stand once: every later row with it is refused, whichever customer it names
 * and even if the earlier row is refused too (domain §0.10).
 */
function markDuplicates(rows: readonly WaybillRow[]): void {
  const first = new Map<string, number>()
  for (const row of rows) {
    if (row.customerNo === '') continue
    const earlier = first.get(row.customerNo)
    if (earlier === undefined) first.set(row.customerNo, row.row)
    else {
      row.errors.push({ column: columnOf('customerNo'), reason: 'imports.duplicateInFile', params: { row: earlier } })
      row.input = undefined
    }
  }
}
