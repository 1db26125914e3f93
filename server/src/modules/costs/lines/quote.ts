import { sumDecimals } from '@xunyun/contract/kernel/decimal'
import { dayOf } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/db.ts'
import { type Answered, type Asked, quotePayables } from '../../prices/index.ts'
import type { Carrying } from './carried.ts'

/** The item that a carrier's rate makes out: 车费, 中转费, of a courier its freight. */
export const quotedItem = { vehicle: 'vehicle', line: 'transfer', courier: 'freight' } as const

/** The freight of an arrangement, as a payable rate of its carrier is matched and calculated by. */
function askedOf(one: Carrying, companyId: number): Asked {
  const sum = (of: 'weight' | 'volume', places: number) =>
    sumDecimals(
      one.waybills.map((waybill) => waybill[of]),
      places,
    )
  return {
    customerId: companyId,
    bizDate: dayOf(new Date(one.departAt ?? one.planAt)),
    fromRegion: one.fromRegion ?? '',
    toRegion: one.toRegion ?? '',
    transMode: 'road',
    serviceType: 'normal',
    vehicleModel: one.model,
    goodsType: null,
    // A parcel weighs what its courier charges it by.
    weight: one.chargeWeight ?? sum('weight', 3),
    volume: one.chargeWeight === null ? sum('volume', 4) : '0',
    pieces: one.waybills.reduce((all, { pieces }) => all + pieces, 0),
    km: one.km,
  }
}

/** What the rates in force of their carriers make of arrangements, in the order asked. */
export async function quotesOf(tx: Tx, all: readonly Carrying[]): Promise<(Answered | undefined)[]> {
  const asked = all.map((one) =>
    one.companyId === null || one.waybills.length === 0 ? undefined : askedOf(one, one.companyId),
  )
  const answers = await quotePayables(
    tx,
    asked.filter((one) => one !== undefined),
  )
  return asked.map((one) => (one === undefined ? undefined : answers.shift()))
}
