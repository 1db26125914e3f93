import { useQuery } from '@tanstack/react-query'
import { getPrintBatches, type PrintBatchRow, stopPrintBatch } from '@xunyun/contract/printing/calls'
import { type PrintType, printTypeTitles } from '@xunyun/contract/printing/papers'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../shared/action/useAction.ts'
import { q } from '../../shared/api/query.ts'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { confirm } from '../../shared/ui/confirm.ts'
import styles from './Printing.module.css'

type Props = { readonly type: PrintType; readonly onResume: (batch: PrintBatchRow) => void }

/** What was begun and never finished, after a reload or a crash, too. */
export function OpenBatches({ type, onResume }: Props) {
  const { t } = useTranslation('printing')
  const language = useLanguage()
  const stop = useAction(stopPrintBatch, { refresh: ['/api/Printing/'] })
  const { data = [] } = useQuery(q(getPrintBatches, {}))
  const mine = data.filter((batch) => batch.type === type)
  if (mine.length === 0) return null
  const end = async (batch: PrintBatchRow) => {
    const yes = await confirm({
      title: t('batches.endTitle', { no: batch.firstNo }),
      text: t('batches.endText', { done: batch.done, total: batch.total }),
      yes: t('act.end'),
      danger: true,
    })
    if (yes) await stop.run({ id: batch.id }).catch(() => undefined)
  }
  return (
    <section className={styles.batches} aria-label={t('batches.title')}>
      {mine.map((batch) => (
        <div key={batch.id} className={styles.batch}>
          <span>
            {t('batches.one', {
              type: printTypeTitles[batch.type][language],
              no: batch.firstNo,
              number: batch.documents,
              done: batch.done,
              total: batch.total,
            })}
          </span>
          <Button size="small" onClick={() => onResume(batch)}>
            {t('act.resume')}
          </Button>
          <Button size="small" type="text" onClick={() => void end(batch)}>
            {t('act.end')}
          </Button>
        </div>
      ))}
    </section>
  )
}
