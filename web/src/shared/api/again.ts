import { i18n } from '../i18n/i18n.ts'
import { toast } from '../ui/toasts.ts'
import { asNetworkError, HttpError, NetworkError } from './errors.ts'

/** Before what found no server, or a server without its database, is sent again: half a minute in all; without any answer the first few. */
export const patience = {
  pausesMs: [1000, 1000, 2000, 2000, 3000, 3000, 4000, 4000, 5000, 5000] as readonly number[],
  withoutAnswer: 6,
}

type Sending = {
  readonly signal: AbortSignal
  /** Sent twice it has one effect. */
  readonly mayRepeat: boolean
  /** When its answer is lost a person has to look whether it took effect. */
  readonly isUnsure: boolean
  /** Nobody waits for it, or who does has a way without a server: no notice, and no trying while nothing answers. */
  readonly offline: boolean
}

/** Sends until a server answers that can work, within our patience. What must not be sent twice is sent once. */
export async function untilAnswered(send: () => Promise<Response>, sending: Sending): Promise<Response> {
  const say = notice(sending.offline)
  try {
    for (let turn = 0; ; turn += 1) {
      const wasOnline = navigator.onLine
      const found = await send().catch((error: unknown) => asNetworkError(error))
      const isAway = found instanceof Response && (found.status === 503 || found.status === 502)
      const isFinal = found instanceof Response ? !isAway : !(found instanceof NetworkError) || sending.signal.aborted
      if (isFinal) return orThrow(found)
      const most = isAway ? patience.pausesMs.length : sending.offline || !navigator.onLine ? 0 : patience.withoutAnswer
      if (!sending.mayRepeat || turn >= most) {
        if (sending.isUnsure && wasOnline) throw unsure(isAway ? (found as Response).status : null)
        return orThrow(found)
      }
      say.waiting()
      await pause(patience.pausesMs[turn] ?? 0, sending.signal)
    }
  } finally {
    say.over()
  }
}

function orThrow(found: unknown): Response {
  if (found instanceof Response) return found
  throw found
}

function unsure(status: number | null): Error {
  const text = i18n.t('common:http.unsure')
  return status === null ? new NetworkError(text, { stays: true }) : new HttpError(status, text)
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    const stop = () => {
      clearTimeout(timer)
      reject(asNetworkError(signal.reason))
    }
    signal.addEventListener('abort', stop, { once: true })
  })

const waiting = new Set<object>()

/** One notice for all that wait; it goes with the last of them. */
function notice(silent: boolean) {
  const mine = {}
  const text = i18n.t('common:http.again')
  return {
    waiting: () => {
      if (silent || waiting.has(mine)) return
      if (waiting.size === 0) toast.info(text, { seconds: null })
      waiting.add(mine)
    },
    over: () => {
      if (waiting.delete(mine) && waiting.size === 0) toast.takeBack(text)
    },
  }
}
