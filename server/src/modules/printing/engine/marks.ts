import type { Weight } from './fonts.ts'
import type { Picture } from './pictures.ts'

/** A drawn page: everything is a text at a place, a line, black rectangles, or a photo. Millimetres from the upper left corner. */
export type Mark =
  /** `y` is the base line; `width` is what the text takes there. */
  | { kind: 'text'; x: number; y: number; size: number; weight: Weight; text: string; width: number }
  | { kind: 'line'; x1: number; y1: number; x2: number; y2: number; width: number }
  | { kind: 'fill'; boxes: readonly Box[] }
  | { kind: 'picture'; x: number; y: number; width: number; height: number; picture: Picture }
export type Box = readonly [x: number, y: number, width: number, height: number]
export type Page = { readonly width: number; readonly height: number; readonly marks: readonly Mark[] }

export type Area = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
export const inset = ({ x, y, width, height }: Area, by: number, across = by): Area => ({
  x: x + across,
  y: y + by,
  width: Math.max(0, width - 2 * across),
  height: Math.max(0, height - 2 * by),
})
/** Points to millimetres. */
export const mmOf = (points: number): number => (points * 25.4) / 72
