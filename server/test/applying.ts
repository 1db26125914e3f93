import * as calls from '@xunyun/contract/invoices/calls'
import { linesOf } from '@xunyun/contract/invoices/lines'
import { addProfile } from '@xunyun/contract/invoices/profiles'
import { sql } from 'kysely'
import { reviewedBy } from './reviews.ts'
import type { World } from './world.ts'

/** Applies for these charges of a customer whole, by a request that waits for `reviewer`; answers what takes it back. */
export async function applyFor(world: World, customerId: number, chargeIds: readonly number[], reviewer: number) {
  await sql`update company set uscc = '91330100799655058B' where uscc is null and id in (
    select outlet_id from charge where id = any(${[...chargeIds]}::bigint[]))`.execute(world.db)
  const levels = await sql`select from approver_level where biz_type = 'invoice'`.execute(world.db)
  if (levels.rows.length === 0) await reviewedBy(world, reviewer, ['invoice'])
  const { id: profileId } = await world.admin.ok(addProfile, {
    companyId: customerId,
    title: `抬头${customerId}`,
    type: 'ordinary',
    mobile: '13800138000',
  })
  const offers = await world.admin.ok(calls.getInvoiceables, { customerId })
  const wanted = offers.filter(({ chargeId }) => chargeIds.includes(chargeId))
  const parts = wanted.map(({ chargeId, open }) => ({ chargeId, amount: open }))
  const routes = linesOf(
    wanted.map((offer) => ({ ...offer, amount: offer.open })),
    'taxItem',
  ).flatMap(({ key, freight }) =>
    freight
      ? [
          {
            line: key,
            fromRegion: '330110',
            toRegion: '440111',
            tool: 'road' as const,
            plateNo: '浙A8K215',
            goods: '配件',
          },
        ]
      : [],
  )
  const { id } = await world.admin.ok(calls.addInvoice, {
    customerId,
    profileId,
    type: 'ordinary',
    merge: 'taxItem',
    parts,
    routes,
    submit: true,
  })
  return { id, withdraw: () => world.admin.ok(calls.withdrawInvoices, { ids: [id] }) }
}
