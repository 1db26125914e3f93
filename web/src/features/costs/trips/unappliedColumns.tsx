import type { UnappliedTrip } from '@xunyun/contract/costs/costApplications'
import { columnsOf } from '../../../shared/grid/column.tsx'
import type { Column } from '../../../shared/grid/types.ts'
import { i18n } from '../../../shared/i18n/i18n.ts'
import { figure } from '../../../shared/ui/format.ts'
import { partColumns, wayColumn } from './applicationColumns.tsx'
import { besideMean } from './costRows.ts'

const column = columnsOf<UnappliedTrip>()
const rateOf = ({ total, mean }: UnappliedTrip) => besideMean(total, mean)?.rate ?? null

export const unappliedColumns: readonly Column<UnappliedTrip>[] = [
  column.link('arrangementNo', 'costs:column.arrangementNo', { width: 128, sortKey: 'arrangementNo' }),
  column.state('state', 'costs:column.tripState', {
    words: 'arrangementState',
    tone: ({ state }) => (state === 'done' ? 'green' : state === 'cancelled' ? 'grey' : 'blue'),
    struck: ({ state }) => state === 'cancelled',
  }),
  column.text('plateNo', 'costs:column.plateNo', { width: 88, card: 'meta' }),
  column.text('carrierName', 'costs:column.carrier', { width: 112, card: 'meta' }),
  column.text('driverName', 'costs:column.driver', { width: 76 }),
  wayColumn,
  column.moment('departAt', 'costs:column.departAt', { sortKey: 'departAt', card: 'aside' }),
  column.money('amount', 'costs:column.free', { total: 'amount', card: 'fact' }),
  ...partColumns,
  column.money('total', 'costs:column.total'),
  column.money('mean', 'costs:column.mean', { card: 'fact' }),
  column.custom({
    key: 'beside',
    title: 'tripCosts:column.beside',
    unit: '%',
    width: 76,
    align: 'right',
    exportKey: null,
    // Beside the route: a third figure has no room below.
    card: 'meta',
    render: (row, { card }) => {
      const rate = rateOf(row)
      if (!card) return figure(rate)
      return rate === null ? null : `${i18n.t('tripCosts:column.beside')} ${figure(rate)} %`
    },
    text: (row) => rateOf(row) ?? '',
  }),
  column.text('outletName', 'costs:column.outlet', { hidden: true }),
]
