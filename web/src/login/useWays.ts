import { useEffect, useState } from 'react'
import { beginsWithScan } from '../entry.ts'
import { send } from '../shared/api/api.ts'
import { wires } from '../shared/session/wires.ts'

export type Way = 'account' | 'wechat'

const key = 'login-ways'
/** What this server offered last time, so that nothing jumps when the answer comes. */
const offeredBefore = (): boolean => localStorage.getItem(key) === 'wechat'

/** How one may sign in here: by WeChat only where it is set up. */
export function useWays() {
  const [offered, setOffered] = useState(offeredBefore)
  const [way, choose] = useState<Way>(() => (beginsWithScan(location.hash) ? 'wechat' : 'account'))
  useEffect(() => {
    send<{ enabled: boolean }>(wires.getWeChatSettings, {}, { quiet: true }).then(
      ({ enabled }) => {
        localStorage.setItem(key, enabled ? 'wechat' : 'account')
        setOffered(enabled)
      },
      // The account always works; whatever is wrong is said there.
      () => setOffered(false),
    )
  }, [])
  const ways: readonly Way[] = offered ? ['account', 'wechat'] : ['account']
  return { ways, way: offered ? way : 'account', choose }
}
