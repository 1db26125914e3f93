import type { Language } from '@xunyun/contract/pages'
import type * as calls from '@xunyun/contract/statements/calls'
import { sql } from 'kysely'
import type { Asked } from '../../platform/act.ts'
import type { Actor } from '../../platform/actor.ts'
import { eachRecord } from '../../platform/batch.ts'
import { clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db.ts'
import { titled } from '../../platform/excel/list.ts'
import type { Files } from '../../platform/files.ts'
import type { Outbox } from '../../platform/outbox.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { DrawReport } from '../../platform/report.ts'
import { holdStated } from '../charges/index.ts'
import { endLink, makeLink } from './links.ts'
import { headOf, reportOfStatement, sheetFileName, sheetOfStatement, statedLines } from './sheet.ts'
import { lockStatements, moveStatement, refusalOf, type Statement, sumUp } from './store.ts'
import { outletsStatedBy, setDays, takeLines } from './take.ts'

/** 发送: from now on the lines are kept as they are, and what they state is held. */

export type SendDeps = {
  readonly files: Files
  readonly outbox: Outbox
  readonly origin: string
  readonly drawReport: DrawReport
}
type How = { readonly mailboxId?: number | undefined; readonly language?: Language | undefined }

const subject = titled(
  '对账单 {no}：{from} 至 {to}',
  'Statement {no}: {from} to {to}',
  'Estado de cuenta {no}: {from} a {to}',
  '請求明細書 {no}：{from}～{to}',
)
const text = titled(
  '{customer}：\n\n附件是 {from} 至 {to} 的对账单 {no}，期末余额 {closing} 元。\n请打开下面的链接核对，确认或逐行提出异议（30 天内有效，答复一次）：\n{link}\n\n{by}',
  'Dear {customer},\n\nattached is statement {no} for {from} to {to}; the closing balance is {closing} CNY.\nPlease open this link to check it, and confirm it or dispute lines (30 days, one answer):\n{link}\n\n{by}',
  '{customer}:\n\nAdjuntamos el estado de cuenta {no} de {from} a {to}; saldo final {closing} CNY.\nAbra este enlace para revisarlo y dar su conformidad o señalar reparos por línea (30 días, una respuesta):\n{link}\n\n{by}',
  '{customer} 御中\n\n{from}～{to} の請求明細書 {no} を添付します。期末残高は {closing} 元です。\n次のリンクを開いて内容をご確認のうえ、確認または行ごとの異議をご回答ください（30 日間有効、回答は一回）：\n{link}\n\n{by}',
)
const fill = (template: string, values: Readonly<Record<string, string>>): string =>
  template.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')

/** `deps`: what mails are made with; null where nothing is mailed. */
export async function sendStatements(
  asked: Asked,
  deps: SendDeps | null,
  { ids, ...how }: { ids: number[] } & How,
): ReturnType<import('../../platform/act.ts').Act<typeof calls.sendStatements>> {
  const { tx, actor } = asked
  if (how.mailboxId !== undefined) await deps?.outbox.requireMailbox(tx, how.mailboxId)
  return eachRecord(
    asked,
    ids,
    {
      lock: lockStatements,
      no: ({ no }) => no,
      may: (statement) => refusalOf(actor, 'send', statement),
    },
    (statement) => sendOne(tx, actor, deps, statement, how),
  )
}

/** A draft is taken anew, for charges may have changed since it was made; afterwards nothing is taken away. */
async function sendOne(tx: Tx, actor: Actor, deps: SendDeps | null, statement: Statement, how: How): Promise<void> {
  const { id } = statement
  if (statement.state === 'draft') {
    const lines = await takeLines(tx, id, { ...statement, outletIds: await outletsStatedBy(tx, statement.outletId) })
    if (lines === 0) throw new Refusal('statements.nothing', { day: statement.toDay })
    await setDays(tx, id, (await isFirst(tx, id)) ? null : statement.fromDay)
    await holdStated(tx, id)
  }
  const closing = await sumUp(tx, id)
  const sending = statement.sendings + 1
  await sql`update statement_line set sending = ${sending} where statement_id = ${id} and sending is null`.execute(tx)
  await endLink(tx, id, 'replaced')
  const mailId =
    how.mailboxId === undefined || deps === null
      ? null
      : await mail(tx, actor, deps, statement, how.mailboxId, how.language)
  await sql`insert into statement_sending (statement_id, sending, charges, adjustments, received, closing, mail_id, sent_at, sent_by)
    -- unscoped: the caller has locked it
    select id, ${sending}, charges, adjustments, received, closing, ${mailId}::bigint, ${clock.iso()}, ${actor.userId} from statement where id = ${id}`.execute(
    tx,
  )
  await moveStatement(
    tx,
    actor,
    statement,
    {
      state: 'sent',
      sendings: sending,
      sent_at: clock.iso(),
      sent_by: actor.userId,
      answer: null,
      answered_at: null,
      answered_by: null,
      caller: null,
      remark: null,
    },
    mailId === null ? 'sent' : 'mailed',
    { closing },
  )
}

/** Nothing was stated before: its period begins with its first line. */
async function isFirst(tx: Tx, id: number): Promise<boolean> {
  // unscoped: the caller has locked it
  const { rows } = await sql`select from statement where carried_to = ${id} limit 1`.execute(tx)
  return rows.length === 0
}

async function mail(
  tx: Tx,
  actor: Actor,
  { files, outbox, origin, drawReport }: SendDeps,
  { id, no, companyId }: Statement,
  mailboxId: number,
  language: Language = 'zh',
): Promise<number> {
  const head = await headOf(tx, id)
  // unscoped: of a statement that was found in scope
  const found = await sql<{ email: string | null }>`select email from company where id = ${companyId}`.execute(tx)
  const email = found.rows[0]?.email
  if (!email) throw new Refusal('statements.noMail', { company: head.companyName })
  const link = await makeLink(tx, actor, id)
  const values = {
    customer: head.companyName,
    no,
    from: head.fromDay,
    to: head.toDay,
    closing: head.closing.replace(/\B(?=(\d{3})+\.)/g, ','),
    link: `${origin}${link.path}`,
    by: head.outletName,
  }
  const lines = await statedLines(tx, id)
  const name = sheetFileName(head)
  const excel = await files.storeStream(tx, actor, `${name}.xlsx`, sheetOfStatement(head, lines, language))
  const report = reportOfStatement(head, lines, language)
  const pdf = await files.storeStream(tx, actor, `${name}.pdf`, drawReport(report))
  const fileIds = [excel.FileID, pdf.FileID]
  await files.link(tx, actor, 'statement', id, fileIds, true)
  return outbox.write(tx, actor, {
    mailboxId,
    to: [email],
    subject: fill(subject[language], values),
    text: fill(text[language], values),
    fileIds,
    kind: 'statement',
    about: { entity: 'company', id: companyId, name: head.companyName },
  })
}
