import { currentToken, tokenReplaced } from '../session/token.ts'

/**
 * Questions that are asked before the code is here that reads their answers. An answer is given once, to whoever asks the
 * same in the same person's name; what is refused, late or lost counts as never asked, and the call is then made as
 * usual, with all it says and does about a failure.
 */
type Asked = {
  readonly token: string | null
  readonly answer: Promise<Answer | undefined>
  arrived: Answer | undefined
}
export type Answer = { readonly data: unknown }

const keptMs = 10_000
const questions = new Map<string, Asked>()

/** Resolves when the answer is here or will not come, `keptMs` later at the most. */
export function beginAsking(url: string, headers: Headers): Promise<Answer | undefined> {
  const answer = fetch(url, {
    headers,
    credentials: 'same-origin',
    // Through its cache the browser makes the second of two equal questions wait for the first, for up to 20 s.
    cache: 'no-store',
    signal: AbortSignal.timeout(keptMs),
  }).then(readSuccess)
  const asked: Asked = { token: currentToken(), answer: answer.catch(() => undefined), arrived: undefined }
  questions.set(url, asked)
  setTimeout(() => forget(url, asked), keptMs)
  return asked.answer.then((found) => {
    asked.arrived = found
    return found
  })
}

/** The whole body at once: one that is left unread keeps one of the browser's six connections. */
async function readSuccess(response: Response): Promise<Answer | undefined> {
  const { code, data } = (await response.json()) as { code?: number; data?: unknown }
  return response.ok && code === 200 ? { data } : undefined
}

function forget(url: string, asked: Asked): void {
  if (questions.get(url) === asked) questions.delete(url)
}

/** Undefined at once where nothing was asked ahead. */
export function takeAnswer(url: string): Promise<Answer | undefined> | undefined {
  const asked = take(url)
  return asked?.answer
}

/** What has been answered by now: what is drawn first is drawn with it. */
export function takeArrived(url: string): Answer | undefined {
  return questions.get(url)?.arrived && take(url)?.arrived
}

function take(url: string): Asked | undefined {
  const asked = questions.get(url)
  if (asked === undefined) return undefined
  questions.delete(url)
  // Nothing is shown in one person's name that another was answered.
  return asked.token === currentToken() && !tokenReplaced() ? asked : undefined
}
