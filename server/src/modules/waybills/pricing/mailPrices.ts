import type { Input, Output } from '@xunyun/contract/kernel/call'
import { groupedDecimal, sumDecimals } from '@xunyun/contract/kernel/decimal'
import type { WaybillRow } from '@xunyun/contract/waybills/calls'
import type * as calls from '@xunyun/contract/waybills/charges'
import type { Act } from '../../../platform/act.ts'
import { type Actor, everywhere } from '../../../platform/actor.ts'
import type { Tx } from '../../../platform/db.ts'
import { cellsOf, exportPageSize, sheetOf, titled } from '../../../platform/excel/list.ts'
import type { Files } from '../../../platform/files.ts'
import type { LeftMail, Outbox } from '../../../platform/outbox.ts'
import { notFound, Refusal } from '../../../platform/refusal.ts'
import { scoped } from '../../../platform/scope.ts'
import { actorOfUser } from '../../../platform/session.ts'
import { markMailed } from './answers.ts'
import { pageOfSheet, sheetColumns, sheetName } from './sheet.ts'

/** 发客户 by mail (RT-16/wayBillList): the sheet of prices goes into the outbox (RT-12/mailInfo). */

/** What kind of mail it is. */
const kind = 'priceSheet'

const subject = titled(
  '运费确认单：{customer}，{count} 票',
  'Freight to confirm: {customer}, {count} waybills',
  'Fletes por confirmar: {customer}, {count} guías',
  '運賃確認書：{customer} 様、{count} 件',
)
const text = titled(
  '{customer}：\n\n附件是 {count} 票运单的运费确认单，合计 {amount} 元。\n请在“答复”列填同意或不同意，不同意的在“意见”列写明原因，填好后把表发回来。\n\n{by}',
  'Dear {customer},\n\nattached is the freight of {count} waybills, {amount} CNY in all.\nPlease write “agreed” or “disputed” in the column “Answer”, and the reason of a dispute in “Remark”, and send the sheet back.\n\n{by}',
  '{customer}:\n\nAdjuntamos los fletes de {count} guías, {amount} CNY en total.\nEscriba «de acuerdo» o «rechazo» en la columna «Respuesta», el motivo del rechazo en «Observación», y devuelva la hoja.\n\n{by}',
  '{customer} 御中\n\n{count} 件の運賃確認書を添付します。合計 {amount} 元です。\n「回答」欄に「同意」または「異議」、異議の場合は「意見」欄に理由をご記入のうえ、ご返送ください。\n\n{by}',
)

const fill = (template: string, values: Readonly<Record<string, string>>): string =>
  template.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')

/** 12345.60 → 12,345.60 */

async function customerNamed(tx: Tx, actor: Actor, id: number) {
  const found = await scoped(tx, actor, 'company')
    .select(['name', 'email'])
    .where('id', '=', id)
    .where('is_deleted', '=', false)
    .executeTakeFirst()
  if (found === undefined) throw notFound()
  return found
}

/** The rows of the sheet: what was asked for, in scope, and waits for the customer's word. */
async function rowsOf(tx: Tx, actor: Actor, asked: { customerId: number; ids: readonly number[] }) {
  const rows: WaybillRow[] = []
  let after: string | undefined
  do {
    const page = await pageOfSheet(tx, actor, asked, { pageSize: exportPageSize, after })
    rows.push(...page.rows)
    after = page.next ?? undefined
  } while (after !== undefined)
  if (rows.length === 0) throw new Refusal('waybills.noPriceToSend')
  return rows
}

/** Where the customer's last mail went. */
async function lastRecipients(tx: Tx, customerId: number): Promise<string[]> {
  const last = await tx
    .selectFrom('mail')
    .select('recipients')
    .where('entity', '=', 'company')
    .where('entity_id', '=', customerId)
    .where('state', '=', 'sent')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.recipients ?? []
}

/** What a mail begins with; the person changes it as he likes. */
export async function beginMail(
  tx: Tx,
  actor: Actor,
  outbox: Outbox,
  { customerId, ids, language }: Input<typeof calls.previewPriceMail>,
): Promise<Output<typeof calls.previewPriceMail>> {
  const customer = await customerNamed(tx, actor, customerId)
  const rows = await rowsOf(tx, actor, { customerId, ids })
  const amount = sumDecimals(
    rows.map(({ receivable }) => receivable ?? '0'),
    2,
  )
  const values = { customer: customer.name, count: String(rows.length), amount: groupedDecimal(amount), by: actor.name }
  return {
    mailboxes: await outbox.mailboxes(tx),
    to: customer.email ? [customer.email] : await lastRecipients(tx, customerId),
    subject: fill(subject[language], values),
    text: fill(text[language], values),
  }
}

/** Makes the sheet and hands the mail to the outbox. */
export const mailPrices =
  ({ files, outbox }: { files: Files; outbox: Outbox }): Act<typeof calls.mailPrices> =>
  async ({ tx, actor }, input) => {
    await outbox.requireMailbox(tx, input.mailboxId)
    const customer = await customerNamed(tx, actor, input.customerId)
    const rows = await rowsOf(tx, actor, input)
    const reader = { ...actor, language: input.language }
    const name = sheetName[input.language]
    const cells = rows.map((row) => cellsOf(sheetColumns, row, reader))
    async function* batches() {
      yield cells
    }
    const file = await files.storeStream(
      tx,
      actor,
      `${name}-${customer.name}.xlsx`,
      sheetOf(name, sheetColumns, reader, batches()),
    )
    const mailId = await outbox.write(tx, actor, {
      mailboxId: input.mailboxId,
      to: input.to,
      cc: input.cc ?? [],
      subject: input.subject,
      text: input.text,
      fileIds: [file.FileID],
      kind,
      about: { entity: 'company', id: input.customerId, name: customer.name },
      detail: { prices: rows.map(({ id, receivable }) => [id, receivable]) },
    })
    return { mailId, count: rows.length }
  }

/** Prices are sent when a mail server took the mail, not when it was written: it may wait for hours, or never leave. */
export const listenToOutbox = (outbox: Outbox): void =>
  outbox.onLeft(kind, async (tx: Tx, { createdBy, detail }: LeftMail) => {
    const actor = await actorOfUser(tx, createdBy, 'zh')
    // Who wrote it may have left, or see less by now: it was his when he wrote it.
    if (actor !== undefined) await markMailed(tx, everywhere(actor), detail.prices as [number, string][])
  })
