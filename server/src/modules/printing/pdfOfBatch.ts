import { type PrintType, printTypeTitles } from '@xunyun/contract/printing/papers'
import type { FastifyReply } from 'fastify'
import type { Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import { notFound } from '../../platform/refusal.ts'
import { sendPdf } from '../../platform/report.ts'
import type { Page } from './engine/marks.ts'
import { toPdf } from './engine/pdf.ts'
import { drawSheets, type Sheet } from './sheets.ts'

const atOnce = 200

/** The sheets of a batch of one's own that are left, of one that is over all, as one file, read and drawn part by part while it is sent. */
export async function sendBatchPdf(
  tx: Tx,
  actor: Actor,
  reply: FastifyReply,
  id: number,
  origin: string,
): Promise<FastifyReply> {
  const batch = await tx
    .selectFrom('print_batch')
    .select(['id', 'type', 'state', 'template', 'first_no', 'documents'])
    .where('id', '=', id)
    .where('created_by', '=', actor.userId)
    .executeTakeFirst()
  if (batch === undefined) throw notFound()
  const type = batch.type as PrintType
  const part = async (after: number): Promise<{ last: number; pages: Page[] }> => {
    const sheets: Sheet[] = await tx
      .selectFrom('print_sheet')
      .select(['seq', 'record_id as id', 'piece', 'reprint'])
      .where('batch_id', '=', id)
      .where('seq', '>', after)
      // What came out already is not printed a second time.
      .$if(batch.state === 'open', (sheets) => sheets.where('printed_at', 'is', null))
      .orderBy('seq')
      .limit(atOnce)
      .execute()
    const drawn = await drawSheets(tx, actor, { type, template: batch.template }, sheets, origin)
    return { last: sheets.at(-1)?.seq ?? -1, pages: drawn.flatMap(({ pages }) => pages) }
  }
  // The first part is drawn before the answer begins, so that a refusal is still an envelope.
  const first = await part(0)
  async function* pages() {
    let { last, pages } = first
    while (last >= 0) {
      yield* pages
      ;({ last, pages } = await part(last))
    }
  }
  const title = `${printTypeTitles[type][actor.language]} ${batch.first_no}`
  const name = batch.documents === 1 ? title : `${title} +${batch.documents - 1}`
  return sendPdf(reply, name, toPdf(name, pages()))
}
