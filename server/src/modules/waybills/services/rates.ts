import type { Input, Output } from '@xunyun/contract/kernel/call'
import { compareDecimal } from '@xunyun/contract/kernel/decimal'
import type { Outcomes } from '@xunyun/contract/kernel/list'
import type {
  addServiceRate,
  calculateService,
  changeServiceRate,
  ServiceRate,
} from '@xunyun/contract/waybills/services'
import { sql } from 'kysely'
import { type Actor, isCustomer } from '../../../platform/actor.ts'
import { BatchReport } from '../../../platform/batch.ts'
import type { Tx } from '../../../platform/db.ts'
import { differences, recordHistory } from '../../../platform/history.ts'
import { badField, notFound } from '../../../platform/refusal.ts'
import { scoped } from '../../../platform/scope.ts'
import { changed, created, refuseStale } from '../../../platform/version.ts'
import { calculateService as calculateOne, ratesFor } from '../pricing/services.ts'

/** What services cost: for all, or for one customer, which goes before. What was charged stays as it was. */

const entity = 'serviceRate'

/** A customer's account sees what holds for itself and for all. */
export async function listRates(tx: Tx, actor: Actor): Promise<ServiceRate[]> {
  const own = actor.scope.kind === 'customer' ? [...actor.scope.ids] : []
  const found = await sql<ServiceRate>`
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
  { customerId, type, qty, declaredValue = '0', codAmount = '0' }: Input<typeof calculateService>,
): Promise<Output<typeof calculateService>> {
  const asked = isCustomer(actor) && actor.scope.kind === 'customer' ? (customerId ?? actor.scope.ids[0]) : customerId
  const known =
    asked !== undefined &&
    (await scoped(tx, actor, 'company').select('id').where('id', '=', asked).executeTakeFirst()) !== undefined
  const id = known ? asked : null
  const { calculated, rate } = calculateOne(
    { type, ...(qty === undefined ? {} : { qty }) },
    { customerId: id, declaredValue, codAmount },
    await ratesFor(tx, [id]),
  )
  return { amount: calculated, rate }
}

async function columnsOf(tx: Tx, actor: Actor, input: Input<typeof addServiceRate>) {
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

export async function addRate(tx: Tx, actor: Actor, input: Input<typeof addServiceRate>): Promise<{ id: number }> {
  const columns = await columnsOf(tx, actor, input)
  const { id } = await tx
    .insertInto('service_rate')
    .values({ ...columns, ...created(actor.userId) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await recordHistory(tx, actor, entity, id, 'created', differences({}, columns))
  return { id }
}

const lockRate = (tx: Tx, id: number) =>
  tx
    .selectFrom('service_rate')
    .selectAll()
    .where('id', '=', id)
    .where('is_deleted', '=', false)
    .forUpdate()
    .executeTakeFirst()

export async function changeRate(
  tx: Tx,
  actor: Actor,
  input: Input<typeof changeServiceRate>,
): Promise<{ version: number }> {
  const before = await lockRate(tx, input.id)
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

export async function deleteRates(tx: Tx, actor: Actor, ids: readonly number[]): Promise<Outcomes> {
  const report = new BatchReport(actor)
  for (const id of new Set(ids)) {
    const rate = await lockRate(tx, id)
    if (rate === undefined) {
      report.refuse(id, String(id), notFound())
      continue
    }
    await tx
      .updateTable('service_rate')
      .set({ is_deleted: true, ...changed(actor.userId, rate.version) })
      .where('id', '=', id)
      .execute()
    await recordHistory(tx, actor, entity, id, 'deleted')
    report.done()
  }
  return report.outcomes()
}
