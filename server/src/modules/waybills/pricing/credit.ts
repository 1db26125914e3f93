import { compareDecimal, Exact, subtractDecimal, sumDecimals } from '@xunyun/contract/kernel/decimal'
import { sql } from 'kysely'
import { type Actor, may } from '../../../platform/actor.ts'
import { kept, type Tx } from '../../../platform/db.ts'
import { badField, Refusal } from '../../../platform/refusal.ts'
import { recordEvents } from '../events.ts'
import { lockCredit } from './owed.ts'

type Counted = { readonly id: number; readonly customerId: number | null }
/** What of a waybill its customer owes (M4), paid or not; nothing of one that is no order, or no order any more. */
export type Own = Counted & { readonly own: string }

/** Of a row as it was read. */
export const ownPart = (row: {
  readonly state: string
  readonly receivable: string
  readonly party_open: string
}): string =>
  row.state === 'draft' || row.state === 'cancelled' ? '0.00' : subtractDecimal(row.receivable, row.party_open, 2)
/** The caller has locked them. */
export async function ownParts(tx: Tx, ids: readonly number[]): Promise<Own[]> {
  const found = await sql<Own>`${kept}
    select id, customer_id as "customerId", case when state in ('draft', 'cancelled') then 0.00 else receivable - party_open end as own
    -- unscoped: locked by the caller
    from waybill where id = any(${[...ids]}::bigint[])`.execute(tx)
  return found.rows
}

/**
 * Over the credit limit placing is refused; a right overrides it, and the chain says so (domain §1). Used is what is
 * open (M12); what a party of the waybill pays uses none. `risen`: by how much more than before, where it is a price that changes; said at `path`.
 */
export async function checkCredit(
  tx: Tx,
  actor: Actor,
  placed: readonly Counted[],
  risen?: { readonly by: ReadonlyMap<number, string>; readonly path: string | undefined },
): Promise<void> {
  const customers = [...new Set(placed.flatMap(({ customerId }) => customerId ?? []))]
  if (customers.length === 0) return
  for (const { id, limit, owed } of await lockCredit(tx, customers)) {
    if (compareDecimal(owed, limit) <= 0) continue
    const own = placed.filter(({ customerId }) => customerId === id)
    const parts =
      risen?.by ??
      new Map(
        (
          await ownParts(
            tx,
            own.map((one) => one.id),
          )
        ).map((one) => [one.id, one.own]),
      )
    const amount = sumDecimals(
      own.map((one) => parts.get(one.id) ?? '0'),
      2,
    )
    if (compareDecimal(amount, '0') <= 0) continue
    const used = subtractDecimal(owed, amount, 2)
    const params = { limit: new Exact(limit).toFixed(2), used, amount }
    if (!may(actor, 'overCredit', 'edit'))
      throw risen?.path === undefined
        ? new Refusal('waybills.overCredit', params)
        : badField(risen.path, 'waybills.overCredit', params)
    await recordEvents(
      tx,
      actor,
      own.map((one) => ({ waybillId: one.id, event: { type: 'overCredit', params: { limit, used } } })),
    )
  }
}

/** The same of waybills whose customers owe more of them than `before`: priced anew, changed, paid otherwise. */
export async function checkRise(tx: Tx, actor: Actor, before: readonly Own[], path?: string): Promise<void> {
  const was = new Map(before.map((one) => [one.id, one]))
  const now = await ownParts(
    tx,
    before.map(({ id }) => id),
  )
  const risen = now.flatMap((one) => {
    const old = was.get(one.id)
    const more = old?.customerId === one.customerId ? subtractDecimal(one.own, old.own, 2) : one.own
    return compareDecimal(more, '0') > 0 ? [{ ...one, more }] : []
  })
  if (risen.length === 0) return
  await checkCredit(tx, actor, risen, { by: new Map(risen.map(({ id, more }) => [id, more])), path })
}
