// The import rules of .dependency-cruiser.cjs, and that they were really applied to every file. Run on Node 24.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { at, root } from './root.mjs'

const folders = ['contract', 'server', 'web', 'e2e', 'bench', 'tools']

/**
 * Judges a directory laid out like the repository. Resolves with one line for each wrong import, each file the tool did not
 * see (it sees none at all when it finds no parser, and calls that right), each server module missing from the order.
 * @param {string} directory
 * @returns {Promise<{ problems: string[], files: number }>}
 */
export async function checkImports(directory) {
  const present = folders.filter((folder) => existsSync(join(directory, folder)))
  const cruiser = at('node_modules', 'dependency-cruiser', 'bin', 'dependency-cruiser.mjs')
  const args = [cruiser, '--config', at('.dependency-cruiser.cjs'), '--output-type', 'json', ...present]
  const run = spawnSync(process.execPath, args, { cwd: directory, encoding: 'utf8', maxBuffer: 1 << 28 })
  /** @type {{ modules: { source: string }[], summary: { violations: { rule: { name: string }, from: string, to: string }[] } }} */
  let result
  try {
    result = JSON.parse(run.stdout)
  } catch {
    return { problems: [`dependency-cruiser failed:\n${run.stderr}`], files: 0 }
  }
  const seen = new Set(result.modules.map(({ source }) => source))
  const files = present.flatMap((folder) => sourcesBelow(directory, join(directory, folder)))
  return {
    problems: [
      ...result.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`),
      ...files.filter((file) => !seen.has(file)).map((file) => `not judged: ${file}`),
      ...(await unlistedModules(directory)),
    ],
    files: files.length,
  }
}

/**
 * @param {string} directory
 * @param {string} folder
 * @returns {string[]}
 */
function sourcesBelow(directory, folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (['node_modules', 'dist', 'fixtures'].includes(entry.name)) return []
    if (entry.isDirectory()) return sourcesBelow(directory, path)
    return /\.(ts|tsx|mjs|cjs|js)$/.test(entry.name) ? [relative(directory, path)] : []
  })
}

/** @param {string} directory */
const foldersIn = (directory) =>
  readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)

/** @param {string} directory */
async function unlistedModules(directory) {
  const modules = join(directory, 'server/src/modules')
  if (!existsSync(join(modules, 'order.ts'))) return []
  const { moduleOrder } = await import(pathToFileURL(join(modules, 'order.ts')).href)
  /** @type {readonly string[]} */
  const listed = moduleOrder
  const isHouse = (/** @type {string} */ name) => listed.some((module) => module.startsWith(`${name}/`))
  const present = foldersIn(modules).flatMap((name) =>
    isHouse(name) ? foldersIn(join(modules, name)).map((room) => `${name}/${room}`) : [name],
  )
  return present
    .filter((name) => !listed.includes(name))
    .map((name) => `not in modules/order.ts: server/src/modules/${name}`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { problems, files } = await checkImports(root)
  for (const problem of problems) console.error(problem)
  console.log(
    problems.length === 0 ? `Imports: ${files} files, all as they should be.` : `Imports: ${problems.length} wrong.`,
  )
  process.exitCode = problems.length === 0 ? 0 : 1
}
