import { appendFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'

/**
 * What a test file costs: CPU seconds of the worker and of all it started, and how often it did what is dear. Collected in
 * .tmp/cost.jsonl; tools/cost.mjs judges it.
 */
type Dear = 'visits' | 'products' | 'worlds'

// On globalThis, because each file of a worker loads this module anew.
const worker = globalThis as { xunyunCounts?: Record<Dear, number>; xunyunCpu?: Cpu }
const none = { visits: 0, products: 0, worlds: 0 }

export function counted(what: Dear): void {
  worker.xunyunCounts ??= { ...none }
  worker.xunyunCounts[what] += 1
}

/** The counting of a file begins. */
export function beginCost(): void {
  worker.xunyunCounts = { ...none }
  worker.xunyunCpu = cpuOfTree()
}

/** @param file its path from the repository's root */
export function noteCost(file: string): void {
  const now = cpuOfTree()
  const before = worker.xunyunCpu ?? { all: 0, browser: 0 }
  const seconds = (what: keyof Cpu) => Math.round((now[what] - before[what]) * 10) / 10
  mkdirSync('.tmp', { recursive: true })
  const note = { file, cpu: seconds('all'), browser: seconds('browser'), ...worker.xunyunCounts }
  appendFileSync('.tmp/cost.jsonl', `${JSON.stringify(note)}\n`)
}

/** Linux counts in hundredths of a second. */
const ticks = 100

/** Processor seconds of a worker and all it started; of it the part of the browser that it shares with nobody and never waits for. */
type Cpu = { all: number; browser: number }

/** Of the living, and of the ended that were waited for. 0 where there is no /proc. */
function cpuOfTree(): Cpu {
  const processes = new Map<number, { parent: number; name: string; cpu: number }>()
  for (const entry of directory('/proc')) {
    if (!/^\d+$/.test(entry)) continue
    try {
      const stat = readFileSync(`/proc/${entry}/stat`, 'utf8')
      const end = stat.lastIndexOf(')')
      // After the name, which may hold spaces: state, parent, … and from the twelfth on the times of itself and of its children.
      const fields = stat
        .slice(end + 2)
        .split(' ')
        .map(Number)
      const cpu = fields.slice(11, 15).reduce((sum, time) => sum + time, 0) / ticks
      processes.set(Number(entry), { parent: fields[1] ?? 0, name: stat.slice(stat.indexOf('(') + 1, end), cpu })
    } catch {
      // It ended meanwhile.
    }
  }
  const isBelow = (pid: number, matches: (pid: number) => boolean): boolean =>
    matches(pid) || (pid > 1 && isBelow(processes.get(pid)?.parent ?? 0, matches))
  const sum = { all: 0, browser: 0 }
  for (const [pid, { cpu }] of processes) {
    if (!isBelow(pid, (one) => one === process.pid)) continue
    sum.all += cpu
    if (isBelow(pid, (one) => /^chrom/.test(processes.get(one)?.name ?? ''))) sum.browser += cpu
  }
  return sum
}

function directory(path: string): string[] {
  try {
    return readdirSync(path)
  } catch {
    return []
  }
}
