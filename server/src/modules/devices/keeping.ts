import {
  type changeKeepingSetting,
  type getKeepingSetting,
  keepingSetting,
  usualKeeping,
} from '@xunyun/contract/devices/keeping'
import type { Output } from '@xunyun/contract/kernel/call'
import type { Act } from '../../platform/act.ts'
import type { Tx } from '../../platform/db.ts'
import { readSetting, settingHistory, writeSetting } from '../../platform/settings.ts'

const setting = 'devices.keeping'
const read = (tx: Tx) => readSetting(tx, setting, keepingSetting, usualKeeping)

/** For how many days positions are kept. */
export const readPositionDays = async (tx: Tx): Promise<number> => (await read(tx)).value.positionDays

export const readKeeping = async (tx: Tx): Promise<Output<typeof getKeepingSetting>> => {
  const { value, version } = await read(tx)
  return { ...value, version, history: await settingHistory(tx, setting) }
}
export const changeKeeping: Act<typeof changeKeepingSetting> = async ({ tx, actor }, { version, ...value }) => ({
  version: await writeSetting(tx, actor, setting, (await read(tx)).value, value, version),
})
