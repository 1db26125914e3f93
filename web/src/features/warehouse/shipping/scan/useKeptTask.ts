import {
  getPickTask,
  type PickAnswer,
  type PickInput,
  type PickTaskDetail,
  syncPicks,
} from '@xunyun/contract/warehouse/shipping/picking'
import { api } from '../../../../shared/api/api.ts'
import { useKeptWork } from '../../../../shared/offline/useKeptWork.ts'
import { useSession } from '../../../../shared/session/session.ts'
import { outboundPaths } from '../paths.ts'
import { type InHand, type KeptTask, keptPicks, linesNow, nextLine } from './keptPicks.ts'

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

function foundTask(userId: number, now: KeptTask | null, task: PickTaskDetail): KeptTask {
  const wasMine = now !== null && (now.task.pickerId === userId || now.takenBy)
  const isOpen = task.state === 'waiting' || task.state === 'picking'
  const takenBy = wasMine && isOpen && task.pickerId !== userId ? task.pickerName : null
  const left = now?.task.lines.filter(({ id }) => id === now.hand?.lineId) ?? []
  const goods = [...(now?.goods ?? []).filter(({ id }) => left.every((line) => line.id !== id)), ...left]
  return { ...(now ?? { acts: [], refused: [] }), task, takenBy, goods }
}

/** One task on this device. */
export function useKeptTask(no: string, { onAnswer, onRefused, onStopped }: Options) {
  const userId = useSession(({ userInfo }) => userInfo?.UserID ?? 0)
  const { kept, error, online, current, keep, hold, load, send } = useKeptWork({
    store: keptPicks,
    no,
    ask: (how) => api(getPickTask, { no }, how),
    found: (now, task) => foundTask(userId, now, task),
    onFound: (before, after) => before !== null && isStopped(before, after) && onStopped(),
    send: (acts: PickInput[], how) => api(syncPicks, { acts }, how),
    settled: (now, _taken, refused) => ({
      ...now,
      refused: [...now.refused, ...refused.map(({ act, msg }) => ({ act, msg }))],
    }),
    onAnswer: ({ outcome, answer }) => outcome === 'done' && answer && onAnswer(answer),
    onFailed: onRefused,
    refresh: outboundPaths,
  })
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
      hold({ ...now, hand })
    }
  }
  const dismiss = () => {
    const now = current()
    if (now !== null) keep({ ...now, refused: [], goods: goodsOf(now), hand: handNow(now) })
    void load()
  }
  return { kept, error, online, add, setHand, dismiss, reload: load }
}
