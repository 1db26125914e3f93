import { compareDecimal, Exact } from '@xunyun/contract/kernel/decimal'
import { ssccOf } from '@xunyun/contract/kernel/gs1'
import { canStart } from '@xunyun/contract/kernel/lifecycle'
import type { Outcomes } from '@xunyun/contract/kernel/list'
import { fitsUnit } from '@xunyun/contract/warehouse/masters/quantity'
import type * as calls from '@xunyun/contract/warehouse/shipping/cartons'
import { type CartonAction, type CartonState, cartonLifecycle } from '@xunyun/contract/warehouse/shipping/cartons'
import { type RawBuilder, sql } from 'kysely'
import { refuseFor } from '../../../platform/abilities.ts'
import type { Act, Asked } from '../../../platform/act.ts'
import type { Actor } from '../../../platform/actor.ts'
import { BatchReport, eachRecord } from '../../../platform/batch.ts'
import { clock } from '../../../platform/clock.ts'
import { kept, owned, type Tx } from '../../../platform/db.ts'
import { type Entry, entryRows, intoHistory } from '../../../platform/history.ts'
import { badField, notFound, Refusal } from '../../../platform/refusal.ts'
import { insertion } from '../../../platform/rows.ts'
import { inScope, markSeen, scoped } from '../../../platform/scope.ts'
import { changed, created, refuseStale } from '../../../platform/version.ts'
import { containerFor, type Movement, postMovements } from '../ledger/index.ts'
import { notChecked, notWeighed } from './abilities.ts'
import { total } from './allocate.ts'
import { serialsFor } from './picks.ts'
import { calculatedOf } from './queries.cartons.ts'
import { requireGoing } from './rules.ts'
import {
  type Allocation,
  among,
  type Carton,
  firstUnchecked,
  type InHand,
  inHandOf,
  keyOf,
  lockNotice,
  lockNoticesWhere,
  type Notice,
  ofCarton,
  ofNotice,
  settleNotices,
} from './store.ts'

const objection = ({ state }: Carton, action: CartonAction): Refusal | undefined =>
  canStart(cartonLifecycle, action, state as CartonState)
    ? undefined
    : new Refusal('outbound.cartonState', { cartonState: state })
export function requireCarton(carton: Carton, action: CartonAction): void {
  const no = objection(carton, action)
  if (no !== undefined) throw no
}

/** Cartons inside the scope with their notices, all locked. */
export async function lockCartons(
  tx: Tx,
  actor: Actor,
  ids: readonly number[],
): Promise<{ cartons: Map<number, Carton>; notices: Map<number, Notice> }> {
  const notices = await lockNoticesWhere(
    tx,
    actor,
    sql<boolean>`id in (select c.notice_id from carton c
      where ${among('c.id', ids)} and not c.is_deleted and ${inScope(actor, 'carton', 'c')})`,
  )
  const rows = await scoped(tx, actor, 'carton')
    .modifyFront(kept)
    .selectAll()
    .where(among('id', ids))
    .orderBy('id')
    .forUpdate()
    .execute()
  return { cartons: new Map(rows.map((row) => [row.id, markSeen(row)])), notices }
}
export async function lockCarton(tx: Tx, actor: Actor, id: number): Promise<{ carton: Carton; notice: Notice }> {
  const { cartons, notices } = await lockCartons(tx, actor, [id])
  const carton = cartons.get(id)
  const notice = carton === undefined ? undefined : notices.get(carton.notice_id)
  if (carton === undefined || notice === undefined) throw notFound()
  return { carton, notice }
}

/** Writes columns of a locked carton, what its timeline tells of it, and what else changes with it. */
async function update(
  tx: Tx,
  actor: Actor,
  carton: Carton,
  values: Partial<Carton>,
  told: readonly Entry[] = [],
  beside: RawBuilder<unknown> = sql`select 1`,
): Promise<void> {
  const columns = { ...values, ...changed(actor.userId, carton.version) }
  const set = Object.entries(columns).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  await sql`${kept} with told as (${intoHistory} ${entryRows(actor, told)}), beside as (${beside})
    -- unscoped: a carton that was locked inside the scope
    update carton set ${sql.join(set)} where id = ${carton.id}`.execute(tx)
}

// ---- Numbers

/** Numbers 20 … 29 are nobody's: for use inside a company. */
const internalPrefix = '2000000'

async function drawSscc(tx: Tx): Promise<string> {
  const found = await sql<{ prefix: string | null; serial: number }>`${kept}
    select (select prefix from carton_prefix) as prefix, nextval('carton_serial')::float8 as serial`.execute(tx)
  const prefix = found.rows[0]?.prefix ?? internalPrefix
  const digits = 16 - prefix.length
  const serial = String((found.rows[0]?.serial ?? 0) % 10 ** digits).padStart(digits, '0')
  return ssccOf(`0${prefix}${serial}`)
}
export async function prefixOf(tx: Tx): Promise<{ prefix: string | null }> {
  const row = await tx.selectFrom('carton_prefix').select('prefix').executeTakeFirst()
  return { prefix: row?.prefix ?? null }
}
export const setCartonPrefix: Act<typeof calls.setCartonPrefix> = async ({ tx }, { prefix }) => {
  await tx
    .insertInto('carton_prefix')
    .values({ prefix: prefix ?? null })
    .onConflict((conflict) => conflict.column('one').doUpdateSet({ prefix: prefix ?? null }))
    .execute()
  return { prefix: prefix ?? null }
}

// ---- Packing

/** Goods of the notice stand ready, checked if the warehouse wants that, and nothing stops them. */
async function readyToPack(tx: Tx, notice: Notice): Promise<InHand[]> {
  requireGoing(notice)
  const rows = await inHandOf(tx, notice.id, ['picked'])
  refuseFor(notChecked(firstUnchecked(rows)))
  return rows
}

export const openCarton: Act<typeof calls.openCarton> = async ({ tx, actor }, input) => {
  const notice = await lockNotice(tx, actor, input.noticeId)
  const rows = await readyToPack(tx, notice)
  if (rows.length === 0) throw new Refusal('outbound.wrongState', { outboundState: notice.state })
  const cartonNo = input.cartonNo ?? (await drawSscc(tx))
  const container = await containerFor(tx, actor, {
    warehouseId: notice.warehouse_id,
    code: cartonNo,
    type: 'carton',
  })
  if (container.type !== 'carton' || container.warehouseId !== notice.warehouse_id) throw taken()
  const id = await insertCarton(tx, actor, notice, {
    carton_no: cartonNo,
    container_id: container.id,
    box_type: input.boxType ?? null,
  })
  return { id, cartonNo }
}
const taken = () => badField('cartonNo', 'outbound.cartonTaken')

async function insertCarton(
  tx: Tx,
  actor: Actor,
  notice: Notice,
  { carton_no, container_id, box_type }: Pick<Carton, 'carton_no' | 'container_id' | 'box_type'>,
): Promise<number> {
  const stamps = created(actor.userId)
  const found = await sql<{ id: number }>`${kept}
    with made as (
      insert into carton (carton_no, container_id, notice_id, warehouse_id, box_type, packed_by, created_at, created_by, updated_at, updated_by)
      select ${carton_no}, ${container_id}::bigint, ${notice.id}, ${notice.warehouse_id}, ${box_type}, ${actor.userId},
        ${stamps.created_at}::timestamptz, ${actor.userId}, ${stamps.updated_at}::timestamptz, ${actor.userId}
      -- unscoped: a number that is taken is taken in every warehouse
      where not exists (select 1 from carton c where c.container_id = ${container_id}) returning id
    ), told as (
      ${intoHistory} select e.entity, made.id, e.at, e.by_id, e.by_name, e.action, e.changes
      from made, (${entryRows(actor, [ofCarton(0, 'created', [{ field: 'noticeNo', from: null, to: notice.notice_no }])])})
        e(entity, id, at, by_id, by_name, action, changes)
    )
    select id from made`.execute(tx)
  const [row] = found.rows
  if (row === undefined) throw taken()
  return row.id
}

/** Takes so much off a row: the whole row goes, or a part becomes a row of its own. Answers the row that went. */
export async function splitOff(
  tx: Tx,
  row: Allocation,
  qty: string,
  serials: readonly string[],
  set: Partial<Allocation>,
): Promise<number> {
  if (compareDecimal(qty, row.qty) === 0) {
    await tx.updateTable('allocation').set(set).where('id', '=', row.id).execute()
    return row.id
  }
  row.qty = new Exact(row.qty).minus(qty).toFixed()
  row.serials = row.serials.filter((number) => !serials.includes(number))
  const part = { ...ownColumns(row), ...set, qty, serials: [...serials] }
  const found = await sql<{ id: number }>`${kept}
    with rest as (update allocation set qty = ${row.qty}, serials = ${row.serials}::text[] where id = ${row.id})
    ${insertion('allocation', [part])} returning id`.execute(tx)
  return (found.rows[0] as { id: number }).id
}
/** A row without its number and what was read with it: what a part of it has, too. */
function ownColumns(row: Allocation & Partial<InHand>): Omit<Allocation, 'id'> {
  const { id, item_no, base_unit, serial_controlled, batch_no, rank, unchecked, ...own } = row
  return own
}

/** The movements of a row from where it is to where it goes. */
export const moved = (
  row: Allocation,
  line: number,
  type: 'PACK' | 'UNPACK',
  to: { locationId: number; containerId: number },
  qty: string,
  serials: readonly string[],
): Movement[] => {
  const movement = { ...keyOf(row), line, type, flow: 0 as const, serials }
  return [
    { ...movement, onHand: `-${qty}`, allocated: `-${qty}` },
    { ...movement, ...to, onHand: qty, allocated: qty },
  ]
}

/** Of rows of one kind of goods, which give how much: numbers decide where they are known, else their order. */
export function partsOf<R extends Allocation>(
  rows: readonly R[],
  qty: string,
  serials: readonly string[],
): { row: R; qty: string; serials: string[] }[] {
  const parts: { row: R; qty: string; serials: string[] }[] = []
  let open = qty
  for (const row of rows) {
    if (compareDecimal(open, '0') <= 0) break
    const mine = row.serials.filter((number) => serials.includes(number))
    const takes = row.serials.length > 0 ? String(mine.length) : compareDecimal(row.qty, open) < 0 ? row.qty : open
    if (compareDecimal(takes, '0') <= 0) continue
    parts.push({ row, qty: takes, serials: mine })
    open = new Exact(open).minus(takes).toFixed()
  }
  return parts
}

const packedIn = (carton: Carton, to: { locationId: number; containerId: number }) => ({
  state: 'packed' as const,
  location_id: to.locationId,
  container_id: to.containerId,
  carton_id: carton.id,
})
/** The same for rows that go whole. */
const packWhole = (carton: Carton, locationId: number | null, ids: readonly number[]) => sql`
  update allocation set state = 'packed', location_id = ${locationId}, container_id = ${carton.container_id}, carton_id = ${carton.id}
  where id = any(${[...ids]}::bigint[])`

/** 装箱. */
export const packGoods: Act<typeof calls.packGoods> = async ({ tx, actor }, input) => {
  const { carton, notice } = await lockCarton(tx, actor, input.cartonId)
  requireCarton(carton, 'pack')
  const loose = await readyToPack(tx, notice)
  let locationId = carton.location_id
  const movements: Movement[] = []
  const wholes: number[] = []
  for (const [index, line] of input.lines.entries()) {
    const rows = loose
      .filter(
        (row) =>
          row.line_id === line.lineId &&
          row.state === 'picked' &&
          (line.batchNo === undefined || row.batch_no === line.batchNo),
      )
      .sort((a, b) => a.rank - b.rank)
    const left = total(rows.map(({ qty }) => qty))
    const path = `lines.${index}`
    const [first] = rows
    if (first === undefined || compareDecimal(line.qty, left) > 0)
      throw badField(`${path}.qty`, 'outbound.tooManyPacked', { left: Number(left) })
    if (!fitsUnit(new Exact(line.qty).toFixed(), first.base_unit)) throw badField(`${path}.qty`, 'inbound.whole')
    const serials = chosen(first.serial_controlled, rows, line.qty, line.serials, `${path}.serials`)
    for (const part of partsOf(rows, line.qty, serials)) {
      locationId ??= part.row.location_id
      const to = { locationId, containerId: carton.container_id }
      const from = { ...part.row }
      const isWhole = compareDecimal(part.qty, part.row.qty) === 0
      const id = isWhole ? part.row.id : await splitOff(tx, part.row, part.qty, part.serials, packedIn(carton, to))
      if (isWhole) {
        part.row.state = 'packed'
        wholes.push(id)
      }
      movements.push(...moved(from, id, 'PACK', to, part.qty, part.serials))
    }
  }
  const qty = total(input.lines.map((line) => line.qty))
  // What was weighed was less.
  const heavier = { location_id: locationId, weight: null, weight_reason: null, packed_by: actor.userId }
  await update(tx, actor, carton, heavier, [], packWhole(carton, locationId, wholes))
  await settleNotices(tx, actor, [notice], [ofCarton(carton.id, 'packed', [{ field: 'qty', from: null, to: qty }])])
  const calculated = await calculatedOf(tx, carton.id)
  await postMovements(tx, actor, {
    warehouseId: carton.warehouse_id,
    docType: 'carton',
    docId: carton.id,
    docNo: carton.carton_no,
    act: `pack:${carton.version}`,
    movements,
  })
  return { qty: calculated.qty, calculated: calculated.weight }
}

/** Numbers of goods that have them: those given, or all when all of it goes. */
export function chosen(
  controlled: boolean,
  rows: readonly Allocation[],
  qty: string,
  given: readonly string[],
  path: string,
): string[] {
  if (!controlled) return []
  const there = rows.flatMap(({ serials }) => serials)
  if (given.length === 0 && there.length === Number(qty)) return there
  const serials = serialsFor(true, qty, given, path)
  const strange = serials.filter((number) => !there.includes(number))
  if (strange.length > 0) throw badField(path, 'outbound.serialNotHere', { numbers: strange.join(', ') })
  return serials
}

/** Out of an open carton again, and beside it. */
export const takeOutOfCarton: Act<typeof calls.takeOutOfCarton> = async ({ tx, actor }, input) => {
  const { carton, notice } = await lockCarton(tx, actor, input.cartonId)
  requireCarton(carton, 'takeOut')
  const row = (await inHandOf(tx, notice.id, ['packed'])).find(
    ({ id, carton_id }) => id === input.id && carton_id === carton.id,
  )
  if (row === undefined) throw badField('id', 'field.choice')
  const qty = input.qty ?? new Exact(row.qty).toFixed()
  if (compareDecimal(qty, row.qty) > 0) throw badField('qty', 'field.tooLarge', { max: Number(row.qty) })
  if (!fitsUnit(qty, row.base_unit)) throw badField('qty', 'inbound.whole')
  const serials = chosen(row.serial_controlled, [row], qty, input.serials, 'serials')
  const from = { ...row }
  const to = { locationId: row.location_id, containerId: 0 }
  const id = await splitOff(tx, row, qty, serials, { state: 'picked', container_id: 0, carton_id: null })
  await update(tx, actor, carton, { weight: null, weight_reason: null })
  await settleNotices(tx, actor, [notice], [ofCarton(carton.id, 'takenOut', [{ field: 'qty', from: qty, to: null }])])
  await postMovements(tx, actor, {
    warehouseId: carton.warehouse_id,
    docType: 'carton',
    docId: carton.id,
    docNo: carton.carton_no,
    act: `takeOut:${carton.version}`,
    movements: moved(from, id, 'UNPACK', to, qty, serials),
  })
  return { qty: (await calculatedOf(tx, carton.id)).qty }
}

/** Weighed against what the items say, within what the warehouse allows. */
export const weighCarton: Act<typeof calls.weighCarton> = async ({ tx, actor }, input) => {
  const { carton } = await lockCarton(tx, actor, input.id)
  await refuseStale(tx, carton, input.version)
  requireCarton(carton, 'weigh')
  const calculated = await calculatedOf(tx, carton.id)
  if (calculated.qty === '0') throw new Refusal('outbound.cartonEmpty')
  if (compareDecimal(input.weight, '0') <= 0) throw badField('weight', 'field.positive')
  const off = new Exact(input.weight).minus(calculated.weight).abs()
  const most = new Exact(calculated.weight).times(calculated.tolerance).div(100)
  if (compareDecimal(calculated.weight, '0') > 0 && off.greaterThan(most) && input.reason === undefined)
    throw badField('reason', 'outbound.weightOff', { off: off.toFixed() })
  const told = [
    { field: 'weight', from: carton.weight, to: input.weight },
    { field: 'reason', from: null, to: input.reason ?? null },
  ]
  await update(tx, actor, carton, { weight: input.weight, weight_reason: input.reason ?? null }, [
    ofCarton(carton.id, 'weighed', told),
  ])
  return { version: carton.version + 1 }
}

type Packed = { carton: Carton; notice: Notice }

/** Does an act to each of many cartons; the states of their notices follow from them all, once. */
async function eachCarton(
  asked: Asked,
  ids: readonly number[],
  action: CartonAction,
  act: (packed: Packed) => Promise<void>,
): Promise<Outcomes> {
  const { tx, actor } = asked
  const { cartons, notices } = await lockCartons(tx, actor, ids)
  const packed = new Map(
    [...cartons].flatMap(([id, carton]) => {
      const notice = notices.get(carton.notice_id)
      return notice === undefined ? [] : [[id, { carton, notice }] as const]
    }),
  )
  const outcomes = await eachRecord(
    asked,
    ids,
    {
      lock: () => Promise.resolve(packed),
      no: ({ carton }) => carton.carton_no,
      may: ({ carton }) => objection(carton, action),
    },
    act,
  )
  await settleNotices(tx, actor, [...notices.values()])
  return outcomes
}

/** 封箱. Not by eachRecord: it judges before it writes, and its statements are counted (budgets.http.test.ts). */
export const sealCartons: Act<typeof calls.sealCartons> = async ({ tx, actor }, input) => {
  const seals = new Map(input.cartons.map(({ id, sealNo }) => [id, sealNo]))
  const report = new BatchReport(actor)
  const { cartons, notices } = await lockCartons(tx, actor, [...seals.keys()])
  for (const [id, sealNo] of seals) {
    const carton = cartons.get(id)
    const notice = carton === undefined ? undefined : notices.get(carton.notice_id)
    try {
      if (carton === undefined || notice === undefined) throw notFound()
      await seal(tx, actor, { carton, notice }, sealNo)
      report.done()
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      report.refuse(id, carton?.carton_no ?? String(id), error)
    }
  }
  await settleNotices(tx, actor, [...notices.values()])
  return report.outcomes()
}

async function seal(tx: Tx, actor: Actor, { carton, notice }: Packed, sealNo: string | undefined): Promise<void> {
  requireCarton(carton, 'seal')
  requireGoing(notice)
  if ((await calculatedOf(tx, carton.id)).qty === '0') throw new Refusal('outbound.cartonEmpty')
  if (carton.weight === null) refuseFor(notWeighed)
  if (sealNo !== undefined) {
    // unscoped: a seal that is used is used in every warehouse
    const taken = await owned(tx)
      .selectFrom('carton')
      .select('id')
      .where(sql<boolean>`upper(seal_no) = upper(${sealNo}) and not is_deleted`)
      .executeTakeFirst()
    if (taken !== undefined) throw badField('sealNo', 'outbound.sealTaken')
  }
  const sealed = { state: 'sealed', seal_no: sealNo ?? null, sealed_at: clock.iso(), sealed_by: actor.userId }
  await update(tx, actor, carton, sealed, [
    ofCarton(carton.id, 'sealed', [{ field: 'sealNo', from: null, to: sealNo ?? null }]),
  ])
}

/** 开封: weighed and sealed anew. */
export const unsealCartons: Act<typeof calls.unsealCartons> = (asked, { ids, reason }) => {
  const { tx, actor } = asked
  return eachCarton(asked, ids, 'unseal', async ({ carton, notice }) => {
    const open = {
      state: 'open',
      weight: null,
      weight_reason: null,
      seal_no: null,
      sealed_at: null,
      sealed_by: null,
    }
    await update(tx, actor, carton, open, [
      ofCarton(carton.id, 'unsealed', [{ field: 'reason', from: null, to: reason }]),
      ofNotice(notice.id, 'unsealed', [{ field: 'cartonNo', from: null, to: carton.carton_no }]),
    ])
  })
}

export const deleteCartons: Act<typeof calls.deleteCartons> = (asked, { ids }) => {
  const { tx, actor } = asked
  return eachCarton(asked, ids, 'delete', async ({ carton }) => {
    if ((await calculatedOf(tx, carton.id)).qty !== '0') throw new Refusal('outbound.cartonFull')
    await update(tx, actor, carton, { is_deleted: true }, [ofCarton(carton.id, 'deleted')])
  })
}
