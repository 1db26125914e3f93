import { ByLocation } from './ByLocation.tsx'

/** 仓库库存: what lies where, to be read by whoever does not work in the warehouse. */
export default function LocationStockPage() {
  return <ByLocation isEnquiry />
}
