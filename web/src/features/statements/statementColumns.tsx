import type { StatementRow } from '@xunyun/contract/statements/calls'
import { columnsOf } from '../../shared/grid/column.tsx'
import { sumsOfOneDirection } from '../../shared/list/sumsOfOneDirection.ts'
import { statementTones } from './tones.ts'

const column = columnsOf<StatementRow>()
export const statementColumns = sumsOfOneDirection<StatementRow>([
  column.link('no', 'statements:column.no', { width: 136, sortKey: 'no' }),
  column.text('companyName', 'statements:column.companyName', { width: 164, card: 'lead' }),
  column.code('direction', 'statements:column.direction', 'priceDirection', { width: 56, card: 'meta' }),
  column.text('period', 'statements:column.period', {
    value: ({ fromDay, toDay }: StatementRow) => `${fromDay} – ${toDay}`,
    width: 184,
    sortKey: 'toDay',
    card: 'aside',
  }),
  column.money('opening', 'statements:column.opening', { total: 'opening', width: 92 }),
  column.money('charges', 'statements:column.charges', { total: 'charges', width: 92 }),
  column.money('adjustments', 'statements:column.adjustments', { total: 'adjustments', width: 92 }),
  column.money('received', 'statements:column.received', { total: 'received', width: 92 }),
  column.money('closing', 'statements:column.closing', {
    sortKey: 'closing',
    total: 'closing',
    card: 'fact',
    width: 100,
  }),
  column.state('state', 'statements:column.state', {
    words: 'statementState',
    tone: ({ state }) => statementTones[state],
    struck: ({ state }) => state === 'void',
    width: 76,
  }),
  column.moment('sentAt', 'statements:column.sentAt', { card: 'meta' }),
  column.code('answer', 'statements:column.answer', 'statementAnswer', { width: 76 }),
  column.moment('answeredAt', 'statements:column.answeredAt', { hidden: true }),
  column.text('answeredByName', 'statements:column.answeredByName', { hidden: true, width: 88 }),
  column.text('remark', 'statements:column.remark', { hidden: true, width: 180 }),
  column.text('outletName', 'statements:column.outletName', { hidden: true, width: 120 }),
])
