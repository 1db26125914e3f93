import { useState } from 'react'
import { dropDraft, hasDraft, readDraft, writeDraft } from '../../../shared/session/drafts.ts'
import { useSession } from '../../../shared/session/session.ts'
import { type TabHandle, useTab } from '../../../shared/tabs/useTab.ts'
import type { Column } from './cells.ts'
import { createEntry, draftOf, type EntryDraft, type EntryStore, type Placed } from './entry.ts'

const draftName = 'entry-grid'
/** Placed waybills are no draft: their list stays in the window without marking the tab. */
const placedTab = 'entry-grid-placed'

/** Grids whose rows are being placed: it goes on when the page is left, and whoever comes back finds the same. */
const busy = new Map<string, EntryStore>()

/** The rows as they were typed, through reloads: kept at each change, so that what is under way is known before it is sent. */
export function useEntryDraft(first: Column): EntryStore {
  const tab = useTab()
  const userId = useSession(({ userInfo }) => userInfo?.UserID ?? 0)
  const [entry] = useState(() => busy.get(`${userId}:${tab.path}`) ?? open(userId, tab, first))
  return entry
}

function open(userId: number, { path, setDirty }: TabHandle, first: Column): EntryStore {
  const draft = readDraft<EntryDraft>(userId, path, draftName)
  const entry = createEntry(draft, readDraft<Placed[]>(userId, placedTab, draftName) ?? [], first)
  entry.subscribe((now, before) => {
    if (now.progress === null) busy.delete(`${userId}:${path}`)
    else busy.set(`${userId}:${path}`, entry)
    if (now.placed !== before.placed) writeDraft(userId, placedTab, draftName, now.placed)
    const same =
      now.sheet.rows === before.sheet.rows &&
      now.doubts === before.doubts &&
      now.bizDate === before.bizDate &&
      now.outletId === before.outletId
    if (same) return
    const kept = draftOf(now)
    if (kept === null) dropDraft(userId, path, draftName)
    else writeDraft(userId, path, draftName, kept)
    setDirty(hasDraft(userId, path))
  })
  return entry
}
