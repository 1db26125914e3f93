import { useEffect } from 'react'
import { i18n } from '../../shared/i18n/i18n.ts'
import { dropDraftsOfTab } from '../../shared/session/drafts.ts'
import { useSession } from '../../shared/session/session.ts'
import { isLeaving, signOut } from '../../shared/session/signOut.ts'
import { closeTabs, refreshTab } from '../../shared/tabs/rules.ts'
import { changeTabs, useTabs } from '../../shared/tabs/tabs.ts'
import { confirm } from '../../shared/ui/confirm.ts'
import { titleOf } from './useTabTitle.ts'

/** Leaving what is not saved: a tab, several, or the product. Nothing typed is lost without a question. */

type Go = (to: string) => void

export function closeWithoutQuestion(paths: readonly string[], go: Go): void {
  const { state, next } = closeTabs(useTabs.getState(), paths)
  const user = useSession.getState().userInfo
  if (user) for (const path of paths) dropDraftsOfTab(user.UserID, path)
  useTabs.setState(state, true)
  if (next) go(next)
}

export async function closeAsking(paths: readonly string[], go: Go): Promise<void> {
  const dirty = paths.filter((path) => useTabs.getState().dirty[path])
  if (dirty.length === 0 || (await mayLose(dirty, 'dirty.text', 'dirty.close'))) closeWithoutQuestion(paths, go)
}

/** A refresh begins the page anew, without what was typed there; false: the person stays with it. */
export async function refreshAsking(path: string): Promise<boolean> {
  if (useTabs.getState().dirty[path] && !(await mayLose([path], 'dirty.refresh', 'tab.refresh'))) return false
  const user = useSession.getState().userInfo
  if (user) dropDraftsOfTab(user.UserID, path)
  changeTabs((state) => refreshTab(state, path))
  return true
}

export async function signOutAsking(): Promise<void> {
  const dirty = Object.keys(useTabs.getState().dirty)
  if (dirty.length > 0 && !(await mayLose(dirty, 'dirty.signOut', 'user.signOut'))) return
  await signOut()
}

type Text = 'dirty.text' | 'dirty.refresh' | 'dirty.signOut'
type Verb = 'dirty.close' | 'tab.refresh' | 'user.signOut'

function mayLose(dirty: readonly string[], text: Text, verb: Verb): Promise<boolean> {
  const only = dirty.length === 1 ? useTabs.getState().tabs.find((tab) => tab.path === dirty[0]) : undefined
  return confirm({
    title: only
      ? i18n.t('shell:dirty.title', { title: titleOf(only) })
      : i18n.t('shell:dirty.many', { count: dirty.length }),
    text: i18n.t(`shell:${text}`),
    yes: i18n.t(`shell:${verb}`),
    no: i18n.t('shell:dirty.stay'),
    danger: true,
  })
}

/** The browser asks before a window with unsaved pages is closed. */
export function useUnloadQuestion(): void {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (!isLeaving() && Object.keys(useTabs.getState().dirty).length > 0) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [])
}
