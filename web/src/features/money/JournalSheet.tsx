import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { wordFor } from '@xunyun/contract/dictionary'
import {
  type CashAccountRow,
  type CashEntry,
  exportCashEntries,
  getCashEntries,
  getCashEntryTotals,
} from '@xunyun/contract/money/accounts'
import { Button } from 'antd'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api/api.ts'
import { download } from '../../shared/api/download.ts'
import { q } from '../../shared/api/query.ts'
import { Facts } from '../../shared/detail/Facts.tsx'
import { LinesTable } from '../../shared/detail/LinesTable.tsx'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { DayRangeFilter } from '../../shared/list/filters.tsx'
import { serverNow } from '../../shared/session/session.ts'
import { day, money } from '../../shared/ui/format.ts'
import { Loaded } from '../../shared/ui/Loaded.tsx'
import { Sheet } from '../../shared/ui/Sheet.tsx'
import { DocumentLink } from './DocumentLink.tsx'
import styles from './Money.module.css'

const most = 500
const before = (day: string): string => new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10)

/** What moved on an account: opening + in − out = closing of the period. */
export function JournalSheet({ account, onClose }: { account: CashAccountRow; onClose: () => void }) {
  const { t } = useTranslation('money')
  const language = useLanguage()
  const [period, setPeriod] = useState<{ from?: string | undefined; to?: string | undefined }>(() => ({
    from: `${day(serverNow()).slice(0, 8)}01`,
    to: day(serverNow()),
  }))
  const [side, setSide] = useState<'income' | 'expense'>()
  const ofPeriod = { accountId: account.id, dayFrom: period.from, dayTo: period.to }
  const filter = { ...ofPeriod, side }
  const entries = useInfiniteQuery({
    queryKey: [getCashEntries.path, filter],
    queryFn: ({ pageParam, signal }) =>
      api(getCashEntries, { ...filter, pageSize: most, after: pageParam ?? undefined }, { signal, quiet: true }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })
  const totals = useQuery(q(getCashEntryTotals, ofPeriod))
  /** A figure shows the entries that it is the sum of. */
  const opens = (figure: string, to: { from?: string | undefined; to?: string | undefined }, of?: typeof side) => (
    <Button
      type="link"
      className={styles.figure}
      onClick={() => {
        setPeriod(to)
        setSide(of)
      }}
    >
      {figure}
    </Button>
  )
  return (
    <Sheet
      width={960}
      title={t('journal.title', { name: account.name })}
      onClose={onClose}
      extra={
        <Button
          icon={<Download size={16} strokeWidth={1.75} aria-hidden="true" />}
          onClick={() => void download(exportCashEntries, filter)}
        >
          {t('journal.export')}
        </Button>
      }
    >
      <div className={styles.period}>
        <DayRangeFilter
          value={[period.from, period.to]}
          onChange={([from, to]) => setPeriod({ from, to })}
          label={t('journal.period')}
        />
        {side !== undefined && <Button onClick={() => setSide(undefined)}>{t('journal.bothSides')}</Button>}
      </div>
      <Loaded of={totals}>
        {({ opening, income, expense, closing }) => (
          <Facts
            columns={4}
            facts={[
              {
                label: t('journal.opening'),
                value: period.from === undefined ? money(opening) : opens(money(opening), { to: before(period.from) }),
              },
              { label: t('entry.income'), value: opens(money(income), period, 'income') },
              { label: t('entry.expense'), value: opens(money(expense), period, 'expense') },
              { label: t('journal.closing'), value: <b>{opens(money(closing), { to: period.to })}</b> },
            ]}
          />
        )}
      </Loaded>
      <Loaded of={entries}>
        {({ pages }) => (
          <>
            <LinesTable<CashEntry>
              label={t('journal.open')}
              rows={pages.flatMap(({ rows }) => rows)}
              none={t('journal.none')}
              columns={[
                [t('entry.day'), (one) => one.day],
                [t('entry.act'), (one) => wordFor('moneyAct', one.act, language)],
                [t('entry.docNo'), (one) => <DocumentLink {...one} />],
                [t('entry.partyName'), (one) => one.partyName],
                [t('entry.note'), (one) => one.note],
                [t('entry.income'), (one) => one.income && money(one.income), 'right'],
                [t('entry.expense'), (one) => one.expense && money(one.expense), 'right'],
                [t('entry.balance'), (one) => money(one.balance), 'right'],
                [t('entry.postedByName'), (one) => one.postedByName],
              ]}
            />
            {entries.hasNextPage && (
              <Button
                block
                type="text"
                loading={entries.isFetchingNextPage}
                onClick={() => void entries.fetchNextPage()}
              >
                {t('journal.earlier')}
              </Button>
            )}
          </>
        )}
      </Loaded>
    </Sheet>
  )
}
