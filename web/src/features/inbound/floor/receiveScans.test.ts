import type { NoticeLineRow } from '@xunyun/contract/warehouse/inbound'
import { describe, expect, it } from 'vitest'
import { type Counting, nothing, scanned } from './receiveScans.ts'

const line = (id: number, more: Partial<NoticeLineRow>): NoticeLineRow => ({
  id,
  itemId: id,
  itemNo: `ITEM-${id}`,
  itemName: '货',
  baseUnit: 'piece',
  unit: 'piece',
  unitQty: '100',
  qty: '100',
  batchNo: null,
  production: null,
  expiry: null,
  quality: 'good',
  batchControlled: false,
  serialControlled: false,
  expiryControlled: false,
  shelfLifeDays: null,
  barcodes: [],
  packs: [],
  received: '0',
  damaged: '0',
  short: '0',
  open: '100',
  mostMore: '100',
  ...more,
})
const lines = [
  line(1, {
    batchControlled: true,
    expiryControlled: true,
    shelfLifeDays: 180,
    barcodes: ['6291041500213'],
    packs: [{ unit: 'box', ratio: '12', barcode: '16291041500210' }],
  }),
  line(2, { serialControlled: true }),
  line(3, {}),
]
/** Scans one behind the other; what was said last, and the count. */
function run(...codes: string[]) {
  let state: Counting = nothing
  let said: unknown
  for (const code of codes) ({ next: state, said } = scanned(state, lines, code, 2026))
  return { ...state, said }
}

describe('scans at the receiving desk', () => {
  it('goods count one, a pack its units; batch and expiry are asked for, and not counted', () => {
    expect(run('6291041500213')).toMatchObject({ count: { lineId: 1, qty: '1' }, asked: 'batchNo' })
    expect(run('6291041500213', 'L1', '20270101', '16291041500210')).toMatchObject({
      count: { qty: '13', batchNo: 'L1', expiry: '2027-01-01' },
      asked: null,
      said: { ok: true, key: 'added', qty: '12' },
    })
    expect(run('6291041500213', 'L1', 'soon').said).toMatchObject({ ok: false, key: 'noDay' })
  })

  it('one GS1 scan says all of it; its production day is enough where the shelf life is known', () => {
    expect(run('(01)06291041500213(11)261101(10)L9')).toMatchObject({
      count: { qty: '1', batchNo: 'L9', production: '2026-11-01' },
      asked: null,
    })
    expect(run('(01)06291041500213(11)261101(10)L9', '(00)095287654321012346')).toMatchObject({
      count: { containerCode: '095287654321012346' },
    })
  })

  it('[RT-18/receive] while a batch or a pallet is asked for, the next box is counted and a label is read for what it is', () => {
    expect(run('16291041500210', '16291041500210')).toMatchObject({
      count: { qty: '24', batchNo: undefined },
      asked: 'batchNo',
      said: { ok: true, key: 'added', qty: '12' },
    })
    expect(run('6291041500213', '(01)16291041500210(17)270301(10)L7')).toMatchObject({
      count: { qty: '13', batchNo: 'L7', expiry: '2027-03-01' },
      asked: null,
    })
    expect(run('6291041500213', '(10)L9')).toMatchObject({ count: { qty: '1', batchNo: 'L9' }, asked: 'expiry' })
    expect(run('6291041500213', '(00)095287654321012346')).toMatchObject({
      count: { batchNo: undefined, containerCode: '095287654321012346' },
      asked: 'batchNo',
    })
    expect(run('6291041500213', '(01)04006381333931')).toMatchObject({
      count: { qty: '1', batchNo: undefined },
      said: { ok: false, key: 'notHere' },
    })
    expect(run('6291041500213', 'item-2')).toMatchObject({ count: { lineId: 1 }, said: { key: 'finishFirst' } })
  })

  it('serial numbers are counted once each', () => {
    expect(run('item-2', 'S1', 'S2')).toMatchObject({ count: { qty: '2', serials: ['S1', 'S2'] } })
    expect(run('item-2', 'S1', 'S1')).toMatchObject({
      count: { qty: '1' },
      said: { ok: false, key: 'twice', code: 'S1' },
    })
  })

  it('other goods wait until the line in hand is done; what is not on the receipt is said', () => {
    expect(run('item-3', 'item-2')).toMatchObject({
      count: { lineId: 3 },
      said: { key: 'finishFirst', item: 'ITEM-3' },
    })
    expect(run('item-2', 'item-3')).toMatchObject({ count: { lineId: 3, qty: '1' } })
    expect(run('XYZ').said).toEqual({ ok: false, key: 'unknown', code: 'XYZ' })
    expect(run('(01)96385074000000').said).toMatchObject({ ok: false })
  })
})
