import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { at } from './root.mjs'

/**
 * Keeps two of us from installing or building in one checkout at once. The file names its process; one whose process is
 * gone counts for nothing. (Node 20 has no better lock; the data directory's, which guards data, is dataDirLock.ts.)
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(name, work) {
  mkdirSync(at('.tmp'), { recursive: true })
  const file = at('.tmp', `${name}.lock`)
  let said = false
  while (!take(file)) {
    if (!said) console.log(`Waiting for another ${name} in this directory …`)
    said = true
    await sleep(300)
  }
  try {
    return await work()
  } finally {
    rmSync(file, { force: true })
  }
}

/** @param {string} file */
function take(file) {
  try {
    writeFileSync(file, `${process.pid}`, { flag: 'wx' })
    return true
  } catch {
    if (!isAbandoned(file)) return false
    rmSync(file, { force: true })
    return false
  }
}

/** @param {string} file */
function isAbandoned(file) {
  try {
    process.kill(Number(readFileSync(file, 'utf8')), 0)
    return false
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code !== 'EPERM'
  }
}
