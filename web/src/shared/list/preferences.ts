import { useCallback, useState } from 'react'
import { useSession } from '../session/session.ts'

/** How a person arranged a list: columns and page size. Kept in this browser, by user and page. */
export type Preferences = {
  readonly order?: readonly string[]
  /** Column → shown; those not named are as the page has them. */
  readonly shown?: Readonly<Record<string, boolean>>
  readonly widths?: Readonly<Record<string, number>>
  readonly pageSize?: number
  readonly views?: readonly View[]
}

/** Filters, tab and sort under a name: the query of the address. */
export type View = { readonly name: string; readonly search: string }

export const pageSizes = [20, 50, 100, 500] as const
export const defaultPageSize = 50

const keyOf = (page: string) => `list:${useSession.getState().userInfo?.UserID ?? 0}:${page}`

function read(key: string): Preferences {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '{}') as Preferences
  } catch {
    return {}
  }
}

/** `page` names the list; without a name nothing is remembered. */
export function usePreferences(page: string | null): [Preferences, (change: Partial<Preferences>) => void] {
  const [preferences, setPreferences] = useState<Preferences>(() => (page === null ? {} : read(keyOf(page))))
  const change = useCallback(
    (changed: Partial<Preferences>) =>
      setPreferences((before) => {
        const next = { ...before, ...changed }
        if (page !== null) remember(keyOf(page), next)
        return next
      }),
    [page],
  )
  return [preferences, change]
}

function remember(key: string, preferences: Preferences): void {
  try {
    localStorage.setItem(key, JSON.stringify(preferences))
  } catch {
    // The storage is full or forbidden: the arrangement holds until the page is left.
  }
}
