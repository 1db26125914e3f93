import { compareDecimal } from '@xunyun/contract/kernel/decimal'
import { type WaybillDetail, type WaybillInput, waybillInput } from '@xunyun/contract/waybills/calls'
import type { WaybillCharges } from '@xunyun/contract/waybills/charges'
import { onAccount } from '@xunyun/contract/waybills/payments'
import { freshSplit } from '../../shared/form/PaymentsEditor.tsx'
import { type FeeDraft, feesOf } from './fees.ts'
import { filled, type GoodsDraft, toGoods } from './goods.ts'
import type { ServiceDraft } from './ServiceTiles.tsx'
import { walkIn, walkInParts } from './terms.ts'

/** The form as it is typed; `goods` are cells, not numbers yet. */
export type TaskValues = Partial<Omit<WaybillInput, 'goods' | 'shipper' | 'consignee' | 'charges' | 'services'>> & {
  shipper?: Partial<WaybillInput['shipper']>
  consignee?: Partial<WaybillInput['consignee']>
  goods?: GoodsDraft[]
  charges?: readonly FeeDraft[]
  services?: readonly ServiceDraft[]
  waybillNo?: string
}

/** What most waybills begin with. */
export const freshValues = (bizDate: string): TaskValues => ({
  bizDate,
  transMode: 'road',
  serviceType: 'normal',
  carriage: 'part',
  pickupWay: 'pickup',
  deliveryWay: 'delivery',
  receiptRequirement: 'none',
  // Nobody runs up a bill that has no name; a customer pays as agreed with it.
  payMethod: 'prepaid',
  urgent: false,
  hold: false,
  goods: [],
})

/** What one waybill leaves to the next: whose it is. Where it goes is proposed by its own consignee. */
export type KeptValues = Pick<TaskValues, 'outletId'>
export const keptOf = ({ outletId }: TaskValues): KeptValues => (outletId === undefined ? {} : { outletId })

const given = <T>(value: T | null): T | undefined => value ?? undefined

type Apart = 'charges' | 'services' | 'payments' | 'shipper' | 'consignee' | 'goods'
type Own = Exclude<keyof WaybillInput, Apart>
const apart: ReadonlySet<string> = new Set<Apart>(['charges', 'services', 'payments', 'shipper', 'consignee', 'goods'])
/** Fields that the form, the call and the record have alike, by the call's names. */
const own = (Object.keys(waybillInput.shape) as (keyof WaybillInput)[]).filter((name): name is Own => !apart.has(name))
const ownOf = (from: Partial<Record<Own, unknown>>): Pick<TaskValues, Own> =>
  Object.fromEntries(own.map((name) => [name, given(from[name])]))

/** An existing waybill as the form shows it; a copy leaves out what is its own. */
export function valuesOf(detail: WaybillDetail, copy: boolean): TaskValues {
  // One from before, when a walk-in could be billed, is not placed so again.
  const isNobody = copy && detail.customerId === null
  const payments = detail.payments?.map(({ method, amount }) => ({
    method,
    ...(amount === null ? {} : { amount }),
  })) as TaskValues['payments']
  const party = ({ company, name, phone, region, address }: WaybillDetail['shipper']) => ({
    company: given(company),
    name,
    phone,
    region,
    address,
  })
  const itsOwn = {
    customerNo: undefined,
    bizDate: undefined,
    planPickup: undefined,
    planArrive: undefined,
    hold: false,
  }
  return {
    ...ownOf(detail),
    // One that was proposed is proposed again.
    destOutletId: detail.destTyped ? given(detail.destOutletId) : undefined,
    ...(copy ? itsOwn : {}),
    codAmount: compareDecimal(detail.codAmount, '0') > 0 ? detail.codAmount : undefined,
    payMethod: (isNobody && onAccount.includes(detail.payMethod)
      ? walkIn.payMethod
      : detail.payMethod) as TaskValues['payMethod'],
    payments: (isNobody && payments ? walkInParts(payments) : payments) as TaskValues['payments'],
    shipper: party(detail.shipper),
    consignee: party(detail.consignee),
    goods: detail.goods.map((line) => ({
      name: line.name,
      type: line.type,
      package: line.package,
      pieces: String(line.pieces),
      weight: line.weight,
      size:
        line.lengthCm && line.widthCm && line.heightCm
          ? [line.lengthCm, line.widthCm, line.heightCm].map((side) => side.replace(/\.0$/, '')).join('×')
          : undefined,
      volume: line.volume,
      declaredValue: Number(line.declaredValue) > 0 ? line.declaredValue : undefined,
    })),
  }
}

/** Fees typed by hand and services of a draft, as the form shows them. */
export const pricedValues = ({ charges, services }: WaybillCharges): Pick<TaskValues, 'charges' | 'services'> => ({
  charges: charges.filter(({ source }) => source === 'manual').map(({ feeItem, amount }) => ({ feeItem, amount })),
  services: services.map(({ type, qty, rate, amount, payer }) => ({
    type: type as ServiceDraft['type'],
    qty: Number(qty) === 1 ? undefined : qty,
    payer: payer as ServiceDraft['payer'],
    ...(rate === null && compareDecimal(amount, '0') > 0 ? { amount } : {}),
  })),
})

/** What is sent: every field of the contract, blank goods lines left out. */
export function inputOf(values: TaskValues) {
  const party = (side: Partial<WaybillInput['shipper']> | undefined) => ({
    company: side?.company,
    name: side?.name ?? '',
    phone: side?.phone ?? '',
    region: side?.region ?? '',
    address: side?.address ?? '',
    lng: undefined,
    lat: undefined,
  })
  return {
    ...ownOf(values),
    bizDate: values.bizDate ?? '',
    deliveryWay: values.deliveryWay as never,
    payMethod: values.payMethod as never,
    vehicleModel: values.carriage === 'full' ? values.vehicleModel : undefined,
    km: values.carriage === 'full' ? values.km : undefined,
    charges: values.charges && feesOf(values.charges),
    services: values.services?.map((service) => ({ ...service })),
    payments:
      values.payMethod === 'split' ? [...(values.payments ?? freshSplit(values.customerId === undefined))] : undefined,
    shipper: party(values.shipper),
    consignee: party(values.consignee),
    goods: filled(values.goods ?? []).map(toGoods) as never,
  }
}
