import { getCompanyChoices } from '@xunyun/contract/companies/calls'
import { isAble } from '@xunyun/contract/kernel/ability'
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
import { Button } from 'antd'
import { Calculator } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../shared/action/useAction.ts'
import { useActs } from '../../shared/action/useActs.tsx'
import { useComments } from '../../shared/detail/useComments.tsx'
import { useHistory } from '../../shared/detail/useHistory.tsx'
import { useOpen } from '../../shared/form/waiting.ts'
import type { RowAction } from '../../shared/grid/types.ts'
import { ImportButton } from '../../shared/import/ImportButton.tsx'
import { ChoiceFilter, LookupFilter, RegionFilter, SearchInput } from '../../shared/list/filters.tsx'
import { ListPage } from '../../shared/list/ListPage.tsx'
import { StateTabs } from '../../shared/list/StateTabs.tsx'
import { useList } from '../../shared/list/useList.ts'
import { useIsCustomer, useRight } from '../../shared/session/session.ts'
import { late } from '../../shared/ui/late.tsx'
import { NewButton } from '../../shared/ui/NewButton.tsx'
import { Empty } from '../../shared/ui/Notice.tsx'
import { pricePaths } from './paths.ts'
import { priceColumns, priceStatus } from './priceColumns.tsx'
import { usePriceHistory } from './priceHistory.ts'

const PriceForm = late(() => import('./PriceForm.tsx').then((file) => file.PriceForm))
const CalculatorSheet = late(() => import('./CalculatorSheet.tsx').then((file) => file.CalculatorSheet))
const AdjustDialog = late(() => import('./AdjustDialog.tsx').then((file) => file.AdjustDialog))

const defaults = { filter: { tab: 'active' } } as const

type Open =
  | { readonly what: 'form'; readonly price: PriceRow | number | null }
  | { readonly what: 'calculator'; readonly price: PriceRow | null }
  | { readonly what: 'adjust'; readonly prices: readonly PriceRow[] }

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
  const history = useHistory(getTransportPriceHistory, usePriceHistory())
  const version = useAction(newPriceVersion, { refresh: pricePaths })
  const counts = list.totals?.tabs
  const isCustomer = useIsCustomer()
  const close = () => setOpen(null)

  const beginVersion = async (row: PriceRow) => {
    const { id } = await version.run({ id: row.id })
    setOpen({ what: 'form', price: id })
  }
  const acts = useActs<PriceRow>({
    refresh: pricePaths,
    onDone: list.acted,
    word: (key) => t(`act.${key}`),
    nameOf: ({ name }) => name,
    ask: (key, what) => {
      const [one, many] =
        key === 'stop' ? (['stop.one', 'stop.many'] as const) : (['delete.one', 'delete.many'] as const)
      return typeof what === 'string' ? t(one, { name: what }) : t(many, { count: what })
    },
    acts: {
      edit: { single: true, open: ([row]) => row && setOpen({ what: 'form', price: row }) },
      submit: { call: submitTransportPrices },
      withdraw: { call: withdrawTransportPrices },
      newVersion: { single: true, open: ([row]) => row && beginVersion(row) },
      moreExtend: (prices, single) =>
        single || !prices.some((row) => isAble(row, 'extend'))
          ? []
          : [{ key: 'extend', label: t('act.extend'), onClick: () => setOpen({ what: 'adjust', prices }) }],
      moreOfOne: ([row], single) => (single && row ? others(row) : []),
      stop: { call: stopTransportPrices, reason: t('stop.text'), danger: true },
      delete: { call: deleteTransportPrices, confirm: t('delete.text'), danger: true },
    },
  })
  const others = (row: PriceRow): RowAction[] => [
    { key: 'calculate', label: t('act.calculate'), onClick: () => setOpen({ what: 'calculator', price: row }) },
    ...talk.rowAction(row.id, row.name),
    { key: 'versions', label: t('act.versions'), onClick: () => list.setFilter({ lineId: row.lineId, tab: null }) },
    history.action(row.id, `${row.name} v${row.versionNo}`),
  ]

  const calculator = (
    <Button
      icon={<Calculator size={14} strokeWidth={1.75} />}
      onClick={() => setOpen({ what: 'calculator', price: null })}
    >
      {t('act.calculate')}
    </Button>
  )
  const create = may.edit && <NewButton onClick={() => setOpen({ what: 'form', price: null })}>{t('new')}</NewButton>
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
        actions={acts.row}
        batch={acts.batch}
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
      {open?.what === 'adjust' && <AdjustDialog prices={open.prices} onDone={list.acted} onClose={close} />}
      {acts.dialogs}
      {history.drawer}
    </>
  )
}
