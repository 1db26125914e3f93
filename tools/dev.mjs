// npm run dev, on Node 24: the server restarts when its files change, Vite serves the web application and passes calls on.
import { createServer as createProbe } from 'node:net'
import { createServer } from 'vite'
import { forwardSignals, runChild, stopChildren } from './child.mjs'
import { at } from './root.mjs'

const port = Number(process.env.PORT || 8080)
const scheme = process.env.TLS_CERT ? 'https' : 'http'
const server = `${scheme}://127.0.0.1:${port}`
const proxy = { target: server, changeOrigin: false, secure: false }
// web/vite.config.ts passes /api on to this address.
process.env.XUNYUN_API = server

forwardSignals()
process.on('disconnect', () => stopChildren('SIGTERM'))

const vite = await createServer({
  root: at('web'),
  server: {
    port: await nextFreePort(port + 1),
    strictPort: true,
    proxy: { '/healthz': proxy, '/readyz': proxy },
  },
})
await vite.listen()
const running = runChild(process.execPath, ['--watch', '--watch-preserve-output', at('server/src/main.ts')])
console.log(`Web application, reloading on change: ${vite.resolvedUrls?.local[0]}`)

const { code } = await running
await vite.close()
process.exit(code)

/**
 * @param {number} from
 * @returns {Promise<number>}
 */
async function nextFreePort(from) {
  for (let candidate = from; candidate < from + 100; candidate++) {
    const free = await new Promise((resolve) => {
      const probe = createProbe()
      probe.once('error', () => resolve(false))
      probe.listen(candidate, () => probe.close(() => resolve(true)))
    })
    if (free) return candidate
  }
  throw new Error(`No free port from ${from} to ${from + 99}`)
}
