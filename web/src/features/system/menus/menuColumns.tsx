import type { MenuRow } from '@xunyun/contract/system/menus'
import { orNone } from '../../../shared/grid/cells.tsx'
import { columnsOf } from '../../../shared/grid/column.tsx'
import { menuTitle } from '../../../shared/session/menus.ts'
import { NameCell } from '../../../shared/tree/NameCell.tsx'
import { menuIcon } from '../../../shared/ui/menuIcon.tsx'
import styles from './Menus.module.css'

const column = columnsOf<MenuRow>()

/** 1 is a tick, 0 nothing: the column is read at a glance. */
const tick = (key: 'isLeaf' | 'openwindow', title: 'system:menu.leaf' | 'system:menu.window') =>
  column.custom({
    key,
    title,
    width: 76,
    render: (row) => (row[key] === 1 ? '✓' : ''),
    text: (row) => String(row[key]),
  })

export const menuColumns = [
  column.custom({
    key: 'MenuName',
    title: 'system:menu.name',
    width: 250,
    pin: 'left',
    card: 'title',
    render: (row, { language, current, card, open }) => (
      <NameCell
        id={row.id}
        name={menuTitle(row, language)}
        depth={row.depth}
        hasChildren={row.children > 0}
        current={current || card}
        card={card}
        open={open}
      />
    ),
    text: (row, language) => `${'  '.repeat(row.depth)}${menuTitle(row, language)}`,
  }),
  column.text('GoUrl', 'system:menu.address', { width: 240, card: 'meta' }),
  column.custom({
    key: 'Icon',
    title: 'system:menu.icon',
    width: 156,
    render: (row) => {
      if (row.Icon === '') return orNone('')
      const Icon = menuIcon(row.Icon)
      return (
        <span className={styles.icon}>
          <Icon size={16} strokeWidth={1.6} aria-hidden="true" />
          {row.Icon}
        </span>
      )
    },
    text: (row) => row.Icon,
  }),
  column.integer('tSort', 'system:menu.sort', { width: 64 }),
  column.state('Approved', 'system:menu.approved', {
    value: (row) => String(row.Approved),
    words: (row) => (row.Approved === 1 ? 'system:menu.approvedYes' : 'system:menu.approvedNo'),
    tone: (row) => (row.Approved === 1 ? 'green' : 'orange'),
    width: 92,
  }),
  tick('isLeaf', 'system:menu.leaf'),
  tick('openwindow', 'system:menu.window'),
  column.code(
    'FromLocation',
    'system:menu.entry',
    (row) =>
      row.depth > 0
        ? 'system:menu.entryNone'
        : row.FromLocation === 0
          ? 'system:menu.entryTop'
          : 'system:menu.entryOff',
    { value: (row) => String(row.FromLocation), width: 92 },
  ),
  column.integer('MenuID', 'system:menu.id', { width: 80, hidden: true }),
  column.text('Page', 'system:menu.page', { width: 140, hidden: true }),
]
