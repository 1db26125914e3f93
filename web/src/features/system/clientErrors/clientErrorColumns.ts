import type { ClientErrorRow } from '@xunyun/contract/system/clientErrors'
import { columnsOf } from '../../../shared/grid/column.tsx'
import { deviceOf } from '../../../shared/ui/agent.ts'

const column = columnsOf<ClientErrorRow>()

export const clientErrorColumns = [
  column.link('message', 'upkeep:errors.message', { width: 340 }),
  column.text('page', 'upkeep:errors.page', { width: 220, card: 'meta' }),
  column.integer('count', 'upkeep:errors.count', { width: 72, sortKey: 'count', card: 'fact', total: 'reports' }),
  column.integer('people', 'upkeep:errors.people', { width: 72, sortKey: 'people', card: 'fact' }),
  column.ago('lastAt', 'upkeep:errors.lastAt', { width: 108, sortKey: 'lastAt', card: 'aside' }),
  column.moment('firstAt', 'upkeep:errors.firstAt', { sortKey: 'firstAt' }),
  column.text('release', 'upkeep:errors.release', { width: 76, card: 'fact' }),
  column.text('agent', 'upkeep:errors.agent', { width: 160, value: (row) => deviceOf(row.agent) }),
]
