import { decimal } from '@xunyun/contract/kernel/wire'
import * as z from 'zod/mini'
import type { Tx } from '../../platform/db.ts'
import { readSetting } from '../../platform/settings.ts'

/** What is rounded off (抹零) of a charge without the right to more, yuan. */
const shape = z.object({ roundOffLimit: decimal(2, '0', '1000') })

export const readRoundOffLimit = async (tx: Tx): Promise<string> =>
  (await readSetting(tx, 'payments', shape as never, { roundOffLimit: '1.00' })).value.roundOffLimit
