import type { Outcomes } from '@xunyun/contract/kernel/list'
import { create } from 'zustand'

type Shown = { readonly title: string; readonly outcomes: Outcomes }

export const useRefused = create<{ shown: Shown | null }>(() => ({ shown: null }))

export const showRefused = (title: string, outcomes: Outcomes): void =>
  useRefused.setState({ shown: { title, outcomes } })
export const hideRefused = (): void => useRefused.setState({ shown: null })
