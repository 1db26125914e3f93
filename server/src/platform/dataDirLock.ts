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
  /** Idempotent. */
  release(): void
}

export class DataDirInUse extends Error {
  override name = 'DataDirInUse'
}

/** Waits up to `patience` ms for a predecessor that is still stopping. */
export async function lockDataDir(
  dataDir: string,
  options: { patience: number; say: (line: string) => void },
): Promise<DataDirLock> {
  const file = join(dataDir, 'lock')
  const holder = join(dataDir, 'lock.pid')
  const deadline = performance.now() + options.patience
  let said = false
  for (;;) {
    const database = new DatabaseSync(file, { timeout: 0 })
    try {
      database.exec('begin exclusive')
      writeFileSync(holder, `${process.pid}\n`)
      return {
        release: () => {
          if (database.isOpen) database.close()
        },
      }
    } catch (error) {
      database.close()
      if ((error as { errcode?: number }).errcode !== 5) throw error
    }
    const who = `another 迅运 server${processOf(holder)} is using the data directory ${dataDir}`
    if (performance.now() > deadline) {
      throw new DataDirInUse(`${capitalized(who)}: stop it first, or set another DATA_DIR.`)
    }
    if (!said) options.say(`Waiting: ${who}.`)
    said = true
    await sleep(200)
  }
}

function processOf(holder: string): string {
  try {
    return ` (process ${readFileSync(holder, 'utf8').trim()})`
  } catch {
    return ''
  }
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
