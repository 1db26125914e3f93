import type { Language } from '@xunyun/contract/pages'
import type { UserInfo } from '@xunyun/contract/system/calls'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { loadAntdLocale } from '../shared/i18n/antdLocale.ts'
import { i18n } from '../shared/i18n/i18n.ts'
import { dropDraftsBut } from '../shared/session/drafts.ts'
import { rightsOfPath } from '../shared/session/rights.ts'
import { openSession, SessionProblem, useSession } from '../shared/session/session.ts'
import { resetToken } from '../shared/session/signOut.ts'
import { forgetTabsBut, rememberTabs, restoreTabs } from '../shared/tabs/tabs.ts'
import { isPhone } from '../shared/ui/useDevice.ts'
import { App } from './App.tsx'
import { loadPhoneShell } from './phone/load.ts'

/** Starts the shell for whoever is signed in; a failure clears the token and is told on the login page (RT-09, SE-02). */
export async function mountShell(element: HTMLElement, asked: Promise<UserInfo>): Promise<void> {
  // Under way while the session is asked for.
  const bars = isPhone() ? loadPhoneShell() : null
  try {
    openSession(await asked)
  } catch (error) {
    return resetToken(describe(error))
  }
  const { userInfo, menus } = useSession.getState()
  if (userInfo) {
    dropDraftsBut(userInfo.UserID)
    forgetTabsBut(userInfo.UserID)
    restoreTabs(userInfo.UserID, (path) => rightsOfPath(menus, path).browse)
    rememberTabs(userInfo.UserID)
  }
  const [locale] = await Promise.all([loadAntdLocale(i18n.language as Language), bars])
  createRoot(element).render(
    <StrictMode>
      <App locale={locale} />
    </StrictMode>,
  )
}

function describe(error: unknown): string {
  if (error instanceof SessionProblem) return i18n.t(`shell:session.${error.reason}`)
  return (error instanceof Error && error.message) || i18n.t('shell:session.verification')
}
