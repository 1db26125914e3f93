import { type BizType, decidingPages } from '@xunyun/contract/approvals/bizTypes'
import type { PageKey } from '@xunyun/contract/pages'
import type { MenuItem } from '@xunyun/contract/system/calls'
import type { Notification } from '@xunyun/contract/workbench/notifications'
import { pathTo } from '../../paths.ts'
import { rightsOfPage } from '../../shared/session/rights.ts'

/** Where on its own page what waits for a review stands. */
const tabs: Readonly<Partial<Record<PageKey, string>>> = {
  payment: '?tab=pending',
  cod: '?view=payouts',
  handIn: '?tab=difference',
}

/** What a piece of news leads to: of reviews the inbox; for whoever may decide on the document's own page alone, that page. */
export function placeOf({ link, params }: Pick<Notification, 'link' | 'params'>, menus: readonly MenuItem[]): string {
  const pages = decidingPages[params.type as BizType]
  const inbox = pathTo('unreviewed')
  if (link !== inbox || pages === undefined) return link
  const own = pages.find((page) => rightsOfPage(menus, page).approve) ?? 'unreviewed'
  return own === 'unreviewed' ? link : pathTo(own as 'payment') + (tabs[own] ?? '')
}
