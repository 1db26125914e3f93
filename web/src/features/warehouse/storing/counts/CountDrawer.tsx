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
import { useAction } from '../../../../shared/action/useAction.ts'
import { useActs } from '../../../../shared/action/useActs.tsx'
import { useRefresh } from '../../../../shared/action/useRefresh.ts'
import { api } from '../../../../shared/api/api.ts'
import { newKey } from '../../../../shared/api/encode.ts'
import { ApiError } from '../../../../shared/api/errors.ts'
import { fieldMessages } from '../../../../shared/api/fieldErrors.ts'
import { q } from '../../../../shared/api/query.ts'
import { Facts } from '../../../../shared/detail/Facts.tsx'
import { History } from '../../../../shared/detail/History.tsx'
import { LinesTable, numbered, Two } from '../../../../shared/detail/LinesTable.tsx'
import { RecordSheet, RecordState, RecordTabs } from '../../../../shared/detail/RecordSheet.tsx'
import { useLanguage } from '../../../../shared/i18n/useLanguage.ts'
import { useRight } from '../../../../shared/session/session.ts'
import { dateTime, dotted, figure, money } from '../../../../shared/ui/format.ts'
import { toast } from '../../../../shared/ui/toasts.ts'
import styles from '../orders/Orders.module.css'
import { countTones } from './countColumns.tsx'
import { useStockCountHistory } from './countHistory.ts'
import { LocationCount } from './LocationCount.tsx'
import { countPaths } from './paths.ts'

/** One count: its places to be counted, what differs, its timeline, and what comes next. */
export function CountDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const count = useQuery(q(getStockCount, { id }))
  const [placeId, setPlaceId] = useState<number | null>(null)
  const place = count.data?.places.find(({ locationId }) => locationId === placeId)
  return (
    <RecordSheet
      of={count}
      width={960}
      onClose={onClose}
      title={count.data?.countNo}
      state={({ state }) => (
        <>
          <RecordState words="countState" of={state} tones={countTones} />
          {place?.code}
        </>
      )}
      footer={(count) => !place && steps.some((step) => abilityTo(count, step)) && <Steps count={count} />}
    >
      {(count) =>
        place ? (
          <LocationCount
            key={place.locationId}
            count={count}
            place={place}
            onDone={() => setPlaceId(null)}
            onBack={() => setPlaceId(null)}
          />
        ) : (
          <Body count={count} onCount={setPlaceId} />
        )
      }
    </RecordSheet>
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
          count.remark && { label: t('order.remark'), value: count.remark, span: 4 },
          count.cancelReason && { label: t('order.cancelReason'), value: count.cancelReason, span: 4 },
        ]}
      />
      {count.unvalued ? <p className={styles.quiet}>{t('count.unvalued', { count: count.unvalued })}</p> : null}
      {count.state === 'review' && <ReviewLink count={count} />}
      <RecordTabs
        label={t('count.list')}
        panes={[
          {
            key: 'places',
            label: t('count.places'),
            count: count.placeCount,
            pane: <Places count={count} onCount={onCount} />,
          },
          count.differentLines !== null && {
            key: 'differences',
            label: t('count.differences'),
            count: different.length,
            pane: <Differences lines={different} />,
          },
          {
            key: 'history',
            label: t('order.timeline'),
            pane: <History call={getStockCountHistory} id={count.id} {...history} />,
          },
        ]}
      />
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
    <LinesTable
      label={t('count.places')}
      rows={count.places}
      keyOf={({ locationId }) => locationId}
      columns={[
        numbered,
        [t('warehouse/ledger:column.locationCode'), (place) => place.code],
        [
          t('ui:list.actions'),
          (place) =>
            place.actions.map(({ key, reason }) => (
              <ActButton
                key={key}
                size="small"
                type={isOpen(place) ? 'primary' : 'default'}
                refused={reason}
                onClick={() => onCount(place.locationId)}
              >
                {t(isOpen(place) ? 'count.act.count' : 'count.act.correct')}
              </ActButton>
            )),
        ],
        [t('warehouse/ledger:column.zoneName'), (place) => place.zoneName],
        [t('count.firstBy'), (place) => place.firstAt && `${place.firstByName ?? ''} ${dateTime(place.firstAt)}`],
        [
          t('count.secondBy'),
          (place) =>
            place.secondAt
              ? `${place.secondByName ?? ''} ${dateTime(place.secondAt)}`
              : place.recount && t('count.toRecount'),
        ],
      ]}
    />
  )
}

function Differences({ lines }: { lines: CountDetail['lines'] }) {
  const { t } = useTranslation(['warehouse/storing', 'warehouse/ledger'])
  const language = useLanguage()
  return (
    <LinesTable
      label={t('count.differences')}
      none={t('count.agrees')}
      rows={lines}
      columns={[
        numbered,
        [
          t('warehouse/ledger:column.locationCode'),
          (line) => <Two first={line.locationCode} below={line.containerCode} />,
        ],
        [
          t('warehouse/ledger:column.itemNo'),
          (line) => (
            <Two first={line.itemNo} below={dotted(line.itemName, wordFor('quality', line.quality, language))} />
          ),
        ],
        [t('warehouse/ledger:column.batchNo'), (line) => line.batchNo],
        [t('count.first'), (line) => line.first !== null && figure(line.first), 'right'],
        [t('count.second'), (line) => line.second !== null && figure(line.second), 'right'],
        [t('count.book'), (line) => figure(line.book ?? '0'), 'right'],
        [
          t('count.difference'),
          (line) => <span className={styles.change}>{figure(line.difference ?? '0')}</span>,
          'right',
        ],
        [t('count.amount'), (line) => money(line.amount), 'right'],
      ]}
    />
  )
}
