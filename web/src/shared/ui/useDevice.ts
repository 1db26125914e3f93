import { useSyncExternalStore } from 'react'

// SH-04: narrower than 992 px is a phone.
const query = window.matchMedia('(max-width: 991.98px)')

function subscribe(changed: () => void): () => void {
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}

export const isPhone = (): boolean => query.matches
export const useIsPhone = (): boolean => useSyncExternalStore(subscribe, isPhone)
