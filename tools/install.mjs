import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { runChild } from './child.mjs'
import { withLock } from './lock.mjs'
import { at, node24 } from './root.mjs'

/**
 * Makes node_modules what package-lock.json says, if it is not. Resolves with false (and a line on why) if that failed.
 * @returns {Promise<boolean>}
 */
export async function ensureInstalled() {
  if (isInstalled()) return true
  return withLock('install', async () => isInstalled() || install())
}

async function install() {
  console.log('Installing what package-lock.json lists; this takes a minute …')
  // npm's own path when npm runs us: `npm` on the PATH may be another one, or none.
  const npm = process.env.npm_execpath
  const command = npm?.endsWith('.js') ? [process.execPath, npm] : ['npm']
  // Development packages are part of the product's start: Vite builds the web application.
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  const [program = 'npm', ...before] = command
  const { code } = await runChild(program, [...before, ...args])
  if (code === 0 && isInstalled()) return true
  console.error(
    code === 0
      ? 'npm ci ended well but Node 24 is missing from node_modules: are install scripts switched off (npm config get ignore-scripts)?'
      : `npm ci failed (exit code ${code}): see above.`,
  )
  return false
}

/**
 * Whether node_modules holds what package-lock.json lists, judged by the list npm itself leaves there at the end of an
 * install, and whether its Node 24 runs here (node_modules may have been copied from another machine).
 */
export function isInstalled() {
  if (!existsSync(at('node_modules', '.package-lock.json')) || !existsSync(node24)) return false
  const wanted = packagesIn(at('package-lock.json'))
  const present = packagesIn(at('node_modules', '.package-lock.json'))
  for (const [path, entry] of Object.entries(wanted)) {
    if (!path.startsWith('node_modules/') || entry.link) continue
    const found = present[path]
    // An optional package is absent when it is for another platform.
    if (found ? found.version !== entry.version : !entry.optional && !entry.devOptional) return false
  }
  return spawnSync(node24, ['--version']).status === 0
}

/**
 * @param {string} file
 * @returns {Record<string, { version?: string, link?: boolean, optional?: boolean, devOptional?: boolean }>}
 */
function packagesIn(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages
}
