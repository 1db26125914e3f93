import type { Language } from '@xunyun/contract/pages'
import type { ReactNode } from 'react'
import type { TextKey } from '../i18n/textKey.ts'

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
  /** The largest sum that a list which begins with these rows may come to, so that there is room before it is known. */
  readonly mostTotal?: (rows: readonly R[]) => string
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
  readonly danger?: boolean
}
