import type { MoveType, Quality } from '@xunyun/contract/warehouse/ledger/moveTypes'
import { type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import type { Actor } from '../../../platform/actor.ts'
import { clock } from '../../../platform/clock.ts'
import { kept, owned, type Tx } from '../../../platform/db.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { type Short, type WasShort, wordsOfShort, wordsOfWasShort } from './words.ts'

/** Where goods are, and which: the key of a balance. The owner follows from the item. */
export type StockKey = {
  locationId: number
  itemId: number
  batchId: number
  quality: Quality
  /** LPN or carton; 0: loose. */
  containerId: number
}
/** One row of the ledger: what changes on one key. A move is two of them. Quantities in base units, as decimals. */
export type Movement = StockKey & {
  /** The document's line. */
  line: number
  type: MoveType
  /** 1 into the warehouse, -1 out of it, 0 within. */
  flow: -1 | 0 | 1
  onHand?: string
  allocated?: string
  frozen?: string
  /** The row that this one takes back. */
  reverses?: number
  /** Of goods with serial numbers: those that come or go. */
  serials?: readonly string[]
}
export type Posting = {
  warehouseId: number
  docType: StockDocument
  docId: number
  /** As people call it. */
  docNo: string
  /** Which act of the document this is: it can happen once. */
  act: string
  /** When it happened, if not now: never in the future. */
  at?: string
  movements: readonly Movement[]
}
export const stockDocuments = [
  'receipt',
  'putAway',
  'outbound',
  'pick',
  'carton',
  'unpack',
  'move',
  'count',
  'kit',
] as const
export type StockDocument = (typeof stockDocuments)[number]

/**
 * The one door to stock: balances and ledger change together or not at all, every movement is checked, none makes a
 * balance negative or allocates more than is there, and the same act of a document has one effect, however often it is
 * tried (domain §6, §0.1, §0.3). Call it last in a command, and once a warehouse: it holds the keys to the end, and
 * takes them in one order. `fresh` is false when the act had been posted before. `note` is a statement that writes down the
 * posting's number, given to it, in the same round trip.
 */
export async function postMovements(
  tx: Tx,
  actor: Actor,
  posting: Posting,
  note?: (postingId: RawBuilder<number>) => RawBuilder<unknown>,
): Promise<{ postingId: number; fresh: boolean }> {
  const { movements } = posting
  if (movements.length === 0) throw new Error('a posting without movements')
  const serials = movements.flatMap(({ serials = [] }, index) => serials.map((no) => ({ seq: index + 1, no })))
  const column = <T>(of: (movement: Movement) => T) => movements.map(of)
  // Demo data is made as if it had happened then; in the product nobody pretends.
  const at = posting.at ?? clock.pretended()?.toISOString() ?? null
  try {
    const posted = sql<{ posting_id: number; fresh: boolean }>`select * from post_stock(
      ${posting.warehouseId}, ${`${posting.docType}:${posting.docId}:${posting.act}`}, ${posting.docType}, ${posting.docId}, ${posting.docNo},
      ${actor.userId}, ${actor.name}, ${at}::timestamptz,
      ${column((m) => m.locationId)}::bigint[], ${column((m) => m.itemId)}::bigint[], ${column((m) => m.batchId)}::bigint[],
      ${column((m) => m.quality)}::text[], ${column((m) => m.containerId)}::bigint[], ${column((m) => m.line)}::bigint[],
      ${column((m) => m.type)}::text[], ${column((m) => m.flow)}::smallint[], ${column((m) => m.onHand ?? '0')}::numeric[],
      ${column((m) => m.allocated ?? '0')}::numeric[], ${column((m) => m.frozen ?? '0')}::numeric[],
      ${column((m) => m.reverses ?? null)}::bigint[], ${serials.map(({ seq }) => seq)}::integer[], ${serials.map(({ no }) => no)}::text[])`
    const noted = note === undefined ? sql`` : sql`, noted as (${note(sql<number>`(select posting_id from posted)`)})`
    const found = await sql<{ posting_id: number; fresh: boolean }>`${kept}
      with posted as materialized (${posted}) ${noted} select * from posted`.execute(tx)
    const row = found.rows[0]
    if (row === undefined) throw new Error('post_stock answered nothing')
    return { postingId: row.posting_id, fresh: row.fresh }
  } catch (error) {
    throw refusalOf(error) ?? error
  }
}

/** What the posting function says, in words that name every offender. */
function refusalOf(error: unknown): Refusal | undefined {
  if (!(error instanceof pg.DatabaseError)) return undefined
  const detail = <T>() => JSON.parse(error.detail ?? '[]') as T[]
  switch (error.code) {
    case 'SK001':
      return new Refusal('stock.short', { lines: wordsOfShort(detail<Short>()) })
    case 'SK002':
      return new Refusal('stock.wasShort', { lines: wordsOfWasShort(detail<WasShort>()) })
    case 'SK003':
      return new Refusal('stock.future')
    case 'SK004':
      return new Refusal('stock.serialElsewhere', { numbers: detail<string>().join(', ') })
    case 'SK005':
      return new Refusal('stock.serialTaken', { numbers: detail<string>().join(', ') })
    case 'SK006': {
      const [first] = detail<{ item: string; given: number; needed: string }>()
      return new Refusal('stock.serialCount', {
        item: first?.item ?? '',
        given: first?.given ?? 0,
        needed: first?.needed ?? '',
      })
    }
    case 'SK007':
      return new Refusal('stock.counting', { location: detail<{ location: string }>()[0]?.location ?? '' })
    default:
      return error.constraint === 'stock_move__reversed_once' ? new Refusal('stock.reversed') : undefined
  }
}

/**
 * Takes back all that a posting did, or what it did for some lines, as a posting of its own: refused where the goods have moved on since, and the
 * second time (domain §0.5: reversal instead of edit).
 */
export async function reversePosting(
  tx: Tx,
  actor: Actor,
  postingId: number,
  by: Pick<Posting, 'docType' | 'docId' | 'docNo' | 'act'>,
  lines?: readonly number[],
): Promise<void> {
  // unscoped: what a posting did, for the document that takes it back
  const found = await owned(tx)
    .selectFrom('stock_move as m')
    .innerJoin('stock as s', 's.id', 'm.stock_id')
    .select([
      'm.id',
      'm.warehouse_id',
      's.location_id',
      's.item_id',
      's.batch_id',
      's.quality',
      's.container_id',
      'm.doc_line',
      'm.type',
      'm.flow',
    ])
    .select(sql<string>`-m.d_on_hand`.as('on_hand'))
    .select(sql<string>`-m.d_allocated`.as('allocated'))
    .select(sql<string>`-m.d_frozen`.as('frozen'))
    .select(
      sql<string[]>`array(select i.serial_no from stock_move_serial x join item_serial i on i.id = x.serial_id
        where x.move_id = m.id order by i.serial_no)`.as('serials'),
    )
    .where('m.posting_id', '=', postingId)
    .$if(lines !== undefined, (query) => query.where('m.doc_line', 'in', [...(lines ?? [])]))
    .orderBy('m.seq')
    .execute()
  const [first] = found
  if (first === undefined) throw new Error(`posting ${postingId} has no movements`)
  await postMovements(tx, actor, {
    ...by,
    warehouseId: first.warehouse_id,
    movements: found.map((row) => ({
      locationId: row.location_id,
      itemId: row.item_id,
      batchId: row.batch_id,
      quality: row.quality,
      containerId: row.container_id,
      line: row.doc_line,
      type: row.type as MoveType,
      flow: row.flow as Movement['flow'],
      onHand: row.on_hand,
      allocated: row.allocated,
      frozen: row.frozen,
      reverses: row.id,
      serials: row.serials,
    })),
  })
}
