import type { CategoryRow } from '@xunyun/contract/system/categories'
import { columnsOf } from '../../../shared/grid/column.tsx'

const column = columnsOf<CategoryRow>()

export const categoryColumns = [
  column.link('code', 'settings:category.code', { width: 160, sortKey: 'code' }),
  column.text('name', 'settings:category.name', { width: 200, sortKey: 'name', card: 'lead' }),
  column.text('parents', 'settings:category.parent', { width: 240, card: 'meta' }),
  column.integer('children', 'settings:category.children', { width: 80, card: 'fact' }),
  column.state('enabled', 'settings:dictionary.state', {
    value: (row) => String(row.enabled),
    words: (row) => (row.enabled ? 'settings:dictionary.enabled' : 'settings:dictionary.disabled'),
    tone: (row) => (row.enabled ? 'green' : 'grey'),
    width: 84,
  }),
  column.text('remark', 'settings:category.remark', { width: 240, hidden: true }),
  column.text('updatedByName', 'settings:category.changedBy', { hidden: true }),
  column.moment('updatedAt', 'settings:category.changedAt', { hidden: true, sortKey: 'updatedAt' }),
  column.moment('createdAt', 'settings:category.createdAt', { hidden: true }),
]
