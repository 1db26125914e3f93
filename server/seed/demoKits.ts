import { sql } from 'kysely'
import { addKit, addKitOrder, cancelKitOrders } from '../src/modules/warehouse/kitting/index.ts'
import { addItem } from '../src/modules/warehouse/masters/index.ts'
import type { Actor } from '../src/platform/actor.ts'
import { clock } from '../src/platform/clock.ts'
import { type Db, owned, type Tx } from '../src/platform/db.ts'
import type { Numbering } from '../src/platform/numbering.ts'

type Part = readonly [itemNo: string, qty: string]
/** A set of what is on the shelves, and one whose bag has never come: it can not be made. */
const sets: readonly { itemNo: string; name: string; spec: string; weight: string; parts: readonly Part[] }[] = [
  {
    itemNo: 'KY-K01',
    name: '维生素三件套',
    spec: '泡腾片×2 B 族×1 钙 D×1',
    weight: '0.515',
    parts: [
      ['KY-0311', '2'],
      ['KY-0312', '1'],
      ['KY-0315', '1'],
    ],
  },
  {
    itemNo: 'KY-K02',
    name: '健康礼盒',
    spec: '三件套×1 鱼油×1 礼品袋×1',
    weight: '0.860',
    parts: [
      ['KY-K01', '1'],
      ['KY-0320', '1'],
      ['KY-0901', '1'],
    ],
  },
]

/** By the real acts: sets made, one of them taken apart again, one order that waits and one that was given up. */
export async function demoKits(
  db: Db,
  people: { readonly clerk: Actor; readonly keeper: Actor },
  warehouseId: number,
  ownerId: number,
  numbering: Numbering,
): Promise<void> {
  const start = clock.ms()
  const at = <T>(hours: number, act: (tx: Tx) => Promise<T>): Promise<T> =>
    clock.as(new Date(start - hours * 3_600_000), () => db.transaction().execute(act))
  const itemOf = async (itemNo: string) =>
    (
      await owned(db)
        .selectFrom('item')
        .select('id')
        .where('owner_id', '=', ownerId)
        .where('item_no', '=', itemNo)
        .executeTakeFirstOrThrow()
    ).id
  const kits: number[] = []
  for (const { itemNo, name, spec, weight, parts } of sets) {
    const set = await at(0.6, (tx) =>
      addItem({ tx, actor: people.clerk }, setItem(ownerId, itemNo, name, spec, weight)),
    )
    const lines = await Promise.all(parts.map(async ([part, qty]) => ({ partId: await itemOf(part), qty })))
    const kit = await at(0.6, (tx) => addKit({ tx, actor: people.clerk }, { itemId: set.id, remark: undefined, lines }))
    kits.push(kit.id)
  }
  const [first = 0] = kits
  const [place = 0, shelf = 0] = await placesOf(db, warehouseId)
  const order = {
    kitId: first,
    remark: undefined,
    serials: [],
    parts: [],
    seen: undefined,
    batchNo: undefined,
    expiry: undefined,
  }
  const assemble = (qty: string, run: boolean) => ({
    ...order,
    kind: 'assemble' as const,
    qty,
    warehouseId,
    stockId: undefined,
    toLocationId: place,
    run,
  })
  await at(0.5, (tx) =>
    addKitOrder(numbering)({ tx, actor: people.keeper }, { ...assemble('12', true), remark: '门店促销' }),
  )
  const key = await owned(db)
    .selectFrom('stock')
    .select('id')
    .where('location_id', '=', place)
    .where('item_id', '=', await itemOf('KY-K01'))
    .executeTakeFirstOrThrow()
  await at(0.4, (tx) =>
    addKitOrder(numbering)(
      { tx, actor: people.keeper },
      {
        ...order,
        kind: 'disassemble',
        qty: '2',
        warehouseId: undefined,
        stockId: key.id,
        toLocationId: shelf,
        remark: '退回散卖',
        run: true,
      },
    ),
  )
  const given = await at(0.3, (tx) => addKitOrder(numbering)({ tx, actor: people.keeper }, assemble('80', false)))
  await at(0.25, (tx) => cancelKitOrders({ tx, actor: people.keeper }, { ids: [given.id], reason: '客户改了数量' }))
  await at(0.2, (tx) =>
    addKitOrder(numbering)({ tx, actor: people.keeper }, { ...assemble('20', false), remark: '下周一发货用' }),
  )
}

const setItem = (ownerId: number, itemNo: string, name: string, spec: string, weight: string) => ({
  ownerId,
  itemNo,
  name,
  spec,
  barcodes: [],
  categoryId: undefined,
  baseUnit: 'piece' as const,
  packs: [],
  lengthCm: '20',
  widthCm: '15',
  heightCm: '10',
  netWeight: undefined,
  grossWeight: weight,
  volume: '0.003',
  unitValue: undefined,
  batchControlled: true,
  serialControlled: false,
  expiryControlled: true,
  shelfLifeDays: 540,
  minRemainInDays: undefined,
  minRemainOutDays: 60,
  overReceivePercent: '0',
  minStock: undefined,
  maxStock: undefined,
  pickMin: undefined,
  pickMax: undefined,
  tempClass: 'normal' as const,
  hazard: false,
  abc: undefined,
  zoneType: undefined,
  remark: undefined,
})

/** Two empty places in the storage of the warehouse. */
async function placesOf(db: Db, warehouseId: number): Promise<number[]> {
  const found = await sql<{ id: number }>`
    select l.id from location l join warehouse_zone z on z.id = l.zone_id
    where l.warehouse_id = ${warehouseId} and l.enabled and z.type = 'store' and z.temp_class = 'normal'
      and not exists (select 1 from stock s where s.location_id = l.id) order by l.put_seq, l.id limit 2`.execute(db)
  return found.rows.map(({ id }) => id)
}
