import { paths } from '../../paths.ts'
import { send } from '../api/api.ts'
import { forgetTabsBut } from '../tabs/tabs.ts'
import { dropDraftsBut } from './drafts.ts'
import { forgetUser } from './keptUser.ts'
import { leaveLoginNote } from './loginNote.ts'
import { clearToken, currentToken } from './token.ts'
import { tellSignedOut } from './windows.ts'
import { wires } from './wires.ts'

let leaving = false

/** True once the window is on its way to the login: then it does not ask about unsaved pages again. */
export const isLeaving = (): boolean => leaving

/** Logout: the server ends the session, this window forgets everything, and starts again at login (SE-04). */
export async function signOut(): Promise<void> {
  const token = currentToken()
  // A session that is over already, or a server that is away, must not hold anybody here.
  if (token) await send(wires.logout, {}, { quiet: true, ownSession: true }).catch(() => undefined)
  dropDraftsBut(null)
  forgetTabsBut(null)
  leaveForLogin()
  if (token) tellSignedOut(token)
}

/** Clears the token and starts again (ER-02, RT-09): drafts and tabs stay for the same person's return. */
export function resetToken(note?: string): void {
  startAgain(note)
}

/** Begins with the session that another window has opened. Drafts and tabs of the same person come back, others' go. */
export function startClean(): void {
  leaving = true
  location.reload()
}

/** After logout nothing is remembered, not even the page: a new person starts at the root. */
function leaveForLogin(): void {
  history.replaceState(null, '', `#${paths.login}`)
  startAgain()
}

export function startAgain(note?: string): void {
  if (note) leaveLoginNote(note)
  leaving = true
  forgetUser()
  clearToken()
  location.reload()
}
