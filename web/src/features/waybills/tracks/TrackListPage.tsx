import { getCompanyChoices, getOutletChoices } from '@xunyun/contract/companies/calls'
import { wordFor } from '@xunyun/contract/dictionary'
import { arriveArrangements } from '@xunyun/contract/dispatch/calls'
import { longestNumbers } from '@xunyun/contract/waybills/calls'
import {
  exportTracked,
  getTracked,
  getTrackedTotals,
  type TrackedRow,
  trackTabs,
} from '@xunyun/contract/waybills/tracks'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { pathTo } from '../../../paths.ts'
import { useBatch } from '../../../shared/action/useBatch.ts'
import { copyText } from '../../../shared/detail/copyText.ts'
import { useOpen } from '../../../shared/form/waiting.ts'
import type { RowAction } from '../../../shared/grid/types.ts'
import { i18n } from '../../../shared/i18n/i18n.ts'
import { useLanguage } from '../../../shared/i18n/useLanguage.ts'
import { ImportButton } from '../../../shared/import/ImportButton.tsx'
import {
  ChoiceFilter,
  DayRangeFilter,
  FlagFilter,
  LookupFilter,
  OutletFilter,
  RegionFilter,
  SearchInput,
} from '../../../shared/list/filters.tsx'
import { ListPage } from '../../../shared/list/ListPage.tsx'
import { ListTabs } from '../../../shared/list/ListTabs.tsx'
import type { BatchAction } from '../../../shared/list/Toolbar.tsx'
import { useList } from '../../../shared/list/useList.ts'
import { useRight, useSession } from '../../../shared/session/session.ts'
import { dateTime } from '../../../shared/ui/format.ts'
import { late } from '../../../shared/ui/late.tsx'
import { NewButton } from '../../../shared/ui/NewButton.tsx'
import { Empty } from '../../../shared/ui/Notice.tsx'
import { useWaybillActs } from '../useWaybillActs.tsx'
import { saidOf } from './TrackTimeline.tsx'
import { customerTrackColumns, trackColumns } from './trackColumns.tsx'

const WhenDialog = late(() => import('../../../shared/action/WhenDialog.tsx').then((file) => file.WhenDialog))

const silences = [12, 24, 48, 72] as const
const trackPaths = ['/api/W_Track/', '/api/Waybills/']
/** Acts that belong to following; all others are on the waybill's own list. */
const here = new Set(['track', 'sign', 'refuse', 'setKey', 'abnormalList', 'complaintList'])

/** See last tracks; tell the customer first. */
export default function TrackListPage() {
  const { t } = useTranslation(['tracking', 'waybills', 'common'])
  const navigate = useNavigate()
  const language = useLanguage()
  const mayTrack = useRight('track').edit
  const mayImport = useRight('trackList').edit
  const isCustomer = useSession((session) => session.userInfo?.scope === 'customer')
  const list = useList({ call: getTracked, totals: getTrackedTotals, exportCall: exportTracked })
  const acts = useWaybillActs()
  const [arriving, setArriving] = useOpen<readonly number[]>()
  const arrive = useBatch(arriveArrangements, {
    title: t('arrive.act'),
    refresh: [...trackPaths, '/api/Dispatch/'],
    onDone: list.acted,
  })

  /** Of what is under way by trips of ours: these arrive, with all that they carry. */
  const arriveBatch = (rows: readonly TrackedRow[]): BatchAction[] => {
    const ids = [...new Set(rows.flatMap(({ arrivesWith }) => arrivesWith ?? []))]
    return ids.length === 0 ? [] : [{ key: 'arrive', label: t('arrive.act'), onClick: () => setArriving(ids) }]
  }
  const tell = (row: TrackedRow): RowAction[] =>
    row.lastTrack === null
      ? []
      : [
          {
            key: 'copyForCustomer',
            label: t('copyForCustomer'),
            onClick: () =>
              copyText(
                i18n.t('tracking:sentence', {
                  no: row.waybillNo,
                  from: row.shipperCity,
                  to: row.consigneeCity,
                  time: dateTime(row.lastTrack?.at ?? ''),
                  node: wordFor('trackNode', row.lastTrack?.node ?? '', language),
                  place: row.lastTrack?.place ? ` ${row.lastTrack.place}` : '',
                  text: row.lastTrack?.text ? ` ${saidOf(row.lastTrack)}` : '',
                }),
              ),
          },
        ]
  return (
    <>
      <ListPage
        list={list}
        label={t('list')}
        columns={isCustomer ? customerTrackColumns : trackColumns}
        tabs={
          <ListTabs
            list={list}
            label={t('waybills:column.state')}
            tabs={trackTabs}
            word={(tab) => wordFor('waybillState', tab, language)}
            all={t('tab.all')}
            allFirst
            tones={{ awaitingPickup: 'orange', partSigned: 'orange' }}
          />
        }
        filters={
          <>
            <SearchInput {...list.field('q')} placeholder={t('waybills:filter.q')} longest={longestNumbers} />
            {!isCustomer && (
              <LookupFilter
                {...list.field('customerId')}
                label={t('waybills:filter.customer')}
                call={getCompanyChoices}
              />
            )}
            <RegionFilter {...list.field('to')} label={t('waybills:filter.to')} />
            <SearchInput {...list.field('plateNo')} placeholder={t('waybills:track.plate')} width={108} />
            <DayRangeFilter {...list.range('bizFrom', 'bizTo')} label={t('waybills:filter.bizDate')} />
          </>
        }
        more={
          <>
            <RegionFilter {...list.field('from')} label={t('waybills:filter.from')} />
            {!isCustomer && <OutletFilter {...list.field('outletId')} label={t('waybills:filter.outlet')} />}
            {!isCustomer && (
              <LookupFilter
                {...list.field('destOutletId')}
                label={t('waybills:column.destOutlet')}
                call={getOutletChoices}
              />
            )}
            <ChoiceFilter {...list.field('node')} label={t('waybills:track.node')} type="trackNode" />
            <ChoiceFilter {...list.field('trackSource')} label={t('waybills:track.source')} type="trackSource" />
            <DayRangeFilter {...list.range('trackedFrom', 'trackedTo')} label={t('waybills:track.at')} />
            <ChoiceFilter
              {...list.field('silentHours')}
              label={t('filter.silent')}
              options={silences.map((hours) => ({ value: String(hours), label: t('filter.hours', { hours }) }))}
            />
            <ChoiceFilter
              {...list.field('priceStates')}
              label={t('waybills:column.priceState')}
              type="priceState"
              multiple
            />
            <ChoiceFilter {...list.field('payMethods')} label={t('waybills:filter.pay')} type="payMethod" multiple />
            <FlagFilter
              {...list.field('hold')}
              label={t('waybills:filter.hold')}
              yes={t('waybills:filter.yes')}
              no={t('waybills:filter.no')}
            />
            <ChoiceFilter {...list.field('transModes')} label={t('waybills:filter.mode')} type="transMode" multiple />
            <FlagFilter
              {...list.field('urgent')}
              label={t('waybills:filter.urgent')}
              yes={t('waybills:filter.yes')}
              no={t('waybills:filter.no')}
            />
          </>
        }
        primary={
          (mayTrack || mayImport) && (
            <>
              {mayTrack && <NewButton onClick={() => void navigate(pathTo('track'))}>{t('new')}</NewButton>}
              {mayImport && <ImportButton page="trackList" refresh={trackPaths} />}
            </>
          )
        }
        actions={(row) => [...acts.rowActions(row).filter(({ key }) => here.has(key)), ...tell(row)]}
        batch={(rows) => [
          ...acts.batchActions(rows).filter(({ key }) => here.has(key)),
          ...acts.signBatch(rows),
          ...arriveBatch(rows),
        ]}
        onOpen={(row) => void navigate(pathTo('waybill', { no: row.waybillNo }))}
        empty={<Empty title={t('empty')} text={isCustomer ? undefined : t('emptyHint')} />}
      />
      {acts.dialogs}
      {arriving && (
        <WhenDialog
          title={t('arrive.title', { count: arriving.length })}
          label={t('arrive.at')}
          yes={t('arrive.act')}
          onClose={() => setArriving(null)}
          onSubmit={(at) => arrive.run({ ids: [...arriving], at, unloaded: undefined })}
        />
      )}
    </>
  )
}
