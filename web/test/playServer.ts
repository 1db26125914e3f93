import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll } from 'vitest'

export type Asked = { readonly path: string; readonly query: URLSearchParams; readonly body: unknown }

/** An answer that refuses. */
export class Refused {
  readonly code: number
  readonly msg: string
  readonly reason: string
  /** The fields that are wrong, by the same reason. */
  readonly fields: readonly string[]
  constructor(code: number, reason: string, msg: string, fields: readonly string[] = []) {
    this.code = code
    this.reason = reason
    this.msg = msg
    this.fields = fields
  }
}

const errorOf = ({ reason, fields }: Refused) => ({
  reason,
  fields: fields.map((path) => ({ path, reason, params: {} })),
})

/** Plays the server for a file's tests: what it answers to each question, at once or later, and all that it was asked. */
export function playServer(answer: (asked: Asked) => unknown): Asked[] {
  const all: Asked[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', async () => {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://x')
      const text = Buffer.concat(chunks).toString()
      const asked = { path: pathname, query: searchParams, body: text === '' ? undefined : JSON.parse(text) }
      all.push(asked)
      response.setHeader('content-type', 'application/json')
      const data = (await answer(asked)) ?? null
      response.end(
        JSON.stringify(
          data instanceof Refused
            ? { code: data.code, msg: data.msg, data: null, error: errorOf(data) }
            : { code: 200, msg: '', data },
        ),
      )
    })
  })
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    ;(window as unknown as { happyDOM: { setURL: (url: string) => void } }).happyDOM.setURL(`http://127.0.0.1:${port}/`)
  })
  afterAll(() => {
    // A connection that is kept open would be waited for.
    server.closeAllConnections()
    return new Promise<void>((resolve) => void server.close(() => resolve()))
  })
  return all
}
