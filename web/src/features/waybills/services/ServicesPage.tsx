import { getCompanyChoices } from '@xunyun/contract/companies/calls'
import {
  deleteServices,
  exportServices,
  getServices,
  getServiceTotals,
  type ServiceRow,
  type ServiceTab,
  serviceTabs,
} from '@xunyun/contract/waybills/services'
import { Button } from 'antd'
import { Percent } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { paths, pathTo } from '../../../paths.ts'
import { useBatch } from '../../../shared/action/useBatch.ts'
import { useOpen } from '../../../shared/form/waiting.ts'
import type { RowAction } from '../../../shared/grid/types.ts'
import { ChoiceFilter, DayRangeFilter, LookupFilter, OutletFilter, SearchInput } from '../../../shared/list/filters.tsx'
import { ListPage } from '../../../shared/list/ListPage.tsx'
import { ListTabs } from '../../../shared/list/ListTabs.tsx'
import { useList } from '../../../shared/list/useList.ts'
import { useRight } from '../../../shared/session/session.ts'
import { confirm } from '../../../shared/ui/confirm.ts'
import { late } from '../../../shared/ui/late.tsx'
import { NewButton } from '../../../shared/ui/NewButton.tsx'
import { Empty } from '../../../shared/ui/Notice.tsx'
import { useWaybillActs } from '../useWaybillActs.tsx'
import { servicePaths } from './paths.ts'
import { serviceColumns } from './serviceColumns.tsx'

const ServiceForm = late(() => import('./ServiceForm.tsx').then((file) => file.ServiceForm))
const RatesSheet = late(() => import('./RatesSheet.tsx').then((file) => file.RatesSheet))

const tones: Partial<Record<ServiceTab, 'orange'>> = { notice: 'orange' }

type Open = { readonly what: 'form'; readonly service: ServiceRow | null } | { readonly what: 'rates' }

/** Add services after placing; release held goods. */
export default function ServicesPage() {
  const { t } = useTranslation(['waybills', 'ui'])
  const navigate = useNavigate()
  const may = useRight('addServices')
  const mayAdjust = useRight('incOrDec').edit
  const mayRelease = useRight('allWayBill').approve
  const [open, setOpen] = useOpen<Open>()
  const list = useList({ call: getServices, totals: getServiceTotals, exportCall: exportServices })
  const remove = useBatch(deleteServices, { title: t('service.deleted'), refresh: servicePaths, onDone: list.acted })
  const acts = useWaybillActs()
  const quietly = (running: Promise<unknown>) => void running.catch(() => undefined)

  const ask = async (rows: readonly ServiceRow[]) => {
    const yes = await confirm({
      title: t('service.deleteTitle', { count: rows.length }),
      text: t('service.deleteText'),
      yes: t('service.delete'),
      danger: true,
    })
    if (yes) await remove.run({ ids: rows.map(({ id }) => id) })
  }
  /** What the customer agreed to is changed by 费用增减 (T21). */
  const isAdjusted = ({ open, priceState, state }: ServiceRow) =>
    !open && priceState === 'confirmed' && state !== 'cancelled'
  const fixed = (row: ServiceRow) => (row.open ? null : t('service.fixed'))
  const actions = (row: ServiceRow): RowAction[] => [
    ...(may.edit
      ? [
          {
            key: 'change',
            label: t('ui:master.change'),
            ...(mayAdjust && isAdjusted(row)
              ? { onClick: () => void navigate(paths.adjust(row.waybillNo)) }
              : { refused: fixed(row), onClick: () => setOpen({ what: 'form', service: row }) }),
          },
        ]
      : []),
    ...(mayRelease && row.hold
      ? [
          {
            key: 'release',
            label: t('act.release'),
            onClick: () =>
              acts.run.release({
                id: row.waybillId,
                waybillNo: row.waybillNo,
                state: row.state,
                hold: row.hold,
                unarranged: 0,
                version: row.version,
                actions: [{ key: 'release' }],
                pieces: row.pieces,
              }),
          },
        ]
      : []),
    ...(may.approve
      ? [
          {
            key: 'delete',
            label: t('service.delete'),
            danger: true,
            refused: fixed(row),
            onClick: () => quietly(ask([row])),
          },
        ]
      : []),
  ]
  const create = may.edit && (
    <>
      <NewButton onClick={() => setOpen({ what: 'form', service: null })}>{t('service.add')}</NewButton>
      <Button icon={<Percent size={14} strokeWidth={1.75} />} onClick={() => setOpen({ what: 'rates' })}>
        {t('service.rates')}
      </Button>
    </>
  )
  return (
    <>
      <ListPage
        list={list}
        label={t('service.list')}
        columns={serviceColumns}
        tabs={
          <ListTabs
            list={list}
            label={t('service.type')}
            tabs={serviceTabs}
            word={(tab) => t(`service.tab.${tab}`)}
            all={t('tab.all')}
            allFirst
            tones={tones}
          />
        }
        filters={
          <>
            <SearchInput {...list.field('q')} placeholder={t('filter.q')} />
            <LookupFilter {...list.field('customerId')} label={t('filter.customer')} call={getCompanyChoices} />
            <ChoiceFilter {...list.field('types')} label={t('service.type')} type="addedService" multiple width={160} />
            <DayRangeFilter {...list.range('bizFrom', 'bizTo')} label={t('filter.bizDate')} />
          </>
        }
        more={
          <>
            <OutletFilter {...list.field('outletId')} label={t('filter.outlet')} />
            <ChoiceFilter {...list.field('payers')} label={t('service.payer')} type="servicePayer" multiple />
            <ChoiceFilter {...list.field('priceStates')} label={t('column.priceState')} type="priceState" multiple />
            <ChoiceFilter {...list.field('states')} label={t('filter.state')} type="waybillState" multiple />
          </>
        }
        primary={create || undefined}
        actions={actions}
        batch={(rows) =>
          may.approve
            ? [{ key: 'delete', label: t('service.delete'), danger: true, onClick: () => quietly(ask(rows)) }]
            : []
        }
        onOpen={(row) => void navigate(pathTo('waybill', { no: row.waybillNo }))}
        empty={<Empty title={t('service.empty')} text={may.edit ? t('service.emptyHint') : undefined} />}
      />
      {acts.dialogs}
      {open?.what === 'form' && <ServiceForm service={open.service} onClose={() => setOpen(null)} />}
      {open?.what === 'rates' && <RatesSheet onClose={() => setOpen(null)} />}
    </>
  )
}
