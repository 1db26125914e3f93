import { Popover } from 'antd'
import { Bell as BellIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNews, watchJobs } from '../../shared/jobs/jobs.ts'
import { late } from '../../shared/ui/late.tsx'
import styles from './Bell.module.css'

const News = late(() => import('./News.tsx').then((file) => file.News))

/** Unread notifications and running jobs; behind it, both. */
export function Bell({ className }: { className?: string }) {
  const { t } = useTranslation('shell')
  const [open, setOpen] = useState(false)
  const unread = useNews(({ news }) => news?.unread ?? 0)
  const running = useNews(({ jobs }) => jobs?.some(({ state }) => state === 'running' || state === 'queued') ?? false)
  useEffect(() => watchJobs(), [])
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      // A phone's bar may have icons right of it: it stays within the window all the same.
      align={{ overflow: { adjustX: false, adjustY: false, shiftX: true } }}
      arrow={false}
      open={open}
      onOpenChange={setOpen}
      destroyOnHidden
      content={<News onGo={() => setOpen(false)} />}
      styles={{ container: { padding: 0 } }}
    >
      <button
        type="button"
        className={`${className ?? ''} ${styles.bell}`}
        aria-label={unread > 0 ? t('news.unread', { count: unread }) : t('news.title')}
      >
        <BellIcon size={16} strokeWidth={1.6} />
        {unread > 0 ? (
          <i className={styles.count}>{unread > 99 ? '99+' : unread}</i>
        ) : (
          running && <i className={styles.dot} />
        )}
      </button>
    </Popover>
  )
}
