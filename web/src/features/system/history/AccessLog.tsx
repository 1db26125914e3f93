import {
  type AccessRow,
  accessKinds,
  accessWays,
  exportAccessLog,
  getAccessLog,
  getAccessTotals,
} from '@xunyun/contract/system/access'
import { getUsers } from '@xunyun/contract/system/calls'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { columnsOf } from '../../../shared/grid/column.tsx'
import { i18n } from '../../../shared/i18n/i18n.ts'
import { useLanguage } from '../../../shared/i18n/useLanguage.ts'
import { ChoiceFilter, DayRangeFilter, LookupFilter, SearchInput } from '../../../shared/list/filters.tsx'
import { ListPage } from '../../../shared/list/ListPage.tsx'
import { useList } from '../../../shared/list/useList.ts'
import { deviceOf } from '../../../shared/ui/agent.ts'

const column = columnsOf<AccessRow>()
const isUnknown = ({ kind, account }: AccessRow) => kind === 'failure' && account === ''
/** The list or file; of a sign-in how it was tried. */
const whatOf = ({ what, way }: AccessRow) => {
  const known = accessWays.find((one) => one === way)
  return known === undefined ? what : i18n.t(`system:access.ways.${known}`)
}
const columnsNow = () => [
  column.moment('at', 'system:access.at', { sortKey: 'at', card: 'aside' }),
  column.text('kind', 'system:access.kind', {
    width: 96,
    value: ({ kind }) => i18n.t(`system:access.kinds.${kind}`),
    card: 'title',
  }),
  column.text('account', 'system:access.account', {
    width: 120,
    value: (row) => (isUnknown(row) ? i18n.t('system:access.unknown') : row.account),
    card: 'meta',
  }),
  column.text('name', 'system:access.name', { width: 96, card: 'meta' }),
  column.text('address', 'system:access.address', { width: 140, card: 'fact' }),
  column.text('what', 'system:access.what', { width: 180, value: whatOf, card: 'fact' }),
  column.text('filter', 'system:access.filter', { width: 260 }),
  column.integer('rows', 'system:access.rows'),
  column.text('reason', 'system:access.reason', { width: 180 }),
  column.text('agent', 'system:access.agent', { width: 160, value: (row) => deviceOf(row.agent) }),
]

/** Who signed in, was refused and left; what was exported and downloaded. */
export function AccessLog({ choose }: { choose: ReactNode }) {
  const { t } = useTranslation('system')
  const list = useList({
    call: getAccessLog,
    totals: getAccessTotals,
    exportCall: exportAccessLog,
    name: 'accessLog',
  })
  const language = useLanguage()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words change with the language only
  const columns = useMemo(columnsNow, [language])
  return (
    <ListPage
      list={list}
      label={t('access.label')}
      columns={columns}
      primary={choose}
      filters={
        <>
          <SearchInput {...list.field('q')} placeholder={t('access.search')} />
          <ChoiceFilter
            {...list.field('kind')}
            label={t('access.kind')}
            options={accessKinds.map((kind) => ({ value: kind, label: t(`access.kinds.${kind}`) }))}
          />
          <LookupFilter {...list.field('userId')} label={t('access.user')} call={getUsers} />
          <DayRangeFilter {...list.range('from', 'to')} label={t('access.at')} />
        </>
      }
    />
  )
}
