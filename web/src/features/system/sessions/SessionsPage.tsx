import { endEachSession, getSessions, getSessionTotals, type SessionRow } from '@xunyun/contract/system/upkeep'
import { useTranslation } from 'react-i18next'
import { useBatch } from '../../../shared/action/useBatch.ts'
import { columnsOf } from '../../../shared/grid/column.tsx'
import { SearchInput } from '../../../shared/list/filters.tsx'
import { ListPage } from '../../../shared/list/ListPage.tsx'
import { useList } from '../../../shared/list/useList.ts'
import { useRight } from '../../../shared/session/session.ts'
import { deviceOf } from '../../../shared/ui/agent.ts'
import { confirm } from '../../../shared/ui/confirm.ts'

const column = columnsOf<SessionRow>()
const columns = [
  column.text('account', 'system:sessions.account', { width: 120, pin: 'left', card: 'title' }),
  column.text('name', 'system:sessions.name', { width: 96, card: 'meta' }),
  column.text('outletName', 'system:sessions.outlet', { width: 120 }),
  column.text('address', 'system:sessions.address', { width: 140, card: 'meta' }),
  column.text('agent', 'system:sessions.agent', { width: 180, value: (row) => deviceOf(row.agent), card: 'fact' }),
  column.ago('seenAt', 'system:sessions.seen', { width: 108, sortKey: 'seenAt', card: 'aside' }),
  column.moment('createdAt', 'system:sessions.since', { sortKey: 'createdAt' }),
]
const refresh = ['/api/Upkeep/', '/api/Users/']

/** Who is signed in where; a session that is ended meets the login page at its next call. */
export default function SessionsPage() {
  const { t } = useTranslation('system')
  const may = useRight('sessions').approve
  const list = useList({ call: getSessions, totals: getSessionTotals })
  const end = useBatch(endEachSession, { title: t('sessions.ended'), refresh, onDone: list.acted })
  const ask = async (rows: readonly SessionRow[]) => {
    const [first] = rows
    const title =
      rows.length === 1
        ? t('sessions.endOne', { name: first?.name ?? '' })
        : t('sessions.endMany', { count: rows.length })
    if (await confirm({ title, text: t('sessions.endText'), yes: t('sessions.end'), danger: true }))
      await end.run({ ids: rows.map(({ id }) => id) })
  }
  const act = (rows: readonly SessionRow[]) => ({
    key: 'end',
    label: t('sessions.end'),
    danger: true,
    refused: rows.every(({ current }) => current) ? t('sessions.mine') : null,
    onClick: () => void ask(rows).catch(() => undefined),
  })
  return (
    <ListPage
      list={list}
      label={t('sessions.label')}
      columns={columns}
      filters={<SearchInput {...list.field('q')} placeholder={t('sessions.search')} />}
      totalsLabel={list.totals && t('sessions.totals', { people: list.totals.people })}
      actions={(row) => (may ? [act([row])] : [])}
      {...(may ? { batch: (rows: readonly SessionRow[]) => [act(rows)] } : {})}
    />
  )
}
