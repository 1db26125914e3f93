import './shared/ui/tokens.css'
import './shared/ui/base.css'
import './frame.css'
import { afterLogin, chooseEntry } from './entry.ts'
import { askFirst } from './firstQuestions.ts'
import { drawFrame } from './frame.ts'
import { paths, pathTo } from './paths.ts'
import { askAhead } from './shared/api/api.ts'
import { loadAntdLocale } from './shared/i18n/antdLocale.ts'
import { loginModules, shellModules, startI18n } from './shared/i18n/i18n.ts'
import { languageNow } from './shared/i18n/languages.ts'
import { startReporting } from './shared/report/reporter.ts'
import { keptVersion } from './shared/session/keptWords.ts'
import { currentToken, tokenArrived } from './shared/session/token.ts'
import { startUserInfo } from './shared/session/userInfo.ts'
import { wires } from './shared/session/wires.ts'
import { wearAppearance } from './shared/ui/appearance.ts'
import { isPhone } from './shared/ui/useDevice.ts'
import { loadPhoneShell } from './shell/phone/load.ts'

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
  const [asked = '', query = ''] = location.hash.slice(1).split('?')
  const path = asked === '' || asked === paths.root ? pathTo('dashboard') : asked
  const rows = askFirst(path, query)
  void askAhead(wires.getWords, keptVersion())
  drawFrame(root)
  const texts = startI18n(shellModules)
  const shell = loadShell()
  const page = import('./routes.tsx').then(({ fetchPageAt }) => fetchPageAt(path))
  // The shell asks for these once it runs; by then they are here.
  loadAntdLocale(languageNow()).catch(() => undefined)
  if (isPhone()) loadPhoneShell().catch(() => undefined)
  const first = Promise.all([page, rows]).catch(() => undefined)
  const [{ mountShell }] = await Promise.all([shell, texts])
  await mountShell(root, userInfo, first)
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
