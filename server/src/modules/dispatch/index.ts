import * as calls from '@xunyun/contract/dispatch/calls'
import { mayCall } from '../../platform/actor.ts'
import { owned } from '../../platform/db.ts'
import type { Platform } from '../../platform/platform.ts'
import { isSeen } from '../../platform/records.ts'
import { Refusal } from '../../platform/refusal.ts'
import { changeArrangement, createArrangement } from './arrange.ts'
import { listArranged, removeLines, totalArranged } from './arranged.ts'
import { driverChoices, tripDetail, tripHistory, vehicleChoices } from './detail.ts'
import { offerExports } from './export.ts'
import { listTrips, totalTrips } from './queries.ts'
import {
  arriveArrangements,
  assignArrangements,
  cancelArrangements,
  departArrangements,
  finishArrangements,
  undoArrangement,
} from './steps.ts'
import { listWaiting, totalWaiting } from './waiting.ts'

export { createArrangement } from './arrange.ts'
export { legsOf } from './detail.ts'
export { moveCarrierTrips } from './moveCarrier.ts'
export { arriveArrangements, cancelArrangements, departArrangements, finishArrangements } from './steps.ts'

/** Vehicle arrangements: what waits, trips, departure, arrival. */
export function dispatch({ bind, exports, numbering, records }: Platform): void {
  offerExports(exports)
  bind.constraints({
    arrangement__vehicle_on_road: () => new Refusal('dispatch.vehicleLeft'),
    arrangement__driver_on_road: () => new Refusal('dispatch.driverLeft'),
  })
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

  bind(calls.createArrangement, createArrangement(numbering))
  bind(calls.changeArrangement, changeArrangement)
  bind(calls.removeLines, removeLines)
  bind(calls.assignArrangements, assignArrangements)
  bind(calls.departArrangements, departArrangements)
  bind(calls.arriveArrangements, arriveArrangements)
  bind(calls.finishArrangements, finishArrangements)
  bind(calls.cancelArrangements, cancelArrangements)
  bind(calls.undoArrangement, undoArrangement)
}
