import './shared/ui/tokens.css'
import './shared/ui/base.css'
import { afterLogin, chooseEntry } from './entry.ts'
import { loginModules, shellModules, startI18n } from './shared/i18n/i18n.ts'
import { startReporting } from './shared/report/reporter.ts'
import { currentToken, tokenArrived } from './shared/session/token.ts'
import { startUserInfo } from './shared/session/userInfo.ts'
import { wearAppearance } from './shared/ui/appearance.ts'

const root = document.getElementById('root') as HTMLElement

const loadShell = () => import('./shell/main.tsx')

/** The token's cookie and the hash decide which half of the product this browser loads. */
async function start(): Promise<void> {
  const { kind, hash } = chooseEntry(currentToken(), location.hash)
  if (hash !== null) history.replaceState(null, '', hash)
  await (kind === 'shell' ? startShell() : kind === 'wechat' ? startWeChat() : startLogin())
}

async function startWeChat(): Promise<void> {
  const [{ mountWeChat }] = await Promise.all([import('./wechat/main.tsx'), startI18n(loginModules)])
  const again = () => {
    window.removeEventListener('hashchange', again)
    leave()
    void start()
  }
  const leave = mountWeChat(root, (hash) => {
    history.replaceState(null, '', location.pathname + hash)
    again()
  })
  window.addEventListener('hashchange', again)
}

async function startShell(): Promise<void> {
  // The answer is under way while the code is still coming. Whoever mounts the shell awaits it.
  const userInfo = startUserInfo()
  userInfo.catch(() => undefined)
  const [{ mountShell }] = await Promise.all([loadShell(), startI18n(shellModules)])
  await mountShell(root, userInfo)
}

async function startLogin(): Promise<void> {
  const [{ mountLogin }] = await Promise.all([import('./login/main.tsx'), startI18n(loginModules)])
  const leave = mountLogin(root, {
    onTyping: () => void Promise.all([loadShell(), startI18n(shellModules)]).catch(() => undefined),
    onSignedIn: () => enter(),
  })
  const go = () => {
    window.removeEventListener('hashchange', stay)
    window.removeEventListener('focus', wake)
    document.removeEventListener('visibilitychange', wake)
    leave()
  }
  const enter = () => {
    go()
    history.replaceState(null, '', afterLogin(location.hash))
    void start()
  }
  // Another window has signed in meanwhile (RT-08).
  const wake = () => {
    if (document.visibilityState === 'visible' && tokenArrived()) enter()
  }
  window.addEventListener('focus', wake)
  document.addEventListener('visibilitychange', wake)
  // An address typed over the login page is remembered, and asked for again after the login.
  const stay = () => {
    const { kind, hash } = chooseEntry(currentToken(), location.hash)
    if (kind === 'wechat') {
      go()
      void start()
    } else if (hash !== null) history.replaceState(null, '', hash)
  }
  window.addEventListener('hashchange', stay)
}

// A release has replaced the files that this page would load next: start again with the new ones, once.
window.addEventListener('vite:preloadError', (event) => {
  // Without a line a reload would only lose the page.
  if (!navigator.onLine) return
  const key = 'reloaded-for'
  const missing = String(event.payload)
  if (sessionStorage.getItem(key) === missing) return
  sessionStorage.setItem(key, missing)
  event.preventDefault()
  location.reload()
})

startReporting()
wearAppearance()
void start()
