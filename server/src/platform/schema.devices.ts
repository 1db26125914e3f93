import type { Generated } from 'kysely'
import type { DecimalOr, Moment, MomentNow, MomentOr, Or, Record_ } from './columnTypes.ts'

/** Tables of GPS devices, of what they are bound to, and of where they were. */

type GpsDevice = Record_ & {
  device_no: string
  imei: Or<string>
  sim_no: Or<string>
  model: Or<string>
  supplier_id: Or<number>
  /** Keeps it while it is in stock or in repair. */
  outlet_id: number
  keeper_id: Or<number>
  deposit: DecimalOr
  battery: Or<number>
  received_on: Or<string>
  remark: Or<string>
  /** inStock, bound, mailing, repair, lost, scrapped; what `bound` comes to, its binding says (ADR 039). */
  state: Generated<string>
  /** 10⁻⁶ degrees, WGS-84. */
  last_lng: Or<number>
  last_lat: Or<number>
  last_at: MomentOr
  last_place: Or<string>
  lost_at: MomentOr
  lost_application_id: Or<number>
  search: string
}
type GpsBinding = {
  id: Generated<number>
  device_id: number
  waybill_id: Or<number>
  arrangement_id: Or<number>
  vehicle_id: Or<number>
  /** Of whoever bound it. */
  outlet_id: number
  bound_at: MomentNow
  bound_by: Or<number>
  expected_return: MomentOr
  return_way: string
  express_no: Or<string>
  mailed_at: MomentOr
  reminded_at: MomentOr
  returned_at: MomentOr
  returned_by: Or<number>
  condition: Or<string>
  undone_at: MomentOr
  holder: Or<string>
  holder_phone: Or<string>
  search: string
}
/** 10⁻⁶ degrees, WGS-84. */
type Position = {
  device_id: number
  at: Moment
  lng: number
  lat: number
  speed: Or<number>
  battery: Or<number>
  place: Or<string>
  by_hand: Generated<boolean>
}
type PositionToken = {
  id: Generated<number>
  supplier_id: number
  hash: Buffer
  tail: string
  made_at: Moment
  made_by: number
  used_at: MomentOr
  ended_at: MomentOr
  ended_by: Or<number>
}

export type DeviceTables = {
  gps_binding: GpsBinding
  gps_device: GpsDevice
  position: Position
  position_token: PositionToken
}
