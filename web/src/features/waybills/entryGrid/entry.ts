import { createStore, type StoreApi } from 'zustand'
import type { Cell, Column, EntryRow, Value } from './cells.ts'
import {
  type Area,
  begun,
  did,
  forgotten,
  type Locked,
  type Rows,
  redone,
  type Sheet,
  sheetOf,
  undone,
  withText,
} from './edits.ts'
import type { Complaints, Sent } from './validate.ts'

/** A cell, by the row's name: rows above it may go while it has the cursor. */
export type Spot = { readonly key: string; readonly column: Column }

export type Placed = { readonly id: number; readonly no: string; readonly pieces: number; readonly to: string }
export type Progress = { readonly done: number; readonly of: number }

export type Entry = {
  readonly sheet: Sheet
  /** Undefined: today. */
  readonly bizDate: string | undefined
  readonly outletId: number | undefined
  /** What was sent for a row without an answer: it may be placed. Sent again it is the same, under the same key. */
  readonly doubts: Readonly<Record<string, Sent>>
  /** Rows that are being placed. */
  readonly queued: ReadonlySet<string>
  /** What the server said of a row as it was then; changed, it is another. */
  readonly refusals: ReadonlyMap<EntryRow, Complaints>
  /** The cell with the cursor, and the other corner of what is marked. */
  readonly at: Spot
  readonly head: Spot
  /** Rows that were there when placing was asked for: what they lack is said even while they are typed. */
  readonly strict: ReadonlySet<string>
  /** While rows are being placed: how far it is. */
  readonly progress: Progress | null
  /** No further row is to be sent. */
  readonly stopping: boolean
  /** What was placed from here, the last first. */
  readonly placed: readonly Placed[]
}
export type EntryStore = StoreApi<Entry>

/** What survives a reload. */
export type EntryDraft = Pick<Entry, 'bizDate' | 'outletId' | 'doubts'> & { readonly rows: Rows }

export function createEntry(draft: EntryDraft | null, done: readonly Placed[], first: Column): EntryStore {
  const sheet = sheetOf(draft?.rows ?? [])
  const at = { key: sheet.rows[0]?.key ?? '', column: first }
  return createStore<Entry>(() => ({
    sheet,
    bizDate: draft?.bizDate,
    outletId: draft?.outletId,
    doubts: draft?.doubts ?? {},
    queued: new Set(),
    refusals: new Map(),
    at,
    head: at,
    strict: new Set(),
    progress: null,
    stopping: false,
    placed: done,
  }))
}

/** Null: nothing to keep. */
export function draftOf({ sheet, bizDate, outletId, doubts }: Entry): EntryDraft | null {
  const rows = begun(sheet.rows)
  return rows.length === 0 ? null : { rows, bizDate, outletId, doubts }
}

export const lockedIn =
  ({ queued, doubts }: Entry): Locked =>
  ({ key }) =>
    queued.has(key) || doubts[key] !== undefined

const rowAt = ({ sheet }: Entry, key: string): number =>
  Math.max(
    0,
    sheet.rows.findIndex((row) => row.key === key),
  )

/** What is marked: from the cursor to the other corner. */
export function areaOf(entry: Entry, columns: readonly Column[]): Area {
  const ys = [rowAt(entry, entry.at.key), rowAt(entry, entry.head.key)]
  const xs = [columns.indexOf(entry.at.column), columns.indexOf(entry.head.column)]
  return { top: Math.min(...ys), bottom: Math.max(...ys), left: Math.min(...xs), right: Math.max(...xs) }
}

/** Puts the cursor, or the other corner alone; outside of the grid is its edge. */
export function moveTo(store: EntryStore, columns: readonly Column[], y: number, x: number, extend = false): void {
  const { rows } = store.getState().sheet
  const row = rows[Math.min(rows.length - 1, Math.max(0, y))]
  const column = columns[Math.min(columns.length - 1, Math.max(0, x))]
  if (row === undefined || column === undefined) return
  const spot = { key: row.key, column }
  store.setState(extend ? { head: spot } : { at: spot, head: spot })
}

export const placeOf = (entry: Entry, columns: readonly Column[], spot: Spot): { y: number; x: number } => ({
  y: rowAt(entry, spot.key),
  x: Math.max(0, columns.indexOf(spot.column)),
})

/** The rows become others by something that can be taken back. */
export const edit = (store: EntryStore, change: (rows: Rows, locked: Locked) => Rows): void =>
  store.setState((entry) => {
    const sheet = did(entry.sheet, change(entry.sheet.rows, lockedIn(entry)))
    return { sheet, ...kept(entry, sheet) }
  })

export const write = (store: EntryStore, key: string, cell: Cell, value: Value): void =>
  edit(store, (rows) => withText(rows, key, cell, value))

export const undo = (store: EntryStore): void =>
  store.setState((entry) => {
    const sheet = undone(entry.sheet)
    return { sheet, ...kept(entry, sheet) }
  })

export const redo = (store: EntryStore): void =>
  store.setState((entry) => {
    const sheet = redone(entry.sheet)
    return { sheet, ...kept(entry, sheet) }
  })

/** The cursor where it was; when its row is gone, in the one that came into its place. */
function kept(entry: Entry, sheet: Sheet): Pick<Entry, 'at' | 'head'> {
  const stays = (spot: Spot): Spot => {
    if (sheet.rows.some(({ key }) => key === spot.key)) return spot
    const place = Math.min(sheet.rows.length - 1, rowAt(entry, spot.key))
    return { ...spot, key: sheet.rows[place]?.key ?? '' }
  }
  return { at: stays(entry.at), head: stays(entry.head) }
}

/** From here on no step leads back: the rows go to the server. */
export const queue = (store: EntryStore, keys: readonly string[]): void =>
  store.setState(({ sheet }) => ({ sheet: { ...sheet, past: [], future: [] }, queued: new Set(keys) }))

const leftOut = <T>(record: Readonly<Record<string, T>>, key: string): Readonly<Record<string, T>> => {
  const { [key]: _, ...rest } = record
  return rest
}
const dequeued = (queued: ReadonlySet<string>, key: string) => new Set([...queued].filter((other) => other !== key))

export const send = (store: EntryStore, key: string, sent: Sent): void =>
  store.setState(({ doubts }) => ({ doubts: { ...doubts, [key]: sent } }))

const mostPlaced = 200

export const placed = (store: EntryStore, key: string, waybill: Placed): void =>
  store.setState((entry) => {
    const sheet = forgotten(entry.sheet, key)
    return {
      sheet,
      ...kept(entry, sheet),
      doubts: leftOut(entry.doubts, key),
      queued: dequeued(entry.queued, key),
      placed: [waybill, ...entry.placed].slice(0, mostPlaced),
    }
  })

/** Nothing was placed: the row is free again, with what was said of it. */
export const refused = (store: EntryStore, row: EntryRow, complaints: Complaints | null): void =>
  store.setState(({ doubts, queued, refusals }) => ({
    doubts: leftOut(doubts, row.key),
    queued: dequeued(queued, row.key),
    refusals: complaints === null ? refusals : new Map([...refusals, [row, complaints]]),
  }))

/** What is deleted by the person's word although nobody knows what became of it. */
export const giveUp = (store: EntryStore, keys: readonly string[]): void =>
  store.setState(({ doubts }) => ({ doubts: keys.reduce(leftOut, doubts) }))
