import { useQuery } from '@tanstack/react-query'
import { getOutletChoices } from '@xunyun/contract/companies/calls'
import {
  type ArrangementDetail,
  arriveArrangements,
  bringIn,
  departArrangements,
  getArrangement,
  leaveStop,
  reachStop,
} from '@xunyun/contract/dispatch/calls'
import { Form } from 'antd'
import { useTranslation } from 'react-i18next'
import { useCommands } from '../../shared/action/useAction.ts'
import { useBatches } from '../../shared/action/useBatch.ts'
import { q } from '../../shared/api/query.ts'
import { MomentInput } from '../../shared/form/DayInput.tsx'
import { Field, FormDrawer, FormSection } from '../../shared/form/FormDrawer.tsx'
import { IntegerInput } from '../../shared/form/inputs.tsx'
import { LineGrid } from '../../shared/form/LineGrid.tsx'
import { Lookup } from '../../shared/form/Lookup.tsx'
import { serverNow } from '../../shared/session/session.ts'
import { figure } from '../../shared/ui/format.ts'
import { toast } from '../../shared/ui/toasts.ts'
import { stopName } from './tripColumns.tsx'

/** What is counted: what is loaded at departure, what came at arrival, what was unloaded and loaded at a stop between, what was found. */
export type Counting = 'loaded' | 'unloaded' | 'reached' | 'left' | 'found'
type Counted = { lineId: number; waybillNo: string; most: number; pieces: number }
type Values = { at: string; outletId?: number; counted: Counted[] }
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
  const several = trip.lines.filter((line) => mostOf(trip, line, what) > 0).length > 1
  const send = async ({ at, outletId, counted }: Values, key: string): Promise<void> => {
    const lines = counted.map(({ lineId, pieces }) => ({ lineId, pieces }))
    const ids = [trip.id]
    if (what === 'found') {
      await commands.run(bringIn, { id: trip.id, outletId: outletId as number, at, lines }, { key })
      return toast.success(t('count.done.found', { no: trip.arrangementNo }))
    }
    if ((what === 'reached' || what === 'left') && stop) {
      // Counted as planned, nothing is said of it.
      const fewer = counted.some(({ pieces, most }) => pieces !== most) ? lines : undefined
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
            { ids, at, overload: undefined, loaded: lines },
            { key },
          )
        : await batches.run(arriveArrangements, t('done.arrive'), { ids, at, unloaded: lines }, { key })
    if (outcomes.done === 0) throw new Error('refused, and said')
  }
  return (
    <FormDrawer<Values>
      name={`trip-${what}-${trip.id}`}
      title={t(`count.title.${what}`, { no: trip.arrangementNo, stop: stop ? stopName(stop) : '' })}
      submitLabel={t(`count.act.${what}`)}
      initial={{
        at: serverNow().toISOString(),
        ...(what === 'found' ? foundAt(trip) : {}),
        counted: trip.lines
          .filter((line) => mostOf(trip, line, what) > 0)
          .map((line) => ({
            lineId: line.lineId,
            waybillNo: line.waybillNo,
            most: mostOf(trip, line, what),
            // Of one that is missing it is the one that was found.
            pieces: what === 'found' && several ? 0 : mostOf(trip, line, what),
          })),
      }}
      onSubmit={(values, { key }) => send(values, key)}
      onSaved={onClose}
      onClose={onClose}
    >
      <FormSection columns={2}>
        <Field name="at" label={t(`count.at.${what}`)} required>
          <MomentInput />
        </Field>
        {what === 'found' && (
          <Field name="outletId" label={t('count.outlet')} required>
            <Lookup call={getOutletChoices} />
          </Field>
        )}
      </FormSection>
      {trip.lines.some((line) => mostOf(trip, line, what) > 0) && (
        <FormSection columns={1}>
          <Form.Item name="counted" noStyle>
            <Grid what={what} />
          </Form.Item>
        </FormSection>
      )}
    </FormDrawer>
  )
}

/** Where what is missing is found, most likely: at the outlet it was missing at. */
function foundAt(trip: ArrangementDetail): { outletId?: number } {
  const line = trip.lines.find((one) => mostOf(trip, one, 'found') > 0)
  const outletId = (line && trip.stops[line.unload - 1]?.outletId) ?? trip.toOutletId
  return outletId === null ? {} : { outletId }
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

type GridProps = { value?: readonly Counted[]; onChange?: (lines: readonly Counted[]) => void; what: Counting }

function Grid({ value = [], onChange, what }: GridProps) {
  const { t } = useTranslation('dispatch')
  const sum = (field: 'most' | 'pieces') => figure(value.reduce((total, line) => total + (line[field] || 0), 0))
  return (
    <LineGrid
      name="counted"
      label={t('trip.lines')}
      fixed
      numbered
      value={value}
      columns={[
        { key: 'waybillNo', title: t('column.waybillNo'), shown: true, render: ({ waybillNo }) => waybillNo },
        { key: 'most', title: t(`count.most.${what}`), shown: true, right: true, render: ({ most }) => figure(most) },
        {
          key: 'pieces',
          title: t(`count.pieces.${what}`),
          right: true,
          render: (line, change, props) => (
            <IntegerInput
              {...props}
              value={line.pieces}
              status={line.pieces > line.most ? 'error' : props.status}
              onChange={(pieces) => change({ pieces: Number(pieces ?? 0) })}
            />
          ),
        },
      ]}
      foot={{ waybillNo: t('totals'), most: sum('most'), pieces: sum('pieces') }}
      {...(onChange ? { onChange } : {})}
    />
  )
}
