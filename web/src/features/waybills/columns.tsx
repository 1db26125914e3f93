import { wordFor } from '@xunyun/contract/dictionary'
import { subtractDecimal } from '@xunyun/contract/kernel/decimal'
import type { WaybillRow } from '@xunyun/contract/waybills/calls'
import { paymentText } from '@xunyun/contract/waybills/payments'
import type { Collection, Invoicing } from '@xunyun/contract/waybills/priceStates'
import { isOver, type WaybillState, waitsForLeg } from '@xunyun/contract/waybills/states'
import { pathTo } from '../../paths.ts'
import { columnsOf, type FlagMark } from '../../shared/grid/column.tsx'
import { i18n } from '../../shared/i18n/i18n.ts'
import type { Tone } from '../../shared/ui/StateTag.tsx'

const tones: Readonly<Record<WaybillState, Tone>> = {
  draft: 'grey',
  placed: 'grey',
  pickingUp: 'blue',
  inStation: 'blue',
  inTransit: 'blue',
  arrived: 'blue',
  delivering: 'blue',
  awaitingPickup: 'orange',
  signed: 'green',
  partSigned: 'orange',
  rejected: 'red',
  closed: 'green',
  cancelled: 'grey',
}

export const invoicingTones: Readonly<Record<Invoicing, Tone>> = {
  none: 'grey',
  unapplied: 'orange',
  partial: 'blue',
  applied: 'blue',
  invoiced: 'green',
}
export const collectionTones: Readonly<Record<Collection, Tone>> = {
  uncollected: 'orange',
  partial: 'blue',
  collected: 'green',
}

type Stated = Pick<WaybillRow, 'state' | 'pieces' | 'unarranged' | 'signed' | 'refused'>

/** 签收 n, beside the state of the others; once none is under way the state says it. */
export const signedOf = (row: { state: string; signed: number }): string | null =>
  row.signed > 0 && !isOver(row.state) ? i18n.t('waybills:state.signed', { count: row.signed }) : null
/** 拒收 n, beside the state of the others; where all are refused the state says it. */
export const refusedOf = (row: { state: string; refused: number }): string | null =>
  row.refused > 0 && row.state !== 'rejected' ? i18n.t('waybills:state.refused', { count: row.refused }) : null
export const stateTone = (row: Stated): Tone => (waitsForLeg(row) ? 'orange' : tones[row.state])
export const stateWord = (row: Stated, language: Parameters<typeof wordFor>[2]): string =>
  waitsForLeg(row) ? i18n.t('waybills:state.unarranged') : wordFor('waybillState', row.state, language)
export const toneOf = (state: string): Tone => tones[state as WaybillState] ?? 'grey'

/** Flags of one character; their meaning is said on hover. */
export function flagsOf(row: { urgent: boolean; hold: boolean; exceptions: number }): FlagMark[] {
  const t = i18n.t
  return [
    ...(row.urgent
      ? [{ tone: 'red', mark: t('waybills:mark.urgent'), title: t('waybills:flag.urgent') } as const]
      : []),
    ...(row.hold ? [{ tone: 'orange', mark: t('waybills:mark.hold'), title: t('waybills:flag.hold') } as const] : []),
    ...(row.exceptions > 0
      ? [
          {
            tone: 'red',
            mark: t('waybills:mark.exception'),
            title: t('waybills:flag.exception', { count: row.exceptions }),
          } as const,
        ]
      : []),
  ]
}

const column = columnsOf<WaybillRow>()
const hidden = { hidden: true } as const

/** Yuan; null where its money, or what it costs, is not the reader's to see. */
const marginOf = ({ receivable, cost }: WaybillRow): string | null =>
  receivable === null || cost === null ? null : subtractDecimal(receivable, cost, 2)

export const waybillColumns = [
  column.link('waybillNo', 'waybills:column.waybillNo', {
    width: 128,
    sortKey: 'waybillNo',
    to: (row) => pathTo('waybill', { no: row.waybillNo }),
  }),
  column.flags('flags', 'waybills:column.flags', flagsOf, { exportKey: null }),
  column.state('state', 'waybills:column.state', {
    words: 'waybillState',
    exportKey: ['state', 'signed', 'refused'],
    instead: (row) => (waitsForLeg(row) ? 'waybills:state.unarranged' : null),
    tone: stateTone,
    struck: (row) => row.state === 'cancelled',
    part: (row) =>
      row.statePieces === row.pieces || row.state === 'draft' || row.state === 'cancelled'
        ? null
        : [row.statePieces, row.pieces],
    also: refusedOf,
    done: signedOf,
  }),
  column.text('customerName', 'waybills:column.customer', {
    width: 168,
    card: 'meta',
    value: (row) => row.customerName ?? i18n.t('waybills:filter.walkIn'),
  }),
  column.route('waybills:column.route', { card: 'meta' }),
  column.integer('pieces', 'waybills:column.pieces', { sortKey: 'pieces', total: 'pieces', card: 'fact' }),
  column.weight('weight', 'waybills:column.weight', { sortKey: 'weight', total: 'weight', card: 'fact' }),
  column.money('receivable', 'waybills:column.receivable', {
    sortKey: 'receivable',
    total: 'receivable',
    card: 'fact',
  }),
  column.custom({
    key: 'payMethod',
    title: 'waybills:column.payMethod',
    width: 76,
    render: (row, { language }) => (
      <span title={row.payments === null ? undefined : paymentText(row, language)}>
        {wordFor('payMethod', row.payMethod, language)}
      </span>
    ),
    text: paymentText,
  }),
  column.code('priceState', 'waybills:column.priceState', 'priceState'),
  column.state('invoicing', 'waybills:column.invoicing', {
    words: 'invoicing',
    tone: ({ invoicing }) => (invoicing === null ? 'grey' : invoicingTones[invoicing]),
    card: undefined as never,
  }),
  column.state('collection', 'waybills:column.collection', {
    words: 'collection',
    tone: ({ collection }) => (collection === null ? 'grey' : collectionTones[collection]),
    card: undefined as never,
  }),
  column.volume('volume', 'waybills:column.volume', { sortKey: 'volume', total: 'volume' }),
  column.money('codAmount', 'waybills:column.codAmount', { total: 'codAmount' }),
  column.date('bizDate', 'waybills:column.bizDate', { sortKey: 'bizDate' }),
  column.text('goodsName', 'waybills:column.goodsName', { width: 140 }),
  column.text('consigneeName', 'waybills:column.consigneeName', { width: 84 }),
  column.text('consigneePhone', 'waybills:column.consigneePhone', { width: 112 }),
  column.text('customerNo', 'waybills:column.customerNo', { ...hidden, width: 132 }),
  column.money('declaredValue', 'waybills:column.declaredValue', hidden),
  column.weight('chargeWeight', 'waybills:column.chargeWeight', hidden),
  column.money('cost', 'waybills:column.cost', { ...hidden, total: 'cost' }),
  column.money('margin', 'waybills:column.margin', { ...hidden, value: marginOf }),
  column.text('shipperName', 'waybills:column.shipperName', hidden),
  column.text('shipperPhone', 'waybills:column.shipperPhone', hidden),
  column.text('consigneeCompany', 'waybills:column.consigneeCompany', hidden),
  column.text('consigneeAddress', 'waybills:column.consigneeAddress', { ...hidden, width: 200 }),
  column.code('transMode', 'waybills:column.transMode', 'transMode', hidden),
  column.code('serviceType', 'waybills:column.serviceType', 'serviceType', hidden),
  column.code('carriage', 'waybills:column.carriage', 'carriage', hidden),
  column.code('pickupWay', 'waybills:column.pickupWay', 'pickupWay', hidden),
  column.code('deliveryWay', 'waybills:column.deliveryWay', 'deliveryWay', { ...hidden, width: 92 }),
  column.moment('planPickup', 'waybills:column.planPickup', hidden),
  column.moment('planArrive', 'waybills:column.planArrive', hidden),
  column.code('receiptRequirement', 'waybills:column.receiptRequirement', 'receiptRequirement', hidden),
  column.text('outletName', 'waybills:column.outlet', hidden),
  column.text('destName', 'waybills:column.destOutlet', hidden),
  column.code('source', 'waybills:column.source', 'waybillSource', hidden),
  column.text('salesmanName', 'waybills:column.salesman', hidden),
  column.text('clerkName', 'waybills:column.clerk', hidden),
  column.text('remarkCustomer', 'waybills:column.remarkCustomer', { ...hidden, width: 160 }),
  column.text('remarkInternal', 'waybills:column.remarkInternal', { ...hidden, width: 160 }),
  column.moment('createdAt', 'waybills:column.createdAt', { sortKey: 'createdAt', card: 'aside' }),
]

/** What a reader never gets is no column of his list either. */
const internal = new Set(['salesmanName', 'clerkName', 'remarkInternal', 'cost', 'margin'])
export const customerColumns = waybillColumns.filter(({ key }) => !internal.has(key))
export const columnsWithoutCosts = waybillColumns.filter(({ key }) => key !== 'cost' && key !== 'margin')
