import type pg from 'pg'
import type { Db } from '../server/src/platform/db.ts'

/** What a scenario works with: both servers, and the database below them. */
export type Bench = {
  pool: pg.Pool
  db: Db
  /** Its address, for whoever needs more connections than the pool has. */
  database: string
  /** The product's process. */
  pid: number
  ours: string
  bare: string
  token: string
  password: string
  dir: string
  say: (line: string) => void
}

/** Calls as pages send them: the answer's data; whatever else comes is an error that says what answered. */

export async function answerOf<T>(url: string, response: Response): Promise<T> {
  const text = await response.text()
  if (!response.ok || !isGood(text)) throw new Error(`${url} answered ${response.status}: ${text.slice(0, 300)}`)
  return (JSON.parse(text) as { data: T }).data
}

/** An envelope that tells of success, whole or only begun. A refusal comes with HTTP 200 too. */
export const isGood = (text: string): boolean => text.startsWith('{"code":200,')

export async function get<T = unknown>(bench: Bench, path: string): Promise<T> {
  const url = `${bench.ours}/api/${path}`
  return answerOf(url, await fetch(url, { headers: { token: bench.token } }))
}

export async function post<T>(bench: Bench, path: string, input: object): Promise<T> {
  const url = `${bench.ours}/api/${path}`
  return answerOf(
    url,
    await fetch(url, {
      method: 'POST',
      headers: { token: bench.token, 'content-type': 'application/json' },
      body: JSON.stringify(input),
    }),
  )
}

/** The token of a new session. */
export async function signIn(base: string, account: string, password: string): Promise<string> {
  const url = `${base}/api/Login/DoLogin`
  const body = new URLSearchParams({ LOGNAME: account, PSD: password })
  return (await answerOf<{ token: string }>(url, await fetch(url, { method: 'POST', body }))).token
}
