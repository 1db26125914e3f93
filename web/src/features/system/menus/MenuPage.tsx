import {
  approveMenus,
  deleteMenu,
  exportMenus,
  getMenuHistory,
  getMenus,
  type MenuAction,
  type MenuRow,
  menuTabs,
  moveMenu,
} from '@xunyun/contract/system/menus'
import { Button } from 'antd'
import { Eye, Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../../shared/action/useAction.ts'
import { useActs } from '../../../shared/action/useActs.tsx'
import { useHistory } from '../../../shared/detail/useHistory.tsx'
import { useOpen } from '../../../shared/form/waiting.ts'
import type { RowAction } from '../../../shared/grid/types.ts'
import { useLanguage } from '../../../shared/i18n/useLanguage.ts'
import { SearchInput } from '../../../shared/list/filters.tsx'
import { ListPage } from '../../../shared/list/ListPage.tsx'
import { StateTabs } from '../../../shared/list/StateTabs.tsx'
import { useList } from '../../../shared/list/useList.ts'
import { menuTitle } from '../../../shared/session/menus.ts'
import { refreshMenus } from '../../../shared/session/refreshMenus.ts'
import { useRight } from '../../../shared/session/session.ts'
import { dropped, type Place, type Step, stepped } from '../../../shared/tree/moves.ts'
import { TreeContext } from '../../../shared/tree/NameCell.tsx'
import { TreeDrag } from '../../../shared/tree/TreeDrag.tsx'
import { late } from '../../../shared/ui/late.tsx'
import { Empty } from '../../../shared/ui/Notice.tsx'
import { useStable } from '../../../shared/ui/useStable.ts'
import { menuColumns } from './menuColumns.tsx'
import { useMenuHistory } from './menuHistory.ts'

const MenuForm = late(() => import('./MenuForm.tsx').then((file) => file.MenuForm))
const MenuPreview = late(() => import('./MenuPreview.tsx').then((file) => file.MenuPreview))

const defaults = { filter: {} } as const
const refresh = ['/api/Users/GetMenus', '/api/Users/GetFunc', '/api/SysUserRights/', '/api/Roles/']

type Open =
  | { readonly what: 'form'; readonly menu: MenuRow | null; readonly parent: number }
  | { readonly what: 'preview' }

/** Orders the menus as users work (AP-04). */
export default function MenuPage() {
  const { t } = useTranslation(['system', 'ui'])
  const language = useLanguage()
  const may = useRight('menu')
  const list = useList({ call: getMenus, exportCall: exportMenus, defaults, whole: true })
  const [open, setOpen] = useOpen<Open>()
  const [folded, setFolded] = useState<ReadonlySet<number>>(new Set())
  const history = useHistory(getMenuHistory, useMenuHistory())
  const onDone: typeof list.acted = (outcomes, ids) => {
    list.acted(outcomes, ids)
    void refreshMenus()
  }
  const moving = useAction(moveMenu, { refresh })
  const whole = list.filter.q === undefined && list.filter.tab === undefined
  const mayMove = may.edit && whole
  const move = async (id: number, place: Place | null) => {
    const row = list.rows.find((one) => one.id === id)
    if (row === undefined || place === null || moving.pending) return
    try {
      await moving.run({ MenuID: id, ...place, version: row.version })
    } catch {
      // It has been said; what the others did meanwhile is shown.
      void list.refresh()
    }
    void refreshMenus()
  }
  const onStep = useStable((id: number, step: Step) => void move(id, stepped(list.rows, id, step)))
  const toggle = useStable((id: number) => {
    const next = new Set(folded)
    if (!next.delete(id)) next.add(id)
    setFolded(next)
  })
  const tree = useMemo(() => ({ folded, toggle, onStep: mayMove ? onStep : null }), [folded, toggle, onStep, mayMove])
  const rows = useMemo(() => unfolded(list.rows, folded), [list.rows, folded])

  const steps = (row: MenuRow): RowAction[] =>
    mayMove
      ? (['up', 'down'] as const).map((step) => ({
          key: step,
          label: t(`tree.${step}`),
          refused: stepped(list.rows, row.id, step) === null ? t(`tree.${step}Not`) : null,
          onClick: () => onStep(row.id, step),
        }))
      : []
  const words: Readonly<Record<MenuAction, string>> = {
    change: t('ui:master.change'),
    addBelow: t('act.addBelow'),
    move: t('act.move'),
    approve: t('act.approve'),
    hide: t('act.hide'),
    delete: t('ui:master.delete'),
  }
  const acts = useActs<MenuRow>({
    refresh,
    onDone,
    word: (key) => words[key],
    nameOf: (row) => menuTitle(row, language),
    acts: {
      change: { single: true, open: ([menu]) => menu && setOpen({ what: 'form', menu, parent: menu.ParentID }) },
      addBelow: { single: true, open: ([row]) => row && setOpen({ what: 'form', menu: null, parent: row.id }) },
      moreSteps: ([row], single) => (single && row ? steps(row) : []),
      approve: { call: approveMenus, with: { approved: true } },
      hide: { call: approveMenus, with: { approved: false } },
      delete: { call: deleteMenu, danger: true, confirm: t('ui:master.deleteText') },
      moreHistory: ([menu], single) => (single && menu ? [history.action(menu.id, menuTitle(menu, language))] : []),
    },
  })
  const create = may.edit && (
    <Button
      type="primary"
      icon={<Plus size={14} strokeWidth={1.75} />}
      onClick={() => setOpen({ what: 'form', menu: null, parent: 0 })}
    >
      {t('menu.add')}
    </Button>
  )
  const close = () => setOpen(null)
  return (
    <TreeContext value={tree}>
      <TreeDrag
        mayDrop={(id, target, side) => mayMove && dropped(list.rows, id, target, side) !== null}
        onDrop={(id, target, side) => void move(id, dropped(list.rows, id, target, side))}
      >
        <ListPage
          list={{ ...list, rows }}
          label={t('menu.label')}
          columns={menuColumns}
          tabs={
            <StateTabs
              label={t('menu.approved')}
              value={list.filter.tab}
              onChange={(tab) => list.setFilter({ tab })}
              tabs={[
                { value: undefined, label: t('menu.tabAll'), count: list.answer?.tabs.all },
                ...menuTabs.map((tab) => ({
                  value: tab,
                  label: t(tab === 'unapproved' ? 'menu.tabUnapproved' : 'menu.tabHidden'),
                  count: list.answer?.tabs[tab],
                  tone: tab === 'unapproved' ? ('orange' as const) : undefined,
                })),
              ]}
            />
          }
          filters={<SearchInput {...list.field('q')} placeholder={t('menu.search')} />}
          primary={
            <>
              {create}
              <Button icon={<Eye size={14} strokeWidth={1.75} />} onClick={() => setOpen({ what: 'preview' })}>
                {t('menu.preview')}
              </Button>
            </>
          }
          batch={acts.batch}
          actions={acts.row}
          isVoid={(row) => row.Approved === 0}
          onOpen={may.edit ? (menu) => setOpen({ what: 'form', menu, parent: menu.ParentID }) : undefined}
          empty={<Empty title={t('menu.none')}>{create}</Empty>}
        />
      </TreeDrag>
      {open?.what === 'form' && <MenuForm menu={open.menu} parent={open.parent} onClose={close} />}
      {open?.what === 'preview' && <MenuPreview onClose={close} />}
      {history.drawer}
    </TreeContext>
  )
}

/** Without what stands below a folded one. */
function unfolded(rows: readonly MenuRow[], folded: ReadonlySet<number>): readonly MenuRow[] {
  if (folded.size === 0) return rows
  const away = new Set<number>()
  return rows.filter((row) => {
    const hidden = folded.has(row.ParentID) || away.has(row.ParentID)
    if (hidden) away.add(row.id)
    return !hidden
  })
}
