// npm test: everything there is to check, in order; npm test -- <words>: the test files whose path or titles contain them; npm run
// check: what needs no database and no browser. Plain JavaScript that Node 20 understands; the checks themselves run on the Node 24
// it brings in.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { ensureBuilt } from './build.mjs'
import { forwardSignals, isStopping, runChild } from './child.mjs'
import { ensureChromium } from './chromium.mjs'
import { cpuOfAll, cpuSeconds, forgetCosts, overBudget, readCosts, report } from './cost.mjs'
import { ensureInstalled } from './install.mjs'
import { watchPace } from './pace.mjs'
import { at, node24, root } from './root.mjs'

/** @typedef {{ passed: number, failed: number, skipped: number }} Count */

const one = { passed: 1, failed: 0, skipped: 0 }
const none = { passed: 0, failed: 1, skipped: 0 }

process.chdir(root)
forwardSignals()
process.exitCode = await main()

async function main() {
  if (!(await ensureInstalled())) return total([none])
  const words = process.argv.slice(2).filter((word) => !word.startsWith('--'))
  if (words.length > 0) return total([await chosen(words)])
  /** @type {[string, () => Promise<Count>][]} */
  const checks = [
    ['types', types],
    ['format and lint (Biome)', biome],
    ['imports', () => command(at('tools', 'check-imports.mjs'))],
    ['promises', () => command(at('tools', 'check-promises.mjs'))],
  ]
  /** @type {[string, () => Promise<Count>][]} */
  const tests = [
    ['units', () => vitest(['unit'])],
    ['server on PostgreSQL, in two time zones', () => vitest(['server', 'zone'])],
    ['OpenAPI', openApi],
    ['web units', () => vitest(['web'])],
    ['web build', async () => ((await ensureBuilt()) ? one : none)],
    ['budgets of the build', () => command(at('tools', 'budgets.mjs'))],
    ['every scenario of the bench, on little data', () => command(at('bench', 'main.ts'), '--smoke')],
    ['the started product, in Chromium', journeys],
  ]
  const isWhole = !process.argv.includes('--check')
  forgetCosts()
  const endPace = watchPace()
  /** @type {Count[]} */
  const counts = []
  for (const [name, run] of isWhole ? [...checks, ...tests] : checks) {
    if (isStopping()) return 1
    console.log(`\n— ${name}`)
    const began = Date.now()
    const before = cpuSeconds()
    const count = await run()
    counts.push(count)
    const took = `${((Date.now() - began) / 1000).toFixed(1)} s, ${(cpuSeconds() - before).toFixed(0)} s of processor time`
    console.log(`${count.failed > 0 ? '✗' : '✓'} ${name} (${took})`)
  }
  const pace = endPace()
  if (isWhole) counts.push(costs(pace))
  return total(counts)
}

/**
 * @param {number} pace how much slower than usual the machine was
 * @returns {Count}
 */
function costs(pace) {
  const notes = readCosts()
  const cpu = cpuOfAll(notes)
  console.log(`\n— what it cost\n${report(notes, cpu, pace).join('\n')}`)
  const above = overBudget(notes, cpu, pace)
  for (const line of above) console.log(`✗ ${line}`)
  return above.length === 0 ? one : none
}

/**
 * The test files whose path or titles contain all of some words.
 * @param {string[]} words
 * @returns {Promise<Count>}
 */
async function chosen(words) {
  const { sources } = await import('./sources.mjs')
  const all = sources(['contract', 'server', 'web', 'tools', 'e2e'], /\.test\.tsx?$/)
  const files = all.filter(({ path, text }) => {
    const titles = text.match(/^\s*(it|test|describe)\b.*$/gm) ?? []
    return words.every((word) => path.includes(word) || titles.some((title) => title.includes(word)))
  })
  console.log(files.map(({ path }) => path).join('\n') || `No test file has ${words.join(' ')} in its path or titles.`)
  if (files.length === 0) return none
  const inBrowser = files.some(({ path }) => path.startsWith('e2e/'))
  if (inBrowser && !((await ensureBuilt()) && (await findBrowser()))) return none
  return vitest([], ...files.map(({ path }) => path))
}

/**
 * @param {Count[]} counts
 * @returns {number} the exit code
 */
function total(counts) {
  /** @param {keyof Count} key */
  const sum = (key) => counts.reduce((all, count) => all + count[key], 0)
  if (sum('skipped') > 0) console.log(`\n${sum('skipped')} skipped`)
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`)
  return sum('failed') === 0 && sum('passed') > 0 ? 0 : 1
}

/**
 * @param {string} script
 * @param {...string} args
 */
async function command(script, ...args) {
  const { code } = await runChild(node24, [script, ...args])
  return code === 0 ? one : none
}

/** What did not change since the last time is not judged again. */
function types() {
  const kept = at('.tmp', 'types.tsbuildinfo')
  const tsc = at('node_modules', 'typescript', 'bin', 'tsc')
  return command(tsc, '--noEmit', '--incremental', '--tsBuildInfoFile', kept)
}

function biome() {
  const colors = process.stdout.isTTY ? 'force' : 'off'
  return command(
    at('node_modules', '@biomejs', 'biome', 'bin', 'biome'),
    'ci',
    '--error-on-warnings',
    `--colors=${colors}`,
  )
}

/**
 * Runs some of the projects of vitest.config.ts, all without one; of their files those that are named, all without one.
 * @param {string[]} projects
 * @param {...string} files
 * @returns {Promise<Count>}
 */
async function vitest(projects, ...files) {
  mkdirSync(at('.tmp'), { recursive: true })
  const report = at('.tmp', `tests-${projects.join('-')}.json`)
  rmSync(report, { force: true })
  const args = [
    ...['run', ...projects.map((project) => `--project=${project}`), ...files],
    ...['--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
  ]
  const { code } = await runChild(node24, [at('node_modules', 'vitest', 'vitest.mjs'), ...args])
  const { passed, failed, skipped } = readReport(report)
  // A file that does not load, an error outside of every test: nothing failed by name, yet the run did.
  return { passed, skipped, failed: code !== 0 && failed === 0 ? 1 : failed }
}

/**
 * @param {string} file
 * @returns {Count}
 */
function readReport(file) {
  try {
    const report = JSON.parse(readFileSync(file, 'utf8'))
    const skipped = report.numPendingTests + report.numTodoTests
    return { passed: report.numPassedTests, failed: report.numFailedTests, skipped }
  } catch {
    return { passed: 0, failed: 0, skipped: 0 }
  }
}

async function openApi() {
  const script = at('tools', 'openapi-lint.ts')
  if (existsSync(script)) return command(script)
  console.log('(tools/openapi-lint.ts is not there)')
  return { passed: 0, failed: 0, skipped: 1 }
}

async function journeys() {
  return (await findBrowser()) ? vitest(['e2e', 'alone']) : none
}

async function findBrowser() {
  const chromium = await ensureChromium()
  if (chromium) process.env.CHROMIUM_PATH = chromium
  return chromium !== undefined
}
