import { type Job, resumeJob, stopJob } from '@xunyun/contract/workbench/jobs'
import { Button, Progress } from 'antd'
import { useTranslation } from 'react-i18next'
import { useAction } from '../action/useAction.ts'
import { apiHost } from '../api/api.ts'
import { figure } from '../ui/format.ts'
import { TimeAgo } from '../ui/TimeAgo.tsx'
import styles from './JobLine.module.css'
import { watchJobs } from './jobs.ts'

/** One job: how far it is in numbers, stop, go on, the file. */
export function JobLine({ job }: { job: Job }) {
  const { t } = useTranslation('ui')
  const stop = useAction(stopJob, { refresh: ['/api/Jobs/'] })
  const resume = useAction(resumeJob, { refresh: ['/api/Jobs/'] })
  const then = (running: Promise<unknown>) => void running.then(watchJobs).catch(() => undefined)
  const live = job.state === 'running' || job.state === 'queued'
  return (
    <div className={styles.job}>
      <div className={styles.head}>
        <b>{job.title}</b>
        <span className={styles.quiet}>
          {t(`jobs.state.${job.state}`)} · <TimeAgo at={job.endedAt ?? job.startedAt ?? job.createdAt} />
        </span>
      </div>
      {live && <JobProgress job={job} />}
      {job.error && <p className={styles.error}>{job.error}</p>}
      <div className={styles.acts}>
        <span className={styles.quiet}>{rows(job)}</span>
        {live && (
          <Button size="small" loading={stop.pending} onClick={() => then(stop.run({ id: job.id }))}>
            {t('jobs.stop')}
          </Button>
        )}
        {(job.state === 'stopped' || job.state === 'failed') && job.mine && (
          <Button size="small" loading={resume.pending} onClick={() => then(resume.run({ id: job.id }))}>
            {t('jobs.resume')}
          </Button>
        )}
        {job.fileUrl && (
          <Button size="small" type="primary" href={`${apiHost + job.fileUrl}?download=1`} download={job.fileName}>
            {t('jobs.download')}
          </Button>
        )}
      </div>
    </div>
  )
}

const rows = ({ done, total }: Job): string => (total === null ? figure(done) : `${figure(done)} / ${figure(total)}`)

export function JobProgress({ job }: { job: Job }) {
  const share = job.total ? Math.min(99, Math.floor((job.done / job.total) * 100)) : 0
  return <Progress percent={share} size="small" status={job.state === 'running' ? 'active' : 'normal'} />
}
