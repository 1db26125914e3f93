import { codeFor, entriesOf, isOfferedCode } from '@xunyun/contract/dictionary'
import { Exact, normalizeDecimal, sumDecimals } from '@xunyun/contract/kernel/decimal'
import { toHalfWidth } from '@xunyun/contract/kernel/text'
import { i18n } from '../../shared/i18n/i18n.ts'

/** A line of the goods grid while it is typed: text as it stands in the cells. */
export type GoodsDraft = {
  name?: string
  type?: string
  package?: string
  pieces?: string
  weight?: string
  size?: string
  volume?: string
  declaredValue?: string
}
/** The cells in the order of the grid, which is the order of pasted columns. */
export const cells = ['name', 'type', 'package', 'pieces', 'weight', 'size', 'volume', 'declaredValue'] as const
export type Cell = (typeof cells)[number]

/** The words of figures stand with their units wherever they are typed. */
const units: Readonly<Record<string, 'kg' | 'm³' | 'ui:unit.yuan'>> = {
  weight: 'kg',
  chargeWeight: 'kg',
  volume: 'm³',
  declaredValue: 'ui:unit.yuan',
  codAmount: 'ui:unit.yuan',
  receivable: 'ui:unit.yuan',
}
/** 重量 kg. */
export function withUnit(field: string, title: string): string {
  const unit = units[field]
  if (unit === undefined) return title
  return `${title} ${unit === 'ui:unit.yuan' ? i18n.t(unit) : unit}`
}

/** What stands in a cell that nobody chose: carton and other, while the company offers them. */
export function usual(cell: 'type' | 'package'): string | undefined {
  const [type, code] = cell === 'type' ? (['goodsType', 'other'] as const) : (['package', 'carton'] as const)
  return isOfferedCode(type, code) ? code : entriesOf(type).find(({ enabled }) => enabled)?.code
}

const isBlank = (line: GoodsDraft): boolean =>
  cells.every((cell) => cell === 'type' || cell === 'package' || !line[cell]?.trim())

/** Lines with something in them; the grid always shows one more. */
export const filled = (lines: readonly GoodsDraft[]): GoodsDraft[] => lines.filter((line) => !isBlank(line))

/** 60×40×35, 60*40*35, 60x40x35 → three numbers; null when it is something else. */
export function sizeOf(text: string | undefined): [string, string, string] | null {
  const parts = toHalfWidth(text ?? '')
    .split(/[×xX*＊\s]+/)
    .filter((part) => part !== '')
  if (parts.length !== 3 || !parts.every((part) => /^\d+(\.\d+)?$/.test(part))) return null
  return parts as [string, string, string]
}

/** Cubic metres of all pieces of a line from centimetres of one. */
export function volumeOf(size: string | undefined, pieces: string | undefined): string | null {
  const sides = sizeOf(size)
  if (sides === null || !/^\d+$/.test(pieces ?? '')) return null
  return sides
    .reduce((all, side) => all.times(side), new Exact(pieces ?? 0))
    .div(1_000_000)
    .toFixed(4)
}

/** A cell was typed into: the volume follows size and pieces until it is typed itself. */
export function typed(line: GoodsDraft, cell: Cell, text: string): GoodsDraft {
  const next = { ...line, [cell]: text === '' ? undefined : text }
  if (cell !== 'size' && cell !== 'pieces') return next
  const before = volumeOf(line.size, line.pieces)
  const follows = !line.volume || line.volume === before
  const now = volumeOf(next.size, next.pieces)
  return follows && now !== null ? { ...next, volume: now } : next
}

const decimal = (text: string | undefined, empty: string): string => (text?.trim() ? normalizeDecimal(text) : empty)

/** As the contract takes it. What is no number stays text, for the server to name the cell. */
export function toGoods(line: GoodsDraft) {
  const sides = sizeOf(line.size)
  return {
    name: line.name?.trim() ?? '',
    type: line.type ?? usual('type'),
    package: line.package ?? usual('package'),
    // Nothing is missing, not a wrong number.
    pieces: toHalfWidth(line.pieces ?? '').trim() || undefined,
    weight: decimal(line.weight, '0'),
    volume: decimal(line.volume, '0'),
    declaredValue: line.declaredValue?.trim() ? normalizeDecimal(line.declaredValue) : undefined,
    lengthCm: sides?.[0] ?? (line.size?.trim() || undefined),
    widthCm: sides?.[1],
    heightCm: sides?.[2],
  }
}

const number = (text: string | undefined): string => {
  const plain = decimal(text, '0')
  return /^-?\d+(\.\d+)?$/.test(plain) ? plain : '0'
}

export function totals(lines: readonly GoodsDraft[]) {
  const all = filled(lines)
  return {
    pieces: all.reduce((sum, line) => sum + Number(number(line.pieces)), 0),
    weight: sumDecimals(
      all.map((line) => number(line.weight)),
      3,
    ),
    volume: sumDecimals(
      all.map((line) => number(line.volume)),
      4,
    ),
    declaredValue: sumDecimals(
      all.map((line) => number(line.declaredValue)),
      2,
    ),
  }
}

/** Rows copied in Excel, laid over the grid from the cell that has the cursor; words become codes. */
export function pasted(lines: readonly GoodsDraft[], row: number, cell: Cell, text: string): GoodsDraft[] {
  const start = cells.indexOf(cell)
  const next = [...lines]
  text
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .forEach((source, down) => {
      let line = next[row + down] ?? {}
      source.split('\t').forEach((value, right) => {
        const target = cells[start + right]
        if (target === undefined) return
        const word = value.trim()
        if (target === 'type') line = { ...line, type: codeFor('goodsType', word) ?? line.type }
        else if (target === 'package') line = { ...line, package: codeFor('package', word) ?? line.package }
        else line = typed(line, target, word)
      })
      next[row + down] = line
    })
  return next
}
