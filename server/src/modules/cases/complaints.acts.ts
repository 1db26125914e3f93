import type * as calls from '@xunyun/contract/cases/complaints'
import { complaintHours } from '@xunyun/contract/cases/complaints'
import { type ComplaintAction, type ComplaintState, complaintLifecycle } from '@xunyun/contract/cases/states'
import { wordFor } from '@xunyun/contract/dictionary'
import { compareDecimal } from '@xunyun/contract/kernel/decimal'
import { canStart } from '@xunyun/contract/kernel/lifecycle'
import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import { refuseFor } from '../../platform/abilities.ts'
import type { Act, Asked } from '../../platform/act.ts'
import type { Actor } from '../../platform/actor.ts'
import { eachRecord, type Records } from '../../platform/batch.ts'
import { clock } from '../../platform/clock.ts'
import { owned, type Tx } from '../../platform/db.ts'
import type { Files } from '../../platform/files.ts'
import { differences, recordHistory } from '../../platform/history.ts'
import type { Numbering } from '../../platform/numbering.ts'
import { badField, notFound, Refusal } from '../../platform/refusal.ts'
import type { DB } from '../../platform/schema.ts'
import { lockingSeen, scoped } from '../../platform/scope.ts'
import { searchText } from '../../platform/search.ts'
import { changed, created, refuseStale } from '../../platform/version.ts'
import { colleague } from '../watch/index.ts'
import { closeAtOnce, outletFor, reopenWaybills } from '../waybills/index.ts'
import { notFinishable, notFollowable } from './complaints.queries.ts'
import type { Money } from './money.ts'

type Complaint = Selectable<DB['complaint']> & { id: number }
const lock = lockingSeen('complaint') as unknown as Records<Complaint>['lock']

const wrongState = (actor: Actor, action: ComplaintAction, { state }: Pick<Complaint, 'state'>): Refusal | undefined =>
  canStart(complaintLifecycle, action, state as ComplaintState)
    ? undefined
    : new Refusal('cases.wrongState', { state: wordFor('complaintState', state, actor.language) })

async function lockOne(
  { tx, actor }: Asked,
  { id, version }: { id: number; version: number },
  action: ComplaintAction,
): Promise<Complaint> {
  const complaint = (await lock(tx, actor, [id])).get(id)
  if (complaint === undefined) throw notFound()
  await refuseStale(tx, complaint, version)
  const refusal = wrongState(actor, action, complaint)
  if (refusal !== undefined) throw refusal
  return complaint
}

type Columns = Partial<Omit<Complaint, 'id' | 'complaint_no' | 'version' | 'created_at'>>
const write = async (tx: Tx, actor: Actor, { id, version }: Complaint, columns: Columns): Promise<number> => {
  await owned(tx)
    .updateTable('complaint')
    .set({ ...columns, ...changed(actor.userId, version) } as never)
    .where('id', '=', id)
    .execute()
  return version + 1
}

const dueAfter = (urgency: number) =>
  new Date(clock.ms() + (complaintHours[urgency - 1] ?? complaintHours[0]) * 3_600_000).toISOString()

type Fields = Pick<
  Parameters<Act<typeof calls.changeComplaint>>[1],
  'waybillNo' | 'customerId' | 'complainant' | 'phone' | 'channel' | 'category' | 'urgency' | 'text'
>

/** The columns that a form sets: the waybill tells the customer and the outlet, where there is one. */
async function columnsOf(tx: Tx, actor: Actor, fields: Fields, no: string) {
  const named = fields.waybillNo?.trim().toUpperCase()
  const waybill =
    named === undefined
      ? undefined
      : await scoped(tx, actor, 'waybill')
          .select(['id', 'waybill_no', 'customer_id', 'outlet_id'])
          .where('waybill_no', '=', named)
          .executeTakeFirst()
  if (named !== undefined && waybill === undefined) throw badField('waybillNo', 'cases.unknownWaybill', { no: named })
  const customerId = fields.customerId ?? waybill?.customer_id ?? null
  const customer =
    customerId === null
      ? undefined
      : await scoped(tx, actor, 'company').select(['id', 'name']).where('id', '=', customerId).executeTakeFirst()
  if (customerId !== null && customer === undefined) throw badField('customerId', 'field.id')
  return {
    outlet_id: waybill?.outlet_id ?? (await outletFor(tx, actor, undefined)),
    waybill_id: waybill?.id ?? null,
    customer_id: customerId,
    complainant: fields.complainant,
    phone: fields.phone,
    channel: fields.channel,
    category: fields.category,
    urgency: fields.urgency,
    text: fields.text,
    search: searchText([no, waybill?.waybill_no, customer?.name, fields.complainant, fields.phone]),
  }
}

/** 登记投诉: due by its level; whoever takes it down follows it, unless somebody else is named. */
export const addComplaint =
  (numbering: Numbering, files: Files): Act<typeof calls.addComplaint> =>
  async ({ tx, actor }, { ownerId, files: papers, ...fields }) => {
    if (ownerId !== undefined && (await colleague(tx, ownerId)) === undefined) throw badField('ownerId', 'field.id')
    const [no = ''] = await numbering.next('TS')
    const columns = await columnsOf(tx, actor, fields, no)
    // What was closed is not over after all.
    await reopenWaybills(tx, actor, columns.waybill_id === null ? [] : [columns.waybill_id])
    const { id } = await owned(tx)
      .insertInto('complaint')
      .values({
        complaint_no: no,
        ...columns,
        owner_id: ownerId ?? actor.userId,
        due_at: dueAfter(fields.urgency),
        ...created(actor.userId),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await files.link(tx, actor, 'complaint', id, papers ?? [], true)
    await recordHistory(tx, actor, 'complaint', id, 'created')
    return { id, complaintNo: no }
  }

export const changeComplaint: Act<typeof calls.changeComplaint> = async (asked, { id, version, ...fields }) => {
  const { tx, actor } = asked
  const before = await lockOne(asked, { id, version }, 'change')
  const columns = await columnsOf(tx, actor, fields, before.complaint_no)
  // Another level is due at another time, from when it was taken down.
  const due =
    columns.urgency === before.urgency
      ? {}
      : {
          due_at: new Date(
            Date.parse(String(before.created_at)) + (complaintHours[columns.urgency - 1] ?? 24) * 3_600_000,
          ).toISOString(),
          due_told: false,
          level: 0,
        }
  const next = await write(tx, actor, before, { ...columns, ...due } as Columns)
  const shown = (row: Pick<Complaint, 'complainant' | 'phone' | 'channel' | 'category' | 'urgency' | 'text'>) => ({
    complainant: row.complainant,
    phone: row.phone,
    channel: row.channel,
    category: row.category,
    urgency: row.urgency,
    text: row.text,
  })
  await recordHistory(
    tx,
    actor,
    'complaint',
    id,
    'changed',
    differences(shown(before), shown({ ...before, ...columns })),
  )
  return { version: next }
}

const records = (actor: Actor, action: ComplaintAction): Records<Complaint> => ({
  lock,
  no: ({ complaint_no }) => complaint_no,
  may: (complaint) => wrongState(actor, action, complaint),
})

const handlers = ({ userId }: Actor, { handled_by }: Complaint): number[] => [...new Set([...handled_by, userId])]

/** 受理: in hand, and whoever takes it handles it. */
export const acceptComplaints: Act<typeof calls.acceptComplaints> = (asked, { ids }) =>
  eachRecord(asked, ids, records(asked.actor, 'accept'), async (complaint) => {
    const { tx, actor } = asked
    await write(tx, actor, complaint, {
      state: 'handling',
      owner_id: actor.userId,
      handled_by: handlers(actor, complaint),
    })
    await recordHistory(tx, actor, 'complaint', complaint.id, 'accepted')
  })

/** 处理: what was found and done; a compensation is applied for with it. */
export const answerComplaint =
  (money: Money, files: Files): Act<typeof calls.answerComplaint> =>
  async (asked, input) => {
    const { tx, actor } = asked
    const complaint = await lockOne(asked, input, 'answer')
    const isPaid = compareDecimal(input.amount ?? '0', '0') > 0
    if (isPaid && complaint.customer_id === null) throw badField('amount', 'cases.noCustomer')
    const application =
      isPaid && complaint.customer_id !== null
        ? await money.claim(asked, {
            waybillId: complaint.waybill_id,
            outletId: complaint.outlet_id,
            companyId: complaint.customer_id,
            amount: input.amount ?? '0',
            reason: input.result.slice(0, 300),
            words: [complaint.complaint_no],
            applicationId: complaint.application_id,
          })
        : undefined
    await files.link(tx, actor, 'complaint', complaint.id, input.files ?? [], true)
    const version = await write(tx, actor, complaint, {
      state: 'followUp',
      result: input.result,
      handled_by: handlers(actor, complaint),
      satisfaction: null,
      unreached: 0,
      ...(application === undefined ? {} : { amount: input.amount ?? null, application_id: application.id }),
    })
    await recordHistory(tx, actor, 'complaint', complaint.id, 'answered', [
      { field: 'result', from: complaint.result, to: input.result },
      ...(isPaid ? [{ field: 'amount', from: complaint.amount, to: input.amount ?? null }] : []),
    ])
    return { version, applicationNo: application?.no ?? null }
  }

/** 回访, by somebody who did not handle it. */
export const followUpComplaint: Act<typeof calls.followUpComplaint> = async (asked, input) => {
  const { tx, actor } = asked
  const complaint = await lockOne(asked, input, 'followUp')
  refuseFor(
    notFollowable(actor, {
      state: complaint.state as ComplaintState,
      result: complaint.result,
      satisfaction: complaint.satisfaction,
      unreached: complaint.unreached,
      handledBy: complaint.handled_by,
    }),
  )
  if (input.reached && input.satisfaction === undefined) throw badField('satisfaction', 'field.required')
  const version = await write(
    tx,
    actor,
    complaint,
    input.reached ? { satisfaction: input.satisfaction ?? null } : { unreached: complaint.unreached + 1 },
  )
  await recordHistory(tx, actor, 'complaint', complaint.id, input.reached ? 'followedUp' : 'notReached', [
    ...(input.reached ? [{ field: 'satisfaction', from: null, to: String(input.satisfaction) }] : []),
    ...(input.remark === undefined ? [] : [{ field: 'remark', from: null, to: input.remark }]),
  ])
  return { version }
}

/** 办结. */
export const finishComplaint: Act<typeof calls.finishComplaint> = async (asked, input) => {
  const { tx, actor } = asked
  const complaint = await lockOne(asked, input, 'finish')
  refuseFor(
    notFinishable({
      state: complaint.state as ComplaintState,
      result: complaint.result,
      satisfaction: complaint.satisfaction,
      unreached: complaint.unreached,
      handledBy: complaint.handled_by,
    }),
  )
  const version = await write(tx, actor, complaint, { state: 'done', done_at: clock.iso() })
  await recordHistory(tx, actor, 'complaint', complaint.id, 'finished')
  if (complaint.waybill_id !== null) await closeAtOnce(tx, actor, [complaint.waybill_id])
  return { version }
}

/** 重开: its clock begins anew, by its level. */
export const reopenComplaint: Act<typeof calls.reopenComplaint> = async (asked, input) => {
  const { tx, actor } = asked
  const complaint = await lockOne(asked, input, 'reopen')
  await reopenWaybills(tx, actor, complaint.waybill_id === null ? [] : [complaint.waybill_id])
  const version = await write(tx, actor, complaint, {
    state: 'reopened',
    done_at: null,
    satisfaction: null,
    unreached: 0,
    due_at: dueAfter(complaint.urgency),
    due_told: false,
    level: 0,
  })
  await recordHistory(tx, actor, 'complaint', complaint.id, 'reopened', [
    { field: 'reason', from: null, to: input.reason },
  ])
  return { version }
}

export const assignComplaints: Act<typeof calls.assignComplaints> = async (asked, { ids, ownerId, reason }) => {
  const name = await colleague(asked.tx, ownerId)
  if (name === undefined) throw badField('ownerId', 'field.id')
  if (ownerId !== asked.actor.userId && reason === undefined) throw badField('reason', 'field.required')
  return eachRecord(asked, ids, records(asked.actor, 'assign'), async (complaint) => {
    const was = complaint.owner_id === null ? null : await nameOf(asked.tx, complaint.owner_id)
    await write(asked.tx, asked.actor, complaint, { owner_id: ownerId })
    await recordHistory(asked.tx, asked.actor, 'complaint', complaint.id, 'assigned', [
      { field: 'owner', from: was, to: name },
      ...(reason === undefined ? [] : [{ field: 'reason', from: null, to: reason }]),
    ])
  })
}

export const changeComplaintDue: Act<typeof calls.changeComplaintDue> = async (asked, { ids, dueAt, reason }) => {
  if (dueAt <= clock.iso()) throw badField('dueAt', 'watch.duePast')
  return eachRecord(asked, ids, records(asked.actor, 'changeDue'), async (complaint) => {
    await write(asked.tx, asked.actor, complaint, { due_at: dueAt, level: 0, due_told: false } as Columns)
    await recordHistory(asked.tx, asked.actor, 'complaint', complaint.id, 'dueChanged', [
      { field: 'dueAt', from: String(complaint.due_at), to: dueAt },
      { field: 'reason', from: null, to: reason },
    ])
  })
}

const nameOf = async (tx: Tx, id: number): Promise<string | null> =>
  (await sql<{ name: string }>`select name from app_user where id = ${id}`.execute(tx)).rows[0]?.name ?? null
