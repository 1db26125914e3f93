import type { CarrierChoice } from '@xunyun/contract/dispatch/special'
import { sayReason } from '@xunyun/contract/errors'
import { type SqlBool, sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import { clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db.ts'
import { searchPattern } from '../../platform/search.ts'
import { holdersOver } from '../collections/index.ts'
import { type Objection, papersAreValid } from './rules.ts'

/** The role that a partner needs to be handed freight: 专线 or 快递. */
export type CarrierRole = 'special' | 'courier'
type CarrierFacts = {
  id: number
  name: string
  shortName: string
  enabled: boolean
  blacklisted: boolean
  permitExpiry: string | null
}

/** Partners of these ids that have the role. */
export async function carriersWith(
  tx: Tx,
  role: CarrierRole,
  ids: readonly number[],
): Promise<Map<number, CarrierFacts>> {
  const found = await sql<CarrierFacts>`
    -- unscoped: partners are shared by all outlets
    select id, name, short_name as "shortName", enabled, blacklisted, permit_expiry as "permitExpiry" from company
    where id = any(${[...new Set(ids)]}::bigint[]) and roles @> ${[role]}::text[] and not is_deleted`.execute(tx)
  return new Map(found.rows.map((row) => [row.id, row]))
}

/** Whether a partner may be handed freight today. */
export const mayBeHanded = (carrier: CarrierFacts | undefined): Objection => {
  if (carrier === undefined) return { reason: 'field.id' }
  if (!carrier.enabled) return { reason: 'dispatch.carrierDisabled', params: { carrier: carrier.name } }
  if (carrier.blacklisted) return { reason: 'dispatch.carrierBlacklisted', params: { carrier: carrier.name } }
  return papersAreValid([{ whose: carrier.shortName, paper: 'permit', expiry: carrier.permitExpiry }], clock.today())
}

/** Carriers to choose from, those that may be handed freight first; a blocked one says why. */
export async function carrierChoices(
  tx: Tx,
  actor: Actor,
  role: CarrierRole,
  input: { q?: string | undefined; id?: number | undefined },
): Promise<CarrierChoice[]> {
  const found = await sql<CarrierFacts & { hint: string | null }>`
    -- unscoped: partners are shared by all outlets
    select id, name, short_name as "shortName", enabled, blacklisted, permit_expiry as "permitExpiry", nullif(city, '') as hint from company
    where roles @> ${[role]}::text[] and not is_deleted
      and ${input.id === undefined ? sql<SqlBool>`enabled` : sql<SqlBool>`id = ${input.id}`}
      and ${input.q === undefined ? sql<SqlBool>`true` : sql<SqlBool>`search like ${searchPattern(input.q)}`}
    order by name collate "zh-x-icu" limit 50`.execute(tx)
  const over = await holdersOver(
    tx,
    'company',
    found.rows.map(({ id }) => id),
    1,
  )
  return found.rows
    .map((carrier) => {
      const no = mayBeHanded(carrier)
      return {
        id: carrier.id,
        label: carrier.shortName,
        hint: carrier.hint,
        holds: over.get(carrier.id) ?? null,
        blocked: no === undefined ? null : sayReason(no.reason, no.params ?? {}, actor.language),
      }
    })
    .sort((a, b) => Number(a.blocked !== null) - Number(b.blocked !== null))
}

/** Numbers that a carrier's other arrangements have already; a cancelled one has given its number back. */
export async function takenNumbers(
  tx: Tx,
  asked: readonly { carrierId: number; carrierNo: string }[],
  besides?: number,
): Promise<Map<string, string>> {
  if (asked.length === 0) return new Map()
  const found = await sql<{ carrierId: number; carrierNo: string; no: string }>`
    -- unscoped: a number is a carrier's, whoever handed the freight over
    select a.carrier_id as "carrierId", a.carrier_no as "carrierNo", a.arrangement_no as no from arrangement a
    join json_to_recordset(${JSON.stringify(asked)}::json) as r("carrierId" bigint, "carrierNo" text) on a.carrier_id = r."carrierId" and a.carrier_no = r."carrierNo"
    where a.kind <> 'vehicle' and a.state <> 'cancelled' and not a.is_deleted and a.id is distinct from ${besides ?? null}::bigint`.execute(
    tx,
  )
  return new Map(found.rows.map((row) => [numberKey(row), row.no]))
}
export const numberKey = (one: { carrierId: number; carrierNo: string }): string => `${one.carrierId}/${one.carrierNo}`
