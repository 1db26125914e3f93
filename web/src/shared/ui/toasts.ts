import { useEffect } from 'react'
import { create } from 'zustand'

export type ToastKind = 'success' | 'info' | 'warning' | 'error'
export type Toast = {
  readonly id: number
  readonly kind: ToastKind
  readonly text: string
  /** A second, smaller line. */
  readonly detail?: string
  /** null: stays until it is closed. */
  readonly seconds: number | null
  /** How often it came: the same words are shown once. */
  readonly times: number
}
type Options = { detail?: string; seconds?: number | null }

type Toasts = {
  readonly list: readonly Toast[]
  add: (kind: ToastKind, text: string, options: Options) => void
  close: (id: number) => void
}

let lastId = 0
const staysOpen: Readonly<Record<ToastKind, number | null>> = { success: 3, info: 3, warning: 5, error: null }

export const useToasts = create<Toasts>((set) => ({
  list: [],
  add: (kind, text, { detail, seconds = staysOpen[kind] }) =>
    set(({ list }) => {
      const same = list.find((toast) => toast.kind === kind && toast.text === text && toast.detail === detail)
      const rest = list.filter((toast) => toast !== same)
      lastId += 1
      return { list: [...rest, { id: lastId, kind, text, detail, seconds, times: (same?.times ?? 0) + 1 }] }
    }),
  close: (id) => set(({ list }) => ({ list: list.filter((toast) => toast.id !== id) })),
}))

const show =
  (kind: ToastKind) =>
  (text: string, options: Options = {}) =>
    useToasts.getState().add(kind, text, options)

/**
 * Refusals said while a sheet or a dialog is open are about what is done in it: they go when it goes, or they would lie
 * over a page that has nothing to do with them.
 */
export function useOwnRefusals(): void {
  useEffect(() => {
    const before = lastId
    return () =>
      useToasts.setState(({ list }) => ({ list: list.filter(({ id, kind }) => kind !== 'error' || id <= before) }))
  }, [])
}

/** A short message over the page. Errors stay until closed (ER-01). */
export const toast = {
  success: show('success'),
  info: show('info'),
  warning: show('warning'),
  error: show('error'),
  /** Takes a message away that has become untrue. */
  takeBack: (text: string): void =>
    useToasts.setState(({ list }) => ({ list: list.filter((toast) => toast.text !== text) })),
}
