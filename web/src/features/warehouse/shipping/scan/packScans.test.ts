import type { LooseRow } from '@xunyun/contract/warehouse/shipping/cartons'
import { describe, expect, it } from 'vitest'
import { type Packing, packed } from './packScans.ts'

const loose = (more: Partial<LooseRow>): LooseRow => ({
  lineId: 1,
  itemId: 1,
  itemNo: 'MILK',
  itemName: '牛奶',
  baseUnit: 'piece',
  barcodes: ['6291041500213'],
  packs: [{ unit: 'box', ratio: '12', barcode: '16291041500210' }],
  serialControlled: false,
  batchNo: 'L1',
  expiry: null,
  quality: 'good',
  picked: '24',
  packed: '0',
  left: '24',
  serials: [],
  stagedAt: ['S-01'],
  ...more,
})
const rows = [
  loose({}),
  loose({
    lineId: 2,
    itemNo: 'PHONE',
    barcodes: ['4006381333931'],
    packs: [],
    serialControlled: true,
    batchNo: '',
    serials: ['S1', 'S2'],
    left: '2',
  }),
]
const all = (codes: readonly string[]) =>
  codes.reduce<{ hand: Packing | null; said: string[] }>(
    ({ hand, said }, code) => {
      const { next, said: now } = packed(hand, rows, code, 2026)
      return { hand: next, said: [...said, now.ok ? `+${now.qty}` : now.key] }
    },
    { hand: null, said: [] },
  )

describe('goods scanned into a carton', () => {
  it('[RT-18/encasement] pieces and packs add up, never to more than was picked', () => {
    expect(all(['6291041500213', '16291041500210', '16291041500210'])).toEqual({
      hand: { lineId: 1, batchNo: 'L1', qty: '13', serials: [] },
      said: ['+1', '+12', 'tooMany'],
    })
  })
  it('[RT-18/encasement] numbers are those that were picked, each once; one kind of goods at a time', () => {
    expect(all(['4006381333931', 'S1', 'S1', 'S9', '6291041500213', 'S2'])).toEqual({
      hand: { lineId: 2, batchNo: '', qty: '2', serials: ['S1', 'S2'] },
      said: ['serialFirst', '+1', 'twice', 'notHere', 'putInFirst', '+1'],
    })
  })
  it('[RT-18/encasement] of another batch than was picked, it does not belong here', () => {
    expect(all(['(01)06291041500213(10)L2'])).toEqual({ hand: null, said: ['notHere'] })
    expect(all(['(01)06291041500213(10)L1']).said).toEqual(['+1'])
  })
})
