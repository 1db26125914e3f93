import { createContext, useContext } from 'react'

export type TabHandle = {
  readonly path: string
  /** False while another tab is looked at: effects are stopped, and dialogs must be gone. */
  readonly visible: boolean
  /** Something typed and not saved: a dot on the tab, a question before it is closed, never evicted. */
  setDirty: (dirty: boolean) => void
  /** The tab's own title, as a document's number; null for the page's. */
  setTitle: (title: string | null) => void
  /** Closes without a question, as after saving. */
  close: () => void
}

const outside: TabHandle = { path: '', visible: true, setDirty: () => {}, setTitle: () => {}, close: () => {} }

export const TabContext = createContext<TabHandle>(outside)

/** The tab that this page lives in. */
export const useTab = (): TabHandle => useContext(TabContext)
