import { type CodRow, codTabs, exportCods, getCods, getCodTotals } from '@xunyun/contract/collections/cod'
import { getCompanyChoices } from '@xunyun/contract/companies/calls'
import { compareDecimal } from '@xunyun/contract/kernel/decimal'
import { pageOf } from '@xunyun/contract/pages'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { pathTo } from '../../paths.ts'
import { useActs } from '../../shared/action/useActs.tsx'
import { useOpen } from '../../shared/form/waiting.ts'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { DayRangeFilter, LookupFilter, OutletFilter, SearchInput } from '../../shared/list/filters.tsx'
import { ListPage } from '../../shared/list/ListPage.tsx'
import { StateTabs } from '../../shared/list/StateTabs.tsx'
import { useList } from '../../shared/list/useList.ts'
import { useRight } from '../../shared/session/session.ts'
import { late } from '../../shared/ui/late.tsx'
import { Empty } from '../../shared/ui/Notice.tsx'
import { codColumns, codDifferenceColumns } from './codColumns.tsx'
import { collectionPaths, handInKey, payoutKey } from './paths.ts'

const PayoutForm = late(() => import('./PayoutForm.tsx').then((file) => file.PayoutForm))

const defaults = { filter: { tab: 'collected' } } as const
const tones = { handedIn: 'orange', difference: 'red' } as const

/** COD by waybill: who has it, since when, and what is still owed to the customer (M46). */
export function CodList({ choose }: { choose: ReactNode }) {
  const { t } = useTranslation('collections')
  const language = useLanguage()
  const navigate = useNavigate()
  const [, setSearch] = useSearchParams()
  const maySee = useRight('allWayBill').browse
  const mayHandIn = useRight('handIn').browse
  const mayPay = useRight('payment').edit
  const [open, setOpen] = useOpen<readonly CodRow[]>()
  const list = useList({ call: getCods, totals: getCodTotals, exportCall: exportCods, defaults })
  const counts = list.totals?.tabs
  const acts = useActs<CodRow>({
    refresh: collectionPaths,
    word: () => t('act.payOut'),
    nameOf: ({ waybillNo }) => waybillNo,
    acts: { payOut: { open: (rows) => setOpen(rows) } },
  })
  /** 应退 is paid back, 应补 is received, of the waybill's party. */
  const doorAct = ({ waybillNo, creditId, doorAdvance, toTake }: CodRow) => {
    const of = (form: string) => () =>
      void navigate(`${pathTo('payment')}?new=${form}&waybill=${encodeURIComponent(waybillNo)}`)
    if (creditId !== null) return [{ key: 'refund', label: t('cod.refund'), onClick: of(`refund&charges=${creditId}`) }]
    if (compareDecimal(doorAdvance, '0') > 0) return [{ key: 'refund', label: t('cod.refund'), onClick: of('refund') }]
    return compareDecimal(toTake, '0') > 0
      ? [{ key: 'take', label: t('cod.take'), onClick: of(`receipt&amount=${toTake}`) }]
      : []
  }
  const waybill = ({ waybillNo }: CodRow) => void navigate(pathTo('waybill', { no: waybillNo }))
  return (
    <>
      <ListPage
        list={list}
        label={pageOf('cod').titles[language]}
        columns={list.filter.tab === 'difference' ? codDifferenceColumns : codColumns}
        tabs={
          <StateTabs
            label={t('cod.state')}
            value={list.filter.tab}
            onChange={(tab) => list.setFilter({ tab })}
            tabs={[
              ...codTabs.map((tab) => ({
                value: tab,
                label: t(`codTab.${tab}`),
                count: counts?.[tab],
                tone: tones[tab as keyof typeof tones],
              })),
              { value: 'all' as const, label: t('tab.all'), count: counts?.all },
            ]}
          />
        }
        filters={
          <>
            <SearchInput {...list.field('q')} placeholder={t('codQ')} />
            <LookupFilter
              {...list.field('customerId')}
              label={t('cod.customerName')}
              call={getCompanyChoices}
              width={200}
            />
            <DayRangeFilter {...list.range('dayFrom', 'dayTo')} label={t('cod.bizDate')} />
          </>
        }
        more={<OutletFilter {...list.field('outletId')} label={t('cod.outletName')} />}
        primary={choose}
        actions={(row) => [
          ...acts.row(row),
          ...(mayPay ? doorAct(row) : []),
          ...(maySee ? [{ key: 'waybill', label: t('open'), onClick: () => waybill(row) }] : []),
          ...(mayHandIn && row.handInNo !== null
            ? [
                {
                  key: 'handIn',
                  label: t('toHandIn'),
                  onClick: () => void navigate(`${pathTo('handIn')}?tab=all&${handInKey}=${row.handInNo}`),
                },
              ]
            : []),
          ...(row.payoutNo !== null
            ? [
                {
                  key: 'payout',
                  label: t('toPayout'),
                  onClick: () => setSearch({ view: 'payouts', [payoutKey]: row.payoutNo ?? '' }),
                },
              ]
            : []),
        ]}
        batch={acts.batch}
        onOpen={maySee ? waybill : undefined}
        empty={<Empty title={t(list.filter.tab === 'difference' ? 'codNoDifference' : 'codEmpty')} />}
      />
      {open !== null && (
        <PayoutForm waybillIds={open.map(({ id }) => id)} onMade={list.acted} onClose={() => setOpen(null)} />
      )}
      {acts.dialogs}
    </>
  )
}
