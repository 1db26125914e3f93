import type * as calls from '@xunyun/contract/costs/costApplications'
import type { Input } from '@xunyun/contract/kernel/call'
import { sql } from 'kysely'
import type { Act } from '../../../platform/act.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { Approvals } from '../../../platform/approvals.ts'
import { clock } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/db.ts'
import type { Files } from '../../../platform/files.ts'
import { recordHistory } from '../../../platform/history.ts'
import type { Numbering } from '../../../platform/numbering.ts'
import { badField, notFound } from '../../../platform/refusal.ts'
import { ofOwnOutlet, scoped } from '../../../platform/scope.ts'
import { refuseStale } from '../../../platform/version.ts'
import { outletFor } from '../../waybills/index.ts'
import { type Kinds, submitTogether } from '../applications.ts'
import { carrying, ofOwnArrangements } from '../lines/carried.ts'
import { driversOf, partiesOf, wrongPayee } from '../parties.ts'
import { insertApplications, lockApplications, refusalOf } from '../store.ts'

/** 费用申请 (RT-16/costApplication): what no trip covers; one line, for waybills, an arrangement, a vehicle or nothing in particular. */

type Fields = Omit<Input<typeof calls.addExpense>, 'submit' | 'fileIds'>
type Related = {
  readonly outletId: number
  /** In the order they were named. */
  readonly waybillIds: readonly number[]
  readonly arrangementId: number | null
  readonly vehicleId: number | null
  /** Names and numbers that find it. */
  readonly words: readonly (string | null)[]
}

async function checked(tx: Tx, actor: Actor, fields: Fields): Promise<Related> {
  if (fields.companyId !== undefined && fields.driverId !== undefined) throw badField('driverId', 'costs.onePayee')
  const parties = await partiesOf(tx, fields.companyId === undefined ? [] : [fields.companyId])
  const wrong = fields.companyId === undefined ? undefined : wrongPayee(parties, fields.companyId)
  if (wrong !== undefined) throw badField('companyId', wrong.reason, wrong.params)
  const drivers = await driversOf(tx, fields.driverId === undefined ? [] : [fields.driverId])
  if (fields.driverId !== undefined && !drivers.has(fields.driverId)) throw badField('driverId', 'costs.unknownParty')
  if (fields.method === 'manual') throw badField('method', 'costs.methodNeeds')
  const payee = parties.get(fields.companyId ?? 0)?.name ?? drivers.get(fields.driverId ?? 0) ?? null
  const related = await relatedTo(tx, actor, fields.of ?? [], fields.outletId)
  return { ...related, words: [payee, ...related.words] }
}

/** What numbers name: waybills, or one arrangement, or one vehicle, of the actor's own outlets. */
async function relatedTo(tx: Tx, actor: Actor, typed: readonly string[], own: number | undefined): Promise<Related> {
  const nothing = { waybillIds: [], arrangementId: null, vehicleId: null, words: [] }
  const numbers = [...new Set(typed.map((number) => number.trim().toUpperCase()))]
  const [first] = numbers
  if (first === undefined) return { ...nothing, outletId: await outletFor(tx, actor, own) }
  const [trip] = (await carrying(tx, sql`a.arrangement_no = ${first} and ${ofOwnArrangements(actor)}`)).values()
  const vehicle = await tx
    .selectFrom('vehicle')
    .select(['id', 'plate_no'])
    .where('plate_no', '=', first)
    .where('is_deleted', '=', false)
    .executeTakeFirst()
  if ((trip ?? vehicle) !== undefined && numbers.length > 1) throw badField('of.1', 'costs.oneRelation')
  if (trip !== undefined)
    return { ...nothing, outletId: trip.outletId, arrangementId: trip.id, words: [trip.no, trip.plateNo] }
  if (vehicle !== undefined)
    return {
      ...nothing,
      outletId: await outletFor(tx, actor, own),
      vehicleId: vehicle.id,
      words: [vehicle.plate_no],
    }
  const rows = await scoped(tx, actor, 'waybill')
    .select(['id', 'waybill_no', 'outlet_id'])
    .where(ofOwnOutlet(actor))
    .where('state', '<>', 'draft')
    .where('waybill_no', 'in', numbers)
    .execute()
  const known = new Map(rows.map((row) => [row.waybill_no, row]))
  const found = numbers.map((number, at) => {
    const row = known.get(number)
    if (row === undefined) throw badField(`of.${at}`, 'costs.unknownRelation', { no: number })
    return row
  })
  return {
    ...nothing,
    outletId: (found[0] as (typeof rows)[number]).outlet_id,
    waybillIds: found.map(({ id }) => id),
    words: found.slice(0, 50).map((row) => row.waybill_no),
  }
}

async function writeLine(
  tx: Tx,
  actor: Actor,
  applicationId: number,
  fields: Fields,
  { outletId, waybillIds, arrangementId, vehicleId }: Related,
): Promise<void> {
  const line = await tx
    .insertInto('cost_line')
    .values({
      kind: 'expense',
      arrangement_id: arrangementId,
      vehicle_id: vehicleId,
      outlet_id: outletId,
      seq: 1,
      fee_item: fields.feeItem,
      company_id: fields.companyId ?? null,
      driver_id: fields.driverId ?? null,
      amount: fields.amount,
      tax_rate: fields.taxRate ?? null,
      share_method: fields.method ?? null,
      explanation: JSON.stringify([{ step: 'byHand', params: { amount: fields.amount } }]),
      application_id: applicationId,
      created_by: actor.userId,
      updated_by: actor.userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (waybillIds.length > 0)
    await tx
      .insertInto('cost_line_waybill')
      .values(waybillIds.map((waybill_id, at) => ({ cost_line_id: line.id, waybill_id, seq: at + 1 })))
      .execute()
}

type Deps = { numbering: Numbering; files: Files; approvals: Approvals; kinds: Kinds }

export const addExpense =
  ({ numbering, files, approvals, kinds }: Deps): Act<typeof calls.addExpense> =>
  async ({ tx, actor }, { submit, fileIds, ...fields }) => {
    const found = await checked(tx, actor, fields)
    const [no = ''] = await numbering.next('FY')
    const [id = 0] = await insertApplications(tx, actor, [
      {
        no,
        kind: 'costApplication',
        outletId: found.outletId,
        reason: fields.reason,
        amount: fields.amount,
        companyId: fields.companyId ?? null,
        driverId: fields.driverId ?? null,
        words: found.words,
      },
    ])
    await writeLine(tx, actor, id, fields, found)
    await files.link(tx, actor, 'application', id, fileIds ?? [], true)
    if (submit === true) {
      const application = (await lockApplications(tx, actor, [id])).get(id)
      if (application !== undefined) await submitTogether(tx, actor, approvals, kinds, [application])
    }
    return { id, no }
  }

export const changeExpense =
  ({ files, approvals, kinds }: Omit<Deps, 'numbering'>): Act<typeof calls.changeExpense> =>
  async ({ tx, actor }, { id, version, submit, fileIds, ...fields }) => {
    const application = (await lockApplications(tx, actor, [id])).get(id)
    if (application === undefined || application.kind !== 'costApplication') throw notFound()
    await refuseStale(tx, application, version)
    const refusal = refusalOf(actor, 'edit', application)
    if (refusal !== undefined) throw refusal
    const found = await checked(tx, actor, fields)
    await sql`delete from cost_line where application_id = ${id}`.execute(tx)
    await writeLine(tx, actor, id, fields, found)
    await files.link(tx, actor, 'application', id, fileIds ?? [], true)
    const { amount, reason, companyId = null, driverId = null } = fields
    // unscoped: locked above
    await sql`update application set state = 'draft', reason = ${reason}, amount = ${amount}, company_id = ${companyId}, driver_id = ${driverId},
      outlet_id = ${found.outletId}, version = version + 1, updated_at = ${clock.iso()}, updated_by = ${actor.userId} where id = ${id}`.execute(
      tx,
    )
    await recordHistory(tx, actor, 'application', id, 'changed', [
      ...(application.amount === amount ? [] : [{ field: 'amount', from: application.amount, to: amount }]),
      ...(application.reason === reason ? [] : [{ field: 'reason', from: application.reason, to: reason }]),
    ])
    if (submit === true)
      await submitTogether(tx, actor, approvals, kinds, [{ ...application, state: 'draft', amount, reason, companyId }])
    return { version: application.version + (submit === true ? 2 : 1) }
  }
