import * as calls from '@xunyun/contract/invoices/calls'
import * as profiles from '@xunyun/contract/invoices/profiles'
import * as taxItems from '@xunyun/contract/invoices/taxItems'
import { pageOf } from '@xunyun/contract/pages'
import { isCustomer, may, mayCall } from '../../platform/actor.ts'
import { owned } from '../../platform/db.ts'
import { historyOf } from '../../platform/history.ts'
import type { Platform } from '../../platform/platform.ts'
import { isSeen } from '../../platform/records.ts'
import { badField } from '../../platform/refusal.ts'
import { type DrawReport, sendPdf } from '../../platform/report.ts'
import { scoped } from '../../platform/scope.ts'
import { addInvoice, cancelInvoices, changeInvoice, submitInvoices, voidInvoices, withdrawInvoices } from './acts.ts'
import { invoiceColumns, listColumns, profileColumns, taxItemColumns } from './columns.ts'
import { numberImport, profileImport } from './imports.ts'
import { issueInvoice } from './issue.ts'
import { listedParts, listName, reportOfList } from './list.ts'
import { addInvoiceFiles, beginMail, mailInvoice } from './mail.ts'
import { expireConfirmations, makeRedInvoice, setRedConfirmation } from './makeRed.ts'
import { invoiceables, statementChoices } from './offers.ts'
import { addProfile, changeProfile, setDefaultProfile, setProfilesEnabled } from './profiles.ts'
import { listProfiles, profileDetail, totalProfiles } from './queries.profiles.ts'
import { listTaxItems, taxItemDetail, totalTaxItems } from './queries.taxItems.ts'
import { invoiceDetail, listInvoices, pathOf, totalInvoices } from './queries.ts'
import { invoiceReviewed } from './review.ts'
import { sellerChoices } from './sellers.ts'
import { addTaxItem, changeTaxItem } from './taxItems.ts'

export { addInvoice, submitInvoices } from './acts.ts'
export { issueInvoice } from './issue.ts'
export { makeRedInvoice } from './makeRed.ts'
export { moveInvoices } from './moveInvoices.ts'
export { moveProfiles } from './moveProfiles.ts'
export { invoiceables } from './offers.ts'
export { addProfile } from './profiles.ts'
export { isToIssue } from './queries.ts'
export { invoiceReviewed } from './review.ts'
export { billedBySellers } from './sellers.ts'

/** Invoices (domain-money M30–M38): titles of companies and tax items, applications for parts of charges, red letters. */
export function invoices(platform: Platform, { drawReport }: { drawReport: DrawReport }): void {
  bindMasters(platform)
  const { approvals, bind, db, exports, files, imports, jobs, numbering, outbox, records } = platform
  const deps = { approvals, numbering }
  approvals.kind('invoice', invoiceReviewed())
  approvals.kind('redInvoice', invoiceReviewed())
  jobs.every('redLettersNotConfirmed', 30, () => expireConfirmations(db))
  bind.constraints({ invoice__invoice_no: () => badField('invoiceNo', 'invoices.numberTaken', { no: '' }) })
  records.register('invoice', {
    // What was issued to a customer is its own, with its files.
    maySee: async (tx, actor, id) =>
      isCustomer(actor)
        ? may(actor, 'freight', 'browse') &&
          (await scoped(tx, actor, 'invoice').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
        : mayCall(actor, calls.getInvoice) && (await isSeen(invoiceDetail(tx, actor, files, id))),
    describe: async (tx, id) => {
      // unscoped: asked after the invoice was seen
      const row = await owned(tx).selectFrom('invoice').select('no').where('id', '=', id).executeTakeFirst()
      const name = row?.no ?? String(id)
      return { name, link: invoiceReviewed().link(name) }
    },
  })
  imports.offer('billApplyAudit', numberImport(files))
  bind(calls.getInvoiceables, ({ tx, actor }, input) => invoiceables(tx, actor, input))
  bind(calls.getInvoiceSellers, ({ tx, actor }, input) => sellerChoices(tx, actor, input))
  bind(calls.getInvoiceStatements, ({ tx, actor }, input) => statementChoices(tx, actor, input))
  bind(calls.addInvoice, addInvoice(deps))
  bind(calls.changeInvoice, changeInvoice(deps))
  bind(calls.submitInvoices, submitInvoices(deps))
  bind(calls.withdrawInvoices, withdrawInvoices(deps))
  bind(calls.voidInvoices, voidInvoices)
  bind(calls.cancelInvoices, cancelInvoices)
  bind(calls.issueInvoice, issueInvoice(files))
  bind(calls.makeRedInvoice, makeRedInvoice(deps))
  bind(calls.setRedConfirmation, setRedConfirmation)
  bind(calls.addInvoiceFiles, addInvoiceFiles(files))
  bind(calls.previewInvoiceMail, ({ tx, actor }, input) => beginMail(tx, actor, { files, outbox }, input))
  bind(calls.mailInvoice, mailInvoice({ files, outbox, drawReport }))
  bind(calls.getInvoices, ({ tx, actor }, input) => listInvoices(tx, actor, input))
  bind(calls.getInvoiceTotals, ({ tx, actor }, input) => totalInvoices(tx, actor, input))
  bind(calls.getInvoice, ({ tx, actor }, { id }) => invoiceDetail(tx, actor, files, id))
  bind(calls.getInvoiceHistory, async ({ tx, actor }, { id }) => {
    await invoiceDetail(tx, actor, files, id)
    return historyOf(tx, 'invoice', id)
  })
  bind(calls.getInvoicePath, ({ tx, actor }, input) => pathOf(tx, actor, input))
  exports.offer(calls.exportInvoices, {
    name: (actor) => pageOf('billApplyList').titles[actor.language],
    columns: () => invoiceColumns,
    page: (tx, actor, input, request) => listInvoices(tx, actor, { ...input, ...request, page: undefined }),
  })
  exports.offer(calls.exportInvoiceList, {
    name: (actor) => listName[actor.language],
    columns: () => listColumns,
    page: async (tx, actor, { ids }) => ({ rows: await listedParts(tx, actor, files, ids), next: null }),
  })
  bind(calls.getInvoiceListPdf, async ({ tx, actor, reply }, { id }) => {
    const report = await reportOfList(tx, actor, files, id)
    return sendPdf(reply, report.title, drawReport(report))
  })
}

function bindMasters({ bind, exports, imports, records }: Platform): void {
  imports.offer('billing', profileImport)
  bind.constraints({
    invoice_profile__title: () => badField('title', 'field.taken', { by: '' }),
    tax_item__from: () => badField('validFrom', 'invoices.daysOverlap', { from: '', to: '' }),
  })
  const link = (view: string, q: string) => `${pageOf('billing').path}?${view}q=${encodeURIComponent(q)}`
  records.register('invoiceProfile', {
    maySee: async (tx, actor, id) => may(actor, 'billing', 'browse') && (await isSeen(profileDetail(tx, actor, id))),
    describe: async (tx, id) => {
      const row = await tx.selectFrom('invoice_profile').select('title').where('id', '=', id).executeTakeFirst()
      return { name: row?.title ?? String(id), link: link('tab=&', row?.title ?? '') }
    },
  })
  records.register('taxItem', {
    maySee: async (tx, actor, id) => may(actor, 'billing', 'browse') && (await isSeen(taxItemDetail(tx, id))),
    describe: async (tx, id) => {
      const row = await tx.selectFrom('tax_item').select('item_name').where('id', '=', id).executeTakeFirst()
      return { name: row?.item_name ?? String(id), link: link('view=taxItems&tab=&', row?.item_name ?? '') }
    },
  })

  bind(profiles.getProfiles, ({ tx, actor }, input) => listProfiles(tx, actor, input))
  bind(profiles.getProfileTotals, ({ tx, actor }, input) => totalProfiles(tx, actor, input))
  bind(profiles.getProfile, ({ tx, actor }, { id }) => profileDetail(tx, actor, id))
  bind(profiles.addProfile, addProfile)
  bind(profiles.changeProfile, changeProfile)
  bind(profiles.setDefaultProfile, setDefaultProfile)
  bind(profiles.setProfilesEnabled, setProfilesEnabled)
  bind(profiles.getProfileHistory, async ({ tx, actor }, { id }) => {
    await profileDetail(tx, actor, id)
    return historyOf(tx, 'invoiceProfile', id)
  })
  exports.offer(profiles.exportProfiles, {
    name: (actor) => pageOf('billing').titles[actor.language],
    columns: () => profileColumns,
    page: (tx, actor, input, request) => listProfiles(tx, actor, { ...input, ...request }),
  })

  bind(taxItems.getTaxItems, ({ tx }, input) => listTaxItems(tx, input))
  bind(taxItems.getTaxItemTotals, ({ tx }, input) => totalTaxItems(tx, input))
  bind(taxItems.getTaxItem, ({ tx }, { id }) => taxItemDetail(tx, id))
  bind(taxItems.addTaxItem, addTaxItem)
  bind(taxItems.changeTaxItem, changeTaxItem)
  bind(taxItems.getTaxItemHistory, async ({ tx }, { id }) => {
    await taxItemDetail(tx, id)
    return historyOf(tx, 'taxItem', id)
  })
  exports.offer(taxItems.exportTaxItems, {
    name: (actor) => pageOf('billing').titles[actor.language],
    columns: () => taxItemColumns,
    page: (tx, _, input, request) => listTaxItems(tx, { ...input, ...request }),
  })
}
