import { describe, expect, it } from 'vitest'
import { gapOf } from './ladder.ts'

const band = (amountFrom: string, amountTo: string | null = null) => ({ amountFrom, amountTo })

describe('[RT-12/audit] amounts that nobody would review', () => {
  it('are those below, between and above the bands', () => {
    expect(gapOf([band('0')])).toBeNull()
    expect(gapOf([band('100')])).toEqual({ from: '0', to: '100' })
    expect(gapOf([band('0', '100'), band('200')])).toEqual({ from: '100', to: '200' })
    expect(gapOf([band('0', '100'), band('100', '500')])).toEqual({ from: '500', to: null })
  })

  it('may be held by a level of any height', () => {
    expect(gapOf([band('0', '1000'), band('1000'), band('5000')])).toBeNull()
    expect(gapOf([band('0', '500'), band('300', '800'), band('700')])).toBeNull()
  })
})
