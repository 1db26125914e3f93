import { useQuery } from '@tanstack/react-query'
import { getCompanyChoices } from '@xunyun/contract/companies/calls'
import { getCashAccountChoices } from '@xunyun/contract/money/accounts'
import { pageOf } from '@xunyun/contract/pages'
import { exportPayments, getPayments, getPaymentTotals, paymentTabs } from '@xunyun/contract/payments/calls'
import type { PaymentDirection } from '@xunyun/contract/payments/states'
import { Button } from 'antd'
import { ArrowUpRight, Settings2 } from 'lucide-react'
import { useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useDecideButtons } from '../../shared/action/useDecideButtons.tsx'
import { q } from '../../shared/api/query.ts'
import { useOpen } from '../../shared/form/waiting.ts'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { ChoiceFilter, DayRangeFilter, LookupFilter, OutletFilter, SearchInput } from '../../shared/list/filters.tsx'
import { ListPage } from '../../shared/list/ListPage.tsx'
import { StateTabs } from '../../shared/list/StateTabs.tsx'
import { useList } from '../../shared/list/useList.ts'
import { useRight } from '../../shared/session/session.ts'
import { late } from '../../shared/ui/late.tsx'
import { NewButton } from '../../shared/ui/NewButton.tsx'
import { Empty } from '../../shared/ui/Notice.tsx'
import type { Beginning } from './PaymentForm.tsx'
import { paymentKey } from './paths.ts'
import { paymentColumns } from './paymentColumns.tsx'
import { usePaymentActs } from './usePaymentActs.tsx'

const PaymentForm = late(() => import('./PaymentForm.tsx').then((file) => file.PaymentForm))
const RoundOffDrawer = late(() => import('./RoundOffDrawer.tsx').then((file) => file.RoundOffDrawer))
const RefundCreditForm = late(() => import('./RefundCreditForm.tsx').then((file) => file.RefundCreditForm))
const RefundDoorForm = late(() => import('./RefundDoorForm.tsx').then((file) => file.RefundDoorForm))
const PaymentSheet = late(() => import('./PaymentSheet.tsx').then((file) => file.PaymentSheet))

const tones = { pending: 'orange', toPay: 'orange' } as const

/**
 * Money that came and went, what it settled and what is left (M40). One opens with `?payment=SK…`; `?new=receipt&company=…` begins one,
 * with `&charges=1,2` on these, with `&statement=7` on what it states, with `&amount=30` of so much; `?new=refund&…&charges=1` pays a credit back.
 */
export default function PaymentsPage() {
  const { t } = useTranslation('payments')
  const language = useLanguage()
  const may = useRight('payment')
  const [search, setSearch] = useSearchParams()
  const [open, setOpen] = useOpen<PaymentDirection>()
  const [asking, setAsking] = useOpen<'setting'>()
  const list = useList({ call: getPayments, totals: getPaymentTotals, exportCall: exportPayments })
  const maySeeStatements = useRight('statement').browse
  const columns = useMemo(() => paymentColumns(maySeeStatements), [maySeeStatements])
  const acts = usePaymentActs(list.keepRefused)
  const decideButtons = useDecideButtons(list.rows)
  const counts = list.totals?.tabs
  const set = (change: Readonly<Record<string, string | null>>) => {
    const next = new URLSearchParams(search)
    for (const [key, value] of Object.entries(change)) {
      if (value === null) next.delete(key)
      else next.set(key, value)
    }
    setSearch(next, { replace: true })
  }
  const no = search.get(paymentKey)
  const found = useQuery({ ...q(getPayments, { tab: 'all', q: no ?? '', pageSize: 20 }), enabled: no !== null })
  const shown = found.data?.rows.find((row) => row.no === no)?.id
  const asked = search.get('new')
  const begun = asked === 'receipt' || asked === 'payment' ? asked : null
  const from = beginningOf(search)
  const refunds = may.edit && asked === 'refund'
  const credit = refunds ? from.chargeIds?.[0] : undefined
  const direction = open ?? (may.edit ? begun : null)
  const made = useRef<PaymentDirection | null>(null)
  const close = () => {
    setOpen(null)
    // What was made is shown where it stands.
    const at = made.current
    made.current = null
    const there = at !== null && { tab: at === 'receipt' ? null : at, page: null }
    if (begun !== null || refunds || at !== null)
      set({
        ...there,
        new: null,
        company: null,
        driver: null,
        waybill: null,
        charges: null,
        statement: null,
        amount: null,
      })
  }
  // A number that a link looks for may be on any tab.
  const isFromLink = useRef(search.has('q') && !search.has('tab'))
  useEffect(() => {
    if (isFromLink.current) set({ tab: 'all' })
    isFromLink.current = false
  })
  const create = may.edit && (
    <>
      <NewButton onClick={() => setOpen('receipt')}>{t('new.receipt')}</NewButton>
      <Button
        icon={<ArrowUpRight size={16} strokeWidth={1.75} aria-hidden="true" />}
        onClick={() => setOpen('payment')}
      >
        {t('new.payment')}
      </Button>
    </>
  )
  return (
    <>
      <ListPage
        list={list}
        label={pageOf('payment').titles[language]}
        columns={columns}
        tabs={
          <StateTabs
            label={t('tabs')}
            value={list.filter.tab}
            onChange={(tab) => list.setFilter({ tab })}
            tabs={[
              ...paymentTabs.map((tab) => ({
                value: tab === 'receipt' ? undefined : tab,
                label: t(`tab.${tab}`),
                count: counts?.[tab],
                tone: tones[tab as keyof typeof tones],
              })),
              { value: 'all' as const, label: t('tab.all'), count: counts?.all },
            ]}
          />
        }
        filters={
          <>
            <SearchInput {...list.field('q')} placeholder={t('q')} />
            <LookupFilter
              {...list.field('companyId')}
              label={t('column.partyName')}
              call={getCompanyChoices}
              width={200}
            />
            <LookupFilter
              {...list.field('cashAccountId')}
              label={t('column.accountName')}
              call={getCashAccountChoices}
            />
            <DayRangeFilter {...list.range('dayFrom', 'dayTo')} label={t('column.day')} />
          </>
        }
        more={
          <>
            <ChoiceFilter {...list.field('direction')} label={t('column.direction')} type="paymentDirection" />
            <ChoiceFilter {...list.field('channels')} label={t('column.channel')} type="cashAccountKind" multiple />
            <ChoiceFilter {...list.field('states')} label={t('column.state')} type="paymentState" multiple />
            <OutletFilter {...list.field('outletId')} label={t('column.outletName')} />
          </>
        }
        primary={
          <>
            {create}
            {may.approve && (
              <Button icon={<Settings2 size={14} strokeWidth={1.75} />} onClick={() => setAsking('setting')}>
                {t('setting.open')}
              </Button>
            )}
          </>
        }
        actions={(row) => [
          ...acts.row(row),
          { key: 'open', label: t('open'), onClick: () => set({ [paymentKey]: row.no }) },
        ]}
        batch={acts.batch}
        cardAction={(row) => decideButtons(acts.row(row))}
        isVoid={(row) => row.state === 'void' || row.state === 'reversed'}
        onOpen={(row) => set({ [paymentKey]: row.no })}
        empty={<Empty title={t('empty')}>{create}</Empty>}
      />
      {direction !== null && (
        <PaymentForm
          direction={direction}
          from={open === null ? from : {}}
          onMade={() => {
            made.current = direction
          }}
          onClose={close}
        />
      )}
      {credit !== undefined && (
        <RefundCreditForm
          chargeId={credit}
          party={from}
          onMade={() => {
            made.current = 'payment'
          }}
          onClose={close}
        />
      )}
      {refunds && credit === undefined && from.waybillNo !== undefined && (
        <RefundDoorForm
          waybillNo={from.waybillNo}
          onMade={() => {
            made.current = 'payment'
          }}
          onClose={close}
        />
      )}
      {shown !== undefined && <PaymentSheet id={shown} onClose={() => set({ [paymentKey]: null })} />}
      {asking === 'setting' && <RoundOffDrawer onClose={() => setAsking(null)} />}
      {acts.dialogs}
    </>
  )
}

const beginningOf = (search: URLSearchParams): Beginning => {
  const [company, driver, waybillNo] = ['company', 'driver', 'waybill'].map((key) => search.get(key))
  const chargeIds = (search.get('charges') ?? '').split(',').filter(Boolean).map(Number)
  const [statement, amount] = [search.get('statement'), search.get('amount')]
  const some = {
    ...(chargeIds.length > 0 ? { chargeIds } : {}),
    ...(statement && company ? { statementId: Number(statement) } : {}),
    ...(amount && /^\d+(\.\d{1,2})?$/.test(amount) ? { amount } : {}),
  }
  if (company) return { companyId: Number(company), ...some }
  if (driver) return { driverId: Number(driver), ...some }
  return waybillNo ? { waybillNo, ...some } : some
}
