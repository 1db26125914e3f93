import type { Readable } from 'node:stream'
import { SaxesParser } from 'saxes'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { dateStyles, plainNumber, serialText } from './values.ts'

/** notExcel: no xlsx file, or a broken one · tooLarge: unpacks to, or holds, more than allowed · tooManyRows. */
export type NotExcelWhy = 'notExcel' | 'tooLarge' | 'tooManyRows'
/** A file that cannot be read as a workbook within the limits. */
export class NotExcel extends Error {
  readonly why: NotExcelWhy
  constructor(why: NotExcelWhy, cause?: unknown) {
    super(`unreadable workbook: ${why}`, { cause })
    this.name = 'NotExcel'
    this.why = why
  }
}

/** `row` is the sheet's own row number, the header's being 1; trailing and missing cells are ''. */
export type SheetRow = { row: number; cells: string[] }
export type Sheet = { sheetName: string; rows: SheetRow[] }
export type ReadLimits = {
  /** Rows with something in them, the header among them. */
  maxRows: number
  /** Bytes of all parts together once unpacked, which is what a zip bomb blows up; 200 MB when not given. */
  maxBytes?: number
}

const standardBytes = 200 * 1024 * 1024
const maxColumns = 500
/** 10,000 rows of the longest template are half of it. */
const maxCells = 1_000_000
const maxCell = 32_767

/**
 * The first visible sheet as text: numbers in their shortest decimal form, cells with a date style as YYYY-MM-DD (with
 * HH:mm[:ss] when they have a time), formulas as the value that was last computed. Empty rows are left out.
 * Throws NotExcel; holds the rows in memory, so the limits bound both time and space.
 */
export async function parseSheet(path: string, limits: ReadLimits): Promise<Sheet> {
  let zip: ZipFile | undefined
  try {
    zip = await openPromise(path, { autoClose: false, validateEntrySizes: true })
    return await new Reader(zip, limits).read()
  } catch (error) {
    throw error instanceof NotExcel ? error : new NotExcel('notExcel', error)
  } finally {
    zip?.close()
  }
}

type Tag = { name: string; attributes: Record<string, string> }
type Handlers = { open?(tag: Tag): void; close?(name: string): void; text?(text: string): void }

/** `x:row` → row: some programs write every name with a prefix. */
const local = (name: string) => name.slice(name.indexOf(':') + 1)
/** Excel's own escape for characters that XML cannot hold. */
const unescapeText = (text: string) =>
  text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

class Reader {
  readonly #zip: ZipFile
  readonly #limits: Required<ReadLimits>
  readonly #entries = new Map<string, Entry>()
  #bytes = 0

  constructor(zip: ZipFile, limits: ReadLimits) {
    this.#zip = zip
    this.#limits = { maxBytes: standardBytes, ...limits }
  }

  async read(): Promise<Sheet> {
    let declared = 0
    for await (const entry of this.#zip.eachEntry()) {
      declared += entry.uncompressedSize
      // The sizes a file declares are checked against what comes out, so a lie does not help.
      if (declared > this.#limits.maxBytes || this.#entries.size > 10_000) throw new NotExcel('tooLarge')
      this.#entries.set(entry.fileName.replace(/^\//, '').toLowerCase(), entry)
    }
    const root = await this.#relations('_rels/.rels', '')
    const bookPath = root.find(({ type }) => type.endsWith('/officeDocument'))?.target
    if (bookPath === undefined) throw new NotExcel('notExcel')
    const folder = bookPath.slice(0, bookPath.lastIndexOf('/') + 1)
    const links = await this.#relations(`${folder}_rels/${bookPath.slice(folder.length)}.rels`, folder)
    const { sheets, from1904 } = await this.#workbook(bookPath)
    const first = sheets.find(({ visible }) => visible) ?? sheets[0]
    const sheetPath = links.find(({ id }) => id === first?.link)?.target
    if (first === undefined || sheetPath === undefined) throw new NotExcel('notExcel')
    const partOf = (kind: string) => links.find(({ type }) => type.endsWith(`/${kind}`))?.target
    const isDate = await this.#dateStyles(partOf('styles'))
    const shared = await this.#sharedStrings(partOf('sharedStrings'))
    const rows = await this.#rows(sheetPath, { isDate, shared, from1904 })
    return { sheetName: first.name, rows }
  }

  /** Reads one part through the parser; an absent part is read as empty. */
  async #parse(path: string, handlers: Handlers): Promise<void> {
    const entry = this.#entries.get(path.toLowerCase())
    if (entry === undefined) return
    const parser = new SaxesParser({ fragment: false })
    parser.on('error', (error) => {
      throw error
    })
    // saxes expands no entities of a document type, so there is nothing to blow up there.
    const { open, close, text } = handlers
    if (open)
      parser.on('opentag', (tag) =>
        open({ name: local(tag.name), attributes: tag.attributes as Record<string, string> }),
      )
    if (close) parser.on('closetag', (tag) => close(local(tag.name)))
    if (text) {
      parser.on('text', text)
      parser.on('cdata', text)
    }
    const stream: Readable = await this.#zip.openReadStreamPromise(entry)
    const decoder = new TextDecoder()
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      this.#bytes += chunk.length
      if (this.#bytes > this.#limits.maxBytes) throw new NotExcel('tooLarge')
      parser.write(decoder.decode(chunk, { stream: true }))
    }
    parser.write(decoder.decode()).close()
  }

  async #relations(path: string, folder: string): Promise<{ id: string; type: string; target: string }[]> {
    const found: { id: string; type: string; target: string }[] = []
    await this.#parse(path, {
      open: ({ name, attributes }) => {
        if (name !== 'Relationship') return
        const target = attributes.Target ?? ''
        const full = target.startsWith('/') ? target.slice(1) : new URL(folder + target, 'x:/').pathname.slice(1)
        found.push({ id: attributes.Id ?? '', type: attributes.Type ?? '', target: full })
      },
    })
    return found
  }

  async #workbook(path: string) {
    const sheets: { name: string; link: string; visible: boolean }[] = []
    let from1904 = false
    await this.#parse(path, {
      open: ({ name, attributes }) => {
        if (name === 'workbookPr') from1904 = ['1', 'true'].includes(attributes.date1904 ?? '')
        if (name !== 'sheet') return
        const link = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1] ?? ''
        sheets.push({ name: attributes.name ?? '', link, visible: (attributes.state ?? 'visible') === 'visible' })
      },
    })
    return { sheets, from1904 }
  }

  async #dateStyles(path: string | undefined): Promise<ReadonlySet<number>> {
    const custom = new Map<number, string>()
    const cellFormats: number[] = []
    let inCells = false
    if (path !== undefined)
      await this.#parse(path, {
        open: ({ name, attributes }) => {
          if (name === 'numFmt') custom.set(Number(attributes.numFmtId), attributes.formatCode ?? '')
          if (name === 'cellXfs') inCells = true
          if (name === 'xf' && inCells) cellFormats.push(Number(attributes.numFmtId ?? 0))
        },
        close: (name) => {
          if (name === 'cellXfs') inCells = false
        },
      })
    return dateStyles(cellFormats, custom)
  }

  async #sharedStrings(path: string | undefined): Promise<string[]> {
    const strings: string[] = []
    if (path === undefined) return strings
    let current = ''
    let inText = false
    // How a word is read stands beside the word, and is no part of it.
    let inReading = false
    let length = 0
    await this.#parse(path, {
      open: ({ name }) => {
        if (name === 'si') current = ''
        if (name === 'rPh') inReading = true
        if (name === 't') inText = true
      },
      text: (text) => {
        if (inText && !inReading) current += text
      },
      close: (name) => {
        if (name === 't') inText = false
        if (name === 'rPh') inReading = false
        if (name !== 'si') return
        length += current.length
        if (strings.length >= this.#limits.maxRows * maxColumns || length > this.#limits.maxBytes)
          throw new NotExcel('tooLarge')
        strings.push(unescapeText(current))
      },
    })
    return strings
  }

  async #rows(path: string, book: Book): Promise<SheetRow[]> {
    const rows: SheetRow[] = []
    let row: SheetRow = { row: 0, cells: [] }
    let cells = 0
    let column = 0
    let kind = ''
    let style = 0
    let value = ''
    let taking = false
    let inReading = false
    await this.#parse(path, {
      open: ({ name, attributes }) => {
        if (name === 'row') {
          row = { row: attributes.r === undefined ? row.row + 1 : Number(attributes.r), cells: [] }
          column = 0
        } else if (name === 'c') {
          column = attributes.r === undefined ? column + 1 : columnNumber(attributes.r)
          if (column > maxColumns) throw new NotExcel('tooLarge')
          kind = attributes.t ?? 'n'
          style = Number(attributes.s ?? 0)
          value = ''
        } else if (name === 'rPh') inReading = true
        else if (name === 'v' || (name === 't' && kind === 'inlineStr')) taking = true
      },
      text: (text) => {
        if (taking && !inReading) value += text
      },
      close: (name) => {
        if (name === 'v' || name === 't') taking = false
        else if (name === 'rPh') inReading = false
        else if (name === 'c') {
          const text = cellText(kind, style, value, book).slice(0, maxCell)
          if (text === '') return
          while (row.cells.length < column - 1) row.cells.push('')
          row.cells[column - 1] = text
        } else if (name === 'row' && row.cells.some((cell) => cell.trim() !== '')) {
          if (rows.length >= this.#limits.maxRows) throw new NotExcel('tooManyRows')
          cells += row.cells.length
          if (cells > maxCells) throw new NotExcel('tooLarge')
          rows.push(row)
        }
      },
    })
    const width = Math.max(0, ...rows.slice(0, 1).map(({ cells }) => cells.length))
    for (const { cells } of rows) while (cells.length < width) cells.push('')
    return rows
  }
}

type Book = { isDate: ReadonlySet<number>; shared: readonly string[]; from1904: boolean }

function cellText(kind: string, style: number, value: string, { isDate, shared, from1904 }: Book): string {
  switch (kind) {
    case 's':
      return shared[Number(value)] ?? ''
    case 'inlineStr':
    case 'str':
      return unescapeText(value)
    case 'b':
      return value === '1' ? 'TRUE' : value === '0' ? 'FALSE' : value
    case 'e':
      return value
    case 'd':
      return value.replace(/T00:00(:00(\.0+)?)?Z?$/, '').replace('T', ' ')
    default:
      if (value.trim() === '' || Number.isNaN(Number(value))) return value
      return isDate.has(style) ? serialText(Number(value), from1904) : plainNumber(value)
  }
}

/** AB12 → 28. */
function columnNumber(ref: string): number {
  let number = 0
  for (const char of ref) {
    const letter = char.charCodeAt(0) & 0xdf
    if (letter < 65 || letter > 90) break
    number = number * 26 + letter - 64
  }
  return number
}
