import type { ProfileRow } from '@xunyun/contract/invoices/profiles'
import { trimmed } from '../../shared/form/decimals.ts'
import { columnsOf } from '../../shared/grid/column.tsx'
import type { Tone } from '../../shared/ui/StateTag.tsx'

const column = columnsOf<ProfileRow>()
const hidden = { hidden: true } as const

const tones = { enabled: 'green', incomplete: 'orange', disabled: 'grey' } as const satisfies Record<string, Tone>

const stateOf = (row: ProfileRow): keyof typeof tones =>
  row.enabled ? (row.complete ? 'enabled' : 'incomplete') : 'disabled'

const yesNo = (on: boolean) => (on ? ('ui:master.yes' as const) : ('ui:master.no' as const))

export const profileColumns = [
  column.link('title', 'invoices:profile.title', { width: 208, sortKey: 'title' }),
  column.text('companyName', 'invoices:profile.companyName', { width: 184, sortKey: 'companyName', card: 'meta' }),
  column.text('taxNo', 'invoices:profile.taxNo', { width: 172, card: 'meta' }),
  column.state('enabled', 'invoices:profile.state', {
    value: stateOf,
    words: (row) => `invoices:tab.${stateOf(row)}`,
    tone: (row) => tones[stateOf(row)],
    width: 84,
  }),
  column.code('type', 'invoices:profile.type', 'invoiceType', { width: 84, card: 'fact' }),
  column.text('taxRate', 'invoices:profile.taxRate', {
    width: 64,
    align: 'right',
    value: ({ taxRate }) => (taxRate === null ? null : `${trimmed(taxRate)}%`),
  }),
  column.code('isDefault', 'invoices:profile.isDefault', ({ isDefault }) => yesNo(isDefault), {
    value: ({ isDefault }) => String(isDefault),
    width: 64,
  }),
  column.money('unapplied', 'invoices:profile.unapplied', { total: 'unapplied', card: 'fact' }),
  column.money('inReview', 'invoices:profile.inReview', { total: 'inReview' }),
  column.text('bank', 'invoices:profile.bank', { width: 160 }),
  column.text('account', 'invoices:profile.account', { width: 172 }),
  column.text('recipient', 'invoices:profile.recipient', { width: 84, card: 'fact' }),
  column.text('mobile', 'invoices:profile.mobile', { width: 116 }),
  column.text('email', 'invoices:profile.email', { width: 172 }),
  column.moment('updatedAt', 'invoices:profile.updatedAt', { sortKey: 'updatedAt' }),
  column.text('address', 'invoices:profile.address', { ...hidden, width: 240 }),
  column.text('tel', 'invoices:profile.tel', hidden),
  column.text('salesmanName', 'invoices:profile.salesmanName', { ...hidden, width: 84 }),
]
