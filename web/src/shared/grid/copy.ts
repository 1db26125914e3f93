/** Cells as Excel puts them on the clipboard: tabs, CRLF, quotes where a cell holds one of them. */
export const toTsv = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => row.map(tsvCell).join('\t')).join('\r\n')

const tsvCell = (text: string): string => (/[\t\r\n"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/**
 * The same as a table: spreadsheets prefer it, and read by it that a telephone or a bill number is text and keeps its
 * leading zero.
 */
export function toHtml(rows: readonly (readonly { text: string; figure: boolean }[])[]): string {
  const cell = ({ text, figure }: { text: string; figure: boolean }) =>
    `<td${figure ? '' : ' style="mso-number-format:\'\\@\'"'}>${escapeHtml(text)}</td>`
  return `<table>${rows.map((row) => `<tr>${row.map(cell).join('')}</tr>`).join('')}</table>`
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (char) => entities[char] ?? char)
