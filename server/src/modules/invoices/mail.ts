import type * as calls from '@xunyun/contract/invoices/calls'
import type { Input, Output } from '@xunyun/contract/kernel/call'
import { sql } from 'kysely'
import type { Act } from '../../platform/act.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import { titled } from '../../platform/excel/list.ts'
import type { Files } from '../../platform/files.ts'
import { recordHistory } from '../../platform/history.ts'
import type { Outbox } from '../../platform/outbox.ts'
import { notFound } from '../../platform/refusal.ts'
import type { DrawReport } from '../../platform/report.ts'
import { reportOfList, sheetOfList } from './list.ts'
import { type LockedInvoice, lockInvoices, refusalOf } from './store.ts'

/** 发邮件: an issued invoice with its files goes to the customer by the outbox (RT-12/mailInfo). */

const subject = titled('发票 {no}：{title}', 'Invoice {no}: {title}', 'Factura {no}: {title}', '発票 {no}：{title}')
const text = titled(
  '{title}：\n\n附件是发票 {no}，{day} 开具，价税合计 {gross} 元。请查收。\n\n{by}',
  'To {title}:\n\nattached is invoice {no} of {day}, {gross} CNY with tax.\n\n{by}',
  'A {title}:\n\nAdjuntamos la factura {no} del {day}, {gross} CNY con impuestos.\n\n{by}',
  '{title} 御中\n\n{day} 付の発票 {no}（税込 {gross} 元）を添付します。ご査収ください。\n\n{by}',
)
const fill = (template: string, values: Readonly<Record<string, string>>): string =>
  template.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')

type MailDeps = { readonly files: Files; readonly outbox: Outbox; readonly drawReport: DrawReport }

async function issued(tx: Tx, actor: Actor, id: number): Promise<LockedInvoice> {
  const invoice = (await lockInvoices(tx, actor, [id])).get(id)
  if (invoice === undefined) throw notFound()
  const refusal = refusalOf(actor, 'mail', invoice)
  if (refusal !== undefined) throw refusal
  return invoice
}

/** 附清单: the list that it is made of goes with it, drawn and to reckon with. */
async function listsOf(
  tx: Tx,
  actor: Actor,
  { files, drawReport }: Pick<MailDeps, 'files' | 'drawReport'>,
  { id, with_list }: LockedInvoice,
): Promise<number[]> {
  if (!with_list) return []
  const report = await reportOfList(tx, actor, files, id)
  const pdf = await files.storeStream(tx, actor, `${report.title}.pdf`, drawReport(report))
  const excel = await files.storeStream(tx, actor, `${report.title}.xlsx`, await sheetOfList(tx, actor, files, id))
  return [pdf.FileID, excel.FileID]
}

export async function beginMail(
  tx: Tx,
  actor: Actor,
  { files, outbox }: Pick<MailDeps, 'files' | 'outbox'>,
  { id }: Input<typeof calls.previewInvoiceMail>,
): Promise<Output<typeof calls.previewInvoiceMail>> {
  const invoice = await issued(tx, actor, id)
  const values = {
    no: invoice.invoice_no ?? '',
    title: invoice.title,
    day: invoice.issued_on ?? '',
    gross: invoice.gross,
    by: actor.name,
  }
  return {
    mailboxes: (await outbox.mailboxes(tx)).map(({ id, name, sender }) => ({ id, name, sender })),
    to: invoice.email === null ? [] : [invoice.email],
    subject: fill(subject[actor.language], values),
    text: fill(text[actor.language], values),
    files: (await files.of(tx, 'invoice', id)).length + (invoice.with_list ? 2 : 0),
  }
}

export const mailInvoice =
  ({ files, outbox, drawReport }: MailDeps): Act<typeof calls.mailInvoice> =>
  async ({ tx, actor }, { id, mailboxId, to, cc, subject, text }) => {
    await outbox.requireMailbox(tx, mailboxId)
    const invoice = await issued(tx, actor, id)
    const mailId = await outbox.write(tx, actor, {
      mailboxId,
      to,
      cc: cc ?? [],
      subject,
      text,
      fileIds: await listsOf(tx, actor, { files, drawReport }, invoice),
      kind: 'invoice',
      about: { entity: 'invoice', id, name: invoice.no },
    })
    await files.share(tx, { entity: 'invoice', id }, { entity: 'mail', id: mailId })
    await recordHistory(tx, actor, 'invoice', id, 'mailed', [{ field: 'email', from: null, to: to.join(', ') }])
    return { mailId }
  }

/** Adds what came later: the PDF, the OFD. */
export const addInvoiceFiles =
  (files: Files): Act<typeof calls.addInvoiceFiles> =>
  async ({ tx, actor }, { id, fileIds }) => {
    const invoice = (await lockInvoices(tx, actor, [id])).get(id)
    if (invoice === undefined) throw notFound()
    const refusal = refusalOf(actor, 'addFiles', invoice)
    if (refusal !== undefined) throw refusal
    await files.link(tx, actor, 'invoice', id, fileIds)
    const { rows } = await sql<{ names: string }>`
      select string_agg(name, ', ' order by id) as names from stored_file where id = any(${[...fileIds]}::bigint[])`.execute(
      tx,
    )
    await recordHistory(tx, actor, 'invoice', id, 'filesAdded', [
      { field: 'files', from: null, to: rows[0]?.names ?? '' },
    ])
    return {}
  }
