import type { Language } from '@xunyun/contract/pages'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { keepFrame } from '../frame.ts'
import { loadAntdLocale } from '../shared/i18n/antdLocale.ts'
import { i18n } from '../shared/i18n/i18n.ts'
import { loadLists } from '../shared/list/preferences.ts'
import { dropDraftsBut } from '../shared/session/drafts.ts'
import { heedOtherWindows } from '../shared/session/otherWindows.ts'
import { rightsOfPath } from '../shared/session/rights.ts'
import { openSession, SessionProblem, useSession } from '../shared/session/session.ts'
import { loadSettings, type Settings, useSettings } from '../shared/session/settings.ts'
import { resetToken } from '../shared/session/signOut.ts'
import { askAgain, type Starting } from '../shared/session/userInfo.ts'
import { heedWords, loadWords, speakWith } from '../shared/session/words.ts'
import { forgetTabsBut, rememberTabs, restoreTabs } from '../shared/tabs/tabs.ts'
import { ErrorBoundary } from '../shared/ui/ErrorBoundary.tsx'
import { LoadError } from '../shared/ui/Notice.tsx'
import { isPhone } from '../shared/ui/useDevice.ts'
import { App } from './App.tsx'
import { loadPhoneShell } from './phone/load.ts'

/** How long a page that is nearly here is waited for, ms: drawn with it, the shell is laid out once instead of twice. */
const pagePatience = 150

/** By then the page is drawn: what can wait begins. */
const firstPaintMs = 1000

/** Starts the shell for whoever is signed in; a failure clears the token and is told on the login page (RT-09, SE-02). */
export async function mountShell(
  element: HTMLElement,
  asked: Promise<Starting>,
  page: Promise<unknown>,
): Promise<void> {
  // Under way while the session is asked for.
  const bars = isPhone() ? loadPhoneShell() : null
  const lists = Promise.all([loadLists(), loadWords()])
  try {
    const { userInfo, kept } = await asked
    openSession(userInfo)
    await speakWith(userInfo?.scope)
    if (kept) void askAgain(openSession)
  } catch (error) {
    return resetToken(describe(error))
  }
  const { userInfo, menus } = useSession.getState()
  if (userInfo) {
    loadSettings(userInfo.UserID)
    // None of them is shown to anybody else meanwhile.
    setTimeout(() => dropDraftsBut(userInfo.UserID), firstPaintMs)
    forgetTabsBut(userInfo.UserID)
    restoreTabs(userInfo.UserID, (path) => rightsOfPath(menus, path).browse)
    rememberTabs(userInfo.UserID)
  }
  const keep = () => keepFrame(framed(useSettings.getState()))
  keep()
  useSettings.subscribe(keep)
  heedOtherWindows()
  heedWords()
  const [locale] = await Promise.all([loadAntdLocale(i18n.language as Language), bars, lists])
  await Promise.race([page, new Promise((go) => setTimeout(go, pagePatience))])
  createRoot(element).render(
    <StrictMode>
      <ErrorBoundary fallback={() => <Broken />}>
        <App locale={locale} />
      </ErrorBoundary>
    </StrictMode>,
  )
}

/** What settings leave out of the frame that the next start begins with. */
const framed = ({ sidebarLogo, tagsView }: Settings) => ({ logo: sidebarLogo, strip: tagsView })

/** The shell itself broke: what was typed waits in the drafts, and a reload begins again. */
function Broken() {
  return <LoadError title={i18n.t('common:pageBroke')} text={i18n.t('shell:broke')} retry={() => location.reload()} />
}

function describe(error: unknown): string {
  if (error instanceof SessionProblem) return i18n.t(`shell:session.${error.reason}`)
  return (error instanceof Error && error.message) || i18n.t('shell:session.verification')
}
