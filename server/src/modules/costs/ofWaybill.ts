import { Exact, sumDecimals } from '@xunyun/contract/kernel/decimal'
import type { WaybillCosts } from '@xunyun/contract/waybills/charges'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'
import type { SeenId } from '../../platform/scope.ts'
import { type Settling, settledBy } from '../money/index.ts'
import { borne } from './requests/queries.ts'
import { arrangementsOf, requestLines } from './requests/read.ts'

/** What a waybill costs: its shares of approved charges with the leg they come from, and what is under review apart. */
export async function costsOf(tx: Tx, waybillId: SeenId, receivable: string): Promise<WaybillCosts> {
  const { rows } = await sql<Omit<WaybillCosts['shares'][number], 'settledBy'>>`
    select h.id as "chargeId", h.fee_item as "feeItem", l.pay_part as "payPart", coalesce(k.name, d.name) as "payeeName", s.amount, h.amount as whole, h.source, h.day,
      a.id as "arrangementId", a.arrangement_no as "arrangementNo", a.kind as "arrangementKind", y.no as "docNo",
      (select n.leg from arrangement_line n where n.arrangement_id = a.id and n.waybill_id = s.waybill_id and a.kind = 'vehicle'
        order by n.seq, n.id limit 1) as leg
    -- unscoped: the waybill is in scope, and what it costs is shown with it
    from charge_share s join charge h on h.id = s.charge_id left join charge j on j.id = h.adjusts_id
    left join cost_line l on l.id = coalesce(h.cost_line_id, j.cost_line_id) left join arrangement a on a.id = l.arrangement_id
    left join application y on y.id = h.application_id left join company k on k.id = h.company_id left join driver d on d.id = h.driver_id
    where s.waybill_id = ${waybillId} order by h.day, h.id`.execute(tx)
  const total = sumDecimals(
    rows.map(({ amount }) => amount),
    2,
  )
  const margin = new Exact(receivable).minus(total)
  const settlings = await settledBy(
    tx,
    rows.map(({ chargeId }) => chargeId),
  )
  return {
    shares: rows.map((row) => ({
      ...row,
      settledBy: standing(settlings.filter(({ chargeId }) => chargeId === row.chargeId)),
    })),
    total,
    pending: await pendingOf(tx, waybillId),
    margin: margin.toFixed(2),
    rate: new Exact(receivable).isZero() ? null : margin.div(receivable).times(100).toFixed(1),
  }
}

/** Each document once, whose settling was not taken back. */
function standing(settlings: readonly Settling[]): { docType: string; docNo: string }[] {
  const docs = Map.groupBy(settlings, ({ docType, docNo }) => `${docType} ${docNo}`)
  return [...docs.values()].flatMap((some) => {
    const [first] = some
    const left = sumDecimals(
      some.map(({ amount }) => amount),
      2,
    )
    return first === undefined || new Exact(left).isZero() ? [] : [{ docType: first.docType, docNo: first.docNo }]
  })
}

/** 在审: what it would bear of costs under review, yuan. */
async function pendingOf(tx: Tx, waybillId: SeenId): Promise<string> {
  const { rows } = await sql<{ id: number }>`
    -- unscoped: the waybill is in scope
    select distinct p.id from cost_line l join application p on p.id = l.application_id and p.state = 'pending'
    where l.arrangement_id in (select arrangement_id from arrangement_line where waybill_id = ${waybillId})
      or l.id in (select cost_line_id from cost_line_waybill where waybill_id = ${waybillId})`.execute(tx)
  const amounts: string[] = []
  for (const { id } of rows) {
    const lines = await requestLines(tx, [id])
    const share = borne(lines, await arrangementsOf(tx, lines)).find((one) => one.waybillId === waybillId)
    if (share !== undefined) amounts.push(share.amount)
  }
  return sumDecimals(amounts, 2)
}
