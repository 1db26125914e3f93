import { useMasterHistory } from '../../../shared/detail/useMasterHistory.ts'
import { figure } from '../../../shared/ui/format.ts'

const metric: Readonly<Record<string, readonly [places: number, unit: string]>> = {
  lengthCm: [2, 'cm'],
  widthCm: [2, 'cm'],
  heightCm: [2, 'cm'],
  maxWeight: [3, 'kg'],
  maxVolume: [4, 'm³'],
}
const measured = (field: string, value: string): string | undefined => {
  const known = metric[field]
  return known && `${figure(value, known[0])} ${known[1]}`
}

/** A location's timeline in words. */
export function useLocationHistory() {
  const common = useMasterHistory({}, 'warehouse/locations:location.*')
  const says = (field: string, value: string) => measured(field, value) ?? common.says(field, value)
  return { ...common, says }
}
