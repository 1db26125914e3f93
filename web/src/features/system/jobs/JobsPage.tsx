import { getJobs, getJobTotals, type Job, jobStates, resumeJob, stopJob } from '@xunyun/contract/workbench/jobs'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../../shared/action/useAction.ts'
import { apiHost } from '../../../shared/api/api.ts'
import { columnsOf } from '../../../shared/grid/column.tsx'
import type { RowAction } from '../../../shared/grid/types.ts'
import { i18n } from '../../../shared/i18n/i18n.ts'
import { JobProgress } from '../../../shared/jobs/JobLine.tsx'
import { DayRangeFilter, SearchInput } from '../../../shared/list/filters.tsx'
import { ListPage } from '../../../shared/list/ListPage.tsx'
import { StateTabs } from '../../../shared/list/StateTabs.tsx'
import { useList } from '../../../shared/list/useList.ts'
import { useRight } from '../../../shared/session/session.ts'
import { figure } from '../../../shared/ui/format.ts'
import { Empty } from '../../../shared/ui/Notice.tsx'
import type { Tone } from '../../../shared/ui/StateTag.tsx'

const tones: Readonly<Record<Job['state'], Tone>> = {
  queued: 'grey',
  running: 'blue',
  stopped: 'orange',
  done: 'green',
  failed: 'red',
}
const isLive = ({ state }: Job) => state === 'running' || state === 'queued'

const column = columnsOf<Job>()
const columns = [
  column.text('title', 'system:jobs.title', { width: 200, pin: 'left', card: 'title' }),
  column.state('state', 'system:jobs.state', {
    words: (row) => `ui:jobs.state.${row.state}` as const,
    tone: (row) => tones[row.state],
  }),
  column.custom({
    key: 'progress',
    title: 'system:jobs.progress',
    width: 200,
    card: 'meta',
    render: (row) =>
      isLive(row) ? (
        <JobProgress job={row} />
      ) : row.total === null ? (
        figure(row.done)
      ) : (
        `${figure(row.done)} / ${figure(row.total)}`
      ),
    text: (row) => `${row.done} / ${row.total ?? ''}`,
  }),
  column.text('userName', 'system:jobs.user', { width: 96, card: 'meta' }),
  column.moment('createdAt', 'system:jobs.created', { sortKey: 'createdAt', card: 'aside' }),
  column.moment('endedAt', 'system:jobs.ended'),
  column.text('error', 'system:jobs.error', { width: 280 }),
]

/** Long work of everybody: what runs, what broke and why. */
export default function JobsPage() {
  const { t } = useTranslation(['system', 'ui'])
  const may = useRight('jobs')
  const list = useList({ call: getJobs, totals: getJobTotals, tabField: 'state' })
  const stop = useAction(stopJob, { refresh: ['/api/Jobs/'] })
  const resume = useAction(resumeJob, { refresh: ['/api/Jobs/'] })
  const counts = list.totals?.tabs
  const actions = (row: Job): RowAction[] => [
    ...(isLive(row) && (row.mine || may.approve)
      ? [
          {
            key: 'stop',
            label: t('ui:jobs.stop'),
            danger: true,
            onClick: () => void stop.run({ id: row.id }).catch(() => undefined),
          },
        ]
      : []),
    ...((row.state === 'stopped' || row.state === 'failed') && row.mine
      ? [
          {
            key: 'resume',
            label: t('ui:jobs.resume'),
            onClick: () => void resume.run({ id: row.id }).catch(() => undefined),
          },
        ]
      : []),
    ...(row.fileUrl
      ? [
          {
            key: 'download',
            label: t('ui:jobs.download'),
            onClick: () => void window.open(`${apiHost}${row.fileUrl}?download=1`, '_blank', 'noopener'),
          },
        ]
      : []),
  ]
  return (
    <ListPage
      list={list}
      label={t('jobs.label')}
      columns={columns}
      tabs={
        <StateTabs
          label={t('jobs.state')}
          value={list.filter.state}
          onChange={(state) => list.setFilter({ state })}
          tabs={[
            { value: undefined, label: i18n.t('ui:list.all'), count: counts?.all },
            ...jobStates.map((state) => ({
              value: state,
              label: t(`ui:jobs.state.${state}`),
              count: counts && (counts[state] ?? 0),
            })),
          ]}
        />
      }
      filters={
        <>
          <SearchInput {...list.field('q')} placeholder={t('jobs.search')} />
          <DayRangeFilter {...list.range('from', 'to')} label={t('jobs.created')} />
        </>
      }
      actions={actions}
      empty={<Empty title={t('jobs.none')} />}
    />
  )
}
