import type { Language } from '@xunyun/contract/pages'
import type { ReactNode } from 'react'
import type { TextKey } from '../i18n/textKey.ts'
import type { Sort } from '../list/address.ts'
import type { Preferences } from '../list/preferences.ts'
import type { Id } from '../list/useSelection.ts'

/**
 * Where a column stands on the card that a row is on a phone. First line: title, flags, state at the right; second: lead,
 * meta, aside at the right; third: facts.
 */
export type CardPlace = 'title' | 'flags' | 'state' | 'lead' | 'meta' | 'aside' | 'fact'

export type CellContext = {
  readonly language: Language
  /** The cell of a row that arrows have led to: what it holds can be reached by Tab. */
  readonly current: boolean
  /** On a card: units and labels are said beside the value. */
  readonly card: boolean
  readonly open?: () => void
}

export type Column<R> = {
  /** Stable: widths and order are remembered by it. */
  readonly key: string
  readonly title: TextKey
  /** Said in the header, behind the title. */
  readonly unit?: TextKey | 'kg' | 'm³' | '%'
  /** At least; the title and `words` make it wider where a language needs it. */
  readonly width: number
  /** All that may stand in it, where that is known: the words of a code. */
  readonly words?: (language: Language) => readonly string[]
  /** What a cell holds beside its words: a count and a bar. */
  readonly beside?: number
  readonly align?: 'right'
  /** A name or a remark: cut short it still says what it is, so it gives way to a figure. */
  readonly gives?: true
  readonly sortKey?: string
  /** From the data of the totals call. */
  readonly total?: (totals: Readonly<Record<string, unknown>>) => ReactNode
  /** Of these rows, written as the total is. */
  readonly sum?: (rows: readonly R[]) => string
  /** The largest sum that a list which begins with these rows may come to, so that there is room before it is known. */
  readonly mostTotal?: (rows: readonly R[]) => string
  /** The longest figure of these rows, as its cell shows it. */
  readonly longest?: (rows: readonly R[]) => string
  readonly pin?: 'left'
  readonly hidden?: boolean
  readonly render: (row: R, context: CellContext) => ReactNode
  /** As it is copied: figures without separators, words in the language now. */
  readonly text: (row: R, language: Language) => string
  /** What the export calls it, several where one cell shows several; null: not exported. Default: the key. */
  readonly exportKey?: string | readonly string[] | null
  readonly card?: CardPlace
}

/** What can be done to a row. */
export type RowAction = {
  readonly key: string
  readonly label: string
  readonly onClick: () => void
  /** Why not now; null or absent: allowed. A refused one stays visible. */
  readonly refused?: string | null
  readonly danger?: boolean | undefined
  /** It is being done. */
  readonly busy?: boolean
}

/** What a grid is given, as a table or as cards. */
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
