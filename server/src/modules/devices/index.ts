import * as bindings from '@xunyun/contract/devices/bindings'
import * as calls from '@xunyun/contract/devices/devices'
import * as keeping from '@xunyun/contract/devices/keeping'
import * as positions from '@xunyun/contract/devices/positions'
import { pageOf } from '@xunyun/contract/pages'
import { isCustomer, mayCall } from '../../platform/actor.ts'
import { clock } from '../../platform/clock.ts'
import { owned } from '../../platform/db.ts'
import { historyOf } from '../../platform/history.ts'
import type { Platform } from '../../platform/platform.ts'
import { isSeen } from '../../platform/records.ts'
import { Refusal } from '../../platform/refusal.ts'
import { makeDeposits } from '../costs/index.ts'
import { deleteDevices, scrapDevices, sendToRepair, setRepaired, transferDevices } from './batches.ts'
import { bindableDevice, bindDevice, swapDevice, undoBindings } from './bind.ts'
import { bindingColumns, deviceColumns, returnColumns } from './columns.ts'
import { addDevice, changeDevice, setDevicePlace } from './devices.ts'
import { constraints, offerImports } from './imports.ts'
import { changeKeeping, readKeeping } from './keeping.ts'
import { findDevices, loseBindings, loseDevices } from './losses.ts'
import { dayOfPosition, keepPositions, makeParts } from './partitions.ts'
import { placeTimeFits, takePositions } from './positions.ts'
import { bindingDetail, listBindings, listReturns, totalBindings, totalReturns } from './queries.bindings.ts'
import { bindObject } from './queries.objects.ts'
import { bindingTrack } from './queries.track.ts'
import { deviceDetail, listDevices, totalDevices } from './queries.ts'
import {
  extendBindings,
  mailBindings,
  remindBindings,
  takeBackBindings,
  takeBackScan,
  undoTakeBack,
} from './returns.ts'
import { isSeenDevice } from './store.ts'
import {
  callerOf,
  deviceSuppliers,
  endPositionToken,
  makePositionToken,
  positionTokens,
  supplierOfToken,
} from './tokens.ts'

export { scrapDevices, sendToRepair } from './batches.ts'
export { bindDevice } from './bind.ts'
export { addDevice } from './devices.ts'
export { loseDevices } from './losses.ts'
export { moveSupplier } from './moveSupplier.ts'
export { takePositions } from './positions.ts'
export { mailBindings, takeBackBindings } from './returns.ts'

/** Wrong tokens of one address in a minute. */
const wrongTokensPerMinute = 20
/** A thousand positions, with room. */
const positionBytes = 512 * 1024

/** GPS devices that travel along: bound, found, fetched back (T32, T33). */
export function devices({ approvals, bind, db, exports, files, imports, jobs, numbering, records }: Platform): void {
  const deposits = makeDeposits(numbering, approvals)
  offerImports(imports)
  bind.constraints({ ...constraints, gps_binding__open: () => new Refusal('devices.justBound') })
  jobs.nightly('positions', '02:40', keepPositions)
  records.register('gpsDevice', {
    maySee: async (tx, actor, id) => mayCall(actor, calls.getDevice) && (await isSeenDevice(tx, actor, id)),
    describe: async (tx, id) => {
      // unscoped: asked after the device was seen
      const row = await owned(tx).selectFrom('gps_device').select('device_no').where('id', '=', id).executeTakeFirst()
      const name = row?.device_no ?? String(id)
      return { name, link: `${pageOf('GPSStock').path}?tab=&q=${encodeURIComponent(name)}` }
    },
  })
  records.register('gpsBinding', {
    maySee: async (tx, actor, id) =>
      mayCall(actor, bindings.getBinding) && (await isSeen(bindingDetail(tx, actor, id))),
  })

  bind(calls.getDevices, ({ tx, actor }, input) => listDevices(tx, actor, input))
  bind(calls.getDeviceTotals, ({ tx, actor }, input) => totalDevices(tx, actor, input))
  bind(calls.getDevice, ({ tx, actor }, { id }) => deviceDetail(tx, actor, id))
  exports.offer(calls.exportDevices, {
    name: (actor) => pageOf('GPSStock').titles[actor.language],
    columns: () => deviceColumns,
    page: (tx, actor, input, request) => listDevices(tx, actor, { ...input, ...request, page: undefined }),
  })
  bind(calls.getDeviceHistory, async ({ tx, actor }, { id }) => {
    if (!(await isSeenDevice(tx, actor, id))) throw new Refusal('kernel.notFound')
    return historyOf(tx, 'gpsDevice', id)
  })
  bind(calls.addDevice, addDevice)
  bind(calls.changeDevice, changeDevice)
  bind(calls.setDevicePlace, setDevicePlace, {
    before: async (_, { at = clock.iso(), position }) => {
      if (position !== undefined && placeTimeFits(at, clock.ms())) await makeParts(db, [dayOfPosition(at)])
    },
  })
  bind(calls.transferDevices, transferDevices)
  bind(calls.sendToRepair, sendToRepair)
  bind(calls.setRepaired, setRepaired)
  bind(calls.loseDevices, loseDevices(deposits))
  bind(calls.findDevices, findDevices(deposits))
  bind(calls.scrapDevices, scrapDevices)
  bind(calls.deleteDevices, deleteDevices)

  bind(keeping.getKeepingSetting, ({ tx }) => readKeeping(tx))
  bind(keeping.changeKeepingSetting, changeKeeping)

  bind(bindings.getBindableDevice, ({ tx, actor }, { number }) => bindableDevice(tx, actor, number))
  bind(bindings.getBindObject, ({ tx, actor }, { number }) => bindObject(tx, actor, number))
  bind(bindings.bindDevice, bindDevice(files))
  bind(bindings.undoBindings, undoBindings)
  bind(bindings.swapDevice, swapDevice)
  bind(bindings.extendBindings, extendBindings)
  bind(bindings.remindBindings, remindBindings)
  bind(bindings.takeBackBindings, takeBackBindings)
  bind(bindings.takeBackScan, takeBackScan)
  bind(bindings.undoTakeBack, undoTakeBack)
  bind(bindings.mailBindings, mailBindings)
  bind(bindings.loseBindings, loseBindings(deposits))
  bind(bindings.getBindings, ({ tx, actor }, input) => listBindings(tx, actor, input))
  bind(bindings.getBindingTotals, ({ tx, actor }, input) => totalBindings(tx, actor, input))
  exports.offer(bindings.exportBindings, {
    name: (actor) => pageOf('GPSList').titles[actor.language],
    columns: (actor) => bindingColumns(isCustomer(actor)),
    page: (tx, actor, input, request) => listBindings(tx, actor, { ...input, ...request, page: undefined }),
  })
  bind(bindings.getBindingTrack, ({ tx, actor }, input) => bindingTrack(tx, actor, input))
  bind(bindings.getReturns, ({ tx, actor }, input) => listReturns(tx, actor, input))
  bind(bindings.getReturnTotals, ({ tx, actor }, input) => totalReturns(tx, actor, input))
  exports.offer(bindings.exportReturns, {
    name: (actor) => pageOf('GPSRetrieve').titles[actor.language],
    columns: () => returnColumns,
    page: (tx, actor, input, request) => listReturns(tx, actor, { ...input, ...request, page: undefined }),
  })
  bind(bindings.getBinding, ({ tx, actor }, { id }) => bindingDetail(tx, actor, id))

  const supplierOf = supplierOfToken(wrongTokensPerMinute)
  bind(
    positions.addPositions,
    async ({ request, language }, input) => takePositions(db, await supplierOf(db, request), input, language),
    { limits: { bodyLimit: positionBytes, max: positions.positionCallsPerMinute, keyOf: callerOf } },
  )
  bind(positions.getPositionTokens, ({ tx }) => positionTokens(tx))
  bind(positions.getDeviceSuppliers, ({ tx }, input) => deviceSuppliers(tx, input))
  bind(positions.makePositionToken, makePositionToken)
  bind(positions.endPositionToken, endPositionToken)
}
