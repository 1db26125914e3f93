import * as z from 'zod/mini'
import { browse } from '../../access.ts'
import { call } from '../../kernel/call.ts'
import { id } from '../../kernel/wire.ts'
import { locationRow } from './calls.ts'

/** The plan 排位图 of one zone: its locations by aisle, rack and level with how full they are. */

/** A zone has some hundred locations as a rule; no screen draws more than these. */
export const mostPlanned = 5000

const planCell = z.pick(locationRow, {
  id: true,
  code: true,
  aisle: true,
  rack: true,
  level: true,
  slot: true,
  abc: true,
  maxWeight: true,
  maxVolume: true,
  state: true,
  usedPercent: true,
  itemCount: true,
})
export type PlanCell = z.output<typeof planCell>

export const getLocationPlan = call({
  method: 'GET',
  path: '/api/Locations/GetLocationPlan',
  summary: 'The locations of a zone, for its plan: where each stands and how full it is; by code, the first 5,000',
  access: [browse('wLocation')],
  input: z.object({ warehouseId: id, zoneId: id }),
  output: z.strictObject({
    /** Of the whole zone, drawn or not. */
    count: z.int(),
    cells: z.array(planCell),
  }),
})
export type LocationPlan = z.output<(typeof getLocationPlan)['output']>
