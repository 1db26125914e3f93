import type { Reason } from '@xunyun/contract/errors'
import type { Params } from '@xunyun/contract/kernel/call'
import { owned, type Tx } from '../../platform/db.ts'

/** Who may owe us, and who may be paid. */

const debtors = ['customer', 'owner', 'settle']
const payees = ['carrier', 'special', 'courier', 'settle', 'own']

type Party = {
  readonly id: number
  readonly name: string
  readonly enabled: boolean
  readonly roles: readonly string[]
}
export type Parties = ReadonlyMap<number, Party>
type Wrong = { readonly reason: Reason; readonly params?: Params }

export async function partiesOf(tx: Tx, ids: readonly number[]): Promise<Parties> {
  if (ids.length === 0) return new Map()
  // unscoped: partners are shared by all outlets, and none of these calls is for a customer's account
  const rows = await owned(tx)
    .selectFrom('company')
    .select(['id', 'name', 'enabled', 'roles'])
    .where('id', 'in', [...ids])
    .where('is_deleted', '=', false)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

const wrong = (parties: Parties, id: number, roles: readonly string[], reason: Reason): Wrong | undefined => {
  const party = parties.get(id)
  if (party === undefined || !party.enabled) return { reason: 'costs.unknownParty' }
  return party.roles.some((role) => roles.includes(role)) ? undefined : { reason, params: { name: party.name } }
}
export const wrongDebtor = (parties: Parties, id: number) => wrong(parties, id, debtors, 'costs.notDebtor')
export const wrongPayee = (parties: Parties, id: number) => wrong(parties, id, payees, 'costs.notPayee')

/** Drivers of these ids, by name. */
export async function driversOf(tx: Tx, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('driver')
    .select(['id', 'name'])
    .where('id', 'in', [...ids])
    .where('is_deleted', '=', false)
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
