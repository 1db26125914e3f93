import { subtractDecimal } from '@xunyun/contract/kernel/decimal'
import type { WaybillRow } from '@xunyun/contract/waybills/calls'
import type { PriceState } from '@xunyun/contract/waybills/priceStates'
import { columnsOf } from '../../shared/grid/column.tsx'
import { i18n } from '../../shared/i18n/i18n.ts'
import { dateTime } from '../../shared/ui/format.ts'
import type { Tone } from '../../shared/ui/StateTag.tsx'
import { flagsOf, waybillColumns } from './columns.tsx'

export const priceTones: Readonly<Record<PriceState, Tone>> = {
  unpriced: 'grey',
  pending: 'orange',
  reviewed: 'blue',
  confirmed: 'green',
}

const column = columnsOf<WaybillRow>()

/** What the customer owes beside the freight. */
const others = ({ receivable, freight }: WaybillRow): string => subtractDecimal(receivable ?? '0', freight ?? '0', 2)

const shown = [
  ...['waybillNo', 'flags', 'customerName', 'route', 'pieces', 'weight', 'volume', 'payMethod', 'bizDate'],
  ...['invoicing', 'collection'],
]
const shared = (key: string) => waybillColumns.filter((one) => one.key === key)
const hidden = waybillColumns
  .filter(
    ({ key }) =>
      !shown.includes(key) && !['receivable', 'priceState', 'chargeWeight', 'freight', 'quoted'].includes(key),
  )
  // On a card the price's own state is the state; beside another the number would have no room.
  .map((one) => ({ ...one, hidden: true, ...(one.card === 'state' ? { card: undefined } : {}) }))

/** The waybill with what it costs and how far that is (RT-16/wayBillList). */
export const priceColumns = [
  ...shared('waybillNo'),
  column.flags(
    'flags',
    'waybills:column.flags',
    (row) => [
      ...flagsOf(row),
      ...(row.priceSentAt === null
        ? []
        : [
            {
              tone: 'blue',
              mark: i18n.t('waybills:mark.sent'),
              title: i18n.t('waybills:flag.sent', { at: dateTime(row.priceSentAt) }),
            } as const,
          ]),
    ],
    { exportKey: null },
  ),
  column.state('priceState', 'waybills:column.priceState', {
    words: 'priceState',
    tone: (row) => (row.priceNote === null || row.priceState !== 'unpriced' ? priceTones[row.priceState] : 'red'),
    width: 84,
  }),
  ...shared('customerName'),
  ...shared('route'),
  column.money('quoted', 'waybills:column.quoted'),
  column.money('freight', 'waybills:column.freight', { total: 'freight' }),
  column.money('others', 'waybills:column.otherFees', { value: others, exportKey: null, width: 92 }),
  column.money('receivable', 'waybills:column.receivable', {
    sortKey: 'receivable',
    total: 'receivable',
    card: 'fact',
  }),
  column.weight('chargeWeight', 'waybills:column.chargeWeight', { width: 100 }),
  ...shared('payMethod'),
  ...shared('invoicing'),
  ...shared('collection'),
  ...shared('pieces'),
  ...shared('weight'),
  ...shared('volume').map((one) => ({ ...one, hidden: true })),
  ...shared('bizDate'),
  column.text('priceNote', 'waybills:column.priceNote', { width: 160 }),
  column.ago('priceSentAt', 'waybills:column.priceSentAt', { width: 96 }),
  column.moment('confirmedAt', 'waybills:column.confirmedAt', { hidden: true }),
  column.text('confirmedByName', 'waybills:column.confirmedBy', { hidden: true }),
  ...hidden,
]
