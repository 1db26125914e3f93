import { codeFor, type DictionaryType, wordFor } from '@xunyun/contract/dictionary'
import { normalizeDecimal } from '@xunyun/contract/kernel/decimal'
import type { Choice } from '@xunyun/contract/kernel/list'
import { normalizePhone, tidy } from '@xunyun/contract/kernel/text'
import type { Language } from '@xunyun/contract/pages'
import type { PartMethod } from '@xunyun/contract/waybills/payments'
import { yesNo, yesNoWords } from '@xunyun/contract/yesNo'
import { newKey } from '../../../shared/api/encode.ts'
import { grouped, plainDecimal } from '../../../shared/form/decimals.ts'
import { i18n } from '../../../shared/i18n/i18n.ts'
import { usual, withUnit } from '../goods.ts'
import { freshValues, type TaskValues } from '../taskValues.ts'

/** What is typed of a waybill, in the order of the work, which is the order of pasted columns. */
export const cells = [
  'customer',
  'customerNo',
  'shipper',
  'consignee',
  'goodsName',
  'package',
  'pieces',
  'weight',
  'volume',
  'payMethod',
  'deliveryWay',
  'codAmount',
  'declaredValue',
  'insurance',
  'remark',
  'destOutlet',
] as const
export type Cell = (typeof cells)[number]
/** What the price in force makes of it. */
const calculated = ['chargeWeight', 'receivable'] as const
export const columns = [...cells, ...calculated] as const
export type Column = (typeof columns)[number]

/** The word of a column. */
const headOf = {
  customer: 'column.customer',
  customerNo: 'column.customerNo',
  shipper: 'task.shipper',
  consignee: 'task.consignee',
  goodsName: 'column.goodsName',
  package: 'column.package',
  pieces: 'column.pieces',
  weight: 'column.weight',
  volume: 'column.volume',
  payMethod: 'column.payMethod',
  deliveryWay: 'column.deliveryWay',
  codAmount: 'column.codAmount',
  declaredValue: 'column.declaredValue',
  insurance: 'grid.insurance',
  remark: 'column.remarkCustomer',
  destOutlet: 'column.destOutlet',
  chargeWeight: 'column.chargeWeight',
  receivable: 'column.receivable',
} as const satisfies Record<Column, string>
/** The heading of a column, with its unit. */
export const headIn = (column: Column): string => withUnit(column, i18n.t(`waybills:${headOf[column]}`))

export const isNeeded = (column: Column): boolean =>
  column === 'shipper' || column === 'consignee' || column === 'goodsName' || column === 'pieces'

export const isCell = (column: Column): column is Cell => (cells as readonly Column[]).includes(column)

/** A customer's account places for itself, and which of our outlets serves the consignee is not its to choose. */
export const columnsFor = (isCustomer: boolean): readonly Column[] =>
  isCustomer ? columns.filter((column) => column !== 'customer' && column !== 'destOutlet') : columns

export type Party = NonNullable<TaskValues['consignee']> & { readonly regionName?: string | undefined }

/** A cell holds text; what was chosen from a list keeps what it stands for, so that namesakes stay apart. */
export type Value = {
  readonly text: string
  readonly customer?: Choice
  readonly outlet?: Choice
  readonly party?: Party
}
export type EntryRow = { readonly key: string; readonly cells: Readonly<Partial<Record<Cell, Value>>> }

/** The key of a row is its name and, when it is placed, its one idempotency key for good. */
export const blankRow = (): EntryRow => ({ key: newKey(), cells: {} })

export const textOf = (row: EntryRow, cell: Cell): string => row.cells[cell]?.text ?? ''
export const isBlank = (row: EntryRow): boolean => cells.every((cell) => textOf(row, cell) === '')

export const isParty = (cell: Column): cell is 'shipper' | 'consignee' => cell === 'shipper' || cell === 'consignee'
/** Cells with words of a dictionary. */
export const wordsOf: Readonly<Partial<Record<Column, DictionaryType>>> = {
  package: 'package',
  payMethod: 'payMethod',
  deliveryWay: 'deliveryWay',
}
const places: Readonly<Partial<Record<Column, number>>> = { weight: 3, volume: 4, codAmount: 2, declaredValue: 2 }
export const isFigure = (column: Column): boolean =>
  column === 'pieces' || places[column] !== undefined || !isCell(column)

const usualCodes = freshValues('')
/** What stands for an empty cell of a row that was begun. */
function usualCode(cell: Column, { payMethod }: Pick<Resolved, 'payMethod'>): string | undefined {
  if (cell === 'package') return usual('package')
  if (cell === 'payMethod') return payMethod === 'asking' ? usualCodes.payMethod : payMethod
  return cell === 'deliveryWay' ? usualCodes.deliveryWay : undefined
}

/** Whether the goods are insured; undefined: it is no word for yes or no. Nothing typed is no. */
export const insuredIn = (row: EntryRow): boolean | undefined => yesNo(textOf(row, 'insurance'))

/** Text as the cell keeps it: on one line, figures with their decimals. */
export function tidied(cell: Cell, text: string): string {
  const line = tidy(text)
  const decimals = places[cell]
  if (cell === 'pieces') return normalizeDecimal(line)
  return decimals === undefined || line === '' ? line : plainDecimal(normalizeDecimal(line), decimals)
}

/** A party on one line, as it can be taken apart again. */
export const lineOf = ({ name, phone, company, regionName, address }: Party): string =>
  [name, phone, company, regionName, address].filter(Boolean).join(' ')

/** The code that the words of a cell stand for; what is no word goes along, to be refused. */
export const codeIn = (row: EntryRow, cell: Cell, resolved: Pick<Resolved, 'payMethod'>): string | undefined => {
  const type = wordsOf[cell]
  const text = textOf(row, cell)
  return type === undefined || text === '' ? usualCode(cell, resolved) : (codeFor(type, text) ?? text)
}

/** What texts of a row stand for, as far as it is known. */
export type Resolved = {
  /** Undefined: nothing typed. A number: so many fit. */
  readonly customer: Choice | number | 'asking' | undefined
  readonly destOutlet: Choice | number | 'asking' | undefined
  readonly shipper: Party | 'asking' | undefined
  readonly consignee: Party | 'asking' | undefined
  /** How it is paid unless something else is typed: as agreed with the customer. */
  readonly payMethod: PartMethod | 'asking'
  /** Nobody who could be billed. */
  readonly isWalkIn: boolean
}
/** What holds for all rows. */
export type Common = { readonly bizDate: string; readonly outletId: number | undefined }

const given = (text: string): string | undefined => (text === '' ? undefined : text)
const known = (party: Resolved['shipper']): TaskValues['shipper'] => {
  if (party === undefined || party === 'asking') return undefined
  const { regionName: _, ...rest } = party
  return { ...rest, phone: rest.phone === undefined ? undefined : normalizePhone(rest.phone) } as TaskValues['shipper']
}

/** A row as the form would hold it: what it does not ask for is as the form begins. */
export function valuesOfRow(row: EntryRow, resolved: Resolved, { bizDate, outletId }: Common): TaskValues {
  const text = (cell: Cell) => given(textOf(row, cell))
  return {
    ...freshValues(bizDate),
    outletId,
    customerId: typeof resolved.customer === 'object' ? resolved.customer.id : undefined,
    destOutletId: typeof resolved.destOutlet === 'object' ? resolved.destOutlet.id : undefined,
    customerNo: text('customerNo'),
    shipper: known(resolved.shipper),
    consignee: known(resolved.consignee),
    goods: [
      {
        name: text('goodsName'),
        package: codeIn(row, 'package', resolved),
        pieces: text('pieces'),
        weight: text('weight'),
        volume: text('volume'),
        declaredValue: text('declaredValue'),
      },
    ],
    payMethod: codeIn(row, 'payMethod', resolved) as TaskValues['payMethod'],
    deliveryWay: codeIn(row, 'deliveryWay', resolved) as TaskValues['deliveryWay'],
    codAmount: text('codAmount'),
    services: insuredIn(row) === true ? [{ type: 'insurance' }] : undefined,
    remarkCustomer: text('remark'),
  }
}

/** The cell that a field of `createWaybill` stands in; what has none is said of the row. */
export function cellOf(path: readonly (string | number)[]): Cell | 'row' {
  const [root, , field] = path
  if (root === 'customerId') return 'customer'
  if (root === 'destOutletId') return 'destOutlet'
  if (root === 'shipper' || root === 'consignee') return root
  if (root === 'remarkCustomer') return 'remark'
  if (root === 'services') return 'insurance'
  if (root === 'goods') {
    if (field === 'name' || field === undefined) return 'goodsName'
    return (cells as readonly unknown[]).includes(field) ? (field as Cell) : 'row'
  }
  return (cells as readonly unknown[]).includes(root) ? (root as Cell) : 'row'
}

/** What a cell shows: the words of what its text stands for, and faintly what stands for nothing typed. */
export function shownIn(
  row: EntryRow,
  cell: Cell,
  resolved: Resolved,
  language: Language,
): { text: string; usual: boolean } {
  const text = textOf(row, cell)
  const type = wordsOf[cell]
  if (type !== undefined) {
    const code = isBlank(row) ? undefined : codeIn(row, cell, resolved)
    return { text: code === undefined ? '' : wordFor(type, code, language), usual: text === '' }
  }
  if (cell === 'insurance') {
    const insured = insuredIn(row)
    if (isBlank(row) || insured === undefined) return { text, usual: false }
    return { text: yesNoWords[language][insured ? 0 : 1], usual: text === '' }
  }
  if (cell === 'customer' || cell === 'destOutlet') {
    const found = resolved[cell]
    if (typeof found === 'object') return { text: found.label, usual: false }
  }
  return { text: isFigure(cell) ? grouped(text) : text, usual: false }
}
