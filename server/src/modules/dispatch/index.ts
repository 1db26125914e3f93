import * as calls from '@xunyun/contract/dispatch/calls'
import type { Platform } from '../../platform/platform.ts'
import { changeTrip, createTrip } from './arrange.ts'
import { listArranged, takeOff, totalArranged } from './arranged.ts'
import { driverChoices, tripDetail, tripHistory, vehicleChoices } from './detail.ts'
import { exportArrangedRows, exportTrips, exportWaitingRows } from './export.ts'
import { listTrips, totalTrips } from './queries.ts'
import { arriveTrips, assignTrips, cancelTrips, departTrips, finishTrips, undoTrip } from './steps.ts'
import { listWaiting, totalWaiting } from './waiting.ts'

export { createTrip } from './arrange.ts'
export { legsOf } from './detail.ts'
export { arriveTrips, cancelTrips, departTrips, finishTrips } from './steps.ts'

/** Vehicle arrangements: what waits, trips, departure, arrival. */
export function dispatch({ bind, numbering }: Platform): void {
  bind(calls.getWaiting, ({ tx, actor }, input) => listWaiting(tx, actor, input))
  bind(calls.getWaitingTotals, ({ tx, actor }, input) => totalWaiting(tx, actor, input))
  bind(calls.getArrangements, ({ tx, actor }, input) => listTrips(tx, actor, input))
  bind(calls.getArrangementTotals, ({ tx, actor }, input) => totalTrips(tx, actor, input))
  bind(calls.exportArrangements, ({ tx, actor, reply }, input) => exportTrips(tx, actor, reply, input))
  bind(calls.getArrangement, ({ tx, actor }, input) => tripDetail(tx, actor, input.id))
  bind(calls.getArrangementHistory, ({ tx, actor }, input) => tripHistory(tx, actor, input.id))
  bind(calls.exportWaiting, ({ tx, actor, reply }, input) => exportWaitingRows(tx, actor, reply, input))
  bind(calls.exportArranged, ({ tx, actor, reply }, input) => exportArrangedRows(tx, actor, reply, input))
  bind(calls.getArranged, ({ tx, actor }, input) => listArranged(tx, actor, input))
  bind(calls.getArrangedTotals, ({ tx, actor }, input) => totalArranged(tx, actor, input))
  bind(calls.getDispatchVehicles, ({ tx, actor }, input) => vehicleChoices(tx, actor, input))
  bind(calls.getDispatchDrivers, ({ tx, actor }, input) => driverChoices(tx, actor, input))

  bind(calls.createArrangement, ({ tx, actor }, input) => createTrip(tx, actor, numbering, input))
  bind(calls.changeArrangement, ({ tx, actor }, input) => changeTrip(tx, actor, input))
  bind(calls.removeLines, ({ tx, actor }, input) => takeOff(tx, actor, input.ids))
  bind(calls.assignArrangements, ({ tx, actor }, input) => assignTrips(tx, actor, input.ids))
  bind(calls.departArrangements, ({ tx, actor }, input) => departTrips(tx, actor, input))
  bind(calls.arriveArrangements, ({ tx, actor }, input) => arriveTrips(tx, actor, input))
  bind(calls.finishArrangements, ({ tx, actor }, input) => finishTrips(tx, actor, input.ids))
  bind(calls.cancelArrangements, ({ tx, actor }, input) => cancelTrips(tx, actor, input))
  bind(calls.undoArrangement, ({ tx, actor }, input) => undoTrip(tx, actor, input))
}
