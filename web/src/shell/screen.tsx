import { type ComponentType, lazy } from 'react'

type Loaded = { default: ComponentType }

/** A page's component, fetched once; a fetch that failed is tried again by `forget`. */
export type Screen = {
  /** Begins fetching, as when the pointer rests on the menu entry. */
  readonly preload: () => void
  /** Fetches it, and ends also where that failed: whoever draws it then says so. */
  readonly ready: () => Promise<void>
  readonly component: () => ComponentType
  readonly forget: () => void
}

export function screen(load: () => Promise<Loaded>): Screen {
  let promise: Promise<Loaded> | null = null
  let loaded: ComponentType | null = null
  let waiting: ComponentType | null = null

  const fetchOnce = () => {
    promise ??= load().then((module) => {
      loaded = module.default
      return module
    })
    return promise
  }

  const ready = () =>
    fetchOnce().then(
      () => undefined,
      () => {
        promise = null
      },
    )

  return {
    preload: () => void ready(),
    ready,
    // What is here already is drawn at once: `lazy` would suspend even then, and the page would flash. A tab keeps the
    // component it began with.
    component: () => {
      waiting ??= loaded ?? lazy(fetchOnce)
      return waiting
    },
    forget: () => {
      if (loaded) return
      promise = null
      waiting = null
    },
  }
}
