import type { Language } from '@xunyun/contract/pages'
import type { MenuRow } from '@xunyun/contract/system/menus'
import { type ListColumn, listColumn, yes } from '../../../platform/excel/list.ts'
import { fieldWord } from '../../../platform/fieldWords.ts'

const flag = (of: (row: MenuRow) => number) => (row: MenuRow, language: Language) => yes(of(row) === 1, language)

/** The columns of the export; keys are those of the page. */
export const menuColumns: readonly ListColumn<MenuRow>[] = [
  {
    key: 'MenuName',
    type: 'text',
    width: 28,
    titles: fieldWord('system:menu.name'),
    // Full-width blanks keep the tree readable in a cell.
    value: ({ depth, MenuName }) => `${'\u3000'.repeat(depth)}${MenuName}`,
  },
  listColumn('system:menu.address', 'text', { key: 'GoUrl', width: 40 }),
  listColumn('system:menu.icon', 'text', { key: 'Icon', width: 16 }),
  listColumn('system:menu.sort', 'integer', { key: 'tSort', width: 8 }),
  listColumn('system:menu.approved', 'text', { key: 'Approved', width: 8, value: flag(({ Approved }) => Approved) }),
  listColumn('system:menu.leaf', 'text', { key: 'isLeaf', width: 8, value: flag(({ isLeaf }) => isLeaf) }),
  listColumn('system:menu.window', 'text', {
    key: 'openwindow',
    width: 8,
    value: flag(({ openwindow }) => openwindow),
  }),
  listColumn('system:menu.entry', 'integer', { key: 'FromLocation', width: 8 }),
  listColumn('system:menu.id', 'integer', { key: 'MenuID', width: 8 }),
  listColumn('system:menu.page', 'text', { key: 'Page', width: 16 }),
]
