import type { PrintPage } from '@xunyun/contract/printing/calls'
import type { Layout } from '@xunyun/contract/printing/layout'
import { isReceiptList, isWarehouseType, type PrintType, piecedTypes } from '@xunyun/contract/printing/papers'
import type { Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import { notFound } from '../../platform/refusal.ts'
import type { Page } from './engine/marks.ts'
import { pagesOf } from './engine/pages.ts'
import { toSvg } from './engine/svg.ts'
import { agreementPapers } from './queries.agreement.ts'
import { handoverPapers } from './queries.handover.ts'
import { type Papers, waybillPapers } from './queries.papers.ts'
import { receiptLists } from './queries.receipts.ts'
import { chooser } from './queries.templates.ts'
import { tripPapers } from './queries.trips.ts'
import { latestPrintable, printables } from './queries.ts'
import { warehousePapers } from './queries.warehouse.ts'

/** Documents on their pages. */

export const papersOf = (
  tx: Tx,
  actor: Actor,
  type: PrintType,
  ids: readonly number[],
  origin: string,
): Promise<Papers> => {
  if (isWarehouseType(type)) return warehousePapers(tx, actor, type, ids)
  if (type === 'loading') return tripPapers(tx, actor, ids)
  if (type === 'agreement') return agreementPapers(tx, actor, ids)
  if (isReceiptList(type)) return receiptLists(tx, actor, type, ids)
  return type === 'handover' ? handoverPapers(tx, actor, ids) : waybillPapers(tx, actor, type, ids, origin)
}

export const asSvg = (page: Page): PrintPage => ({ width: page.width, height: page.height, svg: toSvg(page) })

const previewedPages = 5

/** One document as it would come out now. */
export async function preview(
  tx: Tx,
  actor: Actor,
  input: { type: PrintType; id: number; template?: string | undefined; piece?: number | undefined },
  origin: string,
): Promise<{ template: string; pages: PrintPage[]; pageCount: number }> {
  const record = (await printables(tx, actor, input.type, [input.id])).get(input.id)
  if (record === undefined) throw notFound()
  const { ref, layout } = (await chooser(tx, actor, input.type, input.template))(record.customerId)
  const papers = await papersOf(tx, actor, input.type, [input.id], origin)
  const piece = piecedTypes.includes(input.type) ? Math.min(input.piece ?? 1, Math.max(1, record.pieces)) : 0
  const paper = papers({ id: input.id, piece, reprint: record.count }, layout.language)
  if (paper === undefined) throw notFound()
  const pages = pagesOf(layout, paper)
  return { template: ref, pages: pages.slice(0, previewedPages).map(asSvg), pageCount: pages.length }
}

/** A layout that nobody has saved, with a document of one's choice or the latest one. */
export async function previewUnsaved(
  tx: Tx,
  actor: Actor,
  input: { type: PrintType; layout: Layout; id?: number | undefined },
  origin: string,
): Promise<{ pages: PrintPage[]; pageCount: number; no: string }> {
  const id = input.id ?? (await latestPrintable(tx, actor, input.type))
  if (id === undefined) throw notFound()
  const papers = await papersOf(tx, actor, input.type, [id], origin)
  const paper = papers({ id, piece: piecedTypes.includes(input.type) ? 1 : 0, reprint: 0 }, input.layout.language)
  if (paper === undefined) throw notFound()
  const pages = pagesOf(input.layout, paper)
  return { pages: pages.slice(0, previewedPages).map(asSvg), pageCount: pages.length, no: paper.no }
}
