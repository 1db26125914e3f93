import { useQuery } from '@tanstack/react-query'
import { getCompanyChoices } from '@xunyun/contract/companies/calls'
import {
  cancelValueAdded,
  exportWarehouseCharges,
  getBillingStatus,
  getWarehouseChargeHistory,
  getWarehouseCharges,
  getWarehouseChargeTotals,
  type WarehouseChargeRow,
  warehouseChargeTabs,
} from '@xunyun/contract/warehouse/billing/charges'
import { getWarehouseChoices } from '@xunyun/contract/warehouse/masters/warehouses'
import { Button } from 'antd'
import { CalendarCheck, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { paths } from '../../../paths.ts'
import { useActs } from '../../../shared/action/useActs.tsx'
import { q } from '../../../shared/api/query.ts'
import { useHistory } from '../../../shared/detail/useHistory.tsx'
import { useOpen } from '../../../shared/form/waiting.ts'
import { ChoiceFilter, DayRangeFilter, LookupFilter, SearchInput } from '../../../shared/list/filters.tsx'
import { ListPage } from '../../../shared/list/ListPage.tsx'
import { ListTabs } from '../../../shared/list/ListTabs.tsx'
import { useList } from '../../../shared/list/useList.ts'
import { useRight } from '../../../shared/session/session.ts'
import { dateTime } from '../../../shared/ui/format.ts'
import { late } from '../../../shared/ui/late.tsx'
import { NewButton } from '../../../shared/ui/NewButton.tsx'
import { Empty } from '../../../shared/ui/Notice.tsx'
import { useWarehouseChargeHistory } from './billingHistory.ts'
import { chargeColumns } from './chargeColumns.tsx'
import { billingPaths } from './paths.ts'

const ChargeDrawer = late(() => import('./ChargeDrawer.tsx').then((file) => file.ChargeDrawer))
const ValueAddedForm = late(() => import('./ValueAddedForm.tsx').then((file) => file.ValueAddedForm))
const RecomputeSheet = late(() => import('./RecomputeSheet.tsx').then((file) => file.RecomputeSheet))
const StatusSheet = late(() => import('./StatusSheet.tsx').then((file) => file.StatusSheet))

const defaults = { filter: { tab: 'open' } } as const

type Open = { readonly what: 'view'; readonly id: number } | { readonly what: 'add' | 'recompute' | 'status' }

/** What customers owe day by day and document by document, and why. */
export function ChargeList({ choose }: { choose: ReactNode }) {
  const { t } = useTranslation('warehouse/billing')
  const may = useRight('quotation')
  const mayAdjust = useRight('incOrDec').edit
  const navigate = useNavigate()
  const [open, setOpen] = useOpen<Open>()
  const list = useList({
    call: getWarehouseCharges,
    totals: getWarehouseChargeTotals,
    exportCall: exportWarehouseCharges,
    defaults,
    name: 'warehouseCharges',
  })
  const status = useQuery(q(getBillingStatus, {}))
  const history = useHistory(getWarehouseChargeHistory, useWarehouseChargeHistory())
  const close = () => setOpen(null)
  const acts = useActs<WarehouseChargeRow>({
    refresh: billingPaths,
    onDone: list.acted,
    word: (key) => t(`act.${key}`),
    nameOf: ({ day }) => day,
    ask: (_, what) => t('cancel.title', { count: typeof what === 'number' ? what : 1 }),
    acts: {
      moreExplain: ([row], single) =>
        single && row
          ? [{ key: 'explain', label: t('act.explain'), onClick: () => setOpen({ what: 'view', id: row.id }) }]
          : [],
      cancel: { call: cancelValueAdded, reason: t('cancel.text'), danger: true },
      moreAdjust: ([row], single) =>
        single && row && mayAdjust && row.state !== 'cancelled'
          ? [{ key: 'adjust', label: t('act.adjust'), onClick: () => void navigate(paths.adjust(`#${row.id}`)) }]
          : [],
      moreHistory: ([row], single) => (single && row ? [history.action(row.id, `${row.customerName} ${row.day}`)] : []),
    },
  })
  const { countedTo, problems, unpriced } = status.data ?? { countedTo: null, problems: [], unpriced: [] }
  const create = may.edit && <NewButton onClick={() => setOpen({ what: 'add' })}>{t('added.new')}</NewButton>
  return (
    <>
      <ListPage
        list={list}
        label={t('view.charge')}
        columns={chargeColumns}
        tabs={
          <ListTabs
            list={list}
            label={t('field.state')}
            tabs={warehouseChargeTabs}
            word={(tab) => t(`chargeTab.${tab}`)}
            all={t('tab.all')}
            allFirst
            tones={{ problems: 'orange' }}
          />
        }
        filters={
          <>
            <SearchInput {...list.field('q')} placeholder={t('filter.charge')} width={200} />
            <LookupFilter
              {...list.field('customerId')}
              label={t('field.customerId')}
              call={getCompanyChoices}
              input={{ roles: ['customer', 'owner', 'settle'] }}
              width={200}
            />
            <ChoiceFilter
              {...list.field('triggers')}
              label={t('field.trigger')}
              type="billingTrigger"
              multiple
              width={160}
            />
            <DayRangeFilter {...list.range('from', 'to')} label={t('field.day')} />
          </>
        }
        more={
          <>
            <LookupFilter {...list.field('warehouseId')} label={t('field.warehouseId')} call={getWarehouseChoices} />
            <ChoiceFilter {...list.field('feeItem')} label={t('field.feeItem')} type="feeItem" width={160} />
          </>
        }
        primary={
          <>
            {choose}
            {create}
            {may.edit && (
              <Button icon={<RotateCw size={14} strokeWidth={1.75} />} onClick={() => setOpen({ what: 'recompute' })}>
                {t('act.recompute')}
              </Button>
            )}
            <Button
              icon={<CalendarCheck size={14} strokeWidth={1.75} />}
              danger={problems.length + unpriced.length > 0}
              title={status.data?.ranAt ? dateTime(status.data.ranAt) : undefined}
              onClick={() => setOpen({ what: 'status' })}
            >
              {countedTo === null ? t('status.never') : t('status.countedTo', { day: countedTo })}
              {unpriced.length > 0 && ` · ${t('unpriced.count', { count: unpriced.length })}`}
            </Button>
          </>
        }
        actions={acts.row}
        batch={acts.batch}
        isVoid={(row) => row.state === 'cancelled'}
        onOpen={(row) => setOpen({ what: 'view', id: row.id })}
        empty={<Empty title={t('empty.charge')} text={t('empty.chargeHint')} />}
      />
      {open?.what === 'view' && <ChargeDrawer id={open.id} onClose={close} />}
      {history.drawer}
      {open?.what === 'add' && <ValueAddedForm onClose={close} />}
      {open?.what === 'recompute' && <RecomputeSheet onClose={close} />}
      {open?.what === 'status' && <StatusSheet status={status.data} onClose={close} />}
      {acts.dialogs}
    </>
  )
}
