import type { Input } from '@xunyun/contract/kernel/call'
import type { CustomerTerms, getCustomerTerms } from '@xunyun/contract/waybills/terms'
import { sql } from 'kysely'
import { type Actor, isCustomer } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import { badField } from '../../platform/refusal.ts'
import { inScope } from '../../platform/scope.ts'
import { customerRoles, wantedCustomer } from './place.ts'

type Found = Omit<CustomerTerms, 'credit'> & { limit: string | null; used: string }

/** Reads without locking: what is used may have changed by the time the waybill is placed, which asks again. */
export async function termsOf(
  tx: Tx,
  actor: Actor,
  { customerId }: Input<typeof getCustomerTerms>,
): Promise<CustomerTerms> {
  const wanted = wantedCustomer(actor, customerId)
  const found = await sql<Found>`
    select settle_method as "settleMethod", salesman_id as "salesmanId", credit_limit::text as limit,
      credit_used(c.id)::text as used
    from company c where not c.is_deleted and ${inScope(actor, 'company', 'c')} and c.id = ${wanted ?? null} and ${customerRoles}`.execute(
    tx,
  )
  const terms = found.rows[0]
  if (terms === undefined) throw badField('customerId', 'waybills.unknownCustomer')
  const { settleMethod, salesmanId, limit, used } = terms
  if (isCustomer(actor)) return { settleMethod, salesmanId: null, credit: null }
  return { settleMethod, salesmanId, credit: limit === null ? null : { limit, used } }
}
