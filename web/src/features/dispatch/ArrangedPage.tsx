import { getCompanyChoices } from '@xunyun/contract/companies/calls'
import {
  type ArrangedRow,
  exportArranged,
  getArranged,
  getArrangedTotals,
  removeLines,
} from '@xunyun/contract/dispatch/calls'
import { arrangementPath } from '@xunyun/contract/dispatch/path'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { pathTo } from '../../paths.ts'
import { useBatch } from '../../shared/action/useBatch.ts'
import type { RowAction } from '../../shared/grid/types.ts'
import { ChoiceFilter, DayRangeFilter, LookupFilter, SearchInput } from '../../shared/list/filters.tsx'
import { ListPage } from '../../shared/list/ListPage.tsx'
import { ListTabs } from '../../shared/list/ListTabs.tsx'
import { useList } from '../../shared/list/useList.ts'
import { useRight } from '../../shared/session/session.ts'
import { Empty } from '../../shared/ui/Notice.tsx'
import { arrangedColumns } from './waitingColumns.tsx'

const tabs = ['waiting', 'departed', 'arrived', 'done'] as const

/** See each piece's trip: one row a waybill and trip. */
export default function ArrangedPage() {
  const { t } = useTranslation('dispatch')
  const navigate = useNavigate()
  const mayChange = useRight('arrangeOperate').edit
  const list = useList({ call: getArranged, totals: getArrangedTotals, exportCall: exportArranged })
  const remove = useBatch(removeLines, {
    title: t('done.remove'),
    refresh: ['/api/Dispatch/', '/api/Waybills/'],
    onDone: list.acted,
  })
  const takeOff = (rows: readonly ArrangedRow[]) =>
    void remove.run({ ids: rows.map(({ id }) => id) }).catch(() => undefined)
  const openTrip = (row: ArrangedRow) => void navigate(arrangementPath(row.kind, row.arrangementId))
  const actions = (row: ArrangedRow): RowAction[] => [
    { key: 'view', label: t('act.view'), onClick: () => openTrip(row) },
    ...(row.removable && mayChange && row.kind === 'vehicle'
      ? [
          {
            key: 'reassign',
            label: t('act.reassign'),
            onClick: () => void navigate(`${pathTo('arrangeOperate')}?id=${row.arrangementId}`),
          },
        ]
      : []),
    ...(row.removable ? [{ key: 'remove', label: t('act.remove'), danger: true, onClick: () => takeOff([row]) }] : []),
  ]
  return (
    <ListPage
      list={list}
      label={t('arranged')}
      columns={arrangedColumns}
      tabs={
        <ListTabs
          list={list}
          label={t('column.tripState')}
          tabs={tabs}
          word={(tab) => t(`arranged.tab.${tab}`)}
          all={t('tab.all')}
          allFirst
        />
      }
      filters={
        <>
          <SearchInput {...list.field('q')} placeholder={t('filter.arrangedQ')} />
          <LookupFilter {...list.field('customerId')} label={t('filter.customer')} call={getCompanyChoices} />
          <ChoiceFilter {...list.field('kind')} label={t('column.kind')} type="arrangementKind" />
          <ChoiceFilter {...list.field('type')} label={t('filter.type')} type="arrangementType" />
          <DayRangeFilter {...list.range('planFrom', 'planTo')} label={t('filter.planAt')} />
        </>
      }
      actions={actions}
      batch={(rows) =>
        rows.some((row) => row.removable)
          ? [{ key: 'remove', label: t('act.removeCount', { count: rows.length }), onClick: () => takeOff(rows) }]
          : []
      }
      onOpen={openTrip}
      empty={<Empty title={t('empty.arranged')} />}
    />
  )
}
