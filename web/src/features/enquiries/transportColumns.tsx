import { wordFor } from '@xunyun/contract/dictionary'
import { stateWords } from '@xunyun/contract/dispatch/states'
import type { TransportRow } from '@xunyun/contract/enquiries/transport'
import type { Language } from '@xunyun/contract/pages'
import { columnsOf } from '../../shared/grid/column.tsx'
import type { Column } from '../../shared/grid/types.ts'
import { StateTag } from '../../shared/ui/StateTag.tsx'
import { receiptTones } from '../signedReceipts/index.ts'
import { trackColumns } from '../waybills/index.ts'

const column = columnsOf<TransportRow>()
const hidden = { hidden: true } as const
/** As the tracking list shows it; it is sorted by the day here. */
const of = (key: string, more: Partial<Column<TransportRow>> = {}): Column<TransportRow> => {
  const found = trackColumns.find((one) => one.key === key)
  if (found === undefined) throw new Error(`no column ${key}`)
  const { sortKey: _, hidden: __, ...rest } = found as unknown as Column<TransportRow>
  return { ...rest, ...more }
}

/** 干线 · 已发车. */
const sayLeg = (leg: TransportRow['leg'], language: Language): string =>
  leg === null
    ? ''
    : `${leg.type === null ? wordFor('arrangementKind', leg.kind, language) : wordFor('arrangementType', leg.type, language)} · ${wordFor(stateWords[leg.kind], leg.state, language)}`

export const transportColumns: readonly Column<TransportRow>[] = [
  // It opens beside the list: not everybody who asks may open waybills.
  column.link('waybillNo', 'waybills:column.waybillNo', { width: 128, sortKey: 'waybillNo' }),
  of('flags'),
  of('state'),
  of('customerName'),
  of('route'),
  column.integer('pieces', 'waybills:column.pieces', { sortKey: 'pieces', total: 'pieces' }),
  column.weight('weight', 'waybills:column.weight', { sortKey: 'weight', total: 'weight' }),
  column.volume('volume', 'waybills:column.volume', { sortKey: 'volume', total: 'volume' }),
  column.custom({
    key: 'leg',
    title: 'enquiries:column.leg',
    width: 128,
    render: ({ leg }, { language }) => sayLeg(leg, language) || null,
    text: ({ leg }, language) => sayLeg(leg, language),
  }),
  column.text('carriedBy', 'enquiries:column.carriedBy', {
    width: 124,
    value: ({ plateNo, carrierNo }: TransportRow) => plateNo ?? carrierNo,
    exportKey: ['plateNo', 'carrierNo'],
  }),
  of('lastTrack'),
  of('trackedAt', { card: 'aside' }),
  of('planArrive'),
  column.custom({
    key: 'receiptState',
    title: 'enquiries:column.receipt',
    width: 84,
    render: ({ receiptState }, { language }) =>
      receiptState && (
        <StateTag tone={receiptTones[receiptState]}>{wordFor('signedReceiptState', receiptState, language)}</StateTag>
      ),
    text: ({ receiptState }, language) =>
      receiptState === null ? '' : wordFor('signedReceiptState', receiptState, language),
  }),
  column.date('bizDate', 'waybills:column.bizDate', { sortKey: 'bizDate' }),
  of('carrierName', hidden),
  of('consigneeCompany', hidden),
  of('consigneeName', hidden),
  of('consigneePhone', hidden),
  of('outletName', hidden),
  of('destName', hidden),
  column.text('salesmanName', 'waybills:column.salesman', hidden),
  column.text('signer', 'enquiries:column.signer', hidden),
  column.moment('signedAt', 'enquiries:column.signedAt', hidden),
  of('customerNo', hidden),
  of('goodsName', hidden),
  of('transMode', hidden),
  of('remarkCustomer', hidden),
]

/** What a customer never gets is no column of his list either. */
const internal = new Set(['carrierName', 'salesmanName'])
export const customerTransportColumns = transportColumns.filter(({ key }) => !internal.has(key))
