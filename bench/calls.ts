import type { Bench } from './scenarios.ts'

/** Calls of the product as its pages send them: the answer's data, or an error. */

export async function get(bench: Bench, path: string): Promise<unknown> {
  const response = await fetch(`${bench.ours}/api/${path}`, { headers: { token: bench.token } })
  const answer = (await response.json()) as { code: number; data: unknown }
  if (answer.code !== 200) throw new Error(`${path}: ${JSON.stringify(answer).slice(0, 300)}`)
  return answer.data
}
export async function post<T>(bench: Bench, path: string, input: object): Promise<T> {
  const response = await fetch(`${bench.ours}/api/${path}`, {
    method: 'POST',
    headers: { token: bench.token, 'content-type': 'application/json' },
    body: JSON.stringify(input),
  })
  const answer = (await response.json()) as { code: number; data: T }
  if (answer.code !== 200) throw new Error(`${path}: ${JSON.stringify(answer).slice(0, 300)}`)
  return answer.data
}
