import type { Output } from '@xunyun/contract/kernel/call'
import type * as calls from '@xunyun/contract/waybills/destination'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Actor, isCustomer } from '../../platform/actor.ts'
import { owned, type Tx } from '../../platform/db.ts'
import { badField } from '../../platform/refusal.ts'
import { type Region, regionByCode } from '../../platform/regions.ts'

/** An outlet that serves regions, and its own city. */
export type ServingOutlet = { id: number; code: string; city: string; regions: readonly string[] }

/** A region with those above it, the finest first: county, city, province. */
export const regionAndAbove = (code: string): string[] => [code, `${code.slice(0, 4)}00`, `${code.slice(0, 2)}0000`]

/**
 * The outlet that gives out what goes to a region (T4): the one with the finest service region that holds it; of several
 * the one that lies in the same city, then the one with the lower code. Undefined where nobody serves it.
 */
export function destinationFor(region: Pick<Region, 'code' | 'city'>, outlets: readonly ServingOutlet[]) {
  const levels = regionAndAbove(region.code)
  const rank = ({ regions, city, code }: ServingOutlet): [number, number, string] => [
    levels.findIndex((level) => regions.includes(level)),
    city === region.city ? 0 : 1,
    code,
  ]
  return outlets
    .map((outlet) => ({ id: outlet.id, rank: rank(outlet) }))
    .filter(({ rank: [level] }) => level >= 0)
    .sort(({ rank: a }, { rank: b }) => a[0] - b[0] || a[1] - b[1] || (a[2] < b[2] ? -1 : 1))[0]?.id
}

export const isOpenOutlet = sql<SqlBool>`enabled and not is_deleted and roles @> '{own}'::text[]`

/** Outlets that serve one of the regions or what lies above it, as JSON: to be read beside other things. */
export const servingOutlets = (regions: readonly string[]): RawBuilder<ServingOutlet[]> => sql`
  -- unscoped: which outlet serves a region is no secret of an outlet
  (select coalesce(json_agg(json_build_object('id', id, 'code', code, 'city', city, 'regions', service_regions)), '[]') from company
    where service_regions && ${[...new Set(regions.flatMap(regionAndAbove))]}::text[] and service_regions <> '{}' and ${isOpenOutlet})`

/** The proposed destination of each region, where there is one. */
export async function destinationsOf(tx: Tx, regions: readonly string[]): Promise<Map<string, number>> {
  if (regions.length === 0) return new Map()
  const found = await sql<{ outlets: ServingOutlet[] }>`select ${servingOutlets(regions)} as outlets`.execute(tx)
  return proposals(regions, found.rows[0]?.outlets ?? [])
}

export const proposals = (regions: readonly string[], outlets: readonly ServingOutlet[]): Map<string, number> =>
  new Map(
    [...new Set(regions)].flatMap((code): [string, number][] => {
      const region = regionByCode(code)
      const id = region === undefined ? undefined : destinationFor(region, outlets)
      return id === undefined ? [] : [[code, id]]
    }),
  )

/** The same of one region, by name: what a form shows while nobody has chosen. */
export async function proposeDestination(tx: Tx, region: string): Promise<Output<typeof calls.proposeDestination>> {
  const id = (await destinationsOf(tx, [region])).get(region)
  if (id === undefined) return null
  // unscoped: a waybill goes to another's outlet
  const { short_name: name } = await owned(tx)
    .selectFrom('company')
    .select('short_name')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { id, name }
}

/** A destination that was typed: an open outlet. It is the office's to choose; what a customer's account sends is ignored. */
export async function typedDestination(
  tx: Tx,
  actor: Actor,
  outletId: number | null | undefined,
): Promise<number | undefined> {
  if (outletId == null || isCustomer(actor)) return undefined
  // unscoped: a waybill goes to another's outlet
  const outlet = await owned(tx)
    .selectFrom('company')
    .select('id')
    .where('id', '=', outletId)
    .where(isOpenOutlet)
    .executeTakeFirst()
  if (outlet === undefined) throw badField('destOutletId', 'field.id')
  return outlet.id
}

/** Whether the outlet `o` of a place `p` is where the waybill `w` is given out: its destination; without one, an outlet of the consignee's city. */
export const isDestination = sql<SqlBool>`(p.place in ('outlet', 'pickup')
  and (p.place_id = w.dest_outlet_id or w.dest_outlet_id is null and o.city = w.consignee_city))`

/** The rows with which a new waybill is seen: by its own outlet, and once it is placed by its destination. */
export const seenBy = (
  waybill: { id: number; outletId: number; destOutletId: number | null; createdAt: string },
  placed: boolean,
  since: string,
) =>
  [...new Set([waybill.outletId, ...(placed && waybill.destOutletId !== null ? [waybill.destOutletId] : [])])].map(
    (outlet) => ({ waybill_id: waybill.id, outlet_id: outlet, created_at: waybill.createdAt, since }),
  )

/** An outlet sees these waybills from now on. */
export const addOutlets = async (tx: Tx, rows: readonly { waybillId: number; outletId: number }[]): Promise<void> => {
  if (rows.length === 0) return
  await sql`insert into waybill_outlet (waybill_id, outlet_id, created_at)
    -- unscoped: waybills that the caller has locked
    select w.id, r."outletId", w.created_at from json_to_recordset(${JSON.stringify(rows)}::json) as r("waybillId" bigint, "outletId" bigint)
    join waybill w on w.id = r."waybillId" on conflict do nothing`.execute(tx)
}

/** An outlet that no piece was on its way to, and that is not the waybill's own or its destination, sees it no longer. */
export const removeOutlet = async (tx: Tx, waybillId: number, outletId: number): Promise<void> => {
  await sql`delete from waybill_outlet s
    -- unscoped: a waybill that the caller has locked
    using waybill w where w.id = s.waybill_id and s.waybill_id = ${waybillId} and s.outlet_id = ${outletId}
      and w.outlet_id <> s.outlet_id and w.dest_outlet_id is distinct from s.outlet_id
      and not exists (select from piece_movement m where m.waybill_id = w.id and m.to_place in ('outlet', 'pickup') and m.to_id = s.outlet_id)
      -- unscoped: as above
      and not exists (select from arrangement_line l join arrangement a on a.id = l.arrangement_id
        left join arrangement_stop f on f.arrangement_id = a.id and f.seq = l.load_stop
        left join arrangement_stop u on u.arrangement_id = a.id and u.seq = l.unload_stop
        where l.waybill_id = w.id and case a.kind when 'vehicle' then u.outlet_id = s.outlet_id and (f.left_at is not null or l.load_stop is null)
          else a.to_outlet_id = s.outlet_id and a.depart_at is not null end)`.execute(tx)
}
