import { Button, Progress } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IntegerInput } from '../../shared/form/inputs.tsx'
import { Doctor } from './Doctor.tsx'
import styles from './Printing.module.css'
import type { Doubt } from './runBatch.ts'
import type { usePrinting } from './usePrinting.ts'

type Printing = ReturnType<typeof usePrinting>

/** How far a batch is, and what a person has to say when nobody else knows. */
export function Running({ printing }: { printing: Printing }) {
  const { t } = useTranslation('printing')
  const { state, service } = printing
  const { done, total } = printing.progress
  if (state.at === 'form') return null
  return (
    <div className={styles.progress} aria-live="polite">
      <h3>{t(`state.${state.at}`)}</h3>
      <Progress
        percent={total === 0 ? 0 : Math.floor((done * 100) / total)}
        status={state.at === 'doubt' ? 'exception' : state.at === 'done' ? 'success' : 'normal'}
        aria-label={t('state.progress')}
      />
      <span>{t('state.of', { done, total })}</span>
      {service.trouble && state.at === 'paused' && (
        <Doctor
          trouble={service.trouble}
          retrying={service.connecting}
          onRetry={() => void printing.resume()}
          onBrowser={() => void printing.browser()}
          onPdf={() => void printing.pdf()}
        />
      )}
      {state.at === 'running' && <Button onClick={printing.pause}>{t('act.pause')}</Button>}
      {state.at === 'held' && (
        <>
          <p className={styles.hint}>{t('state.heldText')}</p>
          <Button type="primary" onClick={() => void printing.resume(true)}>
            {t('act.take')}
          </Button>
        </>
      )}
      {state.at === 'paused' && (
        <div className={styles.ways}>
          <Button type="primary" loading={service.connecting} onClick={() => void printing.resume()}>
            {t('act.resume')}
          </Button>
          <Button danger onClick={() => void printing.end()}>
            {t('act.end')}
          </Button>
        </div>
      )}
      {state.at === 'doubt' && <Doubted doubt={state.doubt} printing={printing} />}
      {state.at === 'ask' && (
        <>
          <p className={styles.hint}>{t(`state.ask.${state.way}`)}</p>
          <div className={styles.ways}>
            <Button type="primary" onClick={() => void printing.sayPrinted()}>
              {t('act.allPrinted')}
            </Button>
            <Button onClick={() => void printing.end()}>{t('act.notPrinted')}</Button>
          </div>
        </>
      )}
    </div>
  )
}

/** Somebody looks into the tray: the last one that is there. */
function Doubted({ doubt, printing }: { doubt: Doubt; printing: Printing }) {
  const { t } = useTranslation('printing')
  const [last, setLast] = useState<number | string | undefined>(doubt.from - 1)
  const isGood = typeof last === 'number' && last >= doubt.from - 1 && last <= doubt.to
  return (
    <>
      <p className={styles.hint}>{t('state.doubtText', { from: doubt.from, to: doubt.to })}</p>
      <div className={styles.field}>
        <label htmlFor="print-last">{t('state.last')}</label>
        <IntegerInput
          id="print-last"
          className={styles.number}
          status={isGood ? undefined : 'error'}
          value={last}
          onChange={setLast}
        />
      </div>
      <div className={styles.ways}>
        <Button type="primary" disabled={!isGood} onClick={() => void printing.settle(Number(last))}>
          {t('act.goOn')}
        </Button>
        <Button onClick={() => setLast(doubt.to)}>{t('act.allOut')}</Button>
        <Button danger onClick={() => void printing.end()}>
          {t('act.end')}
        </Button>
      </div>
    </>
  )
}
