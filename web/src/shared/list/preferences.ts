import {
  getMyLists,
  type ListSettings,
  type SavedView,
  setMyList,
  type ViewColumns,
} from '@xunyun/contract/workbench/lists'
import { useCallback } from 'react'
import { create } from 'zustand'
import { api } from '../api/api.ts'

/** How a person arranged a list: columns, page size, the view it opens with. Kept on the server, by user and list. */
export type Preferences = Readonly<ListSettings>

export const pageSizes = [20, 50, 100, 500] as const
export const defaultPageSize = 50

type Lists = {
  /** False while the server has not said what it keeps: nothing is written over what is not known. */
  readonly loaded: boolean
  readonly lists: Readonly<Record<string, Preferences>>
  readonly views: readonly SavedView[]
}
const nothing: Lists = { loaded: false, lists: {}, views: [] }
export const useLists = create<Lists>(() => nothing)

/** Asked for once, before the shell is drawn, so that no list jumps; without an answer lists are as the pages have them. */
export async function loadLists(): Promise<void> {
  try {
    const { lists, views } = await api(getMyLists, {}, { quiet: true })
    useLists.setState({ loaded: true, views, lists: Object.fromEntries(lists.map((one) => [one.list, one.settings])) })
  } catch {
    useLists.setState(nothing)
  }
}

export const setViews = (change: (views: readonly SavedView[]) => readonly SavedView[]): void =>
  useLists.setState(({ views }) => ({ views: change(views) }))

/** One that was made or changed among the others. */
export const withView = (view: SavedView) => (views: readonly SavedView[]) => [
  ...views.filter(({ id }) => id !== view.id),
  view,
]

/** What a view keeps of them, and brings back when it is chosen. */
export const columnsNow = ({ order, shown, widths }: Preferences): ViewColumns => ({ order, shown, widths })

const given = (part: object | undefined) =>
  part === undefined || Object.keys(part).length === 0 ? null : Array.isArray(part) ? part : Object.entries(part).sort()

/** Somebody arranged the columns otherwise than the page has them. */
export const hasColumns = ({ order, shown, widths }: Preferences): boolean =>
  [order, shown, widths].some((part) => given(part) !== null)

/** Is this the view that is looked at? One that keeps no columns goes with any. */
export const isShowing = (view: SavedView, search: string, now: Preferences): boolean =>
  view.search === search &&
  (view.columns === null ||
    JSON.stringify([view.columns.order, view.columns.shown, view.columns.widths].map(given)) ===
      JSON.stringify([now.order, now.shown, now.widths].map(given)))

const none: Preferences = {}
const settlesMs = 600
const waiting = new Map<string, ReturnType<typeof setTimeout>>()

/** Dragging a column changes it often: what it came to is sent when it rests. */
function keep(list: string): void {
  clearTimeout(waiting.get(list))
  waiting.set(
    list,
    setTimeout(() => send(list), settlesMs),
  )
}

function send(list: string): void {
  clearTimeout(waiting.get(list))
  waiting.delete(list)
  const { loaded, lists } = useLists.getState()
  if (!loaded) return
  // It holds here whether or not it could be kept; the next change sends all of it again.
  api(setMyList, { list, settings: lists[list] ?? none }, { quiet: true }).catch(() => undefined)
}
window.addEventListener('pagehide', () => {
  for (const list of waiting.keys()) send(list)
})

/** `list` is the address of the list; without one nothing is remembered. */
export function usePreferences(list: string | null): [Preferences, (change: Partial<Preferences>) => void] {
  const preferences = useLists(({ lists }) => (list === null ? none : (lists[list] ?? none)))
  const change = useCallback(
    (changed: Partial<Preferences>) => {
      if (list === null) return
      useLists.setState(({ lists }) => ({ lists: { ...lists, [list]: { ...lists[list], ...changed } } }))
      keep(list)
    },
    [list],
  )
  return [preferences, change]
}
