import type { PackingDesk } from '@xunyun/contract/warehouse/shipping/cartons'
import { afterEach, describe, expect, it } from 'vitest'
import { dockScan, readScanned, standing, writeScanned } from './dockScans.ts'

const desk = (intercepted = false) =>
  ({
    notice: { id: 7, noticeNo: 'CK26112200001', intercepted },
    cartons: [
      { id: 1, cartonNo: '011', state: 'sealed' },
      { id: 2, cartonNo: '022', state: 'sealed' },
      { id: 3, cartonNo: '033', state: 'open' },
      { id: 4, cartonNo: '044', state: 'shipped' },
    ],
  }) as unknown as PackingDesk
afterEach(() => sessionStorage.clear())

describe('[RT-18/encasement] cartons at the dock', () => {
  it('each counts once; those not sealed, gone already or of nobody are refused', () => {
    expect(standing(desk()).map(({ id }) => id)).toEqual([1, 2])
    expect(dockScan(desk(), [], '011', false)).toEqual({
      ok: true,
      key: 'counted',
      scanned: [1],
      right: '',
      n: 1,
      m: 2,
    })
    const key = (cartonNo: string, scanned: number[] = [], isBusy = false) =>
      dockScan(desk(), scanned, cartonNo, isBusy).key
    expect(key('011', [1])).toBe('twice')
    expect(key('033')).toBe('notSealed')
    expect(key('044')).toBe('gone')
    expect(key('055')).toBe('unknown')
    expect(key('022', [], true)).toBe('otherNotice')
    expect(dockScan(desk(true), [], '011', false)).toMatchObject({ ok: false, key: 'intercepted', scanned: [] })
  })

  it('what was scanned is there after a reload, but for cartons that were opened since', () => {
    writeScanned(7, [1, 3])
    expect(readScanned(7)).toEqual([1, 3])
    expect(dockScan(desk(), readScanned(7), '022', false)).toMatchObject({ scanned: [1, 2], n: 2, m: 2 })
    writeScanned(7, [])
    expect(readScanned(7)).toEqual([])
  })
})
