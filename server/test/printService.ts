import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/**
 * A print service such as C-LODOP, without a printer: a script with its calls, its socket with jobs as text, and what
 * came out. For tests and the demo; the product knows the real one's calls alone.
 */

export type PlayedPage = { readonly width: string; readonly height: string; readonly html: string }
export type PlayedJob = {
  readonly task: string
  readonly title: string
  readonly printer: string
  /** Tenths of a millimetre. */
  readonly paper: { readonly width: number; readonly height: number }
  readonly pages: readonly PlayedPage[]
}
export type PlayedOptions = {
  readonly port?: number
  readonly version?: string
  readonly serviceVersion?: string
  readonly printers?: readonly string[]
  /** The script comes without its main part. */
  readonly broken?: boolean
  /** The socket never opens. */
  readonly mute?: boolean
}

const standard = { version: '6.2.2.6', serviceVersion: '4.1.5.5', printers: ['Deli DL-888', 'Microsoft Print to PDF'] }

export async function playPrintService(given: PlayedOptions = {}) {
  /** Changed by a test while it runs. */
  const options: { -readonly [K in keyof PlayedOptions]: PlayedOptions[K] } = { ...standard, ...given }
  const jobs: PlayedJob[] = []
  const asked: string[] = []
  /** Answers of jobs that came by post, until they are fetched. */
  const results = new Map<string, string>()
  /** The next jobs fail, as with the printer out of paper. */
  let failures = 0
  const sockets = new Set<Duplex>()

  const take = (text: string): { task: string; result: string } => {
    const job = readJob(text)
    if (failures > 0) {
      failures -= 1
      return { task: job.task, result: 'false' }
    }
    jobs.push(job)
    return { task: job.task, result: 'true' }
  }

  const onRequest = (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    asked.push(url.pathname + url.search)
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('access-control-allow-private-network', 'true')
    if (url.pathname === '/CLodopfuncs.js') {
      response.setHeader('content-type', 'text/javascript; charset=utf-8')
      response.end(options.broken ? '/* nothing */' : scriptOf(options, Number(url.searchParams.get('priority'))))
    } else if (url.pathname === '/c_dopostdatas' && request.method === 'POST') {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const form = new URLSearchParams(Buffer.concat(chunks).toString())
        const { task, result } = take(form.get('content') ?? '')
        results.set(task, result)
        response.end('ok')
      })
    } else if (url.pathname === '/c_lastresult.js') {
      const task = url.searchParams.get('tid') ?? ''
      response.setHeader('content-type', 'text/javascript; charset=utf-8')
      response.end(`window.CLODOP_lastResult = ${JSON.stringify(results.get(task) ?? '')}`)
    } else {
      response.statusCode = 404
      response.end()
    }
  }
  const server = createServer(onRequest)
  server.on('upgrade', (request: IncomingMessage, socket: Socket) => {
    if (options.mute || !request.url?.startsWith('/c_webskt/')) {
      socket.destroy()
      return
    }
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    serveSocket(request, socket, (text) => {
      const { task, result } = take(text)
      return `${task}=${result}`
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? 0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: `http://localhost:${port}`,
    options,
    jobs,
    asked,
    fail: (count: number) => {
      failures = count
    },
    close: () =>
      new Promise<void>((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
export type PlayedPrintService = Awaited<ReturnType<typeof playPrintService>>

/** `post:charset=…\fkey=value\f…`, items numbered from 1. */
function readJob(text: string): PlayedJob {
  const values = new Map(
    text
      .replace(/^post:/, '')
      .split('\f')
      .map((part) => {
        const at = part.indexOf('=')
        return [part.slice(0, at), part.slice(at + 1)] as const
      }),
  )
  const value = (name: string) => values.get(name) ?? ''
  const pages = Array.from({ length: Number(value('itemcount')) }, (_, at): PlayedPage => {
    const item = (name: string) => value(`${at + 1}_${name}`)
    return { width: item('width'), height: item('height'), html: item('content') }
  })
  return {
    task: value('tid'),
    title: value('title'),
    printer: value('printer'),
    paper: { width: Number(value('pagewidth')), height: Number(value('pageheight')) },
    pages,
  }
}

/** The script: the object that pages know, small. One that came with a higher priority stays. */
function scriptOf(options: PlayedOptions, priority: number): string {
  return `(() => {
  if (window.CLODOP && window.CLODOP.Priority >= ${priority}) return
  const HTM = 4
  let job = null
  const newTask = () => Date.now() + '_' + Math.random().toString(36).slice(2)
  const printers = ${JSON.stringify(options.printers ?? [])}
  const CLODOP = {
    Priority: ${priority},
    VERSION: ${JSON.stringify(options.version ?? '')},
    CVERSION: ${JSON.stringify(options.serviceVersion ?? '')},
    On_Return: null,
    webskt: null,
    PRINT_INIT(title) { job = { title, printer: '', width: 0, height: 0, page: 1, items: [] } },
    SET_PRINT_PAGESIZE(orient, width, height) { job.width = width; job.height = height },
    SET_PRINTER_INDEX(printer) { job.printer = printer === -1 ? (printers[0] || '') : String(printer) },
    NEWPAGEA() { job.page += 1 },
    ADD_PRINT_HTM(top, left, width, height, content) { job.items.push({ top, left, width, height, content, page: job.page }) },
    GET_PRINTER_COUNT: () => printers.length,
    GET_PRINTER_NAME: (index) => (index === -1 ? printers[0] : printers[index]) || '',
    PRINT() {
      const tid = newTask()
      const head = ['charset=utf-8', 'tid=' + tid, 'act=print', 'browseurl=' + location.href, 'title=' + job.title,
        'printer=' + job.printer, 'pagewidth=' + job.width, 'pageheight=' + job.height, 'itemcount=' + job.items.length]
      const items = job.items.flatMap((item, at) => [['type', HTM], ['top', item.top], ['left', item.left], ['width', item.width],
        ['height', item.height], ['pageindex', item.page], ['content', item.content]].map(([key, value]) => (at + 1) + '_' + key + '=' + value))
      CLODOP.webskt.send('post:' + [...head, ...items].join('\\f'))
      return tid
    },
  }
  const socket = new WebSocket(new URL('/c_webskt/', document.currentScript.src.replace(/^http/, 'ws')))
  socket.onmessage = ({ data }) => {
    const at = data.indexOf('=')
    const value = data.slice(at + 1)
    if (CLODOP.On_Return) CLODOP.On_Return(data.slice(0, at), value === 'true' ? true : value === 'false' ? false : value)
  }
  CLODOP.webskt = socket
  window.CLODOP = CLODOP
  window.getCLodop = () => window.CLODOP
})()`
}

const handshake = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'

/** RFC 6455, as far as text goes: each message is answered with one. */
function serveSocket(request: IncomingMessage, socket: Socket, answer: (text: string) => string): void {
  const key = request.headers['sec-websocket-key'] ?? randomBytes(16).toString('base64')
  const accept = createHash('sha1')
    .update(key + handshake)
    .digest('base64')
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
  )
  let waiting = Buffer.alloc(0)
  let message: Buffer[] = []
  socket.on('data', (chunk: Buffer) => {
    waiting = Buffer.concat([waiting, chunk])
    for (;;) {
      const frame = readFrame(waiting)
      if (frame === undefined) return
      waiting = waiting.subarray(frame.size)
      if (frame.opcode === 8) {
        socket.end(frameOf(8, Buffer.alloc(0)))
        return
      }
      if (frame.opcode === 9) {
        socket.write(frameOf(10, frame.payload))
        continue
      }
      if (frame.opcode === 10) continue
      message.push(frame.payload)
      if (!frame.last) continue
      socket.write(frameOf(1, Buffer.from(answer(Buffer.concat(message).toString('utf8')))))
      message = []
    }
  })
}

type Frame = { readonly last: boolean; readonly opcode: number; readonly payload: Buffer; readonly size: number }
/** The first frame of the bytes, unmasked; undefined while it is not all there. */
function readFrame(bytes: Buffer): Frame | undefined {
  if (bytes.length < 2) return undefined
  const [first = 0, second = 0] = bytes
  let length = second & 0x7f
  let at = 2
  if (length === 126) {
    if (bytes.length < 4) return undefined
    length = bytes.readUInt16BE(2)
    at = 4
  } else if (length === 127) {
    if (bytes.length < 10) return undefined
    length = Number(bytes.readBigUInt64BE(2))
    at = 10
  }
  const masked = (second & 0x80) !== 0
  const start = at + (masked ? 4 : 0)
  if (bytes.length < start + length) return undefined
  const payload = Buffer.from(bytes.subarray(start, start + length))
  if (masked) for (let i = 0; i < length; i += 1) payload[i] = (payload[i] as number) ^ (bytes[at + (i % 4)] as number)
  return { last: (first & 0x80) !== 0, opcode: first & 0x0f, payload, size: start + length }
}

function frameOf(opcode: number, payload: Buffer): Buffer {
  const { length } = payload
  if (length < 126) return Buffer.concat([Buffer.from([0x80 | opcode, length]), payload])
  const head = Buffer.alloc(4)
  head.writeUInt8(0x80 | opcode, 0)
  head.writeUInt8(126, 1)
  head.writeUInt16BE(length, 2)
  return Buffer.concat([head, payload])
}
