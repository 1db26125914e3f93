import { wordFor } from '@xunyun/contract/dictionary'
import {
  exportPhoneOrders,
  getClerks,
  getPhoneOrderHistory,
  getPhoneOrders,
  getPhoneOrderTotals,
} from '@xunyun/contract/mobileOrders/calls'
import { phoneOrderStates } from '@xunyun/contract/mobileOrders/states'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useComments } from '../../shared/detail/useComments.tsx'
import { useHistory } from '../../shared/detail/useHistory.tsx'
import { useOpen } from '../../shared/form/waiting.ts'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import {
  ChoiceFilter,
  DayRangeFilter,
  LookupFilter,
  OutletFilter,
  RegionFilter,
  SearchInput,
} from '../../shared/list/filters.tsx'
import { ListPage } from '../../shared/list/ListPage.tsx'
import { StateTabs } from '../../shared/list/StateTabs.tsx'
import { useList } from '../../shared/list/useList.ts'
import { useRight, useSession } from '../../shared/session/session.ts'
import { CallLink } from '../../shared/ui/CallLink.tsx'
import { late } from '../../shared/ui/late.tsx'
import { NewButton } from '../../shared/ui/NewButton.tsx'
import { Empty } from '../../shared/ui/Notice.tsx'
import { orderColumns } from './orderColumns.tsx'
import { useOrderHistory } from './orderHistory.ts'
import { useOrderActs } from './useOrderActs.tsx'

const TakeForm = late(() => import('./TakeForm.tsx').then((file) => file.TakeForm))
const OrderDrawer = late(() => import('./OrderDrawer.tsx').then((file) => file.OrderDrawer))

const defaults = { filter: { tab: 'new' } } as const

/** Answer orders in minutes; one waybill of each. An order opens in a drawer that has an address: `?order=12`. */
export default function MobileOrdersPage() {
  const { t } = useTranslation('mobileOrders')
  const language = useLanguage()
  const [search, setSearch] = useSearchParams()
  const isCustomer = useSession((session) => session.userInfo?.scope === 'customer')
  const mayTake = useRight('phoneList').edit && !isCustomer
  const [taking, setTaking] = useOpen<'take'>()
  const list = useList({
    call: getPhoneOrders,
    totals: getPhoneOrderTotals,
    exportCall: exportPhoneOrders,
    defaults,
  })
  const acts = useOrderActs({ onDone: list.acted })
  const talk = useComments('phoneOrder')
  const history = useHistory(getPhoneOrderHistory, useOrderHistory())
  const counts = list.totals?.tabs
  const open = (id: number | null) => {
    const next = new URLSearchParams(search)
    if (id === null) next.delete('order')
    else next.set('order', String(id))
    setSearch(next, { replace: true })
  }
  const opened = Number(search.get('order'))
  const take = mayTake && <NewButton onClick={() => setTaking('take')}>{t('take')}</NewButton>
  return (
    <>
      <ListPage
        list={list}
        label={t('list')}
        columns={orderColumns}
        tabs={
          <StateTabs
            label={t('field.state')}
            value={list.filter.tab}
            onChange={(tab) => list.setFilter({ tab })}
            tabs={phoneOrderStates.map((state) => ({
              value: state,
              label: wordFor('phoneOrderState', state, language),
              count: counts?.[state],
              tone: state === 'new' ? ('orange' as const) : undefined,
            }))}
          />
        }
        filters={
          <>
            <SearchInput {...list.field('q')} placeholder={t('filter.q')} />
            <RegionFilter {...list.field('from')} label={t('filter.from')} />
            <RegionFilter {...list.field('to')} label={t('filter.to')} />
            <DayRangeFilter {...list.range('planFrom', 'planTo')} label={t('field.planPickup')} />
            <OutletFilter {...list.field('outletId')} label={t('field.outlet')} />
          </>
        }
        more={
          <>
            <ChoiceFilter
              {...list.field('channels')}
              label={t('field.channel')}
              type="orderChannel"
              multiple
              width={180}
            />
            {!isCustomer && (
              <LookupFilter {...list.field('acceptedBy')} label={t('field.acceptedBy')} call={getClerks} />
            )}
          </>
        }
        primary={take || undefined}
        actions={(row) => {
          const own = acts.row(row)
          const rest = isCustomer ? [] : [...talk.rowAction(row.id, row.orderNo), history.action(row.id, row.orderNo)]
          return [...own.filter(({ danger }) => !danger), ...rest, ...own.filter(({ danger }) => danger)]
        }}
        cardAction={(row) => {
          const next = acts.row(row).find(({ key }) => key === 'accept' || key === 'convert')
          return (
            <>
              <CallLink phone={row.callerPhone} name={row.callerName ?? row.orderNo} />
              {next && (
                <Button size="small" onClick={next.onClick}>
                  {next.label}
                </Button>
              )}
            </>
          )
        }}
        batch={acts.batch}
        isVoid={(row) => row.state === 'cancelled'}
        onOpen={(row) => open(row.id)}
        empty={
          <Empty title={t('empty')} text={mayTake ? t('emptyHint') : undefined}>
            {take}
          </Empty>
        }
      />
      {acts.dialogs}
      {talk.sheet}
      {opened > 0 && <OrderDrawer id={opened} onClose={() => open(null)} />}
      {taking && <TakeForm onClose={() => setTaking(null)} />}
      {history.drawer}
    </>
  )
}
