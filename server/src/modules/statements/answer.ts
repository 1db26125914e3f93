import { pageOf } from '@xunyun/contract/pages'
import type * as calls from '@xunyun/contract/statements/calls'
import { sql } from 'kysely'
import type { Act } from '../../platform/act.ts'
import type { Actor } from '../../platform/actor.ts'
import { clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db.ts'
import type { Files } from '../../platform/files.ts'
import { notify } from '../../platform/notify.ts'
import { badField, notFound, refuseFields } from '../../platform/refusal.ts'
import type { SeenId } from '../../platform/scope.ts'
import { refuseStale } from '../../platform/version.ts'
import { endLink } from './links.ts'
import { type By, lockStatements, moveStatement, refusalOf, type Statement } from './store.ts'

/** What the customer says to a statement that was sent: by its link, or through whoever records it. */

type Answered = Pick<Statement, 'state' | 'sendings'> & { readonly id: SeenId }
export type Dispute = { readonly lineId: number; readonly dispute: string }
type Answer = {
  readonly state: 'confirmed' | 'disputed'
  /** Of its lines; of others nothing is kept. */
  readonly disputes?: readonly Dispute[]
  readonly remark: string | null
  readonly caller?: string
}

/** Its link ends with it. It is locked. */
export async function recordAnswer(tx: Tx, by: By, statement: Answered, answer: Answer): Promise<void> {
  const { state, disputes = [], remark, caller } = answer
  if (disputes.length > 0)
    await sql`update statement_line l set dispute = d.dispute, disputed_in = ${statement.sendings}
    from json_to_recordset(${JSON.stringify(disputes)}::json) as d("lineId" bigint, dispute text)
    -- unscoped: of the statement that the caller has locked
    where l.id = d."lineId" and l.statement_id = ${statement.id}`.execute(tx)
  await endLink(tx, statement.id, 'answered')
  await moveStatement(
    tx,
    by,
    statement,
    {
      state,
      answer: state,
      answered_at: clock.iso(),
      answered_by: by.userId,
      caller: caller ?? null,
      remark,
    },
    caller === undefined ? state : 'called',
    { caller, remark },
  )
  await tellSender(tx, by, statement.id, state)
}

/** Who sent it hears of what he did not record himself. */
async function tellSender(tx: Tx, by: By, id: SeenId, state: Answer['state']): Promise<void> {
  const { rows } = await sql<{ no: string; sentBy: number | null }>`
    -- unscoped: the statement that the caller has locked
    select no, sent_by as "sentBy" from statement where id = ${id}`.execute(tx)
  const [{ no, sentBy } = { no: '', sentBy: null }] = rows
  if (sentBy === null || sentBy === by.userId) return
  const link = `${pageOf('statement').path}?tab=${state}&q=${no}`
  await notify(tx, [sentBy], state === 'confirmed' ? 'statementConfirmed' : 'statementDisputed', { no }, link)
}

async function toAnswer(
  tx: Tx,
  actor: Actor,
  action: 'confirm' | 'dispute',
  { id, version }: { readonly id: number; readonly version: number },
): Promise<Statement> {
  const statement = (await lockStatements(tx, actor, [id])).get(id)
  if (statement === undefined) throw notFound()
  await refuseStale(tx, statement, version)
  const refusal = refusalOf(actor, action, statement)
  if (refusal !== undefined) throw refusal
  return statement
}

/** 确认 by hand: the customer signed a paper, or wrote it. */
export const confirmStatement =
  (files: Files): Act<typeof calls.confirmStatement> =>
  async ({ tx, actor }, input) => {
    const statement = await toAnswer(tx, actor, 'confirm', input)
    await files.link(tx, actor, 'statement', input.id, input.fileIds, true)
    await recordAnswer(tx, actor, statement, { state: 'confirmed', remark: input.remark ?? null })
    return { version: input.version + 1 }
  }

/** 登记异议: the customer called. */
export const disputeStatement: Act<typeof calls.disputeStatement> = async ({ tx, actor }, input) => {
  const statement = await toAnswer(tx, actor, 'dispute', input)
  const { caller, disputes, remark = null } = input
  if (disputes.length === 0 && remark === null) throw badField('disputes', 'statements.nothingDisputed')
  const { rows } = await sql<{ id: number }>`
    -- unscoped: of a statement that was found in scope
    select id from statement_line where statement_id = ${statement.id}`.execute(tx)
  const own = new Set(rows.map(({ id }) => id))
  refuseFields(
    disputes.flatMap(({ lineId }, at) =>
      own.delete(lineId) ? [] : [{ path: `disputes.${at}.lineId`, reason: 'field.choice' as const }],
    ),
  )
  await recordAnswer(tx, actor, statement, { state: 'disputed', disputes, remark, caller })
  return { version: input.version + 1 }
}
