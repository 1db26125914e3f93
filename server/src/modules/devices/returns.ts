import type * as calls from '@xunyun/contract/devices/bindings'
import type { DeviceCondition } from '@xunyun/contract/devices/states'
import { toHalfWidth } from '@xunyun/contract/kernel/text'
import { pageOf } from '@xunyun/contract/pages'
import type { Act, Asked } from '../../platform/act.ts'
import { eachRecord } from '../../platform/batch.ts'
import { clock } from '../../platform/clock.ts'
import { notify } from '../../platform/notify.ts'
import { badField, notFound, Refusal } from '../../platform/refusal.ts'
import { because, boundFor, told } from './batches.ts'
import { backTo } from './bind.ts'
import { lockDevice } from './devices.ts'
import { remindedOf } from './queries.objects.ts'
import { deviceNumbered } from './queries.ts'
import { bindingById, ended, type LockedDevice, lockDevices, moveBinding, moveDevice, wasBoundAfter } from './store.ts'

async function takeBack(asked: Asked, device: LockedDevice, condition: DeviceCondition): Promise<void> {
  const { tx, actor } = asked
  if (device.binding === null) throw notFound()
  await moveBinding(tx, device.binding, ended(actor, condition))
  await moveDevice(tx, actor, device, backTo(actor, device, condition))
  await told(asked, device, 'takenBack', [
    { field: 'objectNo', from: device.binding.no, to: null },
    { field: 'condition', from: null, to: condition },
  ])
}

/** 回收, 收到: into stock, or into repair. */
export const takeBackBindings: Act<typeof calls.takeBackBindings> = (asked, { ids, condition }) =>
  eachRecord(asked, ids, boundFor(asked.actor, 'takeBack'), (device) => takeBack(asked, device, condition))

/** Whole days that it is late, at least one; 0: it is not. */
export function overdueDays(expectedReturn: string | null): number {
  const late = expectedReturn === null ? 0 : clock.ms() - Date.parse(expectedReturn)
  return late > 0 ? Math.max(1, Math.floor(late / 86_400_000)) : 0
}

/** Each scan takes one back. */
export const takeBackScan: Act<typeof calls.takeBackScan> = async (asked, { number, condition }) => {
  const { tx, actor } = asked
  const found = await deviceNumbered(tx, actor, toHalfWidth(number).trim().toUpperCase())
  if (found === undefined) throw new Refusal('devices.unknownDevice')
  const known = (await lockDevices(tx, actor, [found.id])).get(found.id)
  if (known === undefined) throw new Refusal('devices.unknownDevice')
  if (known.binding === null) throw new Refusal('devices.notOut', { deviceState: known.state })
  const device = await lockDevice(tx, actor, found.id, 'takeBack')
  await takeBack(asked, device, condition)
  const { binding, deviceNo } = known
  return {
    id: binding.id,
    deviceNo,
    objectNo: binding.no,
    holder: binding.holder,
    overdueDays: overdueDays(binding.expectedReturn),
  }
}

/** The scan was a mistake: the device is out again, as it was. */
export const undoTakeBack: Act<typeof calls.undoTakeBack> = async (asked, { id }) => {
  const { tx, actor } = asked
  const binding = await bindingById(tx, id)
  if (binding === undefined || binding.returned_by !== actor.userId || binding.condition === 'lost') throw notFound()
  const device = (await lockDevices(tx, actor, [binding.device_id])).get(binding.device_id)
  if (device === undefined) throw notFound()
  const later = await wasBoundAfter(tx, device.id, id)
  const asItCame = binding.condition === 'intact' ? 'inStock' : 'repair'
  const touched = device.state !== asItCame || device.updated_by !== actor.userId
  if (later || touched) throw new Refusal('devices.goneOn', { no: device.deviceNo })
  await moveBinding(tx, binding, { returned_at: null, returned_by: null, condition: null })
  await moveDevice(tx, actor, device, { state: binding.mailed_at === null ? 'bound' : 'mailing' })
  await told(asked, device, 'takeBackUndone')
  return { deviceNo: device.deviceNo }
}

/** 登记寄回: somebody else has it on the road, under this number. */
export const mailBindings: Act<typeof calls.mailBindings> = (asked, { ids, expressNo }) =>
  eachRecord(asked, ids, boundFor(asked.actor, 'mail'), async (device) => {
    if (device.binding === null) throw notFound()
    await moveBinding(asked.tx, device.binding, {
      express_no: expressNo,
      mailed_at: clock.iso(),
      return_way: 'courier',
    })
    await moveDevice(asked.tx, asked.actor, device, { state: 'mailing' })
    await told(asked, device, 'mailed', [{ field: 'expressNo', from: null, to: expressNo }])
  })

/** 延期. */
export const extendBindings: Act<typeof calls.extendBindings> = async (asked, { ids, expectedReturn, reason }) => {
  if (expectedReturn <= clock.iso()) throw badField('expectedReturn', 'devices.returnPast')
  return eachRecord(asked, ids, boundFor(asked.actor, 'extend'), async (device) => {
    if (device.binding === null) throw notFound()
    await moveBinding(asked.tx, device.binding, { expected_return: expectedReturn })
    await moveDevice(asked.tx, asked.actor, device, {})
    await told(asked, device, 'extended', [
      { field: 'expectedReturn', from: device.binding.expectedReturn, to: expectedReturn },
      because(reason),
    ])
  })
}

/** 催还: those who have it in hand are told. */
export const remindBindings: Act<typeof calls.remindBindings> = (asked, { ids }) =>
  eachRecord(asked, ids, boundFor(asked.actor, 'remind'), async (device) => {
    const { tx } = asked
    const { binding, deviceNo } = device
    if (binding === null) throw notFound()
    const holders = await remindedOf(tx, asked.actor, binding)
    if (holders.length === 0) throw new Refusal('devices.nobodyToRemind', { holder: binding.holder ?? '' })
    await notify(
      tx,
      holders,
      'deviceToReturn',
      { no: deviceNo, holder: binding.holder ?? '', by: asked.actor.name },
      `${pageOf('GPSList').path}?tab=&q=${encodeURIComponent(deviceNo)}`,
    )
    await moveBinding(tx, binding, { reminded_at: clock.iso() })
    await told(asked, device, 'reminded')
  })
