import type { InboundState } from '@xunyun/contract/warehouse/receiving/calls'
import { sql } from 'kysely'
import {
  addNotice,
  cancelNotices,
  finishReceipt,
  putAwayAsSuggested,
  receiveGoods,
} from '../src/modules/warehouse/receiving/index.ts'
import type { Actor } from '../src/platform/actor.ts'
import { clock, dayOf } from '../src/platform/clock.ts'
import { type Db, owned, type Tx } from '../src/platform/db.ts'
import type { Numbering } from '../src/platform/numbering.ts'

/** Who announces, and who stands in the warehouse. */
export type InboundPeople = { readonly clerk: Actor; readonly keeper: Actor }

type End = Exclude<InboundState, 'partial'> | 'receiving' | 'later'
type Plan = {
  /** How long ago it was announced, and when it is expected from then. */
  readonly hours: number
  readonly due: number
  readonly end: End
  readonly type?: 'purchase' | 'return' | 'transfer' | 'production'
  readonly plate?: string
  readonly lines: number
  readonly pallet?: boolean
  readonly short?: boolean
  readonly damaged?: boolean
}

/** A dozen deliveries of two weeks: gone to their places long ago, on the floor, at the gate, and still on the road. */
const plans: readonly Plan[] = [
  { hours: 330, due: 20, end: 'done', lines: 3, plate: '浙A8K215', pallet: true },
  { hours: 290, due: 26, end: 'done', lines: 2, plate: '浙B3C772', short: true },
  { hours: 240, due: 24, end: 'done', lines: 3, plate: '沪A6D901', type: 'transfer' },
  { hours: 190, due: 30, end: 'done', lines: 1, plate: '浙A2F638', damaged: true },
  { hours: 150, due: 20, end: 'cancelled', lines: 2 },
  { hours: 96, due: 28, end: 'done', lines: 2, plate: '苏E5P440', type: 'production' },
  { hours: 54, due: 24, end: 'later', lines: 3, plate: '浙A8K215' },
  { hours: 40, due: 30, end: 'received', lines: 3, plate: '皖A1M563', pallet: true, damaged: true },
  { hours: 28, due: 24, end: 'receiving', lines: 4, plate: '浙C9T118' },
  { hours: 20, due: 22, end: 'new', lines: 2, plate: '浙B3C772', type: 'return' },
  { hours: 12, due: 30, end: 'new', lines: 4, plate: '沪A6D901' },
  { hours: 3, due: 52, end: 'new', lines: 1 },
]

const quantities = [120, 48, 240, 60, 36] as const

/**
 * Deliveries in every state there is, by the real acts and at the hours they would have had. The items may ask for
 * batches, dates and serial numbers: they get them.
 */
export async function demoInbound(
  db: Db,
  people: InboundPeople,
  warehouseId: number,
  ownerId: number,
  itemIds: readonly number[],
  numbering: Numbering,
): Promise<void> {
  const start = clock.ms()
  for (const [at, plan] of plans.entries()) {
    let hours = plan.hours
    const step = <T>(later: number, act: (tx: Tx) => Promise<T>): Promise<T> => {
      hours = Math.max(hours - later, 0.02)
      return clock.as(new Date(start - hours * 3_600_000), () => db.transaction().execute(act))
    }
    const items = Array.from({ length: plan.lines }, (_, index) => itemIds[(at + index) % itemIds.length] as number)
    const lines = [...new Set(items)].map((itemId, index) => ({
      itemId,
      unitQty: String(quantities[(at + index) % quantities.length]),
      quality: 'good' as const,
    }))
    const eta = new Date(start - (plan.hours - plan.due) * 3_600_000).toISOString()
    const { id } = await step(0, async (tx) =>
      addNotice(numbering)(
        { tx, actor: people.clerk },
        {
          warehouseId,
          ownerId,
          type: plan.type ?? 'purchase',
          customerOrderNo: `PO-${dayOf(clock.now()).replaceAll('-', '').slice(2)}-${String(at + 1).padStart(2, '0')}`,
          eta,
          vehicleNo: plan.plate,
          remark: undefined,
          lines: await inBaseUnits(tx, lines),
        },
      ),
    )
    if (plan.end === 'new') continue
    if (plan.end === 'cancelled') {
      await step(6, (tx) => cancelNotices({ tx, actor: people.clerk }, { ids: [id], reason: '供应商延期，改下周到' }))
      continue
    }
    await step(plan.due, (tx) => count(tx, people.keeper, id, plan))
    if (plan.end === 'receiving') continue
    const rest = plan.end === 'later' ? 'later' : 'short'
    await step(1, async (tx) => {
      const receipt = await latestReceipt(tx, id)
      await finishReceipt({ tx, actor: people.keeper }, { id: receipt.id, version: receipt.version, rest })
    })
    if (plan.end !== 'received') await step(2, (tx) => putAll(tx, people.keeper, id))
  }
}

async function inBaseUnits<L extends { itemId: number }>(tx: Tx, lines: readonly L[]) {
  const found = await owned(tx)
    .selectFrom('item')
    .select(['id', 'base_unit'])
    .where(
      'id',
      'in',
      lines.map(({ itemId }) => itemId),
    )
    .execute()
  const unitOf = new Map(found.map(({ id, base_unit }) => [id, base_unit]))
  return lines.map((line) => ({
    ...line,
    unit: unitOf.get(line.itemId) ?? 'piece',
    batchNo: undefined,
    production: undefined,
    expiry: undefined,
  }))
}

const latestReceipt = (tx: Tx, noticeId: number) =>
  owned(tx)
    .selectFrom('receipt')
    .select(['id', 'version', 'receipt_no'])
    .where('notice_id', '=', noticeId)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()

/** Counts the delivery in, as far as it came. */
async function count(tx: Tx, keeper: Actor, noticeId: number, plan: Plan): Promise<void> {
  const receipt = await latestReceipt(tx, noticeId)
  const found = await sql<{ id: number; qty: number; batch: boolean; serial: boolean; expiry: boolean }>`
    select l.id, l.qty::int as qty, i.batch_controlled as batch, i.serial_controlled as serial, i.expiry_controlled as expiry
    from inbound_line l join item i on i.id = l.item_id where l.notice_id = ${noticeId} order by l.seq`.execute(tx)
  const day = clock.today()
  const nextYear = `${Number(day.slice(0, 4)) + 2}${day.slice(4, 8)}01`
  const isPart = plan.end === 'receiving' || plan.end === 'later'
  const lines = found.rows.flatMap((line, index) => {
    // Of a delivery that goes on later, the last line has not come, and the one before it in part.
    if (isPart && index > 0 && index === found.rows.length - 1) return []
    const came = isPart && index === found.rows.length - 2 ? Math.ceil(line.qty / 2) : line.qty
    const damaged = plan.damaged === true && index === 0 ? 2 : 0
    const short = plan.short === true && index === 0 ? 4 : 0
    const qty = came - short
    const numbers = (many: number, mark: string) =>
      line.serial ? Array.from({ length: many }, (_, n) => `SN${line.id}${mark}${String(n + 1).padStart(4, '0')}`) : []
    return [
      {
        lineId: line.id,
        qty: String(qty),
        damaged: String(damaged),
        short: String(short),
        batchNo: line.batch ? day.replaceAll('-', '') : undefined,
        production: undefined,
        expiry: line.expiry ? nextYear : undefined,
        quality: 'good' as const,
        serials: numbers(qty - damaged, 'A'),
        damagedSerials: numbers(damaged, 'D'),
        containerCode: plan.pallet === true ? `P${String(receipt.id).padStart(5, '0')}${index + 1}` : undefined,
      },
    ]
  })
  await receiveGoods({ tx, actor: keeper }, { id: receipt.id, locationId: undefined, at: undefined, lines })
}

/** What has a place goes there; what found none stays on the floor. */
async function putAll(tx: Tx, keeper: Actor, noticeId: number): Promise<void> {
  const found = await owned(tx)
    .selectFrom('put_away as p')
    .innerJoin('receipt as r', 'r.id', 'p.receipt_id')
    .select('p.id')
    .where('r.notice_id', '=', noticeId)
    .where('p.state', '=', 'waiting')
    .where('p.suggested_location_id', 'is not', null)
    .execute()
  if (found.length > 0) await putAwayAsSuggested({ tx, actor: keeper }, { ids: found.map(({ id }) => id) })
}
