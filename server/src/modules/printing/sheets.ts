import type { Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import { notFound } from '../../platform/refusal.ts'
import type { Batch } from './batch.ts'
import { papersOf } from './draw.ts'
import type { Page } from './engine/marks.ts'
import { pagesOf } from './engine/pages.ts'
import { chooser } from './queries.templates.ts'
import { printables } from './queries.ts'

export type Sheet = { readonly seq: number; readonly id: number; readonly piece: number; readonly reprint: number }
export type Drawn = { readonly seq: number; readonly no: string; readonly pages: readonly Page[] }

/** Sheets of a batch, drawn in their order; a few reads however many they are. Nothing is drawn that may not be seen now. */
export async function drawSheets(
  tx: Tx,
  actor: Actor,
  batch: Pick<Batch, 'type' | 'template'>,
  sheets: readonly Sheet[],
  origin: string,
): Promise<Drawn[]> {
  if (sheets.length === 0) return []
  const ids = [...new Set(sheets.map(({ id }) => id))]
  const records = await printables(tx, actor, batch.type, ids)
  const papers = await papersOf(tx, actor, batch.type, ids, origin)
  const choose = await chooser(tx, actor, batch.type, batch.template)
  return sheets.map((sheet) => {
    const record = records.get(sheet.id)
    if (record === undefined) throw notFound()
    const { layout } = choose(record.customerId)
    const paper = papers(sheet, layout.language)
    if (paper === undefined) throw notFound()
    return { seq: sheet.seq, no: paper.no, pages: pagesOf(layout, paper) }
  })
}
