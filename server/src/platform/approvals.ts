import { type BizType, decidingPages } from '@xunyun/contract/approvals/bizTypes'
import { compareDecimal } from '@xunyun/contract/kernel/decimal'
import type { Outcomes } from '@xunyun/contract/kernel/list'
import { type SqlBool, sql } from 'kysely'
import type { Actor } from './actor.ts'
import { mayAny } from './actor.ts'
import { BatchReport } from './batch.ts'
import { clock } from './clock.ts'
import type { Tx } from './db.ts'
import { notify } from './notify.ts'
import { notFound, Refusal } from './refusal.ts'
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
type Seat = { id: number; level: number; mode: string; userId: number | null; decision: string | null; mine: boolean }

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

  /** Sends documents of one type to review. The caller has locked them and moves their state. */
  async submit(tx: Tx, actor: Actor, bizType: BizType, documents: readonly Submission[]): Promise<void> {
    if (documents.length === 0) return
    const setup = await approverLevels(tx, bizType)
    const told = new Map<number, string[]>()
    for (const document of documents) {
      // A review of −300 asks whom 300 asks.
      const path = pathFor(setup, document.amount.replace(/^-/, ''), actor.userId)
      const id = await insertApproval(tx, actor, bizType, document, path)
      await tx
        .insertInto('approval_seat')
        .values(
          path.flatMap((level, index) =>
            level.seats.map((seat) => ({
              approval_id: id,
              level: index + 1,
              mode: level.mode,
              member_id: seat.memberId,
              user_id: seat.userId,
              role_id: seat.roleId,
              open: index === 0,
            })),
          ),
        )
        .execute()
      for (const user of new Set(path[0]?.seats.flatMap(({ able }) => able)))
        told.set(user, [...(told.get(user) ?? []), document.no])
    }
    for (const [user, numbers] of told)
      await notify(tx, [user], 'approvalWaits', { count: numbers.length, no: numbers[0] ?? '', type: bizType }, inbox)
  }

  /** Approves or sends back, row by row: what one row meets leaves the others alone. */
  async decide(
    tx: Tx,
    actor: Actor,
    ids: readonly number[],
    decision: 'approve' | 'reject',
    opinion: string | undefined,
  ): Promise<Outcomes> {
    return this.#each(tx, actor, ids, (approval) => this.#decideOne(tx, actor, approval, decision, opinion ?? null))
  }

  /** 转交: what waits for me waits for a colleague instead, who is told why. */
  async transfer(tx: Tx, actor: Actor, ids: readonly number[], userId: number, note: string): Promise<Outcomes> {
    const passed: string[] = []
    const outcomes = await this.#each(tx, actor, ids, async (approval) => {
      const { here, mine } = await mySeats(tx, actor, approval)
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
    for (const { id } of ended) await closeSeats(tx, id)
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
        // Whoever neither sent it in nor is asked does not learn what it is called.
        report.refuse(id, error.reason === 'kernel.notFound' ? String(id) : approval.doc_no, error)
      }
    }
    return report.outcomes()
  }

  async #decideOne(
    tx: Tx,
    actor: Actor,
    approval: Locked,
    decision: 'approve' | 'reject',
    opinion: string | null,
  ): Promise<void> {
    const { here, mine } = await mySeats(tx, actor, approval)
    await tx
      .updateTable('approval_seat')
      .set({ decision, opinion, decided_by: actor.userId, decided_at: clock.now(), open: false })
      .where(
        'id',
        'in',
        mine.map(({ id }) => id),
      )
      .execute()
    if (decision === 'reject') return this.#end(tx, actor, approval, 'rejected', opinion)
    const open = here.filter((seat) => seat.decision === null && !mine.includes(seat))
    if (here[0]?.mode === 'all' && open.length > 0) return
    await tx.updateTable('approval_seat').set({ open: false }).where('approval_id', '=', approval.id).execute()
    if (approval.level === approval.levels) return this.#end(tx, actor, approval, 'approved', opinion)
    await tx
      .updateTable('approval')
      .set({ level: approval.level + 1 })
      .where('id', '=', approval.id)
      .execute()
    await tx
      .updateTable('approval_seat')
      .set({ open: true })
      .where('approval_id', '=', approval.id)
      .where('level', '=', approval.level + 1)
      .execute()
    await tellNext(tx, approval)
  }

  async #end(
    tx: Tx,
    actor: Actor,
    approval: Locked,
    state: 'approved' | 'rejected',
    opinion: string | null,
  ): Promise<void> {
    await tx
      .updateTable('approval')
      .set({ state, decided_at: clock.now(), opinion })
      .where('id', '=', approval.id)
      .execute()
    await closeSeats(tx, approval.id)
    const kind = this.#kindOf(approval.biz_type)
    const verdict = { approvalId: approval.id, opinion, applicantId: approval.applicant_id }
    await kind[state](tx, actor, approval.entity_id, verdict)
    await notify(
      tx,
      [approval.applicant_id],
      state === 'approved' ? 'approvalPassed' : 'approvalSentBack',
      { no: approval.doc_no, by: actor.name, opinion: opinion ?? '', type: approval.biz_type },
      kind.link(approval.doc_no),
    )
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
    await closeSeats(tx, approval.id)
    await this.#kindOf(approval.biz_type).withdrawn(tx, actor, approval.entity_id)
  }
}

/** The seats of the level that is asked now, and those of them that wait for this actor; refuses where none does. */
async function mySeats(tx: Tx, actor: Actor, approval: Locked): Promise<{ here: Seat[]; mine: Seat[] }> {
  const isApplicant = approval.applicant_id === actor.userId
  const seats = await seatsOf(tx, actor, approval.id)
  if (!isApplicant && !seats.some((seat) => seat.mine)) throw notFound()
  if (approval.state !== 'pending') throw new Refusal('approvals.decided')
  if (isApplicant) throw new Refusal('approvals.ownDocument')
  const rights = decidingPages[approval.biz_type].map((page) => ({ page, kind: 'approve' as const }))
  const here = seats.filter(({ level }) => level === approval.level)
  const mine = here.filter((seat) => seat.mine && seat.decision === null)
  if (!mayAny(actor, rights) || mine.length === 0) throw new Refusal('approvals.notYourTurn')
  return { here, mine }
}

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
  }>`
    select l.id, l.level, l.mode, l.amount_from, l.amount_to, json_agg(json_build_object(
      'memberId', m.id, 'userId', m.user_id, 'roleId', m.role_id, 'able', (
        select json_agg(u.id) from app_user u
        where u.status = 0 and not u.is_deleted
          and (u.id = m.user_id or u.id in (select ur.user_id from user_role ur where ur.role_id = m.role_id))
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

async function insertApproval(
  tx: Tx,
  actor: Actor,
  bizType: BizType,
  document: Submission,
  path: readonly LevelPeople[],
): Promise<number> {
  const { id } = await tx
    .insertInto('approval')
    .values({
      biz_type: bizType,
      entity_id: document.id,
      doc_no: document.no,
      reason: document.reason,
      amount: document.amount,
      company_id: document.companyId,
      outlet_id: document.outletId,
      facts: JSON.stringify(document.facts),
      level: 1,
      levels: path.length,
      applicant_id: actor.userId,
      applied_at: clock.now(),
      search: searchText([document.no, actor.name, String(document.facts.customer ?? '')]),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function lockApproval(tx: Tx, id: number): Promise<Locked | undefined> {
  const row = await tx
    .selectFrom('approval')
    .select(['id', 'biz_type', 'entity_id', 'doc_no', 'state', 'level', 'levels', 'applicant_id'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row as Locked | undefined
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

async function seatsOf(tx: Tx, actor: Actor, approvalId: number): Promise<Seat[]> {
  const found = await sql<Seat>`
    select s.id, s.level, s.mode, s.user_id as "userId", s.decision, ${seatIsMine(actor)} as mine
    from approval_seat s join approver_member m on m.id = s.member_id where s.approval_id = ${approvalId} order by s.id`.execute(
    tx,
  )
  return found.rows
}

async function closeSeats(tx: Tx, approvalId: number): Promise<void> {
  await tx
    .updateTable('approval_seat')
    .set({ open: false })
    .where('approval_id', '=', approvalId)
    .where('open', '=', true)
    .execute()
}

/** Tells those who are asked next. */
async function tellNext(tx: Tx, approval: Locked): Promise<void> {
  const today = clock.today()
  const people = await sql<{ id: number }>`
    select distinct u.id from approval_seat s join approver_member m on m.id = s.member_id
    join app_user u on u.status = 0 and (u.id = s.user_id
      or u.id in (select ur.user_id from user_role ur where ur.role_id = s.role_id)
      or (u.id = m.deputy_id and s.passed_by is null and ${today}::date between m.deputy_from and m.deputy_to))
    where s.approval_id = ${approval.id} and s.open and u.id <> ${approval.applicant_id}`.execute(tx)
  await notify(
    tx,
    people.rows.map(({ id }) => id),
    'approvalWaits',
    { count: 1, no: approval.doc_no, type: approval.biz_type },
    inbox,
  )
}
