import { readPlaceLabel } from '@xunyun/contract/warehouse/locations/locationLabel'

/** A scan, as far as it may be a place. */
export type LocationScanned = {
  /** The place's code alone; of what is no label, the scan as it came. */
  readonly code: string
  /** A label of the warehouse at hand: a place and nothing else, whatever the page waits for. */
  readonly ours: boolean
  /** The code of the other warehouse that the label belongs to; null: of this one, or no label. */
  readonly elsewhere: string | null
}

/**
 * Reads a scanned place: a plain code as people type it, or a printed label, which names its warehouse as well. `warehouse`
 * is the code of the warehouse at hand; a task that an earlier release left on the device does not know it, and goes by plain
 * codes until it is fetched again.
 */
export function locationScanned(text: string, warehouse: string | undefined): LocationScanned {
  const label = readPlaceLabel(text)
  if (label === null) return { code: text, ours: false, elsewhere: null }
  const ours = label.warehouse.toUpperCase() === warehouse?.toUpperCase()
  return { code: label.location, ours, elsewhere: ours ? null : label.warehouse.toUpperCase() }
}
