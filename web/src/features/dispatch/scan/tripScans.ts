import { pieceOf } from '@xunyun/contract/dispatch/scan'
import { isWhole, type KeptTrip, straysOf, type WaybillNow } from './keptTrips.ts'

export const labelOf = (waybillNo: string, piece: number): string => `${waybillNo}-${String(piece).padStart(3, '0')}`

/** What a scan is, before the server is asked. */
export type Scan =
  | { readonly is: 'piece'; readonly number: string; readonly row: WaybillNow }
  /** Of the waybill's own number: how many, has to be asked. */
  | { readonly is: 'waybill'; readonly row: WaybillNow }
  /** Not on this trip, or beyond what is planned of a waybill that goes in parts; `told`: it stands in red already. */
  | { readonly is: 'stray' | 'beyond'; readonly number: string; readonly pieces: number; readonly told: boolean }
  | {
      readonly is: 'wrong'
      readonly why: 'notLabel' | 'scannedBefore' | 'scannedAll' | 'noSuchPiece' | 'elsewhere'
      readonly number: string
      readonly pieces: number
      /** Where it is to be scanned. */
      readonly stop?: string
    }

export function readScan(code: string, kept: KeptTrip, rows: readonly WaybillNow[]): Scan {
  const label = pieceOf(code)
  if (label === null) return { is: 'wrong', why: 'notLabel', number: code, pieces: 0 }
  const { waybillNo, piece } = label
  const number = piece === null ? waybillNo : labelOf(waybillNo, piece)
  const row = rows.find((one) => one.waybillNo === waybillNo)
  const known = [...straysOf(kept), ...kept.refused.map(({ act }) => act)]
  const told = known.some((one) => one.number === number)
  const other = row === undefined && kept.trip.others?.find((one) => one.waybillNo === waybillNo)
  if (other) return { is: 'wrong', why: 'elsewhere', number, pieces: 0, stop: other.stop }
  if (row === undefined) return { is: 'stray', number, pieces: 0, told }
  const wrong = (why: 'scannedBefore' | 'scannedAll' | 'noSuchPiece', of: string, pieces: number): Scan => ({
    is: 'wrong',
    why,
    number: of,
    pieces,
  })
  if (piece !== null && (piece < 1 || piece > row.totalPieces)) return wrong('noSuchPiece', waybillNo, row.totalPieces)
  if (piece !== null && row.labels.has(piece)) return wrong('scannedBefore', number, 1)
  const isPart = row.totalPieces > row.pieces
  if (isWhole(row) && piece !== null && isPart) return { is: 'beyond', number, pieces: row.pieces, told }
  if (isWhole(row)) return wrong('scannedAll', waybillNo, row.pieces)
  return piece === null ? { is: 'waybill', row } : { is: 'piece', number, row }
}

/** How many were typed; null: that is no number of pieces, or there are not so many left. */
export function piecesTyped(text: string, most: number): number | null {
  const pieces = /^\d{1,6}$/.test(text) ? Number(text) : 0
  return pieces >= 1 && pieces <= most ? pieces : null
}
