import type { PriceRow } from '@xunyun/contract/prices/calls'
import { columnsOf, Route } from '../../shared/grid/column.tsx'
import { i18n } from '../../shared/i18n/i18n.ts'
import { figure } from '../../shared/ui/format.ts'
import type { Tone } from '../../shared/ui/StateTag.tsx'
import { unitOf } from './priceValues.ts'

const column = columnsOf<PriceRow>()
const hidden = { hidden: true } as const

const tones: Readonly<Record<PriceRow['status'], Tone>> = {
  draft: 'grey',
  pending: 'orange',
  active: 'green',
  ended: 'grey',
}
export const priceTone = (row: Pick<PriceRow, 'status' | 'expired'>): Tone => (row.expired ? 'grey' : tones[row.status])
export const priceStatus = (row: Pick<PriceRow, 'status' | 'expired'>): PriceRow['status'] =>
  row.expired ? 'ended' : row.status

const plain = (value: string | null): string => (value === null ? '' : figure(String(Number(value))))

/** What one unit of a basis costs: 1,350 元/吨, 5.6 元/公里. */
const perUnit = (price: string | null, basis: string, weightUnit: PriceRow['weightUnit']): string => {
  const t = i18n.getFixedT(null, 'prices')
  const byWeight = !['volume', 'piece', 'km', 'waybill', 'vehicle'].includes(basis)
  const unit = byWeight ? t(`unit.${weightUnit}`) : t('unit.per', { unit: unitOf(basis, weightUnit, t) })
  return `${plain(price)} ${unit}`
}

/** One line that says what is charged: 1.6 元/kg, or 3 tiers from 2 down to 1.2 元/kg. */
export function chargeText(row: PriceRow): string {
  const t = i18n.t
  if (row.firstPrice !== null)
    return t('prices:charge.express', {
      first: plain(row.firstPrice),
      qty: plain(row.firstQty),
      step: plain(row.stepPrice),
      each: plain(row.stepQty),
    })
  const [first] = row.tiers
  const last = row.tiers.at(-1)
  if (first && last)
    return t('prices:charge.tiers', {
      count: row.tiers.length,
      from: plain(first.price),
      to: perUnit(last.price, row.basis, row.weightUnit),
    })
  const price = perUnit(row.unitPrice, row.basis, row.weightUnit)
  return row.basis === 'greater' ? `${price} · ${perUnit(row.volumePrice, 'volume', row.weightUnit)}` : price
}

const anywhere = () => i18n.t('prices:anywhere')
const tail = (name: string | null): string => (name === null ? anywhere() : name.split(' ').slice(-2).join(' '))

export const priceColumns = [
  column.link('name', 'prices:field.name', { width: 176, sortKey: 'name' }),
  column.state('status', 'prices:field.status', {
    value: priceStatus,
    words: 'priceStatus',
    tone: priceTone,
    struck: (row) => priceStatus(row) === 'ended',
    width: 76,
  }),
  column.code('direction', 'prices:field.direction', 'priceDirection', { width: 60 }),
  column.text('companyName', 'prices:field.companyId', {
    width: 184,
    sortKey: 'companyName',
    card: 'meta',
    value: (row) => row.companyName ?? i18n.t('prices:public'),
  }),
  column.custom({
    key: 'route',
    title: 'prices:field.route',
    width: 208,
    card: 'meta',
    exportKey: ['from', 'to'],
    render: (row) => <Route from={tail(row.fromName)} to={tail(row.toName)} />,
    text: (row) => `${row.fromName ?? anywhere()} → ${row.toName ?? anywhere()}`,
  }),
  column.code('transMode', 'prices:field.transMode', 'transMode', { width: 76 }),
  column.code('basis', 'prices:field.basis', 'priceBasis', { width: 84 }),
  column.text('unitPrice', 'prices:field.charge', {
    width: 168,
    value: chargeText,
    exportKey: ['unitPrice', 'tiers'],
    card: 'fact',
  }),
  column.money('minCharge', 'prices:field.minCharge', { width: 92 }),
  column.date('validFrom', 'prices:field.validFrom', { sortKey: 'validFrom' }),
  column.date('validTo', 'prices:field.validTo', { sortKey: 'validTo', card: 'aside' }),
  column.text('versionNo', 'prices:field.versionNo', { width: 56, value: (row) => `v${row.versionNo}` }),
  column.money('maxCharge', 'prices:field.maxCharge', hidden),
  column.integer('leadDays', 'prices:field.leadDays', hidden),
  column.text('taxRate', 'prices:field.taxRate', { ...hidden, value: (row) => plain(row.taxRate) }),
  column.code('serviceType', 'prices:field.serviceType', 'serviceType', hidden),
  column.code('goodsType', 'prices:field.goodsType', 'goodsType', hidden),
  column.code('vehicleModel', 'prices:field.vehicleModel', 'vehicleModel', hidden),
  column.text('createdByName', 'prices:field.createdByName', hidden),
  column.moment('createdAt', 'prices:field.createdAt', { ...hidden, sortKey: 'createdAt' }),
  column.text('remark', 'prices:field.remark', { ...hidden, width: 180 }),
]
