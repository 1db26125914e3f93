import { owned, type Tx } from '../src/platform/db.ts'
import type { Masters } from './demoMasters.ts'

let turn = 0

/** A vehicle of the demo company that is on no trip and carries so much, with its driver; each in its turn. */
export async function freeVehicle(
  tx: Tx,
  masters: Masters,
  cold = false,
  kg = 0,
): Promise<{ vehicleId: number; driverId: number; turn: number }> {
  const busy = await owned(tx)
    .selectFrom('arrangement')
    .select('vehicle_id')
    .where('state', 'in', ['departed', 'assigned'])
    .execute()
  const loads = await owned(tx).selectFrom('vehicle').select(['id', 'load_kg']).execute()
  const carries = (id: number) => Number(loads.find((row) => row.id === id)?.load_kg ?? 0) >= kg
  // Of one the papers have expired.
  const free = masters.vehicles.flatMap((vehicleId, i) =>
    busy.some((row) => row.vehicle_id === vehicleId) ||
    !carries(vehicleId) ||
    i === 6 ||
    (cold && !masters.cold.includes(i))
      ? []
      : [i],
  )
  if (free.length === 0) throw new Error('the demo fleet is too small')
  turn += 1
  const index = free[turn % free.length] as number
  return { vehicleId: masters.vehicles[index] as number, driverId: masters.drivers[index] as number, turn }
}
