import { addLocation, type LocationInput } from '@xunyun/contract/warehouse/locations/calls'
import { addItem, type ItemInput } from '@xunyun/contract/warehouse/masters/items'
import { addWarehouse, getWarehouse } from '@xunyun/contract/warehouse/masters/warehouses'
import { addNotice, getNotice, getReceipt } from '@xunyun/contract/warehouse/receiving/calls'
import type { Client, World } from './world.ts'

/** A warehouse with its zones and locations, an owner with goods, and the ways that tests go over and over. */
export type Goods = Awaited<ReturnType<typeof openGoods>>

/** Of each world by itself: files that follow one another in a worker share this module. */
const counts = new WeakMap<World, number>()

export async function openGoods(world: World, { outletId }: { outletId?: number } = {}) {
  const count = (counts.get(world) ?? 0) + 1
  counts.set(world, count)
  const outlet = outletId ?? (await world.outlet(`货站${count}`))
  const owner = await world.company(`货主${count}`, ['owner', 'customer'])
  const zone = (code: string, name: string, type: string, tempClass = 'normal') => ({
    code,
    name,
    type,
    sellable: type === 'store' || type === 'pick',
    tempClass,
    enabled: true,
  })
  const { id: warehouseId } = await world.admin.ok(addWarehouse, {
    outletId: outlet,
    code: `WH${count}`,
    name: `仓${count}`,
    secondCheck: false,
    blindCount: true,
    weightTolerance: '5',
    nearExpiryDays: 30,
    zones: [
      zone('R', '收货区', 'receive'),
      zone('A', '存储区', 'store'),
      zone('B', '冷库', 'store', 'cold'),
      zone('X', '次品区', 'reject'),
      zone('S', '备货区', 'stage'),
    ] as never,
  })
  const { zones } = await world.admin.ok(getWarehouse, { id: warehouseId })
  const place = async (code: string, more: Partial<LocationInput> = {}) => {
    const zoneId = zones.find((one) => one.code === code.slice(0, 1))?.id as number
    const { id } = await world.admin.ok(addLocation, {
      warehouseId,
      zoneId,
      code,
      mixItem: true,
      mixBatch: true,
      pickSeq: 0,
      putSeq: 0,
      ...more,
    } as never)
    return id
  }
  const item = async (itemNo: string, more: Partial<ItemInput> = {}) => {
    const { id } = await world.admin.ok(addItem, {
      ownerId: owner,
      itemNo,
      name: itemNo,
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
    } as never)
    return id
  }
  type Line = { itemId: number; qty: string } & Record<string, unknown>
  return {
    warehouseId,
    owner,
    outlet,
    place,
    item,
    /** Announces goods in base units; the notice with its receipt. */
    async notice(lines: readonly Line[], more: Record<string, unknown> = {}, client: Client = world.admin) {
      const { id } = await client.ok(addNotice, {
        warehouseId,
        ownerId: owner,
        type: 'purchase',
        lines: lines.map(({ qty, ...line }) => ({ unit: 'piece', unitQty: qty, quality: 'good', ...line })),
        ...more,
      } as never)
      const notice = await world.admin.ok(getNotice, { id })
      const receipt = await world.admin.ok(getReceipt, { id: notice.receipts[0]?.id as number })
      return { id, notice, receipt }
    },
  }
}
