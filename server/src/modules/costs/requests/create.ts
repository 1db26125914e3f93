import type * as calls from '@xunyun/contract/costs/costApplications'
import { deductions, type PayPart } from '@xunyun/contract/costs/lines'
import type { CostKind } from '@xunyun/contract/costs/states'
import { wordFor } from '@xunyun/contract/dictionary'
import { compareDecimal, Exact, sumDecimals } from '@xunyun/contract/kernel/decimal'
import { sql } from 'kysely'
import type { Act } from '../../../platform/act.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { Approvals } from '../../../platform/approvals.ts'
import { eachRecord } from '../../../platform/batch.ts'
import { clock } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/db.ts'
import type { Files } from '../../../platform/files.ts'
import { recordHistory } from '../../../platform/history.ts'
import type { Numbering } from '../../../platform/numbering.ts'
import { badField, notFound, Refusal } from '../../../platform/refusal.ts'
import { refuseStale } from '../../../platform/version.ts'
import { type Kinds, submitTogether } from '../applications.ts'
import { type Carrying, carrying, isApplicable, isGone, ofOwnArrangements } from '../lines/carried.ts'
import { costKindOf, requireCosts } from '../lines/set.ts'
import { insertApplications, lockApplications, refusalOf } from '../store.ts'

export type Deps = { numbering: Numbering; files: Files; approvals: Approvals; kinds: Kinds }
type FreeLine = {
  id: number
  arrangement_id: number
  fee_item: string
  amount: string
  company_id: number | null
  driver_id: number | null
  payee: string | null
  is_gone: boolean
}

async function freeLines(tx: Tx, arrangementIds: readonly number[]): Promise<FreeLine[]> {
  const found = await sql<FreeLine>`
    select l.id, l.arrangement_id, l.fee_item, l.amount, l.company_id, l.driver_id, coalesce(k.name, d.name) as payee, ${isGone} as is_gone from cost_line l
    left join company k on k.id = l.company_id left join driver d on d.id = l.driver_id
    where l.arrangement_id = any(${[...arrangementIds]}::bigint[]) and l.application_id is null
    order by l.arrangement_id, l.seq, l.id for update of l`.execute(tx)
  return found.rows
}

/** 费用申请 of trips: one document each. */
export const applyTripCosts =
  (deps: Deps): Act<typeof calls.applyTripCosts> =>
  async (asked, { ids, reason, submit, lineIds, fileIds }) => {
    const { tx, actor } = asked
    requireCosts(actor, 'carCost')
    if (lineIds !== undefined && ids.length > 1) throw badField('lineIds', 'costs.unknownLine')
    return eachRecord(
      asked,
      ids,
      {
        lock: async (tx, actor, ids) =>
          new Map([...(await carrying(tx, among(actor, ids), true))].filter(([, { kind }]) => kind === 'vehicle')),
        no: ({ no }: Carrying) => no,
        may: (trip) => (isApplicable(trip) ? undefined : new Refusal('costs.tooEarly', { no: trip.no })),
      },
      async (trip) => {
        const asked = (await freeLines(tx, [trip.id])).filter(({ id }) => lineIds?.includes(id) ?? true)
        const free = asked.filter(({ is_gone }) => !is_gone)
        if (free.length < asked.length && (lineIds !== undefined || free.length === 0))
          throw new Refusal('costs.ofCancelled', { no: trip.no })
        if (free.length === 0) throw new Refusal('costs.nothingFree', { no: trip.no })
        await write(tx, actor, deps, { kind: 'carCost', of: [trip], lines: free, reason, submit, fileIds })
      },
    )
  }

/** Of line shipments or parcels, one or many of one carrier in one document. */
export const applyCarrierCosts =
  (deps: Deps): Act<typeof calls.applyCarrierCosts> =>
  async ({ tx, actor }, { kind, ids, reason, submit, fileIds }) => {
    requireCosts(actor, kind)
    const found = await carrying(tx, among(actor, ids), true)
    const all = [...found.values()].filter((one) => costKindOf[one.kind] === kind)
    if (all.length !== new Set(ids).size) throw notFound()
    const early = all.find((one) => !isApplicable(one))
    if (early !== undefined) throw new Refusal('costs.tooEarly', { no: early.no })
    if (new Set(all.map(({ companyId }) => companyId)).size > 1) throw badField('ids', 'costs.oneCarrier')
    const free = await freeLines(tx, ids)
    const bare = all.find(({ id }) => !free.some((line) => line.arrangement_id === id))
    if (bare !== undefined) throw new Refusal('costs.nothingFree', { no: bare.no })
    return write(tx, actor, deps, { kind, of: all, lines: free, reason, submit, fileIds })
  }

const among = (actor: Actor, ids: readonly number[]) =>
  sql<boolean>`a.id = any(${[...ids]}::bigint[]) and ${ofOwnArrangements(actor)}`

type Wanted = {
  kind: CostKind
  of: readonly Carrying[]
  lines: readonly FreeLine[]
  reason: string | undefined
  submit: boolean | undefined
  fileIds: readonly number[] | undefined
}

async function write(
  tx: Tx,
  actor: Actor,
  { numbering, files, approvals, kinds }: Deps,
  { kind, of, lines, reason, submit, fileIds }: Wanted,
): Promise<{ id: number; no: string }> {
  const [no = ''] = await numbering.next('FY')
  const [first] = of as [Carrying]
  const { companyId, driverId, payee } = payeeOf(lines)
  const [id = 0] = await insertApplications(tx, actor, [
    {
      no,
      kind,
      outletId: first.outletId,
      reason: reason ?? itemsOf(lines),
      amount: sumDecimals(
        lines.map(({ amount }) => amount),
        2,
      ),
      companyId,
      driverId,
      words: [...of.slice(0, 50).map((one) => one.no), first.plateNo, first.companyName, payee],
    },
  ])
  await take(
    tx,
    id,
    lines.map((line) => line.id),
    first.no,
  )
  await files.link(tx, actor, 'application', id, fileIds ?? [], true)
  if (submit === true) {
    const application = (await lockApplications(tx, actor, [id])).get(id)
    if (application !== undefined) await submitTogether(tx, actor, approvals, kinds, [application])
  }
  return { id, no }
}

/** 车费、油卡: what is applied for, where nobody said why. */
const itemsOf = (lines: readonly FreeLine[]): string =>
  [...new Set(lines.map(({ fee_item }) => wordFor('feeItem', fee_item, 'zh')))].join('、').slice(0, 300)

/** The payee where all lines have the same. */
function payeeOf(lines: readonly FreeLine[]): {
  companyId: number | null
  driverId: number | null
  payee: string | null
} {
  const [first] = lines
  const same = lines.every(
    ({ company_id, driver_id }) => company_id === first?.company_id && driver_id === first?.driver_id,
  )
  return same && first !== undefined
    ? { companyId: first.company_id, driverId: first.driver_id, payee: first.payee }
    : { companyId: null, driverId: null, payee: null }
}

/** Each line stands in one application at most: whoever comes second finds it taken. */
async function take(tx: Tx, applicationId: number, lineIds: readonly number[], no: string): Promise<void> {
  const taken = await sql`update cost_line set application_id = ${applicationId}
    where id = any(${[...lineIds]}::bigint[]) and application_id is null`.execute(tx)
  if (Number(taken.numAffectedRows) !== lineIds.length) throw new Refusal('costs.lineTaken', { no })
}

/** A draft, or one that was sent back, with other amounts or fewer lines. */
export const changeCostApplication =
  ({ approvals, kinds }: Pick<Deps, 'approvals' | 'kinds'>): Act<typeof calls.changeCostApplication> =>
  async ({ tx, actor }, { id, version, reason, lines, submit }) => {
    const application = (await lockApplications(tx, actor, [id])).get(id)
    if (application === undefined || application.kind === 'costZJ' || application.kind === 'costApplication')
      throw notFound()
    const isClaim = application.kind === 'claim'
    if (!isClaim) requireCosts(actor, application.kind)
    await refuseStale(tx, application, version)
    const refusal = refusalOf(actor, 'edit', application)
    if (refusal !== undefined) throw refusal
    const held = await sql<{ id: number; pay_part: PayPart | null; amount: string }>`
      select id, pay_part, amount from cost_line where application_id = ${id} order by id for update`.execute(tx)
    const known = new Map(held.rows.map((line) => [line.id, line]))
    lines.forEach((line, at) => {
      if (!known.has(line.id)) throw badField(`lines.${at}.id`, 'costs.unknownLine')
    })
    const amounts = lines.map(({ id, amount }) =>
      deductions.includes(known.get(id)?.pay_part as PayPart) ? new Exact(amount).negated().toFixed(2) : amount,
    )
    // More than was asked for was checked by nobody (T28).
    if (isClaim && compareDecimal(sumDecimals(amounts as string[], 2), application.amount) > 0)
      throw badField('lines.0.amount', 'field.tooLarge', { max: application.amount })
    const now = clock.iso()
    await sql`update cost_line set application_id = null where application_id = ${id}
      and id <> all(${lines.map((line) => line.id)}::bigint[])`.execute(tx)
    for (const [at, line] of lines.entries())
      await sql`update cost_line set amount = ${amounts[at]}, tax_rate = ${line.taxRate ?? null}, updated_at = ${now}, updated_by = ${actor.userId}
        where id = ${line.id}`.execute(tx)
    const amount = sumDecimals(amounts as string[], 2)
    // unscoped: locked above
    await sql`update application set state = 'draft', reason = ${reason}, amount = ${amount}, version = version + 1, updated_at = ${now},
      updated_by = ${actor.userId} where id = ${id}`.execute(tx)
    await recordHistory(tx, actor, 'application', id, 'changed', [
      ...(application.amount === amount ? [] : [{ field: 'amount', from: application.amount, to: amount }]),
      ...(application.reason === reason ? [] : [{ field: 'reason', from: application.reason, to: reason }]),
    ])
    if (submit === true)
      await submitTogether(tx, actor, approvals, kinds, [{ ...application, state: 'draft', amount, reason }])
    return { version: application.version + (submit === true ? 2 : 1) }
  }
