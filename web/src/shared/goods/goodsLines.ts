import { codeFor } from '@xunyun/contract/dictionary'
import { Exact, normalizeDecimal, sumDecimals } from '@xunyun/contract/kernel/decimal'
import { toHalfWidth } from '@xunyun/contract/kernel/text'
import type { ItemChoice } from '@xunyun/contract/warehouse/masters/items'
import type { NoticeDetail } from '@xunyun/contract/warehouse/receiving/calls'

/** What the grid has to know of an item. */
export type LineItem = Pick<ItemChoice, 'id' | 'itemNo' | 'name' | 'barcodes' | 'baseUnit' | 'packs'>

/** A line of the grid while it is typed: text as it stands in the cells. */
export type LineDraft = {
  item?: LineItem
  unit?: string
  qty?: string
  batchNo?: string
  production?: string
  expiry?: string
  quality?: string
}
/** The cells in the order of the grid, which is the order of pasted columns. */
export const cells = ['item', 'qty', 'unit', 'batchNo', 'production', 'expiry', 'quality'] as const
export type Cell = (typeof cells)[number]

const isBlank = (line: LineDraft): boolean =>
  line.item === undefined && !(['qty', 'batchNo', 'production', 'expiry'] as const).some((cell) => line[cell]?.trim())

/** Lines with something in them, by their place in the grid. */
export const filled = (lines: readonly LineDraft[]): { line: LineDraft; row: number }[] =>
  lines.flatMap((line, row) => (isBlank(line) ? [] : [{ line, row }]))

/** Units an item is counted in, with base units in one. */
export const unitsOf = (item: LineItem | undefined): { unit: string; ratio: string }[] =>
  item === undefined ? [] : [{ unit: item.baseUnit, ratio: '1' }, ...item.packs]

const isNumber = (text: string) => /^\d+(\.\d+)?$/.test(text)

/** In base units; null while that is not known. */
export function baseQty({ item, unit, qty }: LineDraft): string | null {
  const typed = normalizeDecimal(qty ?? '')
  const ratio = unitsOf(item).find((one) => one.unit === (unit ?? item?.baseUnit))?.ratio
  return ratio === undefined || !isNumber(typed) ? null : new Exact(typed).times(ratio).toFixed()
}

export const totalQty = (lines: readonly LineDraft[]): string =>
  new Exact(
    sumDecimals(
      lines.map((line) => baseQty(line) ?? '0'),
      4,
    ),
  ).toFixed()

/** 2026-11-20, 20261120, 2026/11/20, 2026.1.5 → 2026-11-20; anything else stays, for the server to refuse. */
export function dayTyped(text: string): string | undefined {
  const plain = toHalfWidth(text).trim()
  if (plain === '') return undefined
  const parts = /^(\d{4})(\d{2})(\d{2})$/.exec(plain) ?? /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/.exec(plain)
  if (parts === null) return plain
  const [, year, month = '', date = ''] = parts
  return `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
}

const given = (text: string | undefined) => text?.trim() || undefined

/** As the contract takes it. What is no number stays text, for the server to name the cell. */
export const toLine = ({ item, unit, qty, batchNo, production, expiry, quality }: LineDraft) => ({
  itemId: item?.id,
  unit: unit ?? item?.baseUnit,
  unitQty: normalizeDecimal(qty ?? ''),
  batchNo: given(batchNo),
  production: given(production),
  expiry: given(expiry),
  quality: quality ?? 'good',
})

export const draftsOf = (notice: NoticeDetail): LineDraft[] =>
  notice.lines.map((line) => ({
    item: {
      id: line.itemId,
      itemNo: line.itemNo,
      name: line.itemName,
      barcodes: line.barcodes,
      baseUnit: line.baseUnit,
      packs: line.packs,
    },
    unit: line.unit,
    qty: line.unitQty,
    batchNo: line.batchNo ?? undefined,
    production: line.production ?? undefined,
    expiry: line.expiry ?? undefined,
    quality: line.quality,
  }))

/** Rows copied in Excel: the item's number or barcode, then the columns of the grid. */
export function pastedRows(text: string, columns: readonly Cell[] = cells): { code: string; draft: LineDraft }[] {
  return text
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .flatMap((source) => {
      const pasted = source.split('\t').map((cell) => cell.trim())
      const of = (cell: Cell) => pasted[columns.indexOf(cell)]
      const [code = '', qty] = pasted
      if (code === '') return []
      // A second column of words is the name, that people copy along.
      const isNamed = qty !== undefined && qty !== '' && !isNumber(normalizeDecimal(qty))
      if (isNamed) return pastedRows(source.split('\t').toSpliced(1, 1).join('\t'), columns)
      const [unit, quality] = [of('unit'), of('quality')]
      const draft: LineDraft = {
        qty: given(qty),
        unit: unit ? codeFor('unit', unit) : undefined,
        batchNo: given(of('batchNo')),
        production: dayTyped(of('production') ?? ''),
        expiry: dayTyped(of('expiry') ?? ''),
        quality: quality ? codeFor('quality', quality) : undefined,
      }
      return [{ code, draft }]
    })
}

/** The item that a number or a barcode means, and the unit where it is a pack's. */
export function itemOf(items: readonly LineItem[], code: string): { item: LineItem; unit?: string } | undefined {
  const item = items.find(
    ({ itemNo, barcodes }) => itemNo.toLowerCase() === code.toLowerCase() || barcodes.includes(code),
  )
  if (item !== undefined) return { item }
  for (const other of items) {
    const pack = other.packs.find(({ barcode }) => barcode === code)
    if (pack !== undefined) return { item: other, unit: pack.unit }
  }
  return undefined
}

/** Serial numbers as they are scanned or pasted: one a line, or between commas. */
export const numbersIn = (text: string | undefined): string[] =>
  (text ?? '').split(/[\s,;，；、]+/).filter((number) => number !== '')
