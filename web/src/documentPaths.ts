import { type PageKey, pageOf } from '@xunyun/contract/pages'

/** Lists in which a document is found by its number, by what the number begins with (domain §0.8), on the tab that holds all of them. */
const places: Readonly<Record<string, readonly [page: PageKey, tab?: string]>> = {
  YC: ['abnormalList'],
  TS: ['complaintList'],
  HD: ['receiptList'],
  FY: ['costApplication', 'all'],
  ZJ: ['incOrDecList'],
  ZX: ['specialList'],
  KD: ['courierList'],
  KP: ['billApplyList', 'all'],
  HP: ['billApplyList', 'all'],
  DZ: ['statement', 'all'],
  SK: ['payment', 'all'],
  FK: ['payment', 'all'],
  JZ: ['handIn', 'all'],
}

export const documentPages: readonly PageKey[] = [...new Set(Object.values(places).map(([page]) => page))]

/** The list with just this document; undefined: the number is none of these documents'. */
export function documentPlace(no: string): { readonly page: PageKey; readonly to: string } | undefined {
  const [page, tab = ''] = (/^[A-Z]{2}\d{6,}$/.test(no) && places[no.slice(0, 2)]) || []
  return page === undefined ? undefined : { page, to: `${pageOf(page).path}?tab=${tab}&q=${no}` }
}
