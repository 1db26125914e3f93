import { getDesk } from '@xunyun/contract/desk/calls'
import type { Platform } from '../../platform/platform.ts'
import { deskOf } from './desk.ts'

/** The dashboard: what waits, what is late, how today goes, over what the modules before it hold. */
export function desk({ bind }: Platform): void {
  bind(getDesk, ({ tx, actor }, { mine }) => deskOf(tx, actor, mine === true))
}
