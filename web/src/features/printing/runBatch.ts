import { confirmPrinted, nextOfBatch, type PrintPage, settleBatch } from '@xunyun/contract/printing/calls'
import type { PrintWay } from '@xunyun/contract/printing/papers'
import { api } from '../../shared/api/api.ts'
import { newKey } from '../../shared/api/encode.ts'

/** This window, to the server: sheets are handed out to one at a time. */
export const holder = newKey()

export type Progress = { readonly done: number; readonly total: number }
export type Doubt = { readonly from: number; readonly to: number }
export type Outcome =
  | { readonly end: 'done' | 'stopped' | 'paused' }
  /** Sheets were handed out, and nobody knows whether they came out: a person has to look. */
  | { readonly end: 'doubt'; readonly doubt: Doubt; readonly error?: Error }

type Options = {
  readonly id: number
  readonly print: (pages: readonly PrintPage[]) => Promise<void>
  readonly onProgress: (progress: Progress) => void
  /** Asked before each part. */
  readonly mayGoOn: () => boolean
  readonly take?: boolean
}

/** Sheets of one job of the print service. */
export const partSize = 20

/** Neighbours of the same size, in order: a job has one paper. */
export function bySize(pages: readonly PrintPage[]): PrintPage[][] {
  const parts: PrintPage[][] = []
  for (const page of pages) {
    const last = parts.at(-1)
    if (last?.[0]?.width === page.width && last[0].height === page.height) last.push(page)
    else parts.push([page])
  }
  return parts
}

/** Prints a batch part by part, each confirmed before the next is asked for, until it ends or has to be looked at. */
export async function runBatch({ id, print, onProgress, mayGoOn, take }: Options): Promise<Outcome> {
  let taking = take
  for (;;) {
    const part = await api(nextOfBatch, { id, holder, size: partSize, take: taking })
    taking = undefined
    onProgress(part)
    if (part.doubt) return { end: 'doubt', doubt: part.doubt }
    if (part.state !== 'open') return { end: part.state }
    const [first] = part.sheets
    const last = part.sheets.at(-1)
    if (!first || !last) return { end: 'paused' }
    try {
      for (const pages of bySize(part.sheets.flatMap((sheet) => sheet.pages))) await print(pages)
    } catch (error) {
      return { end: 'doubt', doubt: { from: first.seq, to: last.seq }, error: error as Error }
    }
    const said = await api(confirmPrinted, { id, holder, to: last.seq })
    onProgress(said)
    if (said.state !== 'open') return { end: said.state }
    if (!mayGoOn()) return { end: 'paused' }
  }
}

/** Every page of a batch at once, for the browser's own printing. */
export async function allPages(id: number, take = false): Promise<{ pages: PrintPage[]; doubt: Doubt | null }> {
  const pages: PrintPage[] = []
  for (let taking: boolean | undefined = take; ; taking = undefined) {
    const part = await api(nextOfBatch, { id, holder, size: 200, take: taking })
    if (part.doubt) return { pages: [], doubt: part.doubt }
    if (part.sheets.length === 0) return { pages, doubt: null }
    pages.push(...part.sheets.flatMap((sheet) => sheet.pages))
  }
}

export const confirmUpTo = (id: number, to: number) => api(confirmPrinted, { id, holder, to })
export const settleAt = (id: number, to: number, way?: PrintWay) => api(settleBatch, { id, holder, to, way })
/** Makes this window the one that prints the batch, without a sheet. */
export const takeHold = (id: number) => api(nextOfBatch, { id, holder, size: 0, take: undefined })
