import type { Reason } from '@xunyun/contract/errors'
import type { Params } from '@xunyun/contract/kernel/call'
import { sumDecimals } from '@xunyun/contract/kernel/decimal'
import { sql } from 'kysely'
import { type Actor, everywhere } from '../../platform/actor.ts'
import { anyId, owned, type Tx } from '../../platform/db.ts'
import { badField, notFound, refuseFields } from '../../platform/refusal.ts'
import { insertTogether, type NewRow } from '../../platform/rows.ts'
import { isOwnOutlet } from '../../platform/scope.ts'
import {
  type LockedWaybill,
  planPieces,
  recordEvents,
  type Told,
  type WaybillEvent,
  waybillFacts,
} from '../waybills/index.ts'
import type { GoodsPart } from './facts.ts'
import { arrangedWhereItLies, type Objection, shareOf } from './rules.ts'

/** The cargo of an arrangement of any kind. */

/** Pieces of a waybill from where they lie. */
export type CargoLine = { waybillId: number; fromPlace: 'shipper' | 'outlet'; fromId: number; pieces: number }

/** The waybills of the lines, locked; one that is outside the scope does not exist. `lenient`: whoever sees the arrangement has its cargo with it. */
export async function lockCargo(
  tx: Tx,
  actor: Actor,
  lines: readonly { waybillId: number }[],
  lenient = false,
): Promise<Map<number, LockedWaybill>> {
  const ids = new Set(lines.map(({ waybillId }) => waybillId))
  const found = await waybillFacts(tx, lenient ? everywhere(actor) : actor, [...ids], true)
  if (!lenient && found.size !== ids.size) throw notFound()
  return found
}

type Checks = {
  /** Whether a line fits where the arrangement starts. */
  readonly start: (line: CargoLine) => Objection
  /** What else keeps a waybill off it. */
  readonly goods: (waybill: LockedWaybill) => readonly Objection[]
  /** Where a line stands in what was sent. */
  readonly path?: (index: number) => string
}

/** Pieces can be taken only from where they are, by the outlet that has them, and no more than are free there. */
export function checkCargo(
  lines: readonly CargoLine[],
  waybills: ReadonlyMap<number, LockedWaybill>,
  { start, goods, path = (index) => `lines.${index}` }: Checks,
): void {
  const taken = new Map<string, number>()
  const fields: { path: string; reason: Reason; params?: Params }[] = []
  const at = (index: number, field: string) => [path(index), field].filter(Boolean).join('.')
  lines.forEach((line, index) => {
    const waybill = waybills.get(line.waybillId) as LockedWaybill
    const key = `${line.waybillId}/${line.fromPlace}/${line.fromId}`
    const spot = waybill.places.find(({ place, placeId }) => place === line.fromPlace && placeId === line.fromId)
    const before = taken.get(key) ?? 0
    const free = Math.max((spot === undefined ? 0 : spot.pieces - spot.planned) - before, 0)
    taken.set(key, before + line.pieces)
    const elsewhere = arrangedWhereItLies(spot, waybill.mine, waybill.outletName) ?? start(line)
    if (elsewhere !== undefined) fields.push({ path: at(index, 'fromPlace'), ...elsewhere })
    else if (line.pieces > free)
      fields.push({ path: at(index, 'pieces'), reason: 'dispatch.tooManyPieces', params: { free } })
    for (const no of goods(waybill)) if (no !== undefined) fields.push({ path: at(index, 'waybillId'), ...no })
  })
  refuseFields(fields)
}

/** The pieces stay where they are, planned. What is told of it is written with it. */
export const planLines = (
  tx: Tx,
  lines: readonly CargoLine[],
  told?: Told & { readonly actor: Actor },
): Promise<void> => planPieces(tx, lines.map(planOf), told)

/** The pieces of these lines wait again. */
export const giveBack = (tx: Tx, lines: readonly CargoLine[], told?: Told & { readonly actor: Actor }): Promise<void> =>
  planPieces(
    tx,
    lines.map(planOf).map((plan) => ({ ...plan, pieces: -plan.pieces })),
    told,
  )

const planOf = ({ waybillId, fromPlace, fromId, pieces }: CargoLine) => ({
  waybillId,
  from: { place: fromPlace, id: fromId },
  pieces,
})

type Stops = { leg: string; load?: number; unload?: number; goods?: GoodsPart | undefined }
type Figures = { weight: string; volume: string }

/** The rows of the lines; those that name goods of the waybill weigh what these do. */
export const lineRows = (
  arrangementId: number,
  lines: readonly (CargoLine & Stops)[],
  waybills: ReadonlyMap<number, LockedWaybill>,
  goods: ReadonlyMap<number, Figures> = new Map(),
): NewRow<'arrangement_line'>[] =>
  lines.map((line, index) => {
    const waybill = waybills.get(line.waybillId) as LockedWaybill
    return {
      arrangement_id: arrangementId,
      waybill_id: line.waybillId,
      seq: index + 1,
      leg: line.leg,
      from_place: line.fromPlace,
      from_id: line.fromId,
      pieces: line.pieces,
      ...(goods.get(index) ?? figuresOf(waybill, line.pieces)),
      load_stop: line.load ?? null,
      unload_stop: line.unload ?? null,
      goods: line.goods ?? null,
    } as NewRow<'arrangement_line'>
  })

/** The part of a waybill that so many of its pieces weigh. */
export const figuresOf = (waybill: LockedWaybill, pieces: number): Figures => ({
  weight: shareOf(waybill.weight, pieces, waybill.pieces, 3),
  volume: shareOf(waybill.volume, pieces, waybill.pieces, 4),
})

/** A line or parcel: it has no stops. */
export const writeLines = async (
  tx: Tx,
  arrangementId: number,
  lines: readonly CargoLine[],
  waybills: ReadonlyMap<number, LockedWaybill>,
): Promise<void> => {
  await insertTogether(tx, {
    arrangement_line: lineRows(
      arrangementId,
      lines.map((line) => ({ ...line, leg: 'trunk' })),
      waybills,
    ),
  })
}

/**
 * Lines that say which goods go: weight and volume are these goods' (T15), by the number of the line. Goods that the waybill has not,
 * or not so many of, are field errors.
 */
export async function goodsFigures(
  tx: Tx,
  lines: readonly (CargoLine & { goods?: GoodsPart | undefined })[],
): Promise<Map<number, Figures>> {
  const named = lines.flatMap((line, index) => (line.goods ? [{ ...line, goods: line.goods, index }] : []))
  if (named.length === 0) return new Map()
  const rows = await tx
    .selectFrom('waybill_goods')
    .select(['waybill_id', 'seq', 'pieces', 'weight', 'volume'])
    .where(sql<boolean>`waybill_id = ${anyId(named.map(({ waybillId }) => waybillId))}`)
    .execute()
  const figures = new Map<number, Figures>()
  const wrong: { path: string; reason: Reason; params?: Params }[] = []
  for (const { waybillId, goods, index } of named) {
    const parts = goods.map(({ seq, pieces }, part) => {
      const row = rows.find((one) => one.waybill_id === waybillId && one.seq === seq)
      const path = `lines.${index}.goods.${part}`
      if (row === undefined) wrong.push({ path: `${path}.seq`, reason: 'field.id' })
      else if (pieces > row.pieces)
        wrong.push({ path: `${path}.pieces`, reason: 'dispatch.fewerHere', params: { limit: row.pieces } })
      return {
        weight: row === undefined ? '0' : shareOf(row.weight, pieces, row.pieces, 3),
        volume: row === undefined ? '0' : shareOf(row.volume, pieces, row.pieces, 4),
      }
    })
    figures.set(index, loadOf(parts))
  }
  refuseFields(wrong)
  return figures
}

/** Only waybills whose part on the arrangement changed get an event. */
export function cargoChange(
  before: { arrangementNo: string; lines: readonly CargoLine[] },
  lines: readonly CargoLine[],
  arranged: (line: CargoLine) => WaybillEvent,
): WaybillEvent[] {
  const key = (line: CargoLine) => `${line.waybillId}/${line.fromPlace}/${line.fromId}/${line.pieces}`
  const had = new Set(before.lines.map(key))
  const has = new Set(lines.map(key))
  const kept = new Set(lines.map(({ waybillId }) => waybillId))
  return [
    ...before.lines
      .filter((line) => !has.has(key(line)) && !kept.has(line.waybillId))
      .map((line) => removedEvent(before.arrangementNo, line)),
    ...lines.filter((line) => !had.has(key(line))).map(arranged),
  ]
}

/** The same where nothing else is told. */
export const recordCargoChange = (tx: Tx, actor: Actor, ...change: Parameters<typeof cargoChange>): Promise<void> =>
  recordEvents(tx, actor, cargoChange(...change))

/** Taken off again before it left. */
export const removedEvent = (arrangementNo: string, line: { waybillId: number; pieces: number }) => ({
  waybillId: line.waybillId,
  event: { type: 'removed', params: { arrangementNo, pieces: line.pieces } },
})

/** An arrangement belongs to where it is made: the first of these that is one of this person's outlets, else one of them. */
export async function outletOf(tx: Tx, actor: Actor, wanted: readonly (number | null | undefined)[]): Promise<number> {
  const found = [...wanted, actor.outletId, ...(actor.scope.kind === 'outlet' ? actor.scope.ids : [])].find(
    (id): id is number => id != null && isOwnOutlet(actor, id),
  )
  if (found !== undefined) return found
  // unscoped: any outlet will do for an arrangement that names none
  const outlet = await owned(tx)
    .selectFrom('company')
    .select('id')
    .where(sql<boolean>`roles @> '{own}'::text[]`)
    .where('is_deleted', '=', false)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (outlet === undefined) throw badField('fromOutletId', 'field.required')
  return outlet.id
}

/** The load: sums over the lines. */
export const loadOf = (lines: readonly { weight: string; volume: string }[]) => ({
  weight: sumDecimals(
    lines.map(({ weight }) => weight),
    3,
  ),
  volume: sumDecimals(
    lines.map(({ volume }) => volume),
    4,
  ),
})
