import { useQuery } from '@tanstack/react-query'
import { wordFor } from '@xunyun/contract/dictionary'
import { type ArrangementDetail, getArrangement, getArrangementHistory } from '@xunyun/contract/dispatch/calls'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { pathTo } from '../../paths.ts'
import { q } from '../../shared/api/query.ts'
import { Facts } from '../../shared/detail/Facts.tsx'
import table from '../../shared/detail/Lines.module.css'
import { LinesTable, numbered } from '../../shared/detail/LinesTable.tsx'
import { Route } from '../../shared/grid/column.tsx'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { dateTime, figure, volume, weight } from '../../shared/ui/format.ts'
import { ArrangementSheet, ArrangementTabs } from './ArrangementSheet.tsx'
import styles from './Dispatch.module.css'
import { Load } from './Load.tsx'
import { endsOf, stopName, tripTones } from './tripColumns.tsx'
import { useTripHistory } from './tripHistory.ts'
import { useTripActs } from './useTripActs.tsx'

/** One trip: its facts, its cargo, and what can be done next. */
export function TripDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation('dispatch')
  const trip = useQuery(q(getArrangement, { id }))
  return (
    <ArrangementSheet
      of={trip}
      width={920}
      title={t('trip.title', { no: trip.data?.arrangementNo ?? '' })}
      words="arrangementState"
      tones={tripTones}
      history={getArrangementHistory}
      says={useTripHistory()}
      acts={useTripActs()}
      onClose={onClose}
    >
      {(one) => (
        <ArrangementTabs id={one.id} label={one.arrangementNo}>
          <Body trip={one} />
        </ArrangementTabs>
      )}
    </ArrangementSheet>
  )
}

function Body({ trip }: { trip: ArrangementDetail }) {
  const { t } = useTranslation('dispatch')
  const language = useLanguage()
  const moment = (at: string | null) => at && dateTime(at)
  return (
    <>
      <Facts
        columns={3}
        facts={[
          { label: t('column.type'), value: wordFor('arrangementType', trip.type, language) },
          { label: t('column.plate'), value: trip.plateNo },
          { label: t('column.driver'), value: `${trip.driverName} ${trip.driverPhone}` },
          { label: t('column.leg'), value: <Route {...endsOf(trip)} /> },
          { label: t('column.carrier'), value: trip.carrierName },
          { label: `${t('column.loadRate')} %`, value: <Load rate={trip.loadRate} /> },
          { label: t('column.planAt'), value: moment(trip.planAt) },
          { label: t('column.departAt'), value: moment(trip.departAt) },
          { label: t('column.arriveAt'), value: moment(trip.arriveAt) },
          ...(['swappedTo', 'swappedFrom'] as const).flatMap((way) => {
            const other = trip[way]
            return other
              ? [
                  {
                    label: t(`column.${way}`),
                    value: <Link to={`${pathTo('arrangeList')}?trip=${other.id}`}>{other.no}</Link>,
                  },
                ]
              : []
          }),
          ...(trip.missing > 0 ? [{ label: t('column.missing'), value: figure(trip.missing) }] : []),
          { label: t('column.sealNo'), value: trip.sealNo },
          { label: t('column.km'), value: trip.km && figure(trip.km) },
          { label: t('column.remark'), value: trip.remark ?? trip.cancelReason },
        ]}
      />
      <div className={styles.stops}>
        <LinesTable
          label={t('stops.title')}
          rows={trip.stops}
          keyOf={({ seq }) => String(seq)}
          columns={[
            [t('form.seq'), ({ seq }) => seq],
            [t('form.type'), ({ kind }) => t(`stops.kind.${kind}`)],
            [t('stops.place'), (stop) => <Place stop={stop} />],
            [
              t('stops.work'),
              ({ load, unload }) =>
                [load > 0 && t('stops.load', { count: load }), unload > 0 && t('stops.unload', { count: unload })]
                  .filter(Boolean)
                  .join(' · '),
            ],
            [t('column.planAt'), ({ planAt }) => moment(planAt)],
            [t('stops.arrivedAt'), ({ arrivedAt }) => moment(arrivedAt)],
            [t('stops.leftAt'), ({ leftAt }) => moment(leftAt)],
          ]}
        />
      </div>
      <LinesTable
        label={t('trip.lines')}
        rows={trip.lines}
        keyOf={(line) => `${line.waybillId}-${line.fromPlace}-${line.fromId}`}
        columns={[
          [t('form.seq'), numbered[1]],
          [
            t('column.waybillNo'),
            ({ waybillNo }) => <Link to={pathTo('waybill', { no: waybillNo })}>{waybillNo}</Link>,
          ],
          [t('column.customer'), (line) => <div className={styles.clip}>{line.customerName ?? '—'}</div>],
          [t('column.route'), (line) => <Route from={line.shipperCity} to={line.consigneeCity} />],
          [`${t('stops.at')} → ${t('stops.to')}`, ({ load, unload }) => `${load || '—'} → ${unload}`],
          [
            t('form.pieces'),
            (line) => (
              <>
                {figure(line.pieces)}
                {line.pieces < line.totalPieces && <span className={table.quiet}> / {figure(line.totalPieces)}</span>}
                <Became trip={trip} line={line} />
              </>
            ),
            'right',
          ],
          [`${t('column.weight')} kg`, (line) => weight(line.weight), 'right'],
          [`${t('column.volume')} m³`, (line) => volume(line.volume), 'right'],
        ]}
        foot={[null, t('totals'), null, null, null, figure(trip.pieces), weight(trip.weight), volume(trip.volume)]}
      />
    </>
  )
}

/** What became of a line: at consignees' what was signed, refused and is left; else what is refused and still aboard. */
function Became({ trip, line }: { trip: ArrangementDetail; line: ArrangementDetail['lines'][number] }) {
  const { t } = useTranslation('dispatch')
  if (trip.departAt === null) return null
  const { signed, refused } = line.delivered
  const isDelivered = line.leg === 'delivery'
  const said = isDelivered
    ? [
        signed > 0 && t('trip.signed', { count: signed }),
        refused > 0 && t('trip.refused', { count: refused }),
        signed + refused > 0 && signed + refused < line.pieces
          ? t('trip.unsigned', { count: line.pieces - signed - refused })
          : false,
      ]
    : [
        line.refused > 0 && t('trip.refused', { count: line.refused }),
        line.left > 0 && line.left < line.pieces && t('trip.aboard', { count: line.left }),
      ]
  return said.flatMap((text) =>
    typeof text !== 'string'
      ? []
      : [
          <small key={text} className={styles.left}>
            {text}
          </small>,
        ],
  )
}

function Place({ stop }: { stop: ArrangementDetail['stops'][number] }) {
  const { t } = useTranslation('dispatch')
  return (
    <div className={styles.stopPlace} title={[stop.regionName, stop.address, stop.phone].filter(Boolean).join(' ')}>
      {stopName(stop)}
      {stop.kind !== 'outlet' && stop.address && <small>{stop.address}</small>}
      {stop.assumed && <small>{t('stops.assumed')}</small>}
    </div>
  )
}
