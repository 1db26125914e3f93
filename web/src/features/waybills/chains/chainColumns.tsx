import type { ChainRow, ChainState } from '@xunyun/contract/waybills/chains'
import { columnsOf } from '../../../shared/grid/column.tsx'
import { i18n } from '../../../shared/i18n/i18n.ts'
import { sayNow, type TextKey } from '../../../shared/i18n/textKey.ts'
import type { Tone } from '../../../shared/ui/StateTag.tsx'
import { refusedOf, toneOf } from '../columns.tsx'
import styles from './Chains.module.css'

export const chainTones: Readonly<Record<ChainState, Tone>> = { whole: 'green', broken: 'red', unchecked: 'grey' }

const column = columnsOf<ChainRow>()
const short = (row: ChainRow) => row.head.slice(0, 16)

export const chainColumns = [
  column.link('waybillNo', 'waybills:column.waybillNo', { width: 128, sortKey: 'waybillNo' }),
  column.state('chainState', 'waybills:chain.state', {
    words: 'chainState',
    tone: (row) => chainTones[row.chainState],
    width: 92,
  }),
  column.integer('events', 'waybills:chain.count'),
  column.custom({
    key: 'head',
    title: 'waybills:chain.head',
    width: 148,
    card: 'meta',
    render: (row) => (
      <code className={styles.hash} title={row.head}>
        {short(row)}
      </code>
    ),
    text: (row) => row.head,
  }),
  column.text('lastEvent', 'waybills:chain.last', {
    width: 104,
    exportKey: null,
    value: (row: ChainRow) => (row.lastEvent === null ? null : eventWord(row.lastEvent)),
  }),
  column.moment('lastAt', 'waybills:chain.lastAt', { sortKey: 'lastAt', card: 'aside' }),
  column.moment('checkedAt', 'waybills:chain.checkedAt'),
  column.integer('brokenAt', 'waybills:chain.brokenAt', { width: 92 }),
  column.text('customerName', 'waybills:column.customer', {
    width: 168,
    card: 'meta',
    value: (row: ChainRow) => row.customerName ?? i18n.t('waybills:filter.walkIn'),
  }),
  column.route('waybills:column.route'),
  column.state('state', 'waybills:column.state', {
    words: 'waybillState',
    tone: (row) => toneOf(row.state),
    also: refusedOf,
    card: undefined,
  }),
  column.money('receivable', 'waybills:column.receivable', { total: 'receivable' }),
  column.date('bizDate', 'waybills:column.bizDate', { sortKey: 'bizDate', hidden: true }),
]

/** The event in a word; a later release may have written one that this one has no word for. */
export const eventWord = (type: string): string => {
  const key: string = `waybills:chain.event.${type}`
  return i18n.exists(key) ? sayNow(key as TextKey) : type
}
