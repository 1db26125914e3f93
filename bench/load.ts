import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import autocannon from 'autocannon'
import { answerOf, isGood } from './calls.ts'
import { full, isSmoke } from './smoke.ts'

export type Target = {
  url: string
  headers?: Record<string, string>
  method?: 'GET' | 'POST'
  body?: string | (() => string)
}
export type Figures = { perSecond: number; p50: number; p97_5: number }
export type Served = { url: string; pid: number; stop(): Promise<void> }

/** A server of ours in a process of its own, on a free port; it ends with the bench. */
export async function serve(script: string, env: Record<string, string>): Promise<Served> {
  const child = fork(path.join(import.meta.dirname, script), {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit')
  const [message] = (await Promise.race([once(child, 'message'), ended])) as [unknown]
  const url = (message as { url?: string } | null)?.url
  if (url === undefined || child.pid === undefined) throw new Error(`${script} did not start`)
  return {
    url,
    pid: child.pid,
    async stop() {
      if (child.connected) child.disconnect()
      await ended
    },
  }
}

/**
 * Load on one address for some seconds; latencies in ms. Throws with what was answered as soon as it is anything but a
 * success: an error is quickly answered, and would count as fast.
 */
export async function load(target: Target, connections: number, seconds: number): Promise<Figures> {
  if (isSmoke) return answersTo(target, connections)
  const { body } = target
  let bad: string | undefined
  const result = await autocannon({
    url: target.url,
    connections,
    duration: seconds,
    // The first that fails ends the run.
    bailout: 1,
    verifyBody: (answer) => {
      const text = String(answer)
      if (isGood(text)) return true
      bad ??= text
      return false
    },
    method: target.method ?? 'GET',
    headers: { 'content-type': 'application/json', ...target.headers },
    ...(body === undefined
      ? {}
      : typeof body === 'string'
        ? { body }
        : { requests: [{ setupRequest: (request) => ({ ...request, body: body() }) }] }),
  })
  if (bad !== undefined) throw new Error(`${target.url} answered: ${bad.slice(0, 500)}`)
  const lost = result.errors + result.non2xx
  if (lost > 0) throw new Error(`${target.url}: ${lost} requests without an answer`)
  return {
    perSecond: result.requests.total / result.duration,
    p50: result.latency.p50,
    p97_5: result.latency.p97_5,
  }
}

/** A smoke run asks a few times, and looks at the answers. */
async function answersTo({ url, headers, method = 'GET', body }: Target, connections: number): Promise<Figures> {
  const began = performance.now()
  const ask = async () => {
    const init = { method, headers: { 'content-type': 'application/json', ...headers } }
    await answerOf(
      url,
      await fetch(url, { ...init, ...(body === undefined ? {} : { body: typeof body === 'string' ? body : body() }) }),
    )
  }
  await Promise.all(Array.from({ length: connections }, ask))
  const took = performance.now() - began
  return { perSecond: (connections / took) * 1000, p50: took, p97_5: took }
}

export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] as number

/** Ours and the limit by turns, so that both meet the same noise; medians of the rounds. */
export async function compare(ours: Target, limit: Target, connections: number, rounds = 4, seconds = 2) {
  const a: Figures[] = []
  const b: Figures[] = []
  for (let round = 0; round < full(rounds, 1); round += 1) {
    a.push(await load(ours, connections, seconds))
    b.push(await load(limit, connections, seconds))
  }
  const of = (figures: Figures[]) => ({
    perSecond: median(figures.map((one) => one.perSecond)),
    p50: median(figures.map((one) => one.p50)),
  })
  return { ours: of(a), limit: of(b) }
}

/** Median milliseconds of single requests, one after the other. */
export async function time(url: string, headers: Record<string, string>, times = 15): Promise<number> {
  const took: number[] = []
  for (let i = 0; i < full(times, 1); i += 1) {
    const began = performance.now()
    await answerOf(url, await fetch(url, { headers }))
    took.push(performance.now() - began)
  }
  return median(took)
}

/** Milliseconds of one run. */
export const timed = async (run: () => Promise<unknown>) => {
  const began = performance.now()
  await run()
  return performance.now() - began
}
/** Milliseconds of both by turns: medians. */
export async function byTurns(rounds: number, ours: () => Promise<unknown>, limit: () => Promise<unknown>) {
  const a: number[] = []
  const b: number[] = []
  for (let round = 0; round < full(rounds, 1); round += 1) {
    a.push(await timed(ours))
    b.push(await timed(limit))
  }
  return { ours: median(a), limit: median(b) }
}

/** Each worker takes the next until none is left; how many a second, and how many were taken. */
export async function drive(workers: number, count: number, act: (n: number) => Promise<boolean>) {
  let next = 0
  let done = 0
  const took = await timed(() =>
    Promise.all(
      Array.from({ length: workers }, async () => {
        while (next < count) {
          next += 1
          if (await act(next)) done += 1
        }
      }),
    ),
  )
  return { perSecond: (count / took) * 1000, done }
}
