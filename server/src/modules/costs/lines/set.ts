import type * as calls from '@xunyun/contract/costs/lines'
import { type CostLineInput, deductions, itemOfPart, partsTotal, type ShareMethod } from '@xunyun/contract/costs/lines'
import { applying, type CostKind } from '@xunyun/contract/costs/states'
import { compareDecimal, Exact, sumDecimals } from '@xunyun/contract/kernel/decimal'
import type { Outcomes } from '@xunyun/contract/kernel/list'
import { sql } from 'kysely'
import type { Act } from '../../../platform/act.ts'
import { type Actor, may, mayAny, requireRight } from '../../../platform/actor.ts'
import { eachRecord } from '../../../platform/batch.ts'
import { clock } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/db.ts'
import { recordHistory } from '../../../platform/history.ts'
import { badField, notFound, Refusal, refuseFields } from '../../../platform/refusal.ts'
import { refuseStale } from '../../../platform/version.ts'
import type { Answered } from '../../prices/index.ts'
import { driversOf, partiesOf, wrongPayee } from '../parties.ts'
import { type Carrying, carrying, ofOwnArrangements } from './carried.ts'
import { wayOf } from './means.ts'
import { quotedItem, quotesOf } from './quote.ts'
import { defaultMethod } from './store.ts'

/** Of which kind the costs of an arrangement are, as documents and as lines. */
export const costKindOf = { vehicle: 'carCost', line: 'specialCost', courier: 'courierCost' } as const satisfies Record<
  Carrying['kind'],
  CostKind
>
export const lineKindOf = { vehicle: 'car', line: 'special', courier: 'courier' } as const

/** Who may enter costs: with the right of the kind's page, and the one to see them. */
export const mayEnterCosts = (actor: Actor, kind: CostKind): boolean =>
  may(actor, 'costView', 'browse') && mayAny(actor, applying[kind])

export function requireCosts(actor: Actor, kind: CostKind): void {
  requireRight(actor, 'costView', 'browse')
  const [right] = applying[kind]
  if (!mayAny(actor, applying[kind])) throw new Refusal('kernel.forbidden', { page: right.page, kind: right.kind })
}

/** One arrangement of the actor's own outlets, locked. */
export async function lockCosts(tx: Tx, actor: Actor, id: number): Promise<Carrying> {
  const found = (await carrying(tx, sql`a.id = ${id} and ${ofOwnArrangements(actor)}`, true)).get(id)
  if (found === undefined) throw notFound()
  return found
}

type Held = { id: number; amount: string; pay_part: string | null; held: boolean }

/** What an arrangement costs, as typed. What an application holds stays as it is; a free line that is not sent is removed. */
export const setArrangementCosts: Act<typeof calls.setArrangementCosts> = async ({ tx, actor }, input) => {
  const one = await lockCosts(tx, actor, input.arrangementId)
  requireCosts(actor, costKindOf[one.kind])
  await refuseChanged(tx, one.id, input.version)
  const before = await linesOf(tx, one.id)
  const held = before.filter((line) => line.held)
  const isHeld = (id: number | undefined) => held.some((line) => line.id === id)
  // What is held cannot be changed here, whatever was sent.
  const lines = input.lines.map((line, at) => ({ ...line, at })).filter(({ id }) => !isHeld(id))
  await refuseWrong(tx, one, before, lines)
  refuseParts(one, input.agreed, held, lines)
  const method = input.method ?? one.method ?? (await defaultMethod(tx, one.outletId, one.kind))
  const weights = method === 'manual' ? (input.weights ?? one.weights) : []
  refuseWeights(one, method, weights, [...held.map(({ amount }) => amount), ...lines.map(signed)])
  const [answered] = await quotesOf(tx, [one])
  const now = clock.iso()
  const kept = lines.flatMap(({ id }) => id ?? [])
  await sql`delete from cost_line where arrangement_id = ${one.id} and application_id is null and id <> all(${kept}::bigint[])`.execute(
    tx,
  )
  const seqs = before.length
  for (const [index, line] of lines.entries()) {
    const columns = columnsOf(actor, one, line, answered, now)
    if (line.id !== undefined)
      await tx
        .updateTable('cost_line')
        .set(columns)
        .where('id', '=', line.id)
        .where('application_id', 'is', null)
        .execute()
    else await insertLine(tx, actor, one, columns, seqs + index + 1)
  }
  const version = await saveHead(tx, actor, one, { agreed: input.agreed ?? null, method, weights })
  await recordSet(
    tx,
    actor,
    one,
    before.map(({ amount }) => amount),
    [...held.map(({ amount }) => amount), ...lines.map(signed)],
  )
  return { version }
}

/** A line as it is kept; what the rate in force makes of it says so. */
const columnsOf = (actor: Actor, one: Carrying, line: CostLineInput, answered: Answered | undefined, now: string) => {
  const quote =
    answered !== undefined &&
    line.feeItem === quotedItem[one.kind] &&
    (line.payPart === undefined || one.agreed === null) &&
    line.companyId === one.companyId &&
    compareDecimal(line.amount, answered.quote.amount) === 0
      ? answered.quote
      : undefined
  return {
    fee_item: line.feeItem,
    company_id: line.companyId ?? null,
    driver_id: line.driverId ?? null,
    amount: signed(line),
    tax_rate: line.taxRate ?? quote?.taxRate ?? null,
    pay_part: line.payPart ?? null,
    quoted: quote?.amount ?? null,
    price_id: quote?.priceId ?? null,
    explanation: JSON.stringify(quote?.steps ?? [{ step: 'byHand', params: { amount: line.amount } }]),
    updated_at: now,
    updated_by: actor.userId,
  }
}

const insertLine = (tx: Tx, actor: Actor, one: Carrying, columns: ReturnType<typeof columnsOf>, seq: number) =>
  tx
    .insertInto('cost_line')
    .values({
      ...columns,
      kind: lineKindOf[one.kind],
      arrangement_id: one.id,
      outlet_id: one.outletId,
      seq,
      created_at: columns.updated_at,
      created_by: actor.userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()

type Head = Pick<Carrying, 'agreed' | 'weights'> & { readonly method: ShareMethod }
async function saveHead(tx: Tx, actor: Actor, one: Carrying, { agreed, method, weights }: Head): Promise<number> {
  const version = one.costVersion + 1
  await sql`insert into arrangement_cost (arrangement_id, agreed, share_method, share_weights, way, version, updated_at, updated_by)
    values (${one.id}, ${agreed}, ${method}, ${JSON.stringify(weights)}::jsonb, ${wayOf(one)}, ${version}, ${clock.iso()}, ${actor.userId})
    on conflict (arrangement_id) do update set agreed = excluded.agreed, share_method = excluded.share_method,
      share_weights = excluded.share_weights, way = excluded.way, version = excluded.version, updated_at = excluded.updated_at, updated_by = excluded.updated_by`.execute(
    tx,
  )
  return version
}

const recordSet = (tx: Tx, actor: Actor, one: Carrying, before: readonly string[], now: readonly string[]) =>
  recordHistory(tx, actor, 'arrangement', one.id, 'costsSet', [
    { field: 'cost', from: sumDecimals([...before], 2), to: sumDecimals([...now], 2) },
  ])

/** One line more, as a file has it; whoever is not named is the usual payee. The rules are those of the form. */
export async function addCostLine(
  tx: Tx,
  actor: Actor,
  { arrangementId, ...given }: CostLineInput & { arrangementId: number },
): Promise<{ id: number }> {
  const one = await lockCosts(tx, actor, arrangementId)
  requireCosts(actor, costKindOf[one.kind])
  const isNamed = given.companyId !== undefined || given.driverId !== undefined
  const payee = isNamed ? {} : { companyId: one.companyId ?? undefined, driverId: one.driverId ?? undefined }
  const line = { ...given, ...payee, at: 0 }
  const before = await linesOf(tx, one.id)
  await refuseWrong(tx, one, before, [line], (_, field) => field)
  refuseParts(one, one.agreed ?? undefined, before, [line])
  const method = one.method ?? (await defaultMethod(tx, one.outletId, one.kind))
  const amounts = before.map(({ amount }) => amount)
  refuseWeights(one, method, one.weights, [...amounts, signed(line)])
  const [answered] = await quotesOf(tx, [one])
  const { id } = await insertLine(tx, actor, one, columnsOf(actor, one, line, answered, clock.iso()), before.length + 1)
  await saveHead(tx, actor, one, { agreed: one.agreed, method, weights: one.weights })
  await recordSet(tx, actor, one, amounts, [...amounts, signed(line)])
  return { id }
}

/** Lines that came with a file go again, as long as no application holds them and nothing was agreed or shared by hand with them. */
export const removeCostLines = (tx: Tx, actor: Actor, ids: readonly number[]): Promise<Outcomes> =>
  eachRecord(
    { tx, actor },
    ids,
    {
      lock: async (tx, actor, ids) => {
        const { rows } = await sql<{ id: number; arrangement_id: number }>`
          select id, arrangement_id from cost_line where id = any(${[...ids]}::bigint[]) and arrangement_id is not null`.execute(
          tx,
        )
        const of = rows.map(({ arrangement_id }) => arrangement_id)
        const own = await carrying(tx, sql`a.id = any(${of}::bigint[]) and ${ofOwnArrangements(actor)}`, true)
        return new Map(
          rows.flatMap(({ id, arrangement_id }) => {
            const one = own.get(arrangement_id)
            return one === undefined ? [] : [[id, { id, one }] as const]
          }),
        )
      },
      no: ({ one }) => one.no,
    },
    async ({ id, one }) => {
      requireCosts(actor, costKindOf[one.kind])
      const before = await linesOf(tx, one.id)
      const left = before.filter((line) => line.id !== id)
      if (before.find((line) => line.id === id)?.held !== false) throw new Refusal('costs.lineTaken', { no: one.no })
      refuseParts(one, one.agreed ?? undefined, left, [])
      refuseWeights(
        one,
        one.method ?? '',
        one.weights,
        left.map(({ amount }) => amount),
      )
      await sql`delete from cost_line where id = ${id}`.execute(tx)
      await sql`update arrangement_cost set version = version + 1, updated_at = ${clock.iso()}, updated_by = ${actor.userId}
        where arrangement_id = ${one.id}`.execute(tx)
      await recordSet(
        tx,
        actor,
        one,
        before.map(({ amount }) => amount),
        left.map(({ amount }) => amount),
      )
    },
  )

/** Somebody else saved them since they were read; nobody, while there are none. */
async function refuseChanged(tx: Tx, id: number, version: number): Promise<void> {
  const found = await tx
    .selectFrom('arrangement_cost')
    .select(['version', 'updated_at', 'updated_by'])
    .where('arrangement_id', '=', id)
    .executeTakeFirst()
  await refuseStale(tx, found ?? { version: 0, updated_at: clock.iso(), updated_by: null }, version)
}

/** As it is kept: what is taken off is below nothing. */
const signed = ({ amount, payPart }: Pick<CostLineInput, 'amount' | 'payPart'>): string =>
  payPart !== undefined && deductions.includes(payPart)
    ? new Exact(amount).negated().toFixed(2)
    : new Exact(amount).toFixed(2)

export async function linesOf(tx: Tx, arrangementId: number): Promise<Held[]> {
  const found = await sql<Held>`select id, amount, pay_part, application_id is not null as held from cost_line
    where arrangement_id = ${arrangementId} order by seq, id for update`.execute(tx)
  return found.rows
}

type Line = CostLineInput & { at: number }
async function refuseWrong(
  tx: Tx,
  one: Carrying,
  before: readonly Held[],
  lines: readonly Line[],
  path: (at: number, field: string) => string = (at, field) => `lines.${at}.${field}`,
): Promise<void> {
  const parties = await partiesOf(tx, [...new Set(lines.flatMap(({ companyId }) => companyId ?? []))])
  const drivers = await driversOf(tx, [...new Set(lines.flatMap(({ driverId }) => driverId ?? []))])
  const seen = new Set<number>()
  refuseFields(
    lines.flatMap((line) => {
      const { at, id, companyId, driverId, payPart, feeItem } = line
      if (id !== undefined && (!before.some((known) => known.id === id) || seen.has(id)))
        return [{ path: path(at, 'id'), reason: 'costs.unknownLine' as const }]
      if (id !== undefined) seen.add(id)
      if (companyId !== undefined && driverId !== undefined)
        return [{ path: path(at, 'driverId'), reason: 'costs.onePayee' as const }]
      const wrong = companyId === undefined || companyId === one.companyId ? undefined : wrongPayee(parties, companyId)
      if (wrong !== undefined) return [{ path: path(at, 'companyId'), ...wrong }]
      if (driverId !== undefined && !drivers.has(driverId))
        return [{ path: path(at, 'driverId'), reason: 'costs.unknownParty' as const }]
      if (payPart !== undefined && (one.kind !== 'vehicle' || one.vehicleType !== 'hired'))
        return [{ path: path(at, 'payPart'), reason: 'costs.partsOfHired' as const }]
      if (payPart !== undefined && itemOfPart[payPart] !== feeItem)
        return [{ path: path(at, 'feeItem'), reason: 'costs.itemOfPart' as const }]
      return []
    }),
  )
}

/** Σ parts − 信息费 − 罚款 = what was agreed; the form is told the difference. */
function refuseParts(one: Carrying, agreed: string | undefined, held: readonly Held[], lines: readonly Line[]): void {
  if (agreed === undefined) return
  if (one.vehicleType !== 'hired') throw badField('agreed', 'costs.partsOfHired')
  const sum = sumDecimals(
    [
      ...held.filter(({ pay_part }) => pay_part !== null).map(({ amount }) => amount),
      partsTotal(lines.filter(({ payPart }) => payPart !== undefined)),
    ],
    2,
  )
  const difference = new Exact(agreed).minus(sum)
  if (!difference.isZero())
    throw badField('agreed', 'costs.partsDiffer', {
      total: new Exact(agreed).toFixed(2),
      sum,
      difference: difference.toFixed(2),
    })
}

/** 手工: what the waybills bear comes to what is applied for. */
function refuseWeights(
  one: Carrying,
  method: string,
  weights: readonly { waybillId: number; amount: string }[],
  amounts: readonly string[],
): void {
  if (method !== 'manual') return
  const known = new Set(one.waybills.map(({ waybillId }) => waybillId))
  if (weights.some(({ waybillId }) => !known.has(waybillId))) throw badField('weights', 'costs.foreignWeight')
  const [sum, total] = [
    sumDecimals(
      weights.map(({ amount }) => amount),
      2,
    ),
    sumDecimals(amounts, 2),
  ]
  if (one.waybills.length > 0 && compareDecimal(sum, total) !== 0)
    throw badField('weights', 'costs.weightsDiffer', { sum, total })
}
