import type * as calls from '@xunyun/contract/collections/cod'
import type { CodPayoutAction } from '@xunyun/contract/collections/states'
import type { Input } from '@xunyun/contract/kernel/call'
import { Exact, negated, sumDecimals } from '@xunyun/contract/kernel/decimal'
import { pageOf } from '@xunyun/contract/pages'
import { sql } from 'kysely'
import type { Act, Asked } from '../../platform/act.ts'
import { type Actor, everywhere } from '../../platform/actor.ts'
import type { Approvals, Reviewed } from '../../platform/approvals.ts'
import { eachRecord, type Records } from '../../platform/batch.ts'
import { clock } from '../../platform/clock.ts'
import { owned, type Tx } from '../../platform/db.ts'
import { differences, recordHistory } from '../../platform/history.ts'
import type { Numbering } from '../../platform/numbering.ts'
import { badField, notFound, Refusal } from '../../platform/refusal.ts'
import { scoped } from '../../platform/scope.ts'
import { pinyinOf, searchText } from '../../platform/search.ts'
import { created, refuseStale } from '../../platform/version.ts'
import { freeAtDoor, oweCharges } from '../charges/index.ts'
import { accountFor, cash, cod, postMoney, receivable, refuseStatedPosting, reverseMoney } from '../money/index.ts'
import { askIfTwice, checkLines, counted, lastToChangeAccount, onItsWay, partyFor } from '../payments/index.ts'
import { feesOf, grossOf, openFees, owedByConsignees, partyNamed, payables } from './payable.ts'
import {
  type LockedPayout,
  lockPayouts,
  movePayout,
  type PayoutLine,
  payoutLines,
  refusalOfPayout,
  setPayoutLines,
} from './payoutStore.ts'

/** 发放 of COD (DK, M46): what was handed in is paid to its customer, less its fees and what else he owes. */

type Deps = { readonly numbering: Numbering; readonly approvals: Approvals }

type Body = Input<typeof calls.addCodPayout>

/** What is paid to whom, and what is taken off it, as it is said. */
async function checked(tx: Tx, actor: Actor, body: Body) {
  const rows = await payables(tx, actor, body.waybillIds)
  const fees = await openFees(tx, rows)
  const account = await accountFor(tx, actor, body.cashAccountId, 'cashAccountId')
  const lines = counted(body.lines)
  const doubled = lines.findIndex(({ chargeId }) => fees.some((fee) => fee.chargeId === chargeId))
  if (doubled >= 0) throw badField(`lines.${doubled}.amount`, 'payments.twice')
  const others = await owedByConsignees(tx, rows)
  const notHis = lines.findIndex(({ chargeId }) => others.has(chargeId))
  if (notHis >= 0) throw badField(`lines.${notHis}.amount`, 'payments.notOpen')
  const party = await partyFor(tx, actor, 'receipt', partyNamed(rows))
  const left = new Exact(grossOf(rows)).minus(feesOf(fees)).toFixed(2)
  await checkLines(tx, actor, 'receipt', party, lines, left)
  const deducted = sumDecimals([feesOf(fees), ...lines.map(({ amount }) => amount)], 2)
  if (new Exact(deducted).isNegative()) throw badField('lines', 'field.range')
  return { rows, fees, account, lines, party, deducted }
}
type Checked = Awaited<ReturnType<typeof checked>>

const columnsOf = (no: string, body: Body, { rows, account, party, deducted }: Checked) => {
  const name = rows[0]?.customerName ?? ''
  return {
    outlet_id: account.outlet_id,
    company_id: party.companyId,
    waybill_id: party.waybillId,
    cash_account_id: account.id,
    payee_account: body.payeeAccount,
    gross: grossOf(rows),
    deducted,
    reason: body.reason ?? null,
    search: searchText([no, name, pinyinOf(name), ...rows.map(({ waybillNo }) => waybillNo)]),
  }
}

async function plan(tx: Tx, id: number, { rows, fees, lines }: Checked): Promise<void> {
  const planned = [
    ...rows.map(({ collectionId, cod: amount }) => ({ collectionId, chargeId: null, amount })),
    ...fees.map(({ chargeId, open }) => ({ collectionId: null, chargeId, amount: open })),
    ...lines.map(({ chargeId, amount }) => ({ collectionId: null, chargeId, amount })),
  ]
  await sql`insert into cod_payout_line (payout_id, collection_id, charge_id, amount, state)
    select ${id}, "collectionId", "chargeId", amount, 'planned'
    from json_to_recordset(${JSON.stringify(planned)}::json) as l("collectionId" bigint, "chargeId" bigint, amount numeric)`.execute(
    tx,
  )
}

async function submitWritten(tx: Tx, actor: Actor, approvals: Approvals, id: number): Promise<void> {
  const payout = (await lockPayouts(tx, actor, [id])).get(id)
  if (payout === undefined) throw new Error('a payout that was just written is gone')
  await submitOne(tx, actor, approvals, payout)
}

export const addCodPayout =
  ({ numbering, approvals }: Deps): Act<typeof calls.addCodPayout> =>
  async ({ tx, actor }, input) => {
    const said = await checked(tx, actor, input)
    const [no = ''] = await numbering.next('DK')
    const { id } = await owned(tx)
      .insertInto('cod_payout')
      .values({ no, state: 'draft', ...columnsOf(no, input, said), ...created(actor.userId) })
      .returning('id')
      .executeTakeFirstOrThrow()
    await plan(tx, id, said)
    await recordHistory(tx, actor, 'codPayout', id, 'created', [{ field: 'gross', from: null, to: grossOf(said.rows) }])
    await submitWritten(tx, actor, approvals, id)
    return { id, no }
  }

/** It stays its customer's: nothing of it is reserved while it is a draft or was sent back, and all is taken anew. */
export const changeCodPayout =
  ({ approvals }: Deps): Act<typeof calls.changeCodPayout> =>
  async ({ tx, actor }, { id, version, ...body }) => {
    const payout = (await lockPayouts(tx, actor, [id])).get(id)
    if (payout === undefined) throw notFound()
    await refuseStale(tx, payout, version)
    const refusal = refusalOfPayout(actor, 'edit', payout)
    if (refusal !== undefined) throw refusal
    const said = await checked(tx, actor, body)
    if (said.party.companyId !== payout.companyId || said.party.waybillId !== payout.waybillId)
      throw badField('waybillIds', 'collections.oneCustomer')
    await sql`delete from cod_payout_line where payout_id = ${id} and state = 'planned'`.execute(tx)
    const columns = columnsOf(payout.no, body, said)
    await owned(tx)
      .updateTable('cod_payout')
      .set({ ...columns, version: sql`version + 1`, updated_at: clock.now(), updated_by: actor.userId })
      .where('id', '=', id)
      .execute()
    await plan(tx, id, said)
    const { gross, deducted, payeeAccount, reason } = payout
    await recordHistory(
      tx,
      actor,
      'codPayout',
      id,
      'changed',
      differences(
        { gross, deducted, payeeAccount, reason },
        {
          gross: columns.gross,
          deducted: columns.deducted,
          payeeAccount: columns.payee_account,
          reason: columns.reason,
        },
      ),
    )
    await submitWritten(tx, actor, approvals, id)
    return { version: version + 2 }
  }

const payouts = (actor: Actor, action: CodPayoutAction): Records<LockedPayout> => ({
  lock: lockPayouts,
  no: ({ no }) => no,
  may: (payout) => refusalOfPayout(actor, action, payout),
})

/** What it pays and deducts is looked at again under its lock, and is nobody else's from now on. */
async function submitOne(tx: Tx, actor: Actor, approvals: Approvals, payout: LockedPayout): Promise<void> {
  const lines = await payoutLines(tx, payout.id, 'planned')
  await refuseTaken(tx, lines)
  await setPayoutLines(tx, payout.id, 'planned', 'reserved')
  await movePayout(tx, actor, payout, { state: 'pending', opinion: null, submitted_by: actor.userId }, 'submitted')
  const named = await sql<{ party: string | null; account: string; waybills: string | null; kept: string | null }>`
    -- unscoped: of a payout that was found in scope
    select coalesce((select name from company where id = ${payout.companyId}), (select shipper_name from waybill where id = ${payout.waybillId})) as party,
      a.name as account, (select string_agg(w.waybill_no, '、' order by w.id) from cod_payout_line l join collection c on c.id = l.collection_id
        join waybill w on w.id = c.waybill_id where l.payout_id = ${payout.id} and l.state = 'reserved') as waybills,
      -- unscoped: as above, and what it keeps back
      (select string_agg(concat_ws('=', coalesce(w.waybill_no, ''), h.fee_item, l.amount::text), ';' order by l.id) from cod_payout_line l
        join charge h on h.id = l.charge_id left join waybill w on w.id = h.waybill_id where l.payout_id = ${payout.id} and l.state = 'reserved') as kept
    -- unscoped: as above
    from cash_account a where a.id = ${payout.cashAccountId}`.execute(tx)
  await approvals.submit(tx, actor, 'codPayout', [
    {
      id: payout.id,
      no: payout.no,
      reason: 'codPayout',
      amount: payout.gross,
      companyId: payout.companyId,
      outletId: payout.outletId,
      facts: {
        party: named.rows[0]?.party ?? null,
        waybills: named.rows[0]?.waybills ?? null,
        deducted: payout.deducted,
        kept: named.rows[0]?.kept ?? null,
        net: new Exact(payout.gross).minus(payout.deducted).toFixed(2),
        account: named.rows[0]?.account ?? null,
        payeeAccount: payout.payeeAccount,
        note: payout.reason,
      },
    },
  ])
}

async function refuseTaken(tx: Tx, lines: readonly PayoutLine[]): Promise<void> {
  const collectionIds = lines.flatMap(({ collectionId }) => collectionId ?? [])
  await sql`select from collection where id = any(${collectionIds}::bigint[]) order by id for no key update`.execute(tx)
  const gone = await sql<{ no: string }>`
    -- unscoped: of a payout that was found in scope
    select w.waybill_no as no from collection c join waybill w on w.id = c.waybill_id where c.id = any(${collectionIds}::bigint[])
      and (c.undone_posting_id is not null or c.held_cod <> c.handed_cod
        or exists (select from cod_payout_line l where l.collection_id = c.id and l.state in ('reserved', 'settled'))) limit 1`.execute(
    tx,
  )
  if (gone.rows[0] !== undefined) throw new Refusal('collections.notPayable', { no: gone.rows[0].no })
  const charges = lines.flatMap(({ chargeId, amount }) => (chargeId === null ? [] : [{ id: chargeId, amount }]))
  await sql`select from charge where id = any(${charges.map(({ id }) => id)}::bigint[]) order by id for no key update`.execute(
    tx,
  )
  const short =
    await sql`select from json_to_recordset(${JSON.stringify(charges)}::json) as r(id bigint, amount numeric) join charge h on h.id = r.id
    where h.state = 'void' or abs(r.amount) > abs(h.amount - h.settled - ${onItsWay}) limit 1`.execute(tx)
  if (short.rows.length > 0) throw new Refusal('payments.notOpen')
}

export const submitCodPayouts =
  ({ approvals }: Deps): Act<typeof calls.submitCodPayouts> =>
  (asked, { ids }) =>
    eachRecord(asked, ids, payouts(asked.actor, 'submit'), (payout) =>
      submitOne(asked.tx, asked.actor, approvals, payout),
    )

export const withdrawCodPayouts =
  ({ approvals }: Deps): Act<typeof calls.withdrawCodPayouts> =>
  (asked, { ids }) =>
    eachRecord(asked, ids, payouts(asked.actor, 'withdraw'), (payout) =>
      approvals.withdrawDocument(asked.tx, asked.actor, 'codPayout', payout.id),
    )

/** 付讫: by neither the applicant nor whoever last changed the payee's bank account. The fees are owed from then on, agreed or not. */
export const payCodPayouts: Act<typeof calls.payCodPayouts> = async (asked, { ids, day, reference, confirm }) => {
  const { tx, actor } = asked
  if (day > clock.today()) throw badField('day', 'field.future')
  if (confirm !== 1 && reference !== undefined) {
    const found = await scoped(tx, actor, 'cod_payout')
      .select('cash_account_id')
      .where('id', 'in', [...ids])
      .execute()
    const accountIds = found.map((row) => row.cash_account_id)
    await askIfTwice(tx, accountIds, reference, { payouts: ids })
  }
  return eachRecord(asked, ids, payouts(actor, 'pay'), async (payout) => {
    if (payout.submittedBy === actor.userId) throw new Refusal('payments.ownPayment')
    const changedBy = await lastToChangeAccount(tx, { companyId: payout.companyId, driverId: null })
    if (changedBy === actor.userId) throw new Refusal('payments.ownAccountChange')
    await accountFor(tx, actor, payout.cashAccountId, 'cashAccountId')
    const lines = await payoutLines(tx, payout.id, 'reserved')
    await oweCharges(
      tx,
      lines.flatMap(({ chargeId, feeItem }) => (chargeId !== null && feeItem === 'codFee' ? [chargeId] : [])),
    )
    const postingId = await postMoney(tx, actor, {
      act: 'codPayout',
      doc: { type: 'codPayout', id: payout.id, no: payout.no },
      key: 'paid',
      day,
      outletId: payout.outletId,
      note: reference ?? payout.reference ?? undefined,
      entries: [
        ...lines.flatMap(({ chargeId, amount }) => (chargeId === null ? [] : [receivable(chargeId, amount)])),
        ...lines.flatMap(({ waybillId, amount }) => (waybillId === null ? [] : [cod(waybillId, negated(amount))])),
        cash(payout.cashAccountId, negated(payout.net)),
      ],
    })
    await setPayoutLines(tx, payout.id, 'reserved', 'settled')
    const paid = { paid_at: clock.iso(), paid_by: actor.userId, day, posting_id: postingId }
    const search = `${payout.search} ${searchText([reference])}`
    await movePayout(
      tx,
      actor,
      payout,
      { state: 'paid', ...paid, reference: reference ?? payout.reference, search },
      'paid',
    )
  })
}

export const voidCodPayouts: Act<typeof calls.voidCodPayouts> = (asked, { ids, reason }) => {
  const { tx, actor } = asked
  return eachRecord(asked, ids, payouts(actor, 'void'), async (payout) => {
    await setPayoutLines(tx, payout.id, 'reserved', 'freed')
    await setPayoutLines(tx, payout.id, 'planned', 'freed')
    await movePayout(tx, actor, payout, { state: 'void' }, 'voided', { reason })
  })
}

/** 冲销: the COD is to be paid out again, what was deducted is open. */
export const reverseCodPayouts: Act<typeof calls.reverseCodPayouts> = (asked: Asked, { ids, reason }) => {
  const { tx, actor } = asked
  return eachRecord(asked, ids, payouts(actor, 'reverse'), async (payout) => {
    if (payout.postingId === null) throw new Error('a payout was paid without a posting')
    await refuseStatedPosting(tx, payout.postingId)
    const lines = await payoutLines(tx, payout.id, 'settled')
    await reverseMoney(tx, actor, [payout.postingId], {
      doc: { type: 'codPayout', id: payout.id, no: payout.no },
      key: 'reversed',
      outletId: payout.outletId,
      note: reason,
    })
    await freeAtDoor(
      tx,
      lines.flatMap(({ chargeId }) => chargeId ?? []),
    )
    await setPayoutLines(tx, payout.id, 'settled', 'freed')
    await movePayout(tx, actor, payout, { state: 'reversed' }, 'reversed', { reason })
  })
}

/** What a review of a payout leads to. Whoever is asked decides it, whatever his scope. */
export const payoutReviewed: Reviewed = {
  async approved(tx, actor, id, { opinion }) {
    await movePayout(tx, actor, await pending(tx, actor, id), { state: 'toPay', opinion }, 'approved', { opinion })
  },
  async rejected(tx, actor, id, { opinion }) {
    const payout = await pending(tx, actor, id)
    await setPayoutLines(tx, id, 'reserved', 'planned')
    await movePayout(tx, actor, payout, { state: 'rejected', opinion }, 'rejected', { opinion })
  },
  async withdrawn(tx, actor, id) {
    const payout = await pending(tx, actor, id)
    await setPayoutLines(tx, id, 'reserved', 'planned')
    await movePayout(tx, actor, payout, { state: 'draft' }, 'withdrawn')
  },
  link: (no) => `${pageOf('cod').path}?view=payouts&payout=${encodeURIComponent(no)}`,
}
async function pending(tx: Tx, actor: Actor, id: number): Promise<LockedPayout> {
  const payout = (await lockPayouts(tx, everywhere(actor), [id])).get(id)
  if (payout?.state !== 'pending') throw new Refusal('approvals.decided')
  return payout
}
