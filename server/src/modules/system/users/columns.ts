import type { Language } from '@xunyun/contract/pages'
import type { ScopeKind, User } from '@xunyun/contract/system/calls'
import type { RoleRow } from '@xunyun/contract/system/roles'
import { type ListColumn, listColumn, titled, yes } from '../../../platform/excel/list.ts'

const enabledWords = {
  true: titled('启用', 'Enabled', 'Activo', '有効'),
  false: titled('停用', 'Disabled', 'Inactivo', '停止'),
}
const enabledWord = (enabled: boolean, language: Language) => enabledWords[enabled ? 'true' : 'false'][language]
const scopeWords: Readonly<Record<ScopeKind, ReturnType<typeof titled>>> = {
  all: titled('全部', 'All', 'Todo', 'すべて'),
  outlet: titled('网点含下级', 'Outlets and those below', 'Sedes e inferiores', '拠点と配下'),
  customer: titled('客户', 'Customers', 'Clientes', '顧客'),
}
const state = titled('状态', 'State', 'Estado', '状態')

/** The columns of the exports; keys are those of the pages. */
export const roleColumns: readonly ListColumn<RoleRow>[] = [
  listColumn('system:role.name', 'text', { width: 20 }),
  listColumn('system:role.people', 'integer', { width: 8 }),
  listColumn('system:role.rights', 'integer', { width: 8 }),
  listColumn('system:role.preset', 'text', {
    width: 8,
    value: ({ preset }, language) => yes(preset !== null, language),
  }),
  {
    key: 'enabled',
    type: 'text',
    width: 8,
    titles: state,
    value: ({ enabled }, language) => enabledWord(enabled, language),
  },
  listColumn('system:role.note', 'text', { width: 40 }),
  listColumn('system:role.changedBy', 'text', { key: 'updatedByName' }),
  listColumn('system:role.changedAt', 'moment', { key: 'updatedAt' }),
  listColumn('system:user.created', 'moment', { key: 'createdAt' }),
]

export const userColumns: readonly ListColumn<User>[] = [
  listColumn('system:user.account', 'text', { key: 'LOGNAME', width: 16 }),
  listColumn('system:user.name', 'text', { key: 'UNAME', width: 12 }),
  listColumn('system:user.mobile', 'text', { width: 14 }),
  listColumn('system:user.outlet', 'text', { key: 'outletName', width: 18 }),
  listColumn('system:user.roles', 'text', {
    width: 24,
    value: ({ roles }) => roles.map(({ name }) => name).join(', '),
  }),
  listColumn('system:user.scope', 'text', { width: 14, value: ({ scope }, language) => scopeWords[scope][language] }),
  listColumn('system:user.companies', 'text', { key: 'boundNames', width: 30 }),
  listColumn('system:user.warehouses', 'text', {
    width: 24,
    value: ({ warehouses }, language) =>
      warehouses === null ? scopeWords.all[language] : warehouses.map(({ name }) => name).join(', '),
  }),
  listColumn('system:user.wechat', 'text', {
    key: 'OpenId',
    width: 8,
    value: ({ OpenId }, language) => yes(OpenId !== '', language),
  }),
  {
    key: 'STATUS',
    type: 'text',
    width: 8,
    titles: state,
    value: ({ STATUS }, language) => enabledWord(STATUS === 0, language),
  },
  listColumn('system:user.sessions', 'integer', { width: 8 }),
  listColumn('system:user.lastLogin', 'moment', { key: 'lastLoginAt' }),
  listColumn('system:user.mustChange', 'text', {
    key: 'mustChangePassword',
    width: 8,
    value: ({ mustChangePassword }, language) => yes(mustChangePassword, language),
  }),
  listColumn('system:user.isDial', 'text', {
    key: 'ISDIAL',
    width: 8,
    value: ({ ISDIAL }, language) => yes(ISDIAL === 1, language),
  }),
  listColumn('system:user.created', 'moment', { key: 'createdAt' }),
]
