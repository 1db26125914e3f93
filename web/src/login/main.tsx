import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Toasts } from '../shared/ui/Toasts.tsx'
import LoginPage, { type LoginHooks } from './LoginPage.tsx'

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
