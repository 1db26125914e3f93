import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Toasts } from '../shared/ui/Toasts.tsx'
import { arrive, placeOf, readAddress } from './arrive.ts'
import { WeChatPage } from './WeChatPage.tsx'

/** Shows the page of the address; gives back how to take it away. */
export function mountWeChat(element: HTMLElement, go: (hash: string) => void): () => void {
  const { path, parameters } = readAddress(location)
  // Begun here and not by the page: a code and a ticket are good for one attempt.
  const work = arrive(path, parameters)
  // Neither stays in the address, nor in the history.
  history.replaceState(null, '', `${location.pathname}#${path}`)
  const root = createRoot(element)
  root.render(
    <StrictMode>
      <WeChatPage place={placeOf(path)} work={work} go={go} />
      <Toasts />
    </StrictMode>,
  )
  return () => root.unmount()
}
