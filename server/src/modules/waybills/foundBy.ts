import { pinyinOf, searchText } from '../../platform/search.ts'

type FoundParty = { company?: string | null | undefined; name: string; phone: string; region: string; address: string }

/** What a waybill is found by, any part of it: numbers, names with their pinyin and initials, phones, addresses, goods. `region`: in words. */
export const foundBy = (waybill: {
  waybillNo: string
  customerNo: string | null | undefined
  customer: string | null | undefined
  shipper: FoundParty
  consignee: FoundParty
  goodsName: string
}): string => {
  const { shipper, consignee } = waybill
  const names = [waybill.customer, shipper.company, shipper.name, consignee.company, consignee.name]
  const placeOf = ({ region, address }: FoundParty) => `${region.replaceAll(' ', '')}${address}`
  return searchText([
    waybill.waybillNo,
    waybill.customerNo,
    ...new Set(names),
    shipper.phone,
    consignee.phone,
    waybill.goodsName,
    placeOf(shipper),
    placeOf(consignee),
    ...new Set(names.map((name) => (name ? pinyinOf(name) : null))),
  ])
}
