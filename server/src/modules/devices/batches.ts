import type * as calls from '@xunyun/contract/devices/devices'
import type { DeviceAction } from '@xunyun/contract/devices/states'
import type { Act, Asked } from '../../platform/act.ts'
import type { Actor } from '../../platform/actor.ts'
import { eachRecord, type Records } from '../../platform/batch.ts'
import { type Change, recordHistory } from '../../platform/history.ts'
import { Refusal } from '../../platform/refusal.ts'
import { checkKeeper } from './devices.ts'
import {
  companyName,
  type LockedDevice,
  lockBound,
  lockDevices,
  moveDevice,
  refusalOf,
  userName,
  wasEverBound,
} from './store.ts'

/** Devices in scope; what state, right and rule refuse is said for each. */
export const devicesFor = (actor: Actor, action: DeviceAction): Records<LockedDevice> => ({
  lock: lockDevices,
  no: ({ deviceNo }) => deviceNo,
  may: (device) => refusalOf(actor, action, device),
})
/** The devices of bindings that hold. */
export const boundFor = (actor: Actor, action: DeviceAction): Records<LockedDevice> => ({
  ...devicesFor(actor, action),
  lock: lockBound,
})

export const told = (
  { tx, actor }: Asked,
  { id }: Pick<LockedDevice, 'id'>,
  action: string,
  changes: readonly Change[] = [],
): Promise<void> => recordHistory(tx, actor, 'gpsDevice', id, action, [...changes])
export const because = (reason: string): Change => ({ field: 'reason', from: null, to: reason })

/** 调拨: to another outlet, or another person there. */
export const transferDevices: Act<typeof calls.transferDevices> = async (asked, { ids, outletId, keeperId }) => {
  const { tx, actor } = asked
  await checkKeeper(tx, outletId, keeperId)
  const [outlet, keeper] = [await companyName(tx, outletId), await userName(tx, keeperId)]
  return eachRecord(asked, ids, devicesFor(actor, 'transfer'), async (device) => {
    const before = await userName(tx, device.keeperId)
    if (device.outletId === outletId && before === keeper) return
    await moveDevice(tx, actor, device, { outlet_id: outletId, keeper_id: keeperId ?? null })
    await told(asked, device, 'transferred', [
      { field: 'outletName', from: device.outletName, to: outlet },
      { field: 'keeperName', from: before, to: keeper },
    ])
  })
}

export const sendToRepair: Act<typeof calls.sendToRepair> = (asked, { ids, reason }) =>
  eachRecord(asked, ids, devicesFor(asked.actor, 'sendToRepair'), async (device) => {
    await moveDevice(asked.tx, asked.actor, device, { state: 'repair' })
    await told(asked, device, 'sentToRepair', [because(reason)])
  })

export const setRepaired: Act<typeof calls.setRepaired> = (asked, { ids, battery }) =>
  eachRecord(asked, ids, devicesFor(asked.actor, 'repaired'), async (device) => {
    await moveDevice(asked.tx, asked.actor, device, { state: 'inStock', ...(battery === undefined ? {} : { battery }) })
    const changes =
      battery === undefined ? [] : [{ field: 'battery', from: device.battery?.toString() ?? null, to: String(battery) }]
    await told(asked, device, 'repaired', changes)
  })

export const scrapDevices: Act<typeof calls.scrapDevices> = (asked, { ids, reason }) =>
  eachRecord(asked, ids, devicesFor(asked.actor, 'scrap'), async (device) => {
    await moveDevice(asked.tx, asked.actor, device, { state: 'scrapped' })
    await told(asked, device, 'scrapped', [because(reason)])
  })

/** What was never bound was entered by mistake. */
export const deleteDevices: Act<typeof calls.deleteDevices> = (asked, { ids }) =>
  eachRecord(asked, ids, devicesFor(asked.actor, 'delete'), async (device) => {
    if (await wasEverBound(asked.tx, device.id)) throw new Refusal('devices.wasBound', { name: device.deviceNo })
    await moveDevice(asked.tx, asked.actor, device, { is_deleted: true as never })
    await told(asked, device, 'deleted')
  })
