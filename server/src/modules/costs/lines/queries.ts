import type { ArrangementCosts, CarrierOffer, compareCarriers, getArrangementCosts } from '@xunyun/contract/costs/lines'
import { type ApplicationState, applying, approvedStates } from '@xunyun/contract/costs/states'
import type { Input } from '@xunyun/contract/kernel/call'
import { compareDecimal, sumDecimals } from '@xunyun/contract/kernel/decimal'
import { sql } from 'kysely'
import { type Actor, mayAny } from '../../../platform/actor.ts'
import { clock } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/db.ts'
import { notFound } from '../../../platform/refusal.ts'
import { quotePayables } from '../../prices/index.ts'
import { freightAtDoor } from '../../waybills/index.ts'
import { borne, shownLines } from '../requests/queries.ts'
import { carrying, duePartsOf, isApplicable, isFrozen, ofOwnArrangements } from './carried.ts'
import { meansOf } from './means.ts'
import { quotedItem, quotesOf } from './quote.ts'
import { costKindOf } from './set.ts'
import { basisOf, isEqual } from './shares.ts'
import { defaultMethod } from './store.ts'

/** What an arrangement of the actor's own outlets costs, shared over its waybills. */
export async function arrangementCosts(
  tx: Tx,
  actor: Actor,
  { id, method: asked }: Input<typeof getArrangementCosts>,
): Promise<ArrangementCosts> {
  const one = (await carrying(tx, sql`a.id = ${id} and ${ofOwnArrangements(actor)}`)).get(id)
  if (one === undefined) throw notFound()
  const lines = await shownLines(tx, sql`l.arrangement_id = ${id} and l.kind <> 'expense'`)
  const method = asked ?? one.method ?? (await defaultMethod(tx, one.outletId, one.kind))
  const [answered] = await quotesOf(tx, [one])
  const atDoor = await collecting(tx, one.id)
  const sum = (of: readonly { amount: string }[]) =>
    sumDecimals(
      of.map(({ amount }) => amount),
      2,
    )
  const inState = (...states: readonly ApplicationState[]) =>
    lines.filter(({ applicationState }) => applicationState !== null && states.includes(applicationState))
  const borneNow = borne(
    lines.map((line) => ({ ...line, shareMethod: null, waybills: [] })),
    new Map([[one.id, { ...one, method }]]),
  )
  const basis = basisOf({ method, weights: one.weights }, one.waybills)
  return {
    arrangementId: one.id,
    arrangementNo: one.no,
    kind: one.kind,
    vehicleType: one.vehicleType,
    companyId: one.companyId,
    companyName: one.companyName,
    driverId: one.driverId,
    driverName: one.driverName,
    agreed: one.agreed,
    method,
    weights: [...one.weights],
    lines,
    total: sum(lines),
    approved: sum(inState(...approvedStates)),
    pending: sum(inState('pending')),
    // Every waybill, also while nothing is to be borne.
    shares: one.waybills.map(
      ({ waybillId, waybillNo, pieces, receivable, cost }, at) =>
        borneNow.find((share) => share.waybillId === waybillId) ?? {
          waybillId,
          waybillNo,
          pieces,
          receivable,
          cost,
          basis: basis[at]?.basis ?? '0',
          amount: '0.00',
        },
    ),
    equal: isEqual(basis),
    frozen: isFrozen(one),
    proposal:
      answered === undefined || one.companyId === null
        ? null
        : {
            feeItem: quotedItem[one.kind],
            companyId: one.companyId,
            companyName: one.companyName ?? '',
            priceId: answered.quote.priceId,
            priceName: `${answered.quote.priceName} v${answered.quote.versionNo}`,
            amount: answered.quote.amount,
            taxRate: answered.quote.taxRate,
            steps: answered.quote.steps,
          },
    mean: (await meansOf(tx, [one])).get(one.id) ?? null,
    toCollect: atDoor.toCollect,
    collected: atDoor.collected,
    dueParts: duePartsOf(one, atDoor.receipts),
    version: one.costVersion,
    editable: mayAny(actor, applying[costKindOf[one.kind]]),
    applicable: isApplicable(one),
  }
}

/** Yuan that whoever has them collects at the door of what an arrangement carries, freight and COD, and how much of it so far; and how many receipts it brings back. */
async function collecting(tx: Tx, id: number): Promise<{ toCollect: string; collected: string; receipts: number }> {
  const { rows } = await sql<{
    freightToCollect: string
    codAmount: string
    collected: string
    receipts: number
  }>`
    select ${freightAtDoor} as "freightToCollect", w.cod_amount as "codAmount", w.receipt_copies as receipts,
      coalesce((select sum(g.collected) from signing g where g.waybill_id = w.id and not g.undone), 0)::text as collected
    -- unscoped: of an arrangement that was reached in scope
    from waybill w where w.id in (select waybill_id from arrangement_line where arrangement_id = ${id})`.execute(tx)
  return {
    toCollect: sumDecimals(
      rows.flatMap(({ codAmount, freightToCollect }) => [codAmount, freightToCollect]),
      2,
    ),
    collected: sumDecimals(
      rows.map(({ collected }) => collected),
      2,
    ),
    receipts: rows.reduce((sum, { receipts }) => sum + receipts, 0),
  }
}

/** 比价: every carrier of the kind with a rate in force for this way and cargo, the cheapest first (T23). */
export async function offers(tx: Tx, input: Input<typeof compareCarriers>): Promise<CarrierOffer[]> {
  const regions = await regionsOf(tx, [input.fromOutletId, input.toOutletId])
  const fromRegion = regions.get(input.fromOutletId ?? 0) ?? input.fromRegion ?? ''
  const toRegion = regions.get(input.toOutletId ?? 0) ?? input.toRegion ?? ''
  const role = input.kind === 'line' ? 'special' : 'courier'
  const { rows: carriers } = await sql<{ id: number; name: string }>`
    -- unscoped: partners are shared by all outlets
    select id, name from company where roles @> ${[role]}::text[] and enabled and not blacklisted and not is_deleted
      and id in (select company_id from transport_price where direction = 'payable' and status = 'active' and not is_deleted)`.execute(
    tx,
  )
  const today = clock.today()
  const quotes = await quotePayables(
    tx,
    carriers.map(({ id }) => ({
      customerId: id,
      bizDate: today,
      fromRegion,
      toRegion,
      transMode: 'road',
      serviceType: 'normal',
      vehicleModel: null,
      goodsType: null,
      weight: input.weight,
      volume: input.volume,
      pieces: input.pieces,
      km: null,
    })),
  )
  const found = carriers.flatMap((carrier, at) => {
    const quote = quotes[at]?.quote
    // A public rate is nobody's offer.
    return quote === undefined || quote.companyName === null ? [] : [{ carrier, quote }]
  })
  const past = await pastOf(
    tx,
    input.kind,
    found.map(({ carrier }) => carrier.id),
    { from: fromRegion.slice(0, 4), to: toRegion.slice(0, 4) },
  )
  return found
    .map(({ carrier, quote }): CarrierOffer => {
      const { inTime = 0, timed = 0, used = 0, lastPaid = null } = past.get(carrier.id) ?? {}
      return {
        companyId: carrier.id,
        name: carrier.name,
        amount: quote.amount,
        priceName: `${quote.priceName} v${quote.versionNo}`,
        leadDays: quote.leadDays,
        onTime: timed < 5 ? null : ((inTime / timed) * 100).toFixed(1),
        lastPaid,
        timesUsed: used,
        steps: quote.steps,
      }
    })
    .sort((a, b) => compareDecimal(a.amount, b.amount))
}

async function regionsOf(tx: Tx, ids: readonly (number | undefined)[]): Promise<Map<number, string>> {
  // unscoped: where our outlets are is known to all of us
  const { rows } = await sql<{ id: number; region: string }>`select id, region_code as region from company
    where id = any(${ids.filter((id) => id !== undefined)}::bigint[]) and region_code is not null`.execute(tx)
  return new Map(rows.map(({ id, region }) => [id, region]))
}

type Past = { id: number; inTime: number; timed: number; used: number; lastPaid: string | null }
/** What was experienced with carriers in the last 90 days, and what the last of them cost on this way. */
async function pastOf(
  tx: Tx,
  kind: 'line' | 'courier',
  ids: readonly number[],
  { from, to }: { from: string; to: string },
): Promise<Map<number, Past>> {
  if (ids.length === 0) return new Map()
  const came = kind === 'line' ? sql`a.arrive_at` : sql`a.done_at`
  const { rows } = await sql<Past>`
    select a.carrier_id as id, count(*) filter (where ${came} <= a.expect_at) as "inTime",
      count(*) filter (where ${came} is not null and a.expect_at is not null) as timed, count(*) as used, (
        -- unscoped: what a carrier was paid is no secret of an outlet
        select sum(h.amount)::text from arrangement p join cost_line c on c.arrangement_id = p.id join charge h on h.cost_line_id = c.id
        left join company f on f.id = p.from_outlet_id left join company t on t.id = p.to_outlet_id
        where p.carrier_id = a.carrier_id and p.kind = ${kind} and left(coalesce(f.region_code, ''), 4) in (${from}, '')
          and left(coalesce(p.to_region, t.region_code, ''), 4) in (${to}, '')
        group by p.id order by max(h.day) desc, p.id desc limit 1) as "lastPaid"
    -- unscoped: how a carrier does is no secret of an outlet
    from arrangement a where a.kind = ${kind} and a.carrier_id = any(${[...ids]}::bigint[]) and a.phase <> 'cancelled'
      and a.depart_at > now() - interval '90 days' group by 1`.execute(tx)
  return new Map(rows.map((row) => [row.id, row]))
}
