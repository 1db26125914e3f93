import { pageOf } from '@xunyun/contract/pages'
import * as charges from '@xunyun/contract/warehouse/billing/charges'
import * as calls from '@xunyun/contract/warehouse/billing/quotations'
import { sql } from 'kysely'
import { may } from '../../../platform/actor.ts'
import type { Reviewed } from '../../../platform/approvals.ts'
import { owned } from '../../../platform/db.ts'
import { historyOf } from '../../../platform/history.ts'
import type { Platform } from '../../../platform/platform.ts'
import { isSeen } from '../../../platform/records.ts'
import { badField, Refusal } from '../../../platform/refusal.ts'
import { chargeColumns, quotationColumns } from './columns.ts'
import { quotationImport } from './imports.ts'
import { billingStatus, chargeDetail, listCharges, totalCharges } from './queries.charges.ts'
import { listQuotations, quotationDetail, totalQuotations } from './queries.quotations.ts'
import * as acts from './quotations.ts'
import { recompute, recomputeCharges, runNight, runNow } from './run.ts'
import { calculate, tryQuotation } from './trial.ts'
import { addValueAdded, cancelValueAdded } from './valueAdded.ts'

export { moveQuotations } from './moveQuotations.ts'
export { addQuotation, submitQuotations } from './quotations.ts'
export { runNight } from './run.ts'
export { addValueAdded } from './valueAdded.ts'

const linkOf = (no: string) => `${pageOf('quotation').path}?tab=&q=${encodeURIComponent(no)}`

/** What a review of a quotation leads to. */
export const quotationReviewed: Reviewed = {
  approved: acts.approved,
  rejected: acts.rejected,
  withdrawn: acts.withdrawn,
  link: (no) => linkOf(no.replace(/ v\d+$/, '')),
}

/** What customers pay for keeping and handling their goods (RT-18/quotation): agreed, counted each night, charged. */
export function billing(platform: Platform): void {
  const { approvals, bind, exports, imports, jobs, numbering, records } = platform
  records.register('quotation', {
    maySee: async (tx, actor, id) =>
      may(actor, 'quotation', 'browse') && (await isSeen(quotationDetail(tx, actor, id))),
    describe: async (tx, id) => {
      // unscoped: what a record is called, asked by whoever may see its history
      const row = await owned(tx)
        .selectFrom('quotation')
        .select(['quotation_no', 'version_no'])
        .where('id', '=', id)
        .executeTakeFirst()
      const no = row?.quotation_no ?? String(id)
      return { name: row === undefined ? no : `${no} v${row.version_no}`, link: linkOf(no) }
    },
  })
  approvals.kind('warehouseQuotation', quotationReviewed)
  bind.constraints({
    quotation_item__limits: () => badField('items', 'prices.limits'),
    quotation__next: () => new Refusal('kernel.busy'),
    quotation__version: () => new Refusal('kernel.busy'),
    warehouse_charge__once: () => new Refusal('kernel.busy'),
  })
  jobs.nightly('warehouse-charges', '02:50', async (db) => {
    await runNight(db)
  })

  bind(calls.getQuotations, ({ tx, actor }, input) => listQuotations(tx, actor, input))
  bind(calls.getQuotationTotals, ({ tx, actor }, input) => totalQuotations(tx, actor, input))
  bind(calls.getQuotation, ({ tx, actor }, { id }) => quotationDetail(tx, actor, id))
  exports.offer(calls.exportQuotations, {
    name: (actor) => pageOf('quotation').titles[actor.language],
    columns: () => quotationColumns,
    page: (tx, actor, input, request) => listQuotations(tx, actor, { ...input, ...request, page: undefined }),
  })
  imports.offer('quotation', quotationImport(numbering))
  bind(calls.addQuotation, acts.addQuotation(numbering))
  bind(calls.changeQuotation, acts.changeQuotation)
  bind(calls.newQuotationVersion, acts.newQuotationVersion)
  bind(calls.submitQuotations, acts.submitQuotations(approvals))
  bind(calls.withdrawQuotations, acts.withdrawQuotations(approvals))
  bind(calls.stopQuotations, acts.stopQuotations)
  bind(calls.deleteQuotations, acts.deleteQuotations)
  bind(calls.getQuotationHistory, async ({ tx, actor }, { id }) => {
    await quotationDetail(tx, actor, id)
    return historyOf(tx, 'quotation', id)
  })
  bind(calls.calculateCharges, ({ tx, actor }, input) => calculate(tx, actor, input))
  bind(calls.tryQuotation, tryQuotation)
  bindCharges(platform)
}

function bindCharges({ bind, db, exports, records }: Platform): void {
  records.register('warehouseCharge', {
    maySee: async (tx, actor, id) => may(actor, 'quotation', 'browse') && (await isSeen(chargeDetail(tx, actor, id))),
    describe: async (tx, id) => {
      // unscoped: what a record is called, asked by whoever may see its history
      const found = await sql<{ name: string; day: string; no: string }>`
        select c.name, d.day, coalesce(d.doc_no, q.quotation_no) as no from warehouse_charge d join company c on c.id = d.customer_id
        join quotation q on q.id = d.quotation_id where d.id = ${id}`.execute(tx)
      const row = found.rows[0]
      return row === undefined
        ? { name: String(id), link: '' }
        : { name: `${row.name} ${row.day} ${row.no}`, link: `${pageOf('quotation').path}?view=charges&charge=${id}` }
    },
  })
  bind(charges.getWarehouseCharges, ({ tx, actor }, input) => listCharges(tx, actor, input))
  bind(charges.getWarehouseChargeTotals, ({ tx, actor }, input) => totalCharges(tx, actor, input))
  bind(charges.getWarehouseCharge, ({ tx, actor }, { id }) => chargeDetail(tx, actor, id))
  exports.offer(charges.exportWarehouseCharges, {
    name: (actor) => chargesTitle[actor.language],
    columns: () => chargeColumns,
    page: (tx, actor, input, request) => listCharges(tx, actor, { ...input, ...request, page: undefined }),
  })
  bind(charges.getWarehouseChargeHistory, async ({ tx, actor }, { id }) => {
    await chargeDetail(tx, actor, id)
    return historyOf(tx, 'warehouseCharge', id)
  })
  bind(charges.addValueAdded, addValueAdded)
  bind(charges.cancelValueAdded, cancelValueAdded)
  bind(charges.previewRecompute, ({ tx, actor }, input) => recompute(tx, actor, input, false))
  bind(charges.recomputeCharges, recomputeCharges)
  bind(charges.runWarehouseCharges, ({ actor }, input) => runNow(db, actor, input), { ownTransactions: true })
  bind(charges.getBillingStatus, ({ tx, actor }) => billingStatus(tx, actor))
}

const chargesTitle = { zh: '仓储费', en: 'Storage charges', es: 'Cargos de almacenaje', ja: '保管料' } as const
