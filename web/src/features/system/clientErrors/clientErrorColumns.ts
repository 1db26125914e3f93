import type { ClientErrorRow } from '@xunyun/contract/system/clientErrors'
import { columnsOf } from '../../../shared/grid/column.tsx'
import { deviceOf } from '../../../shared/ui/agent.ts'

const column = columnsOf<ClientErrorRow>()

export const clientErrorColumns = [
  column.link('message', 'system:errors.message', { width: 340 }),
  column.text('page', 'system:errors.page', { width: 220, card: 'meta' }),
  column.integer('count', 'system:errors.count', { width: 72, sortKey: 'count', card: 'fact', total: 'reports' }),
  column.integer('people', 'system:errors.people', { width: 72, sortKey: 'people', card: 'fact' }),
  column.ago('lastAt', 'system:errors.lastAt', { width: 108, sortKey: 'lastAt', card: 'aside' }),
  column.moment('firstAt', 'system:errors.firstAt', { sortKey: 'firstAt' }),
  column.text('release', 'system:errors.release', { width: 76, card: 'fact' }),
  column.text('agent', 'system:errors.agent', { width: 160, value: (row) => deviceOf(row.agent) }),
]
