import { pageOf } from '@xunyun/contract/pages'
import * as calls from '@xunyun/contract/resources/calls'
import * as drivers from '@xunyun/contract/resources/drivers'
import { sendList } from '../../platform/excel/list.ts'
import { historyOf } from '../../platform/history.ts'
import type { Platform } from '../../platform/platform.ts'
import { badField } from '../../platform/refusal.ts'
import { vehiclePage } from './access.ts'
import { setDrivers, setVehicles } from './batches.ts'
import { driverColumns, vehicleColumns } from './columns.ts'
import * as driverActs from './drivers.ts'
import { driverChoices, driverDetail, listDrivers, totalDrivers } from './queries.drivers.ts'
import { listVehicles, totalVehicles, vehicleDetail } from './queries.ts'
import { addOne, changeOne, setDriver } from './vehicles.ts'

/** Vehicles and drivers with their papers. */
export function resources({ bind }: Platform): void {
  bind.constraints({
    vehicle__plate: () => badField('plateNo', 'resources.plateTaken'),
    vehicle__temp_order: () => badField('tempMax', 'field.range'),
    vehicle__load: () => badField('loadKg', 'field.positive'),
    driver__mobile: () => badField('mobile', 'resources.mobileTaken'),
    driver__id_card: () => badField('idCard', 'resources.idCardTaken'),
  })

  bind(calls.getVehicles, ({ tx, actor }, input) => listVehicles(tx, actor, input))
  bind(calls.getVehicleTotals, ({ tx, actor }, input) => totalVehicles(tx, actor, input))
  bind(calls.getVehicle, ({ tx, actor }, input) => vehicleDetail(tx, actor, input.id))
  bind(calls.addVehicle, ({ tx, actor }, input) => addOne(tx, actor, input))
  bind(calls.changeVehicle, ({ tx, actor }, input) => changeOne(tx, actor, input))
  bind(calls.setVehicleDriver, ({ tx, actor }, input) => setDriver(tx, actor, input))
  bind(calls.setVehiclesEnabled, ({ tx, actor }, input) =>
    setVehicles(tx, actor, input.ids, { enabled: input.enabled }),
  )
  bind(calls.deleteVehicles, ({ tx, actor }, input) => setVehicles(tx, actor, input.ids, { is_deleted: true }))
  bind(calls.getVehicleHistory, async ({ tx, actor }, input) => {
    const { id } = await vehicleDetail(tx, actor, input.id)
    return historyOf(tx, 'vehicle', id)
  })
  bind(calls.exportVehicles, ({ tx, actor, reply }, input) => {
    const { columns, ...filter } = input
    const name = pageOf(vehiclePage(input.type)).titles[actor.language]
    return sendList(reply, actor.language, name, vehicleColumns, columns, (page) =>
      listVehicles(tx, actor, { ...filter, ...page }),
    )
  })

  bind(drivers.getDrivers, ({ tx, actor }, input) => listDrivers(tx, actor, input))
  bind(drivers.getDriverTotals, ({ tx, actor }, input) => totalDrivers(tx, actor, input))
  bind(drivers.getDriver, ({ tx, actor }, input) => driverDetail(tx, actor, input.id))
  bind(drivers.addDriver, ({ tx, actor }, input) => driverActs.addOne(tx, actor, input))
  bind(drivers.changeDriver, ({ tx, actor }, input) => driverActs.changeOne(tx, actor, input))
  bind(drivers.setDriversEnabled, ({ tx, actor }, input) =>
    setDrivers(tx, actor, input.ids, { enabled: input.enabled }),
  )
  bind(drivers.deleteDrivers, ({ tx, actor }, input) => setDrivers(tx, actor, input.ids, { is_deleted: true }))
  bind(drivers.getDriverHistory, async ({ tx, actor }, input) => {
    const { id } = await driverDetail(tx, actor, input.id)
    return historyOf(tx, 'driver', id)
  })
  bind(drivers.exportDrivers, ({ tx, actor, reply }, input) => {
    const { columns, ...filter } = input
    return sendList(reply, actor.language, pageOf('driver').titles[actor.language], driverColumns, columns, (page) =>
      listDrivers(tx, actor, { ...filter, ...page }),
    )
  })
  bind(drivers.getDriverChoices, ({ tx, actor }, input) => driverChoices(tx, actor, input))
}
