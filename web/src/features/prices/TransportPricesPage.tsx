import { getCompanyChoices } from '@xunyun/contract/companies/calls'
import {
  deleteTransportPrices,
  exportTransportPrices,
  getTransportPriceHistory,
  getTransportPrices,
  getTransportPriceTotals,
  newPriceVersion,
  type PriceRow,
  priceTabs,
  stopTransportPrices,
  submitTransportPrices,
  withdrawTransportPrices,
} from '@xunyun/contract/prices/calls'
import type { PriceAction } from '@xunyun/contract/prices/states'
import { Button } from 'antd'
import { Calculator } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ReasonDialog } from '../../shared/action/ReasonDialog.tsx'
import { useAction } from '../../shared/action/useAction.ts'
import { useBatch } from '../../shared/action/useBatch.ts'
import { useComments } from '../../shared/detail/useComments.tsx'
import { useOpen } from '../../shared/form/waiting.ts'
import type { RowAction } from '../../shared/grid/types.ts'
import { ImportButton } from '../../shared/import/ImportButton.tsx'
import { ChoiceFilter, LookupFilter, RegionFilter, SearchInput } from '../../shared/list/filters.tsx'
import { ListPage } from '../../shared/list/ListPage.tsx'
import { StateTabs } from '../../shared/list/StateTabs.tsx'
import type { BatchAction } from '../../shared/list/Toolbar.tsx'
import { useList } from '../../shared/list/useList.ts'
import { useIsCustomer, useRight } from '../../shared/session/session.ts'
import { confirm } from '../../shared/ui/confirm.ts'
import { late } from '../../shared/ui/late.tsx'
import { NewButton } from '../../shared/ui/NewButton.tsx'
import { Empty } from '../../shared/ui/Notice.tsx'
import { pricePaths } from './paths.ts'
import { priceColumns, priceStatus } from './priceColumns.tsx'
import { usePriceHistory } from './priceHistory.ts'

const PriceForm = late(() => import('./PriceForm.tsx').then((file) => file.PriceForm))
const CalculatorSheet = late(() => import('./CalculatorSheet.tsx').then((file) => file.CalculatorSheet))
const AdjustDialog = late(() => import('./AdjustDialog.tsx').then((file) => file.AdjustDialog))
const HistoryDrawer = late(() => import('../../shared/detail/HistoryDrawer.tsx').then((file) => file.HistoryDrawer))

const defaults = { filter: { tab: 'active' } } as const

type Open =
  | { readonly what: 'form'; readonly price: PriceRow | number | null }
  | { readonly what: 'history'; readonly price: PriceRow }
  | { readonly what: 'calculator'; readonly price: PriceRow | null }
  | { readonly what: 'adjust' | 'stop'; readonly prices: readonly PriceRow[] }

/** Keep rates in force; know a price before saying it. */
export default function TransportPricesPage() {
  const { t } = useTranslation('prices')
  const may = useRight('transportPrice')
  const [open, setOpen] = useOpen<Open>()
  const list = useList({
    call: getTransportPrices,
    totals: getTransportPriceTotals,
    exportCall: exportTransportPrices,
    defaults,
  })
  const talk = useComments('transportPrice')
  const history = usePriceHistory()
  const common = { refresh: pricePaths, onDone: list.clear }
  const submit = useBatch(submitTransportPrices, { title: t('act.submit'), ...common })
  const withdraw = useBatch(withdrawTransportPrices, { title: t('act.withdraw'), ...common })
  const stop = useBatch(stopTransportPrices, { title: t('act.stop'), ...common })
  const remove = useBatch(deleteTransportPrices, { title: t('act.delete'), ...common })
  const version = useAction(newPriceVersion, { refresh: pricePaths })
  const quietly = (running: Promise<unknown>) => void running.catch(() => undefined)
  const idsOf = (rows: readonly PriceRow[]) => rows.map(({ id }) => id)
  const counts = list.totals?.tabs
  const isCustomer = useIsCustomer()
  const close = () => setOpen(null)

  const ask = async (rows: readonly PriceRow[]) => {
    const [first] = rows
    const title =
      first && rows.length === 1 ? t('delete.one', { name: first.name }) : t('delete.many', { count: rows.length })
    const yes = await confirm({ title, text: t('delete.text'), yes: t('act.delete'), danger: true })
    if (yes) await remove.run({ ids: idsOf(rows) })
  }
  const beginVersion = async (row: PriceRow) => {
    const { id } = await version.run({ id: row.id })
    setOpen({ what: 'form', price: id })
  }
  const run: Record<PriceAction, (rows: readonly PriceRow[]) => void> = {
    edit: ([row]) => row && setOpen({ what: 'form', price: row }),
    submit: (rows) => quietly(submit.run({ ids: idsOf(rows) })),
    withdraw: (rows) => quietly(withdraw.run({ ids: idsOf(rows) })),
    newVersion: ([row]) => row && quietly(beginVersion(row)),
    extend: (rows) => setOpen({ what: 'adjust', prices: rows }),
    stop: (rows) => setOpen({ what: 'stop', prices: rows }),
    delete: (rows) => quietly(ask(rows)),
  }
  const shownFor = (row: PriceRow) => row.actions.filter((action) => action !== 'extend')
  const actions = (row: PriceRow): RowAction[] => [
    ...shownFor(row)
      .filter((action) => action !== 'stop' && action !== 'delete')
      .map((action) => ({ key: action, label: t(`act.${action}`), onClick: () => run[action]([row]) })),
    { key: 'calculate', label: t('act.calculate'), onClick: () => setOpen({ what: 'calculator', price: row }) },
    ...talk.rowAction(row.id, row.name),
    { key: 'versions', label: t('act.versions'), onClick: () => list.setFilter({ lineId: row.lineId, tab: null }) },
    { key: 'history', label: t('act.history'), onClick: () => setOpen({ what: 'history', price: row }) },
    ...shownFor(row)
      .filter((action) => action === 'stop' || action === 'delete')
      .map((action) => ({ key: action, label: t(`act.${action}`), onClick: () => run[action]([row]), danger: true })),
  ]
  const batch = (rows: readonly PriceRow[]): BatchAction[] =>
    (['submit', 'extend', 'stop', 'delete'] as const)
      .filter((action) => rows.some((row) => row.actions.includes(action)))
      .map((action) => ({
        key: action,
        label: t(`act.${action}`),
        danger: action === 'stop' || action === 'delete',
        onClick: () => run[action](rows.filter((row) => row.actions.includes(action))),
      }))

  const calculator = (
    <Button
      icon={<Calculator size={14} strokeWidth={1.75} />}
      onClick={() => setOpen({ what: 'calculator', price: null })}
    >
      {t('act.calculate')}
    </Button>
  )
  const create = may.edit && <NewButton onClick={() => setOpen({ what: 'form', price: null })}>{t('new')}</NewButton>
  const stopping = open?.what === 'stop' ? open.prices : []
  return (
    <>
      <ListPage
        list={list}
        label={t('list')}
        columns={priceColumns}
        tabs={
          <StateTabs
            label={t('field.status')}
            value={list.filter.tab}
            onChange={(tab) => list.setFilter({ tab })}
            tabs={[
              // A customer's account is not told of what is only being prepared.
              ...priceTabs
                .filter((tab) => !isCustomer || !['draft', 'pending'].includes(tab))
                .map((tab) => ({
                  value: tab,
                  label: t(`tab.${tab}`),
                  count: counts?.[tab],
                  tone: tab === 'pending' || tab === 'expiring' ? ('orange' as const) : undefined,
                })),
              { value: undefined, label: t('tab.all'), count: counts?.all },
            ]}
          />
        }
        filters={
          <>
            <SearchInput {...list.field('q')} placeholder={t('filter.q')} />
            <LookupFilter
              {...list.field('companyId')}
              label={t('field.companyId')}
              call={getCompanyChoices}
              width={200}
            />
            <ChoiceFilter {...list.field('direction')} label={t('field.direction')} type="priceDirection" />
            <RegionFilter {...list.field('from')} label={t('field.from')} />
            <RegionFilter {...list.field('to')} label={t('field.to')} />
          </>
        }
        more={
          <>
            <ChoiceFilter {...list.field('bases')} label={t('field.basis')} type="priceBasis" multiple width={160} />
            <ChoiceFilter {...list.field('transModes')} label={t('field.transMode')} type="transMode" multiple />
            <ChoiceFilter {...list.field('serviceTypes')} label={t('field.serviceType')} type="serviceType" multiple />
          </>
        }
        primary={
          <>
            {create}
            {may.edit && <ImportButton page="transportPrice" refresh={pricePaths} />}
            {calculator}
          </>
        }
        actions={actions}
        batch={batch}
        isVoid={(row) => priceStatus(row) === 'ended'}
        onOpen={(row) => setOpen({ what: 'form', price: row })}
        empty={
          <Empty title={t('empty')} text={may.edit ? t('emptyHint') : undefined}>
            {create}
          </Empty>
        }
      />
      {talk.sheet}
      {open?.what === 'form' && <PriceForm price={open.price} onClose={close} />}
      {open?.what === 'calculator' && <CalculatorSheet price={open.price} onClose={close} />}
      {open?.what === 'adjust' && <AdjustDialog prices={open.prices} onDone={list.clear} onClose={close} />}
      {open?.what === 'stop' && (
        <ReasonDialog
          title={
            stopping.length === 1
              ? t('stop.one', { name: stopping[0]?.name ?? '' })
              : t('stop.many', { count: stopping.length })
          }
          text={t('stop.text')}
          yes={t('act.stop')}
          danger
          onClose={close}
          onSubmit={(reason) => stop.run({ ids: idsOf(stopping), reason })}
        />
      )}
      {open?.what === 'history' && (
        <HistoryDrawer
          title={`${open.price.name} v${open.price.versionNo}`}
          call={getTransportPriceHistory}
          id={open.price.id}
          {...history}
          onClose={close}
        />
      )}
    </>
  )
}
