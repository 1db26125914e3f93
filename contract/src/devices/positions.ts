import * as z from 'zod/mini'
import { approve } from '../access.ts'
import { call } from '../kernel/call.ts'
import { choice } from '../kernel/list.ts'
import { datums, inWgs84, isOnEarth, type Wgs84 } from '../kernel/position.ts'
import { nullableText } from '../kernel/record.ts'
import { id, json, many, moment, optional, text } from '../kernel/wire.ts'

/** Positions as the platforms of suppliers report them (T33). */

/** In one call. */
export const mostPositions = 1000
/** Calls of one token in a minute. */
export const positionCallsPerMinute = 120
/** Days that one may be old when it comes. */
export const latePositionDays = 30
/** Minutes that one may be ahead of our clock. */
export const earlyPositionMinutes = 10

/** As it comes: each is judged by itself, so that one that is wrong does not keep the others out. */
const sent = z.looseObject({
  /** The device's number, or its IMEI. */
  deviceNo: z.optional(z.unknown()),
  imei: z.optional(z.unknown()),
  /** ISO 8601 with zone. */
  at: z.optional(z.unknown()),
  /** Degrees. */
  lng: z.optional(z.unknown()),
  lat: z.optional(z.unknown()),
  /** wgs84 unless said; gcj02, bd09. */
  datum: z.optional(z.unknown()),
  /** km/h. */
  speed: z.optional(z.unknown()),
  /** Percent. */
  battery: z.optional(z.unknown()),
  /** In words, beginning with the city. */
  place: z.optional(z.unknown()),
})
export type SentPosition = z.output<typeof sent>
const positionFields: readonly string[] = Object.keys(sent.shape)
/** What a platform sends, as its makers are shown it. */
export const positionExample = {
  positions: [
    {
      deviceNo: 'G100001',
      at: '2026-11-27T08:30:00+08:00',
      lng: 120.15507,
      lat: 30.27415,
      datum: 'gcj02',
      speed: 62,
      battery: 71,
      place: '杭州市余杭区仓前街道',
    },
  ],
}

export const addPositions = call({
  method: 'POST',
  path: '/api/GPS/AddPositions',
  summary:
    'Positions of a supplier’s devices, at most 1,000; with its token as Authorization: Bearer. Each is taken once for a device and time; answered once they are kept',
  access: 'public',
  audience: 'everybody',
  input: z.object({
    positions: json(z.array(sent).check(z.minLength(1, 'field.required'), z.maxLength(mostPositions))),
  }),
  output: z.strictObject({
    accepted: z.int(),
    repeated: z.int(),
    refused: z.array(z.strictObject({ index: z.int(), reason: z.string(), msg: z.string() })),
  }),
})

export type ReadPosition = {
  readonly deviceNo: string | undefined
  readonly imei: string | undefined
  /** ISO UTC. */
  readonly at: string
  readonly place: Wgs84
  /** km/h. */
  readonly speed: number | null
  readonly battery: number | null
  readonly text: string | null
}
export type PositionFault = {
  readonly reason:
    | 'devices.unknownDevice'
    | 'devices.unknownField'
    | 'devices.badTime'
    | 'devices.timeOutside'
    | 'devices.noPlace'
    | 'devices.offEarth'
    | 'devices.unknownDatum'
    | 'devices.noDegrees'
  readonly params?: Readonly<Record<string, string>>
}

const dayMs = 86_400_000
const minuteMs = 60_000
const nothing = (value: unknown) => value === undefined || value === null || value === ''
const numberOf = (value: unknown): number =>
  typeof value === 'number' ? value : typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN
const nameOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim().toUpperCase() || undefined : undefined

/** A figure beside the position: what is no figure in its range is not known. */
const beside = (value: unknown, most: number): number | null => {
  if (nothing(value)) return null
  const figure = Math.round(numberOf(value))
  return figure >= 0 && figure <= most ? figure : null
}

/** What is missing may stand there under another name, which is said; what else is sent along does no harm. */
function missing(one: SentPosition, reason: PositionFault['reason']): PositionFault {
  const unknown = Object.keys(one).find((name) => !positionFields.includes(name))
  if (unknown === undefined) return { reason }
  return { reason: 'devices.unknownField', params: { field: unknown.slice(0, 40), fields: positionFields.join(', ') } }
}

/** Reads one position, or says what is wrong with it. `now`: milliseconds. */
export function readPosition(one: SentPosition, now: number): ReadPosition | PositionFault {
  const [deviceNo, imei] = [nameOf(one.deviceNo), nameOf(one.imei)]
  if (deviceNo === undefined && imei === undefined) return missing(one, 'devices.unknownDevice')
  if (nothing(one.at)) return missing(one, 'devices.badTime')
  const at = typeof one.at === 'string' ? z.safeParse(moment, one.at) : undefined
  if (at === undefined || !at.success) return { reason: 'devices.badTime' }
  const then = Date.parse(at.data)
  if (then < now - latePositionDays * dayMs || then > now + earlyPositionMinutes * minuteMs)
    return { reason: 'devices.timeOutside' }
  if (nothing(one.lng) || nothing(one.lat)) return missing(one, 'devices.noDegrees')
  const [lng, lat] = [numberOf(one.lng), numberOf(one.lat)]
  if (!Number.isFinite(lng) || !Number.isFinite(lat)) return { reason: 'devices.noDegrees' }
  if (lng === 0 && lat === 0) return { reason: 'devices.noPlace' }
  if (!isOnEarth(lng, lat)) return { reason: 'devices.offEarth' }
  const datum = nothing(one.datum) ? 'wgs84' : datums.find((known) => known === one.datum)
  if (datum === undefined) return { reason: 'devices.unknownDatum', params: { datums: datums.join(', ') } }
  const text =
    typeof one.place === 'string'
      ? one.place
          .replace(/[\p{Cc}\p{Cs}]/gu, ' ')
          .trim()
          .slice(0, 120)
      : ''
  return {
    deviceNo,
    imei,
    at: at.data,
    place: inWgs84(lng, lat, datum),
    speed: beside(one.speed, 500),
    battery: beside(one.battery, 100),
    text: text || null,
  }
}

export const positionToken = z.strictObject({
  id: z.int(),
  supplierId: z.int(),
  supplierName: z.string(),
  /** Its last four characters. */
  tail: z.string(),
  madeAt: z.string(),
  madeByName: z.string(),
  usedAt: nullableText,
  endedAt: nullableText,
})
export type PositionToken = z.output<typeof positionToken>
const deciding = [approve('GPSStock')] as const
export const getPositionTokens = call({
  method: 'GET',
  path: '/api/GPS/GetPositionTokens',
  summary: 'Tokens of suppliers’ platforms, latest first',
  access: deciding,
  input: z.object({}),
  output: z.array(positionToken),
})
export const getDeviceSuppliers = call({
  method: 'GET',
  path: '/api/GPS/GetDeviceSuppliers',
  summary: 'At most 50 companies that devices of ours are from, whose platforms may report their positions',
  access: deciding,
  input: z.object({ q: optional(text(60)), ids: optional(many(id, 200)) }),
  output: z.array(choice),
})
export const makePositionToken = call({
  method: 'POST',
  path: '/api/GPS/MakePositionToken',
  summary: 'A new token for a supplier’s platform; it is shown this once',
  access: deciding,
  input: z.object({ supplierId: id }),
  output: z.strictObject({ id: z.int(), token: z.string() }),
})
export const endPositionToken = call({
  method: 'POST',
  path: '/api/GPS/EndPositionToken',
  summary: 'A token holds no longer',
  access: deciding,
  input: z.object({ id }),
  output: z.strictObject({}),
})
