import { randomUUID } from 'node:crypto'
import * as cartons from '@xunyun/contract/warehouse/shipping/cartons'
import * as calls from '@xunyun/contract/warehouse/shipping/notices'
import * as picking from '@xunyun/contract/warehouse/shipping/picking'
import { sql } from 'kysely'
import { batchFor, containerFor } from '../src/modules/warehouse/ledger/batches.ts'
import { postMovements } from '../src/modules/warehouse/ledger/post.ts'
import { proveStock } from '../src/modules/warehouse/ledger/store.proof.ts'
import type { Actor } from '../src/platform/actor.ts'
import type { Tx } from '../src/platform/db.ts'
import { day } from './floor.ts'
import { openGoods } from './goods.ts'
import { type Client, openWorld } from './world.ts'

/** A warehouse with goods on its shelves, and whoever orders, picks, packs and ships them. */
export type Dock = Awaited<ReturnType<typeof openDock>>

const receiver: Actor = {
  userId: 1,
  account: 'admin',
  name: '管理员',
  sessionId: 0,
  outletId: null,
  scope: { kind: 'all' },
  warehouses: null,
  rights: new Map(),
  mustChangePassword: false,
  language: 'zh',
}
type Lot = {
  batchNo?: string
  expiry?: string
  inbound?: string
  quality?: 'good' | 'bad' | 'pending'
  container?: string
  serials?: string[]
}
type Line = { itemId: number; qty: string } & Record<string, unknown>
export const newAct = () => randomUUID()

export async function openDock(requestsPerMinute?: number) {
  const world = await openWorld({}, requestsPerMinute)
  const goods = await openGoods(world)
  const rights = {
    outboundNotice: 'edit',
    outboundWork: 'edit',
    outBound: 'edit',
    encasement: 'edit',
    enchase: 'edit',
    allWayBill: 'edit',
  } as const
  const keeper = (await world.person('keeper', { rights })).client
  const helper = (await world.person('helper', { rights })).client
  const milk = await goods.item('MILK', {
    batchControlled: true,
    expiryControlled: true,
    minRemainOutDays: 30,
    grossWeight: '1',
    volume: '0.01',
    packs: [{ unit: 'box', ratio: '12' }],
  })
  const phone = await goods.item('PHONE', { serialControlled: true, grossWeight: '0.5', volume: '0.001' })
  const screw = await goods.item('SCREW', { grossWeight: '0.1' })
  const at: Record<string, number> = {}
  for (const [code, more] of [
    ['S-01', { putSeq: 1 }],
    ['S-02', { putSeq: 2 }],
    ['R-01', {}],
    ['A-01', { pickSeq: 1 }],
    ['A-02', { pickSeq: 2 }],
    ['A-03', { pickSeq: 3 }],
    ['A-04', { pickSeq: 4 }],
    ['X-01', {}],
  ] as const)
    at[code] = await goods.place(code, more)
  let documents = 0
  const input = (lines: readonly Line[], more: Record<string, unknown> = {}) => ({
    warehouseId: goods.warehouseId,
    ownerId: goods.owner,
    type: 'sale' as const,
    consigneeName: '李四',
    consigneePhone: '13800138000',
    regionCode: '330106',
    address: '文三路 1 号',
    lines: lines.map(({ qty, ...line }) => ({ unit: 'piece', unitQty: qty, ...line })),
    ...more,
  })
  const notice = async (lines: readonly Line[], more: Record<string, unknown> = {}, client: Client = keeper) =>
    client.ok(calls.addOutboundNotice, input(lines, more))
  const detail = (id: number) => world.admin.ok(calls.getOutboundNotice, { id })
  const task = (id: number) => world.admin.ok(picking.getPickTask, { id })
  const allocate = (...ids: number[]) => keeper.ok(calls.allocateNotices, { ids })
  const wave = async (...ids: number[]) => {
    const { tasks } = await keeper.ok(picking.createWave, { ids, mode: 'merged' })
    return task(tasks[0]?.id as number)
  }
  const pick = (taskId: number, lineId: number, qty: string, more: Record<string, unknown> = {}, client = keeper) =>
    client.ok(picking.pickLine, { actId: newAct(), taskId, lineId, qty, serials: [], ...more } as never)
  const pickAll = async (taskId: number) => {
    for (const line of (await task(taskId)).lines) if (line.state === 'allocated') await pick(taskId, line.id, line.qty)
  }
  return {
    world,
    goods,
    keeper,
    helper,
    milk,
    phone,
    screw,
    at,
    input,
    notice,
    detail,
    task,
    allocate,
    wave,
    pick,
    pickAll,
    /** Puts goods on a shelf, as receiving and putting away do. */
    stock: (code: string, itemId: number, qty: string, lot: Lot = {}) =>
      world.db.transaction().execute(async (whole) => {
        const tx = whole as unknown as Tx
        documents += 1
        const container =
          lot.container === undefined
            ? undefined
            : await containerFor(tx, receiver, { warehouseId: goods.warehouseId, code: lot.container, type: 'lpn' })
        await postMovements(tx, receiver, {
          warehouseId: goods.warehouseId,
          docType: 'receipt',
          docId: 1_000_000 + documents,
          docNo: `RK${documents}`,
          act: 'receive',
          movements: [
            {
              locationId: at[code] as number,
              itemId,
              batchId: await batchFor(tx, {
                itemId,
                batchNo: lot.batchNo ?? '',
                production: null,
                expiry: lot.expiry ?? null,
                inbound: lot.inbound ?? day(-10),
              }),
              quality: lot.quality ?? 'good',
              containerId: container?.id ?? 0,
              line: 1,
              type: 'RCV',
              flow: 1,
              onHand: qty,
              serials: lot.serials ?? [],
            },
          ],
        })
      }),
    /** An item of its own with so much on a shelf, so that tests do not take each other's. */
    async fresh(itemNo: string, qty: string, code = 'A-01', more: Record<string, unknown> = {}) {
      const id = await goods.item(itemNo, more)
      if (qty !== '0') await this.stock(code, id, qty)
      return id
    },
    /** A notice with all of its goods where they are made ready. */
    async picked(lines: readonly Line[], more: Record<string, unknown> = {}) {
      const { id, noticeNo } = await notice(lines, more)
      await allocate(id)
      const { id: taskId } = await wave(id)
      await pickAll(taskId)
      return { id, noticeNo, taskId }
    },
    /** Everything that is loose of a notice in one sealed carton. */
    async packed(noticeId: number) {
      const { id, cartonNo } = await keeper.ok(cartons.openCarton, { noticeId })
      const { loose } = await keeper.ok(cartons.getPackingDesk, { id: noticeId })
      await keeper.ok(cartons.packGoods, {
        cartonId: id,
        lines: loose
          .filter(({ left }) => left !== '0')
          .map(({ lineId, left, serials, batchNo }) => ({
            lineId,
            qty: left,
            serials,
            ...(batchNo === '' ? {} : { batchNo }),
          })),
      })
      const { calculated, version } = await keeper.ok(cartons.getCarton, { id })
      await keeper.ok(cartons.weighCarton, { id, version, weight: calculated === '0' ? '1' : calculated })
      await keeper.ok(cartons.sealCartons, { cartons: [{ id }] })
      return { id, cartonNo }
    },
    /** What the ledger says of documents: type, place, on hand, allocated. */
    async ledger(itemId: number) {
      const found = await sql<{ row: string }>`
        select m.type || ' ' || l.code || ' ' || trim_scale(m.d_on_hand) || '/' || trim_scale(m.d_allocated) || case m.flow when 0 then '' else ' ' || m.flow end as row
        from stock_move m join stock s on s.id = m.stock_id join location l on l.id = s.location_id
        where m.item_id = ${itemId} order by m.id`.execute(world.db)
      return found.rows.map(({ row }) => row)
    },
    /** "A-01 12/5": on hand and allocated, place by place. */
    async balances(itemId: number) {
      const found = await sql<{ row: string }>`
        select l.code || coalesce(' ' || nullif(b.batch_no, ''), '') || case when s.container_id = 0 then '' else ' in ' || c.type end
          || ' ' || trim_scale(s.on_hand) || '/' || trim_scale(s.allocated) as row
        from stock s join location l on l.id = s.location_id join batch b on b.id = s.batch_id left join container c on c.id = s.container_id
        where s.item_id = ${itemId} and s.on_hand > 0 order by l.code, b.batch_no, s.container_id`.execute(world.db)
      return found.rows.map(({ row }) => row)
    },
    async close(): Promise<readonly unknown[]> {
      const { broken } = await proveStock(world.db as never, 'whole', null)
      await world.close()
      return broken
    },
  }
}
