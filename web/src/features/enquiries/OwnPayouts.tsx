import { exportOwnPayouts, getOwnPayouts, getOwnPayoutTotals, type OwnPayout } from '@xunyun/contract/enquiries/own'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { columnsOf } from '../../shared/grid/column.tsx'
import type { Column } from '../../shared/grid/types.ts'
import { i18n } from '../../shared/i18n/i18n.ts'
import { DayRangeFilter, SearchInput } from '../../shared/list/filters.tsx'
import { ListPage } from '../../shared/list/ListPage.tsx'
import { useList } from '../../shared/list/useList.ts'
import { Empty } from '../../shared/ui/Notice.tsx'

const column = columnsOf<OwnPayout>()
/** On a card a figure says what it is: without its head nobody knows. */
const labelled = (one: Column<OwnPayout>): Column<OwnPayout> => ({
  ...one,
  card: 'meta',
  render: (row, context) => (
    <>
      {context.card && i18n.t(one.title)} {one.render(row, context)}
    </>
  ),
})
const columns = [
  column.text('no', 'collections:payout.no', { width: 148, card: 'title' }),
  column.date('day', 'collections:payout.day', { sortKey: 'day', card: 'aside' }),
  column.text('waybillNos', 'enquiries:own.waybills', {
    width: 240,
    exportKey: 'waybills',
    value: ({ waybillNos, waybills }: OwnPayout) =>
      `${waybillNos.join('、')}${waybills > waybillNos.length ? ` … ${waybills}` : ''}`,
    card: 'meta',
  }),
  labelled(column.money('gross', 'collections:payout.gross', { total: 'gross' })),
  labelled(column.money('fees', 'collections:cod.fee', { total: 'fees' })),
  labelled(column.money('charges', 'collections:payout.charges', { total: 'charges' })),
  column.money('net', 'collections:payout.net', { total: 'net', sortKey: 'net', card: 'fact' }),
  column.text('reference', 'collections:payout.reference', { width: 160 }),
]

/** COD that was paid out to the customer. */
export function OwnPayouts({ choose }: { choose: ReactNode }) {
  const { t } = useTranslation(['enquiries', 'collections'])
  const list = useList({ call: getOwnPayouts, totals: getOwnPayoutTotals, exportCall: exportOwnPayouts })
  return (
    <ListPage
      list={list}
      label={t('own.payouts')}
      columns={columns}
      filters={
        <>
          <SearchInput {...list.field('q')} placeholder={t('collections:payout.no')} />
          <DayRangeFilter {...list.range('dayFrom', 'dayTo')} label={t('collections:payout.day')} />
        </>
      }
      primary={choose}
      empty={<Empty title={t('own.noPayouts')} />}
    />
  )
}
