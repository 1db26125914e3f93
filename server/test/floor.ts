import * as calls from '@xunyun/contract/warehouse/receiving/calls'
import { sql } from 'kysely'
import { proveStock } from '../src/modules/warehouse/ledger/store.proof.ts'
import { openGoods } from './goods.ts'
import { openWorld } from './world.ts'

/** A warehouse whose keeper receives and puts away: three kinds of goods, and places of every kind. */
export type Floor = Awaited<ReturnType<typeof openFloor>>

export const day = (offset: number) =>
  new Date(Date.now() + 8 * 3_600_000 + offset * 86_400_000).toISOString().slice(0, 10)
/** A line as it is counted in: so many came. */
export const counted = (lineId: number, qty: string, more: Record<string, unknown> = {}) => ({
  lineId,
  qty,
  damaged: '0',
  short: '0',
  quality: 'good' as const,
  serials: [],
  damagedSerials: [],
  ...more,
})
export type Counted = ReturnType<typeof counted>

export async function openFloor() {
  const world = await openWorld()
  const goods = await openGoods(world)
  const rights = { wareNotice: 'edit', receive: 'edit', ground: 'edit', wList: 'browse', wLocation: 'browse' } as const
  const keeper = (await world.person('keeper', { rights })).client
  const milk = await goods.item('MILK', {
    batchControlled: true,
    expiryControlled: true,
    shelfLifeDays: 180,
    minRemainInDays: 60,
    overReceivePercent: '5',
    grossWeight: '1',
    volume: '0.01',
    packs: [{ unit: 'box', ratio: '12', barcode: '16291041500210' }],
    barcodes: ['6291041500213'],
  })
  const phone = await goods.item('PHONE', { serialControlled: true, grossWeight: '0.5', abc: 'A' })
  const screw = await goods.item('SCREW')
  /** Ids of places by their code. */
  const at: Record<string, number> = {}
  for (const [code, more] of [
    ['R-01', { putSeq: 1 }],
    ['R-02', { putSeq: 2 }],
    ['A-01', { putSeq: 1, maxWeight: '100' }],
    ['A-02', { putSeq: 2, mixItem: false }],
    ['A-03', { putSeq: 3, abc: 'A' }],
    ['A-04', { putSeq: 4, mixBatch: false, maxVolume: '2' }],
    ['A-05', { putSeq: 5, maxPallets: 1 }],
    ['A-06', { putSeq: 6 }],
    ['B-01', { putSeq: 9 }],
    ['X-01', { putSeq: 1 }],
  ] as const)
    at[code] = await goods.place(code, more)
  const receive = (id: number, lines: Counted[], more: Record<string, unknown> = {}) =>
    keeper.ok(calls.receiveGoods, { id, lines, ...more } as never)
  const waiting = async (receiptId: number) =>
    (await keeper.ok(calls.getPutAways, { receiptId, tab: 'waiting', sort: 'createdAt' })).rows
  return {
    world,
    goods,
    keeper,
    milk,
    phone,
    screw,
    at,
    receive,
    waiting,
    stateOf: async (id: number) => (await world.admin.ok(calls.getNotice, { id })).state,
    async onHand(code: string) {
      const found = await sql<{ item: string; qty: string; quality: string }>`
        select i.item_no as item, trim_scale(s.on_hand)::text as qty, s.quality from stock s join location l on l.id = s.location_id
        join item i on i.id = s.item_id where l.code = ${code} and s.on_hand > 0 order by i.item_no, s.quality, s.on_hand desc`.execute(
        world.db,
      )
      return found.rows.map(({ item, qty, quality }) => `${item} ${qty}${quality === 'good' ? '' : ` ${quality}`}`)
    },
    /** Everything put away where it was suggested, so that the next test begins with an empty floor. */
    async clear(): Promise<void> {
      const { rows } = await keeper.ok(calls.getPutAways, { tab: 'waiting', pageSize: 500 })
      const ids = rows.filter(({ suggestedLocationId }) => suggestedLocationId !== null).map(({ id }) => id)
      if (ids.length > 0) await keeper.ok(calls.putAwayAsSuggested, { ids })
    },
    /** What every balance has to be, whatever was done (domain §6). */
    async close(): Promise<readonly unknown[]> {
      const { broken } = await proveStock(world.db as never, 'whole', null)
      await world.close()
      return broken
    },
  }
}
