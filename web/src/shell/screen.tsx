import { type ComponentType, lazy } from 'react'

type Loaded = { default: ComponentType }

/** A page's component, fetched once; a fetch that failed is tried again by `forget`. */
export type Screen = {
  /** Begins fetching, as when the pointer rests on the menu entry. */
  readonly preload: () => void
  readonly component: () => ComponentType
  readonly forget: () => void
}

export function screen(load: () => Promise<Loaded>): Screen {
  let promise: Promise<Loaded> | null = null
  let ready: ComponentType | null = null
  let waiting: ComponentType | null = null

  const fetchOnce = () => {
    promise ??= load().then((module) => {
      ready = module.default
      return module
    })
    return promise
  }

  return {
    preload: () => {
      fetchOnce().catch(() => {
        promise = null
      })
    },
    // What is here already is drawn at once: `lazy` would suspend even then, and the page would flash. A tab keeps the
    // component it began with.
    component: () => {
      waiting ??= ready ?? lazy(fetchOnce)
      return waiting
    },
    forget: () => {
      if (ready) return
      promise = null
      waiting = null
    },
  }
}
