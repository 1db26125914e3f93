import { pageOf } from '@xunyun/contract/pages'
import * as calls from '@xunyun/contract/resources/calls'
import * as drivers from '@xunyun/contract/resources/drivers'
import { may } from '../../platform/actor.ts'
import { historyOf } from '../../platform/history.ts'
import type { Platform } from '../../platform/platform.ts'
import { isSeen } from '../../platform/records.ts'
import { badField } from '../../platform/refusal.ts'
import { coveredTypes, vehiclePage } from './access.ts'
import { deleteDrivers, deleteVehicles, renewVehicles, setDriversEnabled, setVehiclesEnabled } from './batches.ts'
import { driverColumns, vehicleColumns } from './columns.ts'
import { addDriver, changeDriver } from './drivers.ts'
import { offerImports } from './imports.ts'
import { driverChoices, driverDetail, listDrivers, totalDrivers } from './queries.drivers.ts'
import { listVehicles, totalVehicles, vehicleDetail } from './queries.ts'
import { driverName } from './store.ts'
import { addVehicle, changeVehicle, setVehicleDriver } from './vehicles.ts'

export { moveCarrier } from './moveCarrier.ts'
export { maskedIdCard } from './queries.drivers.ts'

/** Vehicles and drivers with their papers. */
export function resources({ bind, exports, imports, records }: Platform): void {
  offerImports(imports)
  records.register('vehicle', {
    maySee: async (tx, actor, id) =>
      coveredTypes(actor, 'browse').length > 0 && (await isSeen(vehicleDetail(tx, actor, id))),
    describe: async (tx, id) => {
      const row = await tx.selectFrom('vehicle').select('plate_no').where('id', '=', id).executeTakeFirst()
      const name = row?.plate_no ?? String(id)
      return { name, link: `${pageOf('vehicleAll').path}?q=${encodeURIComponent(name)}` }
    },
  })
  records.register('driver', {
    maySee: async (tx, actor, id) => may(actor, 'driver', 'browse') && (await isSeen(driverDetail(tx, id))),
    describe: async (tx, id) => {
      const name = (await driverName(tx, id)) ?? String(id)
      return { name, link: `${pageOf('driver').path}?q=${encodeURIComponent(name)}` }
    },
  })
  bind.constraints({
    vehicle__plate: () => badField('plateNo', 'resources.plateTaken'),
    vehicle__temp_order: () => badField('tempMax', 'field.range'),
    vehicle__load: () => badField('loadKg', 'field.positive'),
    driver__mobile: () => badField('mobile', 'resources.mobileTaken'),
    driver__user: () => badField('userId', 'resources.accountTaken'),
    driver__id_card: () => badField('idCard', 'resources.idCardTaken'),
  })

  bind(calls.getVehicles, ({ tx, actor }, input) => listVehicles(tx, actor, input))
  bind(calls.getVehicleTotals, ({ tx, actor }, input) => totalVehicles(tx, actor, input))
  bind(calls.getVehicle, ({ tx, actor }, input) => vehicleDetail(tx, actor, input.id))
  bind(calls.addVehicle, addVehicle)
  bind(calls.changeVehicle, changeVehicle)
  bind(calls.setVehicleDriver, setVehicleDriver)
  bind(calls.setVehiclesEnabled, setVehiclesEnabled)
  bind(calls.renewVehicles, renewVehicles)
  bind(calls.deleteVehicles, deleteVehicles)
  bind(calls.getVehicleHistory, async ({ tx, actor }, input) => {
    const { id } = await vehicleDetail(tx, actor, input.id)
    return historyOf(tx, 'vehicle', id)
  })
  exports.offer(calls.exportVehicles, {
    name: (actor, { type }) => pageOf(vehiclePage(type)).titles[actor.language],
    columns: () => vehicleColumns,
    page: (tx, actor, input, request) => listVehicles(tx, actor, { ...input, ...request }),
  })

  bind(drivers.getDrivers, ({ tx }, input) => listDrivers(tx, input))
  bind(drivers.getDriverTotals, ({ tx }, input) => totalDrivers(tx, input))
  bind(drivers.getDriver, ({ tx }, input) => driverDetail(tx, input.id))
  bind(drivers.addDriver, addDriver)
  bind(drivers.changeDriver, changeDriver)
  bind(drivers.setDriversEnabled, setDriversEnabled)
  bind(drivers.deleteDrivers, deleteDrivers)
  bind(drivers.getDriverHistory, async ({ tx }, input) => {
    const { id } = await driverDetail(tx, input.id)
    return historyOf(tx, 'driver', id)
  })
  exports.offer(drivers.exportDrivers, {
    name: (actor) => pageOf('driver').titles[actor.language],
    columns: () => driverColumns,
    page: (tx, _, input, request) => listDrivers(tx, { ...input, ...request }),
  })
  bind(drivers.getDriverChoices, ({ tx }, input) => driverChoices(tx, input))
}
