import type * as calls from '@xunyun/contract/invoices/calls'
import { headOf } from '@xunyun/contract/invoices/lines'
import { awaited, confirmationHours, confirmed } from '@xunyun/contract/invoices/states'
import { compareDecimal } from '@xunyun/contract/kernel/decimal'
import { sql } from 'kysely'
import type { Act } from '../../platform/act.ts'
import { clock } from '../../platform/clock.ts'
import { type Db, owned } from '../../platform/db.ts'
import { recordEntries, recordHistory } from '../../platform/history.ts'
import { badField, notFound, Refusal } from '../../platform/refusal.ts'
import { searchText } from '../../platform/search.ts'
import { changed, refuseStale } from '../../platform/version.ts'
import { type Deps, submitRed } from './acts.ts'
import { leftOf, redLines } from './red.ts'
import { insertInvoice, kindOf, lockInvoices, refusalOf } from './store.ts'

type Confirmation = (typeof calls.setRedConfirmation)['input'] extends { _zod: { output: infer O } } ? O : never

/** A confirmation has its number, and the other side has its hours from now on. */
function confirmationOf(
  { confirmNo, confirmation }: Pick<Confirmation, 'confirmNo' | 'confirmation'>,
  before?: { confirmation: string | null; confirm_by: string | null },
) {
  if (confirmation !== 'notNeeded' && confirmNo === undefined) throw badField('confirmNo', 'field.required')
  const isAwaited = (awaited as readonly string[]).includes(confirmation)
  const same = before?.confirmation === confirmation
  const until = new Date(clock.ms() + confirmationHours * 3_600_000).toISOString()
  return {
    confirmation: confirmation as string,
    confirm_no: confirmation === 'notNeeded' ? null : (confirmNo ?? null),
    confirm_by: isAwaited ? (same ? (before?.confirm_by ?? until) : until) : null,
  }
}

/** 红冲 (M37): whole or by line, sent to review; charges are free once it is issued. */
export const makeRedInvoice =
  (deps: Deps): Act<typeof calls.makeRedInvoice> =>
  async ({ tx, actor }, { id, version, reason, lines: wanted, remark, ...said }) => {
    const invoice = (await lockInvoices(tx, actor, [id])).get(id)
    if (invoice === undefined) throw notFound()
    await refuseStale(tx, invoice, version)
    const refusal = refusalOf(actor, 'makeRed', invoice)
    if (refusal !== undefined) throw refusal
    const left = await leftOf(tx, id)
    // 01: what was issued wrongly is reversed whole, and issued anew.
    const untouched = left.every(({ gross, whole }) => compareDecimal(gross, whole) === 0)
    if (reason === 'wrong' && (wanted !== undefined || !untouched)) throw badField('reason', 'invoices.wholeOnly')
    const asked = wanted ?? left.map(({ lineId, gross }) => ({ lineId, amount: gross }))
    asked.forEach(({ lineId, amount }, at) => {
      const line = left.find((one) => one.lineId === lineId)
      if (line === undefined || asked.findIndex((one) => one.lineId === lineId) !== at)
        throw badField(`lines.${at}.lineId`, 'field.id')
      if (compareDecimal(amount, line.gross) > 0)
        throw badField(`lines.${at}.amount`, 'invoices.redTooMuch', { available: line.gross })
    })
    const isAnything = ({ amount }: { amount: string }) => wanted !== undefined || compareDecimal(amount, '0') !== 0
    const lines = redLines(left, asked.filter(isAnything))
    if (lines.length === 0) throw new Refusal('invoices.redTooMuch', { available: '0.00' })
    const [no = ''] = await deps.numbering.next('HP')
    const { id: _, created_at, created_by, updated_at, updated_by, version: __, submitted_at, ...same } = invoice
    const values = {
      ...same,
      kind: 'redInvoice',
      no,
      state: 'draft',
      of_id: id,
      ...headOf(lines),
      remark: remark ?? null,
      decided_at: null,
      opinion: null,
      invoice_no: null,
      issued_on: null,
      issued_at: null,
      issued_by: null,
      red_reason: reason,
      ...confirmationOf(said),
      search: searchText([no, ...invoice.search.split(' ')]),
    }
    const redId = await insertInvoice(tx, actor, values, { lines, routes: [] })
    await sql`update invoice set waybills = (select count(distinct h.waybill_id) from invoice_line l join invoice_part p on p.line_id = l.id
      -- unscoped: the red letter that was just written
      join charge h on h.id = p.charge_id where l.invoice_id = ${redId}) where id = ${redId}`.execute(tx)
    const red = (await lockInvoices(tx, actor, [redId])).get(redId)
    if (red !== undefined) await submitRed(tx, actor, deps.approvals, red)
    return { id: redId, no }
  }

/** What the bureau says of the confirmation. */
export const setRedConfirmation: Act<typeof calls.setRedConfirmation> = async (
  { tx, actor },
  { id, version, ...said },
) => {
  const red = (await lockInvoices(tx, actor, [id])).get(id)
  if (red === undefined) throw notFound()
  await refuseStale(tx, red, version)
  const refusal = refusalOf(actor, 'confirm', red)
  if (refusal !== undefined) throw refusal
  await owned(tx)
    .updateTable('invoice')
    .set({ ...confirmationOf(said, red), ...changed(actor.userId, version) })
    .where('id', '=', id)
    .execute()
  await recordHistory(tx, actor, 'invoice', id, 'confirmationChanged', [
    { field: 'confirmation', from: red.confirmation, to: said.confirmation },
  ])
  return { version: version + 1 }
}

/** Why a red letter is not to be issued yet. */
export const isConfirmed = ({
  kind,
  confirmation,
}: {
  readonly kind: string
  readonly confirmation: string | null
}): boolean => kindOf({ kind }) === 'invoice' || (confirmed as readonly string[]).includes(confirmation ?? '')

/** What the other side did not confirm within its hours is a draft again. */
export const expireConfirmations = async (db: Db): Promise<void> =>
  db.transaction().execute(async (tx) => {
    // unscoped: the clock's own work, of every outlet
    const { rows } = await sql<{ id: number; name: string }>`
      update invoice set state = 'draft', confirmation = 'expired', confirm_by = null, version = version + 1, updated_at = ${clock.iso()}
      where kind = 'redInvoice' and state = 'toIssue' and confirm_by < ${clock.iso()} and not is_deleted returning id`.execute(
      tx,
    )
    await recordEntries(
      tx,
      { userId: null, name: '—' },
      rows.map(({ id }) => ({
        entity: 'invoice',
        id,
        action: 'confirmationExpired',
        changes: [{ field: 'state', from: 'toIssue', to: 'draft' }],
      })),
    )
  })
