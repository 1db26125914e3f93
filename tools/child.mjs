import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { root } from './root.mjs'

/** @type {Set<import('node:child_process').ChildProcess>} */
const children = new Set()
/** @type {NodeJS.Signals | undefined} */
let stoppedBy

/** Whether a signal asked us to stop: then no further step is begun. */
export const isStopping = () => stoppedBy !== undefined

/** Passes signals on to whatever child is running; the child decides how long stopping takes. */
export function forwardSignals() {
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.on(signal, () => stopChildren(signal))
}

/** @param {NodeJS.Signals} signal */
export function stopChildren(signal) {
  stoppedBy ??= signal
  for (const child of children) child.kill(signal)
}

/**
 * Runs a program to its end and resolves with its exit code, 128 + n if a signal ended it, 127 if there is none.
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @param {(message: unknown) => void} [onMessage] hears what it tells us
 * @returns {Promise<{ code: number, signal: NodeJS.Signals | null }>}
 */
export function runChild(command, args, options = {}, onMessage = () => {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options })
    children.add(child)
    child.on('message', onMessage)
    /** @param {{ code: number, signal: NodeJS.Signals | null }} outcome */
    const end = (outcome) => {
      children.delete(child)
      resolve(outcome)
    }
    child.on('error', () => end({ code: 127, signal: null }))
    child.on('exit', (code, signal) => end({ code: code ?? 128 + (signal ? constants.signals[signal] : 0), signal }))
  })
}
