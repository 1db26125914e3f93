import type { ServiceLine } from '@xunyun/contract/waybills/charges'
import type * as calls from '@xunyun/contract/waybills/services'
import { sql } from 'kysely'
import type { Act } from '../../../platform/act.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { Approvals } from '../../../platform/approvals.ts'
import { eachRecord } from '../../../platform/batch.ts'
import type { Tx } from '../../../platform/db.ts'
import { badField, notFound, Refusal } from '../../../platform/refusal.ts'
import { markSeen, ofOwnOutlet, type SeenId, scoped } from '../../../platform/scope.ts'
import { refuseStale } from '../../../platform/version.ts'
import { recordEvents } from '../events.ts'
import { checkRise, ownParts } from '../pricing/credit.ts'
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

/** In scope, locked in id order. */
async function lockWaybills(tx: Tx, actor: Actor, ids: readonly number[]): Promise<Map<number, Locked>> {
  const rows = await scoped(tx, actor, 'waybill')
    .select(['id', 'waybill_no', 'state', 'price_state', 'version', 'updated_at', 'updated_by'])
    .where(ofOwnOutlet(actor))
    .where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
    .orderBy('id')
    .forUpdate()
    .execute()
  return new Map(rows.map((row) => [row.id, markSeen(row)]))
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
  const before = await ownParts(tx, [waybill.id])
  await settle(tx, actor, approvals, [waybill.id], { typed: new Map([[waybill.id, { services: lines }]]) })
  await checkRise(tx, actor, before, 'amount')
  await updateWaybill(tx, actor, waybill.id, {})
  await recordEvents(tx, actor, [{ waybillId: waybill.id, event }])
}

export const addService =
  (approvals: Approvals): Act<typeof calls.addService> =>
  (asked, { ids, ...line }) => {
    const { tx, actor } = asked
    return eachRecord(asked, ids, { lock: lockWaybills, no: ({ waybill_no }) => waybill_no }, async (waybill) => {
      const lines = await linesOf(tx, waybill.id)
      if (lines.some(({ type }) => type === line.type)) throw new Refusal('waybills.serviceThere')
      await setLines(tx, actor, approvals, waybill, [...lines, line], {
        type: 'serviceAdded',
        params: { service: line.type },
      })
    })
  }

const serviceOf = async (tx: Tx, id: number) =>
  tx.selectFrom('waybill_service').select(['id', 'waybill_id', 'type']).where('id', '=', id).executeTakeFirst()

export const changeService =
  (approvals: Approvals): Act<typeof calls.changeService> =>
  async ({ tx, actor }, input) => {
    const service = await serviceOf(tx, input.id)
    const waybill = service && (await lockWaybills(tx, actor, [service.waybill_id])).get(service.waybill_id)
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

type Service = { id: number; type: string; waybill: Locked }

/** Services with their waybills, which are locked. */
async function lockServices(tx: Tx, actor: Actor, ids: readonly number[]): Promise<Map<number, Service>> {
  const rows = await tx
    .selectFrom('waybill_service')
    .select(['id', 'waybill_id', 'type'])
    .where('id', 'in', [...ids])
    .execute()
  const waybills = await lockWaybills(
    tx,
    actor,
    rows.map(({ waybill_id }) => waybill_id),
  )
  return new Map(
    rows.flatMap(({ id, type, waybill_id }) => {
      const waybill = waybills.get(waybill_id)
      return waybill === undefined ? [] : [[id, { id, type, waybill }] as const]
    }),
  )
}

export const deleteServices =
  (approvals: Approvals): Act<typeof calls.deleteServices> =>
  (asked, { ids }) => {
    const { tx, actor } = asked
    return eachRecord(asked, ids, { lock: lockServices, no: ({ waybill }) => waybill.waybill_no }, async (service) => {
      // Read anew: another of its services may just have gone, and the price with it.
      const waybill = (await lockWaybills(tx, actor, [service.waybill.id])).get(service.waybill.id)
      if (waybill === undefined) throw notFound()
      const lines = (await linesOf(tx, waybill.id)).filter(({ type }) => type !== service.type)
      await setLines(tx, actor, approvals, waybill, lines, {
        type: 'serviceRemoved',
        params: { service: service.type },
      })
    })
  }
