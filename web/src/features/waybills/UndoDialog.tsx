import { useQuery } from '@tanstack/react-query'
import { abilityTo } from '@xunyun/contract/kernel/ability'
import { getWaybill, type WaybillDetail } from '@xunyun/contract/waybills/calls'
import { useTranslation } from 'react-i18next'
import { ReasonDialog } from '../../shared/action/ReasonDialog.tsx'
import { api } from '../../shared/api/api.ts'
import { dotted } from '../../shared/ui/format.ts'

type Step = NonNullable<WaybillDetail['undoes']>
type Props = {
  readonly id: number
  readonly undo: (input: { id: number; reason: string }) => Promise<unknown>
  readonly onClose: () => void
}

/** 撤销: what would be taken back, or why nothing can be, is fetched first, because the row does not know it and the page may be older. */
export function UndoDialog({ id, undo, onClose }: Props) {
  const { t } = useTranslation('waybills')
  const step = useStep()
  const { data } = useQuery({
    queryKey: [getWaybill.path, 'undo', id],
    queryFn: ({ signal }) => api(getWaybill, { id, no: undefined }, { signal }),
    staleTime: 0,
    gcTime: 0,
  })
  if (data === undefined) return null
  const what = data.undoesRefusal ? 'undoRefusal' : 'undo'
  return (
    <ReasonDialog
      title={t(`reason.${what}Title`, { no: data.waybillNo })}
      text={data.undoes ? t('reason.undoes', { step: step(data.undoes) }) : abilityTo(data, 'undo')?.reason}
      label={t('reason.undo')}
      yes={t(`act.${what}`)}
      danger
      onClose={onClose}
      onSubmit={(reason) => undo({ id, reason })}
    />
  )
}

/** A step in the words of its event. */
function useStep() {
  const { t } = useTranslation('waybills')
  const told = ({ step, pieces, refused }: Step): string => {
    if (step === 'refused') return t('reason.refusedPieces', { pieces })
    if (step === 'signed') return t(refused > 0 ? 'event.signedPartly' : 'event.signed', { signed: pieces, refused })
    return t(`event.${step}`, { pieces })
  }
  return (step: Step) => dotted(told(step), step.arrangementNo)
}
