import * as z from 'zod/mini'
import { approve, browse, edit } from '../access.ts'
import { call, type Input, type Right } from '../kernel/call.ts'
import { isLandline, mobile } from '../kernel/checks.ts'
import { listCalls, outcomes } from '../kernel/list.ts'
import { nullableText, version } from '../kernel/record.ts'
import { normalizePhone } from '../kernel/text.ts'
import { decimal, flag, id, lines, many, oneOf, optional, text } from '../kernel/wire.ts'
import { historyEntry } from '../system/calls.ts'

/** Contacts of companies: persons with phone and address (domain §1). Each type has its page and its right. */

export const contactTypes = ['customer', 'supplier', 'shipper', 'consignee'] as const
export type ContactType = (typeof contactTypes)[number]

const looks: [Right, ...Right[]] = [
  browse('contactCustomer'),
  browse('contactShipper'),
  browse('contactConsignee'),
  browse('contactSupplier'),
]
const edits: [Right, ...Right[]] = [
  edit('contactCustomer'),
  edit('contactShipper'),
  edit('contactConsignee'),
  edit('contactSupplier'),
]
const decides: [Right, ...Right[]] = [
  approve('contactCustomer'),
  approve('contactShipper'),
  approve('contactConsignee'),
  approve('contactSupplier'),
]

const landline = z.pipe(
  z.pipe(text(30), z.transform(normalizePhone)),
  z.string().check(z.refine(isLandline, 'field.phone')),
)

const fields = {
  /** The company that keeps this contact: for shippers and consignees the customer whose address book it is. */
  companyId: id,
  name: text(60),
  /** The company of the person, where it is another one than that above. */
  partyCompany: optional(text(120)),
  /** A mobile or a landline number, or both. */
  mobile: optional(mobile),
  tel: optional(landline),
  /** GB/T 2260. */
  regionCode: optional(text(12)),
  address: optional(text(200)),
  /** Degrees, WGS-84; both or neither. The form shows and takes them as Chinese maps have them, GCJ-02. */
  lng: optional(decimal(6, '-180', '180')),
  lat: optional(decimal(6, '-90', '90')),
  isDefault: optional(flag),
  remark: optional(lines(500)),
}
export const contactRow = z.strictObject({
  id: z.int(),
  type: z.enum(contactTypes),
  companyId: z.int(),
  companyName: z.string(),
  partyCompany: nullableText,
  name: z.string(),
  mobile: nullableText,
  tel: nullableText,
  regionCode: nullableText,
  regionName: nullableText,
  address: nullableText,
  lng: nullableText,
  lat: nullableText,
  isDefault: z.boolean(),
  enabled: z.boolean(),
  lastUsedAt: nullableText,
  /** Null for a customer's account. */
  remark: nullableText,
  createdAt: z.string(),
  updatedAt: z.string(),
  version: z.int(),
  mayEdit: z.boolean(),
  mayApprove: z.boolean(),
})
export type ContactRow = z.output<typeof contactRow>

export const contactTabs = ['default', 'disabled'] as const
export type ContactTab = (typeof contactTabs)[number]

const filters = {
  /** Not given: the types of all pages that I may browse. */
  type: optional(oneOf(contactTypes)),
  tab: optional(oneOf(contactTabs)),
  /** Contains: name, pinyin, initials, phone, company, address. */
  q: optional(text(60)),
  companyId: optional(id),
  region: optional(text(12)),
  isDefault: optional(flag),
  enabled: optional(flag),
  ids: optional(many(id)),
}
export type ContactFilter = Input<typeof getContactTotals>
export const contactSorts = ['name', 'companyName', 'lastUsedAt', 'createdAt'] as const

export const [getContacts, getContactTotals, exportContacts] = listCalls({
  rows: { path: '/api/Contacts/GetContacts', summary: 'Contacts of the types that my pages cover, by name' },
  totals: { path: '/api/Contacts/GetContactTotals' },
  export: { path: '/api/Contacts/ExportContacts' },
  access: looks,
  audience: 'everybody',
  row: contactRow,
  filters,
  sorts: contactSorts,
})
export const getContact = call({
  method: 'GET',
  path: '/api/Contacts/GetContact',
  summary: 'One contact',
  audience: 'everybody',
  access: looks,
  input: z.object({ id }),
  output: contactRow,
})
export const addContact = call({
  method: 'POST',
  path: '/api/Contacts/AddContact',
  summary: 'Add a contact of a type whose page I may edit',
  audience: 'everybody',
  access: edits,
  input: z.object({ ...fields, type: oneOf(contactTypes) }),
  output: z.strictObject({ id: z.int() }),
  idempotent: true,
})
export const changeContact = call({
  method: 'POST',
  path: '/api/Contacts/ChangeContact',
  summary: 'Change a contact; its type stays; a field that is not given is emptied',
  audience: 'everybody',
  access: edits,
  input: z.object({ ...fields, id, version }),
  output: z.strictObject({ version: z.int() }),
})
const batch = { ids: many(id, 1000, 1) }
export const setContactsEnabled = call({
  method: 'POST',
  path: '/api/Contacts/SetContactsEnabled',
  summary: 'Enable or disable contacts; a disabled one is no default any more',
  audience: 'everybody',
  access: decides,
  input: z.object({ ...batch, enabled: flag }),
  output: outcomes,
})
export const deleteContacts = call({
  method: 'POST',
  path: '/api/Contacts/DeleteContacts',
  summary: 'Delete contacts; waybills keep their own copy of the party',
  audience: 'everybody',
  access: decides,
  input: z.object(batch),
  output: outcomes,
})
export const setDefaultContact = call({
  method: 'POST',
  path: '/api/Contacts/SetDefaultContact',
  summary: 'Make a contact the default of its company and type, in place of the one before',
  audience: 'everybody',
  access: edits,
  input: z.object({ id }),
  output: z.strictObject({ version: z.int() }),
})
export const getContactHistory = call({
  method: 'GET',
  path: '/api/Contacts/GetContactHistory',
  summary: "A contact's timeline, latest first",
  access: looks,
  input: z.object({ id }),
  output: z.array(historyEntry),
})

export const contactChoice = z.strictObject({
  id: z.int(),
  type: z.enum(contactTypes),
  name: z.string(),
  /** The mobile, else the landline. */
  phone: z.string(),
  /** As it goes onto a waybill: the person's company, else the one that keeps the contact. */
  company: z.string(),
  companyId: z.int(),
  region: nullableText,
  regionName: nullableText,
  address: nullableText,
  isDefault: z.boolean(),
})
export type ContactChoice = z.output<typeof contactChoice>
export const getContactChoices = call({
  method: 'GET',
  path: '/api/Contacts/GetContactChoices',
  summary: 'At most 50 contacts for the parties of a waybill: the default and the last used first',
  audience: 'everybody',
  access: [browse('taskList'), browse('allWayBill'), ...looks],
  input: z.object({
    q: optional(text(60)),
    companyId: optional(id),
    /** Several: any of them. Supplier contacts need their own page's right. */
    types: optional(many(oneOf(contactTypes), 4)),
  }),
  output: z.array(contactChoice),
})
