import * as locations from '@xunyun/contract/warehouse/locations/calls'
import * as items from '@xunyun/contract/warehouse/masters/items'
import * as calls from '@xunyun/contract/warehouse/masters/warehouses'
import { batchFor } from '../src/modules/warehouse/ledger/batches.ts'
import { type Movement, postMovements } from '../src/modules/warehouse/ledger/post.ts'
import type { Actor } from '../src/platform/actor.ts'
import type { Tx } from '../src/platform/db.ts'
import { upload } from './sheets.ts'
import { openWorld, type World } from './world.ts'

/** A server with an outlet and an owner of goods: the ground under the tests of warehouses, locations and items. */
export type Ground = Awaited<ReturnType<typeof openGround>>

const zones: calls.WarehouseInput['zones'] = [
  { code: 'SH', name: '收货', type: 'receive', sellable: false, tempClass: 'normal', enabled: true },
  { code: 'A', name: '存储', type: 'store', sellable: true, tempClass: 'normal', enabled: true },
  { code: 'C', name: '次品', type: 'reject', sellable: false, tempClass: 'normal', enabled: true },
]
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
export const locationOf = (warehouseId: number, zoneId: number, code: string) => ({
  warehouseId,
  zoneId,
  code,
  mixItem: true,
  mixBatch: true,
})
/** What a refusal says of the fields. */
export const fieldsOf = async (refused: Promise<{ fields: { path: string; reason: string }[] }>) =>
  (await refused).fields.map(({ path: field, reason }) => `${field} ${reason}`)

export async function openGround() {
  const world: World = await openWorld()
  const outlet = await world.outlet('杭州总站')
  const owner = await world.company('康源医药', ['owner', 'customer'])
  let count = 0
  const next = () => {
    count += 1
    return count
  }
  const warehouseOf = (more: Partial<calls.WarehouseInput> = {}): calls.WarehouseInput => ({
    code: `W${String(next()).padStart(3, '0')}`,
    name: `仓库${count}`,
    outletId: outlet,
    secondCheck: false,
    blindCount: true,
    weightTolerance: '5',
    nearExpiryDays: 30,
    zones,
    ...more,
  })
  const itemOf = (itemNo: string, more: Partial<items.ItemInput> = {}): items.ItemInput => ({
    ownerId: owner,
    itemNo,
    name: `品名 ${itemNo}`,
    barcodes: [],
    baseUnit: 'piece',
    packs: [],
    batchControlled: false,
    serialControlled: false,
    expiryControlled: false,
    overReceivePercent: '0',
    tempClass: 'normal',
    hazard: false,
    ...more,
  })
  return {
    world,
    outlet,
    owner,
    zones,
    warehouseOf,
    itemOf,
    async addWarehouse(more: Partial<calls.WarehouseInput> = {}) {
      const { id } = await world.admin.ok(calls.addWarehouse, warehouseOf(more))
      const detail = await world.admin.ok(calls.getWarehouse, { id })
      const zone = (code: string) => detail.zones.find((one) => one.code === code)?.id ?? 0
      return { id, name: detail.name, zone, version: detail.version }
    },
    async addLocation(warehouseId: number, zoneId: number, code: string, more: object = {}) {
      const input = { ...locationOf(warehouseId, zoneId, code), ...more }
      return (await world.admin.ok(locations.addLocation, input)).id
    },
    addItem: async (itemNo: string, more: Partial<items.ItemInput> = {}) =>
      (await world.admin.ok(items.addItem, itemOf(itemNo, more))).id,
    /** Puts goods into a location, as a receipt does; a negative quantity takes them out again. */
    stock: (warehouseId: number, locationId: number, itemId: number, onHand: string) =>
      world.db.transaction().execute(async (whole) => {
        const tx = whole as unknown as Tx
        const batch = { itemId, batchNo: '', production: null, expiry: null, inbound: '2026-01-01' }
        const into = !onHand.startsWith('-')
        const movement: Movement = {
          ...{
            locationId,
            itemId,
            batchId: await batchFor(tx, batch),
            quality: 'good',
            containerId: 0,
            line: 1,
            onHand,
          },
          type: into ? 'RCV' : 'SHP',
          flow: into ? 1 : -1,
        }
        const document = { docType: 'receipt', docId: next(), docNo: 'RK', act: 'post' } as const
        await postMovements(tx, keeper, { warehouseId, ...document, movements: [movement] })
      }),
    /** Sends rows as an Excel file, the header first. */
    upload,
  }
}
