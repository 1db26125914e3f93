import gcoord from 'gcoord'
import * as z from 'zod/mini'

/**
 * Places on the earth by datum (T33). The database has WGS-84 alone; Chinese maps show GCJ-02 (AMap, Tencent) or BD-09 (Baidu),
 * some hundred metres beside it. A pair of numbers that does not say which it is may be neither stored nor shown.
 */
type Point = { readonly lng: number; readonly lat: number }
declare const datum: unique symbol
type Of<D extends string> = Point & { readonly [datum]: D }
export type Wgs84 = Of<'wgs84'>
export type Gcj02 = Of<'gcj02'>
export type Bd09 = Of<'bd09'>

const point = <D extends string>(lng: number, lat: number): Of<D> => ({ lng, lat }) as Of<D>
export const wgs84 = (lng: number, lat: number): Wgs84 => point(lng, lat)
export const gcj02 = (lng: number, lat: number): Gcj02 => point(lng, lat)
export const bd09 = (lng: number, lat: number): Bd09 => point(lng, lat)

export const datums = ['wgs84', 'gcj02', 'bd09'] as const
export type Datum = (typeof datums)[number]

const systems = { wgs84: gcoord.WGS84, gcj02: gcoord.GCJ02, bd09: gcoord.BD09 } as const
const moved = <D extends string>({ lng, lat }: Point, from: Datum, to: Datum): Of<D> => {
  const [x, y] = gcoord.transform([lng, lat], systems[from], systems[to]) as [number, number]
  return point(x, y)
}
export const toWgs84 = (place: Gcj02): Wgs84 => moved(place, 'gcj02', 'wgs84')
export const bdToWgs84 = (place: Bd09): Wgs84 => moved(place, 'bd09', 'wgs84')
export const toGcj02 = (place: Wgs84): Gcj02 => moved(place, 'wgs84', 'gcj02')
export const toBd09 = (place: Wgs84): Bd09 => moved(place, 'wgs84', 'bd09')

/** What somebody sends with its datum beside it. */
export const inWgs84 = (lng: number, lat: number, datum: Datum): Wgs84 =>
  datum === 'wgs84' ? wgs84(lng, lat) : datum === 'gcj02' ? toWgs84(gcj02(lng, lat)) : bdToWgs84(bd09(lng, lat))

const perDegree = 1_000_000
/** As the database keeps it: whole numbers of 10⁻⁶ degrees. */
export const microOf = ({ lng, lat }: Wgs84): readonly [lng: number, lat: number] => [
  Math.round(lng * perDegree),
  Math.round(lat * perDegree),
]
export const fromMicro = (lng: number | null, lat: number | null): Wgs84 | null =>
  lng === null || lat === null ? null : wgs84(lng / perDegree, lat / perDegree)

/** As text with six decimals, for forms and columns that hold decimals. */
export const degreesOf = ({ lng, lat }: Point): { readonly lng: string; readonly lat: string } => ({
  lng: lng.toFixed(6),
  lat: lat.toFixed(6),
})

export const isOnEarth = (lng: number, lat: number): boolean => Math.abs(lng) <= 180 && Math.abs(lat) <= 90

/** On the wire; degrees, WGS-84. */
export const wgs84Field = z.object({
  lng: z.number().check(z.minimum(-180), z.maximum(180)),
  lat: z.number().check(z.minimum(-90), z.maximum(90)),
}) as unknown as z.ZodMiniType<Wgs84, Wgs84>
