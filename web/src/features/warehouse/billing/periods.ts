import type { Days } from '../../../shared/form/pickers.tsx'
import { serverNow } from '../../../shared/session/session.ts'
import { day } from '../../../shared/ui/format.ts'

const dayMs = 86_400_000

/** The last day that is over. */
export const yesterday = (): string => day(new Date(serverNow().getTime() - dayMs))

/** From the first of its month to yesterday. */
export const monthToYesterday = (): Days => {
  const last = yesterday()
  return [`${last.slice(0, 8)}01`, last]
}
