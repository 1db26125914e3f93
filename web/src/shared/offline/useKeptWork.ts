import { useEffect, useRef, useState } from 'react'
import { useRefresh } from '../action/useRefresh.ts'
import { NetworkError } from '../api/errors.ts'
import { keepReader } from '../scan/keepReader.ts'
import { useSession } from '../session/session.ts'
import { useStable } from '../ui/useStable.ts'
import { keepPage } from './keepPage.ts'
import type { KeptStore } from './keptStore.ts'

const retryMs = 5000
/** So soon a phone that nobody touches hears what the desk has changed. */
const lookMs = 20_000
/** A line that neither answers nor breaks counts as none; an act that is sent again is taken once. */
const patienceMs = 20_000

type Act = { readonly actId: string }
type Answered = {
  readonly actId: string
  readonly outcome: 'done' | 'again' | 'refused'
  readonly reason: string | null
  readonly msg: string | null
}
export type Refused<A, Answer> = { readonly act: A; readonly msg: string; readonly answer: Answer }
type Sent = { readonly quiet: true; readonly offline: true; readonly signal: AbortSignal }

type Options<K, A, Found, Answer> = {
  readonly store: KeptStore<K>
  readonly no: string
  /** So many acts are sent at a time. */
  readonly most?: number
  readonly ask: (how: Sent) => Promise<Found>
  /** What is kept of it from now on. */
  readonly found: (now: K | null, found: Found) => K
  readonly onFound?: (before: K | null, after: K) => void
  readonly send: (acts: A[], how: Sent) => Promise<readonly Answer[]>
  /** What is kept once the server has taken or refused acts; they are out of `acts` already. */
  readonly settled: (now: K, taken: readonly A[], refused: readonly Refused<A, Answer>[]) => K
  readonly onAnswer: (answer: Answer) => void
  /** The server did not take what was sent. */
  readonly onFailed: (msg: string) => void
  /** Addresses whose answers are another once acts were taken. */
  readonly refresh: readonly string[]
}

/**
 * Work on this device: opened from the network or from what was kept, its acts kept first and then sent in order. The page opens
 * without the network from then on.
 */
export function useKeptWork<K extends { readonly acts: readonly A[] }, A extends Act, Found, Answer extends Answered>(
  options: Options<K, A, Found, Answer>,
) {
  const { store, no, most = 500 } = options
  const userId = useSession(({ userInfo }) => userInfo?.UserID ?? 0)
  const [kept, show] = useState<K | null>(() => store.read(userId, no))
  const [error, setError] = useState<unknown>(null)
  const [online, setOnline] = useState(true)
  const held = useRef(kept)
  /** Another window may have worked meanwhile: what is on the device counts, not what this one has seen. */
  const current = useStable(() => store.read(userId, no) ?? held.current)
  const sending = useRef(false)
  /** Answers may overtake each other: that of the last question counts, and none from before something was sent. */
  const asked = useRef(0)
  const refresh = useRefresh()
  const how = (): Sent => ({ quiet: true, offline: true, signal: AbortSignal.timeout(patienceMs) })

  const hold = (next: K) => {
    held.current = next
    show(next)
  }
  const keep = (next: K) => {
    store.write(userId, next)
    hold(next)
  }
  const load = useStable(async () => {
    asked.current += 1
    const mine = asked.current
    try {
      const answer = await options.ask(how())
      if (mine !== asked.current) return
      const now = current()
      const next = options.found(now, answer)
      keep(next)
      options.onFound?.(now, next)
      setError(null)
      setOnline(true)
    } catch (failure) {
      if (failure instanceof NetworkError) setOnline(false)
      // Without the network one goes on with what is kept.
      if (held.current === null || !(failure instanceof NetworkError)) setError(failure)
    }
  })
  const settle = (answers: readonly Answer[]) => {
    const now = current()
    if (now === null) return
    const answerTo = new Map(answers.map((answer) => [answer.actId, answer]))
    // What another window has settled meanwhile is out already.
    const own = now.acts.filter(({ actId }) => answerTo.has(actId))
    const taken = own.filter(({ actId }) => answerTo.get(actId)?.outcome !== 'refused')
    const refused = own.flatMap((act) => {
      const answer = answerTo.get(act.actId)
      return answer?.outcome === 'refused' ? [{ act, msg: answer.msg ?? answer.reason ?? '', answer }] : []
    })
    const rest = { ...now, acts: now.acts.filter(({ actId }) => !answerTo.has(actId)) }
    keep(options.settled(rest, taken, refused))
    for (const answer of answers) {
      if (answer.outcome === 'refused') options.onFailed(answer.msg ?? answer.reason ?? '')
      else options.onAnswer(answer)
    }
  }
  /** Only one sends at a time in this page; two pages or devices may, the server takes each act once. */
  const send = useStable(async () => {
    const acts = current()?.acts.slice(0, most) ?? []
    if (sending.current || acts.length === 0) return
    sending.current = true
    asked.current += 1
    let isMore = false
    try {
      const answers = await options.send([...acts], how())
      setOnline(true)
      settle(answers)
      isMore = answers.length > 0 && (current()?.acts.length ?? 0) > 0
      if (!isMore) await load()
      void refresh(options.refresh)
    } catch (failure) {
      if (failure instanceof NetworkError) setOnline(false)
      else options.onFailed(failure instanceof Error ? failure.message : String(failure))
    } finally {
      sending.current = false
    }
    if (isMore) await send()
  })
  const look = useStable(() => hold(current() as K))
  useEffect(() => {
    // What waits to be sent is asked for again once it is: until then the server does not know it.
    const renew = () => void ((current()?.acts.length ?? 0) > 0 ? send() : load())
    renew()
    const again = () => void send()
    window.addEventListener('online', again)
    const timer = setInterval(again, retryMs)
    const lookAgain = () => {
      if (document.visibilityState === 'visible' && !sending.current) renew()
    }
    const looking = setInterval(lookAgain, lookMs)
    document.addEventListener('visibilitychange', lookAgain)
    const deaf = store.on(userId, no, look)
    const rest = keepPage(keepReader)
    return () => {
      rest()
      deaf()
      window.removeEventListener('online', again)
      clearInterval(timer)
      clearInterval(looking)
      document.removeEventListener('visibilitychange', lookAgain)
    }
  }, [current, load, send, look, store, userId, no])

  return { kept, error, online, current, keep, hold, load, send }
}
