import { deleteView, type SavedView, saveView } from '@xunyun/contract/workbench/lists'
import { Dropdown, Popover } from 'antd'
import { Bookmark, ChevronDown, Share2, Star, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../action/useAction.ts'
import { useSession } from '../session/session.ts'
import { confirm } from '../ui/confirm.ts'
import { late } from '../ui/late.tsx'
import styles from './List.module.css'
import { isShowing, type Preferences, setViews, useLists, withView } from './preferences.ts'

type Props = {
  /** The list's address. */
  readonly list: string
  /** Query of the address as the list stands now. */
  readonly search: string
  readonly preferences: Preferences
  readonly setPreferences: (change: Partial<Preferences>) => void
  readonly onOpen: (view: SavedView) => void
}

const SaveViewForm = late(() => import('./SaveViewForm.tsx').then((file) => file.SaveViewForm))

/** Filters, tab, sort and columns under a name: mine, and those that colleagues share; one may be what the list opens with. */
export function Views({ list, search, preferences, setPreferences, onOpen }: Props) {
  const { t } = useTranslation('ui')
  const [open, setOpen] = useState(false)
  const views = useLists(({ views }) => views).filter((view) => view.list === list)
  const mayShare = useSession(({ userInfo }) => userInfo?.scope !== 'customer')
  const save = useAction(saveView)
  const remove = useAction(deleteView)
  if (views.length === 0) return null
  const now = views.find((view) => isShowing(view, search, preferences))
  const forget = async (view: SavedView) => {
    if (!(await confirm({ title: t('views.removeAsk', { name: view.name }), yes: t('views.removeYes'), danger: true })))
      return
    await remove.run({ id: view.id })
    setViews((all) => all.filter(({ id }) => id !== view.id))
    if (preferences.defaultView === view.id) setPreferences({ defaultView: undefined })
  }
  const share = async (view: SavedView) => {
    const { id, name, search: its } = view
    const saved = await save.run({ id, list, name, search: its, shared: !view.shared })
    setViews(withView(saved))
  }
  const opens = (view: SavedView) =>
    setPreferences({ defaultView: preferences.defaultView === view.id ? undefined : view.id })
  const group = (mine: boolean) => views.filter((view) => view.mine === mine).map((view) => item(view))
  const item = (view: SavedView) => ({
    key: String(view.id),
    label: (
      <span className={styles.view}>
        <span className={styles.viewName}>
          {view.name}
          {!view.mine && <small>{view.ownerName}</small>}
        </span>
        <ViewButton
          label={t('views.opens', { name: view.name })}
          on={preferences.defaultView === view.id}
          onClick={() => opens(view)}
        >
          <Star size={14} strokeWidth={1.75} />
        </ViewButton>
        {view.mine && mayShare && (
          <ViewButton
            label={t('views.share', { name: view.name })}
            on={view.shared}
            onClick={() => void share(view).catch(() => undefined)}
          >
            <Share2 size={14} strokeWidth={1.75} />
          </ViewButton>
        )}
        {view.mine && (
          <ViewButton
            label={t('views.remove', { name: view.name })}
            onClick={() => void forget(view).catch(() => undefined)}
          >
            <X size={14} strokeWidth={1.75} />
          </ViewButton>
        )}
      </span>
    ),
  })
  const theirs = group(false)
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      open={open}
      onOpenChange={(next, { source }) => setOpen(source === 'menu' ? open : next)}
      menu={{
        selectable: true,
        selectedKeys: now ? [String(now.id)] : [],
        items: [
          ...group(true),
          ...(theirs.length > 0 ? [{ type: 'group' as const, label: t('views.theirs'), children: theirs }] : []),
        ],
        onClick: ({ key }) => {
          setOpen(false)
          const chosen = views.find((view) => String(view.id) === key)
          if (chosen) onOpen(chosen)
        },
      }}
    >
      <button type="button" className={styles.views}>
        <Bookmark size={14} strokeWidth={1.75} />
        {now?.name ?? t('views.label')}
        <ChevronDown size={14} strokeWidth={1.75} />
      </button>
    </Dropdown>
  )
}

function ViewButton(props: { label: string; on?: boolean; onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      title={props.label}
      aria-label={props.label}
      aria-pressed={props.on}
      onClick={(event) => {
        event.stopPropagation()
        props.onClick()
      }}
    >
      {props.children}
    </button>
  )
}

/** Beside the chips: keeps what is in force under a name. */
export function SaveView({ list, search, preferences }: Pick<Props, 'list' | 'search' | 'preferences'>) {
  const { t } = useTranslation('ui')
  const [open, setOpen] = useState(false)
  const views = useLists(({ views }) => views).filter((view) => view.list === list)
  if (views.some((view) => isShowing(view, search, preferences))) return null
  return (
    <Popover
      trigger="click"
      placement="bottomLeft"
      arrow={false}
      open={open}
      onOpenChange={setOpen}
      destroyOnHidden
      content={<SaveViewForm list={list} search={search} preferences={preferences} onClose={() => setOpen(false)} />}
    >
      <button type="button" className={styles.clear}>
        {t('views.save')}
      </button>
    </Popover>
  )
}
