import { useQuery } from '@tanstack/react-query'
import { arriveSpecials, bringInSpecial, getSpecial, type SpecialDetail } from '@xunyun/contract/dispatch/special'
import { useTranslation } from 'react-i18next'
import { useCommands } from '../../../shared/action/useAction.ts'
import { useBatches } from '../../../shared/action/useBatch.ts'
import { q } from '../../../shared/api/query.ts'
import { toast } from '../../../shared/ui/toasts.ts'
import { type CountedValues, CountsDrawer } from '../CountsDrawer.tsx'

type Props = { id: number; what: 'unloaded' | 'found'; onClose: () => void }

/** Counts what a line brought to our outlet, as a trip is counted: fewer are missing (少货) until they are found (补到). */
export function SpecialCounts(props: Props) {
  const special = useQuery({ ...q(getSpecial, { id: props.id }), staleTime: 0 })
  return special.data && !special.isFetching ? <Opened {...props} special={special.data} /> : null
}

function Opened({ special, what, onClose }: Props & { special: SpecialDetail }) {
  const { t } = useTranslation('dispatch')
  const refresh = ['/api/Dispatch/', '/api/Waybills/']
  const batches = useBatches({ refresh })
  const commands = useCommands(refresh)
  const { id, arrangementNo: no } = special
  const send = async ({ at, outletId, counted }: CountedValues, key: string): Promise<void> => {
    const lines = counted.map(({ lineId, pieces }) => ({ lineId, pieces }))
    if (what === 'found') {
      await commands.run(bringInSpecial, { id, outletId: outletId as number, at, lines }, { key })
      return toast.success(t('count.done.found', { no }))
    }
    const outcomes = await batches.run(arriveSpecials, t('done.arrive'), { ids: [id], at, unloaded: lines }, { key })
    if (outcomes.done === 0) throw new Error('refused, and said')
  }
  return (
    <CountsDrawer
      name={`special-${what}-${id}`}
      title={t(`count.title.${what}`, { no })}
      what={what}
      lines={special.lines.flatMap(({ lineId, waybillNo, left }) =>
        left > 0 ? [{ lineId, waybillNo, most: left }] : [],
      )}
      outletId={special.toOutletId ?? undefined}
      onSubmit={send}
      onClose={onClose}
    />
  )
}
