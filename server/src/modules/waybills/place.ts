import { isOfferedCode } from '@xunyun/contract/dictionary'
import type { Input } from '@xunyun/contract/kernel/call'
import { Exact } from '@xunyun/contract/kernel/decimal'
import type * as calls from '@xunyun/contract/waybills/calls'
import { sql } from 'kysely'
import type { Act } from '../../platform/act.ts'
import { type Actor, isCustomer } from '../../platform/actor.ts'
import { clock, startOfDay } from '../../platform/clock.ts'
import { kept, owned, type Tx } from '../../platform/db.ts'
import { badField, Refusal, refuseFields } from '../../platform/refusal.ts'
import { insertTogether } from '../../platform/rows.ts'
import { inScope, scoped } from '../../platform/scope.ts'
import { isColleague } from '../system/index.ts'
import { actTogether } from './acts.ts'
import {
  addOutlets,
  destinationsOf,
  isOpenOutlet,
  proposals,
  type ServingOutlet,
  servingOutlets,
  typedDestination,
} from './destination.ts'
import { recordEvents } from './events.ts'
import { type Deps, insertWaybills } from './insert.ts'
import { refuseExcess, refuseWalkInOnAccount, writePayments } from './payments.ts'
import { openingRows } from './pieces.ts'
import { checkCredit } from './pricing/credit.ts'
import { settle } from './pricing/settle.ts'
import type { Settled } from './pricing/write.ts'
import { receiptRows, wantedReceipts } from './signedReceipt.ts'
import type { NewWaybill } from './store.ts'
import { followTracks } from './tracks/last.ts'

type Customer = { id: number; name: string }
type FoundCustomer = Customer & { enabled: boolean; blacklisted: boolean }

export const customerRoles = sql<boolean>`roles && '{customer,owner,settle}'::text[]`

/** A customer's account always places for itself, whatever it sends. Undefined for a walk-in. */
export function wantedCustomer(actor: Actor, customerId: number | undefined): number | undefined {
  if (!isCustomer(actor)) return customerId
  const wanted = customerId ?? (actor.scope.kind === 'customer' ? actor.scope.ids[0] : undefined)
  if (wanted === undefined) throw badField('customerId', 'waybills.unknownCustomer')
  return wanted
}

function usable(found: FoundCustomer | null | undefined): Customer {
  if (found == null) throw badField('customerId', 'waybills.unknownCustomer')
  if (!found.enabled || found.blacklisted) throw badField('customerId', 'waybills.customerDisabled')
  return { id: found.id, name: found.name }
}

/** The customer of a new waybill: inside the scope, enabled, not blacklisted. Null for a walk-in. */
export async function customerFor(tx: Tx, actor: Actor, customerId: number | undefined): Promise<Customer | null> {
  const wanted = wantedCustomer(actor, customerId)
  if (wanted === undefined) return null
  return usable(
    await scoped(tx, actor, 'company')
      .select(['id', 'name', 'enabled', 'blacklisted'])
      .where('id', '=', wanted)
      .where(customerRoles)
      .executeTakeFirst(),
  )
}

/** The outlet that was chosen, else the user's own, else the only one there is. */
async function wantedOutlet(tx: Tx, actor: Actor, outletId: number | undefined): Promise<number> {
  const wanted =
    // Which of our outlets serves them is not a customer's to choose.
    (isCustomer(actor) ? undefined : outletId) ??
    actor.outletId ??
    (actor.scope.kind === 'outlet' ? actor.scope.ids[0] : undefined) ??
    (isCustomer(actor) ? await latestOutlet(tx, actor) : undefined) ??
    (await onlyOutlet(tx))
  if (wanted !== undefined) return wanted
  if (isCustomer(actor)) throw new Refusal('waybills.outletUnset')
  throw badField('outletId', 'waybills.outletNeeded')
}

function refuseOutlet(actor: Actor, outletId: number, isOpen: boolean): void {
  if (!isOpen || (actor.scope.kind === 'outlet' && !actor.scope.ids.includes(outletId)))
    throw badField('outletId', 'waybills.outletOutside')
}

/** The outlet of a new waybill: the one chosen, else the user's own; inside the scope. */
export async function outletFor(tx: Tx, actor: Actor, outletId: number | undefined): Promise<number> {
  const wanted = await wantedOutlet(tx, actor, outletId)
  // unscoped: the scope is checked below, with an answer of its own
  const outlet = await owned(tx)
    .selectFrom('company')
    .select('id')
    .where('id', '=', wanted)
    .where(isOpenOutlet)
    .executeTakeFirst()
  refuseOutlet(actor, wanted, outlet !== undefined)
  return wanted
}

/** What a waybill is placed with, asked at once: the customer, whether the outlet is open, the destination, who has its number, and its id. */
async function partiesFor(
  tx: Tx,
  actor: Actor,
  input: calls.WaybillInput,
): Promise<{ id: number; customer: Customer | null; outletId: number; destOutletId: number | null }> {
  const customerId = wantedCustomer(actor, input.customerId) ?? null
  const outletId = await wantedOutlet(tx, actor, input.outletId)
  const typed = await typedDestination(tx, actor, input.destOutletId)
  const { region } = input.consignee
  type Found = {
    id: number
    customer: FoundCustomer | null
    isOpen: boolean
    taken: string | null
    serving: ServingOutlet[]
  }
  const found = await sql<Found>`${kept}
    select nextval('waybill_id_seq') as id,
      (select json_build_object('id', id, 'name', name, 'enabled', enabled, 'blacklisted', blacklisted) from company
        where id = ${customerId} and not is_deleted and ${inScope(actor, 'company')} and ${customerRoles}) as customer,
      -- unscoped: the scope of the outlet is checked below; a number that is taken is taken in every outlet
      exists (select from company where id = ${outletId} and ${isOpenOutlet}) as "isOpen",
      (select waybill_no from waybill where customer_id = ${customerId} and customer_no = ${input.customerNo ?? null}
        and state <> 'cancelled' and not is_deleted limit 1) as taken,
      ${servingOutlets([region])} as serving`.execute(tx)
  const row = found.rows[0]
  if (row === undefined) throw new Error('nothing was answered')
  const customer = customerId === null ? null : usable(row.customer)
  refuseOutlet(actor, outletId, row.isOpen)
  if (row.taken !== null) throw badField('customerNo', 'waybills.customerNoTaken', { by: row.taken })
  const destOutletId = typed ?? proposals([region], row.serving).get(region) ?? null
  return { id: row.id, customer, outletId, destOutletId }
}

/** The outlet that had a customer's last waybill, while it is open. */
async function latestOutlet(tx: Tx, actor: Actor): Promise<number | undefined> {
  const last = await scoped(tx, actor, 'waybill')
    .select('outlet_id')
    // unscoped: whether the outlet of a waybill in scope is open
    .where(sql<boolean>`exists (select 1 from company o where o.id = outlet_id and o.enabled and not o.is_deleted)`)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.outlet_id
}

/** A company with a single outlet need not choose. */
async function onlyOutlet(tx: Tx): Promise<number | undefined> {
  // unscoped: how many outlets the company has
  const outlets = await owned(tx).selectFrom('company').select('id').where(isOpenOutlet).limit(2).execute()
  return outlets.length === 1 ? outlets[0]?.id : undefined
}

/** Refuses a customer's number that another of its waybills has; the unique index is the last word. */
export async function refuseTakenNumber(
  tx: Tx,
  customerId: number | null,
  customerNo: string | undefined,
  but?: number,
): Promise<void> {
  if (customerId === null || customerNo === undefined) return
  // unscoped: a number that is taken is taken in every outlet
  const taken = await owned(tx)
    .selectFrom('waybill')
    .select(['id', 'waybill_no'])
    .where('customer_id', '=', customerId)
    .where('customer_no', '=', customerNo)
    .where('state', '<>', 'cancelled')
    .where('is_deleted', '=', false)
    .executeTakeFirst()
  if (taken !== undefined && taken.id !== but)
    throw badField('customerNo', 'waybills.customerNoTaken', { by: taken.waybill_no })
}

/** 业务员 is one of us, in office. */
export async function checkSalesman(tx: Tx, id: number | null | undefined): Promise<void> {
  if (id != null && !(await isColleague(tx, id))) throw badField('salesmanId', 'field.id')
}

/** Generous: what is recorded late or booked early passes, a mistyped year does not (it would lead every list of late ones). */
const [earliestPlanDays, latestBizDays] = [31, 366]
const dayMs = 86_400_000

export function checkDates(input: calls.WaybillInput): void {
  const businessDay = Date.parse(startOfDay(input.bizDate))
  if (businessDay > clock.ms() + latestBizDays * dayMs) throw badField('bizDate', 'waybills.bizDateAhead')
  for (const field of ['planPickup', 'planArrive'] as const) {
    const moment = input[field]
    if (moment !== undefined && Date.parse(moment) < businessDay - earliestPlanDays * dayMs)
      throw badField(field, 'waybills.planLongBefore')
  }
  if (input.planPickup !== undefined && input.planArrive !== undefined && input.planArrive < input.planPickup)
    throw badField('planArrive', 'waybills.dateNotBefore')
}

/** Package and type are on offer, or were so when these goods were typed. */
export function refuseDisabledWords(
  goods: calls.WaybillInput['goods'],
  before: readonly { package: string; type: string | null }[] = [],
): void {
  refuseFields(
    goods.flatMap((line, at) => {
      const wrong = (['package', 'type'] as const).filter((field) => {
        const code = line[field]
        if (code === undefined || isOfferedCode(field === 'type' ? 'goodsType' : 'package', code)) return false
        return !before.some((old) => old[field] === code)
      })
      return wrong.map((field) => ({ path: `goods.${at}.${field}`, reason: 'settings.wordDisabled' as const }))
    }),
  )
}

/** Saves a draft, or places at once (开单). */
export const createWaybill =
  (deps: Deps): Act<typeof calls.createWaybill> =>
  ({ tx, actor }, input) =>
    writeWaybill(tx, actor, deps, input, 'office')

/** Of a phone order or a shipment too: `source` says which. `onward`: of another's pieces, that lie at an outlet already. */
export async function writeWaybill(
  tx: Tx,
  actor: Actor,
  deps: Deps,
  input: Input<typeof calls.createWaybill>,
  source: NewWaybill['source'],
  onward?: NewWaybill['onward'],
): Promise<{ id: number; waybillNo: string }> {
  checkDates(input)
  refuseDisabledWords(input.goods)
  const { id, customer, outletId, destOutletId } = await partiesFor(tx, actor, input)
  const waybillNo = input.waybillNo?.toUpperCase() ?? (await deps.numbering.next('YD'))[0] ?? ''
  // An internal remark is not the customer's to write.
  const own = isCustomer(actor)
    ? { ...input, remarkInternal: undefined, salesmanId: undefined, destOutletId: undefined }
    : input
  await checkSalesman(tx, own.salesmanId)
  const typed = isCustomer(actor) ? { services: input.services } : { charges: input.charges, services: input.services }
  const placed = input.place === true
  if (placed)
    refuseWalkInOnAccount({
      customerId: customer?.id ?? null,
      payMethod: own.payMethod,
      payments: writePayments(own),
    })
  const [settled] = await insertWaybills(
    tx,
    actor,
    deps,
    [{ id, input: own, waybillNo, source, outletId, destOutletId, customer, typed, ...(onward && { onward }) }],
    placed,
  )
  if (settled === undefined) throw new Error('nothing was written')
  if (placed) {
    refuseExcess({ payments: settled.waybill.payments, receivable: ownOf(settled) })
    await checkCredit(tx, actor, [{ id, customerId: customer?.id ?? null }])
  }
  return { id, waybillNo }
}

/** What the parts are of: all but services that its shipper or consignee pays. */
const ownOf = ({ receivable, services }: Settled): string =>
  services
    .filter(({ payer }) => payer === 'shipper' || payer === 'consignee')
    .reduce((own, { amount }) => own.minus(amount), new Exact(receivable))
    .toFixed(2)

/** Where drafts go: as typed, else as the service regions are now. */
async function draftDestinations(tx: Tx, drafts: readonly { id: number }[]): Promise<Map<number, number>> {
  // unscoped: drafts that the caller has locked
  const rows = await owned(tx)
    .selectFrom('waybill')
    .select(['id', 'consignee_region', 'dest_outlet_id', 'dest_typed'])
    .where(sql<boolean>`id = any(${drafts.map(({ id }) => id)}::bigint[])`)
    .execute()
  const proposed = await destinationsOf(
    tx,
    rows.map((row) => row.consignee_region),
  )
  return new Map(
    rows.flatMap((row): [number, number][] => {
      const outletId = row.dest_typed ? row.dest_outlet_id : proposed.get(row.consignee_region)
      return outletId == null ? [] : [[row.id, outletId]]
    }),
  )
}

/** Places drafts: their pieces enter the ledger, the track 开单 is written (domain §2). */
export const placeWaybills =
  ({ approvals, numbering }: Deps): Act<typeof calls.placeWaybills> =>
  (asked, { ids }) => {
    const { tx, actor } = asked
    return actTogether(asked, 'place', ids, async (drafts) => {
      const at = clock.iso()
      const destinations = await draftDestinations(tx, drafts)
      const { piece_movement, piece_place, track } = openingRows(actor, drafts, at)
      const wanted = await wantedReceipts(
        tx,
        drafts.map(({ id }) => id),
      )
      const signed_receipt = await receiptRows(actor, numbering, wanted, at)
      await insertTogether(tx, { piece_movement, piece_place, track, signed_receipt }, followTracks(track))
      await owned(tx)
        .updateTable('waybill')
        .set({
          dest_outlet_id: sql`(${JSON.stringify(Object.fromEntries(destinations))}::jsonb ->> waybill.id::text)::bigint`,
          state: 'placed',
          state_pieces: sql`pieces`,
          unarranged: sql`pieces`,
          placed_at: at,
          version: sql`version + 1`,
          updated_at: at,
          updated_by: actor.userId,
        })
        .where(sql<boolean>`id = any(${drafts.map(({ id }) => id)}::bigint[])`)
        .execute()
      await addOutlets(
        tx,
        [...destinations].map(([waybillId, outletId]) => ({ waybillId, outletId })),
      )
      await recordEvents(
        tx,
        actor,
        drafts.map(({ id, waybillNo, pieces }) => ({
          waybillId: id,
          event: { type: 'placed', params: { waybillNo, pieces } },
        })),
      )
      const settled = await settle(
        tx,
        actor,
        approvals,
        drafts.map(({ id }) => id),
      )
      await checkCredit(
        tx,
        actor,
        settled.map(({ waybill: { id, customerId } }) => ({ id, customerId })),
      )
    })
  }
