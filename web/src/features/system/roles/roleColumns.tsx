import type { RoleRow } from '@xunyun/contract/system/roles'
import { columnsOf } from '../../../shared/grid/column.tsx'

const column = columnsOf<RoleRow>()

export const roleColumns = [
  column.link('name', 'system:role.name', { width: 180, sortKey: 'name' }),
  column.integer('people', 'system:role.people', { width: 80, sortKey: 'people', card: 'fact' }),
  column.integer('rights', 'system:role.rights', { width: 80, sortKey: 'rights', card: 'fact' }),
  column.code(
    'preset',
    'system:role.preset',
    (row) => (row.preset === null ? 'system:role.ownOne' : 'system:role.presetOne'),
    { value: (row) => row.preset ?? '', width: 104, card: 'aside' },
  ),
  column.state('enabled', 'system:role.status', {
    value: (row) => String(row.enabled),
    words: (row) => `system:status.${row.enabled ? 0 : 1}`,
    tone: (row) => (row.enabled ? 'green' : 'grey'),
    width: 76,
  }),
  column.text('note', 'system:role.note', { width: 320, card: 'meta' }),
  column.text('updatedByName', 'system:role.changedBy', { hidden: true }),
  column.moment('updatedAt', 'system:role.changedAt', { hidden: true, sortKey: 'updatedAt' }),
  column.moment('createdAt', 'system:user.created', { hidden: true }),
]
