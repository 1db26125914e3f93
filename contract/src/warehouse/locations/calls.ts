import * as z from 'zod/mini'
import { approve, browse, edit } from '../../access.ts'
import { codes } from '../../dictionary.ts'
import { call, type Input } from '../../kernel/call.ts'
import { choice, listCalls, outcomes } from '../../kernel/list.ts'
import { nullableText, version } from '../../kernel/record.ts'
import { decimal, flag, id, int, lines, many, oneOf, optional, text } from '../../kernel/wire.ts'
import { historyEntry } from '../../system/calls.ts'
import { placeCode, warehousePages, zoneTypes } from '../masters/warehouses.ts'

/** Locations 库位 (domain §1): one code in a warehouse, made singly, in bulk by a pattern, or from a file. */

const centimetres = decimal(2, '0', '9999.99')
const limits = {
  lengthCm: optional(centimetres),
  widthCm: optional(centimetres),
  heightCm: optional(centimetres),
  /** kg; not given: no limit. */
  maxWeight: optional(decimal(3, '0', '999999')),
  /** m³. */
  maxVolume: optional(decimal(4, '0', '99999')),
  maxPallets: optional(int(0, 9999)),
  /** May hold more than one item, or batch. */
  mixItem: flag,
  mixBatch: flag,
  abc: optional(oneOf(codes('abcClass'))),
}
const seq = int(0, 2_000_000_000)
const fields = {
  warehouseId: id,
  zoneId: id,
  code: placeCode(30),
  aisle: optional(placeCode(12)),
  rack: optional(placeCode(12)),
  level: optional(placeCode(12)),
  slot: optional(placeCode(12)),
  ...limits,
  /** The order in which pickers and those who put away walk by. */
  pickSeq: optional(seq),
  putSeq: optional(seq),
  remark: optional(lines(500)),
}
export const locationInput = z.object(fields)
export type LocationInput = z.output<typeof locationInput>

export const locationRow = z.strictObject({
  id: z.int(),
  warehouseId: z.int(),
  warehouseName: z.string(),
  zoneId: z.int(),
  zoneCode: z.string(),
  zoneName: z.string(),
  zoneType: z.enum(zoneTypes),
  tempClass: z.string(),
  code: z.string(),
  aisle: nullableText,
  rack: nullableText,
  level: nullableText,
  slot: nullableText,
  lengthCm: nullableText,
  widthCm: nullableText,
  heightCm: nullableText,
  maxWeight: nullableText,
  maxVolume: nullableText,
  maxPallets: z.nullable(z.int()),
  mixItem: z.boolean(),
  mixBatch: z.boolean(),
  abc: nullableText,
  pickSeq: z.int(),
  putSeq: z.int(),
  /** empty, used, counting or disabled. */
  state: z.enum(['empty', 'used', 'counting', 'disabled']),
  /** How full by what is scarcest of weight and volume, %; null without a limit. */
  usedPercent: z.nullable(z.int()),
  /** Different items there. */
  itemCount: z.int(),
  enabled: z.boolean(),
  remark: nullableText,
  createdAt: z.string(),
  updatedAt: z.string(),
  version: z.int(),
})
export type LocationRow = z.output<typeof locationRow>

export const locationTabs = ['enabled', 'empty', 'counting', 'disabled'] as const
export type LocationTab = (typeof locationTabs)[number]
const filters = {
  tab: optional(oneOf(locationTabs)),
  warehouseId: optional(id),
  zoneId: optional(id),
  zoneType: optional(oneOf(zoneTypes)),
  /** The beginning of a code, or any part of it. */
  q: optional(text(30)),
  aisle: optional(text(12)),
  abc: optional(oneOf(codes('abcClass'))),
  mixItem: optional(flag),
  mixBatch: optional(flag),
  ids: optional(many(id)),
}
export type LocationFilter = Input<typeof getLocationTotals>
export const locationSorts = ['code', 'pickSeq', 'putSeq', 'maxWeight', 'maxVolume', 'createdAt'] as const

export const [getLocations, getLocationTotals, exportLocations] = listCalls({
  rows: { path: '/api/Locations/GetLocations', summary: 'Locations of the warehouses that I work in, by code' },
  totals: { path: '/api/Locations/GetLocationTotals' },
  export: { path: '/api/Locations/ExportLocations' },
  access: [browse('wLocation')],
  row: locationRow,
  filters,
  sorts: locationSorts,
})
export const getLocation = call({
  method: 'GET',
  path: '/api/Locations/GetLocation',
  summary: 'One location',
  access: [browse('wLocation')],
  input: z.object({ id }),
  output: locationRow,
})
export const addLocation = call({
  method: 'POST',
  path: '/api/Locations/AddLocation',
  summary: 'Add a location; it is walked by last unless told otherwise',
  access: [edit('wLocation')],
  input: locationInput,
  output: z.strictObject({ id: z.int() }),
  idempotent: true,
})
export const changeLocation = call({
  method: 'POST',
  path: '/api/Locations/ChangeLocation',
  summary: 'Change a location; its warehouse stays, its zone may change while it is empty',
  access: [edit('wLocation')],
  input: z.object({ ...fields, id, version }),
  output: z.strictObject({ version: z.int() }),
})

/** From … to: digits of one width (01 … 20) or single letters (A … F). */
const range = z
  .object({ from: text(6), to: text(6) })
  .check(z.refine(({ from, to }) => rangeOf(from, to).length > 0, 'warehouse.range'))

/** The steps of a range, none if it is not one: '08' to '11' → 08 09 10 11, 'A' to 'C' → A B C. */
export function rangeOf(from: string, to: string): string[] {
  if (/^\d{1,4}$/.test(from) && /^\d{1,4}$/.test(to)) {
    const [first, last] = [Number(from), Number(to)]
    if (last < first || (from.length !== to.length && from.startsWith('0'))) return []
    return Array.from({ length: last - first + 1 }, (_, step) => String(first + step).padStart(from.length, '0'))
  }
  if (/^[A-Z]$/.test(from) && /^[A-Z]$/.test(to) && from <= to)
    return Array.from({ length: to.charCodeAt(0) - from.charCodeAt(0) + 1 }, (_, step) =>
      String.fromCharCode(from.charCodeAt(0) + step),
    )
  return []
}
/** At most so many at once. */
export const mostGenerated = 20_000

const pattern = {
  warehouseId: id,
  zoneId: id,
  aisle: range,
  rack: range,
  level: range,
  /** Several beside each other on one level; not given: one. */
  slot: optional(range),
  /** Odd aisles are walked up, even ones down (蛇形). */
  serpentine: flag,
  ...limits,
}
export const generateInput = z.object(pattern)
export type GenerateInput = z.output<typeof generateInput>

/** The codes a pattern gives, in walking order: zone-aisle-rack-level(-slot). */
export function codesOf(
  zoneCode: string,
  input: Pick<GenerateInput, 'aisle' | 'rack' | 'level' | 'slot' | 'serpentine'>,
) {
  const made: { code: string; aisle: string; rack: string; level: string; slot: string | undefined }[] = []
  const slots = input.slot === undefined ? [undefined] : rangeOf(input.slot.from, input.slot.to)
  rangeOf(input.aisle.from, input.aisle.to).forEach((aisle, turn) => {
    const racks = rangeOf(input.rack.from, input.rack.to)
    for (const rack of input.serpentine && turn % 2 === 1 ? racks.reverse() : racks)
      for (const level of rangeOf(input.level.from, input.level.to))
        for (const slot of slots)
          made.push({
            code: [zoneCode, aisle, rack, level, slot].filter((part) => part !== undefined).join('-'),
            aisle,
            rack,
            level,
            slot,
          })
  })
  return made
}

export const previewLocations = call({
  method: 'POST',
  path: '/api/Locations/PreviewLocations',
  summary: 'What a pattern would make: how many, the first and last codes, and how many exist already',
  access: [edit('wLocation')],
  input: generateInput,
  output: z.strictObject({
    count: z.int(),
    existing: z.int(),
    codes: z.array(z.string()),
  }),
})
export const generateLocations = call({
  method: 'POST',
  path: '/api/Locations/GenerateLocations',
  summary: 'Make the locations of a pattern; those that exist are left alone',
  access: [edit('wLocation')],
  input: generateInput,
  output: z.strictObject({ made: z.int(), existing: z.int() }),
  idempotent: true,
})
const batch = { ids: many(id, 10_000, 1) }
export const setLocations = call({
  method: 'POST',
  path: '/api/Locations/SetLocations',
  summary: 'Change what is given of several locations: limits, mixing, ABC',
  access: [edit('wLocation')],
  input: z.object({
    ...batch,
    maxWeight: optional(decimal(3, '0', '999999')),
    maxVolume: optional(decimal(4, '0', '99999')),
    maxPallets: optional(int(0, 9999)),
    mixItem: optional(flag),
    mixBatch: optional(flag),
    abc: optional(oneOf(codes('abcClass'))),
  }),
  output: outcomes,
})
export const setLocationsEnabled = call({
  method: 'POST',
  path: '/api/Locations/SetLocationsEnabled',
  summary: 'Enable or disable locations; disabling is refused while there are goods',
  access: [approve('wLocation')],
  input: z.object({ ...batch, enabled: flag }),
  output: outcomes,
})
export const deleteLocations = call({
  method: 'POST',
  path: '/api/Locations/DeleteLocations',
  summary: 'Delete locations that never held goods',
  access: [approve('wLocation')],
  input: z.object(batch),
  output: outcomes,
})
export const getLocationHistory = call({
  method: 'GET',
  path: '/api/Locations/GetLocationHistory',
  summary: "A location's timeline, latest first",
  access: [browse('wLocation')],
  input: z.object({ id }),
  output: z.array(historyEntry),
})
export const getLocationChoices = call({
  method: 'GET',
  path: '/api/Locations/GetLocationChoices',
  summary: 'Enabled locations by the beginning of the code, of one warehouse or of all; hint: the zone',
  access: warehousePages,
  input: z.object({
    warehouseId: optional(id),
    q: optional(text(30)),
    zoneType: optional(oneOf(zoneTypes)),
    ids: optional(many(id, 200)),
  }),
  output: z.array(choice),
})
