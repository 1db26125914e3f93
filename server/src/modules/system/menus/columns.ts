import type { Language } from '@xunyun/contract/pages'
import type { MenuRow } from '@xunyun/contract/system/menus'
import { type ListColumn, titled, yes } from '../../../platform/excel/list.ts'

const flag = (of: (row: MenuRow) => number) => (row: MenuRow, language: Language) => yes(of(row) === 1, language)

/** The columns of the export; keys are those of the page. */
export const menuColumns: readonly ListColumn<MenuRow>[] = [
  {
    key: 'MenuName',
    type: 'text',
    width: 28,
    titles: titled('菜单名', 'Menu', 'Menú', 'メニュー名'),
    // Full-width blanks keep the tree readable in a cell.
    value: ({ depth, MenuName }) => `${'\u3000'.repeat(depth)}${MenuName}`,
  },
  { key: 'GoUrl', type: 'text', width: 40, titles: titled('地址', 'Address', 'Dirección', 'アドレス') },
  { key: 'Icon', type: 'text', width: 16, titles: titled('图标', 'Icon', 'Icono', 'アイコン') },
  { key: 'tSort', type: 'integer', width: 8, titles: titled('排序', 'Order', 'Orden', '並び順') },
  {
    key: 'Approved',
    type: 'text',
    width: 8,
    titles: titled('审批', 'Approved', 'Aprobado', '承認'),
    value: flag(({ Approved }) => Approved),
  },
  {
    key: 'isLeaf',
    type: 'text',
    width: 8,
    titles: titled('叶子', 'Leaf', 'Hoja', '葉'),
    value: flag(({ isLeaf }) => isLeaf),
  },
  {
    key: 'openwindow',
    type: 'text',
    width: 8,
    titles: titled('新窗口', 'New window', 'Ventana nueva', '新規ウィンドウ'),
    value: flag(({ openwindow }) => openwindow),
  },
  { key: 'FromLocation', type: 'integer', width: 8, titles: titled('入口', 'Entry', 'Entrada', '入口') },
  { key: 'MenuID', type: 'integer', width: 8, titles: titled('MenuID', 'MenuID', 'MenuID', 'MenuID') },
  { key: 'Page', type: 'text', width: 16, titles: titled('页面键', 'Page key', 'Clave de página', 'ページキー') },
]
