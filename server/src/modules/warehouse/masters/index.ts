import { pageOf } from '@xunyun/contract/pages'
import * as items from '@xunyun/contract/warehouse/masters/items'
import * as calls from '@xunyun/contract/warehouse/masters/warehouses'
import { may } from '../../../platform/actor.ts'
import { historyOf } from '../../../platform/history.ts'
import type { Platform } from '../../../platform/platform.ts'
import { isSeen } from '../../../platform/records.ts'
import { badField } from '../../../platform/refusal.ts'
import { itemColumns, warehouseColumns } from './columns.ts'
import { itemImport } from './imports.ts'
import { addItem, changeItem, deleteItems, setItemsEnabled } from './items.ts'
import { itemChoices, itemDetail, listItems, totalItems } from './queries.items.ts'
import { listWarehouses, ownerChoices, totalWarehouses, warehouseChoices, warehouseDetail } from './queries.ts'
import { describe } from './store.ts'
import {
  addWarehouse,
  changeWarehouse,
  deleteWarehouses,
  type MoveLocations,
  setWarehousesEnabled,
} from './warehouses.ts'

export { itemNamed, warehouseNamed } from './importNames.ts'
export { addItem } from './items.ts'
export { moveOwner } from './moveOwner.ts'
export { warehouseDetail } from './queries.ts'
export { describe, goodsBy, lockWarehouses, zonesOf } from './store.ts'
export { addWarehouse, type MoveLocations } from './warehouses.ts'

/** Warehouses, and the goods that owners keep in them. */
export function masters(platform: Platform, deps: { moveLocations: MoveLocations }): void {
  const { bind, exports, imports, records } = platform
  imports.offer('stockNumber', itemImport)
  records.register('warehouse', {
    maySee: async (tx, actor, id) => may(actor, 'wList', 'browse') && (await isSeen(warehouseDetail(tx, actor, id))),
    describe: (tx, id) => describe(tx, 'warehouse', id),
  })
  bind.constraints({
    warehouse__code: () => badField('code', 'warehouse.codeTaken'),
    item__no: () => badField('itemNo', 'warehouse.itemNoTaken'),
    item__pick_range: () => badField('pickMax', 'warehouse.limits'),
    item__stock_range: () => badField('maxStock', 'warehouse.limits'),
  })

  bind(calls.getWarehouses, ({ tx, actor }, input) => listWarehouses(tx, actor, input))
  bind(calls.getWarehouseTotals, ({ tx, actor }, input) => totalWarehouses(tx, actor, input))
  bind(calls.getWarehouse, ({ tx, actor }, { id }) => warehouseDetail(tx, actor, id))
  bind(calls.addWarehouse, addWarehouse)
  bind(calls.changeWarehouse, changeWarehouse(deps.moveLocations))
  bind(calls.setWarehousesEnabled, setWarehousesEnabled)
  bind(calls.deleteWarehouses, deleteWarehouses)
  bind(calls.getWarehouseHistory, async ({ tx, actor }, input) => {
    const { id } = await warehouseDetail(tx, actor, input.id)
    return historyOf(tx, 'warehouse', id)
  })
  exports.offer(calls.exportWarehouses, {
    name: (actor) => pageOf('wList').titles[actor.language],
    columns: () => warehouseColumns,
    page: (tx, actor, input, request) => listWarehouses(tx, actor, { ...input, ...request }),
  })
  bind(calls.getWarehouseChoices, ({ tx, actor }, input) => warehouseChoices(tx, actor, input))
  bind(calls.getOwnerChoices, ({ tx, actor }, input) => ownerChoices(tx, actor, input))
  bindItems(platform)
}

function bindItems({ bind, exports, records }: Platform): void {
  records.register('item', {
    maySee: async (tx, actor, id) => may(actor, 'stockNumber', 'browse') && (await isSeen(itemDetail(tx, actor, id))),
    describe: (tx, id) => describe(tx, 'item', id),
  })
  bind(items.getItems, ({ tx, actor }, input) => listItems(tx, actor, input))
  bind(items.getItemTotals, ({ tx, actor }, input) => totalItems(tx, actor, input))
  bind(items.getItem, ({ tx, actor }, { id }) => itemDetail(tx, actor, id))
  bind(items.addItem, addItem)
  bind(items.changeItem, changeItem)
  bind(items.setItemsEnabled, setItemsEnabled)
  bind(items.deleteItems, deleteItems)
  bind(items.getItemHistory, async ({ tx, actor }, input) => {
    const { id } = await itemDetail(tx, actor, input.id)
    return historyOf(tx, 'item', id)
  })
  exports.offer(items.exportItems, {
    name: (actor) => pageOf('stockNumber').titles[actor.language],
    columns: () => itemColumns,
    page: (tx, actor, input, request) => listItems(tx, actor, { ...input, ...request }),
  })
  bind(items.getItemChoices, ({ tx, actor }, input) => itemChoices(tx, actor, input))
}
