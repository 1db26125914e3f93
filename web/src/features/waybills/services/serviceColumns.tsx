import type { ServiceRow } from '@xunyun/contract/waybills/services'
import { waitsForLeg } from '@xunyun/contract/waybills/states'
import { pathTo } from '../../../paths.ts'
import { columnsOf } from '../../../shared/grid/column.tsx'
import { i18n } from '../../../shared/i18n/i18n.ts'
import { figure } from '../../../shared/ui/format.ts'
import { rateText } from '../../../shared/ui/rateText.ts'
import { refusedOf, signedOf, stateTone } from '../columns.tsx'
import { priceTones } from '../priceColumns.tsx'

const column = columnsOf<ServiceRow>()
const hidden = { hidden: true } as const
const plain = (value: string | null) => (value === null ? null : figure(String(Number(value))))
/** What is a share of an amount has no quantity of its own. */
const isShare = ({ type }: ServiceRow) => type === 'insurance' || type === 'cod'
const rate = (row: ServiceRow) => (row.rate === null ? null : rateText(row.rate))
const qty = (row: ServiceRow) => (isShare(row) ? null : plain(row.qty))

export const serviceColumns = [
  column.link('waybillNo', 'waybills:column.waybillNo', {
    width: 128,
    sortKey: 'waybillNo',
    to: (row) => pathTo('waybill', { no: row.waybillNo }),
  }),
  column.code('type', 'waybills:service.type', 'addedService', { width: 108, card: 'lead' }),
  { ...column.text('qty', 'waybills:service.qty', { width: 76, value: qty }), align: 'right' as const },
  { ...column.text('rate', 'waybills:service.rate', { width: 84, value: rate }), align: 'right' as const },
  column.money('amount', 'waybills:service.amount', { sortKey: 'amount', total: 'amount', card: 'fact' }),
  column.code('payer', 'waybills:service.payer', 'servicePayer', { width: 76 }),
  column.state('priceState', 'waybills:column.priceState', {
    words: 'priceState',
    tone: (row) => priceTones[row.priceState],
    width: 84,
  }),
  column.text('customerName', 'waybills:column.customer', {
    width: 176,
    card: 'meta',
    value: (row: ServiceRow) => row.customerName ?? i18n.t('waybills:filter.walkIn'),
  }),
  column.route('waybills:column.route'),
  column.state('state', 'waybills:column.state', {
    words: 'waybillState',
    instead: (row) => (waitsForLeg(row) ? 'waybills:state.unarranged' : null),
    tone: stateTone,
    also: refusedOf,
    done: signedOf,
    card: undefined,
  }),
  column.date('bizDate', 'waybills:column.bizDate', { sortKey: 'bizDate' }),
  column.integer('pieces', 'waybills:column.pieces', hidden),
  column.text('createdByName', 'waybills:service.createdBy', hidden),
  column.moment('createdAt', 'waybills:service.createdAt', { sortKey: 'createdAt', card: 'aside' }),
]
