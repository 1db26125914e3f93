import { getCompanyChoices, getOutletChoices } from '@xunyun/contract/companies/calls'
import { exportWaiting, getWaiting, getWaitingTotals, nextLegs, type WaitingRow } from '@xunyun/contract/dispatch/calls'
import { sumDecimals } from '@xunyun/contract/kernel/decimal'
import { notifyPickup } from '@xunyun/contract/waybills/pickup'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { pathTo } from '../../paths.ts'
import { useBatch } from '../../shared/action/useBatch.ts'
import type { RowAction } from '../../shared/grid/types.ts'
import {
  DayRangeFilter,
  FlagFilter,
  LookupFilter,
  OutletFilter,
  RegionFilter,
  SearchInput,
} from '../../shared/list/filters.tsx'
import { ListPage } from '../../shared/list/ListPage.tsx'
import { ListTabs } from '../../shared/list/ListTabs.tsx'
import type { BatchAction } from '../../shared/list/Toolbar.tsx'
import { useList } from '../../shared/list/useList.ts'
import { useRight } from '../../shared/session/session.ts'
import { volume, weight } from '../../shared/ui/format.ts'
import { Empty } from '../../shared/ui/Notice.tsx'
import { asksNotice, CheckInDialog } from '../waybills/index.ts'
import { isAt, waitingKey } from './lines.ts'
import { waitingColumns } from './waitingColumns.tsx'

const refresh = ['/api/Dispatch/', '/api/Waybills/']
const tabs = [...nextLegs, 'late'] as const

/** The trip that would take them, where one is wanted though none is due. */
const legOfTrip = {
  checkIn: 'pickup',
  pickup: 'pickup',
  trunk: 'trunk',
  shuttle: 'shuttle',
  delivery: 'delivery',
  selfPickup: 'delivery',
} as const

/** Of the rows chosen, at most a page of them. */
const sumOf = (rows: readonly WaitingRow[], field: 'weight' | 'volume', places: number): string =>
  sumDecimals(
    rows.map((row) => row[field]),
    places,
  )

/** Give every piece its next leg. */
export default function WaitingPage() {
  const { t } = useTranslation('dispatch')
  const navigate = useNavigate()
  const mayArrange = useRight('arrangeOperate').edit
  const mayMove = useRight('arrangedOrder').edit
  const mayLine = useRight('specialDelivery').edit
  const mayCourier = useRight('courierDelivery').edit
  const list = useList({ call: getWaiting, totals: getWaitingTotals, exportCall: exportWaiting, idOf: waitingKey })
  const notify = useBatch(notifyPickup, { title: t('done.notifyPickup'), refresh, onDone: list.clear })
  const [arriving, setArriving] = useState<readonly WaitingRow[] | null>(null)
  const quietly = (running: Promise<unknown>) => void running.catch(() => undefined)
  const idsOf = (rows: readonly WaitingRow[]) => [...new Set(rows.map(({ id }) => id))]
  const notifyAll = (ids: number[]) =>
    quietly(asksNotice(ids.length).then((yes) => (yes ? notify.run({ ids }) : undefined)))
  const arrange = (rows: readonly WaitingRow[]) => {
    // Rows of one leg ask for it; others go on as each is due.
    const asked = new Set(rows.map(({ nextLeg }) => legOfTrip[nextLeg]))
    const [leg] = asked
    const type = asked.size === 1 ? `&type=${leg}` : ''
    void navigate(`${pathTo('arrangeOperate')}?pieces=${rows.map(waitingKey).join(',')}${type}`)
  }

  /** 外发: to a line carrier, from one place; to couriers, each waybill a parcel. */
  const handOut = (page: 'specialDelivery' | 'courierDelivery', rows: readonly WaitingRow[]) =>
    void navigate(`${pathTo(page)}?pieces=${rows.map(waitingKey).join(',')}`)

  const actions = (row: WaitingRow): RowAction[] => {
    const trip = mayArrange &&
      row.nextLeg !== 'selfPickup' && { key: 'arrange', label: t('act.arrange'), onClick: () => arrange([row]) }
    const checkIn = mayMove &&
      row.fromPlace === 'shipper' && { key: 'checkIn', label: t('act.checkIn'), onClick: () => setArriving([row]) }
    const pickup = mayMove &&
      row.nextLeg === 'selfPickup' && {
        key: 'notify',
        label: t('act.notifyPickup'),
        onClick: () => quietly(notify.run({ ids: [row.id] })),
      }
    // What the shipper brings is waited for; a trip fetches it only if somebody wants that.
    const line = mayLine && { key: 'line', label: t('act.byLine'), onClick: () => handOut('specialDelivery', [row]) }
    const courier = mayCourier &&
      !row.hold && { key: 'courier', label: t('act.byCourier'), onClick: () => handOut('courierDelivery', [row]) }
    const inOrder = row.nextLeg === 'checkIn' ? [checkIn, trip, line, courier] : [trip, checkIn, pickup, line, courier]
    return inOrder.filter((one) => one !== false)
  }
  const batch = (rows: readonly WaitingRow[]): BatchAction[] => [
    ...(mayArrange
      ? [
          {
            key: 'arrange',
            // What a vehicle would have to carry.
            label: `${t('act.arrangeCount', { count: rows.length })} · ${weight(sumOf(rows, 'weight', 3))} kg · ${volume(sumOf(rows, 'volume', 4))} m³`,
            onClick: () => arrange(rows),
          },
        ]
      : []),
    ...(mayLine
      ? [
          {
            key: 'line',
            label: t('act.byLine'),
            refused: rows.every((row) => isAt(row, rows[0])) ? null : t('why.onePlaceLine'),
            onClick: () => handOut('specialDelivery', rows),
          },
        ]
      : []),
    ...(mayCourier
      ? [{ key: 'courier', label: t('act.byCourier'), onClick: () => handOut('courierDelivery', rows) }]
      : []),
    ...(mayMove && rows.some((row) => row.fromPlace === 'shipper')
      ? [
          {
            key: 'checkIn',
            label: t('act.checkIn'),
            onClick: () => setArriving(rows.filter((row) => row.fromPlace === 'shipper')),
          },
        ]
      : []),
    ...(mayMove && rows.some((row) => row.nextLeg === 'selfPickup')
      ? [{ key: 'notify', label: t('act.notifyPickup'), onClick: () => notifyAll(idsOf(rows)) }]
      : []),
  ]

  return (
    <>
      <ListPage
        list={list}
        label={t('waiting.list')}
        columns={waitingColumns}
        tabs={
          <ListTabs
            list={list}
            label={t('waiting.tabs')}
            tabs={tabs}
            word={(tab) => t(`waiting.tab.${tab}`)}
            all={t('waiting.tab.all')}
            allFirst
            tones={{ late: 'red' }}
          />
        }
        filters={
          <>
            <SearchInput {...list.field('q')} placeholder={t('filter.q')} />
            <LookupFilter {...list.field('customerId')} label={t('filter.customer')} call={getCompanyChoices} />
            <RegionFilter {...list.field('to')} label={t('filter.to')} />
            <LookupFilter {...list.field('atOutletId')} label={t('filter.at')} call={getOutletChoices} />
          </>
        }
        more={
          <>
            <DayRangeFilter {...list.range('bizFrom', 'bizTo')} label={t('filter.planAt')} />
            <LookupFilter {...list.field('destOutletId')} label={t('column.destOutlet')} call={getOutletChoices} />
            <OutletFilter {...list.field('outletId')} label={t('filter.outlet')} />
            <FlagFilter {...list.field('urgent')} label={t('filter.urgent')} yes={t('filter.urgentOnly')} />
          </>
        }
        actions={actions}
        batch={batch}
        onOpen={(row) => void navigate(pathTo('waybill', { no: row.waybillNo }))}
        empty={<Empty title={t('empty.waiting')} />}
      />
      {arriving && <CheckInDialog rows={arriving} onDone={list.clear} onClose={() => setArriving(null)} />}
    </>
  )
}
