/** The lists of what needs somebody's eye: four of waybills, two of cases, each with its page. */

export const watchLists = ['unshipped', 'noSign', 'unTrack', 'keyPieces'] as const
export type WatchList = (typeof watchLists)[number]
/** Cases have the same clock. */
export const clockLists = [...watchLists, 'abnormal', 'complaint'] as const
export type ClockList = (typeof clockLists)[number]

export const watchPages = {
  unshipped: 'unshippedList',
  noSign: 'noSignList',
  unTrack: 'unTrackList',
  keyPieces: 'keyPiecesList',
  abnormal: 'abnormalList',
  complaint: 'complaintList',
} as const
