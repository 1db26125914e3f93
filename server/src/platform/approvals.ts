import { type BizType, decidingPages } from '@xunyun/contract/approvals/bizTypes'
import { compareDecimal } from '@xunyun/contract/kernel/decimal'
import type { Outcomes } from '@xunyun/contract/kernel/list'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Actor } from './actor.ts'
import { mayAny } from './actor.ts'
import { BatchReport, refusedOf } from './batch.ts'
import { clock } from './clock.ts'
import { anyId, kept, type Tx } from './db.ts'
import { notify, told } from './notify.ts'
import { notFound, Refusal } from './refusal.ts'
import { asJson, insertion, insertions, insertTogether, type NewRow, writeTogether } from './rows.ts'
import { searchText } from './search.ts'

/** A document sent to review. */
export type Submission = {
  readonly id: number
  readonly no: string
  /** Why: a code of its type of business. */
  readonly reason: string
  /** Yuan; decides which bands hold. */
  readonly amount: string
  readonly companyId: number | null
  readonly outletId: number | null
  /** What a reviewer looks at. */
  readonly facts: Readonly<Record<string, string | number | null>>
}
export type Verdict = { readonly approvalId: number; readonly opinion: string | null; readonly applicantId: number }

/** What a type of business does when its review ends; in the transaction of the decision. It may refuse. */
export type Reviewed = {
  approved(tx: Tx, actor: Actor, documentId: number, verdict: Verdict): Promise<void>
  /** Instead of `approved`, where many are approved in the same few statements; of one opinion. */
  approvedTogether?(tx: Tx, actor: Actor, documentIds: readonly number[], opinion: string | null): Promise<void>
  rejected(tx: Tx, actor: Actor, documentId: number, verdict: Verdict): Promise<void>
  withdrawn(tx: Tx, actor: Actor, documentId: number): Promise<void>
  /** The address that shows the document. */
  link(docNo: string): string
}

export type LevelPeople = {
  id: number
  level: number
  mode: 'any' | 'all'
  amountFrom: string
  amountTo: string | null
  /** Seats: a person, or a role of which any one may decide. */
  seats: { memberId: number; userId: number | null; roleId: number | null; able: readonly number[] }[]
}

type Locked = {
  id: number
  biz_type: BizType
  entity_id: number
  doc_no: string
  state: string
  level: number
  levels: number
  applicant_id: number
}
type Seat = {
  id: number
  approvalId: number
  level: number
  mode: string
  userId: number | null
  decision: string | null
  mine: boolean
}

/**
 * The approval engine (domain §4.1). A document takes the levels whose band holds its amount, one after the other; any one
 * or all of a level decide, a deputy while the person is away, never the applicant; nobody set up is a refusal.
 * What was sent in keeps the levels it was sent in with.
 */
export class Approvals {
  readonly #kinds = new Map<BizType, Reviewed>()

  kind(bizType: BizType, reviewed: Reviewed): void {
    this.#kinds.set(bizType, reviewed)
  }

  linkOf(bizType: BizType, docNo: string): string {
    return this.#kinds.get(bizType)?.link(docNo) ?? ''
  }

  #kindOf(bizType: BizType): Reviewed {
    const kind = this.#kinds.get(bizType)
    if (kind === undefined) throw new Error(`nothing registered for reviews of ${bizType}`)
    return kind
  }

  /** Sends documents of one type to review, with what is written `beside`. The caller has locked them and moves their state. */
  async submit(
    tx: Tx,
    actor: Actor,
    bizType: BizType,
    documents: readonly Submission[],
    beside: readonly RawBuilder<unknown>[] = [],
  ): Promise<void> {
    if (documents.length === 0) return
    const setup = await approverLevels(tx, bizType)
    // A review of −300 asks whom 300 asks.
    const paths = documents.map(({ amount }) => pathFor(setup, amount.replace(/^-/, ''), actor.userId))
    const asked = new Map<number, string[]>()
    for (const [at, { no }] of documents.entries())
      for (const user of new Set(paths[at]?.[0]?.seats.flatMap(({ able }) => able)))
        asked.set(user, [...(asked.get(user) ?? []), no])
    await writeTogether(
      tx,
      [
        sql`sent as (${insertion(
          'approval',
          documents.map((document, at) => approvalRow(actor, bizType, document, paths[at]?.length ?? 0)),
        )} returning id, entity_id)`,
        insertSeats(documents.flatMap(({ id }, at) => seatRows(id, paths[at] ?? []))),
        ...insertions({
          notification: [...asked].flatMap(([user, numbers]) =>
            told([user], 'approvalWaits', { count: numbers.length, no: numbers[0] ?? '', type: bizType }, inbox),
          ),
        }),
        ...beside,
      ],
      sql`select 1`,
    )
  }

  /** Approves or sends back: all at once, and where one is refused row by row, so that what it meets leaves the others alone. */
  async decide(
    tx: Tx,
    actor: Actor,
    ids: readonly number[],
    decision: 'approve' | 'reject',
    opinion: string | undefined,
  ): Promise<Outcomes> {
    // In order of id, so that two batches never wait for each other.
    const asked = [...new Set(ids)].sort((a, b) => a - b)
    const locked = await lockApprovals(tx, asked)
    const seats = await seatsOf(tx, actor, [...locked.keys()])
    const refusals = new Map<number, Refusal>()
    const turns: (readonly [number, Turn])[] = []
    for (const id of asked) {
      const approval = locked.get(id)
      const turn = approval === undefined ? notFound() : turnOf(actor, approval, seats.get(id) ?? [])
      if (turn instanceof Refusal) refusals.set(id, turn)
      else turns.push([id, turn])
    }
    const met = await refusedOf(tx, turns, (some) => this.#decide(tx, actor, some, decision, opinion ?? null))
    for (const [id, refusal] of met) refusals.set(id, refusal)
    const report = new BatchReport(actor)
    for (const id of asked) {
      const refusal = refusals.get(id)
      if (refusal === undefined) report.done()
      else report.refuse(id, nameFor(refusal, locked.get(id)) ?? String(id), refusal)
    }
    return report.outcomes()
  }

  /** 转交: what waits for me waits for a colleague instead, who is told why. */
  async transfer(tx: Tx, actor: Actor, ids: readonly number[], userId: number, note: string): Promise<Outcomes> {
    const passed: string[] = []
    const outcomes = await this.#each(tx, actor, ids, async (approval) => {
      const { here, mine } = await myTurn(tx, actor, approval)
      await refuseReceiver(tx, approval, userId, here)
      await tx
        .updateTable('approval_seat')
        .set({
          user_id: userId,
          role_id: null,
          passed_by: actor.userId,
          passed_at: clock.now(),
          passed_note: note,
        })
        .where('id', '=', mine[0]?.id ?? 0)
        .execute()
      // One person sits once: what else was mine here is not asked any more.
      const rest = mine.slice(1).map(({ id }) => id)
      if (rest.length > 0) await tx.deleteFrom('approval_seat').where('id', 'in', rest).execute()
      passed.push(approval.doc_no)
    })
    if (passed.length > 0)
      await notify(
        tx,
        [userId],
        'approvalTransferred',
        { count: passed.length, no: passed[0] ?? '', by: actor.name, note },
        inbox,
      )
    return outcomes
  }

  /** Takes back what I sent in, before the first decision. */
  async withdraw(tx: Tx, actor: Actor, ids: readonly number[]): Promise<Outcomes> {
    return this.#each(tx, actor, ids, async (approval) => {
      if (approval.applicant_id !== actor.userId) throw notFound()
      await this.#takeBack(tx, actor, approval)
    })
  }

  /** The same for a document's own act, where others see it too; does nothing where no review is open. */
  async withdrawDocument(tx: Tx, actor: Actor, bizType: BizType, documentId: number): Promise<void> {
    const open = await tx
      .selectFrom('approval')
      .select('id')
      .where('biz_type', '=', bizType)
      .where('entity_id', '=', documentId)
      .where('state', '=', 'pending')
      .executeTakeFirst()
    const approval = open === undefined ? undefined : await lockApproval(tx, open.id)
    if (approval === undefined || approval.state !== 'pending') return
    if (approval.applicant_id !== actor.userId) {
      const applicant = await tx
        .selectFrom('app_user')
        .select('name')
        .where('id', '=', approval.applicant_id)
        .executeTakeFirst()
      throw new Refusal('approvals.notApplicant', { name: applicant?.name ?? '' })
    }
    await this.#takeBack(tx, actor, approval)
  }

  /** Documents that changed or went away take their reviews with them, whatever was decided so far. */
  async cancel(tx: Tx, bizType: BizType, documentIds: readonly number[], opinion: string | null): Promise<void> {
    if (documentIds.length === 0) return
    const ended = await tx
      .updateTable('approval')
      .set({ state: 'withdrawn', decided_at: clock.now(), opinion })
      .where('biz_type', '=', bizType)
      .where(sql<boolean>`entity_id = any(${[...documentIds]}::bigint[])`)
      .where('state', '=', 'pending')
      .returning('id')
      .execute()
    await closeSeats(
      tx,
      ended.map(({ id }) => id),
    )
  }

  async #each(
    tx: Tx,
    actor: Actor,
    ids: readonly number[],
    act: (approval: Locked) => Promise<void>,
  ): Promise<Outcomes> {
    const report = new BatchReport(actor)
    // In order of id, so that two batches never wait for each other.
    for (const id of [...new Set(ids)].sort((a, b) => a - b)) {
      const approval = await lockApproval(tx, id)
      if (approval === undefined) {
        report.refuse(id, String(id), notFound())
        continue
      }
      await sql`savepoint one_review`.execute(tx)
      try {
        await act(approval)
        await sql`release savepoint one_review`.execute(tx)
        report.done()
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        await sql`rollback to savepoint one_review`.execute(tx)
        report.refuse(id, nameFor(error, approval) ?? String(id), error)
      }
    }
    return report.outcomes()
  }

  /** Seats, reviews and the word to the applicants in one statement, then what the documents come to, then whoever is asked next. */
  async #decide(
    tx: Tx,
    actor: Actor,
    turns: readonly Turn[],
    decision: 'approve' | 'reject',
    opinion: string | null,
  ): Promise<void> {
    const results = turns.map((turn) => ({ approval: turn.approval, mine: turn.mine, ...resultOf(turn, decision) }))
    const ended = results.flatMap(({ approval, ends }) => (ends ? [approval] : []))
    const state = decision === 'approve' ? 'approved' : 'rejected'
    const notices = ended.flatMap(({ applicant_id, biz_type, doc_no }) =>
      told(
        [applicant_id],
        state === 'approved' ? 'approvalPassed' : 'approvalSentBack',
        { no: doc_no, by: actor.name, opinion: opinion ?? '', type: biz_type },
        this.#kindOf(biz_type).link(doc_no),
      ),
    )
    const steps = results.map(({ approval, ends, next }) => ({ id: approval.id, ends, next }))
    const mine = results.flatMap((result) => result.mine.map(({ id }) => ({ id })))
    await writeTogether(
      tx,
      [
        ...insertions({ notification: notices }),
        sql`step as (select * from json_to_recordset(${JSON.stringify(steps)}::json) as x(id bigint, ends boolean, next int))`,
        // What is asked no more is closed, and the next level opened.
        sql`seats as (
          update approval_seat s set decision = case when m.id is null then s.decision else ${decision} end,
            opinion = case when m.id is null then s.opinion else ${opinion}::text end,
            decided_by = case when m.id is null then s.decided_by else ${actor.userId}::bigint end,
            decided_at = case when m.id is null then s.decided_at else ${clock.iso()}::timestamptz end,
            open = m.id is null and coalesce(s.level = n.next, false)
          from approval_seat o join step n on n.id = o.approval_id 
            left join json_to_recordset(${JSON.stringify(mine)}::json) as m(id bigint) on m.id = o.id
          where s.id = o.id and (m.id is not null or ((n.ends or n.next is not null) and (o.open or o.level = n.next))))`,
      ],
      sql`update approval a set level = coalesce(n.next, a.level), state = case when n.ends then ${state} else a.state end,
          decided_at = case when n.ends then ${clock.iso()}::timestamptz else a.decided_at end,
          opinion = case when n.ends then ${opinion}::text else a.opinion end
        from step n where a.id = n.id and (n.ends or n.next is not null)`,
    )
    for (const [bizType, some] of Map.groupBy(ended, ({ biz_type }) => biz_type))
      await this.#end(tx, actor, bizType, some, state, opinion)
    await tellNext(
      tx,
      results.flatMap(({ approval, next }) => (next === null ? [] : [approval])),
    )
  }

  async #end(
    tx: Tx,
    actor: Actor,
    bizType: BizType,
    ended: readonly Locked[],
    state: 'approved' | 'rejected',
    opinion: string | null,
  ): Promise<void> {
    const kind = this.#kindOf(bizType)
    const ids = ended.map(({ entity_id }) => entity_id)
    if (state === 'approved' && kind.approvedTogether !== undefined)
      return kind.approvedTogether(tx, actor, ids, opinion)
    for (const { id, entity_id, applicant_id } of ended)
      await kind[state](tx, actor, entity_id, { approvalId: id, opinion, applicantId: applicant_id })
  }

  async #takeBack(tx: Tx, actor: Actor, approval: Locked): Promise<void> {
    if (approval.state !== 'pending') throw new Refusal('approvals.decided')
    const decided = await tx
      .selectFrom('approval_seat')
      .select('id')
      .where('approval_id', '=', approval.id)
      .where('decision', 'is not', null)
      .executeTakeFirst()
    if (decided !== undefined) throw new Refusal('approvals.underWay')
    await tx
      .updateTable('approval')
      .set({ state: 'withdrawn', decided_at: clock.now() })
      .where('id', '=', approval.id)
      .execute()
    await closeSeats(tx, [approval.id])
    await this.#kindOf(approval.biz_type).withdrawn(tx, actor, approval.entity_id)
  }
}

/** The seats of the level that is asked now, and those of them that wait for this actor. */
type Turn = { readonly approval: Locked; readonly here: readonly Seat[]; readonly mine: readonly Seat[] }

/** Or why none does. */
function turnOf(actor: Actor, approval: Locked, seats: readonly Seat[]): Turn | Refusal {
  const isApplicant = approval.applicant_id === actor.userId
  if (!isApplicant && !seats.some((seat) => seat.mine)) return notFound()
  if (approval.state !== 'pending') return new Refusal('approvals.decided')
  if (isApplicant) return new Refusal('approvals.ownDocument')
  const rights = decidingPages[approval.biz_type].map((page) => ({ page, kind: 'approve' as const }))
  const here = seats.filter(({ level }) => level === approval.level)
  const mine = here.filter((seat) => seat.mine && seat.decision === null)
  return mayAny(actor, rights) && mine.length > 0 ? { approval, here, mine } : new Refusal('approvals.notYourTurn')
}

async function myTurn(tx: Tx, actor: Actor, approval: Locked): Promise<Turn> {
  const turn = turnOf(actor, approval, (await seatsOf(tx, actor, [approval.id])).get(approval.id) ?? [])
  if (turn instanceof Refusal) throw turn
  return turn
}

/** What a decision leads to: the review ends, the next level is asked, or others of this one still are. */
function resultOf(
  { approval, here, mine }: Turn,
  decision: 'approve' | 'reject',
): { ends: boolean; next: number | null } {
  if (decision === 'reject') return { ends: true, next: null }
  const open = here.filter((seat) => seat.decision === null && !mine.includes(seat))
  if (here[0]?.mode === 'all' && open.length > 0) return { ends: false, next: null }
  return approval.level === approval.levels ? { ends: true, next: null } : { ends: false, next: approval.level + 1 }
}

/** Whoever neither sent it in nor is asked does not learn what it is called. */
const nameFor = (refusal: Refusal, approval: Locked | undefined): string | undefined =>
  refusal.reason === 'kernel.notFound' ? undefined : approval?.doc_no

/** A review goes to somebody in office with the right to decide it: not the applicant, nobody whom this level asks anyway. */
async function refuseReceiver(tx: Tx, approval: Locked, userId: number, here: readonly Seat[]): Promise<void> {
  const able = (await deciders(tx, [approval.biz_type])).some(({ id }) => id === userId)
  const sits = here.some((seat) => seat.userId === userId)
  if (able && !sits && approval.applicant_id !== userId) return
  const person = await tx.selectFrom('app_user').select('name').where('id', '=', userId).executeTakeFirst()
  throw new Refusal('approvals.transferTo', { name: person?.name ?? String(userId) })
}

/** Whoever is in office and holds the right to decide all of these types of business. */
export async function deciders(
  tx: Tx,
  types: readonly BizType[],
): Promise<{ id: number; label: string; hint: string | null }[]> {
  const each = types.map(
    (type) => sql<SqlBool>`exists (select 1 from effective_right e where e.user_id = u.id and e.approve
      and e.page = any(${[...decidingPages[type]]}::text[]))`,
  )
  const found = await sql<{ id: number; label: string; hint: string | null }>`
    select u.id, u.name as label, u.account as hint from app_user u
    where u.status = 0 and not u.is_deleted and ${sql.join(each, sql` and `)}
    order by u.name collate "zh-x-icu" limit 1000`.execute(tx)
  return found.rows
}

const inbox = '/tms/auditManagement/unreviewed'

/**
 * The levels of a type with who can decide there now: enabled, with the right. Of a role, everybody in it.
 */
export async function approverLevels(tx: Tx, bizType: BizType): Promise<LevelPeople[]> {
  const pages = [...decidingPages[bizType]]
  const found = await sql<{
    id: number
    level: number
    mode: 'any' | 'all'
    amount_from: string
    amount_to: string | null
    seats: { memberId: number; userId: number | null; roleId: number | null; able: number[] | null }[]
  }>`${kept}
    select l.id, l.level, l.mode, l.amount_from, l.amount_to, json_agg(json_build_object(
      'memberId', m.id, 'userId', m.user_id, 'roleId', m.role_id, 'able', (
        select json_agg(u.id) from app_user u
        where u.status = 0 and not u.is_deleted
          and (u.id = m.user_id or u.id in (
            select ur.user_id from user_role ur join role r on r.id = ur.role_id and r.enabled and not r.is_deleted where ur.role_id = m.role_id))
          and exists (select 1 from effective_right e where e.user_id = u.id and e.page = any(${pages}::text[]) and e.approve)
      )) order by m.id) as seats
    from approver_level l join approver_member m on m.level_id = l.id and not m.is_deleted
    where l.biz_type = ${bizType} and not l.is_deleted
    group by l.id order by l.level, l.amount_from`.execute(tx)
  return found.rows.map((row) => ({
    id: row.id,
    level: row.level,
    mode: row.mode,
    amountFrom: row.amount_from,
    amountTo: row.amount_to,
    seats: row.seats.map((seat) => ({ ...seat, able: seat.able ?? [] })),
  }))
}

/**
 * The levels a document takes, without the applicant's own seats. Refuses where none is set up for the amount, or where
 * a level has nobody but the applicant.
 */
export function pathFor(setup: readonly LevelPeople[], amount: string, applicantId: number): LevelPeople[] {
  const path = setup.filter(
    ({ amountFrom, amountTo }) =>
      compareDecimal(amountFrom, amount) <= 0 && (amountTo === null || compareDecimal(amount, amountTo) < 0),
  )
  if (path.length === 0) throw new Refusal('approvals.nobody', { amount })
  return path.map((level) => {
    const seats = level.seats.filter(({ able }) => able.some((user) => user !== applicantId))
    // Where all of them are asked, somebody who can't decide any more would hold it up for ever: that is for the setup to mend.
    const missing = level.mode === 'all' && level.seats.some(({ able }) => able.length === 0)
    if (seats.length === 0 || missing) throw new Refusal('approvals.levelEmpty', { level: level.level })
    return {
      ...level,
      seats: seats.map((seat) => ({ ...seat, able: seat.able.filter((user) => user !== applicantId) })),
    }
  })
}

const approvalRow = (actor: Actor, bizType: BizType, document: Submission, levels: number) =>
  ({
    biz_type: bizType,
    entity_id: document.id,
    doc_no: document.no,
    reason: document.reason,
    amount: document.amount,
    company_id: document.companyId,
    outlet_id: document.outletId,
    facts: document.facts,
    state: 'pending',
    level: 1,
    levels,
    applicant_id: actor.userId,
    applied_at: clock.iso(),
    search: searchText([document.no, actor.name, String(document.facts.customer ?? '')]),
  }) as NewRow<'approval'>

type NewSeat = Omit<NewRow<'approval_seat'>, 'approval_id'> & { readonly entity_id: number }
const seatRows = (documentId: number, path: readonly LevelPeople[]): NewSeat[] =>
  path.flatMap((level, index) =>
    level.seats.map((seat) => ({
      entity_id: documentId,
      level: index + 1,
      mode: level.mode,
      member_id: seat.memberId,
      user_id: seat.userId,
      role_id: seat.roleId,
      open: index === 0,
    })),
  )

/** Each by the review of its document that is `sent` in the same statement. */
const insertSeats = (seats: readonly NewSeat[]): RawBuilder<unknown> => sql`new_approval_seat as (
  insert into approval_seat (approval_id, level, mode, member_id, user_id, role_id, open)
  select sent.id, s.level, s.mode, s.member_id, s.user_id, s.role_id, s.open
  from json_to_recordset(${asJson(seats)}::json) as s(entity_id bigint, level int, mode text, member_id bigint, user_id bigint, role_id bigint, open boolean)
  join sent on sent.entity_id = s.entity_id order by sent.id, s.level, s.member_id)`

async function lockApproval(tx: Tx, id: number): Promise<Locked | undefined> {
  return (await lockApprovals(tx, [id])).get(id)
}

async function lockApprovals(tx: Tx, ids: readonly number[]): Promise<Map<number, Locked>> {
  const { rows } = await sql<Locked>`${kept}
    select id, biz_type, entity_id, doc_no, state, level, levels, applicant_id from approval
    where id = ${anyId(ids)} order by id for update`.execute(tx)
  return new Map(rows.map((row) => [row.id, row]))
}

/** A seat is mine by name, by a role of mine, or while I stand in for the person. */
export const seatIsMine = (actor: Actor, seat = 's', member = 'm') => {
  const today = clock.today()
  return sql<SqlBool>`(${sql.ref(`${seat}.user_id`)} = ${actor.userId}
    or ${sql.ref(`${seat}.role_id`)} in (
      select ur.role_id from user_role ur join role r on r.id = ur.role_id and r.enabled and not r.is_deleted where ur.user_id = ${actor.userId})
    or (${sql.ref(`${member}.deputy_id`)} = ${actor.userId} and ${sql.ref(`${seat}.passed_by`)} is null and not ${sql.ref(`${member}.is_deleted`)}
      and ${today}::date between ${sql.ref(`${member}.deputy_from`)} and ${sql.ref(`${member}.deputy_to`)}))`
}

/** By review. */
async function seatsOf(tx: Tx, actor: Actor, approvalIds: readonly number[]): Promise<Map<number, Seat[]>> {
  const found = await sql<Seat>`${kept}
    select s.id, s.approval_id as "approvalId", s.level, s.mode, s.user_id as "userId", s.decision, ${seatIsMine(actor)} as mine
    from approval_seat s join approver_member m on m.id = s.member_id
    where s.approval_id = ${anyId(approvalIds)} order by s.id`.execute(tx)
  return Map.groupBy(found.rows, ({ approvalId }) => approvalId)
}

async function closeSeats(tx: Tx, approvalIds: readonly number[]): Promise<void> {
  await sql`update approval_seat set open = false where approval_id = any(${[...approvalIds]}::bigint[]) and open`.execute(
    tx,
  )
}

/** Tells those who are asked next, once for all documents of a type. */
async function tellNext(tx: Tx, approvals: readonly Locked[]): Promise<void> {
  if (approvals.length === 0) return
  const today = clock.today()
  const people = await sql<{ userId: number; id: number }>`
    select distinct u.id as "userId", a.id from approval a join approval_seat s on s.approval_id = a.id
    join approver_member m on m.id = s.member_id
    join app_user u on u.status = 0 and (u.id = s.user_id
      or u.id in (select ur.user_id from user_role ur where ur.role_id = s.role_id)
      or (u.id = m.deputy_id and s.passed_by is null and ${today}::date between m.deputy_from and m.deputy_to))
    where a.id = any(${approvals.map(({ id }) => id)}::bigint[]) and s.open and u.id <> a.applicant_id order by a.id`.execute(
    tx,
  )
  const known = new Map(approvals.map((approval) => [approval.id, approval]))
  const asked = Map.groupBy(people.rows, ({ userId, id }) => `${userId} ${known.get(id)?.biz_type}`)
  const notices = [...asked.values()].flatMap((of) => {
    const [first] = of as [(typeof of)[number]]
    const { doc_no: no, biz_type: type } = known.get(first.id) as Locked
    return told([first.userId], 'approvalWaits', { count: of.length, no, type }, inbox)
  })
  if (notices.length > 0) await insertTogether(tx, { notification: notices })
}
