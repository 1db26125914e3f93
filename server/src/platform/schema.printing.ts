import type { Generated } from 'kysely'
import type { Json, Moment, MomentOr, Or, Record_ } from './columnTypes.ts'

/** Tables of printing. */

export type PrintTemplate = Record_ & {
  type: string
  name: string
  customer_id: Or<number>
  layout: Json<unknown>
  is_default: Generated<boolean>
  enabled: Generated<boolean>
}
export type PrintCount = { type: string; record_id: number; count: number; last_at: Moment; last_by: string }
export type PrintLog = {
  id: Generated<number>
  type: string
  record_id: number
  batch_id: number
  at: Moment
  by_id: number
  by_name: string
  way: string
  template_name: string
  printer: string
  copies: number
  piece_from: Or<number>
  piece_to: Or<number>
  reprint: number
  whole: boolean
}
export type PrintBatch = {
  id: Generated<number>
  type: string
  way: string
  template: Or<string>
  template_name: string
  printer: string
  copies: number
  first_no: string
  documents: number
  total: number
  done: Generated<number>
  state: Generated<string>
  holder: Or<string>
  held_until: MomentOr
  doubt: Generated<boolean>
  created_at: Moment
  created_by: number
}
export type PrintSheet = {
  batch_id: number
  seq: number
  record_id: number
  piece: number
  reprint: number
  sent_at: MomentOr
  printed_at: MomentOr
}
