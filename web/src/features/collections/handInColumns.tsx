import type { HandInRow } from '@xunyun/contract/collections/calls'
import { columnsOf } from '../../shared/grid/column.tsx'
import { handInTones } from './tones.ts'

const column = columnsOf<HandInRow>()
const due = column.money('due', 'collections:handIn.due', { sortKey: 'due', total: 'due', card: 'fact' })
/** What was counted of it and what is missing; where that is what one looks for, it stands first. */
const counted = [
  column.money('counted', 'collections:handIn.counted', { total: 'counted' }),
  column.money('difference', 'collections:handIn.difference', { total: 'difference' }),
]
const whose = [
  column.link('holderName', 'collections:handIn.holderName', { width: 140, sortKey: 'holderName', card: 'lead' }),
  column.code('holderKind', 'collections:handIn.holderKind', 'holderKind', { width: 80, card: 'meta' }),
  column.date('toDay', 'collections:handIn.toDay', { sortKey: 'toDay', card: 'aside' }),
  column.state('state', 'collections:handIn.state', {
    words: 'handInState',
    tone: ({ state }) => handInTones[state],
    width: 92,
  }),
]
const parts = [
  column.integer('collections', 'collections:handIn.collections', { total: 'collections' }),
  column.money('prepaid', 'collections:handIn.prepaid', { total: 'prepaid' }),
  column.money('freight', 'collections:handIn.freight', { total: 'freight' }),
  column.money('cod', 'collections:handIn.cod', { total: 'cod' }),
  column.money('cash', 'collections:handIn.cash', { total: 'cash' }),
  column.money('wechat', 'collections:handIn.wechat', { total: 'wechat' }),
  column.money('alipay', 'collections:handIn.alipay', { total: 'alipay' }),
  column.money('other', 'collections:handIn.other', { total: 'other' }),
]
const others = [
  column.text('no', 'collections:handIn.no', { width: 148 }),
  column.text('outletName', 'collections:handIn.outletName', { width: 120 }),
  column.money('straight', 'collections:handIn.straight', { total: 'straight', hidden: true }),
  column.code('decision', 'collections:handIn.decision', 'handInDecision', { width: 100, hidden: true }),
  column.text('waitsFor', 'collections:handIn.waitsFor', { width: 120, hidden: true }),
  column.moment('handedInAt', 'collections:handIn.handedInAt', { hidden: true }),
  column.text('handedInByName', 'collections:handIn.handedInByName', { width: 88, hidden: true }),
  column.moment('countedAt', 'collections:handIn.countedAt', { hidden: true }),
  column.text('countedByName', 'collections:handIn.countedByName', { width: 88, hidden: true }),
  column.text('remark', 'collections:handIn.remark', { width: 180, hidden: true }),
]
export const handInColumns = [...whose, due, ...parts, ...counted, ...others]
export const differenceColumns = [...whose, due, ...counted, ...parts, ...others]
