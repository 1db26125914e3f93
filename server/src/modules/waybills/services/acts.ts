import type { Input } from '@xunyun/contract/kernel/call'
import type { Outcomes } from '@xunyun/contract/kernel/list'
import type { ServiceLine } from '@xunyun/contract/waybills/charges'
import type { addService, changeService } from '@xunyun/contract/waybills/services'
import { sql } from 'kysely'
import type { Actor } from '../../../platform/actor.ts'
import type { Approvals } from '../../../platform/approvals.ts'
import { BatchReport } from '../../../platform/batch.ts'
import type { Tx } from '../../../platform/db.ts'
import { badField, notFound, Refusal } from '../../../platform/refusal.ts'
import { markSeen, type SeenId, scoped } from '../../../platform/scope.ts'
import { refuseStale } from '../../../platform/version.ts'
import { recordEvents } from '../events.ts'
import { readPriced } from '../pricing/read.ts'
import { settle } from '../pricing/settle.ts'
import { updateWaybill } from '../store.ts'

/** Acts on the services of waybills (RT-16/addServices). The price follows each of them; agreed with the customer, it stands. */

type Locked = {
  id: SeenId
  waybill_no: string
  state: string
  price_state: string
  version: number
  updated_at: string
  updated_by: number | null
}

async function lockOne(tx: Tx, actor: Actor, id: number): Promise<Locked | undefined> {
  const row = await scoped(tx, actor, 'waybill')
    .select(['id', 'waybill_no', 'state', 'price_state', 'version', 'updated_at', 'updated_by'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row && markSeen(row)
}

/** The services as the waybill has them now, to be sent back changed. */
async function linesOf(tx: Tx, id: SeenId): Promise<ServiceLine[]> {
  const [waybill] = await readPriced(tx, [id], false)
  return (waybill?.services ?? []).map(
    ({ type, qty, amount, payer, byHand }) => ({ type, qty, payer, ...(byHand ? { amount } : {}) }) as ServiceLine,
  )
}

async function setLines(
  tx: Tx,
  actor: Actor,
  approvals: Approvals,
  waybill: Locked,
  lines: readonly ServiceLine[],
  event: { type: string; params: Record<string, string> },
): Promise<void> {
  if (waybill.state === 'cancelled') throw new Refusal('waybills.wrongState', { state: waybill.state, action: 'edit' })
  if (waybill.price_state === 'confirmed') throw new Refusal('waybills.priceConfirmed')
  if (waybill.price_state === 'pending') await approvals.cancel(tx, 'price', [waybill.id], null)
  await settle(tx, actor, approvals, [waybill.id], { typed: new Map([[waybill.id, { services: lines }]]) })
  await updateWaybill(tx, actor, waybill.id, {})
  await recordEvents(tx, actor, [{ waybillId: waybill.id, event }])
}

/** Runs an act waybill by waybill; what one meets leaves the others alone. */
async function onEach(
  tx: Tx,
  actor: Actor,
  rows: readonly { id: number; waybillId: number }[],
  act: (waybill: Locked, rowId: number) => Promise<void>,
): Promise<Outcomes> {
  const report = new BatchReport(actor)
  for (const { id, waybillId } of [...rows].sort((a, b) => a.waybillId - b.waybillId)) {
    const waybill = await lockOne(tx, actor, waybillId)
    if (waybill === undefined) {
      report.refuse(id, String(id), notFound())
      continue
    }
    await sql`savepoint one_service`.execute(tx)
    try {
      await act(waybill, id)
      await sql`release savepoint one_service`.execute(tx)
      report.done()
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      await sql`rollback to savepoint one_service`.execute(tx)
      report.refuse(id, waybill.waybill_no, error)
    }
  }
  return report.outcomes()
}

export const addAll = (
  tx: Tx,
  actor: Actor,
  approvals: Approvals,
  input: Input<typeof addService>,
): Promise<Outcomes> => {
  const { ids, ...line } = input
  return onEach(
    tx,
    actor,
    [...new Set(ids)].map((id) => ({ id, waybillId: id })),
    async (waybill) => {
      const lines = await linesOf(tx, waybill.id)
      if (lines.some(({ type }) => type === line.type)) throw new Refusal('waybills.serviceThere')
      await setLines(tx, actor, approvals, waybill, [...lines, line], {
        type: 'serviceAdded',
        params: { service: line.type },
      })
    },
  )
}

const serviceOf = async (tx: Tx, id: number) =>
  tx.selectFrom('waybill_service').select(['id', 'waybill_id', 'type']).where('id', '=', id).executeTakeFirst()

export async function changeOne(
  tx: Tx,
  actor: Actor,
  approvals: Approvals,
  input: Input<typeof changeService>,
): Promise<{ version: number }> {
  const service = await serviceOf(tx, input.id)
  const waybill = service === undefined ? undefined : await lockOne(tx, actor, service.waybill_id)
  if (service === undefined || waybill === undefined) throw notFound()
  await refuseStale(tx, waybill, input.version)
  if (input.qty === undefined && input.amount === undefined && input.payer === undefined)
    throw badField('qty', 'field.required')
  const lines = (await linesOf(tx, waybill.id)).map((line): ServiceLine => {
    if (line.type !== service.type) return line
    // Without an amount the rate holds again.
    return { type: line.type, qty: input.qty ?? line.qty, payer: input.payer ?? line.payer, amount: input.amount }
  })
  await setLines(tx, actor, approvals, waybill, lines, { type: 'serviceChanged', params: { service: service.type } })
  return { version: waybill.version + 1 }
}

export async function deleteAll(tx: Tx, actor: Actor, approvals: Approvals, ids: readonly number[]): Promise<Outcomes> {
  const rows = await tx
    .selectFrom('waybill_service')
    .select(['id', 'waybill_id as waybillId', 'type'])
    .where('id', 'in', [...ids])
    .execute()
  const types = new Map(rows.map(({ id, type }) => [id, type]))
  const missing = ids.filter((id) => !types.has(id)).map((id) => ({ id, waybillId: 0 }))
  return onEach(tx, actor, [...rows, ...missing], async (waybill, id) => {
    const type = types.get(id) ?? ''
    const lines = (await linesOf(tx, waybill.id)).filter((line) => line.type !== type)
    await setLines(tx, actor, approvals, waybill, lines, { type: 'serviceRemoved', params: { service: type } })
  })
}
