import { useQuery } from '@tanstack/react-query'
import { wordFor } from '@xunyun/contract/dictionary'
import { type ArrangementDetail, getArrangement, getArrangementHistory } from '@xunyun/contract/dispatch/calls'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { pathTo } from '../../paths.ts'
import { actButtons } from '../../shared/action/actButtons.tsx'
import { q } from '../../shared/api/query.ts'
import { useComments } from '../../shared/detail/useComments.tsx'
import { useHistory } from '../../shared/detail/useHistory.tsx'
import { Route } from '../../shared/grid/column.tsx'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { dateTime, figure, volume, weight } from '../../shared/ui/format.ts'
import { LoadError } from '../../shared/ui/Notice.tsx'
import { Sheet } from '../../shared/ui/Sheet.tsx'
import { PageSkeleton } from '../../shared/ui/Skeleton.tsx'
import { StateTag } from '../../shared/ui/StateTag.tsx'
import styles from './Dispatch.module.css'
import { Load } from './Load.tsx'
import { endsOf, tripTones } from './tripColumns.tsx'
import { useTripHistory } from './tripHistory.ts'
import { useTripActs } from './useTripActs.tsx'

/** One trip: its facts, its cargo, and what can be done next; what cannot says why. */
export function TripDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation(['dispatch', 'ui'])
  const language = useLanguage()
  const history = useHistory(getArrangementHistory, useTripHistory())
  const talk = useComments('arrangement')
  const trip = useQuery(q(getArrangement, { id }))
  return (
    <>
      <Sheet
        width={760}
        onClose={onClose}
        title={
          <span className={styles.drawerHead}>
            {t('trip.title', { no: trip.data?.arrangementNo ?? '' })}
            {trip.data && (
              <StateTag tone={tripTones[trip.data.state]}>
                {wordFor('arrangementState', trip.data.state, language)}
              </StateTag>
            )}
          </span>
        }
        extra={
          trip.data && (
            <>
              {talk.rowAction(id, trip.data.arrangementNo).map(({ key, label, onClick }) => (
                <Button key={key} type="text" onClick={onClick}>
                  {label}
                </Button>
              ))}
              <Button type="text" onClick={() => history.open(id, trip.data.arrangementNo)}>
                {t('ui:history.title')}
              </Button>
            </>
          )
        }
        footer={trip.data && <Actions trip={trip.data} />}
      >
        {trip.isError ? (
          <LoadError error={trip.error} retry={() => void trip.refetch()} />
        ) : trip.data ? (
          <Body trip={trip.data} />
        ) : (
          <PageSkeleton />
        )}
      </Sheet>
      {talk.sheet}
      {history.drawer}
    </>
  )
}

function Body({ trip }: { trip: ArrangementDetail }) {
  const { t } = useTranslation('dispatch')
  const language = useLanguage()
  const moment = (at: string | null) => (at === null ? '—' : dateTime(at))
  const facts: [string, React.ReactNode][] = [
    [t('column.type'), wordFor('arrangementType', trip.type, language)],
    [t('column.plate'), trip.plateNo],
    [t('column.driver'), `${trip.driverName} ${trip.driverPhone}`],
    [t('column.leg'), <Route key="leg" {...endsOf(trip)} />],
    [t('column.carrier'), trip.carrierName ?? '—'],
    [`${t('column.loadRate')} %`, <Load key="load" rate={trip.loadRate} />],
    [t('column.planAt'), moment(trip.planAt)],
    [t('column.departAt'), moment(trip.departAt)],
    [t('column.arriveAt'), moment(trip.arriveAt)],
    [t('column.sealNo'), trip.sealNo ?? '—'],
    [t('column.km'), trip.km === null ? '—' : figure(trip.km)],
    [t('column.remark'), trip.remark ?? trip.cancelReason ?? '—'],
  ]
  return (
    <>
      <dl className={styles.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div className={styles.frame}>
        <table className={styles.lines} aria-label={t('trip.lines')}>
          <thead>
            <tr>
              <th>{t('form.seq')}</th>
              <th>{t('column.waybillNo')}</th>
              <th>{t('column.customer')}</th>
              <th>{t('column.route')}</th>
              <th className={styles.right}>{t('form.pieces')}</th>
              <th className={styles.right}>{t('column.weight')} kg</th>
              <th className={styles.right}>{t('column.volume')} m³</th>
            </tr>
          </thead>
          <tbody>
            {trip.lines.map((line, index) => (
              <tr key={`${line.waybillId}-${line.fromPlace}-${line.fromId}`}>
                <td className={styles.quiet}>{index + 1}</td>
                <td>
                  <Link to={pathTo('waybill', { no: line.waybillNo })}>{line.waybillNo}</Link>
                </td>
                <td className={styles.clip}>{line.customerName ?? '—'}</td>
                <td>
                  <Route from={line.shipperCity} to={line.consigneeCity} />
                </td>
                <td className={styles.right}>
                  {figure(line.pieces)}
                  {line.pieces < line.totalPieces && (
                    <span className={styles.quiet}> / {figure(line.totalPieces)}</span>
                  )}
                </td>
                <td className={styles.right}>{weight(line.weight)}</td>
                <td className={styles.right}>{volume(line.volume)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <td />
              <td colSpan={3}>{t('totals')}</td>
              <td className={styles.right}>{figure(trip.pieces)}</td>
              <td className={styles.right}>{weight(trip.weight)}</td>
              <td className={styles.right}>{volume(trip.volume)}</td>
            </tr>
          </tfoot>
        </table>
      </div>
    </>
  )
}

function Actions({ trip }: { trip: ArrangementDetail }) {
  const acts = useTripActs()
  const actions = acts.row(trip)
  const primary = actions.slice(0, 1).map(({ key }) => key)
  return (
    <div className={styles.drawerActions}>
      {actButtons({ actions, primary })}
      {acts.dialogs}
    </div>
  )
}
