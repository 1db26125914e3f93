import type { NoticeLineRow } from '@xunyun/contract/warehouse/receiving/calls'
import { describe, expect, it } from 'vitest'
import { type Counting, entriesOf, nothing, scanned } from './receiveScans.ts'

const today = '2026-11-24'
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
  minRemainInDays: null,
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
  for (const code of codes) ({ next: state, said } = scanned(state, lines, code, today))
  return { ...state, said }
}

describe('scans at the receiving desk', () => {
  it('what is damaged is within what was counted: 21 with 1 damaged stay 21, and no more are damaged than came', () => {
    const counted = (...typed: [NonNullable<Counting['asked']>, string][]) => {
      let state: Counting = scanned(nothing, lines, 'ITEM-3', today).next
      let said: unknown
      for (const [asked, code] of typed) ({ next: state, said } = scanned({ ...state, asked }, lines, code, today))
      return { count: state.count, said }
    }
    expect(counted(['qty', '21'], ['damaged', '1']).count).toMatchObject({ qty: '20', damaged: '1' })
    expect(counted(['qty', '21'], ['damaged', '1'], ['damaged', '2']).count).toMatchObject({ qty: '19', damaged: '2' })
    expect(counted(['qty', '21'], ['damaged', '1'], ['qty', '10']).count).toMatchObject({ qty: '9', damaged: '1' })
    expect(counted(['qty', '21'], ['damaged', '22'])).toMatchObject({
      count: { qty: '21', damaged: '0' },
      said: { ok: false, key: 'damagedMore' },
    })
  })

  it('[W-B18] goods that are too old, or made after today, are red at the scan that says so, and count', () => {
    const milk = [
      line(5, { expiryControlled: true, shelfLifeDays: 180, minRemainInDays: 60, barcodes: ['6291041500213'] }),
    ]
    const saidOf = (code: string) => scanned(nothing, milk, `(01)06291041500213${code}`, today)
    expect(saidOf('(17)261031')).toMatchObject({ next: { count: { qty: '1' } }, said: { key: 'expired', days: 24 } })
    expect(saidOf('(17)261224').said).toEqual({ ok: false, key: 'tooOld', days: 30, least: 60 })
    expect(saidOf('(17)270124').said).toMatchObject({ ok: true, key: 'added' })
    // By the production date and the shelf life, and typed, it is the same.
    expect(saidOf('(11)260101').said).toMatchObject({ key: 'expired' })
    const typed = scanned({ ...saidOf('').next, asked: 'expiry' }, milk, '20261031', today)
    expect(typed.said).toMatchObject({ key: 'expired', days: 24 })
    expect(saidOf('(11)261125').said).toMatchObject({ key: 'producedLater', production: '2026-11-25' })
  })

  it('[W-B1] the barcode of other goods and the label of a place are no batch; a batch named by its day is one', () => {
    const asking = scanned(nothing, lines, 'ITEM-1', today).next
    expect(asking.asked).toBe('batchNo')
    for (const code of ['6900700000994', 'HZ1:A-01'])
      expect(scanned(asking, lines, code, today)).toEqual({ next: asking, said: { ok: false, key: 'notHere', code } })
    expect(scanned(asking, lines, '20261120', today).next.count).toMatchObject({ batchNo: '20261120' })
  })

  it('[RT-18/receive] more than may be received is red at once, and counts; of goods that nobody announced nothing is too many', () => {
    const few = [
      line(4, {
        mostMore: '13',
        barcodes: ['6291041500213'],
        packs: [{ unit: 'box', ratio: '12', barcode: '16291041500210' }],
      }),
    ]
    const saidOf = (codes: readonly string[], blind = false) => {
      let result = scanned(nothing, few, 'ITEM-4', today, blind)
      for (const code of codes) result = scanned(result.next, few, code, today, blind)
      return result
    }
    expect(saidOf(['16291041500210']).said).toMatchObject({ ok: true, key: 'added' })
    const over = saidOf(['16291041500210', 'ITEM-4'])
    expect(over).toMatchObject({
      next: { count: { qty: '14' } },
      said: { ok: false, key: 'over', most: '13', came: '14' },
    })
    // Typed, and spread over batches, it is the same.
    expect(scanned({ ...over.next, asked: 'qty' }, few, '20', today).said).toMatchObject({ key: 'over', came: '20' })
    expect(saidOf(['16291041500210', '(01)06291041500213(10)L2', '(01)06291041500213(10)L3']).said).toMatchObject({
      key: 'over',
      came: '15',
    })
    expect(saidOf(['16291041500210', 'ITEM-4'], true).said).toMatchObject({ ok: true })
    // What was not counted says why.
    expect(scanned(over.next, few, 'XYZ', today).said).toMatchObject({ key: 'unknown' })
  })

  it('goods count one, a pack its units; batch and expiry are asked for, and not counted', () => {
    expect(run('6291041500213')).toMatchObject({ count: { lineId: 1, qty: '1' }, asked: 'batchNo' })
    expect(run('6291041500213', 'L1', '20270101', '16291041500210')).toMatchObject({
      count: { qty: '13', batchNo: 'L1', expiry: '2027-01-01' },
      asked: null,
      said: { ok: true, key: 'added', qty: '12' },
    })
    expect(run('6291041500213', 'L1', 'soon').said).toMatchObject({ ok: false, key: 'noDay' })
    for (const day of ['2027-13-01', '20270230', '00000101'])
      expect(run('6291041500213', 'L1', day)).toMatchObject({ asked: 'expiry', said: { ok: false, key: 'noDay' } })
  })

  it('[RT-18/receive] days typed for a batch go with it when another batch takes its place before anything was counted', () => {
    const typed = (start: Counting, ...answers: [NonNullable<Counting['asked']>, string][]) => {
      let state = start
      for (const [asked, code] of answers) ({ next: state } = scanned({ ...state, asked }, lines, code, today))
      return state
    }
    const empty = typed(run('6291041500213'), ['qty', '0'])
    expect(typed(empty, ['batchNo', 'L1'], ['expiry', '20270101'], ['batchNo', 'L2'])).toMatchObject({
      count: { batchNo: 'L2', expiry: undefined },
      asked: 'expiry',
    })
    expect(typed(empty, ['expiry', '20270101'], ['batchNo', 'L1']).count).toMatchObject({ expiry: '2027-01-01' })
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

  describe('[RT-18/receive] lots of one line', () => {
    const announced = line(7, {
      itemNo: 'MILK',
      batchNo: 'B12',
      expiry: '2028-01-01',
      batchControlled: true,
      expiryControlled: true,
      barcodes: ['6291041500213'],
    })
    const scan = (codes: readonly string[], of: readonly NoticeLineRow[] = [announced]) => {
      let state: Counting = nothing
      const said = codes.map((code) => {
        const result = scanned(state, of, code, today)
        state = result.next
        return result.said
      })
      return { state, said, lots: entriesOf(state).map(({ batchNo, expiry, qty }) => [batchNo, expiry, qty]) }
    }
    const [ean, b99, b98] = ['6291041500213', '(01)06291041500213(10)B99', '(01)06291041500213(17)290101(10)B98']

    it('another batch never rewrites what was counted before it: each is an entry of its own, in red where it was not announced', () => {
      const { lots, said, state } = scan([
        ean,
        ean,
        ean,
        ean,
        b99,
        '20290601',
        b98,
        b98,
        b99,
        '(01)06291041500213(10)B12',
      ])
      expect(lots).toEqual([
        ['B98', '2029-01-01', '2'],
        ['B99', '2029-06-01', '2'],
        ['B12', '2028-01-01', '5'],
      ])
      expect(state.count?.batchNo).toBe('B12')
      expect(said.map(({ ok, key }) => `${key}${ok ? '' : ' red'}`)).toEqual([
        'added',
        'added',
        'added',
        'added',
        'notAsAnnounced red',
        'noted',
        'notAsAnnounced red',
        'addedTo',
        'notAsAnnounced red',
        'addedTo',
      ])
      expect(said[4]).toMatchObject({ found: 'B99', announced: 'B12' })
    })

    it('a batch named by its field after goods were counted begins beside them; a day of a batch is put right', () => {
      let state = run('ITEM-1', 'B1', '20290101', 'ITEM-1') as Counting
      let said: unknown
      const answer = (asked: NonNullable<Counting['asked']>, code: string) => {
        ;({ next: state, said } = scanned({ ...state, asked }, lines, code, today))
      }
      answer('expiry', '20290201')
      expect(entriesOf(state)).toMatchObject([{ batchNo: 'B1', expiry: '2029-02-01', qty: '2' }])
      answer('batchNo', 'B2')
      expect(said).toEqual({ ok: true, key: 'newLot', lot: 'B2', before: 'B1', qty: '2' })
      for (const code of ['20290301', 'ITEM-1']) ({ next: state } = scanned(state, lines, code, today))
      expect(entriesOf(state).map(({ batchNo, expiry, qty }) => [batchNo, expiry, qty])).toEqual([
        ['B1', '2029-02-01', '2'],
        ['B2', '2029-03-01', '1'],
      ])
    })

    it('what was announced of one batch is not taken for another: its days are asked for', () => {
      expect(scan([b99]).state).toMatchObject({ count: { batchNo: 'B99', expiry: undefined }, asked: 'expiry' })
    })

    it('another expiry or production of the same batch is an entry of its own', () => {
      const { lots } = scan(['(01)06291041500213(17)280101(10)B12', '(01)06291041500213(17)280301(10)B12'])
      expect(lots).toEqual([
        ['B12', '2028-01-01', '1'],
        ['B12', '2028-03-01', '1'],
      ])
    })

    it('a batch that no line announces stays with the line in hand, though another one of the goods is open', () => {
      const lines = [line(6, { ...announced, id: 6, batchNo: 'B11' }), announced]
      const { state, said } = scan(['(01)06291041500213(10)B12', b99], lines)
      expect(state.count).toMatchObject({ lineId: 7, batchNo: 'B99', qty: '1' })
      expect(said[1]?.key).toBe('notAsAnnounced')
      expect(scan(['(01)06291041500213(10)B12', '(01)06291041500213(10)B11'], lines).said[1]).toMatchObject({
        key: 'finishFirst',
      })
    })

    it('a number is counted once, whichever lot it is of; lots that become one are sent as one', () => {
      const phones = [line(2, { serialControlled: true, barcodes: ['6291041500213'], batchNo: 'B12' })]
      const twice = scan(['(01)06291041500213(10)B12(21)S1', '(01)06291041500213(10)B99(21)S1'], phones)
      expect(twice.said[1]).toMatchObject({ key: 'twice', code: 'S1' })
      const { state } = scan([ean, b99, '20280101'])
      const back = scanned({ ...state, asked: 'batchNo' }, [announced], 'B12', today).next
      expect(back.count).toMatchObject({ batchNo: 'B12', qty: '1' })
      expect(entriesOf(back)).toHaveLength(2)
      const same = {
        ...back,
        others: back.others.map((one) => ({ ...one, batchNo: 'B12', expiry: back.count?.expiry })),
      }
      expect(entriesOf(same as Counting)).toMatchObject([{ batchNo: 'B12', qty: '2' }])
    })

    it('the label of a place is no pallet', () => {
      const { state } = scan([ean])
      expect(scanned({ ...state, asked: 'containerCode' }, [announced], 'HZ1:A-01', today)).toMatchObject({
        next: { asked: 'containerCode' },
        said: { ok: false, key: 'notPallet' },
      })
    })
  })
})
