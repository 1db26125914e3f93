import { useQuery } from '@tanstack/react-query'
import {
  type CategoryAction,
  type CategoryNode,
  type CategoryRow,
  categoryTabs,
  deleteCategories,
  exportCategories,
  getCategories,
  getCategoryHistory,
  getCategoryTotals,
  getCategoryTree,
  moveCategory,
  setCategoriesEnabled,
} from '@xunyun/contract/system/categories'
import { Button } from 'antd'
import { Plus } from 'lucide-react'
import { Fragment, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router'
import { pathTo } from '../../../paths.ts'
import { useAction } from '../../../shared/action/useAction.ts'
import { useActs } from '../../../shared/action/useActs.tsx'
import { api } from '../../../shared/api/api.ts'
import { q } from '../../../shared/api/query.ts'
import { useHistory } from '../../../shared/detail/useHistory.tsx'
import { useOpen } from '../../../shared/form/waiting.ts'
import { ImportButton } from '../../../shared/import/ImportButton.tsx'
import { SearchInput } from '../../../shared/list/filters.tsx'
import { ListPage } from '../../../shared/list/ListPage.tsx'
import { ListTabs } from '../../../shared/list/ListTabs.tsx'
import { useList } from '../../../shared/list/useList.ts'
import { useRight } from '../../../shared/session/session.ts'
import { useTab } from '../../../shared/tabs/useTab.ts'
import type { Place } from '../../../shared/tree/moves.ts'
import { late } from '../../../shared/ui/late.tsx'
import { Empty } from '../../../shared/ui/Notice.tsx'
import { useIsPhone } from '../../../shared/ui/useDevice.ts'
import { Branches } from './Branches.tsx'
import styles from './Categories.module.css'
import { categoryColumns } from './categoryColumns.tsx'
import { useCategoryHistory } from './categoryHistory.ts'

const CategoryForm = late(() => import('./CategoryForm.tsx').then((file) => file.CategoryForm))

const refresh = ['/api/Categories/']
const beside = ['pid'] as const
const none: readonly CategoryNode[] = []

type Open = { readonly what: 'form' | 'move'; readonly category: CategoryRow | null; readonly pid: number }

/** Keeps the trees of categories: the tree at the left, what stands right below at the right (RT-12/g_code). */
export default function CategoriesPage() {
  const { t } = useTranslation(['system', 'ui'])
  const isPhone = useIsPhone()
  const may = useRight('gCode')
  const address = useParams().pid
  const asked = Number(address ?? 0)
  const branch = Number.isSafeInteger(asked) && asked > 0 ? asked : 0
  const tab = useTab()
  const navigate = useNavigate()
  // The address may name the branch that the page begins with.
  const defaults = useMemo(
    () => ({ filter: { pid: branch, tab: 'enabled' }, sort: { key: 'sort', dir: 'asc' } }) as const,
    [branch],
  )
  const list = useList({
    call: getCategories,
    totals: getCategoryTotals,
    exportCall: exportCategories,
    defaults,
    beside,
    name: pathTo('gCode'),
  })
  const pid = list.filter.pid ?? branch
  const [open, setOpen] = useOpen<Open>()
  const history = useHistory(getCategoryHistory, useCategoryHistory())
  const found = useQuery(q(getCategoryTree, {}))
  const { data: tree = none } = found
  // A branch that was just made is in the tree once it has been fetched anew.
  const isGone =
    found.isSuccess &&
    !found.isFetching &&
    (pid === 0 ? address !== undefined && branch === 0 : !tree.some(({ id }) => id === pid))
  const toRoots = () => {
    if (address === undefined) return choose(0)
    tab.close()
    void navigate(pathTo('gCode'))
  }
  const moving = useAction(moveCategory, { refresh })

  const choose = (next: number) => list.setFilter({ pid: next, q: undefined })
  const move = async (id: number, { ParentID, before }: Place) => {
    const { rows } = await api(getCategories, { ids: [id] })
    const version = rows[0]?.version ?? 0
    await moving.run({ id, pid: ParentID, before, version })
  }
  const quietly = (running: Promise<unknown>) => void running.catch(() => undefined)
  const words: Readonly<Record<CategoryAction, string>> = {
    change: t('ui:master.change'),
    addBelow: t('act.addBelow'),
    move: t('act.move'),
    enable: t('ui:master.enable'),
    disable: t('ui:master.disable'),
    delete: t('ui:master.delete'),
  }
  const acts = useActs<CategoryRow>({
    refresh,
    onDone: list.acted,
    word: (key) => words[key],
    nameOf: ({ name }) => name,
    acts: {
      change: { single: true, open: ([row]) => row && setOpen({ what: 'form', category: row, pid: row.pid }) },
      addBelow: { single: true, open: ([row]) => row && setOpen({ what: 'form', category: null, pid: row.id }) },
      move: { single: true, open: ([row]) => row && setOpen({ what: 'move', category: row, pid: row.pid }) },
      enable: { call: setCategoriesEnabled, with: { enabled: true } },
      disable: { call: setCategoriesEnabled, with: { enabled: false }, danger: true },
      delete: { call: deleteCategories, danger: true, confirm: t('ui:master.deleteText') },
      moreHistory: ([category], single) => (single && category ? [history.action(category.id, category.name)] : []),
    },
  })
  const create = may.edit && (
    <Button
      type="primary"
      icon={<Plus size={14} strokeWidth={1.75} />}
      onClick={() => setOpen({ what: 'form', category: null, pid })}
    >
      {t('category.add')}
    </Button>
  )
  const close = () => setOpen(null)
  return (
    <div className={styles.page}>
      {!isPhone && (
        <Branches
          tree={tree}
          chosen={pid}
          onChoose={choose}
          onMove={may.edit ? (id, place) => quietly(move(id, place)) : null}
        />
      )}
      <div className={styles.right}>
        <Trail tree={tree} pid={pid} onChoose={choose} />
        {isGone ? (
          <Empty title={t('category.gone')} text={t('category.goneHint')}>
            <Button onClick={toRoots}>{t('category.roots')}</Button>
          </Empty>
        ) : (
          <ListPage
            list={list}
            label={t('category.label')}
            columns={categoryColumns}
            tabs={
              <ListTabs
                list={list}
                label={t('dictionary.state')}
                tabs={categoryTabs}
                word={(tab) => t(`dictionary.${tab}`)}
                all={t('menu.tabAll')}
              />
            }
            filters={<SearchInput {...list.field('q')} placeholder={t('category.search')} width={260} />}
            primary={
              create && (
                <>
                  {create}
                  <ImportButton page="gCode" refresh={refresh} />
                </>
              )
            }
            batch={acts.batch}
            actions={acts.row}
            isVoid={(row) => !row.enabled}
            onOpen={(row) => choose(row.id)}
            empty={<Empty title={t('category.none')}>{create}</Empty>}
          />
        )}
      </div>
      {(open?.what === 'form' || open?.what === 'move') && (
        <CategoryForm category={open.category} pid={open.pid} move={open.what === 'move'} onClose={close} />
      )}
      {history.drawer}
    </div>
  )
}

type TrailProps = {
  readonly tree: readonly CategoryNode[]
  readonly pid: number
  readonly onChoose: (pid: number) => void
}

/** Where the list stands in the tree, and the way up. */
function Trail({ tree, pid, onChoose }: TrailProps) {
  const { t } = useTranslation('system')
  const above: CategoryNode[] = []
  for (let at = tree.find(({ id }) => id === pid); at; at = tree.find(({ id }) => id === at?.pid)) above.unshift(at)
  return (
    <nav className={styles.trail} aria-label={t('category.trail')}>
      {pid === 0 ? (
        <b>{t('category.roots')}</b>
      ) : (
        <button type="button" onClick={() => onChoose(0)}>
          {t('category.roots')}
        </button>
      )}
      {above.map((node) => (
        <Fragment key={node.id}>
          <span aria-hidden="true">/</span>
          {node.id === pid ? (
            <b>{node.name}</b>
          ) : (
            <button type="button" onClick={() => onChoose(node.id)}>
              {node.name}
            </button>
          )}
        </Fragment>
      ))}
    </nav>
  )
}
