import { describe, expect, it } from 'vitest'
import type { InHand, LineNow } from './keptPicks.ts'
import { begin, isScanned, isThere, needsBatch, ofBatch, scanned, typed } from './pickScans.ts'

const line = {
  id: 1,
  itemNo: 'PHONE',
  barcodes: ['6901234567892'],
  packs: [],
  serialControlled: false,
  batchNo: '',
  locationCode: 'A-01',
  containerCode: null,
  left: '3',
} as unknown as LineNow
const told = (codes: readonly string[], of = line) => {
  let hand: InHand = begin(of)
  const said = codes.map((code) => {
    const result = scanned(hand, of, code, 2026, 'HZ1')
    hand = result.next
    return result.said.key
  })
  return { hand, said }
}

describe('[RT-18/outBound] picking by scan', () => {
  it('a shelf is known by its code or by its label, that of another warehouse is refused with its name', () => {
    expect(told(['A-01', '6901234567892']).said).toEqual(['there', 'added'])
    expect(told(['HZ1:A-01', 'PHONE']).said).toEqual(['there', 'added'])
    const other = scanned(begin(line), line, 'SZ2:A-01', 2026, 'HZ1')
    expect([isThere(other.next), other.said]).toEqual([false, { ok: false, key: 'elsewhere', code: 'SZ2', right: '' }])
    const wrong = scanned(begin(line), line, 'HZ1:A-02', 2026, 'HZ1')
    expect(wrong.said).toEqual({ ok: false, key: 'wrongPlace', code: 'A-02', right: 'A-01' })
  })
  it('a label is never taken for a serial number', () => {
    const serials = { ...line, serialControlled: true } as LineNow
    const { hand, said } = told(['HZ1:A-01', 'HZ1:A-02', 'SN-1'], serials)
    expect(said).toEqual(['there', 'wrongPlace', 'added'])
    expect(hand.serials).toEqual(['SN-1'])
  })
  it('a typed quantity counts for what was scanned; without a scan it is by hand, or refused where the warehouse wants scans', () => {
    const hand = begin(line)
    expect(typed(hand, line, '2', 'forbidden')).toMatchObject({ next: { qty: '0' }, said: { key: 'scanFirst' } })
    for (const rule of ['marked', 'reason'] as const) {
      const byHand = typed(hand, line, '2', rule)
      expect([byHand.next.qty, byHand.said.key, isScanned(byHand.next)]).toEqual(['2', 'byHand', false])
    }
    const place = scanned(hand, line, 'A-01', 2026, 'HZ1').next
    expect(typed(place, line, '2', 'forbidden').said.key).toBe('scanFirst')
    const goods = scanned(place, line, '6901234567892', 2026, 'HZ1').next
    expect(typed(goods, line, '3', 'forbidden').said.key).toBe('qty')
    expect(goods.codes).toEqual({ location: 'A-01', item: '6901234567892' })
  })
  it('where several batches of the goods lie, the batch is scanned with them, by itself, or tapped', () => {
    const two = { ...line, batchNo: 'B1', batchesThere: ['B1', 'B2'] } as LineNow
    const { hand } = told(['A-01', '6901234567892'], two)
    expect([isScanned(hand), needsBatch(hand, two)]).toEqual([true, true])
    expect(scanned(hand, two, 'B2', 2026, 'HZ1').said).toMatchObject({ key: 'wrongBatch', code: 'B2', right: 'B1' })
    expect(ofBatch(hand, two, 'B2').said.key).toBe('wrongBatch')
    for (const { next, said } of [scanned(hand, two, 'B1', 2026, 'HZ1'), ofBatch(hand, two, 'B1')]) {
      expect([said.key, needsBatch(next, two), next.qty]).toEqual(['batch', false, '1'])
      expect(next.codes.batch).toBe('B1')
    }
    const gs1 = told(['A-01', '6901234567892', '(01)06901234567892(10)B1', '6901234567892'], two).hand
    expect([needsBatch(gs1, two), gs1.codes.item, gs1.qty]).toEqual([false, '(01)06901234567892(10)B1', '3'])
  })
})
