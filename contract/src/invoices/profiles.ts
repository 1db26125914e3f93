import * as z from 'zod/mini'
import { browse, edit } from '../access.ts'
import { email } from '../companies/calls.ts'
import { codes } from '../dictionary.ts'
import { call, type Input } from '../kernel/call.ts'
import { mobile, phone, uscc } from '../kernel/checks.ts'
import { listCalls, outcomes, totalsOutput } from '../kernel/list.ts'
import { nullableText, version } from '../kernel/record.ts'
import { flag, id, many, oneOf, optional, text } from '../kernel/wire.ts'
import { historyEntry } from '../system/calls.ts'

/** Invoice titles 抬头 of business partners (domain-money §1 Company): several each, one of them the default. */

const fields = {
  companyId: id,
  title: text(120),
  /** GB 32100. A special invoice must have it. */
  taxNo: optional(uscc),
  type: oneOf(codes('invoiceType')),
  bank: optional(text(120)),
  account: optional(text(40).check(z.regex(/^[0-9 -]{6,40}$/, 'field.invalid'))),
  address: optional(text(200)),
  tel: optional(phone),
  /** To whom the issued invoice goes. */
  recipient: optional(text(60)),
  mobile,
  email: optional(email),
}
export const profileInput = z.object(fields)
export type ProfileInput = z.output<typeof profileInput>

export const profileRow = z.strictObject({
  id: z.int(),
  companyId: z.int(),
  companyName: z.string(),
  title: z.string(),
  taxNo: nullableText,
  /** Its check character is right. */
  taxNoValid: z.boolean(),
  type: z.enum(codes('invoiceType')),
  /** Per cent, as the company's file says. */
  taxRate: nullableText,
  bank: nullableText,
  account: nullableText,
  address: nullableText,
  tel: nullableText,
  recipient: nullableText,
  /** Null of one that was carried over from the company's file: to be completed. */
  mobile: nullableText,
  email: nullableText,
  isDefault: z.boolean(),
  /** What keeps it from use is there: a mobile, and of a special one a valid tax number. */
  complete: z.boolean(),
  enabled: z.boolean(),
  /** Yuan that the company owes my outlets and nobody has applied for; said at its default title. */
  unapplied: nullableText,
  /** Yuan under review under this title. */
  inReview: z.string(),
  salesmanName: nullableText,
  createdAt: z.string(),
  updatedAt: z.string(),
  version: z.int(),
})
export type ProfileRow = z.output<typeof profileRow>

/** incomplete 缺资料: enabled, but something is missing. */
export const profileTabs = ['enabled', 'incomplete', 'disabled'] as const
export type ProfileTab = (typeof profileTabs)[number]

const filters = {
  tab: optional(oneOf(profileTabs)),
  /** Contains: company, title, pinyin, initials, tax number. */
  q: optional(text(60)),
  companyId: optional(id),
  types: optional(many(oneOf(codes('invoiceType')), 2)),
  salesmanId: optional(id),
  /** Of companies that were charged at this outlet of mine. */
  outletId: optional(id),
  ids: optional(many(id)),
}
export type ProfileFilter = Input<typeof getProfileTotals>
export const profileSorts = ['companyName', 'title', 'updatedAt', 'createdAt'] as const

export const [getProfiles, getProfileTotals, exportProfiles] = listCalls({
  rows: { path: '/api/InvoiceProfiles/GetProfiles', summary: 'Invoice titles of the companies inside my scope' },
  totals: {
    path: '/api/InvoiceProfiles/GetProfileTotals',
    output: totalsOutput({ unapplied: z.string(), inReview: z.string() }),
  },
  export: { path: '/api/InvoiceProfiles/ExportProfiles' },
  access: [browse('billing'), edit('billApply')],
  row: profileRow,
  filters,
  sorts: profileSorts,
})
export const getProfile = call({
  method: 'GET',
  path: '/api/InvoiceProfiles/GetProfile',
  summary: 'One invoice title',
  access: [browse('billing')],
  input: z.object({ id }),
  output: profileRow,
})
export const addProfile = call({
  method: 'POST',
  path: '/api/InvoiceProfiles/AddProfile',
  summary: "Add an invoice title; a company's first one is its default",
  access: [edit('billing')],
  input: profileInput,
  output: z.strictObject({ id: z.int() }),
  idempotent: true,
})
export const changeProfile = call({
  method: 'POST',
  path: '/api/InvoiceProfiles/ChangeProfile',
  summary: 'Change an invoice title; a field that is not given is emptied, the company stays',
  access: [edit('billing')],
  input: z.object({ ...fields, id, version }),
  output: z.strictObject({ version: z.int() }),
})
export const setDefaultProfile = call({
  method: 'POST',
  path: '/api/InvoiceProfiles/SetDefaultProfile',
  summary: "Make an enabled title its company's default",
  access: [edit('billing')],
  input: z.object({ id, version }),
  output: z.strictObject({ version: z.int() }),
})
export const setProfilesEnabled = call({
  method: 'POST',
  path: '/api/InvoiceProfiles/SetProfilesEnabled',
  summary: 'Enable or disable titles; the default one hands that on to the oldest that is left',
  access: [edit('billing')],
  input: z.object({ ids: many(id, 1000, 1), enabled: flag }),
  output: outcomes,
})
export const getProfileHistory = call({
  method: 'GET',
  path: '/api/InvoiceProfiles/GetProfileHistory',
  summary: "An invoice title's timeline, latest first",
  access: [browse('billing')],
  input: z.object({ id }),
  output: z.array(historyEntry),
})
