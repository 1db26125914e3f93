import { compareDecimal, Exact, sumDecimals } from '@xunyun/contract/kernel/decimal'
import type { GoodsLine, WaybillInput } from '@xunyun/contract/waybills/calls'
import type * as calls from '@xunyun/contract/waybills/onward'
import { sql } from 'kysely'
import type { Act } from '../../../platform/act.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { Approvals } from '../../../platform/approvals.ts'
import { clock } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/db.ts'
import type { Numbering } from '../../../platform/numbering.ts'
import { badField, notFound } from '../../../platform/refusal.ts'
import { type SeenId, scoped } from '../../../platform/scope.ts'
import { refuseStale } from '../../../platform/version.ts'
import { freeAtDoor, oweAtDoor } from '../../charges/index.ts'
import { closeAtOnce, reopen } from '../close.ts'
import { recordEvents } from '../events.ts'
import { check, type LockedWaybill, lockWaybill } from '../facts.ts'
import { readPayments, writePayments } from '../payments.ts'
import { movePieces } from '../pieces.ts'
import { writeWaybill } from '../place.ts'
import { divideAgain } from '../pricing/write.ts'
import { updateWaybill } from '../store.ts'
import { reverseAct } from '../undo.ts'
import { undoWriteOff, writeOff } from '../writeOff.ts'
import { restingAt, signedOf, takeFrom, unended } from './places.ts'

type Deps = { numbering: Numbering; approvals: Approvals }

/**
 * 返货, 转寄: pieces go on as a waybill of their own, whose own outlet is where they lie: parties turned round, or a new
 * consignee; the same goods in proportion; its own charges. Where nothing of the parent was signed and nothing is left that could
 * be, its COD is void and what the door should have paid becomes the customer's; of a walk-in the new one advances it (T11).
 */
export const sendOnward =
  ({ numbering, approvals }: Deps): Act<typeof calls.sendOnward> =>
  async ({ tx, actor }, input) => {
    const parent = await lockWaybill(tx, actor, input.id)
    await refuseStale(
      tx,
      { version: parent.version, updated_at: parent.updatedAt, updated_by: parent.updatedBy },
      input.version,
    )
    check('sendOnward', parent)
    if (input.relation === 'forward' && input.consignee === undefined) throw badField('consignee', 'field.required')
    const lying = restingAt(actor, parent, input.from, input.pieces)
    const isLast = unended(parent) === input.pieces && signedOf(parent) === 0
    const { row, goods } = await readParent(tx, actor, parent.id)
    const open = isLast && parent.customerId === null ? await openAtDoor(tx, parent.id) : []
    const advanced = sumDecimals(['0', ...open.map(({ rest }) => rest)], 2)
    const charges = [
      ...(input.charges ?? []),
      ...(compareDecimal(advanced, '0') > 0 ? [{ feeItem: 'advance' as const, amount: advanced }] : []),
    ]
    const child = await writeWaybill(
      tx,
      actor,
      { numbering, approvals },
      {
        outletId: lying.placeId,
        customerId: row.customer_id ?? undefined,
        bizDate: clock.today(),
        transMode: row.trans_mode as WaybillInput['transMode'],
        serviceType: row.service_type as WaybillInput['serviceType'],
        carriage: row.carriage as WaybillInput['carriage'],
        // It lies at one of our outlets: nobody fetches it.
        pickupWay: 'dropOff',
        deliveryWay: input.deliveryWay ?? 'delivery',
        payMethod: compareDecimal(advanced, '0') > 0 ? 'collect' : input.payMethod,
        codAmount: input.relation === 'forward' ? input.codAmount : undefined,
        receiptRequirement: input.withReceipt ? (row.receipt_requirement as 'none') : 'none',
        remarkInternal: input.reason,
        shipper: input.relation === 'return' ? partyOf(row, 'consignee') : partyOf(row, 'shipper'),
        consignee: input.consignee ?? partyOf(row, 'shipper'),
        goods: inProportion(goods, input.pieces, parent.pieces),
        charges: charges.length > 0 ? charges : undefined,
        place: true,
      } as never,
      'office',
      { outletId: lying.placeId, isReturn: input.relation === 'return' },
    )
    const at = { place: input.relation === 'return' ? ('returned' as const) : ('forwarded' as const), id: child.id }
    const params = { relation: input.relation, toNo: child.waybillNo, pieces: input.pieces, reason: input.reason }
    const act = await movePieces(
      tx,
      actor,
      takeFrom(lying, input.pieces).map(({ from, pieces }) => ({ waybillId: parent.id, from, to: at, pieces })),
      () => ({ events: [{ waybillId: parent.id, event: { type: 'sentOnward', params } }] }),
    )
    if (act === undefined) throw new Error('nothing was sent on')
    // The debt is the new waybill's from now on: open on both it would be owed, and earned, twice.
    if (open.length > 0) await writeOff(tx, actor, advancedBy(child, parent.outletId), open, 'advance')
    const collectWas = isLast ? await voidCollection(tx, actor, parent) : null
    await tx
      .insertInto('onward')
      .values({
        waybill_id: child.id,
        parent_id: parent.id,
        relation: input.relation,
        act_id: act,
        pieces: input.pieces,
        collect_was: collectWas === null ? null : JSON.stringify(collectWas),
      })
      .execute()
    await recordEvents(tx, actor, [
      {
        waybillId: child.id,
        event: {
          type: 'cameFrom',
          params: { relation: input.relation, fromNo: parent.waybillNo, pieces: input.pieces },
        },
      },
    ])
    await closeAtOnce(tx, actor, [parent.id])
    return child
  }

type Row = Awaited<ReturnType<typeof readParent>>['row']

async function readParent(tx: Tx, actor: Actor, id: number) {
  const row = await scoped(tx, actor, 'waybill').selectAll().where('id', '=', id).executeTakeFirst()
  if (row === undefined) throw notFound()
  const goods = await tx.selectFrom('waybill_goods').selectAll().where('waybill_id', '=', id).orderBy('seq').execute()
  return { row, goods }
}

const partyOf = (row: Row, side: 'shipper' | 'consignee'): WaybillInput['shipper'] => ({
  company: row[`${side}_company`] ?? undefined,
  name: row[`${side}_name`],
  phone: row[`${side}_phone`],
  region: row[`${side}_region`],
  address: row[`${side}_address`],
})

type Goods = Awaited<ReturnType<typeof readParent>>['goods'][number]

/** So many of all pieces, over the goods lines by largest remainders; weight, volume and value of a line follow its pieces. */
export function inProportion(goods: readonly Goods[], pieces: number, all: number): GoodsLine[] {
  const exact = goods.map((line) => new Exact(line.pieces).times(pieces).div(all))
  const parts = exact.map((one) => one.floor().toNumber())
  const left = pieces - parts.reduce((sum, one) => sum + one, 0)
  const order = exact
    .map((one, at) => ({ at, rest: one.minus(one.floor()) }))
    .sort((a, b) => b.rest.comparedTo(a.rest) || a.at - b.at)
  for (const { at } of order.slice(0, left)) parts[at] = (parts[at] ?? 0) + 1
  return goods.flatMap((line, at) => {
    const count = parts[at] ?? 0
    const share = (value: string, places: number) =>
      new Exact(value).times(count).div(line.pieces).toDecimalPlaces(places).toFixed(places)
    return count === 0
      ? []
      : [
          {
            name: line.name,
            type: line.type as GoodsLine['type'],
            package: line.package as GoodsLine['package'],
            pieces: count,
            weight: share(line.weight, 3),
            volume: share(line.volume, 4),
            declaredValue: share(line.declared_value, 2),
          } as GoodsLine,
        ]
  })
}

/** What was to be collected at the door, until then. */
type Collected = { codAmount: string; payMethod: string; payments: string | null }

/** What of 到付 nobody has paid, by charge: a walk-in may have, by a receipt. Nothing where it comes to nothing, or to less. */
async function openAtDoor(tx: Tx, waybillId: number): Promise<{ chargeId: number; rest: string }[]> {
  const open = await oweAtDoor(tx, waybillId, 'collect')
  const sum = sumDecimals(['0', ...open.map(({ amount }) => amount)], 2)
  if (compareDecimal(sum, '0') > 0) return open.map(({ chargeId, amount }) => ({ chargeId, rest: amount }))
  await freeAtDoor(
    tx,
    open.map(({ chargeId }) => chargeId),
  )
  return []
}

const advancedBy = (child: { readonly id: number; readonly waybillNo: string }, outletId: number) => ({
  doc: { type: 'onward', id: child.id, no: child.waybillNo },
  key: 'advanced',
  outletId,
})

/** What it advanced its parent's consignee or sender owes there again. */
async function takeAdvanceBack(tx: Tx, actor: Actor, child: { id: number; waybillNo: string }): Promise<void> {
  const posted = await sql<{ outletId: number }>`
    select outlet_id as "outletId" from money_posting where doc_type = 'onward' and doc_id = ${child.id} and key = 'advanced'`.execute(
    tx,
  )
  for (const { outletId } of posted.rows)
    await freeAtDoor(tx, await undoWriteOff(tx, actor, advancedBy(child, outletId), undefined, 'advance'))
}

/** COD is void, and what of the freight the door should have paid is on the customer's account; answers what it was. */
async function voidCollection(tx: Tx, actor: Actor, parent: LockedWaybill): Promise<Collected | null> {
  const was: Collected = { codAmount: parent.codAmount, payMethod: parent.payMethod, payments: parent.payments }
  const now = { codAmount: '0.00', ...(parent.customerId === null ? {} : onAccount(was)) }
  const after = { ...was, ...now }
  if (
    JSON.stringify(after) ===
    JSON.stringify({ ...was, codAmount: compareDecimal(was.codAmount, '0') === 0 ? '0.00' : was.codAmount })
  )
    return null
  await setCollection(tx, actor, parent.id, after)
  await tell(tx, actor, parent.id, was, after)
  return was
}

/** 到付 becomes 月结, also as a part. */
function onAccount({ payMethod, payments }: Collected): Pick<Collected, 'payMethod' | 'payments'> {
  const parts = readPayments(payments)
  if (parts === null) return { payMethod: payMethod === 'collect' ? 'monthly' : payMethod, payments }
  const collect = parts.find(({ method }) => method === 'collect')
  if (collect === undefined) return { payMethod, payments }
  const monthly = parts.find(({ method }) => method === 'monthly')
  const amount =
    collect.amount === null || monthly?.amount === null
      ? null
      : new Exact(collect.amount).plus(monthly?.amount ?? 0).toFixed(2)
  const others = parts.filter(({ method }) => method !== 'collect' && method !== 'monthly')
  if (others.length === 0) return { payMethod: 'monthly', payments: null }
  const agreed = [...others, { method: 'monthly', amount: amount ?? undefined }].map((part) => ({
    ...part,
    amount: part.amount ?? undefined,
  }))
  return { payMethod: 'split', payments: writePayments({ payMethod: 'split', payments: agreed as never }) }
}

async function setCollection(
  tx: Tx,
  actor: Actor,
  id: number,
  { codAmount, payMethod, payments }: Collected,
): Promise<void> {
  await updateWaybill(tx, actor, id, { cod_amount: codAmount, pay_method: payMethod, payments })
  await divideAgain(tx, actor, [id])
}

const tell = (tx: Tx, actor: Actor, waybillId: number, from: Collected, to: Collected) =>
  recordEvents(tx, actor, [
    {
      waybillId,
      event: {
        type: 'changed',
        changes: (
          [
            ['cod_amount', 'codAmount'],
            ['pay_method', 'payMethod'],
            ['payments', 'payments'],
          ] as const
        ).flatMap(([field, key]) => (from[key] === to[key] ? [] : [{ field, from: from[key], to: to[key] }])),
      },
    },
  ])

/** Cancelling it gives the pieces back, and what the door was to pay stands again; by the act that cancels. */
export async function giveBackOnward(tx: Tx, actor: Actor, childIds: readonly number[], reason: string): Promise<void> {
  const { rows } = await sql<{
    id: number
    parent: SeenId
    act: number
    pieces: number
    no: string
    was: Collected | null
  }>`
    -- unscoped: the caller has locked these waybills
    select o.waybill_id as id, o.parent_id as parent, o.act_id as act, o.pieces, w.waybill_no as no, o.collect_was as was
    from onward o join waybill w on w.id = o.waybill_id where o.waybill_id = any(${[...childIds]}::bigint[]) order by o.parent_id`.execute(
    tx,
  )
  for (const { id, parent, act, no, pieces, was } of rows) {
    const now = await sql<Collected>`
      -- unscoped: the parent of one that is locked, which it gives back to
      select cod_amount as "codAmount", pay_method as "payMethod", payments from waybill where id = ${parent} for update`.execute(
      tx,
    )
    if (was !== null && now.rows[0] !== undefined) {
      await setCollection(tx, actor, parent, was)
      await tell(tx, actor, parent, now.rows[0], was)
    }
    await takeAdvanceBack(tx, actor, { id, waybillNo: no })
    await reopen(tx, actor, [parent])
    await reverseAct(tx, actor, act, [parent])
    await recordEvents(tx, actor, [
      { waybillId: parent, event: { type: 'onwardCancelled', params: { toNo: no, pieces, reason } } },
    ])
  }
}
