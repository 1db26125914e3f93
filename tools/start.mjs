// npm start, npm run demo | dev | bench. Plain JavaScript that Node 20 understands; all else runs on the Node 24 it brings in.
import { ensureBuilt } from './build.mjs'
import { forwardSignals, isStopping, runChild, stopChildren } from './child.mjs'
import { ensureInstalled } from './install.mjs'
import { whenLauncherEnds } from './launcher.mjs'
import { at, node24, root } from './root.mjs'

const [flag, ...rest] = process.argv.slice(2)

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
 * Runs the server with a channel to us: should we be killed, it closes and the server stops by itself.
 * @param {string} script
 * @param {NodeJS.ProcessEnv} env
 */
async function serve(script, env) {
  const { code, signal } = await runChild(node24, [at(script)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, ...env },
  })
  // Told to stop before it had anything to stop.
  if (isStopping() && (signal === 'SIGINT' || signal === 'SIGTERM')) return 0
  if (signal) console.error(`The server was ended by ${signal}. Start it again: nothing that was acknowledged is lost.`)
  return code
}
