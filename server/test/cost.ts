import { appendFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'

/**
 * What a test file costs: CPU seconds of the worker and of all it started, and how often it did what is dear. Collected in
 * .tmp/cost.jsonl; tools/cost.mjs judges it.
 */
type Dear = 'visits' | 'products' | 'worlds'

// On globalThis, because each file of a worker loads this module anew.
const worker = globalThis as { xunyunCounts?: Record<Dear, number>; xunyunCpu?: number }
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
  const cpu = Math.round((cpuOfTree() - (worker.xunyunCpu ?? 0)) * 10) / 10
  mkdirSync('.tmp', { recursive: true })
  appendFileSync('.tmp/cost.jsonl', `${JSON.stringify({ file, cpu, ...worker.xunyunCounts })}\n`)
}

/** Linux counts in hundredths of a second. */
const ticks = 100

/** CPU seconds of this process and of what it started: of the living, and of the ended that were waited for. 0 where there is no /proc. */
function cpuOfTree(): number {
  const processes = new Map<number, { parent: number; cpu: number }>()
  for (const name of directory('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
      // After the name, which may hold spaces: state, parent, … and from the twelfth on the times of itself and of its children.
      const fields = stat
        .slice(stat.lastIndexOf(')') + 2)
        .split(' ')
        .map(Number)
      const cpu = fields.slice(11, 15).reduce((sum, time) => sum + time, 0) / ticks
      processes.set(Number(name), { parent: fields[1] ?? 0, cpu })
    } catch {
      // It ended meanwhile.
    }
  }
  const isOurs = (pid: number): boolean => pid === process.pid || (pid > 1 && isOurs(processes.get(pid)?.parent ?? 0))
  let sum = 0
  for (const [pid, { cpu }] of processes) if (isOurs(pid)) sum += cpu
  return sum
}

function directory(path: string): string[] {
  try {
    return readdirSync(path)
  } catch {
    return []
  }
}
