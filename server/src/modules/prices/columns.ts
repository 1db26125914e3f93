import { type DictionaryType, wordFor } from '@xunyun/contract/dictionary'
import { plainDecimal } from '@xunyun/contract/kernel/decimal'
import type { Language } from '@xunyun/contract/pages'
import type { PriceRow } from '@xunyun/contract/prices/calls'
import { type ListColumn, listColumn, titled, yes } from '../../platform/excel/list.ts'
import { bandText } from './band.ts'

const word =
  (type: DictionaryType, key: keyof PriceRow) =>
  (row: PriceRow, language: Language): string =>
    row[key] === null ? '' : wordFor(type, String(row[key]), language)

/** Each tier as people write it: 0–100: 2. */
const tiersText = ({ tiers }: PriceRow) =>
  tiers.map((tier) => `${bandText(tier)}: ${plainDecimal(tier.price)}`).join('; ')

/** The columns of the export; keys are those of the page. */
export const priceColumns: readonly ListColumn<PriceRow>[] = [
  listColumn('prices:field.name', 'text', { width: 24 }),
  listColumn('prices:field.direction', 'text', { width: 8, value: word('priceDirection', 'direction') }),
  listColumn('prices:field.companyId', 'text', { key: 'companyName', width: 26 }),
  {
    key: 'from',
    type: 'text',
    width: 20,
    titles: titled('起运', 'From', 'Origen', '発地'),
    value: ({ fromName }) => fromName ?? '',
  },
  listColumn('prices:field.to', 'text', { width: 20, value: ({ toName }) => toName ?? '' }),
  listColumn('prices:field.transMode', 'text', { width: 10, value: word('transMode', 'transMode') }),
  listColumn('prices:field.serviceType', 'text', { width: 10, value: word('serviceType', 'serviceType') }),
  listColumn('prices:field.basis', 'text', { width: 10, value: word('priceBasis', 'basis') }),
  {
    key: 'unitPrice',
    type: 'text',
    width: 12,
    titles: titled('单价', 'Unit price', 'Precio unitario', '単価'),
    value: ({ unitPrice }) => (unitPrice === null ? '' : plainDecimal(unitPrice)),
  },
  listColumn('prices:field.tiers', 'text', { width: 40, value: tiersText }),
  listColumn('prices:field.tierMode', 'text', { width: 8, value: word('tierMode', 'tierMode') }),
  {
    key: 'lowBreak',
    type: 'text',
    width: 8,
    titles: titled('从低', 'Lower of bands', 'El menor', '低額適用'),
    value: ({ lowBreak }, language) => yes(lowBreak, language),
  },
  listColumn('prices:field.minCharge', 'money', { width: 12, unit: '元' }),
  listColumn('prices:field.maxCharge', 'money', { width: 12, unit: '元' }),
  listColumn('prices:field.leadDays', 'integer', { width: 8 }),
  listColumn('prices:field.taxRate', 'text', {
    width: 8,
    unit: '%',
    value: ({ taxRate }) => (taxRate === null ? '' : plainDecimal(taxRate)),
  }),
  listColumn('prices:field.goodsType', 'text', { width: 10, value: word('goodsType', 'goodsType') }),
  listColumn('prices:field.vehicleModel', 'text', { width: 12, value: word('vehicleModel', 'vehicleModel') }),
  listColumn('prices:field.validFrom', 'date', { width: 12 }),
  listColumn('prices:field.validTo', 'date', { width: 12 }),
  listColumn('prices:field.versionNo', 'integer', { width: 8 }),
  listColumn('prices:field.status', 'text', {
    width: 10,
    value: (row, language) => wordFor('priceStatus', row.expired ? 'ended' : row.status, language),
  }),
  listColumn('prices:field.createdByName', 'text', { width: 12 }),
  listColumn('prices:field.createdAt', 'moment', { width: 18 }),
  listColumn('prices:field.remark', 'text', { width: 30 }),
]
