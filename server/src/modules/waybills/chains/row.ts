import { compareDecimal } from '@xunyun/contract/kernel/decimal'
import type { EventRow } from '../events.ts'

/** What a waybill's row holds of what its chain tells. */
export type RowFacts = {
  readonly state: string
  readonly price_state: string
  readonly pieces: number
  readonly weight: string
  readonly volume: string
  readonly declared_value: string
  readonly cod_amount: string
  readonly receivable: string
  readonly shipper_name: string
  readonly shipper_phone: string
  readonly shipper_address: string
  readonly consignee_name: string
  readonly consignee_phone: string
  readonly consignee_address: string
}
type Column = Exclude<keyof RowFacts, 'state' | 'price_state'>

const figures = ['pieces', 'weight', 'volume', 'declared_value', 'cod_amount', 'receivable'] as const
/** As the first event names them; later ones name the column. */
const firstNames = {
  shipper_name: 'shipper',
  shipper_phone: 'shipperPhone',
  shipper_address: 'shipperAddress',
  consignee_name: 'consignee',
  consignee_phone: 'consigneePhone',
  consignee_address: 'consigneeAddress',
} as const
const people = Object.keys(firstNames) as (keyof typeof firstNames)[]
export const rowColumns: readonly (keyof RowFacts)[] = ['state', 'price_state', ...figures, ...people]

type Told = { readonly seq: number; readonly value: string | null }
type Event = Pick<EventRow, 'seq' | 'type' | 'payload'>
type Plain = Readonly<Record<string, string | null>> | undefined

/**
 * The first event whose word the row no longer keeps, null where it keeps them all: a figure, a name or an address that
 * was changed by hand in the row itself (domain §4.3). What was erased, or no event has told, cannot be judged.
 */
export function rowBreaks(row: RowFacts, events: readonly Event[], plainOf: (seq: number) => Plain): number | null {
  const told = new Map<Column, Told>()
  const tell = (column: Column, seq: number, value: unknown) => {
    if (value !== undefined) told.set(column, { seq, value: value === null ? null : String(value) })
  }
  for (const { seq, type, payload } of events) {
    const { params, changes } = payload
    if (type === 'placed' || type === 'drafted') for (const column of figures) tell(column, seq, params[column])
    if (type === 'priced' || type === 'priceSubmitted') tell('receivable', seq, params.amount)
    if (type === 'adjusted') tell('receivable', seq, params.receivable)
    for (const { field, to } of changes) if (figures.some((column) => column === field)) tell(field as Column, seq, to)
    const plain = plainOf(seq)
    if (plain !== undefined)
      for (const column of people) tell(column, seq, plain[`${column}.to`] ?? plain[firstNames[column]])
  }
  const isPriced = row.price_state !== 'unpriced' && row.state !== 'draft' && row.state !== 'cancelled'
  const broken = [...told]
    .filter(([column, { value }]) => (column === 'receivable' ? isPriced : true) && !keeps(row[column], value, column))
    .map(([, { seq }]) => seq)
  return broken.length === 0 ? null : Math.min(...broken)
}

function keeps(held: string | number | null, value: string | null, column: Column): boolean {
  if (held === null || value === null) return held === value
  const isFigure = figures.some((one) => one === column)
  return isFigure ? compareDecimal(String(held), value) === 0 : held === value
}
