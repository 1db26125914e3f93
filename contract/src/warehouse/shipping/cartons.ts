import * as z from 'zod/mini'
import { approve, browse, edit } from '../../access.ts'
import { dictCode } from '../../dictCode.ts'
import { codes } from '../../dictionary.ts'
import { abilities, actionsIn } from '../../kernel/ability.ts'
import { call, type Input } from '../../kernel/call.ts'
import { isSscc } from '../../kernel/gs1.ts'
import type { Lifecycle } from '../../kernel/lifecycle.ts'
import { listCalls, outcomes, totalsOutput } from '../../kernel/list.ts'
import { nullableText, version } from '../../kernel/record.ts'
import { date, decimal, id, lines, many, oneOf, optional, text } from '../../kernel/wire.ts'
import { historyEntry } from '../../system/calls.ts'
import { qualities } from '../ledger/moveTypes.ts'
import { packRow } from '../masters/items.ts'
import { positiveQuantity } from '../masters/quantity.ts'
import { outboundDetail, outboundRow, outboundSorts } from './notices.ts'

/** Cartons: what was picked, packed under an SSCC, weighed and sealed (domain §6). One carton holds goods of one notice. */

export const cartonStates = codes('cartonState')
export type CartonState = (typeof cartonStates)[number]
export const cartonLifecycle = {
  pack: { from: ['open'], to: 'open', right: [edit('encasement')] },
  takeOut: { from: ['open'], to: 'open', right: [edit('encasement')] },
  weigh: { from: ['open'], to: 'open', right: [edit('encasement')] },
  /** Not empty, and weighed. */
  seal: { from: ['open'], to: 'sealed', right: [edit('encasement')] },
  unseal: { from: ['sealed'], to: 'open', right: [approve('encasement')] },
  /** Only an empty one. */
  delete: { from: ['open'], to: 'derived', right: [approve('encasement')] },
  /** 拆箱, wholly or in part. */
  unpack: { from: ['open', 'sealed'], to: 'derived', right: [edit('enchase')] },
} as const satisfies Lifecycle<CartonState, 'pack' | 'takeOut' | 'weigh' | 'seal' | 'unseal' | 'delete' | 'unpack'>
export type CartonAction = keyof typeof cartonLifecycle

const weight = decimal(3, '0', '99999.999')

export const cartonRow = z.strictObject({
  id: z.int(),
  /** SSCC-18. */
  cartonNo: z.string(),
  state: z.enum(cartonStates),
  noticeId: z.int(),
  noticeNo: z.string(),
  intercepted: z.boolean(),
  warehouseId: z.int(),
  warehouseName: z.string(),
  ownerName: z.string(),
  consigneeName: z.string(),
  requiredAt: nullableText,
  boxType: nullableText,
  itemCount: z.int(),
  qty: z.string(),
  /** kg, as weighed; null: not yet. */
  weight: nullableText,
  /** kg, as the items say. */
  calculated: z.string(),
  /** m³, of the goods. */
  volume: z.string(),
  sealNo: nullableText,
  packedByName: nullableText,
  sealedAt: nullableText,
  createdAt: z.string(),
  version: z.int(),
  actions: abilities(actionsIn<CartonAction>(cartonLifecycle)),
})
export type CartonRow = z.output<typeof cartonRow>
export const packedRow = z.strictObject({
  /** What is taken out of the carton names it. */
  id: z.int(),
  lineId: z.int(),
  itemId: z.int(),
  itemNo: z.string(),
  itemName: z.string(),
  baseUnit: z.string(),
  batchNo: z.string(),
  expiry: nullableText,
  quality: z.enum(qualities),
  qty: z.string(),
  serials: z.array(z.string()),
})
export const cartonDetail = z.extend(cartonRow, {
  contents: z.array(packedRow),
  weightReason: nullableText,
  locationCode: nullableText,
})
export type CartonDetail = z.output<typeof cartonDetail>
/** What is picked of a notice and in no carton yet. */
export const looseRow = z.strictObject({
  lineId: z.int(),
  itemId: z.int(),
  itemNo: z.string(),
  itemName: z.string(),
  baseUnit: z.string(),
  barcodes: z.array(z.string()),
  packs: z.array(packRow),
  serialControlled: z.boolean(),
  batchNo: z.string(),
  expiry: nullableText,
  quality: z.enum(qualities),
  picked: z.string(),
  packed: z.string(),
  left: z.string(),
  /** Of the goods that are left. */
  serials: z.array(z.string()),
  stagedAt: z.array(z.string()),
})
export type LooseRow = z.output<typeof looseRow>
export const packingDesk = z.strictObject({
  notice: outboundDetail,
  loose: z.array(looseRow),
  cartons: z.array(cartonDetail),
  /** What keeps goods of this notice from being packed; null: nothing does. */
  blockedBy: z.nullable(z.enum(['intercepted', 'unchecked'])),
})
export type PackingDesk = z.output<typeof packingDesk>

// ---- By notice

/** Nothing packed yet; something; everything, and sealed. */
export const packingTabs = ['waiting', 'packing', 'packed'] as const
export type PackingTab = (typeof packingTabs)[number]
const packingFilters = {
  tab: optional(oneOf(packingTabs)),
  q: optional(text(60)),
  warehouseId: optional(id),
  ownerId: optional(id),
  carrierId: optional(id),
  requiredFrom: optional(date),
  requiredTo: optional(date),
  ids: optional(many(id)),
}
export type PackingFilter = Input<typeof getPackingTotals>
export const [getPackingNotices, getPackingTotals, exportPackingNotices] = listCalls({
  rows: {
    path: '/api/Encasement/GetPackingNotices',
    summary: 'Notices with picked goods that have not left, the earliest required first',
  },
  totals: {
    path: '/api/Encasement/GetPackingTotals',
    summary: 'How many a filter finds, their quantities, and the counts of the tabs',
    output: totalsOutput({ picked: z.string(), packed: z.string(), cartonCount: z.int() }),
  },
  export: { path: '/api/Encasement/ExportPackingNotices' },
  access: [browse('encasement')],
  row: outboundRow,
  filters: packingFilters,
  sorts: outboundSorts,
})
export const getPackingDesk = call({
  method: 'GET',
  path: '/api/Encasement/GetPackingDesk',
  summary: 'The bench for one notice: what is loose, and its cartons',
  access: [browse('encasement')],
  /** `no`: its number, a carton's, or the code of the staging location where its goods stand alone. */
  input: z.object({ id: optional(id), no: optional(text(60)) }),
  output: packingDesk,
})

// ---- By carton

const cartonFilters = {
  tab: optional(oneOf(cartonStates)),
  /** Begins: SSCC; contains: CK number, consignee; or the seal's number. */
  q: optional(text(60)),
  warehouseId: optional(id),
  ownerId: optional(id),
  carrierId: optional(id),
  noticeId: optional(id),
  /** Who packed. */
  packerId: optional(id),
  requiredFrom: optional(date),
  requiredTo: optional(date),
  ids: optional(many(id)),
}
export type CartonFilter = Input<typeof getCartonTotals>
export const cartonSorts = ['requiredAt', 'cartonNo', 'createdAt', 'sealedAt'] as const
export const [getCartons, getCartonTotals, exportCartons] = listCalls({
  rows: { path: '/api/Encasement/GetCartons', summary: 'Cartons, the earliest required first' },
  totals: {
    path: '/api/Encasement/GetCartonTotals',
    summary: 'How many a filter finds, their figures, and the counts of the tabs',
    output: totalsOutput({ qty: z.string(), weight: z.string(), volume: z.string() }),
  },
  export: { path: '/api/Encasement/ExportCartons' },
  access: [browse('encasement')],
  row: cartonRow,
  filters: cartonFilters,
  sorts: cartonSorts,
})
export const getCarton = call({
  method: 'GET',
  path: '/api/Encasement/GetCarton',
  summary: 'One carton with its contents',
  access: [browse('encasement'), browse('enchase')],
  input: z.object({ id: optional(id), no: optional(text(60)) }),
  output: cartonDetail,
})
export const getCartonHistory = call({
  method: 'GET',
  path: '/api/Encasement/GetCartonHistory',
  summary: "A carton's timeline, latest first",
  access: [browse('encasement')],
  input: z.object({ id }),
  output: z.array(historyEntry),
})

const sscc = text(18).check(z.refine(isSscc, 'outbound.sscc'))
export const openCarton = call({
  method: 'POST',
  path: '/api/Encasement/OpenCarton',
  summary: 'Open a carton for a notice; its number is drawn, or the one of a label that is on it already',
  access: [edit('encasement')],
  input: z.object({ noticeId: id, boxType: optional(dictCode('package')), cartonNo: optional(sscc) }),
  output: z.strictObject({ id: z.int(), cartonNo: z.string() }),
  idempotent: true,
})
export const packGoods = call({
  method: 'POST',
  path: '/api/Encasement/PackGoods',
  summary: 'Put picked goods into a carton',
  access: [edit('encasement')],
  input: z.object({
    cartonId: id,
    lines: many(
      z.object({
        lineId: id,
        /** Not given: the batch that expires, or came in, first. */
        batchNo: optional(text(40)),
        qty: positiveQuantity,
        serials: many(text(60), 10_000),
      }),
      500,
      1,
    ),
  }),
  output: z.strictObject({ qty: z.string(), calculated: z.string() }),
  idempotent: true,
})
export const takeOutOfCarton = call({
  method: 'POST',
  path: '/api/Encasement/TakeOutOfCarton',
  summary: 'Take a row out of an open carton again; the goods stand beside it',
  access: [edit('encasement')],
  input: z.object({
    cartonId: id,
    /** The row of the contents. */
    id,
    /** Not given: all of it. */
    qty: optional(positiveQuantity),
    serials: many(text(60), 10_000),
  }),
  output: z.strictObject({ qty: z.string() }),
  idempotent: true,
})
export const weighCarton = call({
  method: 'POST',
  path: '/api/Encasement/WeighCarton',
  summary: 'Enter the weight; further off than the warehouse allows it needs a reason',
  access: [edit('encasement')],
  input: z.object({ id, version, weight, reason: optional(lines(200)) }),
  output: z.strictObject({ version: z.int() }),
})
export const sealCartons = call({
  method: 'POST',
  path: '/api/Encasement/SealCartons',
  summary: 'Seal cartons that are weighed and not empty',
  access: [edit('encasement')],
  input: z.object({ cartons: many(z.object({ id, sealNo: optional(text(40)) }), 200, 1) }),
  output: outcomes,
})
export const unsealCartons = call({
  method: 'POST',
  path: '/api/Encasement/UnsealCartons',
  summary: 'Open sealed cartons again; they are weighed and sealed anew',
  access: [approve('encasement')],
  input: z.object({ ids: many(id, 200, 1), reason: lines(200) }),
  output: outcomes,
})
export const deleteCartons = call({
  method: 'POST',
  path: '/api/Encasement/DeleteCartons',
  summary: 'Delete cartons that are empty',
  access: [approve('encasement')],
  input: z.object({ ids: many(id, 200, 1) }),
  output: outcomes,
})

// ---- The company's prefix of SSCC

export const getCartonPrefix = call({
  method: 'GET',
  path: '/api/Encasement/GetCartonPrefix',
  summary: 'The GS1 company prefix that carton numbers begin with; null: numbers for use inside the company',
  access: [browse('encasement')],
  input: z.object({}),
  output: z.strictObject({ prefix: nullableText }),
})
export const setCartonPrefix = call({
  method: 'POST',
  path: '/api/Encasement/SetCartonPrefix',
  summary: 'Set the GS1 company prefix of carton numbers drawn from now on',
  access: [approve('encasement')],
  input: z.object({ prefix: optional(text(10).check(z.regex(/^\d{7,10}$/, 'outbound.gs1Prefix'))) }),
  output: z.strictObject({ prefix: nullableText }),
})
