import { getCompanyChoices, getOutletChoices } from '@xunyun/contract/companies/calls'
import {
  exportWaybills,
  getWaybills,
  getWaybillTotals,
  longestNumbers,
  type WaybillTab,
  waybillTabs,
} from '@xunyun/contract/waybills/calls'
import { Button } from 'antd'
import { FileUp } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { pathTo } from '../../paths.ts'
import {
  ChoiceFilter,
  DayRangeFilter,
  FlagFilter,
  LookupFilter,
  OutletFilter,
  RegionFilter,
  SearchInput,
} from '../../shared/list/filters.tsx'
import { ListPage } from '../../shared/list/ListPage.tsx'
import { ListTabs } from '../../shared/list/ListTabs.tsx'
import { useList } from '../../shared/list/useList.ts'
import { useRight, useSession } from '../../shared/session/session.ts'
import { NewButton } from '../../shared/ui/NewButton.tsx'
import { Empty } from '../../shared/ui/Notice.tsx'
import { columnsWithoutCosts, customerColumns, waybillColumns } from './columns.tsx'
import { useWaybillActs } from './useWaybillActs.tsx'

const tones: Partial<Record<WaybillTab, 'orange' | 'red'>> = {
  unarranged: 'orange',
  awaitingPickup: 'orange',
  exception: 'red',
}

/** What waits for its next leg is ours to know: a customer reads where his goods are. */
const customerTabs = waybillTabs.filter((tab) => tab !== 'unarranged' && tab !== 'exception')

/** Find any waybill, do its next step. */
export default function AllWaybillsPage() {
  const { t } = useTranslation(['waybills', 'common'])
  const navigate = useNavigate()
  const mayPlace = useRight('taskList').edit
  const isCustomer = useSession((session) => session.userInfo?.scope === 'customer')
  const seesCosts = useRight('costView').browse
  const list = useList({ call: getWaybills, totals: getWaybillTotals, exportCall: exportWaybills })
  const acts = useWaybillActs()
  /** The sums leave drafts and void ones out, and say so. */
  const left = (['cancelled', 'drafts'] as const).flatMap((kind) => {
    const count = list.totals?.[kind] ?? 0
    return count > 0 ? [{ count, text: t(`totalsBut.${kind}`, { count }) }] : []
  })
  const counted = (list.totals?.count ?? 0) - left.reduce((sum, { count }) => sum + count, 0)
  const totalsLabel =
    left.length > 0
      ? t('totalsBut', { count: counted, but: left.map(({ text }) => text).join(t('listComma')) })
      : undefined
  const create = mayPlace && (
    <>
      <NewButton onClick={() => void navigate(pathTo('taskList'))}>{t('new')}</NewButton>
      <Button
        icon={<FileUp size={14} strokeWidth={1.75} />}
        onClick={() => void navigate(`${pathTo('taskList')}?view=import`)}
      >
        {t('import')}
      </Button>
    </>
  )
  return (
    <>
      <ListPage
        list={list}
        label={t('list')}
        columns={isCustomer ? customerColumns : seesCosts ? waybillColumns : columnsWithoutCosts}
        tabs={
          <ListTabs
            list={list}
            label={t('column.state')}
            tabs={isCustomer ? customerTabs : waybillTabs}
            word={(tab) => t(`tab.${tab}`)}
            all={t('tab.all')}
            allFirst
            tones={tones}
          />
        }
        filters={
          <>
            <SearchInput {...list.field('q')} placeholder={t('filter.q')} longest={longestNumbers} />
            {!isCustomer && (
              <LookupFilter {...list.field('customerId')} label={t('filter.customer')} call={getCompanyChoices} />
            )}
            <RegionFilter {...list.field('to')} label={t('filter.to')} />
            <DayRangeFilter {...list.range('bizFrom', 'bizTo')} label={t('filter.bizDate')} />
            {!isCustomer && <OutletFilter {...list.field('outletId')} label={t('filter.outlet')} />}
          </>
        }
        more={
          <>
            <RegionFilter {...list.field('from')} label={t('filter.from')} />
            {!isCustomer && (
              <LookupFilter {...list.field('destOutletId')} label={t('column.destOutlet')} call={getOutletChoices} />
            )}
            <DayRangeFilter {...list.range('signedFrom', 'signedTo')} label={t('filter.signedAt')} />
            <FlagFilter
              {...list.field('planned')}
              label={t('column.planArrive')}
              yes={t('filter.yes')}
              no={t('filter.no')}
            />
            <ChoiceFilter {...list.field('states')} label={t('filter.state')} type="waybillState" multiple />
            <ChoiceFilter {...list.field('priceStates')} label={t('column.priceState')} type="priceState" multiple />
            <ChoiceFilter {...list.field('payMethods')} label={t('filter.pay')} type="payMethod" multiple />
            <ChoiceFilter {...list.field('invoicings')} label={t('column.invoicing')} type="invoicing" multiple />
            <ChoiceFilter {...list.field('collections')} label={t('column.collection')} type="collection" multiple />
            <ChoiceFilter {...list.field('transModes')} label={t('filter.mode')} type="transMode" multiple />
            <FlagFilter
              {...list.field('urgent')}
              label={t('filter.urgent')}
              yes={t('filter.yes')}
              no={t('filter.no')}
            />
            <FlagFilter {...list.field('hold')} label={t('filter.hold')} yes={t('filter.yes')} no={t('filter.no')} />
            {!isCustomer && (
              <FlagFilter {...list.field('walkIn')} label={t('filter.customerKind')} yes={t('filter.walkInOnly')} />
            )}
          </>
        }
        primary={create || undefined}
        actions={acts.rowActions}
        batch={acts.batchActions}
        totalsLabel={totalsLabel}
        isVoid={(row) => row.state === 'cancelled'}
        onOpen={(row) => void navigate(pathTo('waybill', { no: row.waybillNo }))}
        empty={
          <Empty title={t('empty')} text={mayPlace ? t('emptyHint') : undefined}>
            {create}
          </Empty>
        }
      />
      {acts.dialogs}
    </>
  )
}
