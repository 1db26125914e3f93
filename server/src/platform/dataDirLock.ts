import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * One server per data directory. Node has no flock(), and a file with a process id in it survives kill -9 and lies once the
 * id is reused or the directory is mounted into a second container. SQLite's exclusive transaction is the file lock Node
 * does bring: the kernel lets go of it with the process, however that ends. Nothing is ever stored in the file.
 */
export type DataDirLock = {
  /** Tells a start that is waiting that it need not wait in vain. */
  leaving(): void
  /** Idempotent. */
  release(): void
}

export class DataDirInUse extends Error {
  override name = 'DataDirInUse'
}

const sqliteBusy = 5

/** Patience in ms: with a server that is running (it may be about to notice that its parent was killed), and with one that is leaving. */
export type Patience = { running: number; leaving: number }

export async function lockDataDir(
  dataDir: string,
  options: { patience: Patience; say: (line: string) => void; signal?: AbortSignal | undefined },
): Promise<DataDirLock> {
  const { patience, say, signal } = options
  const file = join(dataDir, 'lock')
  const holder = join(dataDir, 'lock.pid')
  const began = performance.now()
  let said = false
  for (;;) {
    const database = lock(file)
    if (database) {
      writeFileSync(holder, String(process.pid))
      return {
        leaving: () => writeFileSync(holder, `${process.pid} leaving`),
        release: () => {
          if (database.isOpen) database.close()
        },
      }
    }
    const { pid, leaving } = read(holder)
    const who = `nother 迅运 server${pid} is using the data directory ${dataDir}`
    if (performance.now() - began > (leaving ? patience.leaving : patience.running)) {
      throw new DataDirInUse(`A${who}: stop it first, or set another DATA_DIR.`)
    }
    if (leaving && !said) say(`Waiting: a${who} and about to stop.`)
    said ||= leaving
    await sleep(100, undefined, { signal })
  }
}

function lock(file: string): DatabaseSync | undefined {
  const database = new DatabaseSync(file, { timeout: 0 })
  try {
    database.exec('pragma journal_mode = off; begin exclusive')
    return database
  } catch (error) {
    database.close()
    if ((error as { errcode?: number }).errcode === sqliteBusy) return undefined
    throw error
  }
}

function read(holder: string): { pid: string; leaving: boolean } {
  try {
    const [pid, word] = readFileSync(holder, 'utf8').split(' ')
    return { pid: ` (process ${pid})`, leaving: word === 'leaving' }
  } catch {
    return { pid: '', leaving: false }
  }
}
