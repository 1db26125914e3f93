import { getPickTask, type PickAnswer, type PickInput, syncPicks } from '@xunyun/contract/warehouse/shipping/picking'
import { useEffect, useRef, useState } from 'react'
import { useRefresh } from '../../../../shared/action/useAction.ts'
import { api } from '../../../../shared/api/api.ts'
import { NetworkError } from '../../../../shared/api/errors.ts'
import { keepPage } from '../../../../shared/offline/keepPage.ts'
import { keepReader } from '../../../../shared/scan/keepReader.ts'
import { useSession } from '../../../../shared/session/session.ts'
import { useStable } from '../../../../shared/ui/useStable.ts'
import { outboundPaths } from '../paths.ts'
import { type InHand, type KeptTask, linesNow, nextLine, onKept, readKept, writeKept } from './keptPicks.ts'

const retryMs = 5000
/** So soon a phone that nobody touches hears that the desk has stopped the order. */
const lookMs = 20_000
/** A line that neither answers nor breaks counts as none; an act that is sent again is taken once. */
const patienceMs = 20_000

type Options = {
  /** The server took an act; what was short may be elsewhere. */
  readonly onAnswer: (answer: PickAnswer) => void
  readonly onRefused: (msg: string) => void
  /** What is in hand, or was to be picked next, is not to be picked any more. */
  readonly onStopped: () => void
}

const goodsOf = ({ goods = [], acts }: KeptTask) => goods.filter(({ id }) => acts.some(({ lineId }) => lineId === id))
/** What is in hand of a line that is still to be picked; of any other it was told where to put it back. */
function handNow(kept: KeptTask): InHand | null {
  const { hand = null } = kept
  const isOpen = linesNow(kept).some(({ id, fate }) => id === hand?.lineId && fate === 'open')
  return isOpen && !kept.takenBy ? hand : null
}

/** The line in hand, or the next one, was to be picked before and is not now, though nobody picked it here. */
function isStopped(before: KeptTask, after: KeptTask): boolean {
  const lines = linesNow(before)
  const line = lines.find(({ id, fate }) => id === before.hand?.lineId && fate === 'open') ?? nextLine(lines)
  if (line === undefined || before.takenBy) return false
  const now = linesNow(after).find(({ id }) => id === line.id)
  return Boolean(after.takenBy) || now === undefined || now.fate === 'stopped'
}

/** One task on this device: opened from the network or from what was kept, its acts kept first and then sent in order. */
export function useKeptTask(no: string, { onAnswer, onRefused, onStopped }: Options) {
  const userId = useSession(({ userInfo }) => userInfo?.UserID ?? 0)
  const [kept, show] = useState<KeptTask | null>(() => readKept(userId, no))
  const [error, setError] = useState<unknown>(null)
  const [online, setOnline] = useState(true)
  const held = useRef(kept)
  /** Another window may have picked meanwhile: what is on the device counts, not what this one has seen. */
  const current = () => readKept(userId, no) ?? held.current
  const sending = useRef(false)
  /** Answers may overtake each other: that of the last question counts. */
  const asked = useRef(0)
  const refresh = useRefresh()

  const keep = (next: KeptTask) => {
    writeKept(userId, next)
    held.current = next
    show(next)
  }
  const load = useStable(async () => {
    asked.current += 1
    const mine = asked.current
    try {
      const task = await api(
        getPickTask,
        { no },
        { quiet: true, offline: true, signal: AbortSignal.timeout(patienceMs) },
      )
      if (mine !== asked.current) return
      const now = current()
      const wasMine = now !== null && (now.task.pickerId === userId || now.takenBy)
      const isOpen = task.state === 'waiting' || task.state === 'picking'
      const takenBy = wasMine && isOpen && task.pickerId !== userId ? task.pickerName : null
      const left = now?.task.lines.filter(({ id }) => id === now.hand?.lineId) ?? []
      const goods = [...(now?.goods ?? []).filter(({ id }) => left.every((line) => line.id !== id)), ...left]
      const next = { ...(now ?? { acts: [], refused: [] }), task, takenBy, goods }
      keep(next)
      if (now !== null && isStopped(now, next)) onStopped()
      setError(null)
      setOnline(true)
    } catch (failure) {
      if (failure instanceof NetworkError) setOnline(false)
      // Without the network one goes on with what is kept.
      if (held.current === null || !(failure instanceof NetworkError)) setError(failure)
    }
  })
  /** Only one sends at a time in this page; two pages or devices may, the server takes each act once. */
  const send = useStable(async () => {
    const acts = current()?.acts ?? []
    if (sending.current || acts.length === 0) return
    sending.current = true
    try {
      const answers = await api(
        syncPicks,
        { acts: [...acts] },
        {
          quiet: true,
          offline: true,
          signal: AbortSignal.timeout(patienceMs),
        },
      )
      setOnline(true)
      const answered = new Set(answers.map(({ actId }) => actId))
      const now = current()
      if (now !== null) {
        const refused = answers.flatMap((answer) => {
          const act = acts.find(({ actId }) => actId === answer.actId)
          return answer.outcome === 'refused' && act ? [{ act, msg: answer.msg ?? answer.reason ?? '' }] : []
        })
        keep({
          ...now,
          acts: now.acts.filter(({ actId }) => !answered.has(actId)),
          refused: [...now.refused, ...refused],
        })
        for (const { outcome, answer, msg } of answers) {
          if (outcome === 'refused') onRefused(msg ?? '')
          else if (outcome === 'done' && answer) onAnswer(answer)
        }
      }
      await load()
      void refresh(outboundPaths)
    } catch (failure) {
      if (failure instanceof NetworkError) setOnline(false)
      else onRefused(failure instanceof Error ? failure.message : String(failure))
    } finally {
      sending.current = false
    }
  })
  const look = useStable(() => {
    held.current = current()
    show(held.current)
  })
  useEffect(() => {
    void load().then(send)
    const again = () => void send()
    window.addEventListener('online', again)
    const timer = setInterval(again, retryMs)
    // What waits to be sent is asked for again once it is: until then the server does not know it.
    const lookAgain = () => {
      if (document.visibilityState === 'visible' && !sending.current) void load()
    }
    const looking = setInterval(lookAgain, lookMs)
    document.addEventListener('visibilitychange', lookAgain)
    const deaf = onKept(userId, no, look)
    const rest = keepPage(keepReader)
    return () => {
      rest()
      deaf()
      window.removeEventListener('online', again)
      clearInterval(timer)
      clearInterval(looking)
      document.removeEventListener('visibilitychange', lookAgain)
    }
  }, [load, send, look, userId, no])

  const add = (act: PickInput) => {
    const now = current()
    if (now === null) return
    const line = now.task.lines.find(({ id }) => id === act.lineId)
    const goods = [...(now.goods ?? []).filter(({ id }) => id !== act.lineId), ...(line ? [line] : [])]
    keep({ ...now, acts: [...now.acts, act], goods, hand: null })
    void send()
  }
  /** After a reload nothing need be scanned again. */
  const setHand = (hand: InHand | null) => {
    const now = current()
    if (now === null) return
    try {
      keep({ ...now, hand })
    } catch {
      // The device is full: what is in hand lives as long as the page. An act says so when it can't be kept.
      held.current = { ...now, hand }
      show(held.current)
    }
  }
  const dismiss = () => {
    const now = current()
    if (now !== null) keep({ ...now, refused: [], goods: goodsOf(now), hand: handNow(now) })
    void load()
  }
  return { kept, error, online, add, setHand, dismiss, reload: load }
}
