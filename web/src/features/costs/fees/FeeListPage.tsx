import { getCompanyChoices } from '@xunyun/contract/companies/calls'
import { exportFees, type FeeRow, type FeeTab, feeTabs, getFees, getFeeTotals } from '@xunyun/contract/costs/feeList'
import { compareDecimal, sumDecimals } from '@xunyun/contract/kernel/decimal'
import { pageOf } from '@xunyun/contract/pages'
import { unallocateCharges, writeOffCharges } from '@xunyun/contract/payments/calls'
import { getUsers } from '@xunyun/contract/system/calls'
import { Button } from 'antd'
import { ArrowUpRight } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { paths, pathTo } from '../../../paths.ts'
import { ReasonDialog } from '../../../shared/action/ReasonDialog.tsx'
import { useBatch } from '../../../shared/action/useBatch.ts'
import { useOpen } from '../../../shared/form/waiting.ts'
import type { RowAction } from '../../../shared/grid/types.ts'
import { useLanguage } from '../../../shared/i18n/useLanguage.ts'
import {
  ChoiceFilter,
  DayRangeFilter,
  FlagFilter,
  LookupFilter,
  OutletFilter,
  SearchInput,
} from '../../../shared/list/filters.tsx'
import { ListPage } from '../../../shared/list/ListPage.tsx'
import { StateTabs } from '../../../shared/list/StateTabs.tsx'
import { useList } from '../../../shared/list/useList.ts'
import { useIsCustomer, useRight } from '../../../shared/session/session.ts'
import { dotted, money } from '../../../shared/ui/format.ts'
import { late } from '../../../shared/ui/late.tsx'
import { NewButton } from '../../../shared/ui/NewButton.tsx'
import { Empty } from '../../../shared/ui/Notice.tsx'
import { toast } from '../../../shared/ui/toasts.ts'
import { adjustedBy, feeColumns, pathOfFee } from './feeColumns.tsx'
import {
  begunWith,
  invoicePathOf,
  isCredit,
  isOfOneParty,
  isOpen,
  isToInvoice,
  isToState,
  moneyPathOf,
  refundPathOf,
  statementPathOf,
  whyNotInvoiced,
} from './feePaths.ts'

const delays = [7, 15, 30, 60, 90, 180] as const

const FeeSheet = late(() => import('./FeeSheet.tsx').then((file) => file.FeeSheet))

/** See what is owed, to us and by us, and why (RT-16/feeList). What is under review is no charge yet, and in no other sum. */
export default function FeeListPage() {
  const { t } = useTranslation(['fees', 'costs', 'ui'])
  const navigate = useNavigate()
  const isCustomer = useIsCustomer()
  const seesCosts = useRight('costView').browse
  const mayAdjust = useRight('incOrDec').edit
  const mayPay = useRight('payment')
  const mayInvoice = useRight('billApply').edit
  const mayState = useRight('statement').edit
  const language = useLanguage()
  const mayWriteOff = useRight('badDebt').edit
  const [shown, setShown] = useState<number | null>(null)
  const [lost, setLost] = useOpen<readonly FeeRow[]>()
  const [freed, setFreed] = useOpen<readonly FeeRow[]>()
  const unallocate = useBatch(unallocateCharges, { title: t('unallocate.done'), refresh: ['/api/Costs/'] })
  const writeOff = useBatch(writeOffCharges, { title: t('badDebt.done'), refresh: ['/api/Costs/'] })
  const list = useList({ call: getFees, totals: getFeeTotals, exportCall: exportFees })
  const counts = list.totals?.tabs
  const isOffered = (tab: FeeTab) =>
    isCustomer ? tab !== 'payable' && tab !== 'pending' : tab !== 'payable' || seesCosts
  /** A charge opens beside the list; what is under review where it is decided. */
  const open = (row: FeeRow) => {
    if (row.pendingKind === null) return setShown(row.id)
    const to =
      row.pendingKind === 'adjustment'
        ? `${pathTo('incOrDecList')}?q=${encodeURIComponent(row.docNo ?? '')}`
        : pathOfFee(row)
    if (to !== undefined) void navigate(to)
  }
  const isLosable = (row: FeeRow) =>
    mayWriteOff &&
    row.direction === 'receivable' &&
    row.pendingKind === null &&
    row.state === 'confirmed' &&
    compareDecimal(row.open, '0') > 0
  const isSettled = (row: FeeRow) =>
    mayPay.approve && row.pendingKind === null && compareDecimal(row.settled, '0') !== 0
  const unallocateOf = (rows: readonly FeeRow[]): RowAction => ({
    key: 'unallocate',
    label: t('unallocate'),
    danger: true,
    onClick: () => setFreed(rows),
  })
  const badDebtOf = (rows: readonly FeeRow[]): RowAction => {
    const no = rows.find(({ badDebtNo }) => badDebtNo !== null)?.badDebtNo
    return {
      key: 'badDebt',
      label: t('badDebt'),
      danger: true,
      refused: no ? t('badDebt.pending', { no }) : null,
      onClick: () => setLost(rows),
    }
  }
  /** What is begun of rows of one party: of several the reason says so. */
  const begin = (
    rows: readonly FeeRow[],
    can: readonly FeeRow[],
    key: string,
    label: string,
    to: (rows: readonly FeeRow[]) => string,
  ) => ({
    key,
    label,
    refused: isOfOneParty(can) ? null : t('oneParty'),
    onClick: () => {
      const begun = begunWith(rows, can)
      if (begun.others > 0) toast.info(t('others', { count: begun.others }))
      // What is settled there is no longer what was chosen here.
      if (rows.length > 1) list.clear()
      void navigate(to(begun.rows))
    },
  })
  const moneyOf = (rows: readonly FeeRow[]): RowAction[] => {
    const can = rows.filter(isOpen)
    const [first] = can
    if (first === undefined || !mayPay.edit) return []
    return [begin(rows, can, 'money', t(first.direction === 'receivable' ? 'receive' : 'pay'), moneyPathOf)]
  }
  const invoiceOf = (rows: readonly FeeRow[]): RowAction => {
    const can = rows.filter(isToInvoice)
    const act = begin(rows, can, 'invoice', pageOf('billApply').titles[language], invoicePathOf)
    return can.length > 0 ? act : { ...act, refused: t('noneToInvoice', { why: whyNotInvoiced(rows, language) }) }
  }
  const statementOf = (rows: readonly FeeRow[]): RowAction[] => {
    const can = rows.filter(isToState)
    return mayState && can.length > 0 ? [begin(rows, can, 'state', t('makeStatement'), () => statementPathOf(can))] : []
  }
  /** Of one row or of several. */
  const moneyActs = (rows: readonly FeeRow[]): RowAction[] => [
    ...(rows.length > 0 && rows.every(isSettled) ? [unallocateOf(rows)] : []),
    ...(rows.length > 0 && rows.every(isLosable) ? [badDebtOf(rows)] : []),
  ]
  const actions = (row: FeeRow): RowAction[] => {
    const to = pathOfFee(row)
    const adjusted = adjustedBy(row)
    return [
      ...moneyOf([row]),
      { key: 'open', label: t('open'), onClick: () => open(row) },
      ...(mayInvoice && isToInvoice(row) ? [invoiceOf([row])] : []),
      ...statementOf([row]),
      ...(mayPay.edit && isCredit(row)
        ? [{ key: 'refund', label: t('refund'), onClick: () => void navigate(refundPathOf(row)) }]
        : []),
      ...(to === undefined ? [] : [{ key: 'of', label: t('openOf'), onClick: () => void navigate(to) }]),
      ...(!isCustomer && compareDecimal(row.settled, '0') !== 0
        ? [
            {
              key: 'records',
              label: t('records'),
              onClick: () => setShown(row.id),
            },
          ]
        : []),
      ...moneyActs([row]),
      ...(mayAdjust && adjusted !== null
        ? [
            {
              key: 'adjust',
              label: t('adjust'),
              onClick: () => void navigate(paths.adjust(adjusted, { feeItem: row.feeItem })),
            },
          ]
        : []),
    ]
  }
  const batch = (rows: readonly FeeRow[]): RowAction[] => [
    ...moneyOf(rows),
    ...(mayInvoice && rows.some(({ direction }) => direction === 'receivable') ? [invoiceOf(rows)] : []),
    ...statementOf(rows),
    ...moneyActs(rows),
  ]
  return (
    <>
      <ListPage
        list={list}
        label={t('list')}
        columns={feeColumns}
        tabs={
          <StateTabs
            label={t('tabs')}
            value={list.filter.tab}
            onChange={(tab) => list.setFilter({ tab })}
            tabs={feeTabs.filter(isOffered).map((tab) => ({
              value: tab === 'receivable' ? undefined : tab,
              label: t(`tab.${tab}`),
              count: counts?.[tab],
              tone: tab === 'pending' ? ('orange' as const) : undefined,
            }))}
          />
        }
        filters={
          <>
            <SearchInput {...list.field('q')} placeholder={t('filter.q')} />
            {!isCustomer && (
              <LookupFilter
                {...list.field('companyId')}
                label={t('filter.party')}
                call={getCompanyChoices}
                width={200}
              />
            )}
            <ChoiceFilter {...list.field('feeItems')} label={t('filter.feeItem')} type="feeItem" multiple />
            <DayRangeFilter {...list.range('dayFrom', 'dayTo')} label={t('filter.day')} />
          </>
        }
        more={
          <>
            <ChoiceFilter {...list.field('sources')} label={t('filter.source')} type="chargeSource" multiple />
            <ChoiceFilter {...list.field('states')} label={t('filter.state')} type="feeState" multiple />
            {seesCosts && (
              <ChoiceFilter {...list.field('direction')} label={t('filter.direction')} type="priceDirection" />
            )}
            <ChoiceFilter {...list.field('invoicing')} label={t('filter.invoicing')} type="feeInvoicing" multiple />
            <FlagFilter
              {...list.field('toInvoice')}
              label={t('costs:column.unapplied')}
              yes={t('filter.toInvoiceOnly')}
            />
            <ChoiceFilter {...list.field('settlement')} label={t('filter.settlement')} type="feeSettlement" multiple />
            <ChoiceFilter {...list.field('payMethods')} label={t('costs:column.payMethod')} type="payMethod" multiple />
            {!isCustomer && <LookupFilter {...list.field('salesmanId')} label={t('filter.salesman')} call={getUsers} />}
            <FlagFilter {...list.field('overdue')} label={t('filter.overdue')} yes={t('filter.overdueOnly')} />
            <ChoiceFilter
              {...list.field('overdueDays')}
              label={t('filter.overdueDays')}
              options={delays.map((days) => ({ value: days, label: t('filter.days', { days }) }))}
            />
            <OutletFilter {...list.field('outletId')} label={t('filter.outlet')} />
          </>
        }
        primary={
          mayPay.edit && (
            <>
              <NewButton onClick={() => void navigate(`${pathTo('payment')}?new=receipt`)}>{t('receive')}</NewButton>
              <Button
                icon={<ArrowUpRight size={16} strokeWidth={1.75} aria-hidden="true" />}
                onClick={() => void navigate(`${pathTo('payment')}?new=payment`)}
              >
                {t('pay')}
              </Button>
            </>
          )
        }
        actions={actions}
        {...(mayPay.edit || mayInvoice || mayState || mayWriteOff || mayPay.approve ? { batch } : {})}
        onOpen={open}
        empty={<Empty title={t('empty')} />}
      />
      {lost && (
        <ReasonDialog
          title={
            lost.length === 1
              ? `${t('badDebt')} ${lost[0]?.ofNo ?? ''}`
              : t('ui:action.many', { act: t('badDebt'), number: lost.length })
          }
          text={dotted(
            [...new Set(lost.flatMap(({ partyName }) => partyName ?? []))].join('、'),
            `${t('costs:column.open')} ${money(
              sumDecimals(
                lost.map(({ open }) => open),
                2,
              ),
            )}`,
          )}
          label={t('badDebt.reason')}
          yes={t('badDebt.yes')}
          danger
          maxLength={300}
          onSubmit={(reason) =>
            writeOff.run({ ids: lost.map(({ id }) => id), reason }, { no: lost[0]?.ofNo ?? undefined })
          }
          onClose={() => setLost(null)}
        />
      )}
      {freed && (
        <ReasonDialog
          title={t('unallocate')}
          label={t('unallocate.reason')}
          yes={t('unallocate')}
          danger
          maxLength={300}
          onSubmit={(reason) =>
            unallocate.run({ ids: freed.map(({ id }) => id), reason }, { no: freed[0]?.ofNo ?? undefined })
          }
          onClose={() => setFreed(null)}
        />
      )}
      {shown !== null && <FeeSheet id={shown} onClose={() => setShown(null)} />}
    </>
  )
}
