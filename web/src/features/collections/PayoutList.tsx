import { useQuery } from '@tanstack/react-query'
import { exportCodPayouts, getCodPayouts, getCodPayoutTotals } from '@xunyun/contract/collections/cod'
import { getCompanyChoices } from '@xunyun/contract/companies/calls'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useDecideButtons } from '../../shared/action/useDecideButtons.tsx'
import { q } from '../../shared/api/query.ts'
import { ChoiceFilter, DayRangeFilter, LookupFilter, OutletFilter, SearchInput } from '../../shared/list/filters.tsx'
import { ListPage } from '../../shared/list/ListPage.tsx'
import { useList } from '../../shared/list/useList.ts'
import { late } from '../../shared/ui/late.tsx'
import { Empty } from '../../shared/ui/Notice.tsx'
import { payoutKey } from './paths.ts'
import { payoutColumns } from './payoutColumns.tsx'
import { usePayoutActs } from './usePayoutActs.tsx'

const PayoutSheet = late(() => import('./PayoutSheet.tsx').then((file) => file.PayoutSheet))

/** What of COD was paid to customers, or waits to be (DK). */
export function PayoutList({ choose }: { choose: ReactNode }) {
  const { t } = useTranslation('collections')
  const [search, setSearch] = useSearchParams()
  const list = useList({
    call: getCodPayouts,
    totals: getCodPayoutTotals,
    exportCall: exportCodPayouts,
    name: 'codPayouts',
  })
  const acts = usePayoutActs(list.keepRefused)
  const decideButtons = useDecideButtons(list.rows)
  const show = (no: string | null) => {
    const next = new URLSearchParams(search)
    if (no === null) next.delete(payoutKey)
    else next.set(payoutKey, no)
    setSearch(next, { replace: true })
  }
  const no = search.get(payoutKey)
  const found = useQuery({ ...q(getCodPayouts, { q: no ?? '', pageSize: 20 }), enabled: no !== null })
  const shown = found.data?.rows.find((row) => row.no === no)?.id
  return (
    <>
      <ListPage
        list={list}
        label={t('view.payouts')}
        columns={payoutColumns}
        filters={
          <>
            <SearchInput {...list.field('q')} placeholder={t('payoutQ')} />
            <LookupFilter
              {...list.field('companyId')}
              label={t('payout.payeeName')}
              call={getCompanyChoices}
              width={200}
            />
            <ChoiceFilter {...list.field('states')} label={t('payout.state')} type="paymentState" multiple />
            <DayRangeFilter {...list.range('dayFrom', 'dayTo')} label={t('payout.createdAt')} />
          </>
        }
        more={<OutletFilter {...list.field('outletId')} label={t('payout.outletName')} />}
        primary={choose}
        actions={(row) => [...acts.row(row), { key: 'open', label: t('open'), onClick: () => show(row.no) }]}
        batch={acts.batch}
        cardAction={(row) => decideButtons(acts.row(row))}
        isVoid={({ state }) => state === 'void' || state === 'reversed'}
        onOpen={(row) => show(row.no)}
        empty={<Empty title={t('payoutEmpty')} />}
      />
      {shown !== undefined && <PayoutSheet id={shown} onClose={() => show(null)} />}
      {acts.dialogs}
    </>
  )
}
