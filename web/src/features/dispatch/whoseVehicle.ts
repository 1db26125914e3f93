import { wordFor } from '@xunyun/contract/dictionary'
import type { Language } from '@xunyun/contract/pages'
import { dotted } from '../../shared/ui/format.ts'

/** 自有, 合同 or 社会; of one that is not ours whose it is. */
export const whoseVehicle = (
  { type, carrierName }: { readonly type: string; readonly carrierName: string | null },
  language: Language,
): string => dotted(wordFor('vehicleType', type, language), type === 'own' ? null : carrierName)
