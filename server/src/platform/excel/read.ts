import { Worker } from 'node:worker_threads'
import { isSmall } from '../memory.ts'
import { Turns } from '../turns.ts'
import { NotExcel, type NotExcelWhy, type ReadLimits, type Sheet } from './parse.ts'

export type Asked = { path: string; limits: ReadLimits }
export type Told = { sheet: Sheet } | { why: NotExcelWhy }

export type ThreadLimits = {
  /** Heap of the thread that reads, in MB. */
  megabytes: number
  /** Of reading alone; waiting for a turn is not counted. */
  seconds: number
}
const standard: ThreadLimits = { megabytes: 128, seconds: 60 }

const turns = new Turns(isSmall ? 1 : 2)

/**
 * The first visible sheet of a workbook, as `parseSheet` gives it. Read in a thread of its own with a limit of memory and
 * time, two at once: a file that is made to be slow or large costs its own refusal, and nobody waits for it.
 * Throws NotExcel.
 */
export async function readSheet(path: string, limits: ReadLimits, thread = standard): Promise<Sheet> {
  const told = await turns.run(() => inThread({ path, limits }, thread))
  if ('why' in told) throw new NotExcel(told.why)
  return told.sheet
}

/** Threads that have read well, kept for a while: a file is read once to be checked and once to be imported. */
const resting: Worker[] = []
const restMs = 10_000

function thread(limits: ThreadLimits): Worker {
  const rested = limits === standard ? resting.pop() : undefined
  if (rested !== undefined) {
    rested.ref()
    return rested
  }
  const worker = new Worker(new URL('./readThread.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: limits.megabytes, maxYoungGenerationSizeMb: 16 },
  })
  // One that fails while it rests is let go; nobody waits for it.
  worker.on('error', () => undefined).once('exit', () => letGo(worker))
  return worker
}

function letGo(worker: Worker): boolean {
  const at = resting.indexOf(worker)
  if (at >= 0) resting.splice(at, 1)
  return at >= 0
}

function rest(worker: Worker): void {
  resting.push(worker)
  worker.unref()
  setTimeout(() => {
    if (letGo(worker)) void worker.terminate()
  }, restMs).unref()
}

async function inThread(asked: Asked, limits: ThreadLimits): Promise<Told> {
  const worker = thread(limits)
  const { promise, resolve, reject } = Promise.withResolvers<Told>()
  const deadline = setTimeout(() => resolve({ why: 'tooLarge' }), limits.seconds * 1000)
  const failed = (error: NodeJS.ErrnoException) =>
    error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? resolve({ why: 'tooLarge' }) : reject(error)
  const ended = () => reject(new Error('the thread that reads a workbook ended without an answer'))
  worker.once('message', resolve).once('error', failed).once('exit', ended)
  worker.postMessage(asked)
  let told: Told | undefined
  try {
    told = await promise
    return told
  } finally {
    clearTimeout(deadline)
    worker.off('message', resolve).off('error', failed).off('exit', ended)
    // What a resting thread holds is missed where memory is small.
    if (told !== undefined && 'sheet' in told && limits === standard && !isSmall) rest(worker)
    else await worker.terminate()
  }
}
