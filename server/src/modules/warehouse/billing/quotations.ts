import type * as calls from '@xunyun/contract/warehouse/billing/quotations'
import {
  type QuotationAction,
  type QuotationStatus,
  quotationLifecycle,
} from '@xunyun/contract/warehouse/billing/quotations'
import type { Act } from '../../../platform/act.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { Approvals, Verdict } from '../../../platform/approvals.ts'
import { eachRecord, type Records } from '../../../platform/batch.ts'
import { clock, dayBefore, nextDay } from '../../../platform/clock.ts'
import { owned, type Tx } from '../../../platform/db.ts'
import { differences, recordHistory } from '../../../platform/history.ts'
import type { Numbering } from '../../../platform/numbering.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { changed, created, refuseStale } from '../../../platform/version.ts'
import {
  chargeAnewFrom,
  columnsOf,
  historyValues,
  itemsOf,
  itemText,
  lockOwners,
  lockQuotation,
  lockQuotations,
  type QuotationRecord,
  reviewedQuotation,
  rivalOf,
  writeItems,
} from './store.ts'

/** Acts on customers' quotations: written, sent to review, in force, superseded by the next version (domain §1). */

const entity = 'quotation'

function objection(action: QuotationAction, { status }: QuotationRecord): Refusal | undefined {
  if (quotationLifecycle[action].from.includes(status as QuotationStatus)) return undefined
  if (action === 'edit' && status === 'active') return new Refusal('warehouseBilling.inForce')
  return new Refusal('prices.wrongState', { priceStatus: status })
}
function check(action: QuotationAction, quotation: QuotationRecord): void {
  const no = objection(action, quotation)
  if (no !== undefined) throw no
}

export const addQuotation =
  (numbering: Pick<Numbering, 'next'>): Act<typeof calls.addQuotation> =>
  async ({ tx, actor }, input) => {
    const [quotationNo] = (await numbering.next('BJ')) as [string]
    const { columns, items } = await columnsOf(tx, actor, input, quotationNo)
    const { id } = await owned(tx)
      .insertInto('quotation')
      .values({ ...columns, quotation_no: quotationNo, version_no: 1, status: 'draft', ...created(actor.userId) })
      .returning('id')
      .executeTakeFirstOrThrow()
    await owned(tx).updateTable('quotation').set({ line_id: id }).where('id', '=', id).execute()
    await writeItems(tx, id, items)
    await recordHistory(tx, actor, entity, id, 'created', differences({}, await historyValues(tx, columns, items)))
    return { id, quotationNo }
  }

export const changeQuotation: Act<typeof calls.changeQuotation> = async ({ tx, actor }, input) => {
  const before = await lockQuotation(tx, actor, input.id)
  await refuseStale(tx, before, input.version)
  check('edit', before)
  const { columns, items } = await columnsOf(tx, actor, input, before.quotation_no)
  // Whose it is holds for all its versions: otherwise the one before would never end.
  const kept =
    before.version_no === 1
      ? columns
      : {
          ...columns,
          customer_id: before.customer_id,
          owner_ids: before.owner_ids,
          warehouse_id: before.warehouse_id,
          search: before.search,
        }
  const was = await historyValues(tx, before, await itemsOf(tx, before.id))
  await owned(tx)
    .updateTable('quotation')
    .set({ ...kept, ...changed(actor.userId, before.version) })
    .where('id', '=', before.id)
    .execute()
  await writeItems(tx, before.id, items)
  await recordHistory(tx, actor, entity, before.id, 'changed', differences(was, await historyValues(tx, kept, items)))
  return { version: before.version + 1 }
}

/** A draft that will take the place of the version in force; the one that is being written already, if there is one. */
export const newQuotationVersion: Act<typeof calls.newQuotationVersion> = async ({ tx, actor }, { id }) => {
  const quotation = await lockQuotation(tx, actor, id)
  // unscoped: versions of one that was found inside the scope
  const last = await owned(tx)
    .selectFrom('quotation')
    .select(['id', 'status', 'version_no'])
    .where('line_id', '=', quotation.line_id)
    .where('is_deleted', '=', false)
    .orderBy('version_no', 'desc')
    .executeTakeFirstOrThrow()
  // One is under way already: that one it is.
  if (last.id !== quotation.id && (last.status === 'draft' || last.status === 'pending')) return { id: last.id }
  check('newVersion', quotation)
  const today = clock.today()
  const validFrom = nextDay(quotation.valid_from < today ? today : quotation.valid_from)
  const added = await owned(tx)
    .insertInto('quotation')
    .values({
      line_id: quotation.line_id,
      quotation_no: quotation.quotation_no,
      version_no: last.version_no + 1,
      customer_id: quotation.customer_id,
      owner_ids: quotation.owner_ids,
      warehouse_id: quotation.warehouse_id,
      valid_from: validFrom,
      valid_to: quotation.valid_to !== null && quotation.valid_to < validFrom ? null : quotation.valid_to,
      remark: quotation.remark,
      search: quotation.search,
      status: 'draft',
      ...created(actor.userId),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const items = await itemsOf(tx, quotation.id)
  await writeItems(
    tx,
    added.id,
    items.map(({ id: _, quotation_id, ...item }) => item),
  )
  await recordHistory(tx, actor, entity, added.id, 'newVersion', [
    { field: 'version_no', from: String(quotation.version_no), to: String(last.version_no + 1) },
  ])
  return { id: added.id }
}

const nameOf = ({ quotation_no, version_no }: QuotationRecord) => `${quotation_no} v${version_no}`

const quotationsTo = (action: QuotationAction): Records<QuotationRecord> => ({
  lock: lockQuotations,
  no: nameOf,
  may: (quotation) => objection(action, quotation),
})

/** In one order, so that two who do the same wait for each other. */
const inOrder = (ids: readonly number[]): number[] => [...ids].sort((a, b) => a - b)

type Set = Partial<Pick<QuotationRecord, 'status' | 'valid_to' | 'opinion' | 'is_deleted'>> & { active_at?: Date }
async function setStatus(tx: Tx, actor: Actor, quotation: QuotationRecord, set: Set, action: string): Promise<void> {
  await owned(tx)
    .updateTable('quotation')
    .set({ ...set, ...changed(actor.userId, quotation.version) })
    .where('id', '=', quotation.id)
    .execute()
  const { status, valid_to } = { ...quotation, ...set }
  await recordHistory(tx, actor, entity, quotation.id, action, [
    ...differences({ status: quotation.status, valid_to: quotation.valid_to }, { status, valid_to }),
    ...(set.opinion === undefined || set.opinion === null ? [] : [{ field: 'opinion', from: null, to: set.opinion }]),
  ])
}

export const submitQuotations =
  (approvals: Approvals): Act<typeof calls.submitQuotations> =>
  (asked, { ids }) => {
    const { tx, actor } = asked
    return eachRecord(asked, inOrder(ids), quotationsTo('submit'), async (quotation) => {
      await refuseOverlap(tx, quotation)
      await setStatus(tx, actor, quotation, { status: 'pending', opinion: null }, 'submitted')
      const items = await itemsOf(tx, quotation.id)
      const facts = await historyValues(tx, quotation, items)
      await approvals.submit(tx, actor, 'warehouseQuotation', [
        {
          id: quotation.id,
          no: nameOf(quotation),
          reason: quotation.version_no === 1 ? 'newPrice' : 'newVersion',
          // A quotation has no amount of its own; bands of this type begin at 0.
          amount: '0',
          companyId: quotation.customer_id,
          outletId: null,
          facts: {
            customer: String(facts.customer),
            owners: String(facts.owners),
            warehouse: facts.warehouse === null ? null : String(facts.warehouse),
            items: items.map(itemText).join('\n'),
            validFrom: quotation.valid_from,
            validTo: quotation.valid_to,
          },
        },
      ])
    })
  }

export const withdrawQuotations =
  (approvals: Approvals): Act<typeof calls.withdrawQuotations> =>
  (asked, { ids }) =>
    eachRecord(asked, inOrder(ids), quotationsTo('withdraw'), ({ id }) =>
      approvals.withdrawDocument(asked.tx, asked.actor, 'warehouseQuotation', id),
    )

/**
 * From its first day on the new version holds and the one before does not; no other quotation holds for the same goods on
 * any of its days. Answers the version that it supersedes.
 */
async function refuseOverlap(tx: Tx, quotation: QuotationRecord): Promise<QuotationRecord | undefined> {
  await lockOwners(tx, quotation.owner_ids)
  // unscoped: versions of one that was found inside the scope, or that a review is about
  const now = await owned(tx)
    .selectFrom('quotation')
    .selectAll()
    .where('line_id', '=', quotation.line_id)
    .where('id', '<>', quotation.id)
    .where('status', 'in', ['active', 'ended'])
    .where('is_deleted', '=', false)
    .orderBy('version_no', 'desc')
    .executeTakeFirst()
  if (now !== undefined && quotation.valid_from <= now.valid_from)
    throw new Refusal('prices.tooOld', { from: quotation.valid_from, now: now.valid_from })
  const rival = await rivalOf(tx, quotation)
  if (rival !== undefined)
    throw new Refusal('warehouseBilling.overlap', {
      no: rival.no,
      versionNo: rival.versionNo,
      owner: rival.owner,
      from: rival.from,
      to: rival.to ?? '∞',
    })
  return now
}

export async function approved(tx: Tx, actor: Actor, id: number, verdict: Verdict): Promise<void> {
  const quotation = await reviewedQuotation(tx, id)
  const before = await refuseOverlap(tx, quotation)
  if (before !== undefined && before.status === 'active') {
    const last = dayBefore(quotation.valid_from)
    const validTo = before.valid_to !== null && before.valid_to < last ? before.valid_to : last
    await setStatus(tx, actor, before, { status: 'ended', valid_to: validTo }, 'superseded')
  }
  await setStatus(tx, actor, quotation, { status: 'active', active_at: clock.now() }, 'approved')
  if (verdict.opinion !== null) await said(tx, actor, id, verdict.opinion)
  await chargeAnewFrom(tx, quotation.valid_from)
}

/** Sent back it is a draft again, and says why. */
export async function rejected(tx: Tx, actor: Actor, id: number, verdict: Verdict): Promise<void> {
  await setStatus(tx, actor, await reviewedQuotation(tx, id), { status: 'draft', opinion: verdict.opinion }, 'rejected')
}

export async function withdrawn(tx: Tx, actor: Actor, id: number): Promise<void> {
  await setStatus(tx, actor, await reviewedQuotation(tx, id), { status: 'draft' }, 'withdrawn')
}

const said = (tx: Tx, actor: Actor, id: number, opinion: string) =>
  recordHistory(tx, actor, entity, id, 'opinion', [{ field: 'opinion', from: null, to: opinion }])

/** 停用: from today on it no longer holds; for the days before it does. */
export const stopQuotations: Act<typeof calls.stopQuotations> = (asked, { ids, reason }) => {
  const { tx, actor } = asked
  return eachRecord(asked, inOrder(ids), quotationsTo('stop'), async (quotation) => {
    const yesterday = dayBefore(clock.today())
    const validTo = quotation.valid_to !== null && quotation.valid_to < yesterday ? quotation.valid_to : yesterday
    await setStatus(tx, actor, quotation, { status: 'ended', valid_to: validTo }, 'stopped')
    await said(tx, actor, quotation.id, reason)
  })
}

export const deleteQuotations: Act<typeof calls.deleteQuotations> = (asked, { ids }) =>
  eachRecord(asked, inOrder(ids), quotationsTo('delete'), (quotation) =>
    setStatus(asked.tx, asked.actor, quotation, { is_deleted: true }, 'deleted'),
  )
