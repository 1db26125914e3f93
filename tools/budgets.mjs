// What the first load of the most visited pages may weigh, read from the manifest of web/dist. Run on Node 24.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { at } from './root.mjs'

/** @typedef {{ file: string, name?: string, imports?: string[], dynamicImports?: string[], css?: string[] }} Chunk */
/** @typedef {Record<string, Chunk>} Manifest */
/** @typedef {{ parts: string[], kilobytes: number, files: number, stages: number }} Budget */

const shell = ['index.html', 'shell', 'routes', 'words-zh', 'texts-zh', 'zh_CN']

/**
 * Parts: what a first load asks for, as the manifest names it, each with all it imports. Kilobytes: of JavaScript, gzip.
 * Files: scripts and style sheets with the page itself; questions to the server come on top. Stages: how many times one file
 * must have run before the next is known of. Raise none without a line in docs/performance.md.
 * @type {Record<string, Budget>}
 */
export const budgets = {
  login: { parts: ['index.html', 'words-zh'], kilobytes: 115, files: 9, stages: 2 },
  dashboard: {
    parts: [...shell, 'src/features/dashboard/DashboardPage.tsx'],
    kilobytes: 375,
    files: 24,
    stages: 3,
  },
  waybills: { parts: [...shell, 'src/features/waybills/AllWaybillsPage.tsx'], kilobytes: 470, files: 34, stages: 3 },
  stock: {
    parts: [...shell, 'warehouse-zh', 'src/features/warehouse/ledger/StockPage.tsx'],
    kilobytes: 498,
    files: 37,
    stages: 3,
  },
  'dispatch board': {
    parts: [...shell, 'src/features/dispatch/board/BoardPage.tsx'],
    kilobytes: 504,
    files: 44,
    stages: 3,
  },
  'outbound notices': {
    parts: [...shell, 'shipping-zh', 'src/features/warehouse/shipping/OutboundNoticesPage.tsx'],
    kilobytes: 464,
    files: 33,
    stages: 3,
  },
  // Opened by handhelds in a yard, over mobile data, and kept by them whole: no list, no form.
  'trip by scan': {
    parts: [...shell, 'scan-zh', 'tripScan-zh', 'src/features/dispatch/scan/TripScanPage.tsx'],
    kilobytes: 385,
    files: 31,
    stages: 3,
  },
}

/**
 * What a page's first load comes to.
 * @param {Manifest} manifest
 * @param {string[]} parts
 * @param {(file: string) => number} sizeOf gzip, bytes
 */
export function weigh(manifest, parts, sizeOf) {
  const found = parts.map((part) => chunkOf(manifest, part))
  const chunks = closure(manifest, found)
  const styles = new Set(chunks.flatMap((key) => manifest[key]?.css ?? []))
  const bytes = chunks.reduce((sum, key) => sum + sizeOf(manifest[key]?.file ?? ''), 0)
  return {
    kilobytes: bytes / 1024,
    // With the page itself.
    files: chunks.length + styles.size + 1,
    stages: Math.max(...found.map((key) => stageOf(manifest, key))),
    chunks,
  }
}

/**
 * By its source, or by the name that vite.config.ts gives a group.
 * @param {Manifest} manifest
 * @param {string} part
 */
function chunkOf(manifest, part) {
  const key = part in manifest ? part : Object.keys(manifest).find((one) => manifest[one]?.name === part)
  if (key === undefined)
    throw new Error(`the manifest knows no ${part}: say in tools/budgets.mjs what it is called now`)
  return key
}

/**
 * @param {Manifest} manifest
 * @param {readonly string[]} keys
 */
function closure(manifest, keys) {
  const seen = new Set(keys)
  for (const key of seen) for (const next of manifest[key]?.imports ?? []) seen.add(next)
  return [...seen]
}

/**
 * The page brings the entry with all it imports, by links; whatever runs then asks for its own with all they import.
 * @param {Manifest} manifest
 * @param {string} wanted
 */
function stageOf(manifest, wanted) {
  const known = new Set(['index.html'])
  for (let stage = 1; ; stage += 1) {
    const before = known.size
    const chunks = closure(manifest, [...known])
    for (const key of chunks) known.add(key)
    if (known.has(wanted)) return stage
    for (const key of chunks) for (const next of manifest[key]?.dynamicImports ?? []) known.add(next)
    if (known.size === before) throw new Error(`nothing leads to ${wanted}`)
  }
}

/**
 * @param {Manifest} manifest
 * @param {(file: string) => number} sizeOf
 * @param {Record<string, Budget>} [all]
 * @returns {{ lines: string[], problems: string[] }}
 */
export function checkBudgets(manifest, sizeOf, all = budgets) {
  const lines = []
  const problems = []
  for (const [page, budget] of Object.entries(all)) {
    const { chunks, ...found } = weigh(manifest, budget.parts, sizeOf)
    const figures = /** @type {const} */ (['kilobytes', 'files', 'stages'])
    lines.push(`${page}: ${figures.map((name) => `${Math.ceil(found[name])} of ${budget[name]} ${name}`).join(', ')}`)
    const over = figures.filter((name) => found[name] > budget[name])
    if (over.length === 0) continue
    const heaviest = chunks
      .map((key) => ({ key, size: sizeOf(manifest[key]?.file ?? '') }))
      .sort((a, b) => b.size - a.size)
      .slice(0, 8)
      .map(({ key, size }) => `${key} ${Math.round(size / 1024)}`)
    problems.push(`${page}: too many ${over.join(' and ')}. Its heaviest: ${heaviest.join(', ')}`)
  }
  return { lines, problems }
}

function main() {
  const dist = at('web', 'dist')
  const manifest = JSON.parse(readFileSync(join(dist, '.vite', 'manifest.json'), 'utf8'))
  // The build leaves a compressed copy of all but the smallest.
  const sizeOf = (/** @type {string} */ file) => {
    const copy = join(dist, `${file}.gz`)
    return statSync(existsSync(copy) ? copy : join(dist, file)).size
  }
  const { lines, problems } = checkBudgets(manifest, sizeOf)
  for (const line of lines) console.log(line)
  for (const problem of problems) console.error(`✗ ${problem}`)
  process.exitCode = problems.length > 0 ? 1 : 0
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main()
