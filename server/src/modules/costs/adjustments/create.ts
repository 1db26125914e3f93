import type * as calls from '@xunyun/contract/costs/adjustments'
import type { Input } from '@xunyun/contract/kernel/call'
import { compareDecimal } from '@xunyun/contract/kernel/decimal'
import { fixedSum } from '@xunyun/contract/waybills/payments'
import { sql } from 'kysely'
import type { Act } from '../../../platform/act.ts'
import type { Approvals } from '../../../platform/approvals.ts'
import { clock } from '../../../platform/clock.ts'
import type { Files } from '../../../platform/files.ts'
import { differences, recordHistory } from '../../../platform/history.ts'
import type { Numbering } from '../../../platform/numbering.ts'
import { notFound, Refusal, refuseFields } from '../../../platform/refusal.ts'
import { refuseStale } from '../../../platform/version.ts'
import { readPayments, writePayments } from '../../waybills/index.ts'
import { type Kinds, submitTogether } from '../applications.ts'
import { type Parties, partiesOf, wrongDebtor, wrongPayee } from '../parties.ts'
import { insertApplications, lockApplications, refusalOf } from '../store.ts'
import { itemOf, newOwnTotal, type Wanted, wrongWith } from './rules.ts'
import { adjustmentsOf } from './store.ts'
import { chargeTargets, storageTargets, type Target, targetsOf, waybillTargets } from './targets.ts'

type Line = Input<typeof calls.addAdjustments>['lines'][number]
type Fields = Pick<Line, 'feeItem' | 'companyId' | 'amount' | 'taxRate' | 'reason' | 'payments'>
type Bad = Parameters<typeof refuseFields>[0][number]

/** Whose the item is: as named, else the customer, or whoever is owed the charge. */
function partyOf(target: Target, fields: Fields): Pick<Wanted, 'companyId' | 'driverId'> {
  const { companyId, feeItem } = fields
  if (companyId !== undefined) return { companyId, driverId: null }
  if (target.direction === 'receivable') {
    // What the door collects is the consignee's, who is no partner of ours: an item that he alone owes is his, and one that he owes a
    // part of where the door takes what the other parts leave, so that each part stays as it was agreed (M4).
    const owing = target.items.filter((item) => item.feeItem === feeItem)
    const isHis = (item: Target['items'][number]) => item.companyId === null
    const isOfParty = owing.length > 0 && (owing.every(isHis) || (doorTakesRest(target, fields) && owing.some(isHis)))
    return { companyId: isOfParty ? null : target.customerId, driverId: null }
  }
  const [charge] = target.items
  return { companyId: charge?.companyId ?? null, driverId: charge?.driverId ?? null }
}

/** Of 多笔付, as it is or is agreed anew: the part without an amount is 到付. */
const doorTakesRest = (target: Target, { payments }: Fields): boolean =>
  (payments ?? readPayments(target.payments) ?? []).some(({ method, amount }) => method === 'collect' && amount == null)

/** One that may not owe, or be owed; whoever does already may. */
function wrongParty(target: Target, { companyId }: Fields, parties: Parties): Omit<Bad, 'path'> | undefined {
  if (companyId === undefined || companyId === target.customerId) return undefined
  if (target.items.some((item) => item.companyId === companyId)) return undefined
  return target.direction === 'receivable' ? wrongDebtor(parties, companyId) : wrongPayee(parties, companyId)
}

/** The parts agreed anew, as the table keeps them; null: they stay. */
function partsOf(target: Target, { payments }: Fields): { text: string | null; bad?: Omit<Bad, 'path'> } {
  if (payments === undefined) return { text: null }
  if (target.payMethod !== 'split') return { text: null, bad: { reason: 'costs.sameParts' } }
  return { text: writePayments({ payMethod: 'split', payments }) }
}

/** Named parts may not come to more than what they are of then (T21, M4). */
export function wrongParts(target: Target, wanted: Wanted, text: string | null): Omit<Bad, 'path'> | undefined {
  const parts = readPayments(text ?? target.payments)
  if (target.direction === 'payable' || parts === null) return undefined
  const [fixed, receivable] = [fixedSum(parts), newOwnTotal(target, wanted)]
  return compareDecimal(fixed, receivable) > 0
    ? { reason: 'waybills.splitExceeds', params: { fixed, receivable } }
    : undefined
}

/** What the table keeps of a line, or what is wrong with it. */
function read(target: Target | undefined, fields: Fields, parties: Parties, own: string | null) {
  if (target === undefined) return { bad: { path: 'waybillId', reason: 'costs.unknownWaybill' } as Bad }
  const party = wrongParty(target, fields, parties)
  if (party !== undefined) return { bad: { path: 'companyId', ...party } }
  const wanted: Wanted = { feeItem: fields.feeItem, amount: fields.amount, ...partyOf(target, fields) }
  const wrong = wrongWith(target, wanted, own)
  if (wrong !== undefined) return { bad: wrong }
  const { text, bad } = partsOf(target, fields)
  const parts = bad ?? wrongParts(target, wanted, text)
  if (parts !== undefined) return { bad: { path: 'payments', ...parts } }
  const taxRate = fields.taxRate ?? itemOf(target, wanted)?.taxRate ?? null
  return { row: { target, wanted, taxRate, payments: text, reason: fields.reason } }
}

/** 费用增减: one document a line, all or none; what is wrong is said at its field. */
export const addAdjustments =
  (
    numbering: Pick<Numbering, 'next'>,
    files: Files,
    approvals: Approvals,
    kinds: Kinds,
  ): Act<typeof calls.addAdjustments> =>
  async ({ tx, actor }, { lines, submit, fileIds }) => {
    const idsOf = (name: 'waybillId' | 'chargeId' | 'companyId') => [
      ...new Set(lines.flatMap((line) => line[name] ?? [])),
    ]
    const waybills = byKey('waybillId', await waybillTargets(tx, actor, { ids: idsOf('waybillId') }))
    const chargeIds = { ids: idsOf('chargeId') }
    const charges = byKey('chargeId', [
      ...(await chargeTargets(tx, actor, chargeIds)),
      ...(await storageTargets(tx, actor, chargeIds)),
    ])
    const parties = await partiesOf(tx, idsOf('companyId'))
    const seen = new Set<string>()
    const bad: Bad[] = []
    const rows = lines.flatMap((line, at) => {
      const say = ({ path, ...one }: Bad) => void bad.push({ path: `lines.${at}.${path}`, ...one })
      if ((line.waybillId === undefined) === (line.chargeId === undefined))
        say({ path: 'waybillId', reason: 'costs.oneOfBoth' })
      else {
        const target = line.waybillId === undefined ? charges.get(line.chargeId ?? 0) : waybills.get(line.waybillId)
        if (target === undefined && line.chargeId !== undefined)
          say({ path: 'chargeId', reason: 'costs.unknownCharge' })
        else {
          const made = read(target, line, parties, null)
          if (made.bad !== undefined) say(made.bad)
          else {
            const { wanted } = made.row
            const key = `${line.waybillId}/${line.chargeId}/${wanted.feeItem}/${wanted.companyId}/${wanted.driverId}`
            if (!seen.has(key)) {
              seen.add(key)
              return [made.row]
            }
            say({ path: 'feeItem', reason: 'costs.twice' })
          }
        }
      }
      return []
    })
    refuseFields(bad)
    const nos = await numbering.next('ZJ', rows.length)
    const ids = await insertApplications(
      tx,
      actor,
      rows.map(({ target, wanted, reason }, at) => ({
        no: nos[at] as string,
        kind: 'costZJ',
        outletId: target.outletId,
        reason,
        amount: wanted.amount,
        companyId: wanted.companyId,
        driverId: wanted.driverId,
        words: [
          target.no,
          target.customerName,
          itemOf(target, wanted)?.partyName ?? parties.get(wanted.companyId ?? 0)?.name ?? null,
        ],
      })),
    )
    await tx
      .insertInto('adjustment')
      .values(
        rows.map(({ target, wanted, taxRate, payments }, at) => ({
          id: ids[at] as number,
          direction: target.direction,
          waybill_id: target.waybillId,
          charge_id: target.chargeId,
          fee_item: wanted.feeItem,
          company_id: wanted.companyId,
          driver_id: wanted.driverId,
          amount: wanted.amount,
          tax_rate: taxRate,
          payments,
        })),
      )
      .execute()
    for (const id of ids) await files.link(tx, actor, 'application', id, fileIds ?? [], true)
    if (submit === true) {
      const locked = await lockApplications(tx, actor, ids)
      await submitTogether(
        tx,
        actor,
        approvals,
        kinds,
        ids.flatMap((id) => locked.get(id) ?? []),
      )
    }
    return { ids, nos }
  }

/** A draft, or one that was sent back, as typed anew; which waybill or charge it is of stays. */
export const changeAdjustment =
  (approvals: Approvals, kinds: Kinds): Act<typeof calls.changeAdjustment> =>
  async ({ tx, actor }, { id, version, submit, ...fields }) => {
    const application = (await lockApplications(tx, actor, [id])).get(id)
    if (application === undefined || application.kind !== 'costZJ') throw notFound()
    await refuseStale(tx, application, version)
    const refusal = refusalOf(actor, 'edit', application)
    if (refusal !== undefined) throw refusal
    const before = (await adjustmentsOf(tx, [application.id])).get(id)
    if (before === undefined) throw notFound()
    if (before.deviceId !== null || before.arrangementId !== null) throw new Refusal('costs.ofDevice')
    const [target] = await targetsOf(tx, actor, [before])
    if (target === undefined)
      throw new Refusal(before.waybillId === null ? 'costs.unknownCharge' : 'costs.unknownWaybill')
    const parties = await partiesOf(tx, fields.companyId === undefined ? [] : [fields.companyId])
    const made = read(target, fields, parties, application.no)
    if (made.bad !== undefined) {
      refuseFields([made.bad])
      throw new Error('a bad field was not refused')
    }
    const { wanted, taxRate, payments } = made.row
    const now = {
      fee_item: wanted.feeItem,
      company_id: wanted.companyId,
      driver_id: wanted.driverId,
      amount: wanted.amount,
      tax_rate: taxRate,
      payments,
    }
    await tx.updateTable('adjustment').set(now).where('id', '=', id).execute()
    // unscoped: locked above
    await sql`update application set state = 'draft', reason = ${fields.reason}, amount = ${wanted.amount}, company_id = ${wanted.companyId},
      driver_id = ${wanted.driverId}, version = version + 1, updated_at = ${clock.iso()}, updated_by = ${actor.userId} where id = ${id}`.execute(
      tx,
    )
    const changes = differences(
      { feeItem: before.feeItem, amount: before.amount, reason: application.reason },
      { feeItem: wanted.feeItem, amount: wanted.amount, reason: fields.reason },
    )
    await recordHistory(tx, actor, 'application', id, 'changed', changes)
    if (submit === true)
      await submitTogether(tx, actor, approvals, kinds, [
        {
          ...application,
          state: 'draft',
          amount: wanted.amount,
          companyId: wanted.companyId,
          reason: fields.reason,
        },
      ])
    return { version: application.version + (submit === true ? 2 : 1) }
  }

const byKey = (key: 'waybillId' | 'chargeId', targets: readonly Target[]) =>
  new Map(targets.map((target) => [target[key] as number, target]))
