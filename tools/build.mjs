import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runChild } from './child.mjs'
import { withLock } from './lock.mjs'
import { at, node24 } from './root.mjs'

const stamp = at('web', 'dist', '.stamp')

/**
 * Builds web/dist if its sources changed since. Resolves with false if the build failed.
 * @returns {Promise<boolean>}
 */
export async function ensureBuilt() {
  if (isBuilt()) return true
  return withLock('build', async () => isBuilt() || build())
}

async function build() {
  console.log('Building the web application …')
  const sources = hashOfSources()
  const vite = [at('node_modules', 'vite', 'bin', 'vite.js'), 'build', 'web', '--logLevel', 'warn']
  const { code } = await runChild(node24, vite)
  if (code !== 0) {
    console.error(`The web application could not be built (exit code ${code}): see above.`)
    return false
  }
  // Vite empties dist first: the stamp is there only beside a complete build.
  writeFileSync(stamp, sources)
  return true
}

export function isBuilt() {
  try {
    return readFileSync(stamp, 'utf8') === hashOfSources()
  } catch {
    return false
  }
}

/** Of everything the bundle is made from. */
export function hashOfSources() {
  const hash = createHash('sha256')
  const files = [at('package-lock.json'), ...filesBelow(at('contract', 'src')), ...filesBelow(at('web'))]
  for (const file of files)
    hash
      .update(`${file.slice(at().length)}\0`)
      .update(readFileSync(file))
      .update('\0')
  return hash.digest('hex')
}

/**
 * @param {string} directory
 * @returns {string[]}
 */
function filesBelow(directory) {
  return readdirSync(directory, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .filter(({ name }) => name !== 'dist' && name !== 'node_modules' && !/\.test\.tsx?$/.test(name))
    .flatMap((entry) => (entry.isDirectory() ? filesBelow(join(directory, entry.name)) : [join(directory, entry.name)]))
}
