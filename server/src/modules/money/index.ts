import { negated } from '@xunyun/contract/kernel/decimal'
import * as calls from '@xunyun/contract/money/accounts'
import { pageOf } from '@xunyun/contract/pages'
import { sql } from 'kysely'
import { clock } from '../../platform/clock.ts'
import { owned, roomToGroup, type Tx } from '../../platform/db.ts'
import { historyOf } from '../../platform/history.ts'
import type { Platform } from '../../platform/platform.ts'
import { isSeen } from '../../platform/records.ts'
import { badField, Refusal } from '../../platform/refusal.ts'
import type { MoveDocuments } from '../companies/index.ts'
import {
  accountChoices,
  accountDetail,
  addCashAccount,
  changeCashAccount,
  listAccounts,
  listEntries,
  setCashAccountsEnabled,
  totalAccounts,
  totalEntries,
  transferMoney,
} from './accounts.ts'
import { accountColumns, entryColumns } from './columns.ts'
import { postMoney } from './post.ts'
import { moneyDifferences, proveMoney } from './prove.ts'

export { accountFor, addCashAccount } from './accounts.ts'
export { doorAdvanceOf, doorAdvances } from './doorAdvances.ts'
export {
  advance,
  cash,
  cod,
  custody,
  type Entry,
  type Owner,
  opening,
  ownerNow,
  type Posting,
  payable,
  postMoney,
  prepaid,
  receivable,
  reverseMoney,
  shortAt,
} from './post.ts'

export { moneyDifferences, proveMoney } from './prove.ts'
export { type Settling, settledBy } from './settledBy.ts'
export { refuseStatedPosting } from './stated.ts'

/** The money ledger and the accounts that money lies on (M20–M27). */
export function money({ bind, exports, jobs, numbering, records }: Platform): void {
  jobs.nightly('money-proof', '03:20', proveMoney)
  records.register('cashAccount', {
    maySee: (tx, actor, id) => isSeen(accountDetail(tx, actor, id)),
    describe: async (tx, id) => {
      // unscoped: what a record is called, asked by whoever may see its history
      const row = await owned(tx).selectFrom('cash_account').select('name').where('id', '=', id).executeTakeFirst()
      const name = row?.name ?? String(id)
      return { name, link: `${pageOf('cashAccount').path}?q=${encodeURIComponent(name)}` }
    },
  })
  bind.constraints({
    cash_account__door: () => badField('door', 'money.doorTaken'),
    cash_account__name: () => badField('name', 'money.nameTaken'),
    money_balance__cash: () => new Refusal('kernel.busy'),
    money_posting__closed: () => new Refusal('charges.closed'),
    money_posting__once: () => new Refusal('kernel.busy'),
    money_posting__reversed_once: () => new Refusal('kernel.busy'),
  })
  bind(calls.getCashAccounts, ({ tx, actor }, input) => listAccounts(tx, actor, input))
  bind(calls.getCashAccountTotals, ({ tx, actor }, input) => totalAccounts(tx, actor, input))
  bind(calls.getCashAccount, ({ tx, actor }, { id }) => accountDetail(tx, actor, id))
  bind(calls.getCashAccountHistory, async ({ tx, actor }, { id }) => {
    await accountDetail(tx, actor, id)
    return historyOf(tx, 'cashAccount', id)
  })
  bind(calls.proveMoney, async ({ tx, actor }) => {
    if (actor.scope.kind !== 'all') throw new Refusal('money.allOutlets')
    await roomToGroup(tx)
    return { at: clock.iso(), differences: await moneyDifferences(tx) }
  })
  bind(calls.getCashAccountChoices, ({ tx, actor }, input) => accountChoices(tx, actor, input))
  exports.offer(calls.exportCashAccounts, {
    name: (actor) => pageOf('cashAccount').titles[actor.language],
    columns: () => accountColumns,
    page: (tx, actor, input, request) => listAccounts(tx, actor, { ...input, ...request, page: undefined }),
  })
  bind(calls.addCashAccount, addCashAccount)
  bind(calls.changeCashAccount, changeCashAccount)
  bind(calls.setCashAccountsEnabled, setCashAccountsEnabled)
  bind(calls.getCashEntries, ({ tx, actor }, input) => listEntries(tx, actor, input))
  bind(calls.getCashEntryTotals, ({ tx, actor }, input) => totalEntries(tx, actor, input))
  exports.offer(calls.exportCashEntries, {
    name: (actor) => pageOf('cashAccount').titles[actor.language],
    columns: () => entryColumns,
    page: (tx, actor, input, request) => listEntries(tx, actor, { ...input, ...request, page: undefined }),
  })
  bind(calls.transferMoney, transferMoney(numbering))
}

/** What a partner that was merged into another has with us, and we with it. */
export const moveBalances: MoveDocuments = async (tx, actor, from, to) => {
  const { rows } = await sql<{ account: 'advance' | 'prepaid' | 'custody'; balance: string }>`
    select account, balance from money_balance where owner_kind = 'company' and owner_id = ${from.id} and balance <> 0`.execute(
    tx,
  )
  for (const { account, balance } of rows)
    await postMoney(tx, actor, {
      act: 'transfer',
      doc: { type: 'company', id: from.id, no: from.name },
      key: `merged ${account}`,
      day: clock.today(),
      outletId: await outletOf(tx, account, from.id),
      entries: [
        { account, owner: { kind: 'company', id: from.id }, amount: negated(balance) },
        { account, owner: { kind: 'company', id: to.id }, amount: balance },
      ],
    })
}

/** Whose books it stands in: those of its last entry. */
async function outletOf(tx: Tx, account: string, companyId: number): Promise<number> {
  const { rows } = await sql<{
    id: number
  }>`select p.outlet_id as id from money_entry e join money_posting p on p.id = e.posting_id
    where e.account = ${account} and e.owner_kind = 'company' and e.owner_id = ${companyId} order by e.day desc, e.id desc limit 1`.execute(
    tx,
  )
  return (rows[0] as { id: number }).id
}
