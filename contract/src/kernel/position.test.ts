import { describe, expect, it } from 'vitest'
import { isImei } from './checks.ts'
import {
  bd09,
  bdToWgs84,
  degreesOf,
  fromMicro,
  gcj02,
  inWgs84,
  microOf,
  toBd09,
  toGcj02,
  toWgs84,
  wgs84,
} from './position.ts'

/** Metres between two places near each other. */
const apart = (one: { lng: number; lat: number }, other: { lng: number; lat: number }): number =>
  Math.hypot((one.lng - other.lng) * 111_320 * Math.cos((one.lat * Math.PI) / 180), (one.lat - other.lat) * 110_540)

describe('[T33] a place by its datum', () => {
  const west = gcj02(120.155, 30.274)

  it('of a Chinese map lies some hundred metres beside WGS-84, there and back within a few centimetres', () => {
    const kept = toWgs84(west)
    expect(apart(kept, west)).toBeGreaterThan(300)
    expect(apart(toGcj02(kept), west)).toBeLessThan(0.1)
    expect(apart(toBd09(bdToWgs84(bd09(120.16, 30.28))), bd09(120.16, 30.28))).toBeLessThan(1)
  })

  it('abroad is the same in all but BD-09, and what is sent is read by the datum that it names', () => {
    expect(apart(toWgs84(gcj02(139.7, 35.68)), wgs84(139.7, 35.68))).toBeLessThan(0.1)
    expect(inWgs84(120.155, 30.274, 'gcj02')).toEqual(toWgs84(west))
    expect(inWgs84(120.155, 30.274, 'wgs84')).toEqual(wgs84(120.155, 30.274))
  })

  it('is kept in whole millionths of a degree', () => {
    expect(microOf(wgs84(-0.1234567, 51.5))).toEqual([-123_457, 51_500_000])
    expect(fromMicro(-123_457, 51_500_000)).toEqual(wgs84(-0.123457, 51.5))
    expect(fromMicro(null, null)).toBeNull()
    expect(degreesOf(wgs84(120.1, 30))).toEqual({ lng: '120.100000', lat: '30.000000' })
  })
})

it('an IMEI has 15 digits of which the last is a check digit', () => {
  expect(['490154203237518', '356938035643809'].map(isImei)).toEqual([true, true])
  expect(['490154203237519', '49015420323751', '4901542032375180', '49015420323751X'].map(isImei)).toEqual([
    false,
    false,
    false,
    false,
  ])
})
