import type { Language } from '@xunyun/contract/pages'
import type { MenuRow } from '@xunyun/contract/system/menus'
import { type ListColumn, yes } from '../../../platform/excel/list.ts'
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
  { key: 'GoUrl', type: 'text', width: 40, titles: fieldWord('system:menu.address') },
  { key: 'Icon', type: 'text', width: 16, titles: fieldWord('system:menu.icon') },
  { key: 'tSort', type: 'integer', width: 8, titles: fieldWord('system:menu.sort') },
  {
    key: 'Approved',
    type: 'text',
    width: 8,
    titles: fieldWord('system:menu.approved'),
    value: flag(({ Approved }) => Approved),
  },
  {
    key: 'isLeaf',
    type: 'text',
    width: 8,
    titles: fieldWord('system:menu.leaf'),
    value: flag(({ isLeaf }) => isLeaf),
  },
  {
    key: 'openwindow',
    type: 'text',
    width: 8,
    titles: fieldWord('system:menu.window'),
    value: flag(({ openwindow }) => openwindow),
  },
  { key: 'FromLocation', type: 'integer', width: 8, titles: fieldWord('system:menu.entry') },
  { key: 'MenuID', type: 'integer', width: 8, titles: fieldWord('system:menu.id') },
  { key: 'Page', type: 'text', width: 16, titles: fieldWord('system:menu.page') },
]
