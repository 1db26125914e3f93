import { pageOf } from '@xunyun/contract/pages'
import * as items from '@xunyun/contract/warehouse/items'
import * as locations from '@xunyun/contract/warehouse/locations'
import { getLocationPlan } from '@xunyun/contract/warehouse/plan'
import * as calls from '@xunyun/contract/warehouse/warehouses'
import { may } from '../../platform/actor.ts'
import { historyOf } from '../../platform/history.ts'
import type { Platform } from '../../platform/platform.ts'
import { isSeen } from '../../platform/records.ts'
import { badField } from '../../platform/refusal.ts'
import { itemColumns, locationColumns, warehouseColumns } from './columns.ts'
import { offerImports } from './imports.ts'
import * as itemActs from './items.ts'
import * as locationActs from './locations.ts'
import { itemChoices, itemDetail, listItems, totalItems } from './queries.items.ts'
import { listLocations, locationChoices, locationDetail, locationPlan, totalLocations } from './queries.locations.ts'
import { listWarehouses, ownerChoices, totalWarehouses, warehouseChoices, warehouseDetail } from './queries.ts'
import { describe } from './store.ts'
import * as warehouseActs from './warehouses.ts'

export { itemNamed, warehouseNamed } from './importNames.ts'
export { addOne as addItem } from './items.ts'
export { generate as generateLocations } from './locations.ts'
export { moveOwner } from './moveOwner.ts'
export { warehouseDetail } from './queries.ts'
export { barcodesOfItem, batchesAt, isWithoutScan, type ScanFacts, verifyScan } from './scans.ts'
export { addOne as addWarehouse } from './warehouses.ts'

/** Warehouses, their locations, and the goods that owners keep in them. */
export function warehouse(platform: Platform): void {
  const { bind, exports, imports, records } = platform
  offerImports(imports)
  records.register('warehouse', {
    maySee: async (tx, actor, id) => may(actor, 'wList', 'browse') && (await isSeen(warehouseDetail(tx, actor, id))),
    describe: (tx, id) => describe(tx, 'warehouse', id),
  })
  bind.constraints({
    warehouse__code: () => badField('code', 'warehouse.codeTaken'),
    location__code: () => badField('code', 'warehouse.codeTaken'),
    item__no: () => badField('itemNo', 'warehouse.itemNoTaken'),
    item__pick_range: () => badField('pickMax', 'warehouse.limits'),
    item__stock_range: () => badField('maxStock', 'warehouse.limits'),
  })

  bind(calls.getWarehouses, ({ tx, actor }, input) => listWarehouses(tx, actor, input))
  bind(calls.getWarehouseTotals, ({ tx, actor }, input) => totalWarehouses(tx, actor, input))
  bind(calls.getWarehouse, ({ tx, actor }, { id }) => warehouseDetail(tx, actor, id))
  bind(calls.addWarehouse, ({ tx, actor }, input) => warehouseActs.addOne(tx, actor, input))
  bind(calls.changeWarehouse, ({ tx, actor }, input) => warehouseActs.changeOne(tx, actor, input))
  bind(calls.setWarehousesEnabled, ({ tx, actor }, { ids, enabled }) =>
    warehouseActs.setEach(tx, actor, ids, { enabled }),
  )
  bind(calls.deleteWarehouses, ({ tx, actor }, { ids }) => warehouseActs.setEach(tx, actor, ids, { is_deleted: true }))
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
  bindLocations(platform)
  bindItems(platform)
}

function bindLocations({ bind, exports, records }: Platform): void {
  records.register('location', {
    maySee: async (tx, actor, id) => may(actor, 'wLocation', 'browse') && (await isSeen(locationDetail(tx, actor, id))),
    describe: (tx, id) => describe(tx, 'location', id),
  })
  bind(locations.getLocations, ({ tx, actor }, input) => listLocations(tx, actor, input))
  bind(locations.getLocationTotals, ({ tx, actor }, input) => totalLocations(tx, actor, input))
  bind(locations.getLocation, ({ tx, actor }, { id }) => locationDetail(tx, actor, id))
  bind(getLocationPlan, ({ tx, actor }, input) => locationPlan(tx, actor, input))
  bind(locations.addLocation, ({ tx, actor }, input) => locationActs.addOne(tx, actor, input))
  bind(locations.changeLocation, ({ tx, actor }, input) => locationActs.changeOne(tx, actor, input))
  bind(locations.previewLocations, ({ tx, actor }, input) => locationActs.preview(tx, actor, input))
  bind(locations.generateLocations, ({ tx, actor }, input) => locationActs.generate(tx, actor, input))
  bind(locations.setLocations, ({ tx, actor }, input) => locationActs.setLimits(tx, actor, input))
  bind(locations.setLocationsEnabled, ({ tx, actor }, { ids, enabled }) =>
    locationActs.setEach(tx, actor, ids, { enabled }),
  )
  bind(locations.deleteLocations, ({ tx, actor }, { ids }) =>
    locationActs.setEach(tx, actor, ids, { is_deleted: true }),
  )
  bind(locations.getLocationHistory, async ({ tx, actor }, input) => {
    const { id } = await locationDetail(tx, actor, input.id)
    return historyOf(tx, 'location', id)
  })
  exports.offer(locations.exportLocations, {
    name: (actor) => pageOf('wLocation').titles[actor.language],
    columns: () => locationColumns,
    page: (tx, actor, input, request) => listLocations(tx, actor, { ...input, ...request }),
  })
  bind(locations.getLocationChoices, ({ tx, actor }, input) => locationChoices(tx, actor, input))
}

function bindItems({ bind, exports, records }: Platform): void {
  records.register('item', {
    maySee: async (tx, actor, id) => may(actor, 'stockNumber', 'browse') && (await isSeen(itemDetail(tx, actor, id))),
    describe: (tx, id) => describe(tx, 'item', id),
  })
  bind(items.getItems, ({ tx, actor }, input) => listItems(tx, actor, input))
  bind(items.getItemTotals, ({ tx, actor }, input) => totalItems(tx, actor, input))
  bind(items.getItem, ({ tx, actor }, { id }) => itemDetail(tx, actor, id))
  bind(items.addItem, ({ tx, actor }, input) => itemActs.addOne(tx, actor, input))
  bind(items.changeItem, ({ tx, actor }, input) => itemActs.changeOne(tx, actor, input))
  bind(items.setItemsEnabled, ({ tx, actor }, { ids, enabled }) => itemActs.setEach(tx, actor, ids, { enabled }))
  bind(items.deleteItems, ({ tx, actor }, { ids }) => itemActs.setEach(tx, actor, ids, { is_deleted: true }))
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
