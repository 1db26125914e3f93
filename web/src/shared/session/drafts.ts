/**
 * What was typed and not yet saved, kept through a reload, a timeout and a crash: in sessionStorage by user and tab.
 * Another user in the same window never sees it.
 */
const prefix = 'draft:'
const keyOf = (userId: number, tab: string, form: string) => `${prefix}${userId}:${tab}:${form}`

export function readDraft<T>(userId: number, tab: string, form: string): T | null {
  const text = sessionStorage.getItem(keyOf(userId, tab, form))
  return text === null ? null : (JSON.parse(text) as T)
}

export function writeDraft(userId: number, tab: string, form: string, value: unknown): void {
  try {
    sessionStorage.setItem(keyOf(userId, tab, form), JSON.stringify(value))
  } catch {
    // The storage is full: the form still holds what was typed.
  }
}

export const dropDraft = (userId: number, tab: string, form: string): void =>
  sessionStorage.removeItem(keyOf(userId, tab, form))

export const hasDraft = (userId: number, tab: string): boolean =>
  Object.keys(sessionStorage).some((key) => key.startsWith(`${prefix}${userId}:${tab}:`))

/** What waits in a tab, by the form it belongs to. */
export function draftsOfTab<T>(userId: number, tab: string): { form: string; value: T }[] {
  const start = keyOf(userId, tab, '')
  return Object.keys(sessionStorage)
    .filter((key) => key.startsWith(start))
    .sort()
    .map((key) => ({ form: key.slice(start.length), value: JSON.parse(sessionStorage.getItem(key) ?? 'null') as T }))
}

/** A tab that is closed takes its drafts along. */
export const dropDraftsOfTab = (userId: number, tab: string): void =>
  dropWhere((key) => key.startsWith(`${prefix}${userId}:${tab}:`))

/** At sign-in: what others left in this window. At logout, with null: everything. */
export const dropDraftsBut = (userId: number | null): void =>
  dropWhere((key) => key.startsWith(prefix) && (userId === null || !key.startsWith(`${prefix}${userId}:`)))

function dropWhere(matches: (key: string) => boolean): void {
  for (const key of Object.keys(sessionStorage)) if (matches(key)) sessionStorage.removeItem(key)
}
