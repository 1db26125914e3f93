import { compareDecimal, negated } from '@xunyun/contract/kernel/decimal'
import type { WaybillDetail } from '@xunyun/contract/waybills/calls'
import { useTranslation } from 'react-i18next'
import { money } from '../../shared/ui/format.ts'

/** 应退, 应补 in words: what the door collected, and is more or less afterwards. */
export function useDoorDifference({ doorDifference }: Pick<WaybillDetail, 'doorDifference'>): string | undefined {
  const { t } = useTranslation('waybills')
  if (doorDifference === null || compareDecimal(doorDifference, '0') === 0) return undefined
  return compareDecimal(doorDifference, '0') > 0
    ? t('door.refund', { amount: money(doorDifference) })
    : t('door.more', { amount: money(negated(doorDifference)) })
}
