import { sql } from 'kysely'
import type { Actor } from '../../../platform/actor.ts'
import type { Db, Tx } from '../../../platform/db.ts'
import type { JobKind } from '../../../platform/longWork.ts'
import { inScope, type SeenId } from '../../../platform/scope.ts'
import { checkChains, keepChecks } from './verify.ts'

const chunk = 1000

const nextIds = async (tx: Tx, actor: Actor, after: number): Promise<SeenId[]> => {
  const found = await sql<{ id: SeenId }>`
    select w.id from waybill w where not w.is_deleted and ${inScope(actor, 'waybill', 'w')} and w.id > ${after}
    order by w.id limit ${chunk}`.execute(tx)
  return found.rows.map(({ id }) => id)
}

/** How many there are to look at. */
export async function chainCount(tx: Tx, actor: Actor): Promise<number> {
  const found = await sql<{ count: number }>`
    select count(*) as count from waybill w where not w.is_deleted and ${inScope(actor, 'waybill', 'w')}`.execute(tx)
  return found.rows[0]?.count ?? 0
}

type Cursor = { readonly after: number; readonly done: number; readonly broken: number }

/** Every chain inside the asker's scope, a thousand at a time; stopped, it goes on behind the last thousand. */
export const verifyAllJob: JobKind = async ({ db, actor, cursor, report }) => {
  let at = (cursor as Cursor | null) ?? { after: 0, done: 0, broken: 0 }
  for (;;) {
    const ids = await nextIds(db, actor, at.after)
    if (ids.length === 0) break
    const checked = await checkChains(db as Db, ids)
    await keepChecks(db, actor.userId, checked)
    at = {
      after: ids.at(-1) as number,
      done: at.done + ids.length,
      broken: at.broken + checked.filter(({ brokenAt }) => brokenAt !== null).length,
    }
    await report({ done: at.done, cursor: at })
  }
  return { link: at.broken > 0 ? '/tms/operations/hashList?tab=broken' : '/tms/operations/hashList?tab=whole' }
}
