import { decidingPages } from '@xunyun/contract/approvals/bizTypes'
import type * as calls from '@xunyun/contract/approvals/setup'
import type { Input } from '@xunyun/contract/kernel/call'
import { compareDecimal } from '@xunyun/contract/kernel/decimal'
import type { Language } from '@xunyun/contract/pages'
import { roleName } from '@xunyun/contract/rights'
import { sql } from 'kysely'
import type { Act } from '../../platform/act.ts'
import type { Actor } from '../../platform/actor.ts'
import { eachRecord } from '../../platform/batch.ts'
import type { Tx } from '../../platform/db.ts'
import { differences, recordHistory } from '../../platform/history.ts'
import { locking } from '../../platform/masters.ts'
import { badField, notFound } from '../../platform/refusal.ts'
import { changed, created, refuseStale } from '../../platform/version.ts'

/** Acts on 审核人设置 (RT-12/audit). */

type Fields = Input<typeof calls.addApproverLevel>

/** Every level with its members, as the page shows it. */
export async function setupOf(tx: Tx, language: Language): Promise<calls.ApproverLevel[]> {
  const pages = JSON.stringify(decidingPages)
  const found = await sql<
    Omit<calls.ApproverLevel, 'members'> & {
      members: (calls.ApproverLevel['members'][number] & { preset: string | null })[] | null
    }
  >`
    select l.id, l.biz_type as "bizType", l.level, l.mode, l.amount_from as "amountFrom", l.amount_to as "amountTo",
      l.updated_at as "updatedAt", l.version, (
        select json_agg(json_build_object(
          'id', m.id, 'userId', m.user_id, 'roleId', m.role_id, 'name', coalesce(u.name, r.name), 'preset', r.preset,
          'able', case when m.role_id is not null then r.enabled and not r.is_deleted else u.status = 0 and not u.is_deleted and exists (
            select 1 from effective_right e where e.user_id = u.id and e.approve
              and e.page in (select jsonb_array_elements_text(${pages}::jsonb -> l.biz_type))) end,
          'deputyId', m.deputy_id, 'deputyName', d.name, 'deputyFrom', m.deputy_from, 'deputyTo', m.deputy_to) order by m.id)
        from approver_member m left join app_user u on u.id = m.user_id left join role r on r.id = m.role_id
          left join app_user d on d.id = m.deputy_id
        where m.level_id = l.id and not m.is_deleted) as members
    from approver_level l where not l.is_deleted order by l.biz_type, l.level, l.amount_from`.execute(tx)
  return found.rows.map((row) => ({
    ...row,
    members: (row.members ?? []).map(({ preset, ...member }) => ({
      ...member,
      name: member.roleId === null ? member.name : roleName(member.name, preset, language),
    })),
  }))
}

const historyValues = (
  level: { level: number; mode: string; amount_from: string; amount_to: string | null },
  who: string,
) => ({
  level: level.level,
  mode: level.mode,
  amountFrom: level.amount_from,
  amountTo: level.amount_to,
  who,
})

const columnsOf = (input: Fields) => ({
  biz_type: input.bizType,
  level: input.level,
  mode: input.mode,
  amount_from: input.amountFrom,
  amount_to: input.amountTo ?? null,
})

/** One after the other: what overlaps is judged against everything that is there. */
const lockType = async (tx: Tx, bizType: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtext(${`approver setup ${bizType}`}))`.execute(tx)
}

async function check(tx: Tx, input: Fields, but?: number): Promise<void> {
  const { amountFrom, amountTo } = input
  if (amountTo !== undefined && compareDecimal(amountTo, amountFrom) <= 0) throw badField('amountTo', 'field.range')
  if (input.userIds.length + input.roleIds.length === 0) throw badField('userIds', 'approvals.whoMissing')
  const others = await tx
    .selectFrom('approver_level')
    .select(['id', 'amount_from', 'amount_to'])
    .where('biz_type', '=', input.bizType)
    .where('level', '=', input.level)
    .where('is_deleted', '=', false)
    .execute()
  const clash = others.find(
    (other) =>
      other.id !== but &&
      (amountTo === undefined || compareDecimal(other.amount_from, amountTo) < 0) &&
      (other.amount_to === null || compareDecimal(amountFrom, other.amount_to) < 0),
  )
  if (clash !== undefined)
    throw badField('amountFrom', 'approvals.bandOverlaps', { from: clash.amount_from, to: clash.amount_to ?? '∞' })
  await checkPeople(tx, input)
}

async function checkPeople(tx: Tx, input: Fields): Promise<void> {
  const pages = [...decidingPages[input.bizType]]
  for (const userId of input.userIds) {
    const user = await sql<{ name: string; able: boolean }>`
      select u.name, u.status = 0 and exists (
        select 1 from effective_right e where e.user_id = u.id and e.approve and e.page = any(${pages}::text[])) as able
      from app_user u where u.id = ${userId} and not u.is_deleted`.execute(tx)
    const found = user.rows[0]
    if (found === undefined) throw badField('userIds', 'field.id')
    if (!found.able) throw badField('userIds', 'approvals.cannotDecide', { name: found.name })
  }
  if (input.roleIds.length === 0) return
  const roles = await tx
    .selectFrom('role')
    .select('id')
    .where('id', 'in', input.roleIds)
    .where('enabled', '=', true)
    .where('is_deleted', '=', false)
    .execute()
  if (roles.length !== new Set(input.roleIds).size) throw badField('roleIds', 'field.id')
}

/** Members that stay keep their deputies; those that go stay behind the reviews they were asked for. */
async function setMembers(tx: Tx, levelId: number, input: Fields): Promise<void> {
  const now = await tx
    .selectFrom('approver_member')
    .select(['id', 'user_id', 'role_id'])
    .where('level_id', '=', levelId)
    .where('is_deleted', '=', false)
    .execute()
  const wanted = [
    ...[...new Set(input.userIds)].map((id) => ({ user_id: id, role_id: null })),
    ...[...new Set(input.roleIds)].map((id) => ({ user_id: null, role_id: id })),
  ]
  const same = (a: { user_id: number | null; role_id: number | null }, b: typeof a) =>
    a.user_id === b.user_id && a.role_id === b.role_id
  const gone = now.filter((member) => !wanted.some((one) => same(one, member))).map(({ id }) => id)
  if (gone.length > 0)
    await tx.updateTable('approver_member').set({ is_deleted: true }).where('id', 'in', gone).execute()
  const added = wanted.filter((one) => !now.some((member) => same(one, member)))
  if (added.length > 0)
    await tx
      .insertInto('approver_member')
      .values(added.map((one) => ({ ...one, level_id: levelId })))
      .execute()
}

async function namesOf(tx: Tx, levelId: number): Promise<string> {
  const found = await sql<{ name: string }>`
    select coalesce(u.name, r.name) as name from approver_member m left join app_user u on u.id = m.user_id left join role r on r.id = m.role_id
    where m.level_id = ${levelId} and not m.is_deleted order by m.id`.execute(tx)
  return found.rows.map(({ name }) => name).join('、')
}

export const addApproverLevel: Act<typeof calls.addApproverLevel> = async ({ tx, actor }, input) => {
  await lockType(tx, input.bizType)
  await check(tx, input)
  const columns = columnsOf(input)
  const { id } = await tx
    .insertInto('approver_level')
    .values({ ...columns, ...created(actor.userId) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await setMembers(tx, id, input)
  await recordHistory(
    tx,
    actor,
    'approverLevel',
    id,
    'created',
    differences({}, historyValues(columns, await namesOf(tx, id))),
  )
  return { id }
}

export const changeApproverLevel: Act<typeof calls.changeApproverLevel> = async ({ tx, actor }, input) => {
  await lockType(tx, input.bizType)
  const before = await lockLevel(tx, actor, input.id)
  await refuseStale(tx, before, input.version)
  await check(tx, input, input.id)
  const was = historyValues(before, await namesOf(tx, before.id))
  const columns = columnsOf(input)
  await tx
    .updateTable('approver_level')
    .set({ ...columns, ...changed(actor.userId, before.version) })
    .where('id', '=', before.id)
    .execute()
  await setMembers(tx, before.id, input)
  const is = historyValues(columns, await namesOf(tx, before.id))
  await recordHistory(tx, actor, 'approverLevel', before.id, 'changed', differences(was, is))
  return { version: before.version + 1 }
}

export const deleteApproverLevels: Act<typeof calls.deleteApproverLevels> = (asked, { ids }) => {
  const { tx, actor } = asked
  return eachRecord(asked, ids, { lock: lockLevels, no: ({ id }) => String(id) }, async (level) => {
    await tx
      .updateTable('approver_level')
      .set({ is_deleted: true, ...changed(actor.userId, level.version) })
      .where('id', '=', level.id)
      .execute()
    await recordHistory(tx, actor, 'approverLevel', level.id, 'deleted')
  })
}

/** While a person is away another decides in their place; it holds for what waits already too. */
export const setDeputy: Act<typeof calls.setDeputy> = async ({ tx, actor }, input) => {
  const member = await tx
    .selectFrom('approver_member')
    .selectAll()
    .where('id', '=', input.memberId)
    .where('is_deleted', '=', false)
    .forUpdate()
    .executeTakeFirst()
  if (member === undefined || member.user_id === null) throw notFound()
  const level = await lockLevel(tx, actor, member.level_id)
  const deputy = input.deputyId ?? null
  if (deputy !== null) {
    if (deputy === member.user_id) throw badField('deputyId', 'approvals.deputySelf')
    if (input.from === undefined || input.to === undefined) throw badField('from', 'approvals.deputyDates')
    if (input.to < input.from) throw badField('to', 'field.range')
    await checkPeople(tx, { bizType: level.biz_type as never, userIds: [deputy], roleIds: [] } as never).catch(
      (error: unknown) => {
        throw relabel(error)
      },
    )
  }
  const set = {
    deputy_id: deputy,
    deputy_from: deputy === null ? null : (input.from ?? null),
    deputy_to: deputy === null ? null : (input.to ?? null),
  }
  await tx.updateTable('approver_member').set(set).where('id', '=', member.id).execute()
  const name = async (id: number | null) =>
    id === null ? null : (await tx.selectFrom('app_user').select('name').where('id', '=', id).executeTakeFirst())?.name
  const person = await name(member.user_id)
  const said = async (one: typeof set) =>
    one.deputy_id === null ? null : `${person} → ${await name(one.deputy_id)} ${one.deputy_from} – ${one.deputy_to}`
  await recordHistory(tx, actor, 'approverLevel', level.id, 'changed', [
    { field: 'deputy', from: await said(member), to: await said(set) },
  ])
  return {}
}

/** The same complaint, at the field of this form. */
function relabel(error: unknown): unknown {
  const fields = (error as { fields?: { path: string }[] }).fields
  for (const field of fields ?? []) field.path = 'deputyId'
  return error
}

const lockLevels = locking('approver_level')

async function lockLevel(tx: Tx, actor: Actor, id: number) {
  const level = (await lockLevels(tx, actor, [id])).get(id)
  if (level === undefined) throw notFound()
  return level
}
