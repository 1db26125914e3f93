import type { Language } from '@xunyun/contract/pages'
import { longestDispute, type StatementState } from '@xunyun/contract/statements/states'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { sql } from 'kysely'
import { clock } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/db.ts'
import { sendExcel } from '../../platform/excel/write.ts'
import { languageOf } from '../../platform/http/request.ts'
import { type DrawReport, sendPdf } from '../../platform/report.ts'
import { markSeen, type SeenId } from '../../platform/scope.ts'
import { recordAnswer } from './answer.ts'
import { mostShown, type Notice, noticePage, statementPage, type Typed } from './html.ts'
import { hashOf } from './links.ts'
import { reportOfStatement, sentHeadOf, sheetFileName, sheetOfStatement, statedLines } from './sheet.ts'

/**
 * The page behind a link (M55): whoever holds it reads this statement and answers it once. It knows no account, needs no script, and what it
 * says of a link that is not live is that, and nothing of the statement's money.
 */

type Found = {
  readonly id: number
  readonly no: string
  readonly state: StatementState
  readonly sendings: number
  readonly companyName: string
  readonly expiresAt: string
  readonly endedAt: string | null
  readonly endedAs: 'replaced' | 'answered' | 'void' | null
  readonly isOld: boolean
  readonly answer: 'confirmed' | 'disputed' | null
  readonly answeredAt: string | null
  /** The customer's own. */
  readonly remark: string | null
}
type Live = Omit<Found, 'id'> & { readonly id: SeenId }
type Ended = {
  readonly notice: Notice
  readonly values: Readonly<Record<string, string>>
  /** It takes no answer, but may be read. */
  readonly read?: Live
}

/** Locked for whoever answers: of two at once the second reads that it was answered. */
async function find(tx: Tx, token: string, lock: boolean): Promise<Live | Ended> {
  const { rows } = await sql<Found>`
    -- unscoped: whoever holds the link may read what it leads to
    select s.id, s.no, s.state, s.sendings, k.name as "companyName", i.expires_at as "expiresAt", i.ended_at as "endedAt", i.ended_as as "endedAs",
      s.state = 'sent' or exists (select from statement_link newer where newer.statement_id = s.id and newer.id > i.id)
        or i.ended_at < s.sent_at as "isOld",
      s.answer, s.answered_at as "answeredAt", case when s.answered_by is null then s.remark end as remark
    from statement_link i join statement s on s.id = i.statement_id join company k on k.id = s.company_id
    where i.token_hash = ${hashOf(token)} ${lock ? sql`for update of i, s` : sql``}`.execute(tx)
  const [row] = rows
  if (row === undefined) return { notice: 'unknown', values: {} }
  const values = { no: row.no, day: row.endedAt === null ? '' : dayOf(row.endedAt) }
  // Answered, and sent again since: what it was answered with is not what holds now.
  if (row.endedAs === 'answered' && row.isOld) return { notice: 'replaced', values }
  if (row.endedAs === 'answered' && row.state === 'void') return { notice: 'void', values }
  const isExpired = new Date(row.expiresAt).getTime() <= clock.ms()
  if (row.endedAs === 'answered' && !isExpired) return { notice: 'answered', values, read: markSeen(row) }
  if (row.endedAs !== null) return { notice: row.endedAs, values }
  if (isExpired) return { notice: 'expired', values }
  if (row.state !== 'sent') return { notice: 'answered', values }
  return markSeen(row)
}
const isEnded = (found: Live | Ended): found is Ended => 'notice' in found
const dayOf = (at: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short' }).format(new Date(at))
const timeOf = (at: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short', timeStyle: 'short' }).format(
    new Date(at),
  )
/** What may be read behind the link, answered or not. */
const readable = (found: Live | Ended): Live | undefined => (isEnded(found) ? found.read : found)

type Page = { readonly status: number; readonly html: string }
const statusOf: Partial<Record<Notice, number>> = { unknown: 404, confirmed: 200, disputed: 200 }
const sayNotice = (language: Language, { notice, values }: Ended): Page => ({
  status: statusOf[notice] ?? 410,
  html: noticePage(language, notice, values),
})

async function show(db: Db, token: string, language: Language): Promise<Page> {
  const found = await find(db, token, false)
  const read = readable(found)
  return read === undefined ? sayNotice(language, found as Ended) : showLive(db, read, token, language)
}

/** The statement; with what was typed, where that is no answer yet, or with what it was answered with. */
async function showLive(db: Tx, found: Live, token: string, language: Language, typed?: Typed): Promise<Page> {
  const head = await sentHeadOf(db, found.id)
  const lines = await statedLines(db, found.id, { most: mostShown, sent: true })
  const counted = await sql<{ count: number }>`
    -- unscoped: of the statement behind the link
    select count(*)::int as count from statement_line where statement_id = ${found.id} and sending is not null`.execute(
    db,
  )
  const count = counted.rows[0]?.count ?? 0
  const { answer: state, answeredAt, remark } = found
  const answered = state === null || answeredAt === null ? undefined : { state, at: timeOf(answeredAt), remark }
  return {
    status: typed ? 422 : 200,
    html: statementPage(language, { head, lines, count, expires: dayOf(found.expiresAt), token, typed, answered }),
  }
}

const said = (value: unknown): string =>
  typeof value === 'string' ? [...value.replace(/[\p{Cc}\p{Cs}]/gu, ' ').trim()].slice(0, longestDispute).join('') : ''

/** 确认, or 有异议 with what is said of lines and of the whole. */
async function answer(
  db: Db,
  token: string,
  body: Readonly<Record<string, unknown>>,
  language: Language,
): Promise<Page> {
  return db.transaction().execute(async (tx) => {
    const found = await find(tx, token, true)
    if (isEnded(found)) return sayNotice(language, found)
    const remark = said(body.remark) || null
    const disputes = Object.entries(body).flatMap(([name, value]) =>
      /^d\d{1,15}$/.test(name) && said(value) !== '' ? [{ lineId: Number(name.slice(1)), dispute: said(value) }] : [],
    )
    const isDispute = body.answer !== 'confirmed'
    // A remark beside a line is a dispute, whichever button is pressed: confirmed, it would be lost.
    const isMeantOtherwise = isDispute ? disputes.length === 0 && remark === null : disputes.length > 0
    if (isMeantOtherwise)
      return showLive(tx, found, token, language, {
        objection: isDispute ? 'empty' : 'remarked',
        disputes: new Map(disputes.map(({ lineId, dispute }) => [lineId, dispute])),
        remark: remark ?? '',
      })
    const state = isDispute ? 'disputed' : 'confirmed'
    await recordAnswer(tx, { userId: null, name: found.companyName }, found, { state, disputes, remark })
    return sayNotice(language, { notice: state, values: { no: found.no } })
  })
}

/** Bound where the app is made, beside its API. */
export function serveStatements(app: FastifyInstance, db: Db, drawReport: DrawReport, perMinute: number): void {
  const options = {
    bodyLimit: 2 * 1024 * 1024,
    config: { rateLimit: { max: Math.ceil(perMinute / 100), timeWindow: 60_000 } },
  }
  const send = (reply: FastifyReply, { status, html }: Page) =>
    reply.code(status).type('text/html; charset=utf-8').header('cache-control', 'no-store').send(html)
  type Params = { Params: { token: string } }
  app.get<Params>('/statement/:token', options, async (request, reply) =>
    send(reply, await show(db, request.params.token, languageOf(request, 'zh'))),
  )
  app.post<Params>('/statement/:token', options, async (request, reply) => {
    const body = request.body
    const fields = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
    return send(reply, await answer(db, request.params.token, fields, languageOf(request, 'zh')))
  })
  for (const kind of ['excel', 'pdf'] as const)
    app.get<Params>(`/statement/:token/${kind}`, options, async (request, reply) => {
      const language = languageOf(request, 'zh')
      const found = await find(db, request.params.token, false)
      const read = readable(found)
      if (read === undefined) return send(reply, sayNotice(language, found as Ended))
      const head = await sentHeadOf(db, read.id)
      const lines = await statedLines(db, read.id, { sent: true })
      const name = sheetFileName(head)
      reply.header('cache-control', 'no-store')
      return kind === 'excel'
        ? sendExcel(reply, name, sheetOfStatement(head, lines, language))
        : sendPdf(reply, name, drawReport(reportOfStatement(head, lines, language)))
    })
}
