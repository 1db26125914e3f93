import type { PickInput, PickLineRow } from '@xunyun/contract/warehouse/shipping/picking'
import { describe, expect, it } from 'vitest'
import { type KeptTask, linesNow } from './keptPicks.ts'
import { endOf, strayOf } from './pickEnd.ts'

const line = (id: number, more: Partial<PickLineRow> = {}) =>
  ({
    id,
    itemNo: `P-${id}`,
    qty: '10',
    state: 'allocated',
    intercepted: false,
    locationCode: `A-0${id}`,
    stagedAt: null,
    ...more,
  }) as PickLineRow
const act = (lineId: number, qty: string, shortReason?: string) =>
  ({ actId: `act-${lineId}`, lineId, qty, shortReason }) as PickInput
const task = (lines: PickLineRow[], more: object = {}, kept: Partial<KeptTask> = {}): KeptTask => ({
  task: { state: 'picking', missing: '0', shortQty: '0', lines, ...more } as KeptTask['task'],
  acts: [],
  refused: [],
  ...kept,
})
const told = (kept: KeptTask) => {
  const { why, putBack, staged } = endOf(kept)
  const places = (list: typeof putBack) => list.map((one) => `${one.qty} ${one.line.itemNo} ${one.line.locationCode}`)
  return [why, places(putBack), places(staged)]
}
const picked = { state: 'picked', stagedAt: 'B-01' } as const

describe('[RT-18/outBound] how a task ends for its picker', () => {
  it('all is picked only when every line was, whether the server has heard of it or not', () => {
    expect(endOf(task([line(1, picked), line(2, picked)])).why).toBe('all')
    expect(endOf(task([line(1, picked), line(2)], {}, { acts: [act(2, '10')] })).why).toBe('all')
    expect(endOf(task([line(1, { ...picked, qty: '6' })], { missing: '44', shortQty: '44' }))).toMatchObject({
      why: 'short',
      missing: '44',
    })
    // Short, but covered from elsewhere.
    expect(endOf(task([line(1, picked)], { shortQty: '4' })).why).toBe('all')
    expect(endOf(task([line(1)], {}, { acts: [act(1, '7', 'missing')] }))).toMatchObject({ why: 'short', missing: '3' })
  })

  it('intercepted: what the server did not take goes back to its shelf, what it took waits where it was made ready', () => {
    const lines = [line(1, { intercepted: true }), line(2, { intercepted: true, ...picked })]
    const kept = task(lines, {}, { refused: [{ act: act(1, '10'), msg: '已拦截' }] })
    expect(told(kept)).toEqual(['intercepted', ['10 P-1 A-01'], ['10 P-2 A-02']])
    expect(linesNow(kept).map(({ fate }) => fate)).toEqual(['stopped', 'stopped'])
    expect(told(task(lines))).toEqual(['intercepted', [], ['10 P-2 A-02']])
    // Not sent yet, or only scanned.
    const hand = { lineId: 1, codes: {}, batch: null, qty: '3', serials: [] }
    expect(told(task(lines, {}, { hand }))).toEqual(['intercepted', ['3 P-1 A-01'], ['10 P-2 A-02']])
    expect(told(task(lines, {}, { acts: [act(1, '4')] }))[1]).toEqual(['4 P-1 A-01'])
  })

  it('cancelled, and a line that left the task before its act arrived: the goods are still known by what they were', () => {
    expect(endOf(task([], { state: 'cancelled' })).why).toBe('cancelled')
    const kept = task([], { state: 'cancelled' }, { refused: [{ act: act(1, '6'), msg: '不在' }], goods: [line(1)] })
    expect(told(kept)).toEqual(['cancelled', ['6 P-1 A-01'], []])
  })

  it('taken over by a colleague: what is in hand goes back, and nothing more is picked', () => {
    const hand = { lineId: 1, codes: {}, batch: null, qty: '3', serials: [] }
    expect(told(task([line(1)], {}, { hand, takenBy: '韩国庆' }))).toEqual(['takenOver', ['3 P-1 A-01'], []])
    // Picked by somebody else meanwhile, while others are still open: goods twice in hand.
    const twice = task([line(1, picked), line(2)], {}, { refused: [{ act: act(1, '10'), msg: '韩国庆 已拣' }] })
    expect(strayOf(twice).map(({ qty }) => qty)).toEqual(['10'])
    // Refused for its figure alone, the line is picked again.
    expect(strayOf(task([line(1)], {}, { refused: [{ act: act(1, '99'), msg: '多拣' }] }))).toEqual([])
  })
})
