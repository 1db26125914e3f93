import type { ContactRow } from '@xunyun/contract/companies/contacts'
import { columnsOf } from '../../shared/grid/column.tsx'

const column = columnsOf<ContactRow>()
const hidden = { hidden: true } as const

const stateOf = (row: ContactRow) => (row.enabled ? (row.isDefault ? 'default' : 'normal') : 'disabled')
const words = {
  default: 'companies:contact.isDefault',
  normal: 'companies:contact.normal',
  disabled: 'companies:state.disabled',
} as const

export const contactColumns = [
  column.link('name', 'companies:contact.name', { width: 112, sortKey: 'name' }),
  column.text('mobile', 'companies:contact.phone', {
    width: 120,
    card: 'meta',
    value: (row) => row.mobile ?? row.tel,
  }),
  column.text('companyName', 'companies:contact.companyName', { width: 208, sortKey: 'companyName', card: 'meta' }),
  column.text('regionName', 'companies:contact.regionName', { width: 176 }),
  column.text('address', 'companies:contact.address', { width: 240, card: 'fact' }),
  column.state('isDefault', 'companies:contact.state', {
    value: stateOf,
    words: (row) => words[stateOf(row)],
    tone: (row) => (row.enabled ? (row.isDefault ? 'blue' : 'green') : 'grey'),
    width: 92,
  }),
  column.ago('lastUsedAt', 'companies:contact.lastUsedAt', { sortKey: 'lastUsedAt' }),
  column.text('tel', 'companies:contact.tel', { ...hidden, width: 120 }),
  column.text('partyCompany', 'companies:contact.partyCompany', { ...hidden, width: 168 }),
  column.text('remark', 'companies:contact.remark', { ...hidden, width: 160 }),
  column.moment('createdAt', 'companies:contact.createdAt', { ...hidden, sortKey: 'createdAt' }),
]

/** What we note about a person is no column of a customer's list. */
export const customersContactColumns = contactColumns.filter(({ key }) => key !== 'remark')
