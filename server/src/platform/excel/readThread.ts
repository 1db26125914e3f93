import { parentPort } from 'node:worker_threads'
import { NotExcel, parseSheet } from './parse.ts'
import type { Asked, Told } from './read.ts'

parentPort?.on('message', async ({ path, limits }: Asked) => {
  const told = await parseSheet(path, limits).then(
    (sheet): Told => ({ sheet }),
    (error: unknown): Told => ({ why: error instanceof NotExcel ? error.why : 'notExcel' }),
  )
  parentPort?.postMessage(told)
})
