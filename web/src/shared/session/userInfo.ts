import type { UserInfo } from '@xunyun/contract/system/calls'
import { send } from '../api/api.ts'
import { NetworkError } from '../api/errors.ts'
import { wires } from './wires.ts'

const pausesMs = [400, 1500]

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

const ask = (): Promise<UserInfo> => send<UserInfo>(wires.getUserInfo, {}, { quiet: true, ownSession: true })
