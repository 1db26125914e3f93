import { filled, type GoodsDraft, toGoods, totals } from './goods.ts'
import type { TaskValues } from './taskValues.ts'

type Asked = Record<string, string | number>

/** What the freight is calculated from, once enough of it is typed. */
export function askedOf(values: TaskValues): Asked | null {
  const goods: readonly GoodsDraft[] = filled(values.goods ?? [])
  const sums = totals(goods)
  const { bizDate, shipper, consignee } = values
  if (!bizDate || !shipper?.region || !consignee?.region || sums.pieces < 1) return null
  const goodsTypes = new Set(goods.map((line) => toGoods(line).type))
  const [only] = goodsTypes
  const all: Record<string, string | number | undefined> = {
    customerId: values.customerId,
    bizDate,
    fromRegion: shipper.region,
    toRegion: consignee.region,
    transMode: values.transMode,
    serviceType: values.serviceType,
    vehicleModel: values.carriage === 'full' ? values.vehicleModel : undefined,
    goodsType: goodsTypes.size === 1 ? only : undefined,
    weight: sums.weight,
    volume: sums.volume,
    pieces: sums.pieces,
    km: values.carriage === 'full' ? values.km : undefined,
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as Asked
}
