// What the tests cost, and what they may: npm test prints it, and fails above it. Counts fail exactly; processor time, which busy
// neighbours stretch, is divided by how much slower than usual the machine was (tools/pace.mjs), and fails only far above its budget. Nothing here is raised without a line on why in docs/performance.md.
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { at } from './root.mjs'

/**
 * One file's: processor seconds of its worker and all it started, of them the browser's; visits, started products, servers within the
 * test.
 */
/** @typedef {{ file: string, cpu: number, browser: number, visits: number, products: number, worlds: number }} Cost */

/** Of all of npm test. */
export const budget = { cpu: 2050, visits: 244, products: 42, worlds: 127 }
/** How far above its budget processor time fails: of all, and of a file, which a neighbour may stretch alone. */
const stretched = 1.4
const stretchedFile = 2

/** Of a file: one product or one server, and some visits. More has its reason beside it. */
const ofFile = { visits: 12, products: 1, worlds: 1 }
/** @type {Readonly<Record<string, Partial<Cost>>>} */
export const exceptions = {
  // All pages in one visit.
  'e2e/walk.test.ts': { cpu: 330 },
  // axe on what opens over a page, in both modes.
  'e2e/access.test.ts': { cpu: 60 },
  // The shell by role, language and width; a day of a warehouse by its five people.
  'e2e/shell.test.ts': { visits: 20 },
  'e2e/shellMore.test.ts': { visits: 14 },
  'e2e/warehouseDay.test.ts': { visits: 15 },
  // Starts and kills, without a visit.
  'e2e/start.test.ts': { cpu: 35 },
  'e2e/crash.test.ts': { cpu: 12 },
  'server/src/platform/postgres.test.ts': { cpu: 15 },
  // Every call and field of the warehouse; processes of their own; every state × action; fifty thousand rows.
  'server/test/warehouseStranger.http.test.ts': { cpu: 40 },
  'server/test/twoServers.http.test.ts': { cpu: 35 },
  'server/test/lifecycle.http.test.ts': { cpu: 20 },
  'server/test/budgets.http.test.ts': { cpu: 15 },
  // Every call with foreign ids in each field; a database that is stopped and started; two hundred passwords at once, with and without a proxy.
  'server/test/foreign.http.test.ts': { cpu: 45 },
  'server/test/databaseAway.http.test.ts': { cpu: 12 },
  'server/src/modules/system/login/tries.http.test.ts': { cpu: 20, worlds: 2 },
  // Exports of forty thousand rows, and jobs whose servers die.
  'server/src/modules/workbench/jobs.http.test.ts': { cpu: 12 },
  // Random histories of money, each step compared.
  'server/src/modules/money/histories.http.test.ts': { cpu: 12 },
  // What is typed at three speeds, and on a machine four times slower.
  'e2e/prices.test.ts': { cpu: 100 },
  // With and without what is played outside; two companies.
  'server/src/modules/system/wechat/wechat.http.test.ts': { worlds: 2 },
  'server/src/modules/warehouse/kitting/kitting.http.test.ts': { worlds: 2 },
}

const counted = /** @type {const} */ (['visits', 'products', 'worlds'])
/** @type {(costs: Cost[], what: 'visits' | 'products' | 'worlds') => number} */
const sum = (costs, what) => costs.reduce((all, cost) => all + cost[what], 0)

/** @param {Cost} cost */
export function fileBudget(cost) {
  const cpu = cost.file.startsWith('e2e/') ? 5 + 4.5 * cost.visits : 6
  return { cpu, ...ofFile, ...exceptions[cost.file] }
}

const notes = at('.tmp', 'cost.jsonl')

export function forgetCosts() {
  rmSync(notes, { force: true })
}

/**
 * What was noted, by file; of one that was run twice the sum.
 * @returns {Cost[]}
 */
export function readCosts() {
  if (!existsSync(notes)) return []
  /** @type {Cost[]} */
  const lines = readFileSync(notes, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
  return lines
}

/**
 * Processor seconds of the whole run. Browsers end with their worker, which waits for none: their part stands in the notes alone.
 * @param {Cost[]} costs
 */
export const cpuOfAll = (costs) => cpuSeconds() + costs.reduce((all, { browser }) => all + browser, 0)

/** Processor seconds of this process and of all that it waited for; 0 where the system does not tell. */
export function cpuSeconds() {
  if (!existsSync('/proc/self/stat')) return 0
  const stat = readFileSync('/proc/self/stat', 'utf8')
  // After the name, which may hold spaces; in hundredths of a second: itself and its children, as user and within the kernel.
  const times = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 15)
  return times.reduce((sum, time) => sum + Number(time), 0) / 100
}

/**
 * What is above its budget, each as a sentence.
 * @param {Cost[]} costs
 * @param {number} cpu seconds of the whole run
 * @param {number} pace how much slower than usual the machine was
 * @returns {string[]}
 */
export function overBudget(costs, cpu, pace = 1) {
  const ofFiles = costs.flatMap((cost) => {
    const may = fileBudget(cost)
    const above = counted.filter((what) => cost[what] > may[what])
    const cpuAbove =
      cost.cpu > may.cpu * stretchedFile * pace ? [`${cost.cpu} s of processor time, budget ${may.cpu}`] : []
    return [...above.map((what) => `${cost[what]} ${what}, budget ${may[what]}`), ...cpuAbove].map(
      (line) => `${cost.file}: ${line}`,
    )
  })
  const all = counted.filter((what) => sum(costs, what) > budget[what])
  const cpuAbove =
    cpu > budget.cpu * stretched * pace ? [`${cpu.toFixed(0)} s of processor time, budget ${budget.cpu}`] : []
  const ofAll = [...all.map((what) => `${sum(costs, what)} ${what}, budget ${budget[what]}`), ...cpuAbove]
  return [...ofFiles, ...ofAll.map((line) => `all files: ${line}`)]
}

/**
 * The dearest files and the sums, as lines.
 * @param {Cost[]} costs
 * @param {number} cpu
 * @param {number} pace
 */
export function report(costs, cpu, pace = 1) {
  const dearest = [...costs].sort((a, b) => b.cpu - a.cpu).slice(0, 10)
  return [
    ...dearest.map(
      (cost) =>
        `${cost.cpu.toFixed(1).padStart(8)} s  ${cost.file}${cost.visits > 0 ? ` (${cost.visits} visits)` : ''}`,
    ),
    `all: ${Math.round(cpu)} s of processor time (budget ${budget.cpu}) on a machine ${pace.toFixed(2)} times slower than usual; visits ${sum(costs, 'visits')} (${budget.visits}), products ${sum(costs, 'products')} (${budget.products}), worlds ${sum(costs, 'worlds')} (${budget.worlds})`,
  ]
}
