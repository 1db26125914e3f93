import type { MenuItem } from '@xunyun/contract/system/calls'
import { expect, it } from 'vitest'
import { placeOf } from './placeOf.ts'

const inbox = '/tms/auditManagement/unreviewed'
const approves = (...pages: string[]) =>
  pages.map((Page) => ({ Page, BrowseAccess: 1, DeleteApprovedAccess: 1 }) as MenuItem)

it('a review that waits leads to the inbox, and whoever may decide on the document’s own page alone to that page', () => {
  const waits = (type: string) => ({ link: inbox, params: { type, no: 'FK1', count: 1 } })
  expect(placeOf(waits('payment'), approves('unreviewed', 'payment'))).toBe(inbox)
  expect(placeOf(waits('payment'), approves('payment'))).toBe('/financial/payment?tab=pending')
  expect(placeOf(waits('codPayout'), approves('cod'))).toBe('/financial/cod?view=payouts')
  expect(placeOf(waits('invoice'), approves('billApplyAudit'))).toBe('/financial/billApplyAudit')
  expect(placeOf(waits('claim'), approves('payment'))).toBe(inbox)
  expect(placeOf({ link: '/financial/statement', params: {} }, approves('payment'))).toBe('/financial/statement')
})
