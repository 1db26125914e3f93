import * as bindings from '@xunyun/contract/devices/bindings'
import * as calls from '@xunyun/contract/devices/devices'
import type { DeviceAction, DeviceState } from '@xunyun/contract/devices/states'
import * as dispatch from '@xunyun/contract/dispatch/calls'
import type { Sent } from '@xunyun/contract/kernel/call'
import type { Outcomes } from '@xunyun/contract/kernel/list'
import * as waybills from '@xunyun/contract/waybills/calls'
import { ago, type Freight } from './freight.ts'
import type { Person } from './world.ts'

export const soon = (hours = 24) => new Date(Date.now() + hours * 3_600_000).toISOString()
export const one = ({ done, refused }: Outcomes) => (done === 1 ? 'done' : refused[0]?.reason)
type To = { waybillId: number } | { arrangementId: number } | { vehicleId: number }

/** GPS devices of an office to order, and trips from Hangzhou to Guangzhou that they travel with. */
export function devicesOf(office: Person, freight: Freight) {
  let count = 0
  async function device(over: Partial<Sent<typeof calls.addDevice>> = {}) {
    count += 1
    const deviceNo = `G${String(100_000 + count)}`
    const { id } = await office.client.ok(calls.addDevice, { deviceNo, battery: 80, deposit: '200', ...over })
    return { id, deviceNo }
  }
  const read = (id: number) => office.client.ok(calls.getDevice, { id })
  const state = async (id: number): Promise<DeviceState> => (await read(id)).state
  async function trip(over: { carrierId?: number } = {}) {
    count += 1
    const waybill = await freight.waybill(office.client, 4)
    await office.client.ok(waybills.checkInWaybills, { ids: [waybill.id], at: ago(500) })
    const { id, arrangementNo } = await office.client.ok(dispatch.createArrangement, {
      type: 'trunk',
      vehicleId: await freight.addVehicle(`浙G${String(10_000 + count)}`),
      driverId: await freight.addDriver(`随${count}`),
      fromOutletId: freight.hangzhou,
      toOutletId: freight.guangzhou,
      planAt: ago(-30),
      lines: [{ waybillId: waybill.id, fromPlace: 'outlet', fromId: freight.hangzhou, pieces: 4 }],
      assign: true,
      ...over,
    })
    return { id, no: arrangementNo, waybill }
  }
  const depart = (id: number) => office.client.ok(dispatch.departArrangements, { ids: [id], at: ago(60) })
  async function finish(id: number) {
    await office.client.ok(dispatch.arriveArrangements, { ids: [id], at: ago(30) })
    await office.client.ok(dispatch.finishArrangements, { ids: [id] })
  }
  const bind = async (deviceId: number, to: To, more: object = {}) =>
    (
      await office.client.ok(bindings.bindDevice, {
        deviceId,
        ...to,
        ...('vehicleId' in to ? {} : { expectedReturn: soon() }),
        returnWay: 'carried',
        ...more,
      })
    ).id
  /** A fresh device brought into a state by real acts. */
  async function deviceIn(wanted: DeviceState) {
    const made = await device()
    const ids = [made.id]
    if (wanted === 'inStock') return { ...made, binding: 0 }
    if (wanted === 'repair') await office.client.ok(calls.sendToRepair, { ids, reason: '坏' })
    if (wanted === 'lost') await office.client.ok(calls.loseDevices, { ids, reason: '丢' })
    if (wanted === 'scrapped') await office.client.ok(calls.scrapDevices, { ids, reason: '旧' })
    if (['repair', 'lost', 'scrapped'].includes(wanted)) return { ...made, binding: 0 }
    const to = await trip()
    const binding = await bind(made.id, { arrangementId: to.id })
    if (wanted !== 'bound') await depart(to.id)
    if (wanted === 'toReturn' || wanted === 'mailing') await finish(to.id)
    if (wanted === 'mailing') await office.client.ok(bindings.mailBindings, { ids: [binding], expressNo: 'SF1' })
    return { ...made, binding }
  }
  /** Why not, or done. */
  async function act(
    action: DeviceAction,
    { id, binding }: { id: number; binding: number },
  ): Promise<string | undefined> {
    const ids = [id]
    const bound = [binding || 999_999]
    const { client } = office
    const answer = (sent: { code: number; error?: { reason: string; fields: { reason: string }[] } | undefined }) =>
      sent.code === 200 ? 'done' : (sent.error?.fields[0]?.reason ?? sent.error?.reason)
    switch (action) {
      case 'edit': {
        const { version, deviceNo } = await read(id)
        return answer(await client.send(calls.changeDevice, { id, version, deviceNo, battery: 80, deposit: '200' }))
      }
      case 'setPlace':
        return answer(await client.send(calls.setDevicePlace, { id, place: '杭州市余杭区仓前' }))
      case 'transfer':
        return one(await client.ok(calls.transferDevices, { ids, outletId: freight.hangzhou, keeperId: office.id }))
      case 'bind': {
        count += 1
        const vehicleId = await freight.addVehicle(`浙K${String(10_000 + count)}`)
        return answer(await client.send(bindings.bindDevice, { deviceId: id, vehicleId, returnWay: 'carried' }))
      }
      case 'undoBind':
        return one(await client.ok(bindings.undoBindings, { ids: bound }))
      case 'swap': {
        const other = await device()
        return answer(
          await client.send(bindings.swapDevice, { id: bound[0] ?? 0, deviceId: other.id, condition: 'intact' }),
        )
      }
      case 'extend':
        return one(await client.ok(bindings.extendBindings, { ids: bound, expectedReturn: soon(48), reason: '晚到' }))
      case 'remind':
        return one(await client.ok(bindings.remindBindings, { ids: bound }))
      case 'takeBack':
        return one(await client.ok(bindings.takeBackBindings, { ids: bound, condition: 'intact' }))
      case 'mail':
        return one(await client.ok(bindings.mailBindings, { ids: bound, expressNo: 'SF2' }))
      case 'sendToRepair':
        return one(await client.ok(calls.sendToRepair, { ids, reason: '坏' }))
      case 'repaired':
        return one(await client.ok(calls.setRepaired, { ids, battery: 100 }))
      case 'find':
        return one(await client.ok(calls.findDevices, { ids, reason: '找到' }))
      case 'lose':
        return one(await client.ok(calls.loseDevices, { ids, reason: '丢' }))
      case 'scrap':
        return one(await client.ok(calls.scrapDevices, { ids, reason: '旧' }))
      case 'delete':
        return one(await client.ok(calls.deleteDevices, { ids }))
    }
  }

  return { device, read, state, trip, depart, finish, bind, deviceIn, act }
}
export type Devices = ReturnType<typeof devicesOf>
