import * as calls from '@xunyun/contract/dispatch/calls'
import { mayCall } from '../../platform/actor.ts'
import { owned } from '../../platform/db.ts'
import type { Platform } from '../../platform/platform.ts'
import { isSeen } from '../../platform/records.ts'
import { changeTrip, createTrip } from './arrange.ts'
import { listArranged, takeOff, totalArranged } from './arranged.ts'
import { driverChoices, tripDetail, tripHistory, vehicleChoices } from './detail.ts'
import { offerExports } from './export.ts'
import { listTrips, totalTrips } from './queries.ts'
import { arriveTrips, assignTrips, cancelTrips, departTrips, finishTrips, undoTrip } from './steps.ts'
import { listWaiting, totalWaiting } from './waiting.ts'

export { createTrip } from './arrange.ts'
export { legsOf } from './detail.ts'
export { moveCarrierTrips } from './moveCarrier.ts'
export { arriveTrips, cancelTrips, departTrips, finishTrips } from './steps.ts'

/** Vehicle arrangements: what waits, trips, departure, arrival. */
export function dispatch({ bind, exports, numbering, records }: Platform): void {
  offerExports(exports)
  records.register('arrangement', {
    maySee: async (tx, actor, id) => mayCall(actor, calls.getArrangement) && (await isSeen(tripDetail(tx, actor, id))),
    describe: async (tx, id) => {
      // unscoped: asked after the trip was seen
      const row = await owned(tx)
        .selectFrom('arrangement')
        .select('arrangement_no')
        .where('id', '=', id)
        .executeTakeFirst()
      return { name: row?.arrangement_no ?? String(id), link: `/tms/operations/arrangeList?trip=${id}` }
    },
  })

  bind(calls.getWaiting, ({ tx, actor }, input) => listWaiting(tx, actor, input))
  bind(calls.getWaitingTotals, ({ tx, actor }, input) => totalWaiting(tx, actor, input))
  bind(calls.getArrangements, ({ tx, actor }, input) => listTrips(tx, actor, input))
  bind(calls.getArrangementTotals, ({ tx, actor }, input) => totalTrips(tx, actor, input))
  bind(calls.getArrangement, ({ tx, actor }, input) => tripDetail(tx, actor, input.id))
  bind(calls.getArrangementHistory, ({ tx, actor }, input) => tripHistory(tx, actor, input.id))
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
