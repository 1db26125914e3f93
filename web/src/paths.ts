import { type PageKey, pages, prefix } from '@xunyun/contract/pages'

/** Every address of the product: pages by their key, and the shell's own. Nothing else spells one out. */

type Bare<N extends string> = N extends `${infer Name}?` ? Name : N
type Names<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Bare<Name> | Names<Rest>
  : P extends `${string}:${infer Name}`
    ? Bare<Name>
    : never
type PathOf<K extends PageKey> = (typeof pages)[K]['path']
type Filled<P extends string> = [Names<P>] extends [never] ? [] : [params: Readonly<Record<Names<P>, string | number>>]

/** Address of a page: `pathTo('waybill', { no })`. One that may be left out is left out by an empty text. */
export function pathTo<K extends PageKey>(key: K, ...[params]: Filled<PathOf<K>>): string {
  const given = params as Readonly<Record<string, string | number>> | undefined
  const filled = pages[key].path.replace(/:(\w+)\??/g, (_, name: string) =>
    encodeURIComponent(String(given?.[name] ?? '')),
  )
  return filled.length > 1 ? filled.replace(/\/$/, '') : filled
}

export const loginPaths = ['/login', `${prefix}/login`] as const

export const paths = {
  root: '/',
  login: loginPaths[0],
  notFound: '/404',
  forbidden: '/401',
  loginSuccess: '/loginSuccess',
  bindSuccess: '/bindSuccess',
  authRedirect: '/auth-redirect',
  /** The login page on its tab with WeChat's code. */
  loginScan: '/login?tab=wechat',
  /** /logother/{type}: the one type there is (RT-04). */
  logOtherWeChat: '/logother/wechat',
  wxbind: '/Wxbind',
  /** Opens the path again from the start (RT-05). */
  redirect: (fullPath: string) => `/redirect${fullPath}`,
  /** 费用增减 of one waybill, or of what was approved with one application. */
  /** A waybill's number, a payable's, or `#` and the id of a charge. */
  /** Begun with one charge of it, and why, where these are known. */
  adjust: (no: string, of: { readonly feeItem?: string | null; readonly dispute?: string | null } = {}) =>
    `${pathTo('incOrDec')}?${new URLSearchParams({ no, ...(of.feeItem ? { fee: of.feeItem } : {}), ...(of.dispute ? { reason: of.dispute } : {}) })}`,
  /** Applies for an invoice of what is open on some waybills of one customer, or of walk-ins. */
  invoice: ({ customerId, numbers }: { customerId?: number | null | undefined; numbers: readonly string[] }) =>
    `${pathTo('billApply')}?${customerId == null ? '' : `customerId=${customerId}&`}numbers=${numbers.map(encodeURIComponent).join(',')}`,
  /** Takes down a case of a waybill's goods, or a complaint about it. */
  newCase: (page: 'abnormalList' | 'complaintList', no: string) => `${pathTo(page)}?new=${encodeURIComponent(no)}`,
  /** Login, and back to where one wanted to go (RT-07). */
  loginFor: (asked: string) => `/login?redirect=${encodeURIComponent(asked)}`,
}
