import { useQuery } from '@tanstack/react-query'
import { wordFor } from '@xunyun/contract/dictionary'
import { abilityTo, isAble } from '@xunyun/contract/kernel/ability'
import {
  type CountDetail,
  type CountPlaceRow,
  getStockCount,
  getStockCountHistory,
  recountStockCount,
  startStockCount,
  submitStockCount,
  withdrawStockCount,
} from '@xunyun/contract/warehouse/storing/counts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { pathTo } from '../../../../paths.ts'
import { ActButton } from '../../../../shared/action/ActButton.tsx'
import { actButtons } from '../../../../shared/action/actButtons.tsx'
import { ReasonDialog } from '../../../../shared/action/ReasonDialog.tsx'
import { useAction, useRefresh } from '../../../../shared/action/useAction.ts'
import { useActs } from '../../../../shared/action/useActs.tsx'
import { api } from '../../../../shared/api/api.ts'
import { newKey } from '../../../../shared/api/encode.ts'
import { ApiError } from '../../../../shared/api/errors.ts'
import { fieldMessages } from '../../../../shared/api/fieldErrors.ts'
import { q } from '../../../../shared/api/query.ts'
import { Facts } from '../../../../shared/detail/Facts.tsx'
import { History } from '../../../../shared/detail/History.tsx'
import { useLanguage } from '../../../../shared/i18n/useLanguage.ts'
import { StateTabs } from '../../../../shared/list/StateTabs.tsx'
import { useRight } from '../../../../shared/session/session.ts'
import { dateTime, figure, money } from '../../../../shared/ui/format.ts'
import { LoadError } from '../../../../shared/ui/Notice.tsx'
import { Sheet } from '../../../../shared/ui/Sheet.tsx'
import { PageSkeleton } from '../../../../shared/ui/Skeleton.tsx'
import { StateTag } from '../../../../shared/ui/StateTag.tsx'
import { toast } from '../../../../shared/ui/toasts.ts'
import styles from '../orders/Orders.module.css'
import { countTones } from './countColumns.tsx'
import { useStockCountHistory } from './countHistory.ts'
import { PlaceCount } from './PlaceCount.tsx'
import { countPaths } from './paths.ts'

type View = 'places' | 'differences' | 'history'

/** One count: its places to be counted, what differs, its timeline, and what comes next. */
export function CountDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const language = useLanguage()
  const { data, error, refetch } = useQuery(q(getStockCount, { id }))
  const [placeId, setPlaceId] = useState<number | null>(null)
  const place = data?.places.find(({ locationId }) => locationId === placeId)
  return (
    <Sheet
      width={960}
      onClose={onClose}
      title={
        <span className={styles.head}>
          {data?.countNo}
          {data && (
            <StateTag tone={countTones[data.state]} struck={data.state === 'cancelled'}>
              {wordFor('countState', data.state, language)}
            </StateTag>
          )}
          {place?.code}
        </span>
      }
      footer={data && !place && steps.some((step) => abilityTo(data, step)) && <Steps count={data} />}
    >
      {error ? (
        <LoadError error={error} retry={() => void refetch()} />
      ) : data === undefined ? (
        <PageSkeleton />
      ) : place ? (
        <PlaceCount
          key={place.locationId}
          count={data}
          place={place}
          onDone={() => setPlaceId(null)}
          onBack={() => setPlaceId(null)}
        />
      ) : (
        <Body count={data} onCount={setPlaceId} />
      )}
    </Sheet>
  )
}

const isOpen = (place: CountPlaceRow) => place.firstAt === null || (place.recount && place.secondAt === null)

const steps = ['withdraw', 'start', 'recount', 'submit'] as const

/** What can be done next; what is missing for it the server says. */
function Steps({ count }: { count: CountDetail }) {
  const { t } = useTranslation(['warehouse/storing', 'warehouse/ledger'])
  const [asking, setAsking] = useState(false)
  const common = { refresh: countPaths }
  const start = useAction(startStockCount, common)
  const recount = useAction(recountStockCount, common)
  const submit = useAction(submitStockCount, common)
  const withdraw = useAction(withdrawStockCount, common)
  const refresh = useRefresh()
  // Where nothing differs it is done; where something does, the reason is asked for.
  const send = async () => {
    try {
      const input = { id: count.id }
      await api(submitStockCount, input, { quiet: true, key: newKey() })
      toast.success(t('count.agrees'))
      await refresh(countPaths)
    } catch (error) {
      const fields = error instanceof ApiError ? await fieldMessages(error) : []
      if (fields.some(({ name }) => name[0] === 'reason')) setAsking(true)
      else toast.error(error instanceof Error ? error.message : String(error))
    }
  }
  const { id } = count
  const acts = useActs<CountDetail>({
    refresh: countPaths,
    word: (key) => t(`count.act.${key}`),
    nameOf: ({ countNo }) => countNo,
    acts: {
      withdraw: { open: () => withdraw.run({ id }) },
      start: { open: () => start.run({ id }) },
      recount: { open: () => recount.run({ id }) },
      submit: { open: send },
    },
  })
  return (
    <div className={styles.actions}>
      {actButtons({ actions: acts.row(count), primary: ['start', 'submit'] })}
      {asking && (
        <ReasonDialog
          title={t('count.submitAsk', { no: count.countNo })}
          text={t('count.submitText')}
          yes={t('count.act.submit')}
          onClose={() => setAsking(false)}
          onSubmit={(reason) => submit.run({ id: count.id, reason })}
        />
      )}
    </div>
  )
}

const amounts = ['gain', 'loss', 'net'] as const
/** What the differences are worth, where something of them has a value. */
const amountsOf = (count: CountDetail) =>
  amounts.flatMap((name) => (count[name] === null ? [] : [[name, count[name]] as const]))

function Body({ count, onCount }: { count: CountDetail; onCount: (locationId: number) => void }) {
  const history = useStockCountHistory()
  const { t } = useTranslation(['warehouse/storing', 'warehouse/ledger'])
  const language = useLanguage()
  const [view, setView] = useState<View>('places')
  const different = count.lines.filter((line) => line.different === true)
  return (
    <>
      <Facts
        columns={4}
        facts={[
          { label: t('warehouse/ledger:column.warehouseName'), value: count.warehouseName },
          { label: t('warehouse/ledger:column.ownerName'), value: count.ownerName },
          { label: t('count.method'), value: wordFor('countMethod', count.method, language) },
          { label: t('count.range'), value: count.range },
          { label: t('count.counted'), value: `${count.countedPlaces} / ${count.placeCount}` },
          { label: t('count.accuracy'), value: count.accuracy },
          { label: t('count.surplus'), value: count.surplus && figure(count.surplus) },
          { label: t('count.shortage'), value: count.shortage && figure(count.shortage) },
          ...amountsOf(count).map(([name, amount]) => ({ label: t(`count.${name}`), value: money(amount) })),
          { label: t('order.createdBy'), value: count.createdByName },
          { label: t('order.createdAt'), value: dateTime(count.createdAt) },
          ...(count.remark ? [{ label: t('order.remark'), value: count.remark, span: 4 }] : []),
          ...(count.cancelReason ? [{ label: t('order.cancelReason'), value: count.cancelReason, span: 4 }] : []),
        ]}
      />
      {count.unvalued ? <p className={styles.quiet}>{t('count.unvalued', { count: count.unvalued })}</p> : null}
      {count.state === 'review' && <ReviewLink count={count} />}
      <div className={styles.tabs}>
        <StateTabs<View>
          label={t('count.list')}
          value={view}
          onChange={(next) => setView(next ?? 'places')}
          tabs={[
            { value: 'places', label: t('count.places'), count: count.placeCount },
            ...(count.differentLines === null
              ? []
              : [{ value: 'differences' as const, label: t('count.differences'), count: different.length }]),
            { value: 'history', label: t('order.timeline') },
          ]}
        />
      </div>
      {view === 'places' && <Places count={count} onCount={onCount} />}
      {view === 'differences' && <Differences lines={different} />}
      {view === 'history' && <History call={getStockCountHistory} id={count.id} {...history} />}
    </>
  )
}

/** To what is decided on it: whoever sent it in finds it among his own, anybody else among what waits for him. */
function ReviewLink({ count }: { count: CountDetail }) {
  const { t } = useTranslation(['warehouse/storing', 'warehouse/ledger'])
  const may = useRight('unreviewed')
  if (!may.browse) return null
  const tab = isAble(count, 'withdraw') ? '&tab=submitted' : ''
  return (
    <p className={styles.quiet}>
      <Link to={`${pathTo('unreviewed')}?q=${count.countNo}${tab}`}>{t('count.review')}</Link>
    </p>
  )
}

function Places({ count, onCount }: { count: CountDetail; onCount: (locationId: number) => void }) {
  const { t } = useTranslation(['warehouse/storing', 'warehouse/ledger', 'ui'])
  return (
    <div className={styles.frame}>
      <table className={styles.grid} aria-label={t('count.places')}>
        <thead>
          <tr>
            <th>#</th>
            <th>{t('warehouse/ledger:column.locationCode')}</th>
            <th>{t('ui:list.actions')}</th>
            <th>{t('warehouse/ledger:column.zoneName')}</th>
            <th>{t('count.firstBy')}</th>
            <th>{t('count.secondBy')}</th>
          </tr>
        </thead>
        <tbody>
          {count.places.map((place, index) => (
            <tr key={place.locationId}>
              <td className={styles.quiet}>{index + 1}</td>
              <td>{place.code}</td>
              <td>
                {place.actions.map(({ key, reason }) => (
                  <ActButton
                    key={key}
                    size="small"
                    type={isOpen(place) ? 'primary' : 'default'}
                    refused={reason}
                    onClick={() => onCount(place.locationId)}
                  >
                    {t(isOpen(place) ? 'count.act.count' : 'count.act.correct')}
                  </ActButton>
                ))}
              </td>
              <td>{place.zoneName}</td>
              <td>{place.firstAt ? `${place.firstByName ?? ''} ${dateTime(place.firstAt)}` : '—'}</td>
              <td>
                {place.secondAt
                  ? `${place.secondByName ?? ''} ${dateTime(place.secondAt)}`
                  : place.recount
                    ? t('count.toRecount')
                    : '—'}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Differences({ lines }: { lines: CountDetail['lines'] }) {
  const { t } = useTranslation(['warehouse/storing', 'warehouse/ledger'])
  const language = useLanguage()
  if (lines.length === 0) return <p className={styles.quiet}>{t('count.agrees')}</p>
  return (
    <div className={styles.frame}>
      <table className={styles.grid} aria-label={t('count.differences')}>
        <thead>
          <tr>
            <th>#</th>
            <th>{t('warehouse/ledger:column.locationCode')}</th>
            <th>{t('warehouse/ledger:column.itemNo')}</th>
            <th>{t('warehouse/ledger:column.batchNo')}</th>
            <th className={styles.right}>{t('count.first')}</th>
            <th className={styles.right}>{t('count.second')}</th>
            <th className={styles.right}>{t('count.book')}</th>
            <th className={styles.right}>{t('count.difference')}</th>
            <th className={styles.right}>{t('count.amount')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line, index) => (
            <tr key={line.id} data-different>
              <td className={styles.quiet}>{index + 1}</td>
              <td className={styles.goods}>
                <b>{line.locationCode}</b>
                <small>{line.containerCode}</small>
              </td>
              <td className={styles.goods}>
                <b>{line.itemNo}</b>
                <small>
                  {line.itemName} · {wordFor('quality', line.quality, language)}
                </small>
              </td>
              <td>{line.batchNo || '—'}</td>
              <td className={styles.right}>{line.first === null ? '—' : figure(line.first)}</td>
              <td className={styles.right}>{line.second === null ? '—' : figure(line.second)}</td>
              <td className={styles.right}>{figure(line.book ?? '0')}</td>
              <td className={`${styles.right} ${styles.change}`}>{figure(line.difference ?? '0')}</td>
              <td className={styles.right}>{money(line.amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
