import { getBoard, getTaken } from '@xunyun/contract/dispatch/board'
import * as calls from '@xunyun/contract/dispatch/calls'
import * as couriers from '@xunyun/contract/dispatch/courier'
import { arrangementPath } from '@xunyun/contract/dispatch/path'
import * as scans from '@xunyun/contract/dispatch/scan'
import * as specials from '@xunyun/contract/dispatch/special'
import type { ArrangementKind } from '@xunyun/contract/dispatch/states'
import type { Call } from '@xunyun/contract/kernel/call'
import type { Act } from '../../platform/act.ts'
import { mayCall } from '../../platform/actor.ts'
import { owned } from '../../platform/db.ts'
import type { Platform } from '../../platform/platform.ts'
import { isSeen } from '../../platform/records.ts'
import { notFound, Refusal } from '../../platform/refusal.ts'
import { waybillFacts } from '../waybills/index.ts'
import { changeArrangement, createArrangement } from './arrange.ts'
import { listArranged, removeLines, totalArranged } from './arranged.ts'
import { arrangeOnto } from './arrangeOnto.ts'
import { board, takenAway } from './board.ts'
import { carrierChoices } from './carriers.ts'
import { settleTouched, withCosts } from './costs.ts'
import { changeCourier, createCouriers } from './courier/create.ts'
import { courierDetail, listCouriers, totalCouriers } from './courier/queries.ts'
import {
  cancelCouriers,
  collectCouriers,
  deliverCouriers,
  giveBackCouriers,
  markCouriers,
  refuseCouriers,
  signCouriers,
  transitCouriers,
  undoCourier,
} from './courier/steps.ts'
import { chargeWeights } from './courier/weight.ts'
import { driverChoices, goodsOf, historyOfKind, tripDetail, vehicleChoices } from './detail.ts'
import { offerHandedOut } from './export.handedOut.ts'
import { offerExports } from './export.ts'
import { listTrips, totalTrips } from './queries.ts'
import { scanTrips, syncScans, tripScanOf } from './scans.ts'
import { bringIn } from './shortfalls.ts'
import { setCarrierNo } from './special/carrierNo.ts'
import { changeSpecial, createSpecial } from './special/create.ts'
import { carrierNoImport } from './special/imports.ts'
import { listSpecials, specialDetail, totalSpecials } from './special/queries.ts'
import {
  arriveSpecials,
  bringInSpecial,
  cancelSpecials,
  giveBackSpecial,
  handOverSpecials,
  undoSpecial,
} from './special/steps.ts'
import {
  arriveArrangements,
  assignArrangements,
  cancelArrangements,
  departArrangements,
  finishArrangements,
  leaveStop,
  reachStop,
} from './steps.ts'
import { swapVehicle } from './swap.ts'
import { undoArrangement } from './undo.ts'
import { listWaiting, totalWaiting } from './waiting.ts'
import { whereaboutsOf } from './whereabouts.ts'

export { createArrangement } from './arrange.ts'
export { createCouriers } from './courier/create.ts'
export { deliverCouriers, markCouriers, refuseCouriers, signCouriers, transitCouriers } from './courier/steps.ts'
export { legsOf, missingOn } from './detail.ts'
export { moveCarrierTrips } from './moveCarrier.ts'
export { isLate } from './queries.ts'
export { createSpecial } from './special/create.ts'
export { arriveSpecials, handOverSpecials } from './special/steps.ts'
export {
  arriveArrangements,
  cancelArrangements,
  departArrangements,
  finishArrangements,
  leaveStop,
  reachStop,
} from './steps.ts'

/** Arrangements: what waits, and what carries it: trips, dedicated lines, couriers. */
export function dispatch({ approvals, bind, db, exports, files, imports, numbering, records }: Platform): void {
  const moving = <C extends Call>(act: Act<C>) => withCosts(approvals, act)
  offerExports(exports)
  offerHandedOut(exports)
  imports.offer('specialList', carrierNoImport)
  bind.constraints({
    arrangement__vehicle_on_road: () => new Refusal('dispatch.vehicleLeft'),
    arrangement__driver_on_road: () => new Refusal('dispatch.driverLeft'),
    arrangement__carrier_no: () => new Refusal('dispatch.carrierNoJustTaken'),
  })
  records.register('arrangement', {
    maySee: async (tx, actor, id) =>
      (mayCall(actor, calls.getArrangement) && (await isSeen(tripDetail(tx, actor, id)))) ||
      (mayCall(actor, specials.getSpecial) && (await isSeen(specialDetail(tx, actor, id)))) ||
      (mayCall(actor, couriers.getCourier) && (await isSeen(courierDetail(tx, actor, id)))),
    describe: async (tx, id) => {
      // unscoped: asked after the trip was seen
      const row = await owned(tx)
        .selectFrom('arrangement')
        .select(['arrangement_no', 'kind'])
        .where('id', '=', id)
        .executeTakeFirst()
      return { name: row?.arrangement_no ?? String(id), link: arrangementPath(row?.kind as ArrangementKind, id) }
    },
  })

  bind(calls.getWaiting, ({ tx, actor }, input) => listWaiting(tx, actor, input))
  bind(calls.getWhereabouts, ({ tx, actor }, { no }) => whereaboutsOf(tx, actor, no))
  bind(calls.getCargoGoods, ({ tx, actor }, { waybillId }) => goodsOf(tx, actor, waybillId))
  bind(calls.getWaitingTotals, ({ tx, actor }, input) => totalWaiting(tx, actor, input))
  bind(calls.getArrangements, ({ tx, actor }, input) => listTrips(tx, actor, input))
  bind(calls.getArrangementTotals, ({ tx, actor }, input) => totalTrips(tx, actor, input))
  bind(calls.getArrangement, ({ tx, actor }, input) => tripDetail(tx, actor, input.id))
  bind(calls.getArrangementHistory, ({ tx, actor }, input) => historyOfKind(tx, actor, 'vehicle', input.id))
  bind(calls.getArranged, ({ tx, actor }, input) => listArranged(tx, actor, input))
  bind(calls.getArrangedTotals, ({ tx, actor }, input) => totalArranged(tx, actor, input))
  bind(getBoard, ({ tx, actor }, input) => board(tx, actor, input))
  bind(getTaken, ({ tx, actor }, { ids }) => takenAway(tx, actor, ids))
  bind(calls.getDispatchVehicles, ({ tx, actor }, input) => vehicleChoices(tx, actor, input))
  bind(calls.getDispatchDrivers, ({ tx, actor }, input) => driverChoices(tx, actor, input))

  bind(calls.createArrangement, createArrangement(numbering))
  bind(calls.changeArrangement, moving(changeArrangement))
  bind(calls.arrangeOnto, moving(arrangeOnto(numbering)))
  bind(calls.removeLines, moving(removeLines))
  bind(calls.assignArrangements, moving(assignArrangements))
  bind(calls.departArrangements, moving(departArrangements))
  bind(calls.arriveArrangements, moving(arriveArrangements(numbering)))
  bind(calls.reachStop, moving(reachStop(numbering)))
  bind(calls.leaveStop, moving(leaveStop))
  bind(calls.swapVehicle, moving(swapVehicle(numbering)))
  bind(calls.bringIn, moving(bringIn))
  bind(calls.finishArrangements, moving(finishArrangements))
  bind(calls.cancelArrangements, moving(cancelArrangements))
  bind(calls.undoArrangement, moving(undoArrangement))

  bind(scans.getTripScan, ({ tx, actor }, { no }) => tripScanOf(tx, actor, no))
  bind(scans.getScanTrips, ({ tx, actor }) => scanTrips(tx, actor))
  bind(
    scans.syncTripScans,
    ({ actor }, { acts }) => syncScans(db, actor, acts, numbering, (tx) => settleTouched(tx, actor, approvals)),
    { ownTransactions: true },
  )

  bind(specials.getSpecials, ({ tx, actor }, input) => listSpecials(tx, actor, input))
  bind(specials.getSpecialTotals, ({ tx, actor }, input) => totalSpecials(tx, actor, input))
  bind(specials.getSpecial, ({ tx, actor }, input) => specialDetail(tx, actor, input.id))
  bind(specials.getSpecialHistory, ({ tx, actor }, input) => historyOfKind(tx, actor, 'line', input.id))
  bind(specials.getSpecialCarriers, ({ tx, actor }, input) => carrierChoices(tx, actor, 'special', input))
  bind(specials.createSpecial, createSpecial(numbering))
  bind(specials.changeSpecial, moving(changeSpecial))
  bind(specials.setCarrierNo, setCarrierNo)
  bind(specials.handOverSpecials, moving(handOverSpecials))
  bind(specials.arriveSpecials, moving(arriveSpecials(numbering)))
  bind(specials.bringInSpecial, moving(bringInSpecial))
  bind(specials.giveBackSpecial, moving(giveBackSpecial))
  bind(specials.cancelSpecials, moving(cancelSpecials))
  bind(specials.undoSpecial, moving(undoSpecial))

  bind(couriers.getCouriers, ({ tx, actor }, input) => listCouriers(tx, actor, input))
  bind(couriers.getCourierTotals, ({ tx, actor }, input) => totalCouriers(tx, actor, input))
  bind(couriers.getCourier, ({ tx, actor }, input) => courierDetail(tx, actor, input.id))
  bind(couriers.getCourierHistory, ({ tx, actor }, input) => historyOfKind(tx, actor, 'courier', input.id))
  bind(couriers.getCourierCompanies, ({ tx, actor }, input) => carrierChoices(tx, actor, 'courier', input))
  bind(couriers.proposeChargeWeight, async ({ tx, actor }, parcel) => {
    // Whoever does not see the waybill learns nothing of its weight.
    if ((await waybillFacts(tx, actor, [parcel.waybillId], false, false)).size === 0) throw notFound()
    const [chargeWeight] = (await chargeWeights(tx, [parcel])) as [string]
    return { chargeWeight }
  })
  bind(couriers.createCouriers, createCouriers(numbering))
  bind(couriers.changeCourier, moving(changeCourier))
  bind(couriers.collectCouriers, moving(collectCouriers))
  bind(couriers.transitCouriers, moving(transitCouriers))
  bind(couriers.deliverCouriers, moving(deliverCouriers))
  bind(couriers.signCouriers, moving(signCouriers({ numbering, files })))
  bind(couriers.refuseCouriers, moving(refuseCouriers({ numbering, files })))
  bind(couriers.giveBackCouriers, moving(giveBackCouriers))
  bind(couriers.markCouriers, markCouriers)
  bind(couriers.cancelCouriers, moving(cancelCouriers))
  bind(couriers.undoCourier, moving(undoCourier))
}
