import { readFileSync } from 'node:fs'

/**
 * Calls back once when npm, or the shell it runs us in, is gone. npm passes SIGTERM on only to that shell, which dies of it
 * without telling us, and kill -9 passes nothing on: either way the server would stay behind and hold the data directory.
 * Does nothing when npm did not start us: a server put into the background outlives its terminal.
 * @param {() => void} callback
 */
export function whenLauncherEnds(callback) {
  if (!process.env.npm_lifecycle_event || !process.env.npm_execpath) return
  const parent = process.ppid
  // npm → sh → us, or npm → us where the shell replaces itself.
  const grandparent = isNpm(parent) ? undefined : parentOf(parent)
  const timer = setInterval(() => {
    if (process.ppid === parent && (!grandparent || parentOf(parent) === grandparent)) return
    clearInterval(timer)
    callback()
  }, 300)
  timer.unref()
}

/** @param {number} pid */
function isNpm(pid) {
  try {
    return /npm/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')[0] ?? '')
  } catch {
    return false
  }
}

/**
 * @param {number} pid
 * @returns {number | undefined}
 */
function parentOf(pid) {
  try {
    return Number(/^PPid:\s*(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  } catch {
    return undefined
  }
}
