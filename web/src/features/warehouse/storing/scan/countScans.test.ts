import type { CountLineRow } from '@xunyun/contract/warehouse/storing/counts'
import { describe, expect, it } from 'vitest'
import { counted, entriesOf, meant, readCode, rebatched, type Tally, takenUp, tallyOf } from './countScans.ts'

const ean = '6291041500213'
const line = (id: number, batchNo: string, more: Partial<CountLineRow> = {}) =>
  ({
    id,
    itemId: 1,
    itemNo: 'P-2002',
    itemName: '货',
    baseUnit: 'piece',
    batchNo,
    expiry: null,
    quality: 'good',
    containerCode: null,
    batchControlled: true,
    serialControlled: false,
    barcodes: [ean],
    packs: [],
    ...more,
  }) as unknown as CountLineRow
const two = [line(1, 'B20261101'), line(2, 'B1')]
const means = (lines: CountLineRow[], code: string, inHand?: Tally) => meant(lines, readCode(code, 2026), null, inHand)

describe('[RT-18/count] counting goods of several batches', () => {
  it('asks which batch is in hand; a code that says it, and goods that are in hand already, are not asked for', () => {
    expect(means(two, ean).kind).toBe('which')
    expect(means(two, `(01)0${ean}(10)B1`)).toMatchObject({ kind: 'goods', goods: { lineId: 2 } })
    expect(means(two, `(01)0${ean}(10)B9`).kind).toBe('newBatch')
    expect(means(two, ean, tallyOf(two[1] as CountLineRow, {}))).toMatchObject({ kind: 'goods', goods: { lineId: 2 } })
    expect(means([line(1, 'B1')], ean)).toMatchObject({ kind: 'goods', goods: { lineId: 1 } })
    // The same number with another expiry is another batch.
    expect(means([line(1, 'B1', { expiry: '2027-01-01' }), line(2, 'B1', { expiry: '2028-01-01' })], ean).kind).toBe(
      'which',
    )
    expect(means(two, '4006381333931').kind).toBe('unknown')
  })

  it('puts one line right alone: of another batch, or come in hand again', () => {
    const [a, b] = two.map((one) => tallyOf(one, { item: ean })) as [Tally, Tally]
    const tallies = counted(counted([], a, '5'), b, '3')
    expect(tallies.map(({ batchNo, qty }) => [batchNo, qty])).toEqual([
      ['B1', '3'],
      ['B20261101', '5'],
    ])
    expect(rebatched(tallies, { ...a, codes: { batch: 'B20261101' } })).toMatchObject([
      { lineId: 1, qty: '8', codes: { item: ean, batch: 'B20261101' } },
    ])
    expect(takenUp(tallies, tallies[1] as Tally).map(({ lineId }) => lineId)).toEqual([1, 2])
    const fresh = { ...b, lineId: undefined, batchNo: 'B7', expiry: '2028-01-01' }
    const [first] = entriesOf(rebatched(tallies, fresh))
    expect(first).toMatchObject({ itemId: 1, batchNo: 'B7', expiry: '2028-01-01', qty: '3', scanned: { item: ean } })
    expect(first).not.toHaveProperty('lineId')
  })
})
