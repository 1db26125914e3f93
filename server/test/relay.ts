import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Stands between the server and PostgreSQL as a network does: it can be cut, fall silent, and lead elsewhere. */
export type Relay = {
  url: string
  /** Where new connections go from now on. */
  leadTo(url: string): void
  /** Nothing arrives any more, and nobody is told. */
  silence(): void
  speak(): void
  close(): Promise<void>
}

export async function openRelay(url: string): Promise<Relay> {
  const state = { port: Number(new URL(url).port), silent: false }
  const sockets = new Set<Socket>()
  const keep = (socket: Socket, other: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('data', (data) => other.write(data))
    socket.on('close', () => {
      sockets.delete(socket)
      other.destroy()
    })
    if (state.silent) socket.pause()
  }
  const server = createServer((near) => {
    const far = connect(state.port, '127.0.0.1')
    keep(near, far)
    keep(far, near)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const through = new URL(url)
  through.port = String((server.address() as AddressInfo).port)
  return {
    url: through.href,
    leadTo(next) {
      state.port = Number(new URL(next).port)
    },
    silence() {
      state.silent = true
      for (const socket of sockets) socket.pause()
    },
    speak() {
      state.silent = false
      for (const socket of sockets) socket.resume()
    },
    async close() {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
}
