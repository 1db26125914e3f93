import { openSession } from './session.ts'
import { fetchUserInfo } from './userInfo.ts'

/** The menu as it is now: who changes it sees it at once, others when they start next. */
export async function refreshMenus(): Promise<void> {
  try {
    openSession(await fetchUserInfo())
  } catch {
    // The menu stays as it was until the next start; what was changed has been said.
  }
}
