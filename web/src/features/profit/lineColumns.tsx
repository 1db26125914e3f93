import { wordFor } from '@xunyun/contract/dictionary'
import type { ProfitLine } from '@xunyun/contract/profit/calls'
import { columnsOf, Route } from '../../shared/grid/column.tsx'
import type { Column } from '../../shared/grid/types.ts'
import { i18n } from '../../shared/i18n/i18n.ts'
import { languageNow } from '../../shared/i18n/languages.ts'
import { StateTag } from '../../shared/ui/StateTag.tsx'
import { priceTones } from '../waybills/index.ts'

const column = columnsOf<ProfitLine>()
const hidden = { hidden: true } as const

/** The waybill's number; of a charge without one its document, or what it is. */
export const nameOfLine = ({ no, feeItem }: ProfitLine): string =>
  no ?? (feeItem === null ? '' : wordFor('feeItem', feeItem, languageNow()))

export const lineColumns: readonly Column<ProfitLine>[] = [
  column.link('no', 'waybills:column.waybillNo', {
    width: 140,
    value: nameOfLine,
  }),
  column.date('day', 'waybills:column.bizDate', { sortKey: 'day' }),
  column.text('partyName', 'waybills:column.customer', {
    width: 176,
    card: 'meta',
    value: ({ partyName, waybillId, feeItem }: ProfitLine) =>
      partyName ??
      (waybillId === null ? feeItem && wordFor('feeItem', feeItem, languageNow()) : i18n.t('waybills:filter.walkIn')),
  }),
  column.custom({
    key: 'route',
    title: 'waybills:column.route',
    width: 116,
    exportKey: ['shipperCity', 'consigneeCity'],
    render: ({ shipperCity, consigneeCity }) =>
      shipperCity === null ? null : <Route from={shipperCity} to={consigneeCity ?? ''} />,
    text: ({ shipperCity, consigneeCity }) => (shipperCity === null ? '' : `${shipperCity} → ${consigneeCity}`),
  }),
  column.text('carriedBy', 'enquiries:column.carriedBy', { width: 116 }),
  column.money('revenue', 'profit:column.revenue', { sortKey: 'revenue', total: 'revenue', card: 'fact' }),
  column.money('cost', 'profit:column.cost', { sortKey: 'cost', total: 'cost', card: 'fact' }),
  column.money('profit', 'enquiries:column.profit', { sortKey: 'profit', total: 'profit', card: 'aside' }),
  column.number(1)('rate', 'enquiries:column.profitRate', { width: 84, unit: '%' }),
  column.custom({
    key: 'priceState',
    title: 'waybills:column.priceState',
    width: 84,
    card: 'state',
    render: ({ priceState }, { language }) =>
      priceState && <StateTag tone={priceTones[priceState]}>{wordFor('priceState', priceState, language)}</StateTag>,
    text: ({ priceState }, language) => (priceState === null ? '' : wordFor('priceState', priceState, language)),
  }),
  column.moment('signedAt', 'enquiries:column.signedAt', hidden),
  column.text('salesmanName', 'waybills:column.salesman', hidden),
]
