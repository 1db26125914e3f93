import { leastBattery } from '@xunyun/contract/devices/states'
import type { Wgs84 } from '@xunyun/contract/kernel/position'
import { pathTo } from '../../paths.ts'
import { i18n } from '../../shared/i18n/i18n.ts'
import styles from './Devices.module.css'

/** Red below that, %. */
const low = 20

export function Battery({ percent }: { percent: number | null }) {
  if (percent === null) return '—'
  const tone = percent < low ? 'red' : percent < leastBattery ? 'orange' : undefined
  return (
    <span className={styles.battery} data-tone={tone}>
      {percent}%
    </span>
  )
}

type Placed = { readonly place: string | null; readonly position: Wgs84 | null }
/** The place in words, else degrees. */
export const placeOf = ({ place, position }: Placed): string =>
  place ?? (position === null ? '' : `${position.lng.toFixed(5)}, ${position.lat.toFixed(5)}`)

type Bound = { readonly objectKind: 'waybill' | 'arrangement' | 'vehicle' | null; readonly objectNo: string | null }
/** Where what a device is bound to is shown; what the reader may not see has no address. */
export function pathOfObject({ objectKind, objectNo }: Bound): string | undefined {
  if (objectKind === null || objectNo === null) return undefined
  if (objectKind === 'waybill') return pathTo('waybill', { no: objectNo })
  const list = pathTo(objectKind === 'arrangement' ? 'arrangeList' : 'vehicleAll')
  return `${list}?${objectKind === 'arrangement' ? 'state' : 'tab'}=&q=${encodeURIComponent(objectNo)}`
}
/** Its number; of what is not the reader's to see, that it is another outlet's. */
export const objectOf = ({ objectKind, objectNo }: Bound): string =>
  objectKind === null ? '' : (objectNo ?? i18n.t('devices:object.elsewhere'))
