import { late } from '../ui/late.tsx'
import { isPhone, useIsPhone } from '../ui/useDevice.ts'
import { GridTable } from './GridTable.tsx'
import type { GridProps } from './types.ts'

const loadCards = () => import('./Cards.tsx').then((file) => file.Cards<never>)
const Cards = late(loadCards, <div style={{ flex: 1 }} />)
// On a phone every list needs them, so they come beside the page that draws one.
if (isPhone()) loadCards().catch(() => undefined)

/** Rows with columns; on a phone, rows as cards. */
export function DataGrid<R>(props: GridProps<R>) {
  return useIsPhone() ? <Cards {...(props as unknown as GridProps<never>)} /> : <GridTable {...props} />
}
