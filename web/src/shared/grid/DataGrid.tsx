import type { ReactNode } from 'react'
import type { Sort } from '../list/address.ts'
import type { Preferences } from '../list/preferences.ts'
import type { Id } from '../list/useSelection.ts'
import { late } from '../ui/late.tsx'
import { isPhone, useIsPhone } from '../ui/useDevice.ts'
import { GridTable } from './GridTable.tsx'
import type { Column, RowAction } from './types.ts'

export type GridProps<R> = {
  /** What a screen reader calls it. */
  readonly label: string
  readonly columns: readonly Column<R>[]
  readonly rows: readonly R[]
  /** Stable. */
  readonly idOf: (row: R) => Id
  /** Number of the first row. */
  readonly firstNumber?: number
  /** All there are, on every page; undefined while nobody knows. */
  readonly total?: number
  readonly loading?: boolean
  /** Newer rows are on their way. */
  readonly busy?: boolean
  /** Another key, another question: the new rows are looked at from their beginning. */
  readonly shownKey?: string
  readonly error?: Error | null
  readonly retry?: () => void
  /** Instead of rows: why there are none, and the next step. */
  readonly empty?: ReactNode
  /** Sums over the foot; undefined: they have not come yet. Absent `hasTotals`: no such row. */
  readonly hasTotals?: boolean
  readonly totals?: Readonly<Record<string, unknown>>
  readonly totalsOld?: boolean
  /** Said before the sums: 合计 1,286 票. */
  readonly totalsLabel?: ReactNode
  readonly sort?: Sort | null
  readonly onSort?: (sort: Sort | null) => void
  readonly selection?: ReadonlySet<Id>
  readonly selectedRows?: readonly R[]
  readonly select?: (rows: readonly R[], on: boolean) => void
  readonly toggle?: (row: R) => void
  readonly clear?: () => void
  readonly onOpen?: (row: R) => void
  readonly actions?: (row: R) => readonly RowAction[]
  /** First of the row's actions on a phone's card, as an icon button: a call to the consignee. */
  readonly cardAction?: (row: R) => ReactNode
  readonly isVoid?: (row: R) => boolean
  /** On a phone, behind the last card. */
  readonly foot?: ReactNode
  /** As high as its rows: a table in a detail. Without it the grid fills the flex column it stands in. */
  readonly auto?: boolean
  readonly preferences?: Preferences
  readonly setPreferences?: (change: Partial<Preferences>) => void
}

const loadCards = () => import('./Cards.tsx').then((file) => file.Cards<never>)
const Cards = late(loadCards, <div style={{ flex: 1 }} />)
// On a phone every list needs them, so they come beside the page that draws one.
if (isPhone()) loadCards().catch(() => undefined)

/** Rows with columns; on a phone, rows as cards. */
export function DataGrid<R>(props: GridProps<R>) {
  return useIsPhone() ? <Cards {...(props as unknown as GridProps<never>)} /> : <GridTable {...props} />
}
