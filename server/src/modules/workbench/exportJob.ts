import { createReadStream } from 'node:fs'
import { mkdir, open, rm, stat, truncate } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { filterOf, recordAccess } from '../../platform/accessLog.ts'
import { type Actor, requireCall } from '../../platform/actor.ts'
import type { Exports, Offered } from '../../platform/excel/exports.ts'
import { cellsOf, chosenColumns, exportPageSize, sheetOf } from '../../platform/excel/list.ts'
import type { Files } from '../../platform/files.ts'
import { checkedInput } from '../../platform/http/binder.ts'
import type { JobKind, JobResult, Work } from '../../platform/longWork.ts'
import { Refusal } from '../../platform/refusal.ts'

export type ExportInput = { readonly path: string; readonly input: Readonly<Record<string, unknown>> }
/** How far the rows are on disk: rows, bytes, and the list's own cursor. */
type Cursor = { readonly rows: number; readonly bytes: number; readonly after: string | null }

/** Excel's own limit, the header taken off. */
const mostRows = 1_048_575
const reportEveryMs = 500

/** The list behind an export call, if this actor may export it; what it was asked is checked as the call would. */
export function checkedExport(exports: Exports, actor: Actor, asked: ExportInput): { list: Offered; input: unknown } {
  const list = exports.of(asked.path)
  if (list === undefined) throw new Refusal('workbench.noSuchExport')
  requireCall(actor, list.call)
  return { list, input: checkedInput(list.call, asked.input) }
}

/**
 * Writes a list's file in the background. The rows go to disk page by page, so that a stopped or broken job goes on
 * behind the last page that is whole; the sheet is made of them at the end.
 */
export const exportJob =
  (deps: { exports: Exports; files: Files; dataDir: string }): JobKind =>
  async (work: Work): Promise<JobResult> => {
    const { actor } = work
    const { list, input } = checkedExport(deps.exports, actor, work.input as ExportInput)
    const name = list.list.name(actor, input as never)
    const columns = chosenColumns(
      list.list.columns(actor, input as never),
      (input as { columns?: readonly string[] }).columns,
    )
    const folder = path.join(deps.dataDir, 'jobs')
    const file = path.join(folder, `${work.jobId}.rows`)
    await mkdir(folder, { recursive: true })
    let cursor = await beginning(file, work.cursor as Cursor | null)
    const out = await open(file, 'a')
    let reported = Number.NEGATIVE_INFINITY
    try {
      for (;;) {
        if (cursor.rows > 0 && cursor.after === null) break
        const { rows, next } = await list.list.page(work.db, actor, input as never, {
          pageSize: exportPageSize,
          after: cursor.after ?? undefined,
        })
        const text = rows.map((row) => `${JSON.stringify(cellsOf(columns, row, actor))}\n`).join('')
        await out.appendFile(text)
        cursor = { rows: cursor.rows + rows.length, bytes: cursor.bytes + Buffer.byteLength(text), after: next }
        if (cursor.rows > mostRows) throw new Refusal('workbench.tooManyRows', { max: mostRows })
        if (next === null || performance.now() - reported > reportEveryMs) {
          await out.datasync()
          await work.report({ done: cursor.rows, cursor })
          reported = performance.now()
        }
        if (next === null) break
      }
    } finally {
      await out.close()
    }
    const stored = await deps.files.storeStream(
      work.db,
      actor,
      `${name}.xlsx`,
      sheetOf(name, columns, actor, rowsIn(file)),
    )
    await rm(file, { force: true })
    const detail = { what: name, call: list.call.path, filter: filterOf(input), rows: cursor.rows }
    await recordAccess(work.db, { kind: 'export', who: actor, detail })
    return { fileId: stored.FileID, link: stored.Url }
  }

/** What is behind the last report may be half a page: it is cut off and read anew. */
async function beginning(file: string, cursor: Cursor | null): Promise<Cursor> {
  const size = (await stat(file).catch(() => undefined))?.size ?? 0
  if (cursor === null || size < cursor.bytes) {
    await rm(file, { force: true })
    return { rows: 0, bytes: 0, after: null }
  }
  await truncate(file, cursor.bytes)
  return cursor
}

async function* rowsIn(file: string): AsyncGenerator<unknown[][]> {
  let batch: unknown[][] = []
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })) {
    batch.push(JSON.parse(line) as unknown[])
    if (batch.length < exportPageSize) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
