// npm start, npm run demo | dev | bench. Plain JavaScript that Node 20 understands; all else runs on the Node 24 it brings in.
import { totalmem } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { ensureBuilt } from './build.mjs'
import { forwardSignals, isStopping, runChild, stopChildren } from './child.mjs'
import { ensureInstalled } from './install.mjs'
import { whenLauncherEnds } from './launcher.mjs'
import { at, node24, root } from './root.mjs'

const [flag, ...rest] = process.argv.slice(2)

/** A server that ends oftener than this has a fault that starting does not mend: Docker or systemd may go on. */
const most = 5
const within = 300_000
const pauses = [0, 1000, 2000, 4000, 8000]

/** Below 1 GB for all of us: what lives shortly is cleared away oftener, and threads share their heaps, for some 60 MB less. */
const isSmall = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY) < 1024 ** 3
const sparing = isSmall
  ? { flags: ['--max-semi-space-size=4'], env: { MALLOC_ARENA_MAX: '2' } }
  : { flags: [], env: {} }

process.exitCode = await main()

async function main() {
  if (Number(process.versions.node.split('.')[0]) < 20) {
    console.error(`Node ${process.versions.node} is too old to begin with: install Node 20 or later.`)
    return 1
  }
  // A relative DATA_DIR is relative to the repository, wherever we are started from.
  process.chdir(root)
  forwardSignals()
  whenLauncherEnds(() => stopChildren('SIGTERM'))

  if (!(await ensureInstalled()) || isStopping()) return isStopping() ? 0 : 1
  if (flag === '--bench') return (await runChild(node24, [at('bench', 'main.ts'), ...rest])).code
  if (flag === '--dev') return serve('tools/dev.mjs', {})
  if (!(await ensureBuilt()) || isStopping()) return isStopping() ? 0 : 1
  return serve('server/src/main.ts', flag === '--demo' ? { XUNYUN_DEMO: '1' } : {})
}

/**
 * Runs the server with a channel to us: should we be killed, it closes and the server stops by itself. One that was ready
 * and ends unasked is started again, at once, then with growing pauses; one that refused to start is not.
 * @param {string} script
 * @param {NodeJS.ProcessEnv} env
 */
async function serve(script, env) {
  /** @type {number[]} */
  const falls = []
  for (;;) {
    let ready = false
    const { code, signal } = await runChild(
      node24,
      [...sparing.flags, at(script)],
      { stdio: ['inherit', 'inherit', 'inherit', 'ipc'], env: { ...sparing.env, ...process.env, ...env } },
      (message) => {
        ready ||= message === 'ready'
      },
    )
    // Told to stop before it had anything to stop.
    if (isStopping() && (signal === 'SIGINT' || signal === 'SIGTERM')) return 0
    const how = signal ? `The server was ended by ${signal}` : `The server ended with code ${code}`
    const lossless = 'nothing that was acknowledged is lost.'
    if (isStopping() || code === 0 || !(ready || (signal && falls.length > 0)) || process.env.RESTART === '0') {
      if (signal) console.error(`${how}. Start it again: ${lossless}`)
      return code
    }
    const now = performance.now()
    falls.push(now)
    const count = falls.filter((fall) => now - fall < within).length
    const pause = pauses[count - 1]
    if (pause === undefined) {
      console.error(`${how}, ${count} times in five minutes: ${lossless}`)
      return code
    }
    console.error(`${how}; starting it again (${count} of ${most}): ${lossless}`)
    await sleep(pause)
    if (isStopping()) return 0
  }
}
