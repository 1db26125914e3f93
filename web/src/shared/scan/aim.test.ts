import { readGs1 } from '@xunyun/contract/kernel/gs1'
import { describe, expect, it } from 'vitest'
import { asScanned, newAim } from './aim.ts'

const sight = (code: string, off = 0) => ({ code, off })

describe('[RT-18/receive] codes from the camera', () => {
  it('a code counts when two pictures agree on it, and not again while it stays in the picture', () => {
    const aim = newAim()
    expect(aim([sight('A-01')], 0)).toBeNull()
    expect(aim([sight('A-01')], 150)).toBe('A-01')
    for (let at = 300; at < 6000; at += 150) expect(aim([sight('A-01')], at)).toBeNull()
  })

  it('a blurred picture is not yet a picture without it; gone for a second, it is a new scan', () => {
    const aim = newAim()
    aim([sight('A-01')], 0)
    expect(aim([sight('A-01')], 100)).toBe('A-01')
    expect([aim([], 300), aim([], 800), aim([sight('A-01')], 1000), aim([sight('A-01')], 1100)]).toEqual([
      null,
      null,
      null,
      null,
    ])
    aim([], 1500)
    aim([sight('A-01')], 2300)
    expect(aim([sight('A-01')], 2400)).toBe('A-01')
  })

  it('what is read once only, or only at the edge, is not taken', () => {
    const aim = newAim()
    expect(aim([sight('123456')], 0)).toBeNull()
    expect(aim([sight('16291041500210')], 100)).toBeNull()
    expect(aim([sight('16291041500210', 3), sight('EDGE', 200)], 200)).toBe('16291041500210')
    expect(aim([sight('EDGE', 200)], 300)).toBeNull()
    expect(aim([sight('EDGE', 200)], 400)).toBe('EDGE')
  })

  it('FNC1 makes it GS1, whichever field is first and if it is the only one; a UPC-A has its 12 digits', () => {
    const scanned = asScanned('Code128', '10L26\u001d17271101', true)
    expect(readGs1(scanned, 2026)).toEqual({ batch: 'L26', expiry: '2027-11-01' })
    expect(readGs1(asScanned('Code128', '10L26', true), 2026)).toEqual({ batch: 'L26' })
    expect(readGs1(asScanned('Code128', '10L26'), 2026)).toBeNull()
    expect(readGs1(asScanned('DataMatrix', '010629104150021310L26\u001d17271101', true), 2026)).toEqual({
      gtin: '06291041500213',
      batch: 'L26',
      expiry: '2027-11-01',
    })
    expect(readGs1(asScanned('Code128', '00095287654321012346'), 2026)).toEqual({ sscc: '095287654321012346' })
    expect(asScanned('EAN13', '0036000291452')).toBe('036000291452')
    expect(asScanned('EAN13', '4006381333931')).toBe('4006381333931')
    expect(asScanned('QRCode', 'A-03-02-2\r\n')).toBe('A-03-02-2')
  })
})
