import { getWaiting } from '@xunyun/contract/dispatch/calls'
import { compareDecimal } from '@xunyun/contract/kernel/decimal'
import { api } from '../../../shared/api/api.ts'
import type { LeftOutRow } from '../../../shared/form/useLeftOut.tsx'
import { i18n } from '../../../shared/i18n/i18n.ts'
import { type LineRow, lineKey, lineOfWaiting } from '../lines.ts'
import { numberScanned } from '../useWaitingAt.ts'

/** A parcel as it is typed. */
export type ParcelRow = LineRow & {
  courierId?: number | undefined
  courierNo?: string | undefined
  chargeWeight?: string | undefined
  expectAt?: string | undefined
  /** Whose price was taken by 比价. */
  quotedId?: number | undefined
}
/** What the next parcel takes over. */
export type Kept = { readonly courierId?: number | undefined; readonly expectAt?: string | undefined }

/** All that waits of a waybill there; the courier collects its COD where all of it goes. */
export const parcelOf = (line: LineRow, kept: Kept, pieces = line.free): ParcelRow => ({
  ...line,
  ...kept,
  pieces,
  codAmount:
    pieces === line.totalPieces && compareDecimal(line.codAmount ?? '0', '0') > 0 ? (line.codAmount ?? '') : '',
})

/** A waybill is a parcel of all that waits; the label of a piece one of that piece, or one more in the parcel that has no number yet. */
export function added(
  parcels: readonly ParcelRow[],
  line: LineRow,
  isPiece: boolean,
  kept: Kept,
): { parcels: ParcelRow[]; at: number } {
  const ofIt = parcels.filter((parcel) => lineKey(parcel) === lineKey(line))
  const left = line.free - ofIt.reduce((sum, { pieces }) => sum + pieces, 0)
  const open = parcels.findIndex((parcel) => lineKey(parcel) === lineKey(line) && !parcel.courierNo)
  if (open >= 0)
    return {
      parcels: parcels.map((parcel, at) =>
        at === open && isPiece ? { ...parcel, pieces: parcel.pieces + 1 } : parcel,
      ),
      at: open,
    }
  return {
    parcels: [...parcels, parcelOf(line, kept, isPiece ? 1 : Math.max(left, 1))],
    at: parcels.length,
  }
}

/** Rows whose number a row above has already, with the same courier: one number is one parcel. */
export function twice(parcels: readonly Pick<ParcelRow, 'courierId' | 'courierNo'>[]): number[] {
  const seen = new Set<string>()
  return parcels.flatMap(({ courierId, courierNo }, row) => {
    if (!courierNo) return []
    const key = `${courierId ?? ''} ${courierNo.toUpperCase()}`
    if (seen.has(key)) return [row]
    seen.add(key)
    return []
  })
}

type Why = 'courier.notFound' | 'courier.badPieces'
/** A row, typed or pasted, that is no parcel. */
export const leftOutOf = ([no = '', courierNo = '']: readonly string[], why: Why = 'courier.notFound'): LeftOutRow => ({
  cells: [numberScanned(no).no, courierNo],
  why: i18n.t(`handedOut:${why}`),
})

/** Pieces as pasted: none typed means all that wait; what is no whole number means nothing. */
const isCount = (typed = ''): boolean => /^[1-9]\d*$|^$/.test(typed)

/** What was pasted: 运单号 快递单号 件数 计费重 代收; a row of whose waybill nothing waits is left out. */
export async function readTable(text: string, kept: Kept): Promise<{ rows: ParcelRow[]; leftOut: LeftOutRow[] }> {
  const typed = text
    .split(/\r?\n/)
    .map((row) => row.split('\t').map((cell) => cell.trim()))
    .filter(([no]) => no)
  const lines = new Map<string, LineRow | undefined>()
  for (const [first = ''] of typed) {
    const { no } = numberScanned(first)
    if (lines.has(no)) continue
    const answer = await api(getWaiting, { q: no, pageSize: 20 })
    lines.set(
      no,
      answer.rows.map(lineOfWaiting).find(({ waybillNo }) => waybillNo === no),
    )
  }
  const leftOut = typed.flatMap((row) =>
    !lines.get(numberScanned(row[0] ?? '').no)
      ? [leftOutOf(row)]
      : isCount(row[2])
        ? []
        : [leftOutOf(row, 'courier.badPieces')],
  )
  const rows = typed.flatMap(([first = '', courierNo, pieces, chargeWeight, codAmount]): ParcelRow[] => {
    const line = lines.get(numberScanned(first).no)
    if (line === undefined || !isCount(pieces)) return []
    return [
      {
        ...parcelOf(line, kept, pieces ? Number(pieces) : line.free),
        courierNo,
        ...(chargeWeight ? { chargeWeight } : {}),
        ...(codAmount ? { codAmount } : {}),
      },
    ]
  })
  return { rows, leftOut }
}
