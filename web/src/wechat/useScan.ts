import type { Output } from '@xunyun/contract/kernel/call'
import type { beginWeChat, WeChatPurpose } from '@xunyun/contract/system/wechat'
import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError } from '../shared/api/errors.ts'
import { begin, passwordReason } from './scan.ts'

type Begun = Output<typeof beginWeChat>
export type Scan = {
  readonly begun: Begun | null
  /** Seconds until the code is renewed; 0: it has expired and waits for a click. */
  readonly left: number
  /** Why there is no code. */
  readonly error: string | null
  /** Binding asks for the password, anew after ten minutes. */
  readonly needsPassword: boolean
  readonly renew: () => void
}

/** After an hour nobody is about to scan any more. */
const mostRenewals = 12

/** Begins a scan and renews it before it expires, as long as somebody can see it. */
export function useScan(purpose: WeChatPurpose): Scan {
  const [begun, setBegun] = useState<(Begun & { until: number }) | null>(null)
  const [error, setError] = useState<Error | null>(null)
  const [now, setNow] = useState(() => Date.now())
  const renewals = useRef(0)
  const latest = useRef(0)

  const start = useCallback(async () => {
    latest.current += 1
    const mine = latest.current
    try {
      const fresh = await begin(purpose)
      if (mine !== latest.current) return
      setBegun({ ...fresh, until: Date.now() + fresh.seconds * 1000 })
      setError(null)
      setNow(Date.now())
    } catch (failure) {
      if (mine === latest.current) setError(failure as Error)
    }
  }, [purpose])

  useEffect(() => {
    void start()
    return () => {
      latest.current += 1
    }
  }, [start])

  const until = begun?.until ?? 0
  useEffect(() => {
    if (until === 0) return
    const timer = setInterval(() => {
      setNow(Date.now())
      if (Date.now() < until || document.visibilityState === 'hidden' || renewals.current >= mostRenewals) return
      clearInterval(timer)
      renewals.current += 1
      void start()
    }, 1000)
    return () => clearInterval(timer)
  }, [until, start])

  return {
    begun,
    left: Math.max(0, Math.ceil((until - now) / 1000)),
    error: error?.message ?? null,
    needsPassword: error instanceof ApiError && error.reason === passwordReason,
    renew: () => {
      renewals.current = 0
      void start()
    },
  }
}
