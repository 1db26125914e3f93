import { getUsers } from '@xunyun/contract/system/calls'
import {
  exportHistory,
  getHistory,
  getHistoryTotals,
  type HistoryRow,
  historyKinds,
} from '@xunyun/contract/system/upkeep'
import { Segmented } from 'antd'
import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { Timeline } from '../../../shared/detail/Timeline.tsx'
import { columnsOf } from '../../../shared/grid/column.tsx'
import { useLanguage } from '../../../shared/i18n/useLanguage.ts'
import { ChoiceFilter, DayRangeFilter, LookupFilter, SearchInput } from '../../../shared/list/filters.tsx'
import { ListPage } from '../../../shared/list/ListPage.tsx'
import { useList } from '../../../shared/list/useList.ts'
import { Sheet } from '../../../shared/ui/Sheet.tsx'
import { AccessLog } from './AccessLog.tsx'
import { type HistoryWords, useAllHistoryWords } from './allHistoryWords.ts'

const column = columnsOf<HistoryRow>()
const columnsFor = (wordsOf: (entity: string) => HistoryWords, kindOf: (entity: string) => string) => [
  column.moment('at', 'system:history.at', { sortKey: 'at', card: 'aside' }),
  column.text('byName', 'system:history.by', { width: 96, card: 'meta' }),
  column.text('entity', 'system:history.kind', { width: 132, value: ({ entity }) => kindOf(entity), card: 'meta' }),
  column.link('name', 'system:history.record', { width: 200 }),
  column.text('action', 'system:history.action', {
    width: 148,
    value: ({ entity, action }) => wordsOf(entity).actions[action] ?? action,
    card: 'fact',
  }),
  column.text('changes', 'system:history.changes', {
    width: 420,
    value: (row) => {
      const { fields, says } = wordsOf(row.entity)
      const say = (field: string, value: string | null) => (value === null ? '—' : says(field, value))
      return row.changes
        .map(({ field, from, to }) => {
          const before = from === null ? '' : `${say(field, from)} → `
          return `${fields[field] ?? field}: ${before}${say(field, to)}`
        })
        .join(' · ')
    },
  }),
]

const views = ['changes', 'access'] as const

/** What happened to any record of master data, trips, users and roles, and by whom; who signed in and took data along (`?view=access`). */
export default function HistoryPage() {
  const { t } = useTranslation('system')
  const [search, setSearch] = useSearchParams()
  const view = search.get('view') === 'access' ? 'access' : 'changes'
  const choose = (
    <Segmented
      aria-label={t('history.views')}
      value={view}
      options={views.map((name) => ({ value: name, label: t(`history.view.${name}`) }))}
      onChange={(next) => setSearch(next === 'access' ? { view: next } : {}, { replace: true })}
    />
  )
  return view === 'access' ? <AccessLog choose={choose} /> : <Changes choose={choose} />
}

function Changes({ choose }: { choose: ReactNode }) {
  const { t } = useTranslation('system')
  const wordsOf = useAllHistoryWords()
  const kindOf = (entity: string) => {
    const kind = historyKinds.find((one) => one === entity)
    return kind === undefined ? entity : t(`history.kinds.${kind}`)
  }
  const list = useList({ call: getHistory, totals: getHistoryTotals, exportCall: exportHistory })
  const [opened, setOpened] = useState<HistoryRow | null>(null)
  const language = useLanguage()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words change with the language only
  const columns = useMemo(() => columnsFor(wordsOf, kindOf), [language])
  return (
    <>
      <ListPage
        list={list}
        label={t('history.label')}
        columns={columns}
        primary={choose}
        filters={
          <>
            <SearchInput {...list.field('q')} placeholder={t('history.search')} />
            <ChoiceFilter
              {...list.field('entity')}
              label={t('history.kind')}
              options={historyKinds.map((kind) => ({ value: kind, label: kindOf(kind) }))}
            />
            <LookupFilter {...list.field('userId')} label={t('history.by')} call={getUsers} />
            <DayRangeFilter {...list.range('from', 'to')} label={t('history.at')} />
          </>
        }
        actions={(row) => [{ key: 'view', label: t('history.view'), onClick: () => setOpened(row) }]}
        onOpen={setOpened}
      />
      {opened && (
        <Entry
          row={opened}
          words={wordsOf(opened.entity)}
          kind={kindOf(opened.entity)}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  )
}

function Entry({
  row,
  words,
  kind,
  onClose,
}: {
  row: HistoryRow
  words: HistoryWords
  kind: string
  onClose: () => void
}) {
  const { t } = useTranslation('system')
  const say = (field: string, value: string | null) => (value === null ? null : words.says(field, value))
  return (
    <Sheet
      title={`${kind} · ${row.name}`}
      onClose={onClose}
      footer={row.link !== '' && <Link to={row.link}>{t('history.open')}</Link>}
    >
      <Timeline
        entries={[
          {
            id: row.id,
            at: row.at,
            byName: row.byName,
            title: words.actions[row.action] ?? row.action,
            changes: row.changes.map(({ field, from, to }) => ({
              label: words.fields[field] ?? field,
              from: say(field, from),
              to: say(field, to),
            })),
          },
        ]}
      />
    </Sheet>
  )
}
