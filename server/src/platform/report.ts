import type { Readable } from 'node:stream'
import { Exact, groupedDecimal } from '@xunyun/contract/kernel/decimal'
import type { Language } from '@xunyun/contract/pages'
import type { FastifyReply } from 'fastify'
import type { Column, ColumnType } from './excel/write.ts'

/**
 * What a module has to say on paper in tables of its own, whose columns no template knows. How it is drawn is handed over
 * by app.ts: the engine of papers stands behind the modules that need it.
 */
export type Report = {
  readonly title: string
  /** Number, period: beside the title, and at the head of every further page. */
  readonly subtitle: string
  readonly language: Language
  readonly facts: readonly (readonly [label: string, value: string])[]
  readonly tables: readonly ReportTable[]
  /** On upright paper. */
  readonly upright?: true
  /** What the square code at the head leads to. */
  readonly qr?: string
  /** Photos, under the tables. */
  readonly pictures?: readonly ReportPicture[]
}
export type ReportPicture = {
  readonly caption: string
  /** Where its bytes lie. */
  readonly path: string
  /** What stands in its place where it cannot be drawn. */
  readonly missing: string
}
export type ReportColumn = {
  readonly title: string
  readonly align: 'left' | 'right'
  /** Its values are never broken. */
  readonly whole: boolean
}
export type ReportTable = {
  readonly title: string
  readonly columns: readonly ReportColumn[]
  readonly rows: readonly (readonly string[])[]
  readonly total?: readonly string[]
}
export type DrawReport = (report: Report) => Readable

const placesOf: Partial<Record<ColumnType, number>> = { money: 2, weight: 3, volume: 4 }
const shown = (value: unknown, type: ColumnType): string => {
  const text = value === null || value === undefined ? '' : String(value)
  const places = placesOf[type]
  return places === undefined || text === '' ? text : groupedDecimal(new Exact(text).toFixed(places))
}
const summed: readonly ColumnType[] = ['money', 'integer', 'weight', 'volume']

type Sheet = {
  readonly sheet: string
  readonly columns: readonly Pick<Column, 'title' | 'type'>[]
  readonly rows: readonly (readonly unknown[])[]
}
/** The table of a sheet that also goes into an Excel file; with `total` its figures are added up under the rows. */
export function tableOf({ sheet, columns, rows }: Sheet, total?: string): ReportTable {
  const sumOf = (at: number, type: ColumnType): string => {
    const values = rows.flatMap((row) => (row[at] === null || row[at] === undefined ? [] : [String(row[at])]))
    const sum = values.reduce((all, value) => all.plus(value), new Exact(0)).toFixed()
    return values.length === 0 ? '' : shown(sum, type)
  }
  return {
    title: sheet,
    columns: columns.map(({ title, type }) => ({
      title,
      align: type === 'text' || type === 'date' || type === 'moment' ? 'left' : 'right',
      whole: type !== 'text',
    })),
    rows: rows.map((row) => columns.map(({ type }, at) => shown(row[at], type))),
    ...(total === undefined
      ? {}
      : {
          total: columns.map(({ type }, at) => (at === 0 ? total : summed.includes(type) ? sumOf(at, type) : '')),
        }),
  }
}

/** Sends a PDF as a download; `name` is the file's name without extension, in any script. */
export function sendPdf(reply: FastifyReply, name: string, pdf: Readable): FastifyReply {
  const fileName = encodeURIComponent(`${name}.pdf`).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return reply
    .header('content-type', 'application/pdf')
    .header('content-disposition', `attachment; filename*=UTF-8''${fileName}`)
    .send(pdf)
}
