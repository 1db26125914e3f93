import type { Titles } from '../languages.ts'
import type { DeviceAlarm } from './states.ts'

const say = (zh: string, en: string, es: string, ja: string): Titles => ({ zh, en, es, ja })

/** What is wrong with a device, in words. */
export const alarmWords: Readonly<Record<DeviceAlarm, Titles>> = {
  battery: say('低电量', 'Low battery', 'Batería baja', '電池残量低下'),
  silent: say('离线', 'Silent', 'Sin señal', '無通信'),
  overdue: say('超期', 'Overdue', 'Retraso', '超過'),
}
