import type { CategoryRow } from '@xunyun/contract/system/categories'
import { columnsOf } from '../../../shared/grid/column.tsx'

const column = columnsOf<CategoryRow>()

export const categoryColumns = [
  column.link('code', 'system:category.code', { width: 160, sortKey: 'code' }),
  column.text('name', 'system:category.name', { width: 200, sortKey: 'name', card: 'lead' }),
  column.text('parents', 'system:category.parent', { width: 240, card: 'meta' }),
  column.integer('children', 'system:category.children', { width: 80, card: 'fact' }),
  column.state('enabled', 'system:dictionary.state', {
    value: (row) => String(row.enabled),
    words: (row) => (row.enabled ? 'system:dictionary.enabled' : 'system:dictionary.disabled'),
    tone: (row) => (row.enabled ? 'green' : 'grey'),
    width: 84,
  }),
  column.text('remark', 'system:category.remark', { width: 240, hidden: true }),
  column.text('updatedByName', 'system:category.changedBy', { hidden: true }),
  column.moment('updatedAt', 'system:category.changedAt', { hidden: true, sortKey: 'updatedAt' }),
  column.moment('createdAt', 'system:category.createdAt', { hidden: true }),
]
