import type { CostKind } from '@xunyun/contract/costs/states'
import type { StoredFile } from '@xunyun/contract/system/files'

/** The act that opens an application, among those of a row. */
export const applyCostsKey = 'applyCosts'

/** What is applied for by arrangement. */
export type ApplyingKind = Exclude<CostKind, 'costApplication' | 'claim'>

export type How = {
  readonly reason: string | undefined
  readonly submit: boolean
  readonly files: readonly StoredFile[]
  /** Of one trip: which of its lines; all are not named. */
  readonly lineIds: readonly number[] | undefined
}

/** A line shipment or a parcel of a list. */
export type Carried = { readonly id: number; readonly no: string; readonly state: string }
