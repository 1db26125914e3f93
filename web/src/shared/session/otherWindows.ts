import { i18n } from '../i18n/i18n.ts'
import { useSessionEnded } from './ended.ts'
import { startAgain, startClean } from './signOut.ts'
import { currentToken, tokenReplaced, tokenTaken } from './token.ts'
import { onSignedOut } from './windows.ts'

/**
 * Other windows of this browser share the cookie. One signs out: within a moment this one stands at the login too, what was
 * typed waiting for the same person. One signs in anew: this one begins again with that session when it is looked at, or
 * before its next call; what belonged to another person is gone then.
 */
export function heedOtherWindows(): void {
  onSignedOut((token) => {
    if (token === currentToken()) startAgain(i18n.t('shell:session.elsewhere'))
  })
  const look = () => {
    if (document.visibilityState === 'hidden') return
    if (tokenReplaced()) startClean()
    else if (tokenTaken()) startAgain(i18n.t('shell:session.elsewhere'))
  }
  window.addEventListener('focus', look)
  document.addEventListener('visibilitychange', look)
  useSessionEnded.subscribe(({ replaced }) => {
    if (replaced) startClean()
  })
}
