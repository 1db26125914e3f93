import type { User } from '@xunyun/contract/system/calls'
import { columnsOf } from '../../../shared/grid/column.tsx'
import { sayNow } from '../../../shared/i18n/textKey.ts'

const column = columnsOf<User>()

export const userColumns = [
  column.link('LOGNAME', 'system:user.account', { width: 136, sortKey: 'LOGNAME' }),
  column.text('UNAME', 'system:user.name', { sortKey: 'UNAME', card: 'meta' }),
  column.text('mobile', 'system:user.mobile', { width: 120, card: 'aside' }),
  column.text('outletName', 'system:user.outlet', { width: 128, card: 'fact' }),
  column.text('roles', 'system:user.roles', {
    value: (row) => row.roles.map(({ name }) => name).join(', '),
    width: 136,
    card: 'lead',
  }),
  column.code('scope', 'system:user.scope', (row) => `system:scope.${row.scope}`, { width: 168, card: 'fact' }),
  column.state('STATUS', 'system:user.status', {
    words: (row) => `system:status.${row.STATUS === 0 ? 0 : 1}`,
    tone: (row) => (row.STATUS === 0 ? 'green' : 'grey'),
    width: 68,
  }),
  column.code('OpenId', 'system:user.wechat', (row) => `system:user.${row.OpenId === '' ? 'unbound' : 'bound'}`, {
    width: 100,
  }),
  column.integer('sessions', 'system:user.sessions', { width: 84 }),
  column.ago('lastLoginAt', 'system:user.lastLogin', { sortKey: 'lastLoginAt', width: 108 }),
  column.text('boundNames', 'system:user.companies', { width: 220 }),
  column.text('warehouses', 'system:user.warehouses', {
    value: ({ warehouses }) =>
      warehouses === null ? sayNow('system:user.allWarehouses') : warehouses.map(({ name }) => name).join(', '),
    width: 160,
    hidden: true,
  }),
  column.code(
    'mustChangePassword',
    'system:user.mustChange',
    (row) => `system:user.${row.mustChangePassword ? 'yes' : 'no'}`,
    {
      value: (row) => String(row.mustChangePassword),
      hidden: true,
    },
  ),
  column.code('ISDIAL', 'system:user.isDial', (row) => `system:user.${row.ISDIAL === 1 ? 'yes' : 'no'}`, {
    value: (row) => String(row.ISDIAL),
    hidden: true,
  }),
  column.moment('createdAt', 'system:user.created', { sortKey: 'createdAt', hidden: true }),
]
