import {
  exportOwnStatement,
  exportOwnStatements,
  getOwnStatementPdf,
  getOwnStatements,
  getOwnStatementTotals,
  type OwnStatement,
} from '@xunyun/contract/enquiries/own'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { download } from '../../shared/api/download.ts'
import { columnsOf } from '../../shared/grid/column.tsx'
import { DayRangeFilter, SearchInput } from '../../shared/list/filters.tsx'
import { ListPage } from '../../shared/list/ListPage.tsx'
import { useList } from '../../shared/list/useList.ts'
import { Empty } from '../../shared/ui/Notice.tsx'

const column = columnsOf<OwnStatement>()
const tones = { sent: 'blue', disputed: 'red', confirmed: 'green' } as const
const columns = [
  column.link('no', 'statements:column.no', { width: 148 }),
  column.text('period', 'statements:column.period', {
    value: ({ fromDay, toDay }: OwnStatement) => `${fromDay} – ${toDay}`,
    width: 176,
    sortKey: 'toDay',
    card: 'aside',
  }),
  column.money('opening', 'statements:column.opening'),
  column.money('charges', 'statements:column.charges'),
  column.money('adjustments', 'statements:column.adjustments'),
  column.money('received', 'statements:column.received'),
  column.money('closing', 'statements:column.closing', { card: 'fact' }),
  column.state('state', 'statements:column.state', {
    words: 'statementState',
    tone: ({ state }) => tones[state],
    width: 88,
  }),
  column.moment('sentAt', 'statements:column.sentAt', { card: 'meta' }),
  column.text('outletName', 'statements:column.outletName', { hidden: true, width: 120 }),
]

/** Statements as they were sent to the customer; a row opens as its PDF, which a phone shows too. */
export function OwnStatements({ choose }: { choose: ReactNode }) {
  const { t } = useTranslation('enquiries')
  const list = useList({ call: getOwnStatements, totals: getOwnStatementTotals, exportCall: exportOwnStatements })
  const save = (call: typeof exportOwnStatement | typeof getOwnStatementPdf, { id }: OwnStatement) =>
    void download(call, { id }).catch(() => undefined)
  return (
    <ListPage
      list={list}
      label={t('own.statements')}
      columns={columns}
      filters={
        <>
          <SearchInput {...list.field('q')} placeholder={t('own.statementNo')} />
          <DayRangeFilter {...list.range('dayFrom', 'dayTo')} label={t('own.toDay')} />
        </>
      }
      primary={choose}
      actions={(row) => [
        { key: 'pdf', label: t('own.pdf'), onClick: () => save(getOwnStatementPdf, row) },
        { key: 'excel', label: t('own.excel'), onClick: () => save(exportOwnStatement, row) },
      ]}
      onOpen={(row) => save(getOwnStatementPdf, row)}
      empty={<Empty title={t('own.noStatements')} />}
    />
  )
}
