import { ByItem } from './ByItem.tsx'

/** 库存查询: what an owner has of each item, to be read by whoever does not work in the warehouse. */
export default function ItemStockPage() {
  return <ByItem />
}
