import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { PostgresError } from './postgresProgram.ts'

/**
 * A PostgreSQL whose Node was killed lives on. It is stopped and started anew rather than adopted: one way of running it,
 * always as our child, always with this version's settings; a fast stop takes well under a second and loses nothing.
 *
 * The caller holds the directory's lock, so nobody else is about to use it.
 */
export async function stopLeftover(cluster: string, say: (line: string) => void): Promise<void> {
  const pidFile = join(cluster, 'postmaster.pid')
  const pid = pidIn(pidFile)
  if (!pid || !exists(pid)) return
  if (!isPostgresOf(pid, cluster)) {
    forgetProcess(pidFile)
    return
  }
  say('Stopping a PostgreSQL left behind by an earlier run …')
  for (const [signal, patience] of [
    ['SIGINT', 60_000],
    ['SIGQUIT', 10_000],
  ] as const) {
    send(pid, signal)
    if (await endsWithin(pid, patience)) return
  }
  throw new PostgresError(`A PostgreSQL left behind (process ${pid}) does not stop: stop it by hand.`)
}

function pidIn(pidFile: string): number | undefined {
  try {
    return Number.parseInt(readFileSync(pidFile, 'utf8'), 10) || undefined
  } catch {
    return undefined
  }
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Ended, but not yet reaped: in a container the first process often reaps nobody, and the number stays taken. */
function isZombie(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The state follows the name, which stands in parentheses and may itself hold any character.
    return stat.slice(stat.lastIndexOf(')') + 2).startsWith('Z')
  } catch {
    return false
  }
}

/** After a restart of the machine or the container another process may bear the number. */
function isPostgresOf(pid: number, cluster: string): boolean {
  try {
    const command =
      process.platform === 'linux'
        ? readFileSync(`/proc/${pid}/cmdline`, 'utf8')
        : execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
    return command.includes('postgres') && command.includes(cluster)
  } catch {
    return false
  }
}

/**
 * PostgreSQL refuses to start while the process named in its file is alive, whoever that is. Only the number is overwritten,
 * by one no process can have: the rest names the shared memory by which PostgreSQL recognizes children of a killed server.
 */
function forgetProcess(pidFile: string): void {
  const lines = readFileSync(pidFile, 'utf8').split('\n')
  writeFileSync(pidFile, ['999999999', ...lines.slice(1)].join('\n'))
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return
    throw new PostgresError(`A PostgreSQL left behind (process ${pid}) belongs to another user: start as that user.`)
  }
}

async function endsWithin(pid: number, patience: number): Promise<boolean> {
  const deadline = performance.now() + patience
  while (performance.now() < deadline) {
    if (!exists(pid) || isZombie(pid)) return true
    await sleep(50)
  }
  return false
}
