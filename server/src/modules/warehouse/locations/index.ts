import { pageOf } from '@xunyun/contract/pages'
import * as calls from '@xunyun/contract/warehouse/locations/calls'
import { getLocationPlan } from '@xunyun/contract/warehouse/locations/plan'
import { may } from '../../../platform/actor.ts'
import { historyOf } from '../../../platform/history.ts'
import type { Platform } from '../../../platform/platform.ts'
import { isSeen } from '../../../platform/records.ts'
import { badField } from '../../../platform/refusal.ts'
import { describe } from '../masters/index.ts'
import { locationColumns } from './columns.ts'
import { locationImport } from './imports.ts'
import {
  addLocation,
  changeLocation,
  deleteLocations,
  generateLocations,
  previewLocations,
  setLocations,
  setLocationsEnabled,
} from './locations.ts'
import { listLocations, locationChoices, locationDetail, locationPlan, totalLocations } from './queries.ts'

export { checkWarehouseAndOwner, itemsOf, type OwnedItem } from './goodsLines.ts'
export { generateLocations } from './locations.ts'
export {
  checkLocation,
  type Goods,
  lockLocation,
  lookingForLocation,
  openLocations,
  type Suggestion,
} from './queries.suggestions.ts'
export { barcodesOfItem, batchesAt, isWithoutScan, type ScanFacts, verifyScan } from './scans.ts'
export { moveLocations } from './store.ts'

/** Where goods lie: the locations of a warehouse, what they take, which one suits, and what is scanned at them. */
export function locations({ bind, exports, imports, records }: Platform): void {
  imports.offer('wLocation', locationImport)
  bind.constraints({ location__code: () => badField('code', 'warehouse.codeTaken') })
  records.register('location', {
    maySee: async (tx, actor, id) => may(actor, 'wLocation', 'browse') && (await isSeen(locationDetail(tx, actor, id))),
    describe: (tx, id) => describe(tx, 'location', id),
  })
  bind(calls.getLocations, ({ tx, actor }, input) => listLocations(tx, actor, input))
  bind(calls.getLocationTotals, ({ tx, actor }, input) => totalLocations(tx, actor, input))
  bind(calls.getLocation, ({ tx, actor }, { id }) => locationDetail(tx, actor, id))
  bind(getLocationPlan, ({ tx, actor }, input) => locationPlan(tx, actor, input))
  bind(calls.addLocation, addLocation)
  bind(calls.changeLocation, changeLocation)
  bind(calls.previewLocations, previewLocations)
  bind(calls.generateLocations, generateLocations)
  bind(calls.setLocations, setLocations)
  bind(calls.setLocationsEnabled, setLocationsEnabled)
  bind(calls.deleteLocations, deleteLocations)
  bind(calls.getLocationHistory, async ({ tx, actor }, input) => {
    const { id } = await locationDetail(tx, actor, input.id)
    return historyOf(tx, 'location', id)
  })
  exports.offer(calls.exportLocations, {
    name: (actor) => pageOf('wLocation').titles[actor.language],
    columns: () => locationColumns,
    page: (tx, actor, input, request) => listLocations(tx, actor, { ...input, ...request }),
  })
  bind(calls.getLocationChoices, ({ tx, actor }, input) => locationChoices(tx, actor, input))
}
