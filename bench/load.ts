import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import autocannon from 'autocannon'

export type Target = {
  url: string
  headers?: Record<string, string>
  method?: 'GET' | 'POST'
  body?: string | (() => string)
}
export type Figures = { perSecond: number; p50: number; p97_5: number; errors: number }

/** A server of ours in a process of its own; it ends with the bench. */
export async function serve(script: string, env: Record<string, string>): Promise<{ stop(): void }> {
  const child = fork(path.join(import.meta.dirname, script), {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const [message] = (await Promise.race([once(child, 'message'), once(child, 'exit')])) as [unknown]
  if (message !== 'ready') throw new Error(`${script} did not start`)
  return { stop: () => child.disconnect() }
}

/** Load on one address for some seconds; latencies in ms. */
export async function load(target: Target, connections: number, seconds: number): Promise<Figures> {
  const { body } = target
  const result = await autocannon({
    url: target.url,
    connections,
    duration: seconds,
    method: target.method ?? 'GET',
    headers: { 'content-type': 'application/json', ...target.headers },
    ...(body === undefined
      ? {}
      : typeof body === 'string'
        ? { body }
        : { requests: [{ setupRequest: (request) => ({ ...request, body: body() }) }] }),
  })
  return {
    perSecond: result.requests.average,
    p50: result.latency.p50,
    p97_5: result.latency.p97_5,
    errors: result.errors + result.non2xx,
  }
}

export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] as number

/** Ours and the limit by turns, so that both meet the same noise; medians of the rounds. */
export async function compare(ours: Target, limit: Target, connections: number, rounds = 4, seconds = 2) {
  const a: Figures[] = []
  const b: Figures[] = []
  for (let round = 0; round < rounds; round += 1) {
    a.push(await load(ours, connections, seconds))
    b.push(await load(limit, connections, seconds))
  }
  const of = (figures: Figures[]) => ({
    perSecond: median(figures.map((one) => one.perSecond)),
    p50: median(figures.map((one) => one.p50)),
    errors: figures.reduce((sum, one) => sum + one.errors, 0),
  })
  return { ours: of(a), limit: of(b) }
}

/** Median milliseconds of single requests, one after the other. */
export async function time(url: string, headers: Record<string, string>, times = 15): Promise<number> {
  const took: number[] = []
  for (let i = 0; i < times; i += 1) {
    const began = performance.now()
    const response = await fetch(url, { headers })
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`${url}: HTTP ${response.status}`)
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
  for (let round = 0; round < rounds; round += 1) {
    a.push(await timed(ours))
    b.push(await timed(limit))
  }
  return { ours: median(a), limit: median(b) }
}
