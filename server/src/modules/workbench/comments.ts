import type * as calls from '@xunyun/contract/workbench/comments'
import type { Act } from '../../platform/act.ts'
import { type Actor, isCustomer } from '../../platform/actor.ts'
import { clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db.ts'
import type { Files } from '../../platform/files.ts'
import { notify } from '../../platform/notify.ts'
import type { Records } from '../../platform/records.ts'
import { badField, notFound, Refusal } from '../../platform/refusal.ts'
import type { MoveDocuments } from '../companies/index.ts'

type Of = { readonly entity: calls.RecordKind; readonly entityId: number }

/** What colleagues say and tie to a record is for them: a customer's account meets none of it, whatever its rights. */
async function requireColleague(tx: Tx, actor: Actor, records: Records, of: Of): Promise<void> {
  if (isCustomer(actor)) throw new Refusal('workbench.colleaguesOnly')
  await records.requireSight(tx, actor, of.entity, of.entityId)
}

const present = (
  actor: Actor,
  row: { id: number; at: string; by_id: number; by_name: string; text: string },
): calls.Comment => ({
  id: row.id,
  at: row.at,
  byId: row.by_id,
  byName: row.by_name,
  text: row.text,
  mine: row.by_id === actor.userId,
})

export async function commentsOf(tx: Tx, actor: Actor, records: Records, of: Of): Promise<calls.Comment[]> {
  await requireColleague(tx, actor, records, of)
  const rows = await tx
    .selectFrom('record_comment')
    .selectAll()
    .where('entity', '=', of.entity)
    .where('entity_id', '=', of.entityId)
    .where('is_deleted', '=', false)
    .orderBy('id')
    .limit(1000)
    .execute()
  return rows.map((row) => present(actor, row))
}

/** Says something; who is named, and who the record concerns, hears of it. */
export const addComment =
  (records: Records): Act<typeof calls.addComment> =>
  async ({ tx, actor }, input) => {
    await requireColleague(tx, actor, records, input)
    const mentions = [...new Set(input.mentions ?? [])].filter((id) => id !== actor.userId)
    const people = mentions.length === 0 ? [] : await colleagues(tx, mentions)
    if (people.length < mentions.length) throw badField('mentions', 'kernel.notFound')
    const row = await tx
      .insertInto('record_comment')
      .values({
        entity: input.entity,
        entity_id: input.entityId,
        at: clock.now(),
        by_id: actor.userId,
        by_name: actor.name,
        text: input.text,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    const { name, link } = await records.describe(tx, input.entity, input.entityId)
    const params = { by: actor.name, record: name, text: input.text.slice(0, 80) }
    await notify(tx, people, 'mentioned', params, link)
    const concerned = await colleagues(tx, await records.concerned(tx, input.entity, input.entityId))
    const others = concerned.filter((id) => id !== actor.userId && !people.includes(id))
    await notify(tx, others, 'commented', params, link)
    return present(actor, row)
  }

/** Those of them who are enabled colleagues. */
async function colleagues(tx: Tx, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const rows = await tx
    .selectFrom('app_user')
    .select('id')
    .where('id', 'in', [...ids])
    .where('status', '=', 0)
    .where('scope', '<>', 'customer')
    .where('is_deleted', '=', false)
    .execute()
  return rows.map(({ id }) => id)
}

export const deleteComment: Act<typeof calls.deleteComment> = async ({ tx, actor }, { id }) => {
  const gone = await tx
    .updateTable('record_comment')
    .set({ is_deleted: true })
    .where('id', '=', id)
    .where('by_id', '=', actor.userId)
    .where('is_deleted', '=', false)
    .executeTakeFirst()
  if (gone.numUpdatedRows === 0n) throw notFound()
  return {}
}

export async function attachmentsOf(tx: Tx, actor: Actor, records: Records, of: Of): Promise<calls.Attachment[]> {
  await requireColleague(tx, actor, records, of)
  const rows = await tx
    .selectFrom('file_link as l')
    .innerJoin('stored_file as f', 'f.id', 'l.file_id')
    .innerJoin('app_user as u', 'u.id', 'f.created_by')
    .select(['f.id', 'f.token', 'f.name', 'f.size', 'f.type', 'f.created_at', 'f.created_by', 'u.name as byName'])
    .where('l.entity', '=', of.entity)
    .where('l.entity_id', '=', of.entityId)
    .where('l.internal', '=', true)
    .orderBy('f.id')
    .execute()
  return rows.map((row) => ({
    FileID: row.id,
    Url: `/api/files/${row.token}`,
    Name: row.name,
    Size: row.size,
    Type: row.type,
    at: row.created_at,
    byName: row.byName,
    mine: row.created_by === actor.userId,
  }))
}

export const addAttachments =
  (deps: { records: Records; files: Files }): Act<typeof calls.addAttachments> =>
  async ({ tx, actor }, input) => {
    await requireColleague(tx, actor, deps.records, input)
    await deps.files.link(tx, actor, input.entity, input.entityId, input.files, true)
    return attachmentsOf(tx, actor, deps.records, input)
  }

export const removeAttachment =
  (deps: { records: Records; files: Files }): Act<typeof calls.removeAttachment> =>
  async ({ tx, actor }, input) => {
    await requireColleague(tx, actor, deps.records, input)
    if (!(await deps.files.unlink(tx, actor, input.entity, input.entityId, input.fileId))) throw notFound()
    return {}
  }

/** Comments on a company that was merged into another. */
export const moveComments: MoveDocuments = async (tx, _actor, from, to) => {
  await tx
    .updateTable('record_comment')
    .set({ entity_id: to.id })
    .where('entity', '=', 'company')
    .where('entity_id', '=', from.id)
    .execute()
}
