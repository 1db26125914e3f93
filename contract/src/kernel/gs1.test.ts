import { describe, expect, it } from 'vitest'
import { gtinForms, isGtin, isSscc, readGs1, ssccOf } from './gs1.ts'

const read = (scan: string) => readGs1(scan, 2026)
const gs = '\u001d'

describe('GS1', () => {
  it('check digits of goods and pallets', () => {
    expect(['6291041500213', '06291041500213', '96385074', '036000291452'].map(isGtin)).toEqual([
      true,
      true,
      true,
      true,
    ])
    expect(['6291041500214', '629104150021', '62910415002133', 'x', ''].map(isGtin)).toEqual([
      false,
      false,
      false,
      false,
      false,
    ])
    expect([isSscc('095287654321012346'), isSscc('095287654321012345'), isSscc('09528765432101234')]).toEqual([
      true,
      false,
      false,
    ])
  })

  it('makes the check digit of a label', () => {
    expect(ssccOf('09528765432101234')).toBe('095287654321012346')
    for (const digits of ['02000000000000001', '06901234000000009', '99999999999999999'])
      expect(isSscc(ssccOf(digits)), digits).toBe(true)
  })

  it('goods, batch, dates and number in one scan, with separators, in brackets, or bare', () => {
    const goods = {
      gtin: '06291041500213',
      batch: 'L1/26',
      production: '2026-06-11',
      expiry: '2027-02-28',
      serial: 'S-7',
    }
    expect(read(`]C1010629104150021311260611172702281${'0'}L1/26${gs}21S-7`)).toEqual(goods)
    expect(read('(01)06291041500213(11)260611(17)270228(10)L1/26(21)S-7')).toEqual(goods)
    expect(read(`0106291041500213112606111727022810L1/26${gs}21S-7`)).toEqual(goods)
    expect(read(`${gs}0106291041500213${gs}10A`)).toEqual({ gtin: '06291041500213', batch: 'A' })
  })

  it('a pallet by its label; what means nothing here is passed over', () => {
    expect(read('00095287654321012346')).toEqual({ sscc: '095287654321012346' })
    expect(read('(00)095287654321012346')).toEqual({ sscc: '095287654321012346' })
    expect(read(`0106291041500213${'37'}24${gs}10B`)).toEqual({ gtin: '06291041500213', batch: 'B' })
  })

  it('day 00 is the last of its month; two digits mean the century around this year', () => {
    expect(read('(01)06291041500213(17)270200')).toMatchObject({ expiry: '2027-02-28' })
    expect(read('(01)06291041500213(11)760101')).toMatchObject({ production: '2076-01-01' })
    expect(read('(01)06291041500213(11)770101')).toMatchObject({ production: '1977-01-01' })
    expect(read('(01)06291041500213(17)270230')).toBeNull()
  })

  it('what is no GS1 is not read as one', () => {
    for (const scan of ['6291041500213', '1012345', '0106291041500214', '00095287654321012345', 'KY-0311', '(99)x', ''])
      expect(read(scan), scan).toBeNull()
  })

  it('a GTIN stands on goods with or without the zeros in front', () => {
    expect(gtinForms('06291041500213')).toEqual(['06291041500213', '6291041500213'])
    expect(gtinForms('00036000291452')).toEqual(['00036000291452', '0036000291452', '036000291452'])
    expect(gtinForms('00000096385074')).toContain('96385074')
  })
})
