import { Alert, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import styles from './Printing.module.css'
import type { Problem } from './service/diagnose.ts'
import type { Trouble } from './usePrintService.ts'

/** Starts the service on this machine, where it is installed. */
const restartUrl = 'CLodop.protocol:setup'

/** What the old control's own messages are about (ER-04); the others are ours. */
const isAbsent = (problem: Problem): boolean => problem === 'notInstalled' || problem === 'notStarted'

type Props = {
  readonly trouble: Trouble
  readonly retrying: boolean
  readonly onRetry: () => void
  readonly onBrowser: () => void
  readonly onPdf: () => void
}

/** Tells why nothing comes out, and every way on: printing never ends in nothing. */
export function Doctor({ trouble: { problem, serviceUrl }, retrying, onRetry, onBrowser, onPdf }: Props) {
  const { t } = useTranslation('printing')
  const download = (label: string) => (
    <a href={serviceUrl} target="_blank" rel="noreferrer">
      {label}
    </a>
  )
  const restart = (label: string) => <a href={restartUrl}>{label}</a>
  return (
    <div role="alert" data-problem={problem} className={styles.doctor}>
      <Alert
        type="warning"
        showIcon
        title={t(`doctor.${problem}.title`)}
        description={
          <>
            <p>
              {isAbsent(problem) ? (
                <>
                  {t('doctor.absent.head')}
                  {download(t('doctor.absent.download'))}
                  {t('doctor.absent.before')}
                  {restart(t('doctor.absent.restart'))}
                  {t('doctor.absent.after')}
                </>
              ) : (
                t(`doctor.${problem}.text`)
              )}
            </p>
            {isAbsent(problem) && <p className={styles.hint}>{t(`doctor.${problem}.text`)}</p>}
          </>
        }
      />
      <div className={styles.ways}>
        <Button type="primary" loading={retrying} onClick={onRetry}>
          {t('doctor.retry')}
        </Button>
        <Button onClick={onBrowser}>{t('act.browser')}</Button>
        <Button onClick={onPdf}>{t('act.pdf')}</Button>
        {problem === 'upgradeService' || problem === 'pluginMissing' || problem === 'upgradePlugin'
          ? download(t('doctor.download'))
          : null}
        {problem === 'noScript' || problem === 'loading' ? restart(t('doctor.restart')) : null}
      </div>
    </div>
  )
}
