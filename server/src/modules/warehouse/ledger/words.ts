/** A key that a posting would have taken below zero, as post_stock reports it; quantities as decimals. */
export type Short = { item: string; location: string; batch: string; free: string; asked: string }
export type WasShort = { item: string; location: string; batch: string; since: string; onHand: string }

const key = ({ item, location, batch }: { item: string; location: string; batch: string }) =>
  [item, batch, location].filter((part) => part !== '').join(' ')

/** "KY-0311 20260412 A-03-02-2 (12 / 20)": what is free there, and what was asked for. The same in every language. */
export const wordsOfShort = (shorts: readonly Short[]): string =>
  shorts.map((short) => `${key(short)} (${short.free} / ${short.asked})`).join('; ')

const minute = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Asia/Shanghai',
  dateStyle: 'short',
  timeStyle: 'short',
})

/** "KY-0311 A-03-02-2 (-5, 2026-11-20 14:05)": how far below zero, and since when. */
export const wordsOfWasShort = (shorts: readonly WasShort[]): string =>
  shorts.map((short) => `${key(short)} (${short.onHand}, ${minute.format(new Date(short.since))})`).join('; ')
