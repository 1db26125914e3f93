import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Seconds that a body may take. How long the server works on what it got is not limited. */
export type BodySeconds = {
  /** An upload may take long on a bad line (AP-14), but something must come. */
  upload: { silent: number; whole: number }
  /** Any other is small. */
  other: number
}
export const bodySeconds: BodySeconds = { upload: { silent: 30, whole: 600 }, other: 60 }

type Awaited = { request: IncomingMessage; upload: boolean; since: number; bytes: number; heard: number }

/**
 * Ends the connection of a request whose body does not come, with 408 as Node does for headers: left alone, each would keep
 * its connection, and memory, for as long as the sender likes. One timer looks after all.
 */
export function endSlowBodies(app: FastifyInstance, seconds: BodySeconds): void {
  const awaited = new Set<Awaited>()
  app.addHook('onRequest', (request, _, done) => {
    const { raw } = request
    const { 'content-length': length = '0', 'transfer-encoding': chunked, 'content-type': type } = raw.headers
    if (!raw.complete && (length !== '0' || chunked !== undefined)) {
      const now = performance.now()
      const upload = type?.startsWith('multipart/') ?? false
      const one = { request: raw, upload, since: now, bytes: raw.socket.bytesRead, heard: now }
      awaited.add(one)
      raw.once('end', () => awaited.delete(one)).once('close', () => awaited.delete(one))
    }
    done()
  })
  const timer = setInterval(() => {
    const now = performance.now()
    for (const one of awaited) {
      const { socket } = one.request
      if (one.request.complete || socket.destroyed) awaited.delete(one)
      else if (tooLate(one, socket, now)) {
        awaited.delete(one)
        socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n', () =>
          socket.destroy(),
        )
      }
    }
  }, 1000)
  timer.unref()
  app.addHook('onClose', async () => clearInterval(timer))

  function tooLate(one: Awaited, { bytesRead }: Socket, now: number): boolean {
    if (bytesRead !== one.bytes) {
      one.bytes = bytesRead
      one.heard = now
    }
    const whole = one.upload ? seconds.upload.whole : seconds.other
    return now - one.since > whole * 1000 || (one.upload && now - one.heard > seconds.upload.silent * 1000)
  }
}
