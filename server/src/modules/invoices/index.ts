import * as profiles from '@xunyun/contract/invoices/profiles'
import * as taxItems from '@xunyun/contract/invoices/taxItems'
import { pageOf } from '@xunyun/contract/pages'
import { may } from '../../platform/actor.ts'
import { historyOf } from '../../platform/history.ts'
import type { Platform } from '../../platform/platform.ts'
import { isSeen } from '../../platform/records.ts'
import { badField } from '../../platform/refusal.ts'
import { profileColumns, taxItemColumns } from './columns.ts'
import { profileImport } from './imports.ts'
import { addProfile, changeProfile, setDefaultProfile, setProfilesEnabled } from './profiles.ts'
import { listProfiles, profileDetail, totalProfiles } from './queries.profiles.ts'
import { listTaxItems, taxItemDetail, totalTaxItems } from './queries.taxItems.ts'
import { addTaxItem, changeTaxItem } from './taxItems.ts'

export { moveProfiles } from './moveProfiles.ts'
export { addProfile } from './profiles.ts'

/** Invoices (domain-money M30–M38): titles of companies and tax items. */
export function invoices({ bind, exports, imports, records }: Platform): void {
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
