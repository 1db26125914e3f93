import type { PrintField, PrintTable } from '@xunyun/contract/printing/fields'
import type { Symbology } from './codes.ts'

/** One document as words: what a layout is filled with. Nothing in it is calculated any more. */
export type Paper = {
  /** What people call it: the number, of a label with the piece. */
  readonly no: string
  readonly fields: Readonly<Partial<Record<PrintField, string>>>
  readonly barcode: string
  /** Not given: Code 128, or GS1-128 of what begins with an identifier in brackets. */
  readonly symbology?: Symbology
  /** Where its bars would be too fine for a hand scanner, a square code of the same content stands in their place. */
  readonly square?: boolean
  readonly qr: string
  /** Nobody fills it in by hand: what has no value is left out with its name, and gives its room to its neighbours. */
  readonly filledOnly?: boolean
  readonly tables: Readonly<Partial<Record<PrintTable, PaperTable>>>
  /** 0: printed for the first time. */
  readonly reprint: number
}
export type PaperTable = {
  readonly rows: readonly Readonly<Record<string, string>>[]
  /** The last row, under the others. */
  readonly total?: Readonly<Record<string, string>>
  /** Goes on over further pages; otherwise what does not fit is counted in one row. */
  readonly flows: boolean
}
