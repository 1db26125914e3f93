import type { TripScan, TripScanAnswer, TripScanInput } from '@xunyun/contract/dispatch/scan'
import { describe, expect, it } from 'vitest'
import { afterAnswers, type KeptTrip, straysOf, totalOf, waybillsNow } from './keptTrips.ts'
import { piecesTyped, readScan } from './tripScans.ts'

const one = 'YD26112600001'
const two = 'YD26112600002'
const other = 'YD26112600009'
const line = (waybillNo: string, pieces: number, more: Partial<TripScan['lines'][number]> = {}) =>
  ({ waybillNo, customerName: null, pieces, totalPieces: pieces, counted: 0, labels: [], ...more }) as never
let made = 0
const act = (kind: TripScanInput['act'], number?: string, more: Partial<TripScanInput> = {}): TripScanInput => {
  made += 1
  return { actId: `act-${made}`, id: 1, seq: 1, work: 'load', act: kind, number, at: '', ...more } as TripScanInput
}
const kept = (acts: readonly TripScanInput[] = [], lines = [line(one, 3), line(two, 5, { counted: 2, labels: [4] })]) =>
  ({
    trip: { arrangementNo: 'PC1', now: { seq: 1, work: 'load', name: '' }, stops: [], lines } as unknown as TripScan,
    acts,
    refused: [],
  }) as KeptTrip
const said = (code: string, of: KeptTrip) => {
  const scan = readScan(code, of, waybillsNow(of))
  return scan.is === 'wrong' ? scan.why : scan.is
}
const figures = (of: KeptTrip) => waybillsNow(of).map(({ waybillNo, done, pieces }) => [waybillNo, done, pieces])

describe('[T17] what is scanned without the network', () => {
  it('counts at once, in the order it was done, and what is complete stands last', () => {
    const acts = [`${one}-001`, `${one}-002`, `${one}-003`].map((number) => act('count', number))
    expect(figures(kept(acts))).toEqual([
      [two, 3, 5],
      [one, 3, 3],
    ])
    expect(totalOf(waybillsNow(kept(acts)))).toEqual({ done: 6, of: 8 })
    const back = [...acts, act('take', `${one}-002`), act('count', two, { pieces: 2 }), act('take', two, { pieces: 1 })]
    expect(figures(kept(back))).toEqual([
      [one, 2, 3],
      [two, 4, 5],
    ])
    // Of another stop.
    expect(figures(kept([act('count', `${one}-001`, { seq: 2, work: 'unload' })]))[0]).toEqual([one, 0, 3])
  })

  it('a label counts once, before it was sent and after; taken back it may be scanned again', () => {
    const scanned = kept([act('count', `${one}-002`)])
    expect(said(`${one}-002`, scanned)).toBe('scannedBefore')
    expect(said(`${one.toLowerCase()}-2`, scanned)).toBe('scannedBefore')
    expect(said(`${two}-004`, scanned)).toBe('scannedBefore')
    expect(said(`${one}-003`, scanned)).toBe('piece')
    expect(said(`${one}-002`, kept([...scanned.acts, act('take', `${one}-002`)]))).toBe('piece')
    const sent = afterAnswers({ ...scanned, acts: [] }, scanned.acts, [])
    expect(said(`${one}-002`, sent)).toBe('scannedBefore')
    expect(figures(sent)[0]).toEqual([one, 1, 3])
  })

  it('says no such piece, all scanned, no label, not on this trip; of a waybill number it asks how many', () => {
    expect(said(`${one}-004`, kept())).toBe('noSuchPiece')
    expect(said(`${one}-000`, kept())).toBe('noSuchPiece')
    expect(said('6901234567890', kept())).toBe('notLabel')
    expect(said(one, kept())).toBe('waybill')
    const full = kept([act('count', one, { pieces: 3 })])
    expect(said(one, full)).toBe('scannedAll')
    expect(said(`${one}-001`, full)).toBe('scannedAll')
    expect(said(`${other}-001`, kept())).toBe('stray')
    // Of a waybill that goes in parts more may be here.
    expect(said(`${one}-009`, kept([], [line(one, 1, { counted: 1, totalPieces: 9 })]))).toBe('beyond')
    expect([piecesTyped('3', 3), piecesTyped('4', 3), piecesTyped('0', 3), piecesTyped('x', 3)]).toEqual([
      3,
      null,
      null,
      null,
    ])
  })

  it('what is not on the trip counts for nothing until it joins', () => {
    const stray = act('count', `${other}-001`)
    const asked = kept([stray])
    expect(straysOf(asked)).toEqual([stray])
    expect(totalOf(waybillsNow(asked))).toEqual({ done: 3, of: 8 })
    const joined = kept([act('join', `${other}-001`)])
    expect(straysOf(joined)).toEqual([])
    expect(totalOf(waybillsNow(joined))).toEqual({ done: 4, of: 9 })
  })

  it('what the server refused counts no more and is told; a stop that could not be closed is open again', () => {
    const [count, stray, close] = [act('count', `${one}-001`), act('count', `${other}-001`), act('close')]
    const answer = (reason: string, free: number | null = null) => ({ reason, free }) as TripScanAnswer
    const before = { ...kept(), ended: { actId: close.actId } as never }
    const after = afterAnswers(
      before,
      [],
      [
        { act: count, msg: '已扫过', answer: answer('dispatch.scannedBefore') },
        { act: stray, msg: '不在本车', answer: answer('dispatch.notOnTrip', 3) },
        { act: close, msg: '超载', answer: answer('dispatch.overweight') },
      ],
    )
    expect(after.refused.map(({ msg, free }) => [msg, free])).toEqual([
      ['已扫过', undefined],
      ['不在本车', 3],
      ['超载', undefined],
    ])
    expect(after.ended).toBeNull()
    expect(totalOf(waybillsNow(after))).toEqual({ done: 3, of: 8 })
    expect(readScan(`${other}-001`, after, waybillsNow(after))).toMatchObject({ is: 'stray', told: true })
  })

  it('a stop is not closed behind a scan of it that was refused, sent together or not: it is open again, and the reason is told', () => {
    const [stray, close] = [act('count', `${other}-001`), act('close')]
    const answer = (reason: string) => ({ reason, free: null }) as TripScanAnswer
    const waiting = { ...kept([close]), ended: { actId: close.actId } as never }
    const after = afterAnswers(waiting, [], [{ act: stray, msg: '不在本车', answer: answer('dispatch.notAnyOfOurs') }])
    expect([after.acts, after.ended]).toEqual([[], null])
    expect(after.refused.map(({ act: told, held }) => [told.act, held])).toEqual([
      ['count', undefined],
      ['close', 1],
    ])
    // What another device has counted is on the vehicle.
    const twice = afterAnswers(waiting, [], [{ act: stray, msg: '已扫过', answer: answer('dispatch.scannedBefore') }])
    expect([twice.acts, twice.ended?.actId]).toEqual([[close], close.actId])
  })

  it('what joined and was taken back is on the trip no more, before the server has heard of it', () => {
    const joined = [act('join', `${other}-001`), act('join', `${two}-005`), act('join', one, { pieces: 2 })]
    expect(totalOf(waybillsNow(kept(joined))).of).toBe(12)
    const back = [act('take', `${other}-001`), act('take', `${two}-005`), act('take', one, { pieces: 1 })]
    expect(totalOf(waybillsNow(kept([...joined, ...back]))).of).toBe(9)
    expect(waybillsNow(kept([...joined, ...back])).map(({ waybillNo }) => waybillNo)).not.toContain(other)
  })
})
