import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Toasts } from '../shared/ui/Toasts.tsx'
import LoginPage from './LoginPage.tsx'

export type LoginHooks = {
  /** The password is being typed: a good moment to fetch the shell. */
  onTyping: () => void
  onSignedIn: () => void
}

/** Shows the login page; gives back how to take it away. */
export function mountLogin(element: HTMLElement, hooks: LoginHooks): () => void {
  const root = createRoot(element)
  root.render(
    <StrictMode>
      <LoginPage {...hooks} />
      <Toasts />
    </StrictMode>,
  )
  return () => root.unmount()
}
