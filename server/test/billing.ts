import * as approvals from '@xunyun/contract/approvals/calls'
import * as setup from '@xunyun/contract/approvals/setup'
import type { Sent } from '@xunyun/contract/kernel/call'
import * as charges from '@xunyun/contract/warehouse/billing/charges'
import * as calls from '@xunyun/contract/warehouse/billing/quotations'
import { sql } from 'kysely'
import { runNight } from '../src/modules/warehouse/billing/index.ts'
import { batchFor, containerFor } from '../src/modules/warehouse/ledger/batches.ts'
import { postMovements } from '../src/modules/warehouse/ledger/post.ts'
import type { Actor } from '../src/platform/actor.ts'
import { clock } from '../src/platform/clock.ts'
import type { Db, Tx } from '../src/platform/db.ts'
import { day } from './floor.ts'
import { openGoods } from './goods.ts'
import { openWorld } from './world.ts'

/** A warehouse with goods that came and went on days past, rates that were agreed, and the nights that charge them. */
export type Billing = Awaited<ReturnType<typeof openBilling>>

const keeper: Actor = {
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
type Item = Sent<typeof calls.addQuotation>['items'] extends string | (infer I)[] ? I : never
/** Two yuan a pallet and day, three days free. */
export const perPallet = {
  feeItem: 'storage',
  trigger: 'storage',
  basis: 'pallet',
  timeUnit: 'day',
  freeDays: 3,
  rate: '2',
} as const satisfies Item

export async function openBilling() {
  const world = await openWorld()
  const goods = await openGoods(world)
  const db = world.db as unknown as Db
  const boss = await world.person('boss', { rights: { unreviewed: 'approve', quotation: 'browse' } })
  await world.admin.ok(setup.addApproverLevel, {
    bizType: 'warehouseQuotation',
    level: 1,
    mode: 'any',
    amountFrom: '0',
    userIds: [boss.id],
    roleIds: [],
  })
  let documents = 0
  const places: Record<string, number> = {}
  for (const code of ['A-01', 'A-02', 'A-03', 'R-01']) places[code] = await goods.place(code)
  /** An owner of its own with an item, so that tests do not take each other's. */
  const owner = (name: string) => world.company(name, ['owner', 'customer'])
  const decide = async (id: number, decision: 'approve' | 'reject' = 'approve', opinion?: string) => {
    const { rows } = await boss.client.ok(approvals.getApprovals, { pageSize: 500 })
    const waiting = rows.find((row) => row.bizType === 'warehouseQuotation' && row.docId === id)
    return boss.client.ok(approvals.decideApprovals, { ids: [waiting?.id ?? 0], decision, opinion })
  }
  return {
    world,
    goods,
    db,
    boss,
    places,
    owner,
    decide,
    /** A quotation as a draft. */
    draft: async (customerId: number, items: readonly Item[], more: Record<string, unknown> = {}) =>
      world.admin.ok(calls.addQuotation, {
        customerId,
        validFrom: day(-60),
        items: [...items],
        ...more,
      } as Sent<typeof calls.addQuotation>),
    /** One that holds. */
    async agreed(customerId: number, items: readonly Item[], more: Record<string, unknown> = {}) {
      const { id, quotationNo } = await this.draft(customerId, items, more)
      const { refused } = await world.admin.ok(calls.submitQuotations, { ids: [id] })
      if (refused[0] !== undefined) throw new Error(refused[0].msg)
      await decide(id)
      return { id, quotationNo }
    },
    /** Goods come (or go, with a minus) at noon of a day that is so many days from today. */
    move: (
      itemId: number,
      qty: string,
      at: number,
      { place = 'A-01', container }: { place?: string; container?: string } = {},
    ) =>
      world.db.transaction().execute(async (whole) => {
        const tx = whole as unknown as Tx
        documents += 1
        const lpn =
          container === undefined
            ? undefined
            : await containerFor(tx, keeper, { warehouseId: goods.warehouseId, code: container, type: 'lpn' })
        const out = qty.startsWith('-')
        return postMovements(tx, keeper, {
          warehouseId: goods.warehouseId,
          docType: out ? 'outbound' : 'receipt',
          docId: 1_000_000 + documents,
          docNo: `T${documents}`,
          act: 'test',
          at: `${day(at)}T04:00:00Z`,
          movements: [
            {
              locationId: places[place] as number,
              itemId,
              batchId: await batchFor(tx, {
                itemId,
                batchNo: '',
                production: null,
                expiry: null,
                inbound: '2026-01-01',
              }),
              quality: 'good',
              containerId: lpn?.id ?? 0,
              line: 1,
              type: out ? 'SHP' : 'RCV',
              flow: out ? -1 : 1,
              onHand: qty,
            },
          ],
        })
      }),
    /** The night after a day: 0 is the night after today. */
    night: (after = -1) => clock.as(new Date(`${day(after + 1)}T00:30:00+08:00`), () => runNight(db)),
    charges: async (customerId: number, more: Record<string, unknown> = {}) =>
      (
        await world.admin.ok(charges.getWarehouseCharges, {
          customerId,
          sort: 'day',
          dir: 'asc',
          pageSize: 500,
          ...more,
        })
      ).rows,
    totals: (customerId: number, more: Record<string, unknown> = {}) =>
      world.admin.ok(charges.getWarehouseChargeTotals, { customerId, ...more }),
    /** "received quantity" of an item at the end of a day, oldest first. */
    async layers(itemId: number, at: number) {
      const found = await sql<{ row: string }>`
        select (received - ${day(0)}::date) || ' ' || trim_scale(qty) as row from storage_layer
        where item_id = ${itemId} and day = ${day(at)}::date order by received`.execute(world.db)
      return found.rows.map(({ row }) => row)
    },
    /** All that is counted, for comparing. */
    async counted() {
      const items = await sql<Record<string, unknown>>`
        select day, warehouse_id, item_id, qty, contained, containers, area, unsized_id from storage_item order by 1, 2, 3`.execute(
        world.db,
      )
      const layers = await sql<Record<string, unknown>>`select * from storage_layer order by 1, 2, 3, 4`.execute(
        world.db,
      )
      return { items: items.rows, layers: layers.rows }
    },
    close: () => world.close(),
  }
}
