import type { CashAccountRow } from '@xunyun/contract/money/accounts'
import { columnsOf } from '../../shared/grid/column.tsx'

const column = columnsOf<CashAccountRow>()
export const accountColumns = [
  column.link('name', 'money:account.name', { width: 180, sortKey: 'name' }),
  column.code('kind', 'money:account.kind', 'cashAccountKind', { width: 84, card: 'lead' }),
  column.text('outletName', 'money:account.outletName', { width: 120, card: 'meta' }),
  column.money('balance', 'money:account.balance', { width: 128, sortKey: 'balance', total: 'balance', card: 'fact' }),
  column.date('lastMovedOn', 'money:account.lastMovedOn', { card: 'aside' }),
  column.text('bank', 'money:account.bank', { width: 180, card: 'meta' }),
  column.text('accountNo', 'money:account.accountNo', { width: 180 }),
  column.text('remark', 'money:account.remark', { width: 160 }),
  column.moment('createdAt', 'money:account.createdAt', { hidden: true, sortKey: 'createdAt' }),
]
