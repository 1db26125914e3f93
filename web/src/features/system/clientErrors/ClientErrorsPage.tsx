import { exportClientErrors, getClientErrors, getClientErrorTotals } from '@xunyun/contract/system/clientErrors'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DayRangeFilter, SearchInput } from '../../../shared/list/filters.tsx'
import { ListPage } from '../../../shared/list/ListPage.tsx'
import { useList } from '../../../shared/list/useList.ts'
import { late } from '../../../shared/ui/late.tsx'
import { Empty } from '../../../shared/ui/Notice.tsx'
import { clientErrorColumns } from './clientErrorColumns.ts'

const ClientErrorDrawer = late(() => import('./ClientErrorDrawer.tsx').then((file) => file.ClientErrorDrawer))

const defaults = { sort: { key: 'lastAt', dir: 'desc' } } as const

/** What broke in whose browser, one row a kind (ER-05). */
export default function ClientErrorsPage() {
  const { t } = useTranslation('system')
  const list = useList({
    call: getClientErrors,
    totals: getClientErrorTotals,
    exportCall: exportClientErrors,
    defaults,
  })
  const [opened, setOpened] = useState<number | null>(null)
  return (
    <>
      <ListPage
        list={list}
        label={t('errors.label')}
        columns={clientErrorColumns}
        filters={
          <>
            <SearchInput {...list.field('q')} placeholder={t('errors.search')} />
            <DayRangeFilter {...list.range('from', 'to')} label={t('errors.days')} />
          </>
        }
        totalsLabel={list.totals && t('errors.totals', { kinds: list.totals.count, reports: list.totals.reports })}
        actions={(row) => [{ key: 'view', label: t('errors.view'), onClick: () => setOpened(row.id) }]}
        onOpen={(row) => setOpened(row.id)}
        empty={<Empty title={t('errors.none')} text={t('errors.noneHint')} />}
      />
      {opened !== null && <ClientErrorDrawer id={opened} onClose={() => setOpened(null)} />}
    </>
  )
}
