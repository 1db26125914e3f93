import { useQuery } from '@tanstack/react-query'
import { getClientError } from '@xunyun/contract/system/clientErrors'
import { Button } from 'antd'
import { Copy } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { q } from '../../../shared/api/query.ts'
import { copyText } from '../../../shared/detail/copyText.ts'
import { RecordSheet } from '../../../shared/detail/RecordSheet.tsx'
import { deviceOf } from '../../../shared/ui/agent.ts'
import { dateTime } from '../../../shared/ui/format.ts'
import styles from './ClientErrors.module.css'

/** One kind of failure: where in the code, and whom it met. */
export function ClientErrorDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation('system')
  const failure = useQuery(q(getClientError, { id }))
  return (
    <RecordSheet
      of={failure}
      title={t('errors.detail')}
      width={720}
      onClose={onClose}
      extra={(data) => (
        <Button
          type="text"
          icon={<Copy size={14} strokeWidth={1.75} />}
          onClick={() => copyText(`${data.message}\n${data.stack}`)}
        >
          {t('errors.copy')}
        </Button>
      )}
    >
      {(data) => (
        <>
          <p className={styles.message}>{data.message}</p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
          <section className={styles.stack} tabIndex={0} aria-label={t('errors.stack')}>
            <pre>{data.stack || t('errors.noStack')}</pre>
          </section>
          <h3 className={styles.title}>{t('errors.reports')}</h3>
          <ul className={styles.reports}>
            {data.reports.map((report) => (
              <li key={report.id}>
                <span>{dateTime(report.at)}</span>
                <span>{report.account || t('errors.nobody')}</span>
                <span>{report.page}</span>
                <small title={report.agent}>
                  {deviceOf(report.agent)} · {report.release}
                </small>
              </li>
            ))}
          </ul>
        </>
      )}
    </RecordSheet>
  )
}
