import { useQuery } from '@tanstack/react-query'
import {
  type ArrangementDetail,
  arriveArrangements,
  bringIn,
  departArrangements,
  getArrangement,
  leaveStop,
  reachStop,
} from '@xunyun/contract/dispatch/calls'
import { useTranslation } from 'react-i18next'
import { useCommands } from '../../shared/action/useAction.ts'
import { useBatches } from '../../shared/action/useBatch.ts'
import { q } from '../../shared/api/query.ts'
import { toast } from '../../shared/ui/toasts.ts'
import { type CountedValues, type Counting, CountsDrawer } from './CountsDrawer.tsx'
import { stopName } from './tripColumns.tsx'

type Props = { id: number; what: Counting; onClose: () => void }

/** Counts a trip line by line: fewer at departure wait again (甩货), fewer at arrival are missing (少货) until they are found (补到). */
export function TripCounts(props: Props) {
  const trip = useQuery({ ...q(getArrangement, { id: props.id }), staleTime: 0 })
  return trip.data && !trip.isFetching ? <Opened {...props} trip={trip.data} /> : null
}

function Opened({ trip, what, onClose }: Props & { trip: ArrangementDetail }) {
  const { t } = useTranslation('dispatch')
  const refresh = ['/api/Dispatch/', '/api/Waybills/']
  const batches = useBatches({ refresh })
  const commands = useCommands(refresh)
  const stop = trip.nextStop
  const lines = trip.lines.flatMap((line) => {
    const most = mostOf(trip, line, what)
    return most > 0 ? [{ lineId: line.lineId, waybillNo: line.waybillNo, most }] : []
  })
  const send = async ({ at, outletId, counted }: CountedValues, key: string): Promise<void> => {
    const counts = counted.map(({ lineId, pieces }) => ({ lineId, pieces }))
    const ids = [trip.id]
    if (what === 'found') {
      await commands.run(bringIn, { id: trip.id, outletId: outletId as number, at, lines: counts }, { key })
      return toast.success(t('count.done.found', { no: trip.arrangementNo }))
    }
    if ((what === 'reached' || what === 'left') && stop) {
      // Counted as planned, nothing is said of it.
      const fewer = counted.some(({ pieces, most }) => pieces !== most) ? counts : undefined
      const seq = stop.seq
      if (what === 'reached') await commands.run(reachStop, { id: trip.id, seq, at, unloaded: fewer }, { key })
      else await commands.run(leaveStop, { id: trip.id, seq, at, loaded: fewer }, { key })
      return toast.success(
        t(what === 'reached' ? 'stop.done.reachStop' : 'stop.done.leaveStop', { no: trip.arrangementNo }),
      )
    }
    const outcomes =
      what === 'loaded'
        ? await batches.run(
            departArrangements,
            t('done.depart'),
            { ids, at, overload: undefined, loaded: counts },
            { key },
          )
        : await batches.run(arriveArrangements, t('done.arrive'), { ids, at, unloaded: counts }, { key })
    if (outcomes.done === 0) throw new Error('refused, and said')
  }
  return (
    <CountsDrawer
      name={`trip-${what}-${trip.id}`}
      title={t(`count.title.${what}`, { no: trip.arrangementNo, stop: stop ? stopName(stop) : '' })}
      what={what}
      lines={lines}
      outletId={foundAt(trip)}
      onSubmit={send}
      onClose={onClose}
    />
  )
}

/** Where what is missing is found, most likely: at the outlet it was missing at. */
function foundAt(trip: ArrangementDetail): number | undefined {
  const line = trip.lines.find((one) => mostOf(trip, one, 'found') > 0)
  return (line && trip.stops[line.unload - 1]?.outletId) ?? trip.toOutletId ?? undefined
}

type Line = ArrangementDetail['lines'][number]
/** How many of a line there are to count. */
function mostOf(trip: ArrangementDetail, line: Line, what: Counting): number {
  const seq = trip.nextStop?.seq
  const isDelivered = line.leg === 'delivery'
  if (what === 'loaded') return line.load === 1 ? line.pieces : 0
  if (what === 'left') return line.load === seq ? line.pieces : 0
  if (what === 'reached') return line.unload === seq && !isDelivered ? line.left : 0
  if (what === 'unloaded') return isDelivered || line.unload === trip.stopCount ? line.left : 0
  const isBehind = trip.state === 'arrived' || (!isDelivered && trip.stops[line.unload - 1]?.arrivedAt != null)
  return isBehind ? line.left : 0
}
