import type { CompanyEntry, CompanyRow } from '@xunyun/contract/companies/calls'
import { wordFor } from '@xunyun/contract/dictionary'
import type { Language } from '@xunyun/contract/pages'
import { columnsOf } from '../../shared/grid/column.tsx'
import { expiryColumn } from '../../shared/grid/expiry.tsx'
import type { Column } from '../../shared/grid/types.ts'
import { i18n } from '../../shared/i18n/i18n.ts'

const column = columnsOf<CompanyRow>()

/** The words of the roles, in one line. */
export const rolesText = (roles: readonly string[], language: Language): string =>
  roles.map((role) => wordFor('companyRole', role, language)).join(i18n.t('ui:list.separator'))

/** 9.00 is 9. */
export const plainRate = (rate: string): string => (rate.includes('.') ? rate.replace(/\.?0+$/, '') : rate)
export const percent = (rate: string): string => `${plainRate(rate)}%`

const stateOf = (row: CompanyRow) => (row.blacklisted ? 'blacklisted' : row.enabled ? 'enabled' : 'disabled')

const permit = expiryColumn<CompanyRow>('permitExpiry', 'companies:company.permitExpiry', { sortKey: 'permitExpiry' })
const credit = column.money('creditLimit', 'companies:company.creditLimit', { sortKey: 'creditLimit' })
const used = column.money('used', 'companies:company.used', { total: 'used' })
const uncollected = column.money('uncollected', 'companies:company.uncollected', { total: 'uncollected', card: 'fact' })
const unpaid = column.money('unpaid', 'companies:company.unpaid', { total: 'unpaid', card: 'fact' })
const salesman = column.text('salesmanName', 'companies:company.salesmanName', { width: 84 })

const first: readonly Column<CompanyRow>[] = [
  column.link('name', 'companies:company.name', { width: 208, sortKey: 'name' }),
  column.text('code', 'companies:company.code', { width: 88, sortKey: 'code', card: 'aside' }),
  column.custom({
    key: 'roles',
    title: 'companies:company.roles',
    width: 124,
    card: 'meta',
    render: (row, { language }) => rolesText(row.roles, language),
    text: (row, language) => rolesText(row.roles, language),
  }),
  column.text('regionName', 'companies:company.regionName', { width: 160, card: 'meta' }),
  column.text('tel', 'companies:company.tel', { width: 132, card: 'fact' }),
]
const state = column.state('enabled', 'companies:company.state', {
  value: stateOf,
  words: (row) => `companies:state.${stateOf(row)}`,
  tone: (row) => (row.blacklisted ? 'red' : row.enabled ? 'green' : 'grey'),
  width: 92,
})
const hidden = { hidden: true } as const
const last: readonly Column<CompanyRow>[] = [
  column.text('shortName', 'companies:company.shortName', hidden),
  column.text('uscc', 'companies:company.uscc', { ...hidden, width: 160 }),
  column.text('legalPerson', 'companies:company.legalPerson', { ...hidden, width: 84 }),
  column.integer('creditDays', 'companies:company.creditDays', { ...hidden, width: 84 }),
  column.integer('billDay', 'companies:company.billDay', { ...hidden, width: 76 }),
  column.code('taxpayerType', 'companies:company.taxpayerType', 'taxpayerType', { ...hidden, width: 116 }),
  column.text('contractNo', 'companies:company.contractNo', hidden),
  expiryColumn<CompanyRow>('contractTo', 'companies:company.contractTo', hidden),
  column.text('permitNo', 'companies:company.permitNo', hidden),
  column.text('headName', 'companies:company.headName', { ...hidden, width: 84 }),
  column.integer('courierDays', 'companies:company.courierDays', { ...hidden, width: 96 }),
  column.text('parentName', 'companies:company.parentName', { ...hidden, width: 132 }),
  column.text('serviceRegionNames', 'companies:company.serviceRegionNames', { ...hidden, width: 200 }),
  column.text('address', 'companies:company.address', { ...hidden, width: 200 }),
  column.text('email', 'companies:company.email', { ...hidden, width: 160 }),
  column.text('remark', 'companies:company.remark', { ...hidden, width: 160 }),
  column.moment('createdAt', 'companies:company.createdAt', { ...hidden, sortKey: 'createdAt' }),
  column.moment('updatedAt', 'companies:company.updatedAt', { ...hidden, sortKey: 'updatedAt' }),
]
const settle = column.code('settleMethod', 'companies:company.settleMethod', 'settleMethod')

const customers = [
  ...first,
  salesman,
  settle,
  credit,
  used,
  uncollected,
  state,
  { ...unpaid, hidden: true, card: undefined },
  ...last.toSpliced(9, 0, { ...permit, hidden: true }),
]
const suppliers = [
  ...first,
  permit,
  settle,
  unpaid,
  state,
  { ...salesman, hidden: true },
  { ...credit, hidden: true },
  { ...uncollected, hidden: true, card: undefined },
  ...last,
]

/** A customer's account is given neither its salesman nor what we note about it, how much credit it has used, or what we owe. */
const internal = new Set(['salesmanName', 'remark', 'used', 'unpaid'])

const all: Readonly<Record<CompanyEntry, readonly Column<CompanyRow>[]>> = {
  view: customers,
  supplier: suppliers,
  manage: customers,
}
const without = (columns: readonly Column<CompanyRow>[]) => columns.filter(({ key }) => !internal.has(key))
const outside = { view: without(customers), supplier: without(suppliers), manage: without(customers) }

export const companyColumns = (entry: CompanyEntry, isCustomer: boolean): readonly Column<CompanyRow>[] =>
  (isCustomer ? outside : all)[entry]
