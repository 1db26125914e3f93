import { describe, expect, it } from 'vitest'
import { destinationFor, type ServingOutlet } from './destination.ts'

const outlet = (id: number, code: string, city: string, ...regions: string[]): ServingOutlet => ({
  id,
  code,
  city,
  regions,
})
const wuhou = { code: '510107', city: '成都' }

describe('[T4] the outlet that gives out what goes to a region', () => {
  it('is the one with the finest service region that holds it', () => {
    const outlets = [
      outlet(1, 'W1', '成都', '510000'),
      outlet(2, 'W2', '重庆', '510107'),
      outlet(3, 'W3', '成都', '510100'),
    ]
    expect(destinationFor(wuhou, outlets)).toBe(2)
    expect(destinationFor({ code: '510108', city: '成都' }, outlets)).toBe(3)
    expect(destinationFor({ code: '511102', city: '乐山' }, outlets)).toBe(1)
  })

  it('is, of several alike, the one in the same city, then the one with the lower code', () => {
    const away = outlet(1, 'W1', '重庆', '510107')
    const [b, a] = [outlet(2, 'W9', '成都', '510107'), outlet(3, 'W3', '成都', '510107')]
    expect(destinationFor(wuhou, [away, b])).toBe(2)
    expect(destinationFor(wuhou, [away, b, a])).toBe(3)
  })

  it('is nobody where no service region holds it', () => {
    expect(destinationFor(wuhou, [])).toBeUndefined()
    expect(destinationFor(wuhou, [outlet(1, 'W1', '成都', '520000', '510108')])).toBeUndefined()
  })
})
