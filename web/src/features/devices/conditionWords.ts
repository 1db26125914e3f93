import { deviceConditions } from '@xunyun/contract/devices/states'
import { wordFor } from '@xunyun/contract/dictionary'
import type { Language } from '@xunyun/contract/pages'

/** How a device that is back may be: 完好, 损坏. */
export const conditionWords = (language: Language) =>
  deviceConditions.map((value) => ({ value, label: wordFor('deviceCondition', value, language) }))
