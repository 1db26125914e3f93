import { sql } from 'kysely'
import { clock } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/db.ts'
import { chargeableWeight, payablePrices, roundWeight } from '../../prices/index.ts'
import { shareOf } from '../rules.ts'

/** Where the courier's rates say nothing else: cm³ a kg, and the rounding of the trade (domain §7). */
const usual = { volumeRatio: '0', volumeDivisor: 6000, rounding: 'seven' }

export type Parcel = { courierId: number; waybillId: number; pieces: number }

/** What parcels weigh for their couriers, kg, in the order asked: by the divisor and rounding of the payable rate that holds today. */
export async function chargeWeights(tx: Tx, parcels: readonly Parcel[]): Promise<string[]> {
  if (parcels.length === 0) return []
  const found = await sql<{
    id: number
    weight: string
    volume: string
    pieces: number
    serviceType: string
    fromRegion: string
    toRegion: string
  }>`
    -- unscoped: the caller has read these waybills inside the scope
    select id, weight, volume, pieces, service_type as "serviceType", shipper_region as "fromRegion", consignee_region as "toRegion" from waybill
    where id = any(${[...new Set(parcels.map(({ waybillId }) => waybillId))]}::bigint[])`.execute(tx)
  const waybills = new Map(found.rows.map((row) => [row.id, row]))
  const freights = parcels.map(({ courierId, waybillId, pieces }) => {
    const { id: _, ...waybill } = waybills.get(waybillId) as (typeof found.rows)[number]
    return {
      ...waybill,
      customerId: courierId,
      bizDate: clock.today(),
      transMode: 'road',
      vehicleModel: null,
      goodsType: null,
      weight: shareOf(waybill.weight, pieces, waybill.pieces, 3),
      volume: shareOf(waybill.volume, pieces, waybill.pieces, 4),
      pieces,
      km: null,
    }
  })
  const prices = await payablePrices(tx, freights)
  return freights.map((freight, index) => {
    const terms = prices[index] ?? usual
    return roundWeight(chargeableWeight(freight, terms), terms.rounding ?? usual.rounding)
  })
}
