import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * What a screen costs in code of its own: the lines that its page reaches inside `web/src/features`, a file that several pages
 * reach divided by their number. `node tools/screens.ts` prints the screens by size, and the median.
 */

const web = join(dirname(fileURLToPath(import.meta.url)), '../web/src')
const features = join(web, 'features')
const imported = /(?:from|import\()\s*'(\.[^']+\.tsx?)'/g
/** Gone before the page is fetched. */
const types = /^(?:import|export) type [^;]*?from '[^']+'$/gm

const textOf = (file: string): string => readFileSync(file, 'utf8')
const importsOf = (file: string): string[] =>
  [...textOf(file).replace(types, '').matchAll(imported)]
    .map(([, path = '']) => join(dirname(file), path))
    .filter(existsSync)

/** All files of features that a page reaches, itself too. */
function reachedFrom(page: string): Set<string> {
  const found = new Set<string>()
  const visit = (file: string): void => {
    if (found.has(file) || !file.startsWith(features)) return
    found.add(file)
    for (const next of importsOf(file)) visit(next)
  }
  visit(page)
  return found
}

/** Lines of code by page, the largest first. */
export function sizesOfScreens(): readonly { readonly page: string; readonly lines: number }[] {
  const pages = [...new Set(importsOf(join(web, 'routes.tsx')))].filter((file) => file.startsWith(features))
  const reached = new Map(pages.map((page) => [page, reachedFrom(page)]))
  const users = new Map<string, number>()
  for (const files of reached.values()) for (const file of files) users.set(file, (users.get(file) ?? 0) + 1)
  const share = (file: string) => textOf(file).split('\n').length / (users.get(file) ?? 1)
  return [...reached]
    .map(([page, files]) => ({
      page: relative(features, page),
      lines: Math.round([...files].reduce((sum, file) => sum + share(file), 0)),
    }))
    .sort((one, other) => other.lines - one.lines)
}

export function median(sizes: readonly { readonly lines: number }[]): number {
  const lines = sizes.map((size) => size.lines).sort((one, other) => one - other)
  return lines[Math.floor(lines.length / 2)] ?? 0
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const sizes = sizesOfScreens()
  for (const { page, lines } of sizes) console.log(`${String(lines).padStart(6)}  ${page}`)
  console.log(`${String(median(sizes)).padStart(6)}  median of ${sizes.length} screens`)
}
