import type * as calls from '@xunyun/contract/cases/abnormals'
import { type AbnormalAction, type AbnormalState, abnormalLifecycle } from '@xunyun/contract/cases/states'
import { wordFor } from '@xunyun/contract/dictionary'
import { compareDecimal } from '@xunyun/contract/kernel/decimal'
import { canStart } from '@xunyun/contract/kernel/lifecycle'
import { sql } from 'kysely'
import type { Act, Asked } from '../../platform/act.ts'
import { type Actor, may } from '../../platform/actor.ts'
import { eachRecord, type Records } from '../../platform/batch.ts'
import { clock } from '../../platform/clock.ts'
import { anyId, kept, type Tx } from '../../platform/db.ts'
import type { Files } from '../../platform/files.ts'
import { type Change, differences, recordHistory } from '../../platform/history.ts'
import type { Numbering } from '../../platform/numbering.ts'
import { badField, notFound, Refusal } from '../../platform/refusal.ts'
import { inScope, scoped } from '../../platform/scope.ts'
import { refuseStale } from '../../platform/version.ts'
import { colleague, settingOf } from '../watch/index.ts'
import { closeAtOnce, countCases, openAbnormal, recordEvents, reopenWaybills } from '../waybills/index.ts'
import { mostClaim } from './abnormals.queries.ts'
import { dealingsDone } from './done.ts'
import { dueOf, ownerOf } from './lists.ts'
import type { Money } from './money.ts'

export type Locked = {
  id: number
  no: string
  state: AbnormalState
  type: string
  pieces: number
  waybillId: number
  waybillNo: string
  customerId: number | null
  outletId: number
  declared: string
  all: number
  freight: string
  loss: string
  responsible: string | null
  responsibleName: string | null
  arrangementId: number | null
  companyId: number | null
  driverId: number | null
  applicationId: number | null
  text: string
  createdAt: string
  ownerId: number | null
  ownerName: string | null
  dueAt: string
  version: number
  updated_at: string
  updated_by: number | null
}

/** Cases inside the scope, locked with their waybills in the order of their ids. */
async function lockAbnormals(tx: Tx, actor: Actor, ids: readonly number[]): Promise<Map<number, Locked>> {
  const { dueHours } = await settingOf(tx, 'abnormal')
  const { rows } = await sql<Locked>`${kept}
    select t.*, u.name as "ownerName" from (
      select x.id, x.abnormal_no as no, x.state, x.type, x.pieces, w.id as "waybillId", w.waybill_no as "waybillNo", w.customer_id as "customerId",
        w.outlet_id as "outletId", w.declared_value as declared, w.pieces as "all", w.freight, x.loss, x.responsible, x.responsible_name as "responsibleName",
        x.arrangement_id as "arrangementId", x.responsible_company_id as "companyId", x.responsible_driver_id as "driverId",
        x.application_id as "applicationId", x.text, x.created_at as "createdAt", ${ownerOf} as "ownerId", ${dueOf(dueHours)} as "dueAt",
        x.version, x.updated_at, x.updated_by
      from abnormal x join waybill w on w.id = x.waybill_id
      where x.id = ${anyId(ids)} and not x.is_deleted and not w.is_deleted and ${inScope(actor, 'waybill', 'w')} order by w.id, x.id for update of w, x) t
    left join app_user u on u.id = t."ownerId" order by t.id`.execute(tx)
  return new Map(rows.map((row) => [row.id, row]))
}

const wrongState = (actor: Actor, action: AbnormalAction, { state }: Locked): Refusal | undefined =>
  canStart(abnormalLifecycle, action, state)
    ? undefined
    : new Refusal('cases.wrongState', { state: wordFor('abnormalState', state, actor.language) })

async function lockOne(
  { tx, actor }: Asked,
  { id, version }: { id: number; version: number },
  action: AbnormalAction,
): Promise<Locked> {
  const abnormal = (await lockAbnormals(tx, actor, [id])).get(id)
  if (abnormal === undefined) throw notFound()
  await refuseStale(tx, abnormal, version)
  const refusal = wrongState(actor, action, abnormal)
  if (refusal !== undefined) throw refusal
  return abnormal
}

type Columns = {
  state?: AbnormalState
  type?: string
  text?: string
  loss?: string
  responsible?: string | null
  responsible_name?: string | null
  responsible_company_id?: number | null
  responsible_driver_id?: number | null
  arrangement_id?: number | null
  dealing?: string | null
  amount?: string | null
  result?: string | null
  application_id?: number | null
  owner_id?: number | null
  due_at?: string
  level?: number
  due_told?: boolean
  closed_at?: string | null
  closed_by?: number | null
}

/** Sets the columns that are given; the others stay. */
const write = async (tx: Tx, actor: Actor, { id, version }: Locked, columns: Columns) => {
  await tx
    .updateTable('abnormal')
    .set({
      state: columns.state,
      type: columns.type,
      text: columns.text,
      loss: columns.loss,
      responsible: columns.responsible,
      responsible_name: columns.responsible_name,
      responsible_company_id: columns.responsible_company_id,
      responsible_driver_id: columns.responsible_driver_id,
      arrangement_id: columns.arrangement_id,
      dealing: columns.dealing,
      amount: columns.amount,
      result: columns.result,
      application_id: columns.application_id,
      owner_id: columns.owner_id,
      due_at: columns.due_at,
      level: columns.level,
      due_told: columns.due_told,
      closed_at: columns.closed_at,
      closed_by: columns.closed_by,
      version: version + 1,
      updated_at: clock.iso(),
      updated_by: actor.userId,
    })
    .where('id', '=', id)
    .execute()
  return version + 1
}

/** YD26112600001-003 names the waybill of a piece. */
const numberOf = (scanned: string): string =>
  scanned
    .trim()
    .toUpperCase()
    .replace(/-\d{3,}$/, '')

/** 登记异常, by hand. */
export const addAbnormal =
  (numbering: Numbering, files: Files): Act<typeof calls.addAbnormal> =>
  async ({ tx, actor }, input) => {
    const no = numberOf(input.waybillNo)
    const waybill = await scoped(tx, actor, 'waybill')
      .select(['id', 'pieces', 'placed_at'])
      .where('waybill_no', '=', no)
      .where('state', 'not in', ['draft', 'cancelled'])
      .executeTakeFirst()
    if (waybill === undefined) throw badField('waybillNo', 'cases.unknownWaybill', { no })
    if (input.pieces > waybill.pieces) throw badField('pieces', 'cases.morePieces', { pieces: waybill.pieces })
    checkMoment(input.happenedAt, waybill.placed_at)
    if (input.ownerId !== undefined && (await colleague(tx, input.ownerId)) === undefined)
      throw badField('ownerId', 'field.id')
    const parties = await partiesOf(tx, waybill.id, input.arrangementId)
    const { id, abnormalNo } = await openAbnormal(tx, actor, numbering, {
      waybillId: waybill.id,
      act: null,
      type: input.type,
      node: input.node ?? null,
      pieces: input.pieces,
      text: input.text,
      happenedAt: input.happenedAt,
    })
    await tx
      .updateTable('abnormal')
      .set({
        loss: input.loss ?? '0.00',
        responsible: input.responsible ?? null,
        responsible_name: input.responsibleName ?? null,
        arrangement_id: input.arrangementId ?? null,
        responsible_company_id: parties.responsible_company_id,
        responsible_driver_id: parties.responsible_driver_id,
        owner_id: input.ownerId ?? null,
      })
      .where('id', '=', id)
      .execute()
    await files.link(tx, actor, 'abnormal', id, input.files ?? [], true)
    await recordHistory(tx, actor, 'abnormal', id, 'created')
    return { id, abnormalNo }
  }

const day = 86_400_000
function checkMoment(at: string, placedAt: string | null): void {
  if (Date.parse(at) > clock.ms() + 60_000) throw badField('happenedAt', 'field.future')
  if (placedAt !== null && Date.parse(at) < Date.parse(placedAt) - 30 * day)
    throw badField('happenedAt', 'waybills.trackTooEarly', { no: '' })
}

/** Whom the arrangement where it happened belongs to: its carrier, else its driver. */
async function partiesOf(
  tx: Tx,
  waybillId: number,
  arrangementId: number | undefined,
): Promise<Pick<Columns, 'responsible_company_id' | 'responsible_driver_id'>> {
  if (arrangementId === undefined) return { responsible_company_id: null, responsible_driver_id: null }
  const { rows } = await sql<{ carrier: number | null; driver: number | null }>`
    select coalesce(a.carrier_id, v.carrier_id) as carrier, a.driver_id as driver
    -- unscoped: carried a waybill in scope
    from arrangement a left join vehicle v on v.id = a.vehicle_id
    where a.id = ${arrangementId} and exists (select from arrangement_line l where l.arrangement_id = a.id and l.waybill_id = ${waybillId})`.execute(
    tx,
  )
  const [row] = rows
  if (row === undefined) throw badField('arrangementId', 'field.id')
  return { responsible_company_id: row.carrier, responsible_driver_id: row.carrier === null ? row.driver : null }
}

/** 处理: taken in hand, with what was found. Whoever takes it is its owner, where it had none. */
export const handleAbnormal =
  (files: Files): Act<typeof calls.handleAbnormal> =>
  async (asked, input) => {
    const { tx, actor } = asked
    const abnormal = await lockOne(asked, input, 'handle')
    const columns = {
      loss: input.loss ?? '0.00',
      responsible: input.responsible ?? null,
      responsible_name: input.responsibleName ?? null,
      arrangement_id: input.arrangementId ?? null,
      text: input.text,
    }
    const parties = await partiesOf(tx, abnormal.waybillId, input.arrangementId)
    await files.link(tx, actor, 'abnormal', abnormal.id, input.files ?? [], true)
    const version = await write(tx, actor, abnormal, {
      ...columns,
      ...parties,
      state: 'handling',
      ...(abnormal.ownerId === null ? { owner_id: actor.userId } : {}),
    })
    const before = {
      loss: abnormal.loss,
      responsible: abnormal.responsible,
      responsible_name: abnormal.responsibleName,
      arrangement_id: abnormal.arrangementId,
      text: abnormal.text,
    }
    const changes = differences(before, columns).filter(({ field }) => field !== 'arrangement_id')
    await recordHistory(
      tx,
      actor,
      'abnormal',
      abnormal.id,
      abnormal.state === 'open' ? 'handled' : 'changed',
      named(changes),
    )
    return { version }
  }

const named = (changes: readonly Change[]): Change[] =>
  changes.map((one) => ({ ...one, field: one.field.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()) }))

/**
 * 结案, by what was done: 返货 and the others stand on the waybill since the case was opened; a claim and a penalty are applied for
 * now, in the same transaction.
 */
export const closeAbnormal =
  (money: Money): Act<typeof calls.closeAbnormal> =>
  async (asked, input) => {
    const { tx, actor } = asked
    const abnormal = await lockOne(asked, input, 'close')
    const isPaid = input.dealing === 'claim' || input.dealing === 'penalty'
    if (isPaid && compareDecimal(input.amount ?? '0', '0') <= 0) throw badField('amount', 'field.required')
    const isDone = input.dealing === 'none' || (await dealingsDone(tx, abnormal)).some((one) => one === input.dealing)
    if (!isPaid && !isDone)
      throw badField('dealing', 'cases.nothingDone', {
        dealing: wordFor('abnormalDealing', input.dealing, actor.language),
      })
    const amount = isPaid ? (input.amount ?? '0') : null
    const application =
      amount === null
        ? undefined
        : input.dealing === 'claim'
          ? await claim(asked, money, abnormal, amount, input.result)
          : await money.penalty(asked, {
              ...abnormal,
              amount,
              // Its reviewer reads which case it is of.
              reason: `${abnormal.no} ${input.result}`.slice(0, 300),
              words: [abnormal.no, abnormal.waybillNo],
            })
    const version = await write(tx, actor, abnormal, {
      state: 'closed',
      dealing: input.dealing,
      amount,
      result: input.result,
      application_id: application?.id ?? abnormal.applicationId,
      closed_at: clock.iso(),
      closed_by: actor.userId,
    })
    await countCases(tx, [abnormal.waybillId])
    await recordHistory(tx, actor, 'abnormal', abnormal.id, 'closed', [
      { field: 'dealing', from: null, to: input.dealing },
      ...(amount === null ? [] : [{ field: 'amount', from: null, to: amount }]),
      { field: 'result', from: null, to: input.result },
    ])
    await recordEvents(tx, actor, [
      {
        waybillId: abnormal.waybillId,
        event: {
          type: 'abnormalClosed',
          params: { abnormalNo: abnormal.no, type: abnormal.type, dealing: input.dealing },
        },
      },
    ])
    await closeAtOnce(tx, actor, [abnormal.waybillId])
    return { version, applicationNo: application?.no ?? null }
  }

async function claim(asked: Asked, money: Money, abnormal: Locked, amount: string, reason: string) {
  if (abnormal.customerId === null) throw badField('dealing', 'cases.noCustomer')
  const most = mostClaim({
    declared: abnormal.declared,
    pieces: abnormal.all,
    freight: abnormal.freight,
    of: abnormal.pieces,
    uninsuredMost: (await settingOf(asked.tx, 'abnormal')).uninsuredMost,
  })
  if (compareDecimal(amount, most) > 0 && !may(asked.actor, 'abnormalList', 'approve'))
    throw badField('amount', 'cases.claimAbove', { most })
  return money.claim(asked, {
    waybillId: abnormal.waybillId,
    outletId: abnormal.outletId,
    companyId: abnormal.customerId,
    amount,
    reason,
    words: [abnormal.no, abnormal.waybillNo],
    applicationId: abnormal.applicationId,
  })
}

/** A closed case is in hand again; what was applied for with it goes its own way. */
export const reopenAbnormal: Act<typeof calls.reopenAbnormal> = async (asked, input) => {
  const { tx, actor } = asked
  const abnormal = await lockOne(asked, input, 'reopen')
  await reopenWaybills(tx, actor, [abnormal.waybillId])
  const { dueHours } = await settingOf(tx, 'abnormal')
  // Its clock begins anew, as a complaint's does.
  const version = await write(tx, actor, abnormal, {
    state: 'handling',
    closed_at: null,
    closed_by: null,
    due_at: new Date(clock.ms() + dueHours * 3_600_000).toISOString(),
    level: 0,
    due_told: false,
  })
  await countCases(tx, [abnormal.waybillId])
  await recordHistory(tx, actor, 'abnormal', abnormal.id, 'reopened', [
    { field: 'reason', from: null, to: input.reason },
  ])
  await recordEvents(tx, actor, [
    {
      waybillId: abnormal.waybillId,
      event: { type: 'abnormalReopened', params: { abnormalNo: abnormal.no, type: abnormal.type } },
    },
  ])
  return { version }
}

const records = (actor: Actor, action: AbnormalAction): Records<Locked> => ({
  lock: lockAbnormals,
  no: ({ no }) => no,
  may: (abnormal) => wrongState(actor, action, abnormal),
})

/** 认领, 转派. */
export const assignAbnormals: Act<typeof calls.assignAbnormals> = async (asked, { ids, ownerId, reason }) => {
  const name = await colleague(asked.tx, ownerId)
  if (name === undefined) throw badField('ownerId', 'field.id')
  if (ownerId !== asked.actor.userId && reason === undefined) throw badField('reason', 'field.required')
  return eachRecord(asked, ids, records(asked.actor, 'assign'), async (abnormal) => {
    await write(asked.tx, asked.actor, abnormal, { owner_id: ownerId, due_at: abnormal.dueAt })
    await recordHistory(asked.tx, asked.actor, 'abnormal', abnormal.id, 'assigned', [
      { field: 'owner', from: abnormal.ownerName, to: name },
      ...(reason === undefined ? [] : [{ field: 'reason', from: null, to: reason }]),
    ])
  })
}

/** 改期限: another due time is told and escalated anew. */
export const changeAbnormalDue: Act<typeof calls.changeAbnormalDue> = async (asked, { ids, dueAt, reason }) => {
  if (dueAt <= clock.iso()) throw badField('dueAt', 'watch.duePast')
  return eachRecord(asked, ids, records(asked.actor, 'changeDue'), async (abnormal) => {
    await write(asked.tx, asked.actor, abnormal, {
      due_at: dueAt,
      level: 0,
      due_told: false,
      owner_id: abnormal.ownerId,
    })
    await recordHistory(asked.tx, asked.actor, 'abnormal', abnormal.id, 'dueChanged', [
      { field: 'dueAt', from: abnormal.dueAt, to: dueAt },
      { field: 'reason', from: null, to: reason },
    ])
  })
}
