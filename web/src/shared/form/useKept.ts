import { useState } from 'react'
import { dropDraft, hasDraft, readDraft, writeDraft } from '../session/drafts.ts'
import { useSession } from '../session/session.ts'
import { useTab } from '../tabs/useTab.ts'

/**
 * State of a page that is typed into without a form: it is kept as a form's draft is, through a reload, until it is sent or
 * dropped. `name` is its own in the whole product.
 */
export function useKept<T>(name: string, initial: () => T) {
  const tab = useTab()
  const userId = useSession((session) => session.userInfo?.UserID ?? 0)
  const [found] = useState(() => readDraft<{ values: T }>(userId, tab.path, name))
  const [value, setValue] = useState<T>(() => found?.values ?? initial())
  const keep = (next: T) => {
    setValue(next)
    writeDraft(userId, tab.path, name, { values: next })
    tab.setDirty(true)
  }
  const drop = () => {
    dropDraft(userId, tab.path, name)
    tab.setDirty(hasDraft(userId, tab.path))
  }
  return { value, keep, drop, restored: found !== null }
}
