import * as z from 'zod/mini'
import { approve, browse, edit } from '../access.ts'
import { dictCode } from '../dictCode.ts'
import { codes } from '../dictionary.ts'
import { abilities } from '../kernel/ability.ts'
import { call, type Input } from '../kernel/call.ts'
import { listCalls, outcomes } from '../kernel/list.ts'
import {
  date,
  decimal,
  flag,
  id,
  int,
  json,
  lines,
  many,
  money,
  oneOf,
  optional,
  text,
  volumeM3,
  weightKg,
} from '../kernel/wire.ts'
import { historyEntry } from '../system/calls.ts'
import { priceActions, priceStatuses } from './states.ts'

/** 运输报价 (RT-10/transportPrice, domain §1, §7): what a freight costs, and why. */

export const priceDirections = ['receivable', 'payable'] as const
export const unitPrice = decimal(4)
/** The quantity at which a tier begins or ends, in the unit of its basis. */
const quantity = decimal(4, '0', '999999999')

/** [from, to): the last one has no `to`. */
const tier = z.object({ from: quantity, to: optional(quantity), price: unitPrice })
export type Tier = z.output<typeof tier>

const conditions = {
  direction: oneOf(priceDirections),
  /** Not given: public. */
  companyId: optional(id),
  /** A region of any level by its GB/T 2260 code; not given: anywhere. */
  fromRegion: optional(text(12)),
  toRegion: optional(text(12)),
  transMode: optional(oneOf(codes('transMode'))),
  serviceType: optional(oneOf(codes('serviceType'))),
  vehicleModel: optional(dictCode('vehicleModel')),
  goodsType: optional(dictCode('goodsType')),
}
const terms = {
  basis: oneOf(codes('priceBasis')),
  /** What the price of a weight is for: a kilogram or a tonne. */
  weightUnit: optional(oneOf(['kg', 't'])),
  /** kg a m³. */
  volumeRatio: optional(decimal(2, '1', '99999')),
  /** Express: cm³ a kg, takes the place of the ratio. */
  volumeDivisor: optional(int(1, 100_000)),
  unitPrice: optional(unitPrice),
  /** Yuan a m³, where the greater of both counts. */
  volumePrice: optional(unitPrice),
  tiers: optional(json(z.array(tier).check(z.maxLength(50)))),
  tierMode: optional(oneOf(codes('tierMode'))),
  /** 从低计费: never more than the next tier's least would cost. */
  lowBreak: optional(flag),
  firstQty: optional(weightKg),
  firstPrice: optional(unitPrice),
  stepQty: optional(weightKg),
  stepPrice: optional(unitPrice),
  rounding: optional(oneOf(codes('priceRounding'))),
  minCharge: optional(money),
  maxCharge: optional(money),
  leadDays: optional(int(0, 365)),
  /** Per cent. */
  taxRate: optional(decimal(2, '0', '100')),
  validFrom: date,
  validTo: optional(date),
  remark: optional(lines(500)),
}
export const priceFields = { name: text(80), ...conditions, ...terms }
export const priceInput = z.object(priceFields)
export type PriceInput = z.output<typeof priceInput>

export const priceRow = z.strictObject({
  id: z.int(),
  /** Versions of one price share it. */
  lineId: z.int(),
  versionNo: z.int(),
  name: z.string(),
  direction: z.enum(priceDirections),
  companyId: z.nullable(z.int()),
  companyName: z.nullable(z.string()),
  fromRegion: z.nullable(z.string()),
  fromName: z.nullable(z.string()),
  toRegion: z.nullable(z.string()),
  toName: z.nullable(z.string()),
  transMode: z.nullable(z.string()),
  serviceType: z.nullable(z.string()),
  vehicleModel: z.nullable(z.string()),
  goodsType: z.nullable(z.string()),
  basis: z.string(),
  weightUnit: z.enum(['kg', 't']),
  volumeRatio: z.string(),
  volumeDivisor: z.nullable(z.int()),
  unitPrice: z.nullable(z.string()),
  volumePrice: z.nullable(z.string()),
  tiers: z.array(z.strictObject({ from: z.string(), to: z.nullable(z.string()), price: z.string() })),
  tierMode: z.string(),
  lowBreak: z.boolean(),
  firstQty: z.nullable(z.string()),
  firstPrice: z.nullable(z.string()),
  stepQty: z.nullable(z.string()),
  stepPrice: z.nullable(z.string()),
  rounding: z.nullable(z.string()),
  minCharge: z.nullable(z.string()),
  maxCharge: z.nullable(z.string()),
  leadDays: z.nullable(z.int()),
  taxRate: z.nullable(z.string()),
  validFrom: z.string(),
  validTo: z.nullable(z.string()),
  remark: z.nullable(z.string()),
  status: z.enum(priceStatuses),
  /** In force by its state, but its last day is past. */
  expired: z.boolean(),
  createdAt: z.string(),
  createdByName: z.nullable(z.string()),
  updatedAt: z.string(),
  version: z.int(),
  actions: abilities(priceActions),
})
export type PriceRow = z.output<typeof priceRow>

/** `expiring`: in force, with at most 30 days left. */
export const priceTabs = ['active', 'draft', 'pending', 'ended', 'expiring'] as const
export type PriceTab = (typeof priceTabs)[number]
const filters = {
  tab: optional(oneOf(priceTabs)),
  q: optional(text(60)),
  companyId: optional(id),
  publicOnly: optional(flag),
  direction: optional(oneOf(priceDirections)),
  from: optional(text(12)),
  to: optional(text(12)),
  /** Prices that hold on this day. */
  on: optional(date),
  transModes: optional(many(oneOf(codes('transMode')), 10)),
  serviceTypes: optional(many(oneOf(codes('serviceType')), 10)),
  bases: optional(many(oneOf(codes('priceBasis')), 10)),
  lineId: optional(id),
  ids: optional(many(id)),
}
export type PriceFilter = Input<typeof getTransportPriceTotals>
export const priceSorts = ['companyName', 'name', 'validFrom', 'validTo', 'createdAt'] as const

export const [getTransportPrices, getTransportPriceTotals, exportTransportPrices] = listCalls({
  rows: { path: '/api/TransportPrices/GetTransportPrices', summary: 'Transport prices and their versions' },
  totals: { path: '/api/TransportPrices/GetTransportPriceTotals' },
  export: { path: '/api/TransportPrices/ExportTransportPrices' },
  access: [browse('transportPrice')],
  audience: 'everybody',
  row: priceRow,
  filters,
  sorts: priceSorts,
})
export const getTransportPrice = call({
  method: 'GET',
  path: '/api/TransportPrices/GetTransportPrice',
  summary: 'One version of a price',
  audience: 'everybody',
  access: [browse('transportPrice')],
  input: z.object({ id }),
  output: priceRow,
})
export const addTransportPrice = call({
  method: 'POST',
  path: '/api/TransportPrices/AddTransportPrice',
  summary: 'Add a price as a draft',
  access: [edit('transportPrice')],
  input: priceInput,
  output: z.strictObject({ id: z.int() }),
  idempotent: true,
})
export const changeTransportPrice = call({
  method: 'POST',
  path: '/api/TransportPrices/ChangeTransportPrice',
  summary: 'Change a draft',
  access: [edit('transportPrice')],
  input: z.object({ id, version: int(1, 2_000_000_000), ...priceFields }),
  output: z.strictObject({ version: z.int() }),
})
export const newPriceVersion = call({
  method: 'POST',
  path: '/api/TransportPrices/NewPriceVersion',
  summary: 'A draft that will supersede a price in force; answers the one there is already',
  access: [edit('transportPrice')],
  input: z.object({ id }),
  output: z.strictObject({ id: z.int() }),
  idempotent: true,
})
export const submitTransportPrices = call({
  method: 'POST',
  path: '/api/TransportPrices/SubmitTransportPrices',
  summary: 'Send drafts to review; nobody set up for it: refused',
  access: [edit('transportPrice')],
  input: z.object({ ids: many(id, 1000, 1) }),
  output: outcomes,
  idempotent: true,
})
export const withdrawTransportPrices = call({
  method: 'POST',
  path: '/api/TransportPrices/WithdrawTransportPrices',
  summary: 'Take prices back from review, before the first decision',
  access: [edit('transportPrice')],
  input: z.object({ ids: many(id, 1000, 1) }),
  output: outcomes,
  idempotent: true,
})
/** New versions as drafts: the price by a per cent, the last day, or both. */
export const adjustTransportPrices = call({
  method: 'POST',
  path: '/api/TransportPrices/AdjustTransportPrices',
  summary: 'New versions of prices in force, dearer or cheaper by a per cent (调价), or valid for longer (延期)',
  access: [edit('transportPrice')],
  input: z.object({
    ids: many(id, 1000, 1),
    percent: optional(decimal(2, '-90', '1000')),
    validFrom: date,
    validTo: optional(date),
  }),
  output: outcomes,
  idempotent: true,
})
export const stopTransportPrices = call({
  method: 'POST',
  path: '/api/TransportPrices/StopTransportPrices',
  summary: 'From today on prices no longer hold (停用)',
  access: [approve('transportPrice')],
  input: z.object({ ids: many(id, 1000, 1), reason: text(200) }),
  output: outcomes,
  idempotent: true,
})
export const deleteTransportPrices = call({
  method: 'POST',
  path: '/api/TransportPrices/DeleteTransportPrices',
  summary: 'Delete drafts',
  access: [approve('transportPrice')],
  input: z.object({ ids: many(id, 1000, 1) }),
  output: outcomes,
})
export const getTransportPriceHistory = call({
  method: 'GET',
  path: '/api/TransportPrices/GetTransportPriceHistory',
  summary: "A price's timeline over its versions, latest first",
  access: [browse('transportPrice')],
  input: z.object({ id }),
  output: z.array(historyEntry),
})

/** A step of a calculation; the page has the sentence in the reader's language. Figures are ready to be shown. */
export const step = z.strictObject({ step: z.string(), params: z.record(z.string(), z.string()) })
export type Step = z.output<typeof step>

/** What a freight is calculated from. */
export const freightFacts = {
  customerId: optional(id),
  bizDate: date,
  fromRegion: text(12),
  toRegion: text(12),
  transMode: optional(oneOf(codes('transMode'))),
  serviceType: optional(oneOf(codes('serviceType'))),
  vehicleModel: optional(dictCode('vehicleModel')),
  /** Of all goods; not given when they differ. */
  goodsType: optional(dictCode('goodsType')),
  weight: weightKg,
  volume: volumeM3,
  pieces: int(1, 999_999),
  km: optional(decimal(1, '0', '99999.9')),
}
export const quote = z.strictObject({
  priceId: z.int(),
  priceName: z.string(),
  versionNo: z.int(),
  companyName: z.nullable(z.string()),
  amount: z.string(),
  net: z.string(),
  tax: z.string(),
  taxRate: z.nullable(z.string()),
  minCharge: z.nullable(z.string()),
  chargeWeight: z.string(),
  leadDays: z.nullable(z.int()),
  steps: z.array(step),
})
export type Quote = z.output<typeof quote>
/** Prices that fit too but rank behind, with why. */
const passedOver = z.strictObject({
  priceId: z.int(),
  priceName: z.string(),
  why: z.enum(['public', 'region', 'conditions', 'older']),
})

export const calculateFreight = call({
  method: 'GET',
  path: '/api/TransportPrices/CalculateFreight',
  summary: 'The price in force for a freight, calculated step by step (试算); null where none fits',
  audience: 'everybody',
  access: [browse('transportPrice'), edit('taskList'), browse('allWayBill')],
  input: z.object({ direction: optional(oneOf(priceDirections)), ...freightFacts }),
  output: z.strictObject({ quote: z.nullable(quote), passedOver: z.array(passedOver) }),
})
/** The same for a price that is being written: nothing is stored. */
export const tryTransportPrice = call({
  method: 'POST',
  path: '/api/TransportPrices/TryTransportPrice',
  summary: 'What the price in a form would make of a freight',
  access: [edit('transportPrice')],
  input: z.object({
    price: priceInput,
    freights: z
      .array(
        z.object({
          weight: weightKg,
          volume: volumeM3,
          pieces: int(0, 999_999),
          km: optional(decimal(1, '0', '99999.9')),
        }),
      )
      .check(z.minLength(1), z.maxLength(60)),
  }),
  output: z.array(z.strictObject({ amount: z.string(), steps: z.array(step) })),
})
