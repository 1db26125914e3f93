import { type Expression, type RawBuilder, type Selectable, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { type Actor, isCustomer } from './actor.ts'
import { owned, type Tx } from './db.ts'
import { type DB, type OwnedTable, ownedTables } from './schema.ts'

/** Names that raw SQL outside this file and the owners' own files may not hold (a check looks). */
export const scopedTables = ownedTables

/** `=` for one id, `= any` for several: with one the planner uses the index order, with a list of one it may not. */
const among = (column: string, ids: readonly number[]): Expression<SqlBool> =>
  ids.length === 1
    ? sql<SqlBool>`${sql.ref(column)} = ${ids[0]}`
    : sql<SqlBool>`${sql.ref(column)} = any(${[...ids]}::bigint[])`

const nothing = sql<SqlBool>`false`

/**
 * The condition that keeps an actor to what is theirs, on a table known under `alias`.
 * Lists, details, counts, exports, search and files all go through it (domain §0.9).
 */
export function inScope(actor: Actor, table: OwnedTable, alias: string = table): Expression<SqlBool> {
  const where = warehouseTables[table]
  if (where === undefined) return inOwnScope(actor, table, alias)
  // In a warehouse: the place, and of an owner's account his own goods.
  const parts = [
    actor.warehouses === null || where.warehouse === null
      ? undefined
      : actor.warehouses.length === 0
        ? nothing
        : among(`${alias}.${where.warehouse}`, actor.warehouses),
    isCustomer(actor) ? ownersOnly(actor, where.owner, alias) : undefined,
  ].filter((part) => part !== undefined)
  return parts.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`(${sql.join(parts, sql` and `)})`
}

/** Which column says where a row of the warehouse is, and whose it is. No owner: not for a customer's account, but for names of warehouses. */
const warehouseTables: Readonly<
  Partial<Record<OwnedTable, { warehouse: string | null; owner: string | 'none' | 'everybody' }>>
> = {
  warehouse: { warehouse: 'id', owner: 'everybody' },
  location: { warehouse: 'warehouse_id', owner: 'none' },
  item: { warehouse: null, owner: 'owner_id' },
  stock: { warehouse: 'warehouse_id', owner: 'owner_id' },
  stock_move: { warehouse: 'warehouse_id', owner: 'owner_id' },
  inbound_notice: { warehouse: 'warehouse_id', owner: 'owner_id' },
  // The floor's own work, not for owners.
  receipt: { warehouse: 'warehouse_id', owner: 'none' },
  put_away: { warehouse: 'warehouse_id', owner: 'none' },
  outbound_notice: { warehouse: 'warehouse_id', owner: 'owner_id' },
  pick_task: { warehouse: 'warehouse_id', owner: 'none' },
  carton: { warehouse: 'warehouse_id', owner: 'none' },
  unpacking: { warehouse: 'warehouse_id', owner: 'none' },
  stock_order: { warehouse: 'warehouse_id', owner: 'none' },
  kit: { warehouse: null, owner: 'owner_id' },
  kit_order: { warehouse: 'warehouse_id', owner: 'none' },
  stock_count: { warehouse: 'warehouse_id', owner: 'none' },
  // Without a warehouse of its own it holds in all of them; the queries say what of it is seen.
  quotation: { warehouse: null, owner: 'customer_id' },
  warehouse_charge: { warehouse: 'warehouse_id', owner: 'customer_id' },
}

function ownersOnly(actor: Actor, owner: string, alias: string): Expression<SqlBool> | undefined {
  if (owner === 'everybody') return undefined
  if (owner === 'none' || actor.scope.kind === 'all' || actor.scope.ids.length === 0) return nothing
  return among(`${alias}.${owner}`, actor.scope.ids)
}

function inOwnScope(actor: Actor, table: OwnedTable, alias: string): Expression<SqlBool> {
  const { scope } = actor
  if (scope.kind === 'all') return sql<SqlBool>`true`
  if (scope.ids.length === 0) return nothing
  const column = (name: string) => `${alias}.${name}`
  if (scope.kind === 'outlet') {
    if (table === 'waybill')
      return sql<SqlBool>`exists (select from waybill_outlet seen where seen.waybill_id = ${sql.ref(column('id'))}
        and ${among('seen.outlet_id', scope.ids)})`
    // A trip is seen by its own outlet and by those where it begins, stops and ends: one list, which has an index.
    if (table === 'arrangement') {
      const [own, from, to, via] = ['outlet_id', 'from_outlet_id', 'to_outlet_id', 'via_outlet_ids'].map((name) =>
        sql.ref(column(name)),
      )
      return sql<SqlBool>`(array[${own}, ${from}, ${to}] || ${via}) && ${[...scope.ids]}::bigint[]`
    }
    if (table === 'gps_device')
      return sql<SqlBool>`(${among(column('outlet_id'), scope.ids)} or exists (select from gps_binding held
        where held.device_id = ${sql.ref(column('id'))} and held.returned_at is null and held.undone_at is null
        and ${inOwnScope(actor, 'gps_binding', 'held')}))`
    // Whoever keeps it, whoever bound it, and whoever has in hand what it travels with (ADR 031).
    if (table === 'gps_binding')
      return sql<SqlBool>`(${among(column('outlet_id'), scope.ids)}
        or exists (select from gps_device kept where kept.id = ${sql.ref(column('device_id'))} and ${among('kept.outlet_id', scope.ids)})
        or exists (select from waybill_outlet seen where seen.waybill_id = ${sql.ref(column('waybill_id'))}
          and ${among('seen.outlet_id', scope.ids)})
        or exists (select from arrangement seen where seen.id = ${sql.ref(column('arrangement_id'))}
          and ${inOwnScope(actor, 'arrangement', 'seen')}))`
    // Partners and their contacts are shared by all outlets; other documents belong to one.
    return table === 'phone_order' ||
      table === 'application' ||
      table === 'complaint' ||
      table === 'cash_account' ||
      table === 'payment' ||
      table === 'hand_in' ||
      table === 'cod_payout' ||
      table === 'invoice' ||
      table === 'statement'
      ? among(column('outlet_id'), scope.ids)
      : sql<SqlBool>`true`
  }
  // A customer's account: its own documents and records; never arrangements, which carry others' freight too, nor applications.
  if (table === 'waybill' || table === 'phone_order') return among(column('customer_id'), scope.ids)
  // What was issued to it.
  if (table === 'invoice')
    return sql<SqlBool>`(${among(column('customer_id'), scope.ids)} and ${sql.ref(column('invoice_no'))} is not null)`
  // What it is told of them is the queries' to say.
  if (table === 'gps_binding')
    return sql<SqlBool>`exists (select from waybill own where own.id = ${sql.ref(column('waybill_id'))}
      and ${among('own.customer_id', scope.ids)})`
  if (table === 'company') return among(column('id'), scope.ids)
  if (table === 'contact') return among(column('company_id'), scope.ids)
  return nothing
}

/**
 * Of the waybills that an actor sees those of his own outlets: their money, their prices and their papers are his, and he
 * may change them (domain T1). For everybody else the same as `inScope`.
 */
export const ofOwnOutlet = (actor: Actor, alias = 'waybill'): RawBuilder<SqlBool> =>
  actor.scope.kind !== 'outlet'
    ? sql<SqlBool>`${inScope(actor, 'waybill', alias)}`
    : actor.scope.ids.length === 0
      ? nothing
      : sql<SqlBool>`${among(`${alias}.outlet_id`, actor.scope.ids)}`

/** Whether an outlet is one of the actor's, where he may act on what lies there. */
export const isOwnOutlet = (actor: Actor, outletId: number | null): boolean =>
  actor.scope.kind !== 'outlet' || (outletId !== null && actor.scope.ids.includes(outletId))

/** The same of a column, in SQL. */
export const isOneOfOurs = (actor: Actor, column: string): RawBuilder<SqlBool> =>
  actor.scope.kind !== 'outlet'
    ? sql<SqlBool>`true`
    : sql<SqlBool>`${sql.ref(column)} = any(${[...actor.scope.ids]}::bigint[])`

declare const isSeen: unique symbol
/**
 * The id of a record that was read or locked inside a scope. A reader that asks for no scope of its own takes these, so
 * that it cannot be called with an id as somebody sent it.
 */
export type SeenId = number & { readonly [isSeen]: true }
/** A record with such an id. */
export type Seen<R extends { id: number }> = Omit<R, 'id'> & { readonly id: SeenId }
/** For rows that came through `scoped` or `inScope`, or that this command has just made: where they are read, and nowhere else. */
export const markSeen = <R extends { id: number }>(row: R): Seen<R> => row as unknown as Seen<R>

/** The rows of a table that the actor may see: not deleted, inside the scope. The only door to reading these tables. */
export function scoped<T extends OwnedTable>(tx: Tx, actor: Actor, table: T): SelectQueryBuilder<DB, T, object> {
  const rows = owned(tx)
    .selectFrom(table as OwnedTable)
    .where(sql<SqlBool>`not ${sql.ref(`${table}.is_deleted`)}`)
    .where(inScope(actor, table))
  return rows as unknown as SelectQueryBuilder<DB, T, object>
}

type Row<T extends OwnedTable> = Selectable<DB[T]> & { readonly id: number }
/** Locks those of a table that the actor may see, in the order of their ids. */
export const lockingSeen =
  <T extends OwnedTable>(table: T) =>
  async (tx: Tx, actor: Actor, ids: readonly number[]): Promise<Map<number, Seen<Row<T>>>> => {
    const rows = await scoped(tx, actor, table as OwnedTable)
      .selectAll()
      .where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
      .orderBy('id')
      .forUpdate()
      .execute()
    return new Map((rows as unknown as Row<T>[]).map((row) => [row.id, markSeen(row)]))
  }
