import type { Language } from '@xunyun/contract/pages'
import type { ScopeKind, User } from '@xunyun/contract/system/calls'
import type { RoleRow } from '@xunyun/contract/system/roles'
import { type ListColumn, titled, yes } from '../../../platform/excel/list.ts'
import { fieldWord } from '../../../platform/fieldWords.ts'

const enabledWords = {
  true: titled('启用', 'Enabled', 'Activo', '有効'),
  false: titled('停用', 'Disabled', 'Inactivo', '停止'),
}
const enabledWord = (enabled: boolean, language: Language) => enabledWords[enabled ? 'true' : 'false'][language]
const scopeWords: Readonly<Record<ScopeKind, ReturnType<typeof titled>>> = {
  all: titled('全部', 'Everything', 'Todo', 'すべて'),
  outlet: titled('网点含下级', 'Outlets and those below', 'Sedes y dependientes', '拠点と下位'),
  customer: titled('客户', 'Customers', 'Clientes', '顧客'),
}
const state = titled('状态', 'State', 'Estado', '状態')

/** The columns of the exports; keys are those of the pages. */
export const roleColumns: readonly ListColumn<RoleRow>[] = [
  { key: 'name', type: 'text', width: 20, titles: fieldWord('system:role.name') },
  { key: 'people', type: 'integer', width: 8, titles: fieldWord('system:role.people') },
  { key: 'rights', type: 'integer', width: 8, titles: fieldWord('system:role.rights') },
  {
    key: 'preset',
    type: 'text',
    width: 8,
    titles: fieldWord('system:role.preset'),
    value: ({ preset }, language) => yes(preset !== null, language),
  },
  {
    key: 'enabled',
    type: 'text',
    width: 8,
    titles: state,
    value: ({ enabled }, language) => enabledWord(enabled, language),
  },
  { key: 'note', type: 'text', width: 40, titles: fieldWord('system:role.note') },
  { key: 'updatedByName', type: 'text', titles: fieldWord('system:role.changedBy') },
  { key: 'updatedAt', type: 'moment', titles: fieldWord('system:role.changedAt') },
  { key: 'createdAt', type: 'moment', titles: fieldWord('system:user.created') },
]

export const userColumns: readonly ListColumn<User>[] = [
  { key: 'LOGNAME', type: 'text', width: 16, titles: fieldWord('system:user.account') },
  { key: 'UNAME', type: 'text', width: 12, titles: fieldWord('system:user.name') },
  { key: 'mobile', type: 'text', width: 14, titles: fieldWord('system:user.mobile') },
  { key: 'outletName', type: 'text', width: 18, titles: fieldWord('system:user.outlet') },
  {
    key: 'roles',
    type: 'text',
    width: 24,
    titles: fieldWord('system:user.roles'),
    value: ({ roles }) => roles.map(({ name }) => name).join(', '),
  },
  {
    key: 'scope',
    type: 'text',
    width: 14,
    titles: fieldWord('system:user.scope'),
    value: ({ scope }, language) => scopeWords[scope][language],
  },
  { key: 'boundNames', type: 'text', width: 30, titles: fieldWord('system:user.companies') },
  {
    key: 'warehouses',
    type: 'text',
    width: 24,
    titles: fieldWord('system:user.warehouses'),
    value: ({ warehouses }, language) =>
      warehouses === null ? scopeWords.all[language] : warehouses.map(({ name }) => name).join(', '),
  },
  {
    key: 'OpenId',
    type: 'text',
    width: 8,
    titles: fieldWord('system:user.wechat'),
    value: ({ OpenId }, language) => yes(OpenId !== '', language),
  },
  {
    key: 'STATUS',
    type: 'text',
    width: 8,
    titles: state,
    value: ({ STATUS }, language) => enabledWord(STATUS === 0, language),
  },
  { key: 'sessions', type: 'integer', width: 8, titles: fieldWord('system:user.sessions') },
  { key: 'lastLoginAt', type: 'moment', titles: fieldWord('system:user.lastLogin') },
  {
    key: 'mustChangePassword',
    type: 'text',
    width: 8,
    titles: fieldWord('system:user.mustChange'),
    value: ({ mustChangePassword }, language) => yes(mustChangePassword, language),
  },
  {
    key: 'ISDIAL',
    type: 'text',
    width: 8,
    titles: fieldWord('system:user.isDial'),
    value: ({ ISDIAL }, language) => yes(ISDIAL === 1, language),
  },
  { key: 'createdAt', type: 'moment', titles: fieldWord('system:user.created') },
]
