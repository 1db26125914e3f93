import { compareDecimal, Exact, negated, sumDecimals } from '@xunyun/contract/kernel/decimal'
import type { MoneyAct } from '@xunyun/contract/money/states'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import { clock } from '../../platform/clock.ts'
import { kept, type Tx } from '../../platform/db.ts'
import { badField, Refusal } from '../../platform/refusal.ts'
import { refuseClosed, settleCharges, unsettleCharges } from '../charges/index.ts'

/**
 * The only way money moves (M20–M27): a posting whose entries come to nothing. + we have it, or are owed it. Receivables and
 * payables are settled with it; the balances of everything else are kept beside the entries.
 */

type Account = 'cash' | 'custody' | 'receivable' | 'payable' | 'advance' | 'prepaid' | 'cod' | 'opening'
type OwnerKind = 'cashAccount' | 'company' | 'driver' | 'user' | 'waybill' | 'charge' | 'outlet'
/** Whose money it is: a company, a driver, a person, or the party of a walk-in's waybill. */
export type Owner = { readonly kind: OwnerKind; readonly id: number }
export type Entry = {
  readonly account: Account
  readonly owner: Owner
  /** Yuan, not 0. */
  readonly amount: string
  readonly channel?: string
}

export const cash = (accountId: number, amount: string): Entry => ({
  account: 'cash',
  owner: { kind: 'cashAccount', id: accountId },
  amount,
})
/** Yuan that a receivable charge is settled by: the entry is the contrary. */
export const receivable = (chargeId: number, settled: string): Entry => ({
  account: 'receivable',
  owner: { kind: 'charge', id: chargeId },
  amount: negated(settled),
})
export const payable = (chargeId: number, settled: string): Entry => ({
  account: 'payable',
  owner: { kind: 'charge', id: chargeId },
  amount: settled,
})
/** Yuan that a party has with us more than before. */
export const advance = (owner: Owner, more: string): Entry => ({ account: 'advance', owner, amount: negated(more) })
/** Yuan that we have with a party more than before. */
export const prepaid = (owner: Owner, more: string): Entry => ({ account: 'prepaid', owner, amount: more })

/** Yuan that somebody has in hand for us more than before (M47). */
export const custody = (holder: Owner, more: string, channel: string): Entry => ({
  account: 'custody',
  owner: holder,
  amount: more,
  channel,
})
/** Yuan of a waybill's COD that we owe its customer more than before. */
export const cod = (waybillId: number, more: string): Entry => ({
  account: 'cod',
  owner: { kind: 'waybill', id: waybillId },
  amount: negated(more),
})

/** Yuan that an outlet begins with on the other side of the entry: no money came, and it is no profit (M22). */
export const opening = (outletId: number, more: string): Entry => ({
  account: 'opening',
  owner: { kind: 'outlet', id: outletId },
  amount: negated(more),
})

export type Posting = {
  readonly act: MoneyAct
  readonly doc: { readonly type: string; readonly id: number; readonly no: string }
  /** Of the document: an act posts once. */
  readonly key: string
  readonly day: string
  readonly outletId: number
  readonly note?: string | undefined
  readonly entries: readonly Entry[]
  /** Settles less, not more: what was settled is open again. */
  readonly frees?: boolean
  readonly reversesId?: number
}

/**
 * Posts and answers the posting's id. Charges are settled first, parties and holders next, accounts last (M26). Refuses at `day` a day that is
 * over the edge of today, or in a closed month; throws `PartRefusal` for a charge with less open than the entry says.
 */
export async function postMoney(tx: Tx, actor: Actor, posting: Posting): Promise<number> {
  if (posting.day > clock.today()) throw badField('day', 'field.future')
  await refuseClosed(tx, posting.day)
  const entries = posting.entries.filter(({ amount }) => compareDecimal(amount, '0') !== 0)
  const sum = sumDecimals(
    entries.map(({ amount }) => amount),
    2,
  )
  if (compareDecimal(sum, '0') !== 0) throw new Error(`a posting of ${posting.doc.no} comes to ${sum}`)
  await settle(tx, entries, posting.frees ?? false)
  await balance(tx, entries)
  const rows = entries.map(({ account, owner, amount, channel }) => ({
    account,
    owner_kind: owner.kind,
    owner_id: owner.id,
    channel: channel ?? null,
    amount,
  }))
  const { doc } = posting
  const posted = await sql<{ id: number }>`${kept}
    with new_posting as (
      insert into money_posting (act, doc_type, doc_id, doc_no, key, day, outlet_id, note, reverses_id, posted_at, posted_by)
      values (${posting.act}, ${doc.type}, ${doc.id}, ${doc.no}, ${posting.key}, ${posting.day}, ${posting.outletId}, ${posting.note ?? null},
        ${posting.reversesId ?? null}, ${clock.iso()}, ${actor.userId}) returning id
    ), new_entries as (
      insert into money_entry (posting_id, account, owner_kind, owner_id, channel, amount, day)
      select p.id, e.account, e.owner_kind, e.owner_id, e.channel, e.amount, ${posting.day}::date
      from new_posting p, json_to_recordset(${JSON.stringify(rows)}::json) as e(account text, owner_kind text, owner_id bigint, channel text, amount numeric)
    ) select id from new_posting`.execute(tx)
  return (posted.rows[0] as { id: number }).id
}

/** What the account does not hold is refused at the field that asks for it. */
export async function shortAt<T>(path: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof Refusal && error.reason === 'money.notEnough') throw badField(path, error.reason, error.params)
    throw error
  }
}

/** Who has by now what entry `e` gave a company: an advance went with it when it was merged, by a posting in its name. */
export const ownerNow = sql<number>`case when e.owner_kind = 'company' and e.account in ('advance', 'prepaid') then (
  with recursive had as (
    select e.owner_id as id, 0 as merges
    union all select t.owner_id, had.merges + 1 from had
      join money_posting g on g.doc_type = 'company' and g.doc_id = had.id and g.key = 'merged ' || e.account
      join money_entry t on t.posting_id = g.id and t.owner_kind = 'company' and t.owner_id <> had.id
  ) select id from had order by merges desc limit 1) else e.owner_id end`

/**
 * Takes postings of one document back, once, dated today (M25): of several what they come to together, for what one of them settled
 * another may have freed. What hangs on them is the caller's to ask.
 */
export async function reverseMoney(
  tx: Tx,
  actor: Actor,
  postingIds: readonly number[],
  { doc, key, outletId, note }: Pick<Posting, 'doc' | 'key' | 'outletId' | 'note'>,
): Promise<number> {
  const found = await sql<{ account: Account; kind: OwnerKind; id: number; channel: string | null; amount: string }>`
    select e.account, e.owner_kind as kind, ${ownerNow} as id, e.channel, sum(e.amount)::text as amount from money_entry e
    where e.posting_id = any(${[...postingIds]}::bigint[]) group by 1, 2, 3, 4 having sum(e.amount) <> 0 order by min(e.id)`.execute(
    tx,
  )
  return await postMoney(tx, actor, {
    act: 'reversal',
    doc,
    key,
    day: clock.today(),
    outletId,
    note,
    frees: true,
    reversesId: Math.min(...postingIds),
    entries: found.rows.map(({ account, kind, id, channel, amount }) => ({
      account,
      owner: { kind, id },
      amount: negated(amount),
      ...(channel === null ? {} : { channel }),
    })),
  })
}

async function settle(tx: Tx, entries: readonly Entry[], frees: boolean): Promise<void> {
  const parts = entries.flatMap(({ account, owner, amount }) =>
    account === 'receivable' || account === 'payable'
      ? [{ chargeId: owner.id, amount: (account === 'receivable') === frees ? amount : negated(amount) }]
      : [],
  )
  if (frees) await unsettleCharges(tx, parts)
  else await settleCharges(tx, parts)
}

/** In the order in which they are locked. */
const keptAccounts = ['advance', 'prepaid', 'cod', 'opening', 'custody', 'cash'] as const

async function balance(tx: Tx, entries: readonly Entry[]): Promise<void> {
  const sums = new Map<string, { account: Account; owner: Owner; amount: string }>()
  for (const { account, owner, amount } of entries) {
    if (!(keptAccounts as readonly string[]).includes(account)) continue
    const key = `${account}/${owner.kind}/${owner.id}`
    sums.set(key, { account, owner, amount: sumDecimals([sums.get(key)?.amount ?? '0', amount], 2) })
  }
  const order = [...sums.values()]
    .filter(({ amount }) => compareDecimal(amount, '0') !== 0)
    .map(({ account, owner, amount }) => ({ account, owner_kind: owner.kind, owner_id: owner.id, amount }))
    .sort(
      (a, b) =>
        keptAccounts.indexOf(a.account as never) - keptAccounts.indexOf(b.account as never) ||
        a.owner_kind.localeCompare(b.owner_kind) ||
        a.owner_id - b.owner_id,
    )
  if (order.length === 0) return
  const moved = await move(tx, order)
  const unmoved = order.filter((one) => !moved.has(keyOf(one)))
  if (unmoved.length === 0) return
  // What never moved before has no balance yet.
  await sql`${kept} insert into money_balance (account, owner_kind, owner_id, may_go_below)
    -- unscoped: an account that was found in scope
    select e.account, e.owner_kind, e.owner_id, coalesce((select c.may_go_below from cash_account c where e.account = 'cash' and c.id = e.owner_id), false)
    from ${told(unmoved)} on conflict do nothing`.execute(tx)
  const rest = await move(tx, unmoved)
  if (rest.size < unmoved.length) throw new Error('a balance that was just made is gone')
}

type Movement = {
  readonly account: Account
  readonly owner_kind: OwnerKind
  readonly owner_id: number
  readonly amount: string
}
const keyOf = ({ account, owner_kind, owner_id }: Omit<Movement, 'amount'>) => `${account}/${owner_kind}/${owner_id}`
const told = (movements: readonly Movement[]) =>
  sql`json_to_recordset(${JSON.stringify(movements.map((one, at) => ({ ...one, at })))}::json)
    as e(at int, account text, owner_kind text, owner_id bigint, amount numeric)`

/** Moves the balances that there are, all or none of them, locked in this order; answers which. Refuses what would go below nothing. */
async function move(tx: Tx, movements: readonly Movement[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<Omit<Movement, 'amount'> & { was: string; fits: boolean }>`${kept}
    with was as (
      select e.*, b.balance, case e.account when 'cash' then b.may_go_below or b.balance + e.amount >= 0 when 'opening' then true
        when 'custody' then b.balance + e.amount >= 0 when 'prepaid' then b.balance + e.amount >= 0 else b.balance + e.amount <= 0 end as fits
      from ${told(movements)} join money_balance b on b.account = e.account and b.owner_kind = e.owner_kind and b.owner_id = e.owner_id
      order by e.at for no key update of b
    ), moved as (
      update money_balance b set balance = b.balance + w.amount from was w
      where b.account = w.account and b.owner_kind = w.owner_kind and b.owner_id = w.owner_id and (select bool_and(fits) from was)
    )
    select account, owner_kind, owner_id, balance::text as was, fits from was order by at`.execute(tx)
  const short = rows.find(({ fits }) => !fits)
  if (short !== undefined)
    throw new Refusal(shortOf[short.account] ?? 'money.notEnough', { left: new Exact(short.was).abs().toFixed(2) })
  return new Set(rows.map(keyOf))
}

const shortOf: Readonly<Partial<Record<Account, 'money.notEnough' | 'money.notThatMuch'>>> = {
  cash: 'money.notEnough',
  custody: 'money.notThatMuch',
  prepaid: 'money.notThatMuch',
  advance: 'money.notThatMuch',
  cod: 'money.notThatMuch',
}
