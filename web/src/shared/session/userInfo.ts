import type { UserInfo } from '@xunyun/contract/system/calls'
import { send } from '../api/api.ts'
import { NetworkError } from '../api/errors.ts'
import { keptUser } from './keptUser.ts'
import { wires } from './wires.ts'

const pausesMs = [400, 1500]
const patienceMs = 5000

/**
 * Who is signed in, with the menu. Quiet: at the start a failure is shown on the login page, not as a toast over
 * nothing (RT-09). A line that is down for a moment is tried again before it costs anybody the session.
 */
export async function fetchUserInfo(): Promise<UserInfo> {
  for (const pause of pausesMs) {
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof NetworkError)) throw error
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
  return await ask()
}

/** `kept`: as this device remembers it, because no server answers. */
export type Starting = { readonly userInfo: UserInfo; readonly kept: boolean }

/** Who the shell starts for. Where work is kept on the device it starts without the line, too. */
export async function startUserInfo(): Promise<Starting> {
  const kept = keptUser()
  if (kept === null) return { userInfo: await fetchUserInfo(), kept: false }
  try {
    return { userInfo: await ask(AbortSignal.timeout(patienceMs)), kept: false }
  } catch (error) {
    if (error instanceof NetworkError) return { userInfo: kept, kept: true }
    throw error
  }
}

const ask = (signal?: AbortSignal): Promise<UserInfo> =>
  send<UserInfo>(wires.getUserInfo, {}, { quiet: true, ownSession: true, offline: true, signal })

const againMs = 10_000

/** Asks until somebody answers: rights and names may have changed since they were kept. */
export async function askAgain(then: (userInfo: UserInfo) => void): Promise<void> {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, againMs))
    try {
      // A session that is over says so in its dialog, as with any other call.
      return then(await send<UserInfo>(wires.getUserInfo, {}, { quiet: true, offline: true }))
    } catch (error) {
      if (!(error instanceof NetworkError)) return
    }
  }
}
