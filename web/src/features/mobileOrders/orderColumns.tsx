import { wordFor } from '@xunyun/contract/dictionary'
import type { PhoneOrderRow } from '@xunyun/contract/mobileOrders/calls'
import type { PhoneOrderState } from '@xunyun/contract/mobileOrders/states'
import type { Language } from '@xunyun/contract/pages'
import { Link } from 'react-router'
import { pathTo } from '../../paths.ts'
import { None } from '../../shared/grid/cells.tsx'
import { columnsOf, Route } from '../../shared/grid/column.tsx'
import { i18n } from '../../shared/i18n/i18n.ts'
import type { Tone } from '../../shared/ui/StateTag.tsx'

export const orderTones: Readonly<Record<PhoneOrderState, Tone>> = {
  new: 'orange',
  accepted: 'blue',
  converted: 'green',
  cancelled: 'grey',
}

const column = columnsOf<PhoneOrderRow>()
const hidden = { hidden: true } as const
const cityOf = (city: string | null): string => city ?? '—'

/** Quick remarks and the typed one, as people read them. */
export const remarkOf = (row: Pick<PhoneOrderRow, 'quickRemarks' | 'remark'>, language: Language): string =>
  [...row.quickRemarks.map((code) => wordFor('quickRemark', code, language)), row.remark ?? '']
    .filter((said) => said !== '')
    .join(' · ')

/** Once it is a waybill, or cancelled, nobody waits. */
const waitingSince = ({ state, placedAt }: PhoneOrderRow): string | null =>
  state === 'new' || state === 'accepted' ? placedAt : null

export const orderColumns = [
  column.link('orderNo', 'mobileOrders:field.orderNo', { width: 128, sortKey: 'orderNo' }),
  column.state('state', 'mobileOrders:field.state', {
    words: 'phoneOrderState',
    tone: (row) => orderTones[row.state],
    struck: (row) => row.state === 'cancelled',
  }),
  column.waited('waited', 'mobileOrders:field.waited', {
    width: 92,
    sortKey: 'placedAt',
    card: 'aside',
    exportKey: 'placedAt',
    value: waitingSince,
  }),
  column.text('customerName', 'mobileOrders:field.customer', {
    width: 168,
    card: 'meta',
    value: (row) => row.customerName ?? i18n.t('mobileOrders:walkIn'),
  }),
  column.text('callerName', 'mobileOrders:field.caller', { width: 84 }),
  column.text('callerPhone', 'mobileOrders:field.callerPhone', { width: 112 }),
  column.custom({
    key: 'route',
    title: 'mobileOrders:field.route',
    width: 132,
    card: 'meta',
    exportKey: ['shipperCity', 'consigneeCity'],
    render: (row) => <Route from={cityOf(row.shipperCity)} to={cityOf(row.consigneeCity)} />,
    text: (row) => `${cityOf(row.shipperCity)} → ${cityOf(row.consigneeCity)}`,
  }),
  column.text('goodsName', 'mobileOrders:field.goodsName', { width: 116 }),
  column.integer('pieces', 'mobileOrders:field.pieces', { sortKey: 'pieces', total: 'pieces', card: 'fact' }),
  column.weight('weight', 'mobileOrders:field.weight', { total: 'weight', card: 'fact' }),
  column.moment('planPickup', 'mobileOrders:field.planPickup', { sortKey: 'planPickup' }),
  column.custom({
    key: 'waybillNo',
    title: 'mobileOrders:field.waybillNo',
    width: 124,
    render: ({ waybillNo }) =>
      waybillNo === null ? <None /> : <Link to={pathTo('waybill', { no: waybillNo })}>{waybillNo}</Link>,
    text: ({ waybillNo }) => waybillNo ?? '',
  }),
  column.volume('volume', 'mobileOrders:field.volume', { ...hidden, total: 'volume', card: 'fact' }),
  column.text('acceptedByName', 'mobileOrders:field.acceptedBy', { ...hidden, width: 92 }),
  column.code('channel', 'mobileOrders:field.channel', 'orderChannel', hidden),
  column.text('cancelReason', 'mobileOrders:field.cancelReason', { ...hidden, width: 160 }),
  column.integer('photos', 'mobileOrders:field.photos', { ...hidden, exportKey: null }),
  column.moment('placedAt', 'mobileOrders:field.placedAt', hidden),
  column.text('outletName', 'mobileOrders:field.outlet', hidden),
  column.custom({
    key: 'remark',
    title: 'mobileOrders:field.remark',
    width: 180,
    hidden: true,
    render: (row, { language }) => remarkOf(row, language) || <None />,
    text: remarkOf,
  }),
  column.text('createdByName', 'mobileOrders:field.createdBy', { ...hidden, exportKey: null }),
]
