import type * as bindings from '@xunyun/contract/devices/bindings'
import type * as calls from '@xunyun/contract/devices/devices'
import { foundWithinDays } from '@xunyun/contract/devices/states'
import { compareDecimal } from '@xunyun/contract/kernel/decimal'
import type { Outcomes } from '@xunyun/contract/kernel/list'
import type { Act, Asked } from '../../platform/act.ts'
import { eachRecord } from '../../platform/batch.ts'
import { clock } from '../../platform/clock.ts'
import type { Deposits } from '../costs/index.ts'
import { because, boundFor, devicesFor, told } from './batches.ts'
import { debtorOf, depositsAskedFor } from './queries.objects.ts'
import { ended, type LockedDevice, moveBinding, moveDevice } from './store.ts'

const dayMs = 86_400_000

/** 报丢: whoever had it owes its deposit, once reviewers say so; where no company had it, the loss is noted and nothing owed. */
async function lose(asked: Asked, deposits: Deposits, device: LockedDevice, reason: string): Promise<void> {
  const { tx, actor } = asked
  const { binding, deposit, deviceNo } = device
  const debtor = binding === null ? null : await debtorOf(tx, binding)
  const owes = debtor !== null && deposit !== null && compareDecimal(deposit, '0') > 0
  const applicationId = owes
    ? await deposits.owe(tx, actor, {
        deviceId: device.id,
        deviceNo,
        objectNo: binding?.no ?? null,
        outletId: device.outletId,
        companyId: debtor.id,
        amount: deposit,
        reason: `${deviceNo} ${reason}`,
      })
    : null
  if (binding !== null) await moveBinding(tx, binding, ended(actor, 'lost'))
  await moveDevice(tx, actor, device, { state: 'lost', lost_at: clock.iso(), lost_application_id: applicationId })
  await told(asked, device, owes ? 'lostAndOwed' : 'lost', [
    because(reason),
    ...(owes
      ? [
          { field: 'deposit', from: null, to: deposit },
          { field: 'debtor', from: null, to: debtor.name },
        ]
      : []),
  ])
}
export const loseDevices =
  (deposits: Deposits): Act<typeof calls.loseDevices> =>
  async (asked, { ids, reason }) => {
    const done = await eachRecord(asked, ids, devicesFor(asked.actor, 'lose'), (one) =>
      lose(asked, deposits, one, reason),
    )
    return { ...done, owed: await depositsAskedFor(asked.tx, 'device_id', lostOf(ids, done)) }
  }
export const loseBindings =
  (deposits: Deposits): Act<typeof bindings.loseBindings> =>
  async (asked, { ids, reason }) => {
    const done = await eachRecord(asked, ids, boundFor(asked.actor, 'lose'), (one) =>
      lose(asked, deposits, one, reason),
    )
    return { ...done, owed: await depositsAskedFor(asked.tx, 'id', lostOf(ids, done)) }
  }
const lostOf = (ids: readonly number[], { refused }: Outcomes): number[] =>
  ids.filter((id) => !refused.some((one) => one.id === id))

/** 找回: into stock; within 30 days its deposit goes back. */
export const findDevices =
  (deposits: Deposits): Act<typeof calls.findDevices> =>
  (asked, { ids, reason }) =>
    eachRecord(asked, ids, devicesFor(asked.actor, 'find'), async (device) => {
      const { tx, actor } = asked
      const { lostAt, lostApplicationId } = device
      const inTime = lostAt !== null && clock.ms() - Date.parse(lostAt) <= foundWithinDays * dayMs
      if (lostApplicationId !== null && inTime)
        await deposits.giveBack(tx, actor, lostApplicationId, `${device.deviceNo} ${reason}`)
      await moveDevice(tx, actor, device, { state: 'inStock', lost_at: null, lost_application_id: null })
      await told(asked, device, 'found', [because(reason)])
    })
