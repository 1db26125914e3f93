import type { Readable } from 'node:stream'
import { entriesOf, wordFor } from '@xunyun/contract/dictionary'
import { sayReason } from '@xunyun/contract/errors'
import type { Input, Output } from '@xunyun/contract/kernel/call'
import { tidy } from '@xunyun/contract/kernel/text'
import type { Language } from '@xunyun/contract/pages'
import type { ImportBatch, ImportPage, ImportReport, runImport } from '@xunyun/contract/workbench/imports'
import { type Actor, isCustomer, may, requireRight } from '../actor.ts'
import { clock } from '../clock.ts'
import type { Db, Tx } from '../db.ts'
import { markErrors } from '../excel/mark.ts'
import { NotExcel, type Sheet } from '../excel/parse.ts'
import { readSheet } from '../excel/read.ts'
import { writeExcel } from '../excel/write.ts'
import type { Files } from '../files.ts'
import { badField, notFound, Refusal } from '../refusal.ts'
import { columnFinder, headerOf, wordOf } from './columns.ts'
import { type CheckedRow, type ImportKind, isGood, type RowError, type SheetRow } from './kind.ts'

/** An uploaded workbook, read. */
export type ReadFile = {
  readonly file: { readonly id: number; readonly name: string; readonly sha256: string }
  readonly sheet: Sheet
}

type Checked = {
  readonly rows: CheckedRow[]
  readonly unknownColumns: string[]
  /** The header of each column as it stands in the file. */
  readonly titles: ReadonlyMap<string, string>
}

const texts = {
  notes: { zh: '填写说明', en: 'Instructions', es: 'Instrucciones', ja: '記入方法' },
  error: { zh: '错误说明', en: 'Errors', es: 'Errores', ja: 'エラー内容' },
} as const
const general: Readonly<Record<Language, readonly string[]>> = {
  zh: ['带 * 的列必填', '日期可写 2026-11-20、2026/11/20、2026年11月20日', '同一个文件再导一次不会重复建立记录'],
  en: [
    'Columns with * are required',
    'Dates: 2026-11-20, 2026/11/20 or 2026年11月20日',
    'The same file twice makes no record twice',
  ],
  es: [
    'Las columnas con * son obligatorias',
    'Fechas: 2026-11-20, 2026/11/20 o 2026年11月20日',
    'El mismo archivo dos veces no crea registros dobles',
  ],
  ja: [
    '* の列は必須です',
    '日付は 2026-11-20、2026/11/20、2026年11月20日 の形式',
    '同じファイルを再度取り込んでも重複しません',
  ],
}

/** The kinds of records that can be imported, by the page whose right to edit is the right to import. */
export class Imports {
  readonly #kinds = new Map<ImportPage, ImportKind>()
  readonly #files: Files

  constructor(files: Files) {
    this.#files = files
  }

  offer(page: ImportPage, kind: ImportKind): void {
    this.#kinds.set(page, kind)
  }

  #kind(actor: Actor, page: ImportPage): ImportKind {
    requireRight(actor, page, 'edit')
    const kind = this.#kinds.get(page)
    if (kind === undefined) throw notFound()
    return kind
  }

  /** Reads an uploaded file of this user. Before a transaction begins: reading takes its turn, and may take a minute. */
  async read(db: Tx, actor: Actor, page: ImportPage, fileId: number): Promise<ReadFile> {
    const kind = this.#kind(actor, page)
    const file = await db
      .selectFrom('stored_file')
      .select(['id', 'name', 'sha256'])
      .where('id', '=', fileId)
      .where('created_by', '=', actor.userId)
      .executeTakeFirst()
    if (file === undefined) throw notFound()
    try {
      return { file, sheet: await readSheet(this.#files.pathOf(file.sha256), { maxRows: kind.maxRows + 1 }) }
    } catch (error) {
      if (!(error instanceof NotExcel)) throw error
      if (error.why === 'tooManyRows') throw new Refusal('imports.tooLong', { max: kind.maxRows })
      throw badField('fileId', error.why === 'tooLarge' ? 'imports.tooMuch' : 'imports.notExcel')
    }
  }

  /** Judges every row. */
  async #check(tx: Tx, actor: Actor, kind: ImportKind, { sheet: { rows } }: ReadFile): Promise<Checked> {
    const [header, ...data] = rows
    if (header === undefined) throw badField('fileId', 'imports.empty')
    const find = columnFinder(kind.columns)
    const at = new Map<string, number>()
    const unknownColumns: string[] = []
    const twice: string[] = []
    // What we wrote into the file ourselves is no surprise.
    const ours = new Set([texts.error, ...(kind.ignored ?? [])].flatMap((titles) => Object.values(titles)))
    header.cells.forEach((title, index) => {
      const column = find(title)
      // Which of two is meant nobody can tell.
      if (column !== undefined && at.has(column.key)) twice.push(title.trim())
      if (column !== undefined) at.set(column.key, index)
      else if (title.trim() !== '' && !ours.has(title.trim())) unknownColumns.push(title.trim())
    })
    const missing = kind.columns.filter((column) => column.required && !at.has(column.key))
    if (missing.length > 0)
      throw new Refusal('imports.columnMissing', {
        columns: missing.map((column) => column.titles[actor.language]).join('、'),
      })
    if (twice.length > 0) throw new Refusal('imports.columnTwice', { columns: twice.join('、') })
    const filled = data.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
    if (filled.length === 0) throw badField('fileId', 'imports.empty')
    if (filled.length > kind.maxRows) throw new Refusal('imports.tooLong', { max: kind.maxRows })
    const judged: SheetRow[] = filled.map(({ row, cells }) => {
      const text = (key: string) => cells[at.get(key) ?? -1] ?? ''
      const lines = (key: string) => text(key).split(/[\r\n]+/)
      return { row, cell: (key) => tidy(text(key)), lines: (key) => lines(key).map(tidy) }
    })
    return {
      rows: await kind.check(tx, actor, judged),
      unknownColumns,
      titles: new Map([...at].map(([key, index]) => [key, header.cells[index] ?? ''])),
    }
  }

  /** What a dry run found: nothing is stored but the file. */
  async report(tx: Tx, actor: Actor, page: ImportPage, read: ReadFile): Promise<ImportReport> {
    const kind = this.#kind(actor, page)
    const checked = await this.#check(tx, actor, kind, read)
    const before = await tx
      .selectFrom('import_batch')
      .innerJoin('app_user', 'app_user.id', 'import_batch.created_by')
      .select(['import_batch.created_at', 'app_user.name'])
      .where('entity', '=', kind.entity)
      .where('sha256', '=', read.file.sha256)
      .where('undone_at', 'is', null)
      .orderBy('import_batch.id', 'desc')
      .executeTakeFirst()
    return {
      fileId: read.file.id,
      fileName: read.file.name,
      rows: checked.rows.length,
      accepted: checked.rows.filter(isGood).length,
      refused: checked.rows.filter((row) => !isGood(row)).map((row) => said(row, row.errors, actor, checked.titles)),
      warnings: checked.rows.flatMap((row) =>
        isGood(row) && row.warnings !== undefined && row.warnings.length > 0
          ? [said(row, row.warnings, actor, checked.titles)]
          : [],
      ),
      unknownColumns: checked.unknownColumns,
      // Who of us imported what is none of a customer's business.
      importedBefore:
        before === undefined ? null : { at: before.created_at, byName: isCustomer(actor) ? '' : before.name },
    }
  }

  /** The whole file, or its valid rows, in one transaction: after a crash in the middle there is nothing of it. */
  async run(tx: Tx, actor: Actor, input: Input<typeof runImport>, read: ReadFile): Promise<Output<typeof runImport>> {
    const kind = this.#kind(actor, input.page)
    const checked = await this.#check(tx, actor, kind, read)
    const good = checked.rows.filter(isGood)
    const refused = checked.rows.length - good.length
    if (input.mode === 'whole' && refused > 0) throw new Refusal('imports.hasErrors', { count: refused })
    if (good.length === 0) throw new Refusal('imports.nothing')
    const { id: importId } = await tx
      .insertInto('import_batch')
      .values({
        entity: kind.entity,
        file_id: read.file.id,
        file_name: read.file.name,
        sha256: read.file.sha256,
        mode: input.mode,
        rows: checked.rows.length,
        accepted: good.length,
        refused,
        state: 'done',
        created_at: clock.now(),
        created_by: actor.userId,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await kind.apply(tx, actor, good, importId, input)
    return { importId, accepted: good.length, refused }
  }

  /** The last imports of a page; a customer's account sees its own. */
  async list(tx: Tx, actor: Actor, page: ImportPage): Promise<ImportBatch[]> {
    const kind = this.#kind(actor, page)
    let query = tx
      .selectFrom('import_batch as b')
      .innerJoin('app_user as u', 'u.id', 'b.created_by')
      .select([
        'b.id',
        'b.file_name as fileName',
        'b.created_at as at',
        'u.name as byName',
        'b.rows',
        'b.accepted',
        'b.refused',
        'b.undone_at as undoneAt',
        'b.created_by',
      ])
      .where('b.entity', '=', kind.entity)
    if (isCustomer(actor)) query = query.where('b.created_by', '=', actor.userId)
    const rows = await query.orderBy('b.id', 'desc').limit(50).execute()
    return rows.map(({ created_by, ...row }) => ({
      ...row,
      mayUndo: kind.undo !== undefined && row.undoneAt === null && this.#mayUndo(actor, page, created_by),
    }))
  }

  #mayUndo(actor: Actor, page: ImportPage, createdBy: number): boolean {
    return createdBy === actor.userId || (!isCustomer(actor) && may(actor, page, 'approve'))
  }

  /** All of it or nothing: what depends on one of its records is named. */
  async undo(tx: Tx, actor: Actor, page: ImportPage, id: number): Promise<{ undone: number }> {
    const kind = this.#kind(actor, page)
    const batch = await tx
      .selectFrom('import_batch')
      .select(['created_by', 'undone_at'])
      .where('id', '=', id)
      .where('entity', '=', kind.entity)
      .forUpdate()
      .executeTakeFirst()
    if (kind.undo === undefined || batch === undefined || !this.#mayUndo(actor, page, batch.created_by))
      throw notFound()
    if (batch.undone_at !== null) throw new Refusal('imports.undoneAlready')
    const ids = await kind.records(tx, id)
    // Whoever made them a moment ago may unmake them, also without the right to delete.
    const maker: Actor = {
      ...actor,
      rights: new Map(actor.rights).set(page, { browse: true, edit: true, approve: true }),
    }
    const outcomes = ids.length === 0 ? { done: 0, refused: [] } : await kind.undo(tx, maker, ids, id)
    const [first] = outcomes.refused
    if (first !== undefined)
      throw new Refusal('imports.cannotUndo', { count: outcomes.refused.length, first: `${first.no} ${first.msg}` })
    await tx
      .updateTable('import_batch')
      .set({ undone_at: clock.now(), undone_by: actor.userId })
      .where('id', '=', id)
      .execute()
    return { undone: outcomes.done }
  }

  /** The empty import file with drop-downs and instructions, in the user's language. */
  template(actor: Actor, page: ImportPage): { name: string; stream: Readable } {
    const { language } = actor
    const kind = this.#kind(actor, page)
    const words = (type: NonNullable<ImportKind['columns'][number]['choices']>) => choicesOf(type, language)
    const separator = language === 'zh' || language === 'ja' ? '、' : ', '
    const stream = writeExcel({
      sheet: kind.sheet[language],
      columns: kind.columns.map((column) => ({
        title: headerOf(column, language),
        width: column.width,
        type: 'text',
        ...(column.choices === undefined ? {} : { choices: words(column.choices) }),
      })),
      rows: (async function* () {})(),
      notes: {
        title: texts.notes[language],
        lines: [
          ...general[language],
          ...kind.notes(language),
          ...kind.columns.flatMap((column) =>
            column.choices === undefined
              ? []
              : [
                  `${column.titles[language]}${separator === '、' ? '：' : ': '}${words(column.choices).join(separator)}`,
                ],
          ),
        ],
      },
    })
    return { name: kind.sheet[language], stream }
  }

  /** The refused rows of the user's own file, what is wrong beside each. */
  async errors(db: Db, actor: Actor, page: ImportPage, fileId: number): Promise<{ name: string; stream: Readable }> {
    const kind = this.#kind(actor, page)
    const read = await this.read(db, actor, page, fileId)
    // Judging may try rows and take them back.
    const checked = await db.transaction().execute((tx) => this.#check(tx, actor, kind, read))
    const errors = checked.rows.flatMap((row) =>
      row.errors.map(({ column, reason, params }) => {
        const title = checked.titles.get(column.key)
        return {
          row: row.row,
          ...(title === undefined ? {} : { column: title }),
          msg: sayReason(reason, params, actor.language),
        }
      }),
    )
    const title = texts.error[actor.language]
    const stream = markErrors(read.sheet, errors, true, title)
    return { name: read.file.name.replace(/(\.xlsx)?$/i, `-${title}`), stream }
  }
}

const choicesOf = (type: Parameters<typeof wordFor>[0], language: Language): string[] =>
  entriesOf(type)
    .filter(({ enabled }) => enabled)
    .map(({ code }) => wordFor(type, code, language))

/** What is said of a row, in the user's language; a column is named as the file does, where it is in it. */
const said = (
  row: CheckedRow,
  remarks: readonly RowError[],
  actor: Actor,
  titles: Checked['titles'],
): ImportReport['refused'][number] => ({
  row: row.row,
  name: row.name,
  errors: remarks.map(({ column, reason, params }) => ({
    column: wordOf(titles.get(column.key)) ?? column.titles[actor.language],
    msg: sayReason(reason, params, actor.language),
  })),
})
