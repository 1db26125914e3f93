import { pageOf } from '@xunyun/contract/pages'
import { type ClockList, watchPages } from '@xunyun/contract/watch/lists'
import type { Notification } from '@xunyun/contract/workbench/notifications'
import { readNotifications } from '@xunyun/contract/workbench/notifications'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { api, apiHost } from '../../shared/api/api.ts'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { JobLine } from '../../shared/jobs/JobLine.tsx'
import { useNews } from '../../shared/jobs/jobs.ts'
import { StateTabs } from '../../shared/list/StateTabs.tsx'
import { useSession } from '../../shared/session/session.ts'
import { TimeAgo } from '../../shared/ui/TimeAgo.tsx'
import styles from './News.module.css'

const tabs = ['news', 'jobs'] as const
type Tab = (typeof tabs)[number]

/** What happened that concerns me, and the long work I started. */
export function News({ onGo }: { onGo: () => void }) {
  const { t } = useTranslation('shell')
  const { news, jobs } = useNews()
  const live = jobs?.filter(({ state }) => state === 'running' || state === 'queued').length ?? 0
  const [tab, setTab] = useState<Tab>(live > 0 && (news?.unread ?? 0) === 0 ? 'jobs' : 'news')
  const counts = { news: news?.unread, jobs: live }
  return (
    <div className={styles.news}>
      <div className={styles.head}>
        <StateTabs
          label={t('news.title')}
          value={tab}
          onChange={(next) => setTab(next ?? 'news')}
          tabs={tabs.map((value) => ({ value, label: t(`news.tab.${value}`), count: counts[value] }))}
        />
        {tab === 'news' && (news?.unread ?? 0) > 0 && (
          <Button type="link" size="small" onClick={() => read()}>
            {t('news.readAll')}
          </Button>
        )}
      </div>
      <div className={styles.body}>
        {tab === 'jobs' ? (
          jobs?.length ? (
            jobs.map((job) => <JobLine key={job.id} job={job} />)
          ) : (
            <p className={styles.nothing}>{t('news.noJobs')}</p>
          )
        ) : news?.rows.length ? (
          news.rows.map((one) => <Line key={one.id} one={one} onGo={onGo} />)
        ) : (
          <p className={styles.nothing}>{t('news.none')}</p>
        )}
      </div>
    </div>
  )
}

/** Shown as read at once; what the server says next decides. */
function read(id?: number): void {
  const { news } = useNews.getState()
  if (!news) return
  const rows = news.rows.map((one) => (id === undefined || one.id === id ? { ...one, read: true } : one))
  const unread = rows.filter((one) => !one.read).length
  useNews.setState({ news: { rows, unread: id === undefined ? 0 : Math.min(unread, news.unread) } })
  api(readNotifications, { id }, { quiet: true })
    .then((answer) => useNews.setState({ news: { rows, unread: answer.unread } }))
    .catch(() => undefined)
}

function Line({ one, onGo }: { one: Notification; onGo: () => void }) {
  const { t } = useTranslation('shell')
  const navigate = useNavigate()
  const go = () => {
    if (!one.read) read(one.id)
    if (one.link.startsWith('/api/')) window.open(apiHost + one.link, '_blank', 'noopener')
    // Which page decides is asked by a click alone: the shell is loaded by everybody.
    else if (one.params.type !== undefined)
      void import('./placeOf.ts').then(({ placeOf }) => navigate(placeOf(one, useSession.getState().menus)))
    else if (one.link !== '') void navigate(one.link)
    onGo()
  }
  const language = useLanguage()
  const { by = '', record = '', title = '', no = '', count = 0, level = 0, list, text, opinion, error } = one.params
  return (
    <button type="button" className={styles.line} data-unread={!one.read || undefined} onClick={go}>
      <span>
        {t(`news.kind.${one.kind}`, {
          by: String(by),
          record: String(record),
          title: String(title),
          no: String(no),
          count: Number(count),
          level: Number(level),
          list: list === undefined ? '' : pageOf(watchPages[list as ClockList]).titles[language],
        })}
      </span>
      {(text || opinion) && <span className={styles.text}>{text || opinion}</span>}
      {error && <span className={styles.text}>{error}</span>}
      <small>
        <TimeAgo at={one.at} />
      </small>
    </button>
  )
}
