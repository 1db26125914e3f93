import type { Output } from '@xunyun/contract/kernel/call'
import { roundDecimal } from '@xunyun/contract/kernel/decimal'
import {
  type changeRoundOffSetting,
  type getRoundOffSetting,
  type RoundOffSetting,
  roundOffSetting,
  usualRoundOff,
} from '@xunyun/contract/payments/roundOff'
import type { Act } from '../../platform/act.ts'
import type { Tx } from '../../platform/db.ts'
import { readSetting, settingHistory, writeSetting } from '../../platform/settings.ts'

const setting = 'payments'
const inCents = ({ roundOffLimit }: RoundOffSetting): RoundOffSetting => ({
  roundOffLimit: roundDecimal(roundOffLimit, 2),
})
const read = async (tx: Tx) => {
  const { value, version } = await readSetting(tx, setting, roundOffSetting, usualRoundOff)
  return { value: inCents(value), version }
}

/** What is rounded off (抹零) of a charge without the right to more, yuan. */
export const readRoundOffLimit = async (tx: Tx): Promise<string> => (await read(tx)).value.roundOffLimit

export const readRoundOffSetting = async (tx: Tx): Promise<Output<typeof getRoundOffSetting>> => {
  const { value, version } = await read(tx)
  return { ...value, version, history: await settingHistory(tx, setting) }
}
export const changeRoundOff: Act<typeof changeRoundOffSetting> = async ({ tx, actor }, { version, ...value }) => ({
  version: await writeSetting(tx, actor, setting, (await read(tx)).value, inCents(value), version),
})
