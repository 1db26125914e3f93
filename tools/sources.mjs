import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parseSync } from '@swc/core'
import { root } from './root.mjs'

/** @typedef {{ path: string, text: string }} Source */

const skipped = new Set(['node_modules', 'dist', 'fixtures', '.git', '.tmp', '.data', 'coverage'])

/**
 * Every file below some folders of the repository whose path matches.
 * @param {string[]} folders
 * @param {RegExp} pattern
 * @returns {Source[]}
 */
export function sources(folders, pattern) {
  return folders
    .flatMap((folder) => filesBelow(join(root, folder)))
    .flatMap((file) => {
      const path = relative(root, file).replaceAll('\\', '/')
      return pattern.test(path) ? [{ path, text: readFileSync(file, 'utf8') }] : []
    })
}

/**
 * @param {string} folder
 * @returns {string[]}
 */
function filesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (skipped.has(entry.name) || entry.name.startsWith('.data')) return []
    const path = join(folder, entry.name)
    return entry.isDirectory() ? filesBelow(path) : [path]
  })
}

/**
 * Visits the nodes of a source's syntax tree, from above; `line` reckons where one begins. Comments are not in the tree.
 * @param {Source} source
 * @param {(node: Record<string, any>, line: () => number) => void} visit
 */
export function walk({ path, text }, visit) {
  // swc counts bytes, over all files it parsed so far: the module's own start is not always the text's.
  const bytes = Buffer.from(`;${text}`)
  const tree = parseSync(bytes.toString(), { syntax: 'typescript', tsx: path.endsWith('x'), target: 'es2024' })
  const base = tree.span.start
  /** @param {unknown} node */
  const down = (node) => {
    if (Array.isArray(node)) return node.forEach(down)
    if (node === null || typeof node !== 'object') return
    const known = /** @type {Record<string, any>} */ (node)
    const line = () =>
      bytes
        .subarray(0, known.span.start - base)
        .toString()
        .split('\n').length
    if (typeof known.type === 'string' && known.span) visit(known, line)
    Object.values(known).forEach(down)
  }
  down(tree.body)
}

/**
 * The lines of a source that a visitor of its syntax tree points at.
 * @param {Source} source
 * @param {(node: Record<string, any>) => boolean} matches
 * @returns {string[]} `path:line: text`
 */
export function places(source, matches) {
  /** @type {Set<string>} */
  const found = new Set()
  walk(source, (node, line) => {
    if (!matches(node)) return
    const at = line()
    found.add(`${source.path}:${at}: ${(source.text.split('\n')[at - 1] ?? '').trim().slice(0, 100)}`)
  })
  return [...found]
}
