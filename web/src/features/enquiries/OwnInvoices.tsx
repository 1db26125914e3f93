import { exportOwnInvoices, getOwnInvoices, getOwnInvoiceTotals, type OwnInvoice } from '@xunyun/contract/enquiries/own'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { columnsOf } from '../../shared/grid/column.tsx'
import { i18n } from '../../shared/i18n/i18n.ts'
import { DayRangeFilter, SearchInput } from '../../shared/list/filters.tsx'
import { ListPage } from '../../shared/list/ListPage.tsx'
import { useList } from '../../shared/list/useList.ts'
import { Empty } from '../../shared/ui/Notice.tsx'

const column = columnsOf<OwnInvoice>()
const columns = [
  column.link('invoiceNo', 'invoices:column.invoiceNo', {
    width: 190,
    value: ({ invoiceNo, kind }: OwnInvoice) =>
      kind === 'redInvoice' ? `${invoiceNo} ${i18n.t('invoices:red.mark')}` : invoiceNo,
  }),
  column.date('issuedOn', 'invoices:column.issuedOn', { sortKey: 'issuedOn', card: 'aside' }),
  column.text('title', 'invoices:column.title', { width: 200, card: 'meta' }),
  column.code('type', 'invoices:column.type', 'invoiceType', { width: 72, card: 'meta' }),
  column.money('gross', 'invoices:column.gross', { total: 'gross', sortKey: 'gross', card: 'fact' }),
  column.money('net', 'invoices:column.net', { total: 'net' }),
  column.money('tax', 'invoices:column.tax', { total: 'tax' }),
  column.text('sellerName', 'invoices:column.seller', { width: 200 }),
  column.text('no', 'invoices:column.no', { width: 136, hidden: true }),
]

/** Invoices that were issued to the customer, with their files. */
export function OwnInvoices({ choose }: { choose: ReactNode }) {
  const { t } = useTranslation(['enquiries', 'invoices'])
  const list = useList({ call: getOwnInvoices, totals: getOwnInvoiceTotals, exportCall: exportOwnInvoices })
  const open = (url: string) => window.open(`${url}?download=1`, '_self')
  return (
    <ListPage
      list={list}
      label={t('own.invoices')}
      columns={columns}
      filters={
        <>
          <SearchInput {...list.field('q')} placeholder={t('own.invoiceNo')} />
          <DayRangeFilter {...list.range('dayFrom', 'dayTo')} label={t('invoices:column.issuedOn')} />
        </>
      }
      primary={choose}
      actions={({ files }) =>
        files.map(({ url, name }) => ({
          key: url,
          label: files.length === 1 ? t('own.file') : name,
          onClick: () => open(url),
        }))
      }
      onOpen={({ files: [first] }) => first && open(first.url)}
      empty={<Empty title={t('own.noInvoices')} />}
    />
  )
}
