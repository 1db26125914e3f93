import { type DictionaryType, wordFor } from '@xunyun/contract/dictionary'
import type { Language } from '@xunyun/contract/pages'
import type { PriceRow } from '@xunyun/contract/prices/calls'
import { type ListColumn, titled, yes } from '../../platform/excel/list.ts'
import { fieldWord } from '../../platform/fieldWords.ts'
import { bandText } from './band.ts'

const word =
  (type: DictionaryType, key: keyof PriceRow) =>
  (row: PriceRow, language: Language): string =>
    row[key] === null ? '' : wordFor(type, String(row[key]), language)

/** Each tier as people write it: 0–100: 2. */
const tiersText = ({ tiers }: PriceRow) => tiers.map((tier) => `${bandText(tier)}: ${Number(tier.price)}`).join('; ')

/** The columns of the export; keys are those of the page. */
export const priceColumns: readonly ListColumn<PriceRow>[] = [
  { key: 'name', type: 'text', width: 24, titles: fieldWord('prices:field.name') },
  {
    key: 'direction',
    type: 'text',
    width: 8,
    titles: fieldWord('prices:field.direction'),
    value: word('priceDirection', 'direction'),
  },
  { key: 'companyName', type: 'text', width: 26, titles: fieldWord('prices:field.companyId') },
  {
    key: 'from',
    type: 'text',
    width: 20,
    titles: titled('起运', 'From', 'Origen', '発地'),
    value: ({ fromName }) => fromName ?? '',
  },
  {
    key: 'to',
    type: 'text',
    width: 20,
    titles: fieldWord('prices:field.to'),
    value: ({ toName }) => toName ?? '',
  },
  {
    key: 'transMode',
    type: 'text',
    width: 10,
    titles: fieldWord('prices:field.transMode'),
    value: word('transMode', 'transMode'),
  },
  {
    key: 'serviceType',
    type: 'text',
    width: 10,
    titles: fieldWord('prices:field.serviceType'),
    value: word('serviceType', 'serviceType'),
  },
  {
    key: 'basis',
    type: 'text',
    width: 10,
    titles: fieldWord('prices:field.basis'),
    value: word('priceBasis', 'basis'),
  },
  {
    key: 'unitPrice',
    type: 'text',
    width: 12,
    titles: titled('单价', 'Unit price', 'Precio unitario', '単価'),
    value: ({ unitPrice }) => (unitPrice === null ? '' : Number(unitPrice).toString()),
  },
  { key: 'tiers', type: 'text', width: 40, titles: fieldWord('prices:field.tiers'), value: tiersText },
  {
    key: 'tierMode',
    type: 'text',
    width: 8,
    titles: fieldWord('prices:field.tierMode'),
    value: word('tierMode', 'tierMode'),
  },
  {
    key: 'lowBreak',
    type: 'text',
    width: 8,
    titles: titled('从低', 'Lower of bands', 'El menor', '低額適用'),
    value: ({ lowBreak }, language) => yes(lowBreak, language),
  },
  { key: 'minCharge', type: 'money', width: 12, titles: fieldWord('prices:field.minCharge', '元') },
  { key: 'maxCharge', type: 'money', width: 12, titles: fieldWord('prices:field.maxCharge', '元') },
  { key: 'leadDays', type: 'integer', width: 8, titles: fieldWord('prices:field.leadDays') },
  {
    key: 'taxRate',
    type: 'text',
    width: 8,
    titles: fieldWord('prices:field.taxRate', '%'),
    value: ({ taxRate }) => (taxRate === null ? '' : Number(taxRate).toString()),
  },
  {
    key: 'goodsType',
    type: 'text',
    width: 10,
    titles: fieldWord('prices:field.goodsType'),
    value: word('goodsType', 'goodsType'),
  },
  {
    key: 'vehicleModel',
    type: 'text',
    width: 12,
    titles: fieldWord('prices:field.vehicleModel'),
    value: word('vehicleModel', 'vehicleModel'),
  },
  { key: 'validFrom', type: 'date', width: 12, titles: fieldWord('prices:field.validFrom') },
  { key: 'validTo', type: 'date', width: 12, titles: fieldWord('prices:field.validTo') },
  { key: 'versionNo', type: 'integer', width: 8, titles: fieldWord('prices:field.versionNo') },
  {
    key: 'status',
    type: 'text',
    width: 10,
    titles: fieldWord('prices:field.status'),
    value: (row, language) => wordFor('priceStatus', row.expired ? 'ended' : row.status, language),
  },
  { key: 'createdByName', type: 'text', width: 12, titles: fieldWord('prices:field.createdByName') },
  { key: 'createdAt', type: 'moment', width: 18, titles: fieldWord('prices:field.createdAt') },
  { key: 'remark', type: 'text', width: 30, titles: fieldWord('prices:field.remark') },
]
