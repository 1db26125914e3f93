/** The fixed parts of an xlsx package (ECMA-376), as text; write.ts adds the rows. */

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships'

/** Text for XML: escaped, without what XML 1.0 cannot hold; Excel reads `_x0041_` as a letter, so its underscore is escaped too. */
export const xml = (value: string): string =>
  value
    .toWellFormed()
    .replace(/(?![\t\n\r])\p{Cc}|[\ufffe\uffff]/gu, '')
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`)

/** 1 → A, 27 → AA. */
export function columnName(number: number): string {
  let name = ''
  for (let rest = number; rest > 0; rest = Math.floor((rest - 1) / 26))
    name = String.fromCharCode(65 + ((rest - 1) % 26)) + name
  return name
}

/** A sheet's name as Excel takes it: at most 31 characters, none of []:*?/\ */
export const sheetName = (name: string): string =>
  name
    .replace(/[[\]:*?/\\]/g, ' ')
    .replace(/^'+|'+$/g, '')
    .trim()
    .slice(0, 31) || 'Sheet1'

export type Sheet = { name: string; hidden?: boolean }

export const contentTypes = (sheets: readonly Sheet[]): string =>
  `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>${sheets
    .map(
      (_, i) =>
        `<Override PartName="/xl/worksheets/sheet${i + 1}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>`,
    )
    .join(
      '',
    )}<Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>`

export const rootRelations = `${head}<Relationships xmlns="${packageRelations}"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`

export const workbook = (sheets: readonly Sheet[]): string =>
  `${head}<workbook xmlns="${main}" xmlns:r="${relations}"><bookViews><workbookView activeTab="0"/></bookViews><sheets>${sheets
    .map(
      ({ name, hidden }, i) =>
        `<sheet name="${xml(name)}" sheetId="${i + 1}"${hidden ? ' state="hidden"' : ''} r:id="rId${i + 1}"/>`,
    )
    .join('')}</sheets></workbook>`

export const workbookRelations = (sheets: readonly Sheet[]): string =>
  `${head}<Relationships xmlns="${packageRelations}">${sheets
    .map(
      (_, i) => `<Relationship Id="rId${i + 1}" Type="${relations}/worksheet" Target="worksheets/sheet${i + 1}.xml"/>`,
    )
    .join(
      '',
    )}<Relationship Id="rId${sheets.length + 1}" Type="${relations}/styles" Target="styles.xml"/></Relationships>`

/** Cell styles by their place in `cellXfs`. */
export const styleOf = {
  plain: 0,
  quantity: 0,
  header: 1,
  text: 2,
  integer: 3,
  money: 4,
  weight: 5,
  volume: 6,
  date: 7,
  moment: 8,
  marked: 9,
  note: 10,
} as const

const font = (bold: boolean) => `<font>${bold ? '<b/>' : ''}<sz val="11"/><name val="Calibri"/></font>`
const fill = (color: string) =>
  `<fill><patternFill patternType="solid"><fgColor rgb="${color}"/><bgColor indexed="64"/></patternFill></fill>`
const xf = (numFmt: number, more = '', inside = '') =>
  `<xf numFmtId="${numFmt}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"${more}${inside === '' ? '/>' : `>${inside}</xf>`}`

export const styles = `${head}<styleSheet xmlns="${main}"><numFmts count="4"><numFmt numFmtId="164" formatCode="#,##0.000"/><numFmt numFmtId="165" formatCode="#,##0.0000"/><numFmt numFmtId="166" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="167" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/></numFmts><fonts count="2">${font(false)}${font(true)}</fonts><fills count="4"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>${fill('FFEFF3F8')}${fill('FFFFD9D6')}</fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="11">${xf(0)}<xf numFmtId="49" fontId="1" fillId="2" borderId="0" xfId="0" applyFont="1" applyFill="1"/>${xf(49)}${xf(3)}${xf(4)}${xf(164)}${xf(165)}${xf(166)}${xf(167)}<xf numFmtId="49" fontId="0" fillId="3" borderId="0" xfId="0" applyNumberFormat="1" applyFill="1"/>${xf(49, ' applyAlignment="1"', '<alignment vertical="top" wrapText="1"/>')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`

export type SheetHead = { widths: readonly number[]; frozen: boolean; active: boolean }

export const sheetStart = ({ widths, frozen, active }: SheetHead): string =>
  `${head}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"${active ? ' tabSelected="1"' : ''}>${
    frozen ? '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>' : ''
  }</sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols>${widths
    .map((width, i) => `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"/>`)
    .join('')}</cols><sheetData>`

export const sheetEnd = (after: string): string => `</sheetData>${after}</worksheet>`
