import type { Input, Output } from '@xunyun/contract/kernel/call'
import { compareDecimal } from '@xunyun/contract/kernel/decimal'
import type * as calls from '@xunyun/contract/waybills/services'
import { sql } from 'kysely'
import type { Act } from '../../../platform/act.ts'
import { type Actor, isCustomer } from '../../../platform/actor.ts'
import { eachRecord } from '../../../platform/batch.ts'
import type { Tx } from '../../../platform/db.ts'
import { differences, recordHistory } from '../../../platform/history.ts'
import { badField, notFound } from '../../../platform/refusal.ts'
import { scoped } from '../../../platform/scope.ts'
import { changed, created, refuseStale } from '../../../platform/version.ts'
import { calculateService, ratesFor } from '../pricing/services.ts'

/** What services cost: for all, or for one customer, which goes before. What was charged stays as it was. */

const entity = 'serviceRate'

/** A customer's account sees what holds for itself and for all. */
export async function listRates(tx: Tx, actor: Actor): Promise<calls.ServiceRate[]> {
  const own = actor.scope.kind === 'customer' ? [...actor.scope.ids] : []
  const found = await sql<calls.ServiceRate>`
    select r.id, r.type, r.company_id as "companyId", c.name as "companyName", r.rate, r.min_charge as "minCharge",
      r.max_charge as "maxCharge", r.enabled, r.version
    from service_rate r left join company c on c.id = r.company_id
    where not r.is_deleted and (not ${isCustomer(actor)} or r.company_id is null or r.company_id = any(${own}::bigint[]))
    order by r.type, r.company_id nulls first`.execute(tx)
  return found.rows
}

/** A customer's rates are read for whom may see it; a customer's account is told its own. */
export async function tryService(
  tx: Tx,
  actor: Actor,
  { customerId, type, qty, declaredValue = '0', codAmount = '0' }: Input<typeof calls.calculateService>,
): Promise<Output<typeof calls.calculateService>> {
  const asked = isCustomer(actor) && actor.scope.kind === 'customer' ? (customerId ?? actor.scope.ids[0]) : customerId
  const known =
    asked !== undefined &&
    (await scoped(tx, actor, 'company').select('id').where('id', '=', asked).executeTakeFirst()) !== undefined
  const id = known ? asked : null
  const { calculated, rate } = calculateService(
    { type, ...(qty === undefined ? {} : { qty }) },
    { customerId: id, declaredValue, codAmount },
    await ratesFor(tx, [id]),
  )
  return { amount: calculated, rate }
}

async function columnsOf(tx: Tx, actor: Actor, input: Input<typeof calls.addServiceRate>) {
  const { minCharge, maxCharge, companyId } = input
  if (minCharge !== undefined && maxCharge !== undefined && compareDecimal(maxCharge, minCharge) < 0)
    throw badField('maxCharge', 'field.range')
  if (companyId !== undefined) {
    const found = await scoped(tx, actor, 'company')
      .select('id')
      .where('id', '=', companyId)
      .where(sql<boolean>`roles && '{customer,owner,settle}'::text[]`)
      .executeTakeFirst()
    if (found === undefined) throw badField('companyId', 'waybills.unknownCustomer')
  }
  return {
    type: input.type,
    company_id: companyId ?? null,
    rate: input.rate,
    min_charge: minCharge ?? null,
    max_charge: maxCharge ?? null,
    enabled: input.enabled ?? true,
  }
}

export const addServiceRate: Act<typeof calls.addServiceRate> = async ({ tx, actor }, input) => {
  const columns = await columnsOf(tx, actor, input)
  const { id } = await tx
    .insertInto('service_rate')
    .values({ ...columns, ...created(actor.userId) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await recordHistory(tx, actor, entity, id, 'created', differences({}, columns))
  return { id }
}

/** Not deleted, locked in id order. */
async function lockRates(tx: Tx, _: Actor, ids: readonly number[]) {
  const rows = await tx
    .selectFrom('service_rate')
    .selectAll()
    .where('id', 'in', [...ids])
    .where('is_deleted', '=', false)
    .orderBy('id')
    .forUpdate()
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

export const changeServiceRate: Act<typeof calls.changeServiceRate> = async ({ tx, actor }, input) => {
  const before = (await lockRates(tx, actor, [input.id])).get(input.id)
  if (before === undefined) throw notFound()
  await refuseStale(tx, before, input.version)
  const columns = await columnsOf(tx, actor, input)
  await tx
    .updateTable('service_rate')
    .set({ ...columns, ...changed(actor.userId, before.version) })
    .where('id', '=', before.id)
    .execute()
  await recordHistory(tx, actor, entity, before.id, 'changed', differences(before, columns))
  return { version: before.version + 1 }
}

export const deleteServiceRates: Act<typeof calls.deleteServiceRates> = (asked, { ids }) => {
  const { tx, actor } = asked
  return eachRecord(asked, ids, { lock: lockRates, no: ({ id }) => String(id) }, async (rate) => {
    await tx
      .updateTable('service_rate')
      .set({ is_deleted: true, ...changed(actor.userId, rate.version) })
      .where('id', '=', rate.id)
      .execute()
    await recordHistory(tx, actor, entity, rate.id, 'deleted')
  })
}
