import type { Reason } from '@xunyun/contract/errors'
import * as z from 'zod/mini'
import type { Actor } from '../actor.ts'
import type { Tx } from '../db.ts'
import type { ConstraintMap } from '../http/binder.ts'
import { fieldErrors } from '../http/issues.ts'
import type { ImportColumn } from './columns.ts'
import type { CheckedRow, ImportKind, RowError, SheetRow } from './kind.ts'
import { type Numbers, noNumbers } from './numbers.ts'
import {
  attempt,
  columnAt,
  maxRows,
  type RowReader,
  readerOf,
  recordsOf,
  refuseSpoiled,
  rememberRecords,
  tried,
} from './rows.ts'

type Documents<T> = Omit<ImportKind, 'columns' | 'check' | 'apply' | 'records' | 'maxRows'> & {
  readonly schema: z.ZodMiniType<T>
  /** Columns of the document; the first two say together which one a row belongs to, where `together` names no others. */
  readonly head: readonly [ImportColumn, ImportColumn, ...ImportColumn[]]
  /** Keys of the columns that say together which document a row belongs to. */
  readonly together?: readonly string[]
  /** Columns of a line. */
  readonly line: readonly ImportColumn[]
  readonly readHead: (tx: Tx, actor: Actor, row: RowReader) => Promise<Record<string, unknown>>
  /** Nothing: the row tells of the document alone. */
  readonly readLine: (
    tx: Tx,
    actor: Actor,
    row: RowReader,
    head: Record<string, unknown>,
  ) => Promise<Record<string, unknown> | undefined>
  /** What the input calls its lines: `lines`, when nothing is said. */
  readonly into?: string
  /** What a refusal of this reason says in numbers of lines, which are told as rows of the sheet; of `lines`, its row. */
  readonly counts?: (reason: Reason) => readonly string[]
  /** The act behind the form; of a dry run the numbers are not real. */
  readonly add: (tx: Tx, actor: Actor, input: T, numbers: Numbers) => Promise<{ id: number }>
  readonly constraints?: ConstraintMap
}

/**
 * Documents with lines: a row is a line, and rows of one number are one document, wherever they stand. The first tells
 * what all share; the others repeat it or leave it out. A document comes in whole or not at all.
 */
export function documents<T>(kind: Documents<T>, numbers: Numbers): ImportKind {
  const columns = [...kind.head, ...kind.line]
  const [first, second] = kind.head
  const { into = 'lines', together = [first.key, second.key] } = kind
  const counts = kind.counts ?? (() => (into === 'lines' ? ['row'] : []))
  const ofLine = new RegExp(`^${into}\\.(\\d+)\\.?(.*)$`)

  async function judge(tx: Tx, actor: Actor, sheets: readonly SheetRow[], unreal: Numbers): Promise<CheckedRow[]> {
    const [opening] = sheets as [SheetRow]
    const rows: CheckedRow[] = sheets.map(({ row, cell }) => ({
      row,
      name: `${cell(second.key)} ${cell((kind.line[0] as ImportColumn).key)}`.trim(),
      input: undefined,
      errors: [],
    }))
    /** Which row a line stands in. */
    const rowOf: number[] = []
    const errorsOf = (index: number) => (rows[index] as CheckedRow).errors as RowError[]
    /** `lines.2.unit` is about the third row. */
    const put = ({ path, reason, params }: { path: string; reason: Reason; params: RowError['params'] }) => {
      const [, index, field] = ofLine.exec(path) ?? []
      const errors = errorsOf(index === undefined ? 0 : (rowOf[Number(index)] ?? 0))
      const column = index === undefined ? columnAt(kind.head, path) : columnAt(kind.line, field ?? '')
      // A line that is said twice names the row of the sheet, not of the document; a tier keeps its own number.
      const told = counts(reason).flatMap((name) => {
        const at = params[name]
        const sheet = typeof at === 'number' ? sheets[rowOf[at - 1] ?? 0] : undefined
        return sheet === undefined ? [] : [[name, sheet.row]]
      })
      if (!errors.some((error) => error.column === column))
        errors.push({ column, reason, params: { ...params, ...Object.fromEntries(told) } })
    }
    for (const { key, path, required } of kind.head)
      if (required && opening.cell(key) === '') put({ path, reason: 'field.required', params: {} })
    for (const [index, sheet] of sheets.entries()) refuseSpoiled(columns, sheet, errorsOf(index))
    const head = await kind.readHead(tx, actor, readerOf(columns, opening, errorsOf(0)))
    const lines: Record<string, unknown>[] = []
    for (const [index, sheet] of sheets.entries()) {
      const line = await kind.readLine(tx, actor, readerOf(columns, sheet, errorsOf(index)), head)
      if (line !== undefined) rowOf[lines.push(line) - 1] = index
      for (const column of kind.head) {
        const said = sheet.cell(column.key)
        if (index > 0 && said !== '' && said !== opening.cell(column.key))
          errorsOf(index).push({ column, reason: 'imports.differs', params: { row: opening.row } })
      }
    }
    const parsed = z.safeParse(kind.schema, { ...head, [into]: lines }, { reportInput: true })
    if (!parsed.success)
      for (const { path, reason, params } of fieldErrors(parsed.error.issues))
        put({ path, reason: reason as Reason, params })
    if (parsed.success && rows.every(({ errors }) => errors.length === 0)) {
      const outcome = await attempt(tx, () => kind.add(tx, actor, parsed.data, unreal), kind.constraints)
      if ('wrong' in outcome) for (const wrong of outcome.wrong) put(wrong)
      else for (const row of rows) row.input = parsed.data
    }
    const culprit = rows.find(({ errors }) => errors.length > 0)
    if (culprit !== undefined)
      for (const { errors } of rows)
        if (errors.length === 0)
          errors.push({ column: second, reason: 'imports.otherLine', params: { row: culprit.row } })
    return rows
  }

  return {
    ...kind,
    columns,
    maxRows,
    check: (tx, actor, rows) =>
      tried(tx, async () => {
        const unreal = noNumbers()
        const groups = new Map<string, SheetRow[]>()
        for (const row of rows) {
          // Without a number a row is alone, and is told to have one.
          const number = row.cell(second.key)
          const key = number === '' ? String(row.row) : JSON.stringify(together.map((one) => row.cell(one)))
          groups.set(key, [...(groups.get(key) ?? []), row])
        }
        const checked: CheckedRow[] = []
        for (const group of groups.values()) checked.push(...(await judge(tx, actor, group, unreal)))
        return checked.sort((a, b) => a.row - b.row)
      }),
    async apply(tx, actor, rows, importId) {
      const ids: number[] = []
      for (const input of new Set(rows.map((row) => row.input)))
        ids.push((await kind.add(tx, actor, input as T, numbers)).id)
      await rememberRecords(tx, importId, ids)
      return ids
    },
    records: recordsOf,
  }
}
