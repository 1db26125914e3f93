import type { ShareMethod } from '@xunyun/contract/costs/lines'
import { Exact, share } from '@xunyun/contract/kernel/decimal'
import type { Share } from '../../charges/index.ts'
import type { CarriedWaybill } from './carried.ts'

/** What each waybill is measured by, in the order of the lines: the b of T19. */
export type Basis = { readonly waybillId: number; readonly basis: string }

type Sharing = { readonly method: ShareMethod; readonly weights: readonly { waybillId: number; amount: string }[] }

const here = (whole: string, { pieces, of }: CarriedWaybill) => new Exact(whole).times(pieces).div(of)

function measure({ method, weights }: Sharing, waybill: CarriedWaybill): InstanceType<typeof Exact> {
  switch (method) {
    case 'chargeWeight':
      return here(waybill.chargeWeight, waybill)
    case 'weight':
      return new Exact(waybill.weight)
    case 'volume':
      return new Exact(waybill.volume)
    case 'pieces':
      return new Exact(waybill.pieces)
    case 'waybills':
      return new Exact(1)
    case 'value':
      return Exact.max(0, here(waybill.approved, waybill))
    case 'manual':
      return new Exact(weights.find(({ waybillId }) => waybillId === waybill.waybillId)?.amount ?? 0)
  }
}

/** 6 decimals, half up. Pure. */
export const basisOf = (sharing: Sharing, waybills: readonly CarriedWaybill[]): Basis[] =>
  waybills.map((waybill) => ({ waybillId: waybill.waybillId, basis: measure(sharing, waybill).toFixed(6) }))

/** Nothing to measure by: the parts are equal. */
export const isEqual = (basis: readonly Basis[]): boolean =>
  basis.length > 1 && basis.every((one) => new Exact(one.basis).isZero())

/** An amount over waybills, exact to the cent; without cargo nobody bears it. Pure. */
export function sharesOf(amount: string, basis: readonly Basis[]): Share[] {
  const parts = share(
    amount,
    basis.map((one) => one.basis),
    2,
  )
  return basis.map((one, at) => ({ ...one, amount: parts[at] as string }))
}
