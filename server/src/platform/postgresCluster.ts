import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { PostgresError, type Program, run } from './postgresProgram.ts'

const unfinished = 'postgres.new-'

/** DATA_DIR itself; PostgreSQL's account must be able to pass through it whatever the umask. */
export function prepareDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true })
    if (process.getuid?.() === 0) chmodSync(dataDir, statSync(dataDir).mode | 0o011)
    writeFileSync(join(dataDir, 'lock'), '', { flag: 'a' })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new PostgresError(`The data directory ${dataDir} cannot be written (${code}): set DATA_DIR to one that can.`)
  }
}

/** The database's password, made on the first run and kept where only its owner reads it. */
export function databasePassword(dataDir: string): string {
  const file = join(dataDir, 'postgres.password')
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ENOENT') throw new PostgresError(`${file} cannot be read (${code}): start as the user who owns it.`)
  }
  if (existsSync(join(dataDir, 'postgres'))) {
    throw new PostgresError(`${file} is missing: the database beside it opens only with that file. Put it back.`)
  }
  const password = randomBytes(24).toString('base64url')
  const draft = `${file}.new`
  rmSync(draft, { force: true })
  writeFileSync(draft, `${password}\n`, { mode: 0o600, flush: true })
  renameSync(draft, file)
  syncDirectory(dataDir)
  return password
}

/**
 * Makes the cluster if there is none. It is made under another name and renamed when complete: a process killed in the
 * middle leaves rubbish that the next start removes, never half a cluster. (An initdb whose parent was killed works on;
 * hence a name of its own for each attempt.)
 */
export async function ensureCluster(
  program: Program,
  options: { dataDir: string; password: string; durable: boolean },
): Promise<string> {
  const { dataDir, password, durable } = options
  const cluster = join(dataDir, 'postgres')
  removeUnfinished(dataDir)
  if (existsSync(cluster)) {
    checkVersion(cluster)
    return cluster
  }
  const draft = join(dataDir, unfinished + randomBytes(4).toString('hex'))
  const passwordFile = `${draft}.password`
  mkdirSync(draft, { mode: 0o700 })
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 })
  if (program.account) {
    chownSync(draft, program.account.uid, program.account.gid)
    chownSync(passwordFile, program.account.uid, program.account.gid)
  }
  await initdb(program, [
    `--pgdata=${draft}`,
    `--pwfile=${passwordFile}`,
    '--username=postgres',
    '--auth=scram-sha-256',
    // Said in full: with LANG unset initdb would make SQL_ASCII, where pg_trgm drops every Chinese character.
    '--encoding=UTF8',
    '--locale=C.UTF-8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--data-checksums',
    ...(durable ? [] : ['--no-sync']),
  ])
  rmSync(passwordFile)
  renameSync(draft, cluster)
  syncDirectory(dataDir)
  return cluster
}

async function initdb(program: Program, args: string[]): Promise<void> {
  const reaches = [args[0]?.replace('--pgdata=', '') ?? '']
  const child = run(program, program.initdb, args, reaches)
  let output = ''
  const keep = (chunk: Buffer) => {
    output += chunk
  }
  child.stdout?.on('data', keep)
  child.stderr?.on('data', keep)
  const outcome = await new Promise<string | number | null>((resolve) => {
    child.on('error', (error) => resolve(error.message))
    child.on('close', (code, signal) => resolve(code ?? signal))
  })
  if (outcome !== 0)
    throw new PostgresError(`PostgreSQL could not make its database (initdb: ${outcome}):\n${output.trim()}`)
}

function removeUnfinished(dataDir: string): void {
  for (const name of readdirSync(dataDir)) {
    if (!name.startsWith(unfinished)) continue
    try {
      rmSync(join(dataDir, name), { recursive: true, force: true, maxRetries: 3 })
    } catch {
      // An initdb that outlived its parent is still writing there; the next start removes it.
    }
  }
}

function checkVersion(cluster: string): void {
  let version: string
  try {
    version = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const why = code === 'EACCES' ? 'belongs to another user: start as that user' : `is not a database (${code})`
    throw new PostgresError(`${cluster} ${why}.`)
  }
  if (version !== '18')
    throw new PostgresError(`${cluster} is of PostgreSQL ${version}; this program brings PostgreSQL 18.`)
}

function syncDirectory(path: string): void {
  const descriptor = openSync(path, 'r')
  fsyncSync(descriptor)
  closeSync(descriptor)
}
