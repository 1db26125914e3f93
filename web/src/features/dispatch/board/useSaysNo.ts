import { useTranslation } from 'react-i18next'
import type { Card, Fit } from './cards.ts'
import { plateText } from './Plate.tsx'

/** Why some of what is in hand does not go onto a vehicle: each reason once, with the waybills that it holds for. */
export function useSaysNo() {
  const { t } = useTranslation('board')
  return ({ plateNo }: Pick<Card, 'plateNo'>, { refused }: Fit): string[] =>
    [...Map.groupBy(refused, ({ no }) => no)].map(([no, of]) => {
      const [first] = of.map(({ cargo }) => cargo.waybillNo)
      const which = of.length === 1 ? first : t('no.several', { no: first, count: of.length })
      return t(`no.${no}`, { no: which, plate: plateText(plateNo) })
    })
}
