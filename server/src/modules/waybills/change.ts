import type { Input } from '@xunyun/contract/kernel/call'
import { compareDecimal } from '@xunyun/contract/kernel/decimal'
import type * as calls from '@xunyun/contract/waybills/calls'
import type * as destination from '@xunyun/contract/waybills/destination'
import { sql } from 'kysely'
import type { Act } from '../../platform/act.ts'
import { type Actor, isCustomer } from '../../platform/actor.ts'
import type { Approvals } from '../../platform/approvals.ts'
import { owned, type Tx } from '../../platform/db.ts'
import { type Change, differences } from '../../platform/history.ts'
import { badField, notFound, Refusal } from '../../platform/refusal.ts'
import { type SeenId, scoped } from '../../platform/scope.ts'
import { refuseStale } from '../../platform/version.ts'
import { moveToOutlet, refuseOfClosedMonth, whyHeld } from '../charges/index.ts'
import { nameOfCompany, nameOfUser } from '../companies/index.ts'
import { addOutlets, destinationsOf, removeOutlet, typedDestination } from './destination.ts'
import { recordEvents } from './events.ts'
import { check, type LockedWaybill, lockWaybill } from './facts.ts'
import type { Deps } from './insert.ts'
import { ownTotal, refuseExcess, refuseWalkInOnAccount } from './payments.ts'
import { movePieces, outside, refreshState, shipper } from './pieces.ts'
import { checkDates, checkSalesman, customerFor, outletFor, refuseDisabledWords, refuseTakenNumber } from './place.ts'
import { checkRise, ownPart } from './pricing/credit.ts'
import { settle, type Typed } from './pricing/settle.ts'
import { divideAgain } from './pricing/write.ts'
import { isOfficeOnly } from './queries.ts'
import { hasLeftOrigin, outletMayChange, piecesMayChange, totalsOf } from './rules.ts'
import { followRequirement } from './signedReceipt.ts'
import { columnsOf, replaceGoods, updateWaybill } from './store.ts'

/** Fields whose text may be erased later: the chain holds digests of them. */
const personalFields = new Set([
  'shipper_name',
  'shipper_phone',
  'shipper_address',
  'shipper_company',
  'consignee_name',
  'consignee_phone',
  'consignee_address',
  'consignee_company',
])
/** Written along with others, not typed by anybody. */
export const derived: ReadonlySet<string> = new Set([
  'search',
  'shipper_city',
  'consignee_city',
  'shipper_region',
  'consignee_region',
  'goods_name',
])

/** 改单 before the price is confirmed: any field, but the number of pieces only while none has moved or been arranged. */
export const changeWaybill =
  (deps: Deps): Act<typeof calls.changeWaybill> =>
  ({ tx, actor }, input) =>
    writeChange(tx, actor, deps, input, false)

/** `granted`: of a request, which the confirmed price does not keep out. */
export async function writeChange(
  tx: Tx,
  actor: Actor,
  { approvals, numbering }: Deps,
  input: Input<typeof calls.changeWaybill>,
  granted: boolean,
): Promise<{ version: number }> {
  checkDates(input)
  const facts = await lockWaybill(tx, actor, input.id)
  await refuseStale(
    tx,
    { version: facts.version, updated_at: facts.updatedAt, updated_by: facts.updatedBy },
    input.version,
  )
  check('edit', facts)
  if (isOfficeOnly(actor, 'edit', facts.state)) throw new Refusal('waybills.officeChanges', { state: facts.state })
  const before = await scoped(tx, actor, 'waybill').selectAll().where('id', '=', input.id).executeTakeFirst()
  if (before === undefined) throw notFound()
  const customer = await customerFor(tx, actor, input.customerId)
  await refuseTakenNumber(tx, customer?.id ?? null, input.customerNo, input.id)
  // Whoever looked after it until now may have left since.
  if (!isCustomer(actor) && input.salesmanId !== (before.salesman_id ?? undefined))
    await checkSalesman(tx, input.salesmanId)
  const columns = columnsOf(
    before.waybill_no,
    isCustomer(actor)
      ? { ...input, remarkInternal: before.remark_internal ?? undefined, salesmanId: before.salesman_id ?? undefined }
      : input,
    customer,
  )
  if (columns.biz_date !== before.biz_date) await refuseOfClosedMonth(tx, input.id, 'bizDate')
  if (columns.customer_id !== before.customer_id) {
    await refuseOfClosedMonth(tx, input.id, 'customerId')
    refuseHeld('customerId', facts.heldBy)
    await refuseCollectedCod(tx, input.id, 'customerId')
  }
  if (facts.state !== 'draft' && compareDecimal(columns.cod_amount, before.cod_amount) !== 0)
    await refuseCollectedCod(tx, input.id, 'codAmount')
  // One that stands so from before stays editable.
  const agreed = { customerId: columns.customer_id, payMethod: columns.pay_method, payments: columns.payments }
  const isAgreedAnew =
    agreed.customerId !== before.customer_id ||
    agreed.payMethod !== before.pay_method ||
    agreed.payments !== before.payments
  if (facts.state !== 'draft' && isAgreedAnew) refuseWalkInOnAccount(agreed)
  // Hold has acts of its own, with a reason and a proof; on a draft it is just a field.
  if (facts.state !== 'draft') columns.hold = before.hold
  const outletId =
    input.outletId === undefined || isCustomer(actor) ? before.outlet_id : await outletFor(tx, actor, input.outletId)
  const goodsBefore = await goodsTypes(tx, input.id)
  await changeGoods(tx, actor, facts, input)
  if (facts.state !== 'draft' && outletId !== before.outlet_id) {
    await refuseOfClosedMonth(tx, input.id, 'outletId')
    refuseHeld('outletId', facts.heldBy)
    if (!outletMayChange(facts)) throw badField('outletId', 'waybills.outletFixed')
  }
  const goes = await destinationOf(tx, actor, facts, before, input)
  await updateWaybill(tx, actor, input.id, { ...columns, outlet_id: outletId, ...goes })
  await moveOutlets(tx, facts, before, { outletId, destOutletId: goes.dest_outlet_id })
  if (outletId !== before.outlet_id) await moveToOutlet(tx, input.id, outletId)
  if (facts.state !== 'draft') {
    await refreshState(tx, [input.id])
    const after = { id: facts.id, requirement: columns.receipt_requirement, copies: columns.receipt_copies }
    const stood = { requirement: before.receipt_requirement, copies: before.receipt_copies }
    await followRequirement(tx, actor, numbering, after, stood)
  }
  const typed = isCustomer(actor) ? {} : { charges: input.charges, services: input.services }
  const goodsChanged = goodsBefore !== (await goodsTypes(tx, input.id))
  const priceChanged = goodsChanged || differences(before, columns).some(({ field }) => pricedBy.has(field))
  if (priceChanged || typed.charges !== undefined || typed.services !== undefined)
    await priceAgain(tx, actor, approvals, { id: facts.id, priceState: before.price_state }, typed, granted)
  else if (isAgreedAnew) await divideAgain(tx, actor, [input.id])
  // unscoped: the waybill that is locked here
  const { receivable } = await owned(tx)
    .selectFrom('waybill')
    .select(ownTotal('waybill').as('receivable'))
    .where('id', '=', input.id)
    .executeTakeFirstOrThrow()
  refuseExcess({ payments: columns.payments, receivable })
  if (priceChanged || isAgreedAnew || typed.charges !== undefined || typed.services !== undefined)
    await checkRise(
      tx,
      actor,
      [{ id: input.id, customerId: before.customer_id, own: ownPart(before) }],
      columns.customer_id !== before.customer_id
        ? 'customerId'
        : isAgreedAnew && !priceChanged
          ? 'payMethod'
          : 'charges',
    )
  const changes = await withNames(
    tx,
    differences(before, {
      ...columns,
      outlet_id: outletId,
      dest_outlet_id: goes.dest_outlet_id,
    }).filter(({ field }) => !derived.has(field)),
  )
  if (changes.length > 0)
    await recordEvents(tx, actor, [{ waybillId: input.id, event: { type: 'changed', ...splitPersonal(changes) } }])
  return { version: facts.version + 1 }
}

/**
 * Where it goes now: as typed, else proposed by the consignee's region. Once pieces have left the origin it stays as it is
 * (T4), and changes by an act of its own, with a reason.
 */
async function destinationOf(
  tx: Tx,
  actor: Actor,
  facts: LockedWaybill,
  before: { dest_outlet_id: number | null; dest_typed: boolean },
  input: Input<typeof calls.changeWaybill>,
): Promise<{ dest_outlet_id: number | null; dest_typed: boolean }> {
  const stays = { dest_outlet_id: before.dest_outlet_id, dest_typed: before.dest_typed }
  if (isCustomer(actor) && before.dest_typed) return stays
  const typed = await typedDestination(tx, actor, input.destOutletId)
  if (hasLeftOrigin(facts)) {
    if (typed !== undefined && typed !== before.dest_outlet_id)
      throw badField('destOutletId', 'waybills.destinationLeft')
    return stays
  }
  const { region } = input.consignee
  const proposed = typed ?? (await destinationsOf(tx, [region])).get(region)
  return { dest_outlet_id: proposed ?? null, dest_typed: typed !== undefined }
}

/** Who sees it follows: the new ones at once, those of before while nothing has reached them no longer. */
async function moveOutlets(
  tx: Tx,
  facts: LockedWaybill,
  before: { outlet_id: number; dest_outlet_id: number | null },
  after: { outletId: number; destOutletId: number | null },
): Promise<void> {
  const isPlaced = facts.state !== 'draft'
  const now = [after.outletId, ...(isPlaced && after.destOutletId !== null ? [after.destOutletId] : [])]
  const then = [before.outlet_id, ...(isPlaced && before.dest_outlet_id !== null ? [before.dest_outlet_id] : [])]
  await addOutlets(
    tx,
    now.filter((id) => !then.includes(id)).map((outletId) => ({ waybillId: facts.id, outletId })),
  )
  for (const outletId of then.filter((id) => !now.includes(id))) await removeOutlet(tx, facts.id, outletId)
}

/**
 * 改到达网点: with a reason, until pieces are given out from the present one. Null: as the service regions propose; from
 * then on it follows the consignee again.
 */
export const changeDestination: Act<typeof destination.changeDestination> = async ({ tx, actor }, input) => {
  const facts = await lockWaybill(tx, actor, input.id, true)
  await refuseStale(
    tx,
    { version: facts.version, updated_at: facts.updatedAt, updated_by: facts.updatedBy },
    input.version,
  )
  check('changeDestination', facts)
  const typed = await typedDestination(tx, actor, input.destOutletId)
  // unscoped: the waybill that is locked here
  const { consignee_region: region } = await owned(tx)
    .selectFrom('waybill')
    .select('consignee_region')
    .where('id', '=', input.id)
    .executeTakeFirstOrThrow()
  const to = typed ?? (await destinationsOf(tx, [region])).get(region) ?? null
  if (to === facts.destOutletId) throw badField('destOutletId', 'waybills.destinationSame')
  await updateWaybill(tx, actor, input.id, { dest_outlet_id: to, dest_typed: typed !== undefined })
  await moveOutlets(
    tx,
    facts,
    { outlet_id: facts.outletId, dest_outlet_id: facts.destOutletId },
    { outletId: facts.outletId, destOutletId: to },
  )
  await refreshState(tx, [input.id])
  const params = {
    from: (await nameOfCompany(tx, facts.destOutletId)) ?? '',
    to: (await nameOfCompany(tx, to)) ?? '',
    reason: input.reason,
  }
  await recordEvents(tx, actor, [{ waybillId: input.id, event: { type: 'destinationChanged', params } }])
  return { version: facts.version + 1 }
}

/** What the price depends on; any other field leaves it alone. */
const pricedBy = new Set([
  'customer_id',
  'biz_date',
  'trans_mode',
  'service_type',
  'vehicle_model',
  'km',
  'shipper_region',
  'consignee_region',
  'pieces',
  'weight',
  'volume',
  'declared_value',
  'cod_amount',
])

/** A price that was agreed with the customer stands; one under review is sent in anew. */
async function priceAgain(
  tx: Tx,
  actor: Actor,
  approvals: Approvals,
  before: { id: SeenId; priceState: string },
  typed: Typed,
  granted: boolean,
): Promise<void> {
  const isConfirmed = before.priceState === 'confirmed'
  if (isConfirmed && !granted) throw new Refusal('waybills.priceConfirmed')
  if (before.priceState === 'pending') await approvals.cancel(tx, 'price', [before.id], null)
  await settle(tx, actor, approvals, [before.id], {
    typed: new Map([[before.id, typed]]),
    ...(isConfirmed ? { stays: 'confirmed' as const } : {}),
  })
}

async function goodsTypes(tx: Tx, waybillId: number): Promise<string> {
  const rows = await tx
    .selectFrom('waybill_goods')
    .select('type')
    .distinct()
    .where('waybill_id', '=', waybillId)
    .execute()
  return rows
    .map(({ type }) => type)
    .sort()
    .join()
}

/** Goods lines may always be mended; their pieces only while none has moved or been arranged, and the ledger follows. */
async function changeGoods(
  tx: Tx,
  actor: Actor,
  facts: LockedWaybill,
  input: Input<typeof calls.changeWaybill>,
): Promise<void> {
  const pieces = totalsOf(input.goods).pieces
  if (facts.state !== 'draft' && pieces !== facts.pieces) {
    if (!piecesMayChange(facts)) throw badField('goods', 'waybills.goodsFixed')
    const [from, to] = pieces > facts.pieces ? [outside, shipper] : [shipper, outside]
    await movePieces(tx, actor, [{ waybillId: input.id, from, to, pieces: Math.abs(pieces - facts.pieces) }])
  }
  // unscoped: the goods of a waybill that is locked here
  const before = await owned(tx)
    .selectFrom('waybill_goods')
    .select(['package', 'type'])
    .where('waybill_id', '=', input.id)
    .execute()
  refuseDisabledWords(input.goods, before)
  await replaceGoods(tx, input.id, input.goods)
}

/** A timeline shows no ids. */
const namedFields: Readonly<Record<string, typeof nameOfCompany>> = {
  customer_id: nameOfCompany,
  outlet_id: nameOfCompany,
  dest_outlet_id: nameOfCompany,
  salesman_id: nameOfUser,
}
async function withNames(tx: Tx, changes: readonly Change[]): Promise<Change[]> {
  const named: Change[] = []
  for (const { field, from, to } of changes) {
    const name = async (id: string | null) => namedFields[field]?.(tx, id === null ? null : Number(id)) ?? id
    named.push({ field, from: await name(from), to: await name(to) })
  }
  return named
}

function splitPersonal(changes: readonly Change[]): { changes: Change[]; personal?: Record<string, string | null> } {
  const personal: Record<string, string | null> = {}
  const open: Change[] = []
  for (const change of changes) {
    if (!personalFields.has(change.field)) open.push(change)
    else {
      personal[`${change.field}.from`] = change.from
      personal[`${change.field}.to`] = change.to
      open.push({ field: change.field, from: null, to: null })
    }
  }
  return Object.keys(personal).length === 0 ? { changes: open } : { changes: open, personal }
}

/** Whose charges something holds keeps its customer and its outlet (M3). */
function refuseHeld(path: string, by: string | null): void {
  if (by === null) return
  const { reason, params } = whyHeld(by)
  throw badField(path, reason, params)
}

/** COD that was collected is what it was (M46): the signing has to be taken back first. */
async function refuseCollectedCod(tx: Tx, id: number, path: string): Promise<void> {
  const found =
    await sql`select from collection where waybill_id = ${id} and cod > 0 and undone_posting_id is null limit 1`.execute(
      tx,
    )
  if (found.rows.length > 0) throw badField(path, 'waybills.codCollected')
}
