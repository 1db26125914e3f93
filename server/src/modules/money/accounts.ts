import type { Input, Output } from '@xunyun/contract/kernel/call'
import { compareDecimal, Exact } from '@xunyun/contract/kernel/decimal'
import type * as calls from '@xunyun/contract/money/accounts'
import type { CashAccountFilter, CashAccountInput, CashAccountRow, CashEntry } from '@xunyun/contract/money/accounts'
import { isDoorKind } from '@xunyun/contract/money/states'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Act } from '../../platform/act.ts'
import type { Actor } from '../../platform/actor.ts'
import { clock } from '../../platform/clock.ts'
import { all, anyOf, anyOfCodes, between, equals } from '../../platform/conditions.ts'
import { owned, type Tx } from '../../platform/db.ts'
import { differences, recordHistory } from '../../platform/history.ts'
import { countTabs, paging, type SortKey, totalsOf } from '../../platform/list.ts'
import { setMasters } from '../../platform/masters.ts'
import type { Numbering } from '../../platform/numbering.ts'
import { badField, notFound, Refusal } from '../../platform/refusal.ts'
import { inScope, isOwnOutlet, lockingSeen, scoped } from '../../platform/scope.ts'
import { changed, created, refuseStale } from '../../platform/version.ts'
import { nameOfCompany } from '../companies/index.ts'
import { cash, opening, postMoney, shortAt } from './post.ts'

/** Cash accounts: a master of outlets, and the journal of what moved on them. */

const lockAccounts = lockingSeen('cash_account')
type Locked = Awaited<ReturnType<typeof lockAccounts>> extends Map<number, infer R> ? R : never

const valuesOf = (input: CashAccountInput) => ({
  outlet_id: input.outletId,
  name: input.name,
  kind: input.kind,
  bank: input.bank ?? null,
  account_no: input.accountNo ?? null,
  may_go_below: input.kind === 'bank' && input.mayGoBelow === true,
  door: isDoorKind(input.kind) && input.door === true,
  remark: input.remark ?? null,
})
type Values = ReturnType<typeof valuesOf>
const historyValues = async (tx: Tx, values: Omit<Values, 'kind'> & { kind: string }) => ({
  outletName: await nameOfCompany(tx, values.outlet_id),
  name: values.name,
  kind: values.kind,
  bank: values.bank,
  accountNo: values.account_no,
  mayGoBelow: values.may_go_below,
  door: values.door,
  remark: values.remark,
})

async function check(tx: Tx, actor: Actor, input: CashAccountInput, before?: Locked): Promise<void> {
  // unscoped: whether it is one of the actor's is asked beside it
  const outlet = await owned(tx)
    .selectFrom('company')
    .select('id')
    .where('id', '=', input.outletId)
    .where('is_deleted', '=', false)
    .where(sql<boolean>`roles @> '{own}'::text[]`)
    .executeTakeFirst()
  if (outlet === undefined || !isOwnOutlet(actor, input.outletId)) throw badField('outletId', 'field.choice')
  if (before === undefined) return
  const balance = await balanceOf(tx, before.id)
  if (balance === undefined) return
  if (!valuesOf(input).may_go_below && compareDecimal(balance, '0') < 0)
    throw badField('mayGoBelow', 'money.isBelow', { balance })
  if (before.outlet_id !== input.outletId) throw badField('outletId', 'money.moved')
  if (before.kind !== input.kind) throw badField('kind', 'money.moved')
}

/** Yuan; undefined while nothing has moved. */
async function balanceOf(tx: Tx, id: number): Promise<string | undefined> {
  const row = await tx
    .selectFrom('money_balance')
    .select('balance')
    .where('account', '=', 'cash')
    .where('owner_kind', '=', 'cashAccount')
    .where('owner_id', '=', id)
    .executeTakeFirst()
  return row?.balance
}

export const addCashAccount: Act<typeof calls.addCashAccount> = async (
  { tx, actor },
  { opening: begins, day, ...input },
) => {
  await check(tx, actor, input)
  const values = valuesOf(input)
  const { id } = await owned(tx)
    .insertInto('cash_account')
    .values({ ...values, ...created(actor.userId) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await recordHistory(tx, actor, 'cashAccount', id, 'created', differences({}, await historyValues(tx, values)))
  if (begins !== undefined && compareDecimal(begins, '0') > 0)
    await postMoney(tx, actor, {
      act: 'opening',
      doc: { type: 'opening', id, no: input.name },
      key: 'opening',
      day: day ?? clock.today(),
      outletId: input.outletId,
      entries: [cash(id, begins), opening(input.outletId, begins)],
    })
  return { id }
}

export const changeCashAccount: Act<typeof calls.changeCashAccount> = async ({ tx, actor }, input) => {
  const before = (await lockAccounts(tx, actor, [input.id])).get(input.id)
  if (before === undefined) throw notFound()
  await refuseStale(tx, before, input.version)
  await check(tx, actor, input, before)
  const values = valuesOf(input)
  await owned(tx)
    .updateTable('cash_account')
    .set({ ...values, ...changed(actor.userId, before.version) })
    .where('id', '=', before.id)
    .execute()
  await tx
    .updateTable('money_balance')
    .set({ may_go_below: values.may_go_below })
    .where('account', '=', 'cash')
    .where('owner_id', '=', before.id)
    .execute()
  await recordHistory(
    tx,
    actor,
    'cashAccount',
    before.id,
    'changed',
    differences(await historyValues(tx, before), await historyValues(tx, values)),
  )
  return { version: before.version + 1 }
}

export const setCashAccountsEnabled: Act<typeof calls.setCashAccountsEnabled> = (asked, { ids, enabled }) =>
  setMasters<Locked>(
    asked,
    ids,
    { enabled },
    {
      entity: 'cashAccount',
      lock: lockAccounts,
      no: ({ name }) => name,
      objection: async ({ id }) => {
        const balance = await balanceOf(asked.tx, id)
        return enabled || balance === undefined || compareDecimal(balance, '0') === 0
          ? undefined
          : new Refusal('money.notEmpty', { balance })
      },
      write: ({ id }, values) =>
        owned(asked.tx)
          .updateTable('cash_account')
          .set(values as never)
          .where('id', '=', id)
          .execute(),
    },
  )

/** An account that money may go to or come from: enabled, in scope; refused at `path`. Until the money is there nobody disables it. */
export async function accountFor(tx: Tx, actor: Actor, id: number, path: string) {
  const account = await scoped(tx, actor, 'cash_account').selectAll().where('id', '=', id).forShare().executeTakeFirst()
  if (account === undefined) throw badField(path, 'field.choice')
  if (!account.enabled) throw badField(path, 'money.accountDisabled')
  return account
}

export const transferMoney =
  (numbering: Numbering): Act<typeof calls.transferMoney> =>
  async ({ tx, actor }, input) => {
    if (input.fromId === input.toId) throw badField('toId', 'money.sameAccount')
    const from = await accountFor(tx, actor, input.fromId, 'fromId')
    const to = await accountFor(tx, actor, input.toId, 'toId')
    const [no = ''] = await numbering.next('ZC')
    await shortAt('fromId', () =>
      postMoney(tx, actor, {
        act: 'transfer',
        doc: { type: 'transfer', id: from.id, no },
        key: no,
        day: input.day,
        outletId: from.outlet_id,
        note: input.note,
        entries: [cash(from.id, new Exact(input.amount).negated().toFixed(2)), cash(to.id, input.amount)],
      }),
    )
    return { no }
  }

const sorts = {
  name: { by: sql`c.name collate "zh-x-icu"`, type: 'text' },
  balance: { by: sql`coalesce(b.balance, 0)`, type: 'numeric' },
  createdAt: { by: sql.ref('c.created_at'), type: 'timestamptz' },
} satisfies Record<string, SortKey>
const joins = sql`left join money_balance b on b.account = 'cash' and b.owner_kind = 'cashAccount' and b.owner_id = c.id`
const columns = sql`c.id, c.outlet_id as "outletId", o.short_name as "outletName", c.name, c.kind, c.bank, c.account_no as "accountNo",
  c.may_go_below as "mayGoBelow", c.door, c.remark, coalesce(b.balance, 0)::numeric(14,2)::text as balance,
  (select max(e.day) from money_entry e where e.account = 'cash' and e.owner_kind = 'cashAccount' and e.owner_id = c.id) as "lastMovedOn",
  c.enabled, c.created_at as "createdAt", c.updated_at as "updatedAt", c.version`
const tabOf = (tab: 'enabled' | 'disabled' | undefined) =>
  tab === undefined ? sql<SqlBool>`true` : tab === 'enabled' ? sql<SqlBool>`c.enabled` : sql<SqlBool>`not c.enabled`
const conditionsOf = (actor: Actor, filter: CashAccountFilter): RawBuilder<SqlBool> =>
  all([
    sql<SqlBool>`not c.is_deleted and ${inScope(actor, 'cash_account', 'c')}`,
    filter.q === undefined
      ? undefined
      : sql<SqlBool>`position(lower(${filter.q}) in lower(concat_ws(' ', c.name, c.bank, c.account_no))) > 0`,
    anyOfCodes('c.kind', filter.kinds),
    equals('c.outlet_id', filter.outletId),
    anyOf('c.id', filter.ids),
  ])

export async function listAccounts(
  tx: Tx,
  actor: Actor,
  input: Input<typeof calls.getCashAccounts>,
): Promise<Output<typeof calls.getCashAccounts>> {
  const page = paging(sorts, { sort: 'name', dir: 'asc' }, 'c.id', input)
  const found = await sql<CashAccountRow & { k: string }>`
    -- unscoped: the condition of the scope stands inside
    select ${columns}, ${page.key}::text as k from cash_account c ${joins} join company o on o.id = c.outlet_id
    where ${conditionsOf(actor, input)} and ${tabOf(input.tab)} and ${page.afterCursor} ${page.order} ${page.limit}`.execute(
    tx,
  )
  return page.finish(found.rows)
}

export async function totalAccounts(
  tx: Tx,
  actor: Actor,
  filter: CashAccountFilter,
): Promise<Output<typeof calls.getCashAccountTotals>> {
  const found = await sql<Output<typeof calls.getCashAccountTotals>>`
    -- unscoped: the condition of the scope stands inside
    select ${countTabs(['all', 'enabled', 'disabled'], tabOf, filter.tab)},
      coalesce(sum(b.balance) filter (where ${tabOf(filter.tab)}), 0)::numeric(14,2)::text as balance
    from cash_account c ${joins} where ${conditionsOf(actor, filter)}`.execute(tx)
  return totalsOf(found)
}

export async function accountDetail(tx: Tx, actor: Actor, id: number): Promise<CashAccountRow> {
  const { rows } = await listAccounts(tx, actor, { ids: [id] })
  const [row] = rows
  if (row === undefined) throw notFound()
  return row
}

export async function accountChoices(
  tx: Tx,
  actor: Actor,
  input: Input<typeof calls.getCashAccountChoices>,
): Promise<Output<typeof calls.getCashAccountChoices>> {
  const found = await sql<Output<typeof calls.getCashAccountChoices>[number]>`
    -- unscoped: the condition of the scope stands inside
    select c.id, c.name as label, o.short_name as hint, c.kind from cash_account c join company o on o.id = c.outlet_id
    where ${conditionsOf(actor, input)} and ${input.ids === undefined ? sql`c.enabled` : sql`true`}
    order by c.name collate "zh-x-icu", c.id limit 200`.execute(tx)
  return found.rows
}

const ofAccount = (id: number) =>
  sql<SqlBool>`e.account = 'cash' and e.owner_kind = 'cashAccount' and e.owner_id = ${id}`

const holder = (kind: string) => sql.raw(`case h.holder_kind when '${kind}' then h.holder_id end`)

const onSide = (side: calls.CashEntryFilter['side']) =>
  side === undefined ? undefined : side === 'income' ? sql<SqlBool>`e.amount > 0` : sql<SqlBool>`e.amount < 0`
/** What moved after an entry, of those that are read together. */
const laterOnes = sql`coalesce(sum(e.amount) over (order by e.day desc, e.id desc rows between unbounded preceding and 1 preceding), 0)`
/** Where a page shows one side alone, the other is added up all the same: from its latest to its earliest. */
const run = (accountId: number) => sql`run as (
  select e.id, ${laterOnes} as later from money_entry e where ${ofAccount(accountId)}
    and (e.day, e.id) >= (select day, id from paged order by day, id limit 1)
    and (e.day, e.id) <= (select day, id from paged order by day desc, id desc limit 1)),`

/**
 * The journal; the balance after an entry is the one that is kept, less what came in since: of the page's latest the entries after it are
 * added up, of the others the page's own, so that a first page reads its rows alone.
 */
export async function listEntries(
  tx: Tx,
  actor: Actor,
  input: Input<typeof calls.getCashEntries>,
): Promise<Output<typeof calls.getCashEntries>> {
  await accountDetail(tx, actor, input.accountId)
  const page = paging({ day: { by: sql.ref('e.day'), type: 'date' } }, { sort: 'day', dir: 'desc' }, 'e.id', input)
  const found = await sql<Omit<CashEntry, 'income' | 'expense'> & { amount: string; k: string }>`
    with paged as materialized (
      select e.id, e.day, ${page.key} as k from money_entry e
      where ${all([ofAccount(input.accountId), between('e.day', input.dayFrom, input.dayTo), onSide(input.side)])} and ${page.afterCursor} ${page.order} ${page.limit}
    ), ${input.side === undefined ? sql`` : run(input.accountId)} since as (
      select b.balance - coalesce((select sum(e.amount) from money_entry e where ${ofAccount(input.accountId)} and (e.day, e.id) > (t.day, t.id)), 0) as balance
      from (select day, id from paged order by day desc, id desc limit 1) t, money_balance b
      where b.account = 'cash' and b.owner_kind = 'cashAccount' and b.owner_id = ${input.accountId}
    )
    select e.id, e.owner_id as "accountId", c.name as "accountName", e.day, g.act, g.doc_type as "docType", g.doc_no as "docNo",
      x.id as "otherAccountId",
      -- unscoped: of an account that was found in scope
      coalesce(x.name, (select coalesce(k.name, d.name, w.waybill_no, y.name) from (
          -- unscoped: as above
          select m.company_id, m.driver_id, m.waybill_id, null as user_id from payment m where g.doc_type = 'payment' and m.id = g.doc_id
          union all select ${holder('company')}, ${holder('driver')}, null, ${holder('user')} from hand_in h where g.doc_type = 'handIn' and h.id = g.doc_id
          union all select x.company_id, null, x.waybill_id, null from cod_payout x where g.doc_type = 'codPayout' and x.id = g.doc_id
          union all select ${holder('company')}, ${holder('driver')}, null, ${holder('user')} from collection h where g.doc_type = 'collection' and h.id = g.doc_id
        -- unscoped: as above
        ) m left join company k on k.id = m.company_id left join driver d on d.id = m.driver_id
        left join waybill w on w.id = m.waybill_id left join app_user y on y.id = m.user_id)) as "partyName",
      g.note, e.amount::text as amount, g.posted_at as "postedAt", u.name as "postedByName", p.k::text as k,
      ((select balance from since) - ${input.side === undefined ? laterOnes : sql`(select r.later from run r where r.id = e.id)`})::numeric(14,2)::text as balance
    -- unscoped: of an account that was found in scope
    from paged p join money_entry e on e.id = p.id join money_posting g on g.id = e.posting_id join cash_account c on c.id = e.owner_id
      join app_user u on u.id = g.posted_by
      -- unscoped: the other side of a transfer is named
      left join lateral (select a.id, a.name from money_entry o join cash_account a on a.id = o.owner_id
        where g.act = 'transfer' and o.posting_id = g.id and o.account = 'cash' and o.owner_id <> e.owner_id limit 1) x on true ${page.orderOut}`.execute(
    tx,
  )
  const { rows, next } = page.finish(found.rows)
  return {
    rows: rows.map(({ amount, ...row }) => ({
      ...row,
      income: compareDecimal(amount, '0') > 0 ? amount : null,
      expense: compareDecimal(amount, '0') < 0 ? new Exact(amount).abs().toFixed(2) : null,
    })),
    next,
  }
}

export async function totalEntries(
  tx: Tx,
  actor: Actor,
  { accountId, dayFrom, dayTo, side }: calls.CashEntryFilter,
): Promise<Output<typeof calls.getCashEntryTotals>> {
  await accountDetail(tx, actor, accountId)
  const before = dayFrom === undefined ? sql`false` : sql`e.day < ${dayFrom}::date`
  const within = all([between('e.day', dayFrom, dayTo)])
  const upTo = dayTo === undefined ? sql`true` : sql`e.day <= ${dayTo}::date`
  const found = await sql<Output<typeof calls.getCashEntryTotals>>`
    select count(*) filter (where ${all([within, onSide(side)])}) as count, coalesce(sum(e.amount) filter (where ${before}), 0)::numeric(14,2)::text as opening,
      coalesce(sum(e.amount) filter (where ${within} and e.amount > 0), 0)::numeric(14,2)::text as income,
      coalesce(-sum(e.amount) filter (where ${within} and e.amount < 0), 0)::numeric(14,2)::text as expense,
      coalesce(sum(e.amount) filter (where ${upTo}), 0)::numeric(14,2)::text as closing, '{}'::json as tabs
    from money_entry e where ${ofAccount(accountId)}`.execute(tx)
  return totalsOf(found)
}
