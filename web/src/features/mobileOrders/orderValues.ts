import { isPhone } from '@xunyun/contract/kernel/checks'
import { normalizePhone } from '@xunyun/contract/kernel/text'
import type { MyPhoneOrder, OrderParty } from '@xunyun/contract/mobileOrders/calls'
import type { StoredFile } from '@xunyun/contract/system/files'

export type PartyValues = { company?: string; name?: string; phone?: string; region?: string; address?: string }
export const sides = ['shipper', 'consignee'] as const
export type Side = (typeof sides)[number]

/** An order as it is typed, on the phone page or by whoever takes the call. */
export type OrderValues = {
  outletId?: number
  customerId?: number
  shipper?: PartyValues
  consignee?: PartyValues
  goodsName?: string
  package?: string
  pieces?: number
  weight?: string
  volume?: string
  planPickup?: string
  deliveryWay?: string
  payMethod?: string
  quickRemarks?: readonly string[]
  remark?: string
  photos?: readonly StoredFile[]
}

export const freshOrder: OrderValues = { pieces: 1, deliveryWay: 'delivery' }

const given = <T>(value: T | null): T | undefined => value ?? undefined

export const partyValues = ({ company, name, phone, region, address }: OrderParty): PartyValues => ({
  company: given(company),
  name: given(name),
  phone: given(phone),
  region: given(region),
  address: given(address),
})

/** 再来一单: the same again; when it is fetched and what it looks like are the new one's own. */
export const againOf = (order: MyPhoneOrder): OrderValues => ({
  customerId: given(order.customerId),
  shipper: partyValues(order.shipper),
  consignee: partyValues(order.consignee),
  goodsName: order.goodsName,
  package: given(order.package),
  pieces: order.pieces,
  weight: given(order.weight),
  volume: given(order.volume),
  deliveryWay: given(order.deliveryWay),
  payMethod: given(order.payMethod),
  quickRemarks: order.quickRemarks,
  remark: given(order.remark),
})

/** Everything that a waybill asks of a party: its card can be folded. */
export const isWhole = (party: PartyValues | undefined): boolean =>
  Boolean(party?.name && party.region && party.address) && isPhone(normalizePhone(party?.phone ?? ''))

/** What is sent beside the parties: every field of the contract. */
export const cargoOf = (values: OrderValues) => ({
  outletId: values.outletId,
  customerId: values.customerId,
  goodsName: values.goodsName ?? '',
  package: values.package,
  pieces: values.pieces ?? 0,
  weight: values.weight,
  volume: values.volume,
  planPickup: values.planPickup,
  deliveryWay: values.deliveryWay as 'delivery' | undefined,
  payMethod: values.payMethod as 'monthly' | undefined,
  quickRemarks: values.quickRemarks && [...values.quickRemarks],
  remark: values.remark,
  photos: values.photos?.map(({ FileID }) => FileID),
})
/** An empty party is not given. */
export const partyOf = (party: PartyValues | undefined) => ({
  company: party?.company,
  name: party?.name,
  phone: party?.phone,
  region: party?.region,
  address: party?.address,
})
