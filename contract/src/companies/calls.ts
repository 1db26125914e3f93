import * as z from 'zod/mini'
import { approve, browse, edit } from '../access.ts'
import { codes } from '../dictionary.ts'
import { call, type Input, type Right } from '../kernel/call.ts'
import { phone, uscc } from '../kernel/checks.ts'
import { choice, listCalls, outcomes, totalsOutput } from '../kernel/list.ts'
import { nullableText, version } from '../kernel/record.ts'
import { date, decimal, flag, id, int, lines, many, money, oneOf, optional, text } from '../kernel/wire.ts'
import { historyEntry } from '../system/calls.ts'

/** Business partners of every role, and our own outlets as a tree (domain §1). Contacts: `contacts.ts`. */

/** Three entries on one table: 公司名称, 供应商列表, 往来单位管理. */
export const companyEntries = ['view', 'supplier', 'manage'] as const
export type CompanyEntry = (typeof companyEntries)[number]

const looks: [Right, ...Right[]] = [browse('companyView'), browse('companySupplier'), browse('companyManage')]
const edits: [Right, ...Right[]] = [edit('companyView'), edit('companySupplier'), edit('companyManage')]
const decides: [Right, ...Right[]] = [approve('companyView'), approve('companySupplier'), approve('companyManage')]

const role = oneOf(codes('companyRole'))
export const email = text(120).check(z.regex(/^[^\s@<>,;]+@[^\s@<>,;]+\.[^\s@<>,;.]+$/, 'field.email'))

export const companyFields = {
  /** Not given: the next free C + 5 digits. */
  code: optional(text(30).check(z.regex(/^[A-Za-z0-9_-]+$/, 'field.invalid'))),
  name: text(120),
  /** Not given: the name. */
  shortName: optional(text(40)),
  roles: many(role, 9, 1),
  /** The outlet above this one; only for the role own. */
  parentId: optional(id),
  /** GB/T 2260, of any level: where the consignees live that this outlet gives out to; only for the role own. */
  serviceRegions: optional(many(text(12), 200)),
  /** Who heads it: what has no other owner is his; only for the role own. */
  headId: optional(id),
  /** Its live waybills are key ones; only for the role customer. */
  vip: optional(flag),
  uscc: optional(uscc),
  legalPerson: optional(text(60)),
  /** Road transport operation permit. */
  permitNo: optional(text(60)),
  permitExpiry: optional(date),
  /** From collection until a parcel is late (超时), 3 where it is not given; only for the role courier. */
  courierDays: optional(int(1, 60)),
  /** GB/T 2260, of any level. */
  regionCode: optional(text(12)),
  address: optional(text(200)),
  tel: optional(phone),
  email: optional(email),
  salesmanId: optional(id),
  settleMethod: optional(oneOf(codes('settleMethod'))),
  /** Yuan; not given = no limit. */
  creditLimit: optional(money),
  creditDays: optional(int(0, 999)),
  /** Day of the month on which the bill is drawn. */
  billDay: optional(int(1, 31)),
  taxpayerType: optional(oneOf(codes('taxpayerType'))),
  /** Which invoices a carrier gives us: the tax of special ones is deducted (M13). */
  deductibleInvoice: optional(oneOf(codes('deductibleInvoice'))),
  /** A fraction: 0.09 is 9 %. */
  /** Per cent. */
  taxRate: optional(decimal(2, '0', '100')),
  contractNo: optional(text(60)),
  contractFrom: optional(date),
  contractTo: optional(date),
  remark: optional(lines(500)),
}
export const companyInput = z.object(companyFields)
export type CompanyInput = z.output<typeof companyInput>

const rowFields = {
  id: z.int(),
  code: z.string(),
  name: z.string(),
  shortName: z.string(),
  roles: z.array(z.enum(codes('companyRole'))),
  parentId: z.nullable(z.int()),
  parentName: nullableText,
  serviceRegions: z.array(z.string()),
  /** 上海市、苏州市 吴江区; empty: it serves none. */
  serviceRegionNames: z.string(),
  headId: z.nullable(z.int()),
  headName: nullableText,
  vip: z.boolean(),
  uscc: nullableText,
  legalPerson: nullableText,
  permitNo: nullableText,
  permitExpiry: nullableText,
  courierDays: z.nullable(z.int()),
  regionCode: nullableText,
  /** 浙江省 杭州市 余杭区. */
  regionName: nullableText,
  address: nullableText,
  tel: nullableText,
  email: nullableText,
  salesmanId: z.nullable(z.int()),
  salesmanName: nullableText,
  settleMethod: nullableText,
  creditLimit: nullableText,
  /** Yuan of the limit that is used: all that is open of a customer, storage too, less what it has with us (M12). Null without the right to see charges. */
  used: nullableText,
  /** Yuan that it owes us, and that we owe it, at outlets of mine; the second needs the right to see costs. */
  uncollected: nullableText,
  unpaid: nullableText,
  creditDays: z.nullable(z.int()),
  billDay: z.nullable(z.int()),
  taxpayerType: nullableText,
  deductibleInvoice: nullableText,
  taxRate: nullableText,
  contractNo: nullableText,
  contractFrom: nullableText,
  contractTo: nullableText,
  blacklisted: z.boolean(),
  enabled: z.boolean(),
  /** Null for a customer's account, as salesman. */
  remark: nullableText,
  createdAt: z.string(),
  updatedAt: z.string(),
  version: z.int(),
  /** What this user may do to this very record: change it; disable, delete or blacklist it. */
  mayEdit: z.boolean(),
  mayApprove: z.boolean(),
}
export const companyRow = z.strictObject(rowFields)
export type CompanyRow = z.output<typeof companyRow>

/** A role (enabled ones), or permits that expire within 30 days, blacklisted, disabled. No tab = all. */
export const companyTabs = [...codes('companyRole'), 'expiring', 'blacklisted', 'disabled'] as const
export type CompanyTab = (typeof companyTabs)[number]

const filters = {
  /** The page it is asked from: only the roles of that entry. Not given: of all entries that the user may browse. */
  entry: optional(oneOf(companyEntries)),
  tab: optional(oneOf(companyTabs)),
  /** Contains: names, code, pinyin, initials, phone, credit code. */
  q: optional(text(60)),
  roles: optional(many(role, 9)),
  /** A region at any level: its code's significant digits. */
  region: optional(text(12)),
  salesmanId: optional(id),
  settleMethod: optional(oneOf(codes('settleMethod'))),
  taxpayerType: optional(oneOf(codes('taxpayerType'))),
  parentId: optional(id),
  enabled: optional(flag),
  blacklisted: optional(flag),
  /** The permit (the contract) ends within so many days, or has ended. */
  permitWithinDays: optional(int(0, 3650)),
  contractWithinDays: optional(int(0, 3650)),
  ids: optional(many(id)),
}
export type CompanyFilter = Input<typeof getCompanyTotals>
export const companySorts = ['name', 'code', 'createdAt', 'updatedAt', 'permitExpiry', 'creditLimit'] as const

export const [getCompanies, getCompanyTotals, exportCompanies] = listCalls({
  rows: { path: '/api/Companies/GetCompanies', summary: 'Companies of the roles that my pages cover, by name' },
  totals: {
    path: '/api/Companies/GetCompanyTotals',
    summary: 'How many a filter finds, the counts of its tabs, and what is open of them; asked for after the rows',
    output: totalsOutput({ used: nullableText, uncollected: nullableText, unpaid: nullableText }),
  },
  export: { path: '/api/Companies/ExportCompanies' },
  access: looks,
  audience: 'everybody',
  row: companyRow,
  filters,
  sorts: companySorts,
})
export const companyDetail = z.strictObject({
  ...rowFields,
  /** Outlets right below this one. */
  children: z.array(z.strictObject({ id: z.int(), code: z.string(), name: z.string(), enabled: z.boolean() })),
  /** What belongs to it, inside my scope. */
  counts: z.strictObject({ contacts: z.int(), waybills: z.int(), vehicles: z.int(), drivers: z.int(), users: z.int() }),
})
export type CompanyDetail = z.output<typeof companyDetail>
export const getCompany = call({
  method: 'GET',
  path: '/api/Companies/GetCompany',
  summary: 'One company, whole',
  audience: 'everybody',
  access: looks,
  input: z.object({ id }),
  output: companyDetail,
})
export const addCompany = call({
  method: 'POST',
  path: '/api/Companies/AddCompany',
  summary: 'Add a company; its roles must be those of a page I may edit',
  access: edits,
  input: companyInput,
  output: z.strictObject({ id: z.int(), code: z.string() }),
  idempotent: true,
})
export const changeCompany = call({
  method: 'POST',
  path: '/api/Companies/ChangeCompany',
  summary: 'Change a company; a field that is not given is emptied, but for the code',
  access: edits,
  input: z.object({ ...companyFields, id, version }),
  output: z.strictObject({ version: z.int() }),
})

const batch = { ids: many(id, 1000, 1) }
export const setCompaniesEnabled = call({
  method: 'POST',
  path: '/api/Companies/SetCompaniesEnabled',
  summary: 'Enable or disable; a disabled one can no longer be chosen',
  access: decides,
  input: z.object({ ...batch, enabled: flag }),
  output: outcomes,
})
export const setCompaniesBlacklisted = call({
  method: 'POST',
  path: '/api/Companies/SetCompaniesBlacklisted',
  summary: 'Blacklist, or take off the blacklist, with a reason',
  access: decides,
  input: z.object({ ...batch, blacklisted: flag, reason: text(200) }),
  output: outcomes,
})
export const deleteCompanies = call({
  method: 'POST',
  path: '/api/Companies/DeleteCompanies',
  summary: 'Delete companies that nothing refers to',
  access: decides,
  input: z.object(batch),
  output: outcomes,
})
export const mergeCompanies = call({
  method: 'POST',
  path: '/api/Companies/MergeCompanies',
  summary: 'Doubles become one: it gets their documents, contacts, accounts and roles, and what it lacks itself',
  access: decides,
  /** id: the one that stays, with its version; otherIds: the doubles, deleted. */
  input: z.object({ id, version, otherIds: many(id, 20, 1) }),
  output: z.strictObject({ version: z.int() }),
  idempotent: true,
})
export const assignSalesman = call({
  method: 'POST',
  path: '/api/Companies/AssignSalesman',
  summary: 'Set the salesman of several companies; none given = take it off',
  access: edits,
  input: z.object({ ...batch, salesmanId: optional(id) }),
  output: outcomes,
})
export const getCompanyHistory = call({
  method: 'GET',
  path: '/api/Companies/GetCompanyHistory',
  summary: "A company's timeline, latest first",
  access: looks,
  input: z.object({ id }),
  output: z.array(historyEntry),
})

/** Every page with a field for a company, an outlet or a contact. */
export const lookUpPages: [Right, ...Right[]] = [
  browse('taskList'),
  browse('phoneList'),
  browse('phoneOrder'),
  browse('allWayBill'),
  browse('arrangedOrder'),
  browse('arrangeOperate'),
  browse('arrangeList'),
  browse('carArrange'),
  browse('haveArranged'),
  browse('carCostApply'),
  ...looks,
  browse('contactCustomer'),
  browse('contactShipper'),
  browse('contactConsignee'),
  browse('contactSupplier'),
  browse('vehicleAll'),
  browse('vehicleOwn'),
  browse('vehicleContract'),
  browse('vehicleHired'),
  browse('driver'),
  browse('user'),
  browse('wxbind'),
  browse('quotation'),
  browse('billing'),
  browse('billApply'),
  browse('billApplyList'),
  browse('billApplyAudit'),
  edit('incOrDec'),
  browse('incOrDecList'),
  browse('transport'),
  browse('freight'),
  browse('profit'),
  browse('profitView'),
  browse('outboundNotice'),
  browse('outBound'),
  browse('encasement'),
]
const lookUp = { q: optional(text(60)), ids: optional(many(id, 200)) }
export const getCompanyChoices = call({
  method: 'GET',
  path: '/api/Companies/GetCompanyChoices',
  summary: 'At most 50 companies to choose from, by Chinese, pinyin, initials or code; with ids: just those',
  audience: 'everybody',
  access: lookUpPages,
  input: z.object({ ...lookUp, roles: optional(many(role, 9)) }),
  output: z.array(choice),
})
export const getOutletChoices = call({
  method: 'GET',
  path: '/api/Companies/GetOutletChoices',
  summary: 'Our outlets; mine = true: only those inside my scope',
  audience: 'everybody',
  access: [...lookUpPages, browse('wList')],
  input: z.object({ ...lookUp, mine: optional(flag) }),
  output: z.array(choice),
})

const county = z.strictObject({ value: z.string(), label: z.string() })
const city = z.extend(county, { children: z.optional(z.array(county)) })
const province = z.extend(county, { children: z.optional(z.array(city)) })
export const getRegions = call({
  method: 'GET',
  path: '/api/Regions/GetRegions',
  summary: 'Administrative regions, GB/T 2260, as a tree; may be kept for a day',
  audience: 'everybody',
  access: 'session',
  input: z.object({}),
  output: z.array(province),
})

export const parsedParty = z.strictObject({
  company: nullableText,
  name: nullableText,
  phone: nullableText,
  region: nullableText,
  regionName: nullableText,
  address: nullableText,
  /** What could not be placed, and stands at the end of the address. */
  rest: nullableText,
})
export type ParsedParty = z.output<typeof parsedParty>
export const parseParty = call({
  method: 'GET',
  path: '/api/Customers/ParseParty',
  summary: 'One pasted line (张三 13800138000 浙江省杭州市…) taken apart; null for what is not in it',
  audience: 'everybody',
  access: [
    edit('taskList'),
    edit('phoneList'),
    edit('phoneOrder'),
    edit('outboundNotice'),
    edit('allWayBill'),
    edit('contactCustomer'),
    edit('contactShipper'),
    edit('contactConsignee'),
    edit('contactSupplier'),
  ],
  input: z.object({ line: lines(500) }),
  output: parsedParty,
})
