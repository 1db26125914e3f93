import { describe, expect, it } from 'vitest'
import type { LineNow } from './keptPicks.ts'
import { begin, type InHand, scanned } from './pickScans.ts'

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
    expect([other.next.there, other.said]).toEqual([false, { ok: false, key: 'elsewhere', code: 'SZ2', right: '' }])
    const wrong = scanned(begin(line), line, 'HZ1:A-02', 2026, 'HZ1')
    expect(wrong.said).toEqual({ ok: false, key: 'wrongPlace', code: 'A-02', right: 'A-01' })
  })
  it('a label is never taken for a serial number', () => {
    const serials = { ...line, serialControlled: true } as LineNow
    const { hand, said } = told(['HZ1:A-01', 'HZ1:A-02', 'SN-1'], serials)
    expect(said).toEqual(['there', 'wrongPlace', 'added'])
    expect(hand.serials).toEqual(['SN-1'])
  })
})
