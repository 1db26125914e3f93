import { type Dispatch, type SetStateAction, useEffect, useLayoutEffect, useState } from 'react'
import { create } from 'zustand'
import { useTab } from '../tabs/useTab.ts'

/**
 * After a reload, or a walk to another page, a draft waits until its form is opened again. Its page says so, and opens
 * the form with what it was opened with then.
 */

type Place = {
  /** Names of the forms that are open: their drafts are in sight. */
  readonly forms: readonly string[]
  /** What the page has open now, in its own terms. */
  readonly opened?: unknown
  readonly open?: (what: never) => void
}
const nowhere: Place = { forms: [] }
const usePlaces = create<Readonly<Record<string, Place>>>(() => ({}))

const change = (tab: string, how: (place: Place) => Partial<Place>): void =>
  usePlaces.setState((places) => {
    const place = places[tab] ?? nowhere
    return { [tab]: { ...place, ...how(place) } }
  })

export const usePlace = (tab: string): Place => usePlaces((places) => places[tab] ?? nowhere)

export const openedOf = (tab: string): unknown => usePlaces.getState()[tab]?.opened

/** While this form is drawn. */
export function useFormOpen(name: string): void {
  const { path } = useTab()
  useLayoutEffect(() => {
    change(path, ({ forms }) => ({ forms: [...forms, name] }))
    return () => change(path, ({ forms }) => ({ forms: forms.filter((other) => other !== name) }))
  }, [path, name])
}

/** What of a page lies open: its form, a history. Kept beside the draft, so that the page can go on with it. */
export function useOpen<O>(): [O | null, Dispatch<SetStateAction<O | null>>] {
  const { path } = useTab()
  const [open, setOpen] = useState<O | null>(null)
  useEffect(() => {
    change(path, () => ({ open: setOpen as (what: never) => void }))
    return () => change(path, () => ({ open: undefined }))
  }, [path])
  useEffect(() => change(path, () => ({ opened: open })), [path, open])
  return [open, setOpen]
}
