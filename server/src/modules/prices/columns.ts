import { type DictionaryType, wordFor } from '@xunyun/contract/dictionary'
import type { Language } from '@xunyun/contract/pages'
import type { PriceRow } from '@xunyun/contract/prices/calls'
import { type ListColumn, titled, yes } from '../../platform/excel/list.ts'
import { bandText } from './band.ts'

const word =
  (type: DictionaryType, key: keyof PriceRow) =>
  (row: PriceRow, language: Language): string =>
    row[key] === null ? '' : wordFor(type, String(row[key]), language)

/** Each tier as people write it: 0–100: 2. */
const tiersText = ({ tiers }: PriceRow) => tiers.map((tier) => `${bandText(tier)}: ${Number(tier.price)}`).join('; ')

/** The columns of the export; keys are those of the page. */
export const priceColumns: readonly ListColumn<PriceRow>[] = [
  { key: 'name', type: 'text', width: 24, titles: titled('报价名', 'Rate', 'Tarifa', '運賃表名') },
  {
    key: 'direction',
    type: 'text',
    width: 8,
    titles: titled('方向', 'Direction', 'Sentido', '区分'),
    value: word('priceDirection', 'direction'),
  },
  { key: 'companyName', type: 'text', width: 26, titles: titled('往来单位', 'Partner', 'Socio', '取引先') },
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
    titles: titled('到达', 'To', 'Destino', '着地'),
    value: ({ toName }) => toName ?? '',
  },
  {
    key: 'transMode',
    type: 'text',
    width: 10,
    titles: titled('运输方式', 'Mode', 'Modo', '輸送モード'),
    value: word('transMode', 'transMode'),
  },
  {
    key: 'serviceType',
    type: 'text',
    width: 10,
    titles: titled('服务', 'Service', 'Servicio', 'サービス'),
    value: word('serviceType', 'serviceType'),
  },
  {
    key: 'basis',
    type: 'text',
    width: 10,
    titles: titled('计费方式', 'Charged by', 'Base', '計算基準'),
    value: word('priceBasis', 'basis'),
  },
  {
    key: 'unitPrice',
    type: 'text',
    width: 12,
    titles: titled('单价', 'Unit price', 'Precio unitario', '単価'),
    value: ({ unitPrice }) => (unitPrice === null ? '' : Number(unitPrice).toString()),
  },
  { key: 'tiers', type: 'text', width: 40, titles: titled('阶梯', 'Tiers', 'Tramos', '段階'), value: tiersText },
  {
    key: 'tierMode',
    type: 'text',
    width: 8,
    titles: titled('阶梯方式', 'Tier mode', 'Modo de tramos', '段階方式'),
    value: word('tierMode', 'tierMode'),
  },
  {
    key: 'lowBreak',
    type: 'text',
    width: 8,
    titles: titled('从低', 'Lower of bands', 'El menor', '低額適用'),
    value: ({ lowBreak }, language) => yes(lowBreak, language),
  },
  { key: 'minCharge', type: 'money', width: 12, titles: titled('最低 元', 'Minimum CNY', 'Mínimo CNY', '最低 元') },
  { key: 'maxCharge', type: 'money', width: 12, titles: titled('最高 元', 'Maximum CNY', 'Máximo CNY', '最高 元') },
  { key: 'leadDays', type: 'integer', width: 8, titles: titled('时效 天', 'Days', 'Días', '日数') },
  {
    key: 'taxRate',
    type: 'text',
    width: 8,
    titles: titled('税率 %', 'Tax %', 'Impuesto %', '税率 %'),
    value: ({ taxRate }) => (taxRate === null ? '' : Number(taxRate).toString()),
  },
  {
    key: 'goodsType',
    type: 'text',
    width: 10,
    titles: titled('货类', 'Goods', 'Mercancía', '貨物種別'),
    value: word('goodsType', 'goodsType'),
  },
  {
    key: 'vehicleModel',
    type: 'text',
    width: 12,
    titles: titled('车型', 'Vehicle', 'Vehículo', '車種'),
    value: word('vehicleModel', 'vehicleModel'),
  },
  { key: 'validFrom', type: 'date', width: 12, titles: titled('生效日', 'From day', 'Desde', '開始日') },
  { key: 'validTo', type: 'date', width: 12, titles: titled('截止日', 'To day', 'Hasta', '終了日') },
  { key: 'versionNo', type: 'integer', width: 8, titles: titled('版本', 'Version', 'Versión', '版') },
  {
    key: 'status',
    type: 'text',
    width: 10,
    titles: titled('状态', 'State', 'Estado', '状態'),
    value: (row, language) => wordFor('priceStatus', row.expired ? 'ended' : row.status, language),
  },
  { key: 'createdByName', type: 'text', width: 12, titles: titled('创建人', 'Created by', 'Creado por', '作成者') },
  { key: 'createdAt', type: 'moment', width: 18, titles: titled('创建时间', 'Created', 'Creado', '作成日時') },
  { key: 'remark', type: 'text', width: 30, titles: titled('备注', 'Remark', 'Nota', '備考') },
]
