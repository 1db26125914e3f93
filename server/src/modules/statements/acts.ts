import type * as calls from '@xunyun/contract/statements/calls'
import type { StatementAction } from '@xunyun/contract/statements/states'
import { sql } from 'kysely'
import type { Act } from '../../platform/act.ts'
import type { Actor } from '../../platform/actor.ts'
import { eachRecord, type Records } from '../../platform/batch.ts'
import { anyId, owned, type Tx } from '../../platform/db.ts'
import { notFound, Refusal } from '../../platform/refusal.ts'
import type { SeenId } from '../../platform/scope.ts'
import { freeAtDoor, isUnstated, stateMore, unstateCharges } from '../charges/index.ts'
import type { MoveDocuments } from '../companies/index.ts'
import { endLink, makeLink } from './links.ts'
import { lockStatements, moveStatement, refusalOf, type Statement, sumUp } from './store.ts'
import { documentsOf, noOf, outletsStatedBy, saidColumns, saidOf } from './take.ts'

/** What is done to statements that stand: adjusted, voided. */

const statements = (action: (statement: Statement) => StatementAction, actor: Actor): Records<Statement> => ({
  lock: lockStatements,
  no: ({ no }) => no,
  may: (statement) => refusalOf(actor, action(statement), statement),
})

export const copyStatementLink: Act<typeof calls.copyStatementLink> = async ({ tx, actor }, { id }) => {
  const statement = (await lockStatements(tx, actor, [id])).get(id)
  if (statement === undefined) throw notFound()
  const refusal = refusalOf(actor, 'copyLink', statement)
  if (refusal !== undefined) throw refusal
  const link = await makeLink(tx, actor, id)
  await moveStatement(tx, actor, statement, {}, 'linked')
  return link
}

/**
 * 异议处理: approved adjustments of the disputed waybills, and what corrects disputed charges otherwise, go on this statement whatever their
 * day. What the customer disputed and nobody adjusted stays as it was.
 */
export const handleDisputes: Act<typeof calls.handleDisputes> = (asked, { ids }) => {
  const { tx, actor } = asked
  return eachRecord(
    asked,
    ids,
    statements(() => 'handle', actor),
    async (statement) => {
      const { id, outletId, companyId, direction, sendings } = statement
      const outletIds = await outletsStatedBy(tx, outletId)
      // unscoped: charges of the statement's own company and outlets
      const found = await sql<{ id: number }>`
      with disputed as (
        select l.charge_id, l.waybill_id from statement_line l where l.statement_id = ${id} and l.disputed_in = ${sendings}
      ) select h.id from charge h where ${isUnstated(direction)} and h.company_id = ${companyId} and h.outlet_id = ${anyId(outletIds)}
        and (h.waybill_id in (select d.waybill_id from disputed d) or h.adjusts_id in (select coalesce(x.adjusts_id, x.id) from disputed d join charge x on x.id = d.charge_id))
        and (h.source in ('adjustment', 'writeOff') or h.adjusts_id is not null) order by h.id`.execute(tx)
      const chargeIds = found.rows.map((row) => row.id)
      if (chargeIds.length === 0) throw await nothingAdjusted(tx, id, sendings)
      await stateMore(tx, id, direction, chargeIds)
      await sql`insert into statement_line (statement_id, kind, charge_id, waybill_id, day, of_no, fee_item, amount, mark, ${saidColumns})
      select ${id}, 'adjustment', h.id, h.waybill_id, h.day, ${noOf(direction)}, h.fee_item, h.amount, 'dispute', ${saidOf(direction)}
      -- unscoped: the charges that were just found
      from charge h ${documentsOf(direction)}
      where h.id = any(${chargeIds}::bigint[]) order by h.id`.execute(tx)
      const closing = await sumUp(tx, id)
      await moveStatement(tx, actor, statement, {}, 'handled', { closing })
    },
  )
}

const mostNamed = 10

async function nothingAdjusted(tx: Tx, id: SeenId, sendings: number): Promise<Refusal> {
  // unscoped: of a statement that was found in scope
  const { rows } = await sql<{ no: string }>`select distinct of_no as no from statement_line
    where statement_id = ${id} and disputed_in = ${sendings} and of_no is not null order by 1`.execute(tx)
  if (rows.length === 0) return new Refusal('statements.nothingAdjusted')
  const named = rows.slice(0, mostNamed).map(({ no }) => no)
  return new Refusal('statements.noAdjustments', { nos: `${named.join('、')}${rows.length > mostNamed ? ' …' : ''}` })
}

/** 作废 of the latest: what it states is free again, and the one before is the latest. */
export const voidStatements: Act<typeof calls.voidStatements> = (asked, { ids, reason }) => {
  const { tx, actor } = asked
  const action = ({ state }: Statement) =>
    state === 'confirmed' ? 'voidConfirmed' : state === 'draft' ? 'discard' : 'void'
  return eachRecord(asked, ids, statements(action, actor), async (statement) => {
    const { id, carriedTo } = statement
    if (carriedTo !== null) throw new Refusal('statements.notLatest', { no: await numberOf(tx, carriedTo) })
    // What the door owed and was given back while it stood here is as its price again.
    await freeAtDoor(tx, await unstateCharges(tx, id))
    await endLink(tx, id, 'void')
    await sql`update statement_line set live = false where statement_id = ${id}`.execute(tx)
    // unscoped: those that this one followed
    await sql`update statement set carried_to = null where carried_to = ${id}`.execute(tx)
    await moveStatement(tx, actor, statement, { state: 'void' }, 'voided', { reason })
  })
}

async function numberOf(tx: Tx, id: number): Promise<string> {
  // unscoped: of the statement after one that was found in scope
  const row = await owned(tx).selectFrom('statement').select('no').where('id', '=', id).executeTakeFirstOrThrow()
  return row.no
}

/** Statements of a partner that was merged into another: the next one of both begins with the sum of their closings. */
export const moveStatements: MoveDocuments = async (tx, _, from, to) => {
  // unscoped: of two companies that whoever sees everything merges
  const found = await sql<{ no: string }>`select no from statement where company_id in (${from.id}, ${to.id})
    and state in ('draft', 'sent', 'disputed') order by no limit 1`.execute(tx)
  const [open] = found.rows
  if (open !== undefined) throw new Refusal('statements.openAtMerge', { no: open.no })
  // unscoped: the same
  await sql`update statement set company_id = ${to.id} where company_id = ${from.id}`.execute(tx)
}
